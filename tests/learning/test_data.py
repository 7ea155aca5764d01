"""Sightings: written and read back, files of other kinds, and files that hold nothing of the sort."""

from __future__ import annotations

import io
import json
import random
import tracemalloc
from collections.abc import Set
from pathlib import Path
from typing import Any

import pytest

import sbg
from sbg.study.observe import data, sources
from sbg.study.observe.data import DataError, Pair, Sightings
from sbg.study.observe.watching import watch

HEADER = '{"sbg": "observations", "width": 3, "height": 3}'
PLY = '{"fen": "ppp/3/PPP w 0", "played": "a1a2", "legal": ["a1a2", "b1b2", "c1c2"], "complete": true}'
END = '{"result": "*"}'


def read(text: str | bytes) -> Sightings:
    raw = text if isinstance(text, bytes) else text.encode()
    (found,) = sources.read_stream(io.BytesIO(raw), "bad.jsonl")
    return found


def test_what_is_written_is_read_back() -> None:
    seen = watch(sbg.load("gardner"), 2, legal=0.5, seed=3)
    again = read(data.write(seen))
    assert again.games == seen.games
    assert (again.width, again.height, again.name) == (5, 5, "Simplified Gardner")


def test_complete_lists_hold_every_legal_move() -> None:
    game = sbg.load("gardner")
    for ply in watch(game, 1).plies:
        legal = {(move.origin, move.target) for move in game.position(ply.fen).moves}
        assert ply.complete
        assert ply.legal == legal


def test_games_of_a_seed_do_not_depend_on_how_many_there_are() -> None:
    game = sbg.load("hexapawn")
    assert watch(game, 5, seed=1).games[:2] == watch(game, 2, seed=1).games
    assert watch(game, 2, seed=1) != watch(game, 2, seed=2)


def test_players_play_and_noise_is_made() -> None:
    game = sbg.load("gardner")
    strong = watch(game, 1, players=("alphabeta:level=1", "random"), legal=0, opening=2)
    assert all(len(ply.legal) == 1 and not ply.complete for ply in strong.plies)
    noisy = watch(game, 2, noise=0.3, seed=4)
    wrong = [
        ply
        for ply in noisy.plies
        if ply.legal != {(m.origin, m.target) for m in game.position(ply.fen).moves}
    ]
    assert wrong


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "there are no observations"),
        ("{", 1, "not JSON"),
        ("7", 1, "is an object"),
        (PLY, 1, "the first line is a header"),
        ('{"sbg": "other"}', 1, "the header has"),
        ('{"sbg": "observations", "width": 0, "height": 3}', 1, "`width` is a whole number"),
        ('{"sbg": "observations", "width": 3, "height": true}', 1, "`height` is a whole number"),
        (f'{HEADER}\n{{"fen": "pppp/3/PPP w 0"}}', 2, "row 3 has more than 3 squares"),
        (f'{HEADER}\n\n{{"fen": 5}}', 3, "`fen` is a text"),
        (f'{HEADER}\n{{"fen": "ppp/3/PPP w 0", "played": "a1"}}', 2, "a move is two squares"),
        (f'{HEADER}\n{{"fen": "ppp/3/PPP w 0", "played": "a1a9"}}', 2, "leads off the board"),
        (f'{HEADER}\n{{"fen": "ppp/3/PPP w 0", "played": "a3a2"}}', 2, "no piece of white"),
        (f'{HEADER}\n{{"fen": "ppp/3/PPP w 0", "legal": "a1a2"}}', 2, "a list of moves"),
        (f'{HEADER}\n{{"fen": "ppp/3/PPP w 0", "complete": 1}}', 2, "true or false"),
        (HEADER + "\n" + PLY.replace('["a1a2", ', "["), 2, "complete without it"),
        (f"{HEADER}\n{END}", 2, "no move was played"),
        (f'{HEADER}\n{PLY}\n{{"result": "won"}}', 3, "`result` is one of"),
        (f'{HEADER}\n{PLY}\n{{"result": "draw", "reason": "goal"}}', 3, "another result"),
        (f'{HEADER}\n{{"x": 1}}', 2, "a line has a `fen`"),
        (f'{HEADER}\n{{"fen": {"[" * 100_000}', 2, "nested too deeply"),
        (f'{HEADER}\n{{"fen": {"1" * 10_000}}}', 2, "too large"),
        (f'{HEADER}\n"{"x" * 1_100_000}"', 2, "a line has at most"),
        (f"{HEADER}\n".encode() + b'{"fen": "\xff"}', 2, "not UTF-8"),
        ("[Game", 1, "header line"),
    ],
)
def test_broken_files_get_a_diagnostic_with_the_line(
    text: str | bytes, line: int, message: str
) -> None:
    with pytest.raises(DataError, match=r"^bad\.jsonl:") as error:
        read(text)
    assert (error.value.line, message in error.value.message) == (line, True), error.value


def test_hostile_files_never_do_worse_than_an_error() -> None:
    good = data.write(watch(sbg.load("hexapawn"), 2)).encode()
    draw = random.Random(5)
    refused = 0
    for _ in range(1500):
        raw = bytearray(good)
        for _ in range(draw.randrange(1, 6)):
            at = draw.randrange(len(raw))
            choice = draw.randrange(3)
            if choice == 0:
                raw[at] = draw.randrange(256)
            elif choice == 1:
                del raw[at : at + draw.randrange(1, 40)]
            else:
                raw[at:at] = draw.choice([b"{", b"[[[[", b'"', b"9" * 30, b"\n", b"null", b"\0"])
        try:
            read(bytes(raw))
        except DataError:
            refused += 1
    assert refused > 1000


def test_records_are_read_for_the_moves_played() -> None:
    game = sbg.load("hexapawn")
    line = sbg.Line(game.start, ["a1a2", "b3a2", "b1a2"])
    seen = read(sbg.Record.of(line).write())
    assert [ply.fen for ply in seen.plies] == [position.fen for position in line.positions[:-1]]
    assert all(len(ply.legal) == 1 and not ply.complete for ply in seen.plies)


def test_a_record_of_a_game_that_nobody_knows_needs_its_start() -> None:
    text = '[Game "x"]\n[Rules "0"]\n[Start "pp/2/PP w 0"]\n[Result "*"]\n\na1a2\n'
    assert read(text).games[0].plies[0].rows == ("pp", "..", "PP")
    with pytest.raises(DataError, match="no `\\[Start"):
        read(text.replace('[Start "pp/2/PP w 0"]\n', ""))


def test_files_of_contests_are_read(tmp_path: Path) -> None:
    path = tmp_path / "contest.db"
    played = sbg.match(
        ["random:seed=1", "random:seed=2"], ["hexapawn", "gardner"], rounds=1, file=path
    )
    found = sources.read_path(path)
    assert [one.name for one in found] == ["Hexapawn", "Simplified Gardner"]
    assert sum(len(one.games) for one in found) == len(played.games)
    assert found[0].games[0].result in ("white", "black")


def test_the_command_writes_what_python_observes(tmp_path: Path) -> None:
    from sbg.app import cli

    path = tmp_path / "seen.jsonl"
    code = cli.run(["record", "hexapawn", "--games", "2", "--seed", "3", "-o", str(path)])
    assert code == 0
    text = path.read_text(encoding="utf-8")
    version = f', "made_by": "sbg {sbg.__version__}"'
    assert text.replace(version, "", 1) == data.write(watch(sbg.load("hexapawn"), 2, seed=3))
    assert all(json.loads(line) for line in text.splitlines())


@pytest.mark.parametrize("share", ["1.5", "-0.1", "nan", "half"])
def test_a_share_of_legal_moves_is_at_most_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], share: str
) -> None:
    from sbg.app import cli

    path = tmp_path / "seen.jsonl"
    assert cli.run(["record", "hexapawn", f"--legal={share}", "-o", str(path)]) == 2
    assert "--legal is `all`, `none` or a number from 0 to 1" in capsys.readouterr().err
    assert not path.exists()


def test_one_game_is_recorded_unless_more_are_asked_for(tmp_path: Path) -> None:
    from sbg.app import cli

    path = tmp_path / "seen.jsonl"
    assert cli.run(["record", "hexapawn", "-o", str(path)]) == 0
    assert sum(len(one.games) for one in sources.read_path(path)) == 1


def promoted(after: str) -> str:
    """Two plies: a pawn comes to the last row, and what is there then."""
    first = '{"fen": "3/2P/p2 w 0", "played": "c2c3"}'
    return HEADER + "\n" + first + "\n" + json.dumps({"fen": f"{after} b 1", "played": "a1a2"})


@pytest.mark.parametrize(
    ("after", "said"),
    [
        ("2P/3/p2", ""),
        ("2Q/3/p2", "bad.jsonl:2: after `c2c3` the `P` on c3 is `Q`: no piece changes"),
        ("P1P/3/p2", "bad.jsonl:2: after `c2c3` other squares have changed too"),
        ("3/2P/p2", ""),  # written down wrong
        ("2q/3/p2", ""),
    ],
)
def test_what_no_rule_can_do_is_said_with_its_place(after: str, said: str) -> None:
    told = data.beyond(read(promoted(after)))
    assert told.startswith(said)
    assert bool(told) == bool(said)


def test_several_games_are_said_and_chosen_by_name(tmp_path: Path) -> None:
    text = "".join(
        data.write(watch(name, 2, seed=1)) for name in ("gardner", "breakthrough5", "chess")
    )
    path = tmp_path / "all.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=r"several games here: Simplified Gardner \(5×5\), Br"):
        sbg.learn(path)
    found = sbg.learn(path, game="breakthrough 5x5")
    assert (found.description.name, found.games) == ("Breakthrough 5x5", 2)
    both = data.joined(sources.read_path(path), ["Breakthrough 5x5", "Simplified Gardner"])
    assert len(both.games) == 4
    with pytest.raises(DataError, match="no game Xiangqi: Simplified Gardner"):
        sbg.learn(path, game="Xiangqi")
    with pytest.raises(DataError, match="several games here"):
        sbg.learn([watch("gardner"), watch("baby-chess")])


OTHER = """<<Hexapawn>> <BOARD> 3 3 |ppp||...||PPP| <PIECES> P (0,1,e) + (0,1,p) + (1,1,e) &
<GOALS> 10 & @P 0 2, 1 2, 2 2 & @p 0 0, 1 0, 2 0 &"""


def test_games_of_other_rules_under_one_name_are_said_with_the_first_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from sbg.app import cli

    path = tmp_path / "both.jsonl"
    one, other = watch("hexapawn", 4, seed=1), watch(sbg.parse(OTHER), 4, seed=2)
    path.write_text(data.write(one) + data.write(other), encoding="utf-8")
    line = data.write(one).count("\n") + 2
    found = sbg.learn(path, seconds=1)
    assert f"{path}:{line}: " in found.mixed
    assert "`a1b2` in `ppp/3/PPP w 0` is legal here, and not in line 2" in found.mixed
    assert cli.run(["learn", str(path), "--seconds", "1"]) == 1
    told = capsys.readouterr().err
    assert told.startswith("warning: ")
    assert "written down wrong" not in told


def test_games_that_begin_differently_are_said() -> None:
    games = watch("gardner", 2).games + watch("baby-chess", 1).games
    assert data.mixed(Sightings(5, 5, games)) == "a game begins with another position"
    assert data.mixed(Sightings(5, 5, games[:2])) == ""


@pytest.mark.parametrize("noise", [0.0, 0.02, 0.1])
def test_mistakes_are_no_other_game(noise: float) -> None:
    assert data.mixed(watch("hexapawn", 40, noise=noise, seed=1)) == ""


def test_contests_of_several_games_have_no_lines(tmp_path: Path) -> None:
    path = tmp_path / "contest.db"
    sbg.match(["random:seed=1", "random:seed=2"], ["hexapawn", "gardner"], rounds=1, file=path)
    with pytest.raises(DataError, match=r"contest\.db: there are several games here: Hexapawn"):
        sbg.learn(path)
    assert sbg.learn(path, game="hexapawn").description.name == "Hexapawn"


def test_observations_are_made_from_dictionaries() -> None:
    seen = watch("hexapawn", 2, legal=0.5, seed=3)
    entries = [json.loads(line) for line in data.write(seen).splitlines()[1:]]
    again = Sightings.of(entries, width=3, height=3, name="Hexapawn")
    assert again.games == seen.games
    with pytest.raises(DataError, match=r"^<data>:2: a move is two squares"):
        Sightings.of([entries[0], {**entries[1], "played": "z"}], width=3, height=3)
    with pytest.raises(TypeError, match="as dictionaries, not list"):
        Sightings.of([[]], width=3, height=3)  # type: ignore[list-item]
    with pytest.raises(DataError, match="`width` is a whole number"):
        Sightings.of([], width=0, height=3)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"games": 1.5}, TypeError),
        ({"legal": "all"}, TypeError),
        ({"seed": True}, TypeError),
        ({"games": -1}, ValueError),
        ({"legal": 1.5}, ValueError),
    ],
)
def test_watch_tells_types_from_values(arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        watch("hexapawn", **arguments)


def test_moves_take_four_bytes_and_are_sets_like_any_other() -> None:
    pairs: Set[Pair] = frozenset({((0, 1), (2, 3)), ((63, 0), (0, 63)), ((0, 1), (0, 2))})
    moves: Set[Pair] = data.Moves(pairs)
    assert moves == pairs
    assert pairs == moves
    assert hash(moves) == hash(pairs)
    assert sorted(moves) == sorted(pairs)
    assert len(data.codes_of(pairs)) == 4 * len(moves) == 12
    assert ((0, 1), (2, 3)) in moves
    assert ((0, 1), (3, 2)) not in moves
    assert not pairs - moves
    assert moves | {((1, 1), (1, 2))} > pairs


def test_what_is_read_takes_little_more_memory_than_its_file() -> None:
    raw = data.write(watch("chess", 4, seed=1)).encode()
    tracemalloc.start()
    seen = read(raw)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(list(seen.plies)) > 300
    assert size < 3 * len(raw)
