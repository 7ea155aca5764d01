"""Certificates with the values of all positions: what value iteration finds is accepted, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

import sbg
from sbg.exact.solving.certificate import board_of, write_strong
from sbg.exact.solving.limit import unlimited
from sbg.exact.solving.plan import make_plan
from sbg.exact.solving.solve import fill_table, solution_of, write_all_values
from sbg.exact.solving.strategy import reachable
from sbg.language.model import Colour, Move
from tests.solving import small
from tests.verification.files import parts

SEEDS = [seed for seed in range(30) if small.game(seed, 10).start.outcome is None]


def worth(number: int) -> tuple[int, int]:
    plies = (number - 1) // 2
    return (0, 0) if not number else (1, -plies) if number % 2 == 0 else (-1, plies)


class Iteration:
    """The values of all positions that can be reached, by going over them until nothing changes."""

    def __init__(self, start: sbg.Position) -> None:
        self.values: dict[tuple[bytes, Colour], tuple[int, Move]] = {}
        known = reachable(start, lambda position: (0, position.moves[0]))
        positions = {
            (board, turn): sbg.Position._of(start.game, start.game.rules.position(board, side))
            for side, (turn, entries) in enumerate(known.items())
            for board in entries
        }
        self.values = {key: (0, position.moves[0]) for key, position in positions.items()}
        changed = True
        while changed:
            changed = False
            fresh = {}
            for key, position in positions.items():
                values = {move: self.after(position, move) for move in position.moves}
                best = max(values, key=lambda move: worth(values[move]))
                fresh[key] = values[best], best
                changed |= values[best] != self.values[key][0]
            self.values = fresh

    def after(self, position: sbg.Position, move: Move) -> int:
        child = position.play(move)
        if child.outcome is not None:
            return 4 if child.outcome.winner == position.turn else 3
        number = self.values[board_of(child), child.turn][0]
        return 0 if not number else number + 3 if number % 2 else number + 1

    def __call__(self, position: sbg.Position) -> tuple[int, Move]:
        return self.values[board_of(position), position.turn]


def certify(path: Path, start: sbg.Position) -> tuple[str, int | None]:
    free = unlimited(start)
    oracle = Iteration(free)
    number = oracle(free)[0]
    value, plies = "draw", None
    if number and (number - 1) // 2 <= start.game.turn_limit - start.ply:
        winner = start.turn if number % 2 == 0 else {"white": "black", "black": "white"}[start.turn]
        value, plies = winner, (number - 1) // 2
    found = reachable(free, oracle)
    claim = {"value": value, "plies": plies, "exact": True}
    write_strong(path, start.game, start, claim, found["white"].values(), found["black"].values())
    return value, plies


def test_small_games(tmp_path: Path) -> None:
    path = tmp_path / "strong.proof"
    for seed in SEEDS:
        for limit in (1, 10):
            game = small.game(seed, limit)
            assert certify(path, game.start) == small.Exhaustive(game).start(game.start)
            found = sbg.verify(path)
            assert (found.kind, found.complete) == ("strong", True)


def refused(data: bytes, path: Path) -> str:
    path.write_bytes(data)
    with pytest.raises(sbg.CertificateError) as caught:
        sbg.verify(path)
    return caught.value.reason


@pytest.mark.long
def test_every_other_value_and_every_gap(tmp_path: Path) -> None:
    path = tmp_path / "strong.proof"
    tried = 0
    for seed in SEEDS[:8]:
        certify(path, small.game(seed, 10).start)
        data = path.read_bytes()
        for number, records in enumerate(parts(data).strategies):
            for index, record in enumerate(records[:6]):
                value = int.from_bytes(record[-4:], "big")
                for other in {0, 1, 2, 3, 4, value + 1, value + 2} - {value}:
                    found = parts(data)
                    found.strategies[number][index] = record[:-4] + other.to_bytes(4, "big")
                    refused(found.sealed(), path)
                    tried += 1
                found = parts(data)
                del found.strategies[number][index]
                refused(found.sealed(), path)
    assert tried > 100


def test_claims_and_moves_that_are_wrong(tmp_path: Path) -> None:
    path = tmp_path / "strong.proof"
    certify(path, sbg.load("hexapawn").start)
    data = path.read_bytes()
    assert sbg.verify(path).claim == sbg.Claim("black", 6, True)
    for claim in (("white", 6), ("black", 4), ("black", 8), ("draw", None), ("draw", 6)):
        found = parts(data)
        found.header["claim"] = {"value": claim[0], "plies": claim[1], "exact": True}
        assert "otherwise" in refused(found.sealed(), path)
    for kind in ("win", "draw"):
        found = parts(data)
        found.header["kind"] = kind
        refused(found.sealed(), path)
    found = parts(data)
    found.strategies[0] = [
        record[:-8] + b"\0\0\0\0" + record[-4:] for record in found.strategies[0]
    ]
    assert "not a legal move" in refused(found.sealed(), path)


@pytest.mark.parametrize("name", ["hexapawn", "octopawn"])
def test_the_command_writes_all_values(name: str, tmp_path: Path) -> None:
    game = sbg.load(name)
    table = fill_table(make_plan(game.start, 1 << 30))
    solution = solution_of(table, game.start)
    path = tmp_path / "all.proof"
    write_all_values(table, game.start, solution, path)
    found = sbg.verify(path, sample=400, seed=1)
    assert (found.kind, str(found.claim)) == ("strong", str(sbg.verify(name, sample=0).claim))
    changed = parts(path.read_bytes())
    record = changed.strategies[0][0]
    number = int.from_bytes(record[-4:], "big") + 2
    changed.strategies[0][0] = record[:-4] + number.to_bytes(4, "big")
    path.write_bytes(changed.sealed())
    with pytest.raises(sbg.CertificateError):
        sbg.verify(path)


@pytest.mark.parametrize(
    "number", [seed for seed in range(40) if small.game(seed, 10).start.outcome is None][:12]
)
def test_values_of_tables_are_accepted(number: int, tmp_path: Path) -> None:
    """Draws and turn limits among them."""
    start = small.game(number, 10).start
    table = fill_table(make_plan(start, 1 << 30))
    solution = solution_of(table, start)
    write_all_values(table, start, solution, tmp_path / "all.proof")
    found = sbg.verify(tmp_path / "all.proof")
    assert found.complete
    assert (found.claim.value, found.claim.plies) == (solution.value, solution.plies)


def test_too_many_positions(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sbg.exact.solving.solve._MOST_VALUES", 50)
    game = sbg.load("hexapawn")
    table = fill_table(make_plan(game.start, 1 << 30))
    with pytest.raises(sbg.SbgError, match="more than 50 positions"):
        write_all_values(table, game.start, solution_of(table, game.start), tmp_path / "all.proof")
