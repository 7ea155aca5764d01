"""What is known about bundled games from outside, beside perft: who wins, and how random play goes."""

from __future__ import annotations

import random
import statistics
from pathlib import Path

import pytest

import sbg
from sbg import reference
from tests.play.helpers import ENGINES, Engine, Position

GOLDEN = Path(__file__).parent

# Solved games that plain search can search to the end within seconds, on every engine.
SMALL = ("hexapawn", "octopawn")


def rows(file: str) -> list[list[str]]:
    """The lines of a file of facts, without its comments."""
    lines = (GOLDEN / file).read_text("utf-8").splitlines()
    return [line.split() for line in lines if not line.startswith("#")]


def mover_wins(position: Position, known: dict[str, bool]) -> bool:
    """Whether the player to move wins with best play, in a game without draws."""
    if position.outcome:
        return position.outcome.winner == position.turn
    if position.fen not in known:
        after = (position.play(move) for move in position.moves)
        known[position.fen] = any(not mover_wins(reply, known) for reply in after)
    return known[position.fen]


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
def test_the_winner_of_a_solved_game(engine: Engine, name: str) -> None:
    winner = dict(rows("solved.txt"))[name]
    assert mover_wins(engine.start(sbg.load(name)), {}) == (winner == "white")


@pytest.mark.parametrize(("name", "plies", "white", "draws"), rows("random-play.txt"))
def test_random_play(name: str, plies: str, white: str, draws: str) -> None:
    played = sbg.playouts(sbg.load(name).start, 100_000, seed=1)
    # The bounds are about four standard errors, here and of the numbers in the file.
    assert played.plies / played.games == pytest.approx(float(plies), abs=0.3)
    assert 100 * played.white / played.games == pytest.approx(float(white), abs=1.0)
    assert 100 * played.draws / played.games == pytest.approx(float(draws), abs=0.15)


def test_random_play_on_the_reference() -> None:
    facts = {name: float(plies) for name, plies, _, _ in rows("random-play.txt")}
    game = sbg.load("breakthrough5")
    choice = random.Random(1)
    lengths = []
    for _ in range(60):
        position = reference.Position(game)
        while position.outcome is None:
            position = position.play(choice.choice(position.moves))
        lengths.append(position.ply)
    error = statistics.stdev(lengths) / len(lengths) ** 0.5
    assert statistics.fmean(lengths) == pytest.approx(facts["breakthrough5"], abs=3 * error)
