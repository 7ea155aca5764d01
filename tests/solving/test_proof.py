"""Proof-number search agrees with exhaustive search on the reference, and its certificates are accepted."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import sbg
from sbg import _core
from sbg.exact.solving.plan import make_plan
from sbg.exact.solving.probe import probe
from sbg.exact.solving.proof import Prover, UndecidedError
from sbg.exact.solving.solve import fill_table
from sbg.language.model.notation import write_fen
from tests.solving import small

MEMORY = 1 << 18


def searchers(game: sbg.Game, memory: int = MEMORY) -> list[_core.ProofSearcher]:
    return [_core.ProofSearcher(game.rules, attacker, memory) for attacker in (0, 1)]


@pytest.mark.parametrize("first", range(0, 160, 40))
def test_every_number_of_plies(first: int) -> None:
    """Asked in any order: what is proved for some plies must not be used for fewer, nor what is refuted for more."""
    for seed in range(first, first + 40):
        game = small.game(seed, 10**9)
        if game.start.outcome is not None:
            continue
        oracle = small.Exhaustive(game)
        both = searchers(game)
        for plies in (9, 1, 2, 5, 3, 12, 8, 10):
            winner, distance, _ = oracle.best(game.start.fen, plies)
            for attacker, player in enumerate(("white", "black")):
                found = both[attacker].search(game.start._native, _core.Stop(), plies)
                if winner == player:
                    assert found.proved is not None
                    assert distance <= found.proved <= plies
                    assert found.refuted < distance
                else:
                    assert found.refuted >= plies
                    assert found.proved is None or found.proved > plies


@pytest.mark.parametrize("first", range(0, 160, 40))
def test_values_and_certificates(first: int, tmp_path: Path) -> None:
    for seed in range(first, first + 40):
        start = small.game(seed).start
        value, plies = small.Exhaustive(start.game).start(start)
        prover = Prover(start, memory=MEMORY)
        solution = prover.run()
        assert (solution.value, solution.plies or 0) == (value, plies or 0)
        prover.certify(tmp_path / "x.proof", solution, {})
        claim = sbg.verify(tmp_path / "x.proof").claim
        assert (claim.value, claim.plies or 0) == (value, plies or 0)
        assert claim.exact == bool(plies)
        position = start
        for move in solution.line:
            position = position.play(move)
        if plies:
            assert position.outcome is not None
            assert (position.outcome.winner, len(solution.line)) == (value, plies)


def test_limits_around_the_distance() -> None:
    tried = 0
    for seed in range(80):
        free = small.game(seed, 12)
        value, plies = small.Exhaustive(free).start(free.start)
        if not plies or plies < 3:
            continue
        tried += 1
        for limit in (plies - 1, plies, plies + 1):
            solution = Prover(small.game(seed, limit).start, memory=MEMORY).run()
            assert solution.value == (value if limit >= plies else "draw")
    assert tried > 10


def test_threads_agree() -> None:
    for seed in range(30):
        start = small.game(seed, 10).start
        found = [Prover(start, memory=MEMORY, threads=threads).run() for threads in (1, 3)]
        assert found[0].value == found[1].value
        assert found[0].plies == found[1].plies


def test_octopawn_in_a_table_that_loses_almost_everything(tmp_path: Path) -> None:
    """The smallest table has room for 1,024 positions: what it lost is searched again."""
    prover = Prover(sbg.load("octopawn").start, memory=1)
    solution = prover.run()
    assert (solution.value, solution.plies) == ("white", 11)
    prover.certify(tmp_path / "x.proof", solution, {"program": "a test"})
    found = sbg.verify(tmp_path / "x.proof")
    assert found.complete
    assert found.claim.exact
    assert found.made == {"program": "a test"}


def test_time_that_is_over(tmp_path: Path) -> None:
    prover = Prover(sbg.load("gardner").start, memory=1 << 22, folder=tmp_path / "tables")
    for seconds in (0.3, 3.0, 30.0):  # on a busy machine little is done in a short time
        with pytest.raises(UndecidedError) as caught:
            prover.run(seconds)
        bounds = caught.value.bounds
        assert bounds.white is not None
        assert bounds.black is not None
        known = bounds.black
        if known > 0:
            break
    assert bounds.nodes > 0
    assert known > 0, "Black does not win in one ply"
    assert "does not win within" in str(caught.value)


def test_what_was_found_is_found_again(tmp_path: Path) -> None:
    start = sbg.load("octopawn").start
    first = Prover(start, memory=1 << 22, folder=tmp_path)
    first.run()
    first._save()
    with pytest.raises(sbg.SbgError, match="another process is at work"):
        Prover(start, memory=1 << 22, folder=tmp_path)
    first.close()
    second = Prover(start, memory=1 << 22, folder=tmp_path)
    solution = second.run()
    assert (solution.value, solution.plies) == ("white", 11)
    assert second.bounds().nodes < first.bounds().nodes / 4
    second.close()
    with pytest.raises(sbg.SbgError, match="holds work on something else"):
        Prover(sbg.load("hexapawn").start, folder=tmp_path)
    (tmp_path / "white.table").write_bytes(b"nonsense")
    with pytest.raises(sbg.SbgError, match="does not hold a table of this search"):
        Prover(start, folder=tmp_path)


def test_a_game_that_is_over() -> None:
    game = sbg.load("hexapawn")
    solution = Prover(game.position("p2/P2/3 w 0"), memory=MEMORY).run()
    assert (solution.value, solution.plies, solution.line) == ("black", 0, ())


def test_a_board_that_is_too_large() -> None:
    with pytest.raises(sbg.SbgError, match="at most 192 squares; this one has 361"):
        Prover(sbg.load("great-plain").start)


def test_endings_agree_with_a_table() -> None:
    """Two kings and another man anywhere, with 1 to 14 plies left."""
    game = sbg.load("gardner")
    table = fill_table(make_plan(game.start, 1 << 30, 3))
    rng = Random(1)
    compared = 0
    while compared < 30:
        squares = ["."] * 25
        letters = "Kk" + rng.choice("PRNBQprnbq")
        for place, letter in zip(rng.sample(range(25), 3), letters, strict=True):
            squares[place] = letter
        rows = tuple("".join(squares[at : at + 5]) for at in range(0, 25, 5))
        position = game.position(write_fen(rows, game.turn_limit - rng.randint(1, 14)))
        if position.outcome is None and table.find(position) is not None:
            expected = probe(table, position)
            solution = Prover(position, memory=1 << 20).run()
            assert (solution.value, solution.plies) == (expected.value, expected.plies)
            compared += 1


def test_a_value_within_a_number_of_positions() -> None:
    """Without a clock: the same positions are searched however slow the machine is."""
    assert Prover(sbg.load("octopawn").start, memory=1 << 20).value(100_000) == "white"
    assert Prover(sbg.load("hexapawn").position("3/3/P2 b 1"), memory=1 << 20).value(1) == "white"
    said = []
    for _ in range(2):
        with pytest.raises(UndecidedError) as error:
            Prover(sbg.load("gardner").start, memory=1 << 20).value(50_000)
        said.append(error.value.bounds.nodes)
    assert said[0] == said[1]
