"""Profiles of whole games: deterministic, with the flaws that are known, and an end for every input."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import sbg
from sbg.study.profiling import BUDGETS, FITNESS, Budget, Measure, Strength
from sbg.study.profiling.rules import read
from sbg.study.profiling.sentences import sentences
from scripts import docs_picture
from tests.solving import small

SMALL = Budget(
    name="small",
    random_games=100,
    random_moves=200_000,
    proof_nodes=2_000,
    strengths=((20, 12), (100, 12)),
    main=100,
    rungs=((20, 0), (100, 20)),
    rung_games=8,
    part_nodes=200_000,
    choices=3,
)

GAME = """<<{name}>>
<BOARD>
3 4
|ppp|
|...|
|...|
|PPP|
<PIECES>
{pieces}
<GOALS>
{limit} & {goals}
"""
PAWN = "P (0,1,e) + (1,1,p) + (-1,1,p) &"
GOALS = "@P 0 3, 1 3, 2 3 & @p 0 0, 1 0, 2 0 &"


LONELY = """<<Lonely>>
<BOARD>
2 30
|p.|
{rows}
|P.|
<PIECES>
P (0,1,e) &
<GOALS>
50 & @P 0 29 &
""".format(rows="\n".join(["|..|"] * 28))


def game(pieces: str = PAWN, goals: str = GOALS, limit: int = 50, name: str = "Test") -> sbg.Game:
    return sbg.parse(GAME.format(pieces=pieces, goals=goals, limit=limit, name=name))


@pytest.fixture(scope="module")
def gardner() -> sbg.Profile:
    return sbg.profile(sbg.load("gardner"), budget=SMALL)


def test_all_measures_are_there_with_their_bounds(gardner: sbg.Profile) -> None:
    assert gardner.rejected is None
    assert gardner.stage == 3
    assert {"completion", "drama", "lead_changes", "killer_moves", "choice", "length"} <= set(
        gardner.measures
    )
    assert {*FITNESS, "legibility"} <= set(gardner.measures)
    for name, found in gardner.measures.items():
        assert found.low <= found.value <= found.high, name
    assert [one.nodes for one in gardner.strengths] == [0, 20, 100]
    assert [piece.letter for piece in gardner.pieces] == list("PRNBQK")
    assert sum(piece.moves for piece in gardner.pieces) == pytest.approx(1, abs=1e-4)
    assert sum(gardner.endings.values()) == pytest.approx(1, abs=1e-4)


def test_fitness_is_the_harmonic_mean_of_cautious_measures(gardner: sbg.Profile) -> None:
    names = ("balance", "decisiveness", "depth", "duration", "killer_moves", "use")
    lows = [max(gardner.measures[name].cautious, 0.01) for name in names]
    assert gardner.fitness_of_play == pytest.approx(6 / sum(1 / low for low in lows), abs=1e-5)
    lows.append(gardner.measures["legibility"].value)
    assert gardner.fitness == pytest.approx(7 / sum(1 / low for low in lows), abs=1e-5)


def test_threads_change_nothing_and_seeds_do(gardner: sbg.Profile) -> None:
    loaded = sbg.load("gardner")
    assert sbg.profile(loaded, budget=SMALL, threads=2).to_json() == gardner.to_json()
    assert sbg.profile(loaded, budget=SMALL, seed=1).to_json() != gardner.to_json()


def test_a_profile_is_read_as_it_was_written(gardner: sbg.Profile) -> None:
    assert sbg.Profile.from_json(gardner.to_json()) == gardner
    data = json.loads(gardner.to_json())
    assert data["fitness"] == gardner.fitness
    for wrong in ("", "[]", "{}", '{"version": 0}', json.dumps(data | {"measures": 1})):
        with pytest.raises(sbg.ProfileError):
            sbg.Profile.from_json(wrong)


@pytest.mark.parametrize(("name", "value"), [("hexapawn", "black"), ("octopawn", "white")])
def test_what_is_proved_is_trivial(name: str, value: str) -> None:
    found = sbg.profile(sbg.load(name), budget="quick")
    assert found.proof is not None
    assert found.proof.value == value == sbg.solve(sbg.load(name)).value
    assert found.rejected is not None
    assert "trivial" in found.rejected
    assert found.fitness == 0
    assert found.stage < 2


@pytest.mark.parametrize("name", ["chess", "gardner", "breakthrough"])
def test_what_nobody_can_prove_is_not_trivial(name: str) -> None:
    found = sbg.profile(sbg.load(name), budget=SMALL)
    assert found.proof is None
    assert found.rejected is None


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("maharajah", "Proved: Black wins with best play (`sbg verify maharajah` checks it)."),
        ("fox-and-hounds", "Proved: Black wins with best play (`sbg verify fox-and-hounds` checks"),
        ("microchess", "Proved: a draw with best play (`sbg verify microchess` checks it)."),
    ],
)
def test_certificates_of_the_package_are_known(name: str, said: str) -> None:
    found = sbg.profile(sbg.load(name), budget=replace(SMALL, rungs=(), strengths=()), gates=False)
    assert sentences(found)[0].startswith(said)


def test_a_bias_at_any_strength_is_a_sentence() -> None:
    even, biased = Measure(0.5, 0.4, 0.6), Measure(0.15, 0.05, 0.3)
    none = Measure.of(0.0)
    strengths = (Strength(20, 60, biased, none, none), Strength(200, 60, even, none, none))
    found = sbg.profile(sbg.load("gardner"), budget=replace(SMALL, rungs=(), strengths=()))
    told = sentences(replace(found, strengths=strengths))
    assert (
        "Neither side is clearly better off between ordinary players (200 nodes a move)" in told[0]
    )
    assert told[1] == "Black is better off between weak players (20 nodes a move): 85 % (70–95 %)."


def test_hints_are_no_warnings() -> None:
    """They do not make a game less legible."""
    text = sbg.load("gardner").text
    hinted = (
        sbg.parse(text.replace("#k 0 &", "", 1)) if "#k 0 &" in text else game(goals="20 & #P 0 &")
    )
    codes = {one.code: one.severity for one in sbg.check(hinted.text)}
    assert "hint" in codes.values()
    made = read(hinted)
    assert made.measures["warnings"].value == sum(one == "warning" for one in codes.values())
    assert not {code for code, severity in codes.items() if severity == "hint"} & set(made.warnings)


def test_without_gates_a_flawed_game_is_measured_to_the_end() -> None:
    found = sbg.profile(sbg.load("hexapawn"), budget=SMALL, gates=False)
    assert found.stage == 3
    assert found.rejected is not None
    assert found.fitness == 0


def test_a_piece_that_is_never_moved_is_named() -> None:
    text = sbg.load("gardner").text.replace("|.....|", "|..O..|", 1)
    text = text.replace("<PIECES>", "<PIECES>\nO (4,4,p) &")
    found = sbg.profile(sbg.parse(text), budget=SMALL)
    assert "O is never moved." in sentences(found)
    assert found.measures["least_use"].value == found.measures["use"].value == 0


def test_a_piece_without_a_rule_is_scenery() -> None:
    text = sbg.load("gardner").text.replace("|.....|", "|..O..|", 1)
    found = sbg.profile(sbg.parse(text), budget=SMALL)
    assert not any("never moved" in sentence for sentence in sentences(found))
    assert found.measures["least_use"].value > 0


def test_one_side_that_always_wins_is_found() -> None:
    """White walks; Black can only shuffle, and must not be caught."""
    text = """<<Hunt>>
<BOARD>
3 12
|.o.|
|...|
|...|
|...|
|...|
|...|
|...|
|...|
|...|
|...|
|PPP|
|PPP|
<PIECES>
P (0,1,e) + (0,2,e) + (1,1,e) + (-1,1,e) &
O (1,0,e) + (-1,0,e) &
<GOALS>
60 & @P 0 11, 1 11, 2 11 &
"""
    found = sbg.profile(sbg.parse(text), budget=replace(BUDGETS["quick"], proof_nodes=100))
    assert found.rejected == "White wins 100 % of the games between players."
    assert (found.rejected_at, found.proof) == (2, None)


@pytest.mark.parametrize(
    ("made", "sentence"),
    [
        (game(pieces="P (0,2,p) &"), "over before its first move"),
        (game(limit=0), "over before its first move"),
        (game(goals="@P 0 1, 1 1, 2 1 & @p 0 2, 1 2, 2 2 &"), "White wins in 1 pl"),
        (sbg.parse(LONELY), "There is a choice of moves in only 0 % of the plies."),
    ],
)
def test_what_cannot_be_played_ends_in_a_sentence(made: sbg.Game, sentence: str) -> None:
    found = sbg.profile(made)
    assert found.rejected is not None
    assert sentence in found.rejected
    assert found.rejected.endswith(".")
    assert found.fitness == 0
    assert sbg.Profile.from_json(found.to_json()) == found
    assert sentences(found)[0] == found.rejected


@pytest.mark.parametrize("front", ["r", "p"], ids=["open", "behind pawns"])
def test_a_board_of_64_by_64_ends_in_a_sentence(front: str) -> None:
    """Also where there are few moves at first, because the rooks stand behind pawns."""
    ride = "+".join(
        f"({x},{y},e)^*(({x},{y},e)+({x},{y},p))" for x, y in ((0, 1), (1, 0), (-1, 0), (0, -1))
    )
    lines = "r" * 7 + front + "." * 48 + front.upper() + "R" * 7
    board = "\n".join(f"|{letter * 64}|" for letter in lines)
    pieces = f"R {ride} &\nP (0,1,e) + (-1,1,p) + (1,1,p) &"
    text = (
        f"<<Big>>\n<BOARD>\n64 64\n{board}\n<PIECES>\n{pieces}\n<GOALS>\n1000000 & #R 0 & #r 0 &\n"
    )
    found = sbg.profile(sbg.parse(text), budget="quick")
    assert found.rejected is not None
    assert "too large" in found.rejected
    assert any("Games were drawn after" in note for note in found.notes)


def test_progress_goes_up_to_the_end() -> None:
    seen: list[tuple[str, float]] = []
    sbg.profile(
        sbg.load("gardner"),
        budget=SMALL,
        on_progress=lambda done: seen.append((done.stage, done.share)),
    )
    shares = [done for _, done in seen]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0, 1)
    assert [stage for stage, _ in seen if stage == "self-play"]


def test_budgets_have_names() -> None:
    assert set(BUDGETS) >= {"quick", "standard"}
    with pytest.raises(ValueError, match="quick, standard"):
        sbg.profile(sbg.load("hexapawn"), budget="slow")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a Game"):
        sbg.profile(5)  # type: ignore[arg-type]


def test_the_picture_of_the_docs_is_up_to_date() -> None:
    kept = Path(__file__).parents[2] / "docs" / "_static" / "profile.svg"
    assert kept.read_text(encoding="utf-8") == docs_picture.profile()  # else `make generate`


def test_proofs_agree_with_exhaustive_search_on_the_reference() -> None:
    proved = 0
    for seed in range(80):
        made = small.game(seed)
        found = sbg.profile(made, budget=SMALL, gates=True).proof
        if found is not None:
            value, plies = small.Exhaustive(made).start(made.start)
            assert (found.value, found.plies or 0) == (value, plies or 0), seed
            proved += 1
    assert proved > 15
