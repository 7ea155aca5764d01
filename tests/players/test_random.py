"""The random player: legal, repeatable by its seed, and fair."""

from __future__ import annotations

from collections import Counter

import pytest

import sbg
from sbg.play.players import UnknownPlayerError, player


def moves_of(seed: int | None, count: int) -> list[str]:
    """The moves that a player chooses, playing both sides."""
    chosen = player("random", seed)
    position = sbg.load("gardner").start
    played = []
    for _ in range(count):
        move = chosen.choose(position)
        assert move in position.moves
        played.append(str(move))
        position = position.play(move)
        if position.outcome:
            break
    return played


def test_a_seed_repeats_and_another_does_not() -> None:
    assert moves_of(7, 12) == moves_of(7, 12)
    assert len({tuple(moves_of(seed, 6)) for seed in range(10)}) > 5


def test_without_a_seed_no_two_are_alike() -> None:
    assert len({tuple(moves_of(None, 8)) for _ in range(10)}) > 5


def test_every_move_is_as_likely_as_the_others() -> None:
    position = sbg.load("gardner").start
    chosen = player("random", 1)
    counts = Counter(str(chosen.choose(position)) for _ in range(7000))
    assert set(counts) == set(map(str, position.moves))
    # Chi-square with 6 degrees of freedom exceeds 22.5 once in a thousand times; the seed is fixed.
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 22.5


def test_an_unknown_player_suggests_the_nearest() -> None:
    with pytest.raises(UnknownPlayerError, match="did you mean `random`"):
        player("randon")
    with pytest.raises(UnknownPlayerError, match=r"no player `kasparov`$"):
        player("kasparov")
