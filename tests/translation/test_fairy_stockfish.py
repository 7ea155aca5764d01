"""Fairy-Stockfish (through pyffish) plays the translated games as we do, or there is a reason why it cannot."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given, settings

import sbg
from sbg import games, reference
from sbg.model import Description
from tests.strategies import descriptions
from tests.translation.counting import Playable, count
from tests.translation.fairy import load
from tests.translation.games import ODD

LEAVES = 500  # per game, about a second of pyffish

INEXPRESSIBLE = {
    "gorogoro": {"SBG626"},
    "great-plain": {"SBG620", "SBG621"},
    "leapfrog": {"SBG621"},
    "leaping-draughts": {"SBG621"},
    "self-capture-chess": {"SBG622"},
    "steppe": {"SBG620", "SBG621"},
}
"""The bundled games that Fairy-Stockfish cannot play even without the turn limit, and the codes of the reasons."""

ENDLESS = {
    "breakthrough", "breakthrough5", "breakthrough6", "clobber", "fox-and-hounds", "hexapawn", "knightthrough",
    "octopawn",
}  # fmt: skip
"""Those that end before their turn limit, so that nothing is lost."""

EXPRESSIBLE = [name for name in games.names() if name not in INEXPRESSIBLE]

STAYING = {"standoff": "C"}
"""The piece that may pass."""


@cache
def start(name: str) -> Playable:
    """The initial position of a bundled game as Fairy-Stockfish has it."""
    position = load(sbg.translate(sbg.load(name), "fsf", allow=["turn-limit"]).text)
    return position.with_staying(STAYING[name]) if name in STAYING else position


def test_most_bundled_games_can_be_expressed() -> None:
    assert len(EXPRESSIBLE) == 34


@pytest.mark.parametrize("name", INEXPRESSIBLE)
def test_a_game_that_cannot_be_expressed_is_refused(name: str) -> None:
    with pytest.raises(sbg.Inexpressible) as refusal:
        sbg.translate(sbg.load(name), "fsf", allow=["turn-limit"])
    assert {reason.code for reason in refusal.value.reasons} == INEXPRESSIBLE[name]


@pytest.mark.parametrize("name", EXPRESSIBLE)
def test_only_the_turn_limit_is_lost_and_only_by_permission(name: str) -> None:
    game = sbg.load(name)
    if name in ENDLESS:
        assert sbg.translate(game, "fsf").exact_until is None
        return
    with pytest.raises(sbg.Inexpressible) as refusal:
        sbg.translate(game, "fsf")
    (reason,) = refusal.value.reasons
    assert (reason.code, reason.allow) == ("SBG628", "turn-limit")
    allowed = sbg.translate(game, "fsf", allow=["turn-limit"])
    assert allowed.exact_until == game.description.turn_limit


@pytest.mark.parametrize("name", EXPRESSIBLE)
def test_perft_and_ends_are_equal(name: str) -> None:
    ours = count(sbg.load(name).start, 8, LEAVES)
    assert count(start(name), 8, LEAVES) == ours


@pytest.mark.parametrize("name", EXPRESSIBLE)
def test_random_games_are_equal_to_their_end(name: str) -> None:
    for seed in range(2):
        choice = random.Random(f"{name} {seed}")
        ours: Playable = reference.Position(sbg.load(name))
        theirs = start(name)
        for _ in range(60):
            assert theirs.moves == ours.moves
            if ours.outcome:
                assert theirs.outcome is not None
                assert theirs.outcome.winner == ours.outcome.winner
                break
            move = choice.choice(ours.moves)
            ours, theirs = ours.play(move), theirs.play(move)


@pytest.mark.parametrize("name", ODD)
def test_odd_games_are_equal_or_refused(name: str) -> None:
    _check(ODD[name].description)


@settings(max_examples=60)
@given(descriptions(4))
def test_generated_games_are_equal_or_refused(description: Description) -> None:
    _check(description)


def _check(description: Description) -> None:
    try:
        translation = sbg.translate(description, "fsf", allow=["turn-limit"])
    except sbg.Inexpressible as refusal:
        _check_witnesses(description, refusal)
        return
    depth = 3 if translation.exact_until is None else min(translation.exact_until - 1, 3)
    if depth < 0:
        return
    assert not translation.notes or "pass" not in translation.notes[-1]
    ours = count(reference.Position(description), depth, 200)
    assert count(load(translation.text), depth, 200) == ours


def _check_witnesses(description: Description, refusal: sbg.Inexpressible) -> None:
    """The position of a reason has the move that its word makes."""
    for reason in refusal.reasons:
        if reason.word is None or reason.position is None or reason.piece is None:
            continue
        position = reference.Position(description, reason.position)
        x = sum(letter.dx for letter in reason.word)
        y = sum(letter.dy for letter in reason.word)
        steps = [(m.target[0] - m.origin[0], m.target[1] - m.origin[1]) for m in position._possible]
        assert (x, y) in steps
