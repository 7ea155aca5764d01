"""Free runners: what the evaluation believes to be unstoppable is."""

from __future__ import annotations

import re
from random import Random

import pytest

import sbg
from sbg import _core


def runners(game: sbg.Game, position: sbg.Position) -> tuple[int, int]:
    """The moves that the nearest free runners of white and black need, 0 for none."""
    found = _core.Searcher(game.rules, 1 << 20).features(position._native)
    white, black = found["runner"]
    return white, black


def random_pawns(game: sbg.Game, rng: Random) -> sbg.Position:
    """A few pieces somewhere, none on its goal, and the move to one of the players."""
    cells = [["."] * game.width for _ in range(game.height)]
    for letter in ("P" * rng.randint(1, 4)) + ("p" * rng.randint(1, 4)):
        y = rng.randrange(1, game.height) if letter == "P" else rng.randrange(game.height - 1)
        cells[y][rng.randrange(game.width)] = letter
    rows = [re.sub(r"\.+", lambda run: str(len(run[0])), "".join(row)) for row in cells]
    side = rng.randrange(2)
    return game.position(f"{'/'.join(rows)} {'wb'[side]} {side}")


@pytest.mark.long
@pytest.mark.parametrize("name", ["breakthrough6", "breakthrough"])
def test_who_has_a_free_runner_and_is_not_slower_wins(name: str) -> None:
    """Only a faster opponent keeps the player to move from winning with a free runner."""
    game = sbg.load(name)
    rng = Random(3)
    seen = 0
    for _ in range(1500):
        position = random_pawns(game, rng)
        if position.outcome:
            continue
        own, other = runners(game, position)
        if position.ply % 2:
            own, other = other, own
        rows = position.fen.split()[0].split("/")
        last = game.height - 1
        far = {
            "w": min((y for y, row in enumerate(rows) if "P" in row), default=99),
            "b": min((last - y for y, row in enumerate(rows) if "p" in row), default=99),
        }
        opponent = far["bw"[position.ply % 2]]
        if own and own <= opponent:
            seen += 1
            score = sbg.analyse(position, nodes=200_000).score
            assert score.plies is not None, position.fen
            assert 0 < score.plies <= 2 * own - 1, position.fen
    assert seen > 100


@pytest.mark.parametrize(
    ("name", "fen", "expected"),
    [
        # The king is outside the pawn's square, or inside it.
        ("chess", "8/8/2k5/8/8/7P/8/K7 w 0", (5, 0)),
        ("chess", "8/8/3k4/8/8/7P/8/K7 w 0", (0, 0)),
        # With the move in hand he is a file nearer.
        ("chess", "8/8/2k5/8/8/7P/8/K7 b 1", (0, 0)),
        ("chess", "8/8/1k6/8/8/7P/8/K7 b 1", (5, 0)),
        # A pawn takes aslant, and stands in the way straight ahead, but not beside.
        ("chess", "8/6p1/k7/8/8/7P/8/K7 w 0", (0, 0)),
        ("chess", "8/7p/k7/8/8/7P/8/K7 w 0", (0, 0)),
        ("chess", "8/8/k7/8/8/6pP/8/K7 w 0", (5, 2)),
        # A queen is everywhere soon, an own piece in the way is no help.
        ("chess", "8/8/8/q7/8/7P/8/K7 w 0", (0, 0)),
        ("chess", "8/8/k6R/8/8/7P/8/K7 w 0", (0, 0)),
        ("xiangqi", None, (0, 0)),
        ("great-plain", None, (0, 0)),
    ],
)
def test_runners_that_are_easy_to_see(
    name: str, fen: str | None, expected: tuple[int, int]
) -> None:
    game = sbg.load(name)
    assert runners(game, game.position(fen) if fen else game.start) == expected
