"""Certificates of small random games say what exhaustive search finds; a change that makes one wrong is seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import sbg
from sbg.language.model import opponent
from tests.solving import small
from tests.verification.files import (
    certify,
    parts,
    position_of,
    refused,
    wins_at_once,
)

SEEDS = range(100)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("certificates")


@pytest.fixture(scope="module")
def written(folder: Path) -> dict[int, tuple[Path, str, int | None]]:
    """The certificates of the small games, each with the value and the plies that exhaustive search found."""
    found = {}
    for seed in SEEDS:
        path = folder / f"{seed}.proof"
        value, plies = certify(path, small.game(seed).start)
        found[seed] = path, value, plies
    return found


def test_certificates_are_right(written: dict[int, tuple[Path, str, int | None]]) -> None:
    values = Counter[str]()
    for path, value, plies in written.values():
        found = sbg.verify(path)
        assert found.complete
        assert (found.claim.value, found.claim.plies or None) == (value, plies or None)
        values[value if plies != 0 else "over"] += 1
    assert min(values[value] for value in ("white", "black", "draw", "over")) >= 5, values


def test_limits_around_the_distance(folder: Path) -> None:
    """A win is a win until the limit is smaller than its distance; then the game is a draw, with its own proof."""
    tried = 0
    for seed in range(60):
        game = small.game(seed, 12)
        value, plies = small.Exhaustive(game).start(game.start)
        if not plies or plies < 2:
            continue
        tried += 1
        for limit in (0, 1, plies - 1, plies, plies + 1):
            path = folder / "limit.proof"
            limited = small.game(seed, limit)
            expected = (value, plies) if limit >= plies else ("draw", None)
            if limit == 0:
                expected = "draw", 0
            assert certify(path, limited.start) == expected
            assert sbg.verify(path).claim.value == expected[0]
    assert tried >= 10


def test_from_other_positions(folder: Path) -> None:
    for seed in range(40):
        start = small.game(seed, 9).start
        for move in start.moves:
            position = start.play(move)
            if position.outcome is None:
                value, _ = certify(folder / "later.proof", position)
                found = sbg.verify(folder / "later.proof")
                assert (found.claim.value, found.start) == (value, position.fen)


def changed_number(record: bytes, by: int) -> bytes:
    number = int.from_bytes(record[-4:], "big") + by
    return record[:-4] + number.to_bytes(4, "big")


def test_a_rank_that_is_changed(written: dict[int, tuple[Path, str, int | None]]) -> None:
    tried = 0
    for path, _, plies in written.values():
        if not plies:
            continue
        data = path.read_bytes()
        for index, record in enumerate(parts(data).strategies[0]):
            for by in (2, 1, -1, -2):
                if int.from_bytes(record[-4:], "big") + by < 0:
                    continue
                found = parts(data)
                found.strategies[0][index] = changed_number(record, by)
                refused(found.sealed(), path.with_name("changed.proof"))
                tried += 1
    assert tried > 120


def test_an_entry_that_is_missing(written: dict[int, tuple[Path, str, int | None]]) -> None:
    tried = 0
    for path, _, _ in written.values():
        data = path.read_bytes()
        for number, records in enumerate(parts(data).strategies):
            for index, record in enumerate(records):
                found = parts(data)
                kind = found.header["strategies"][number]
                if kind["aim"] == "hold" and wins_at_once(
                    position_of(found.header, record, kind["player"])
                ):
                    continue  # needs no entry: see test_hold.py
                del found.strategies[number][index]
                refused(found.sealed(), path.with_name("missing.proof"))
                tried += 1
    assert tried > 100


def won(written: dict[int, tuple[Path, str, int | None]]) -> Iterator[tuple[Path, bytes, sbg.Game]]:
    """The certificates of wins that take moves: files, their bytes, and games."""
    for seed, (path, _, plies) in written.items():
        if plies:
            yield path, path.read_bytes(), small.game(seed)


@pytest.mark.long
def test_a_move_that_is_wrong(written: dict[int, tuple[Path, str, int | None]]) -> None:
    """Every other move, legal or not, unless it wins as soon."""
    tried = 0
    for path, data, game in won(written):
        squares = game.width * game.height
        oracle = small.Exhaustive(game)
        for index, record in enumerate(parts(data).strategies[0]):
            rank = int.from_bytes(record[-4:], "big")
            position = position_of(
                parts(data).header, record, parts(data).header["strategies"][0]["player"]
            )
            for origin in range(squares):
                for target in range(squares):
                    move = sbg.Move(
                        (origin % game.width, origin // game.width),
                        (target % game.width, target // game.width),
                    )
                    if move in position.moves and wins_within(oracle, position, move, rank):
                        continue
                    found = parts(data)
                    squared = origin.to_bytes(2, "big") + target.to_bytes(2, "big")
                    found.strategies[0][index] = record[:-8] + squared + record[-4:]
                    error = refused(found.sealed(), path.with_name("wrong.proof"))
                    assert error.reason
                    tried += 1
        if tried > 800:
            break
    assert tried > 800


def wins_within(
    oracle: small.Exhaustive, position: sbg.Position, move: sbg.Move, rank: int
) -> bool:
    after = position.play(move)
    if after.outcome is not None:
        return after.outcome.winner == position.turn
    winner, plies, _ = oracle.best(after.fen, rank)
    return winner == position.turn and plies + 1 <= rank


@pytest.mark.long
def test_a_claim_that_is_changed(written: dict[int, tuple[Path, str, int | None]]) -> None:
    for path, value, plies in list(written.values())[:12]:
        data = path.read_bytes()
        claims = [
            {"value": other, "plies": number, "exact": exact}
            for other in ("white", "black", "draw")
            for number in (None, 0, 1, *(() if not plies else (plies, plies - 2, plies + 2)))
            for exact in (True, False)
        ]
        right = parts(data).header["claim"]
        for claim in claims:
            if claim == right or (plies == 0 and (claim["value"], claim["plies"]) == (value, 0)):
                continue
            for kind in ("win", "draw"):
                found = parts(data)
                found.header |= {"claim": claim, "kind": kind}
                refused(found.sealed(), path.with_name("claim.proof"))


def test_holding_for_longer_than_one_can(written: dict[int, tuple[Path, str, int | None]]) -> None:
    """An entry of a `hold` strategy that promises to survive the exact distance of a loss is refused."""
    tried = 0
    for path, data, game in won(written):
        for index, record in enumerate(parts(data).strategies[1]):
            found = parts(data)
            found.header["strategies"].reverse()
            position = position_of(found.header, record, found.header["strategies"][0]["player"])
            winner, distance, _ = small.Exhaustive(game).best(position.fen, 16)
            if winner != opponent(position.turn):
                continue
            for number in (distance, distance + 1, 0):
                found = parts(data)
                found.strategies[1][index] = record[:-4] + number.to_bytes(4, "big")
                refused(found.sealed(), path.with_name("holds.proof"))
                tried += 1
        if tried > 100:
            break
    assert tried > 30
