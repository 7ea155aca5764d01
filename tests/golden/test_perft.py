"""Every engine counts the move sequences that the golden files say, as deep as it can afford."""

from __future__ import annotations

import os

import pytest

from sbg.language import games
from tests.golden.perft_files import PERFT, Counts, all_counts, read
from tests.play.helpers import ENGINES, Engine

# The most sequences that an engine counts for one line: about a second's worth, as a rule. The native
# engine affords everything in the files. SBG_PERFT_LEAVES sets another number for all engines, to go
# deeper by hand or to save time.
LEAVES = {"reference": 6_000, "native": 1_000_000_000}


def affordable(engine: Engine, counts: Counts) -> list[tuple[int, int]]:
    """The lines that an engine can afford."""
    return counts.affordable(int(os.environ.get("SBG_PERFT_LEAVES", LEAVES[engine.name])))


CASES = [
    pytest.param(engine, counts, id=f"{engine.name}: {counts}")
    for engine in ENGINES
    for counts in all_counts()
    if affordable(engine, counts)
]


@pytest.mark.parametrize(("engine", "counts"), CASES)
def test_perft(engine: Engine, counts: Counts) -> None:
    game = counts.game
    start = engine.start(game) if counts.fen is None else engine.position(game, counts.fen)
    expected = affordable(engine, counts)
    assert [(depth, engine.perft(start, depth)) for depth, _ in expected] == expected


@pytest.mark.parametrize("name", games.names())
def test_every_bundled_game_has_numbers_that_the_reference_confirms(name: str) -> None:
    (start, *_) = read(PERFT / f"{name}.txt")
    assert (start.rules, start.fen) == (name, None)
    depths = [depth for depth, _ in start.counts]
    assert depths == list(range(1, len(depths) + 1))
    assert len(start.affordable(LEAVES["reference"])) >= 2 or name == "great-plain"


def test_every_file_of_numbers_belongs_to_a_game() -> None:
    for counts in all_counts():
        assert counts.counts, counts
        assert counts.game.name
