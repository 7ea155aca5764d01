"""Players that are objects of Python files, and `mcts` with a function that judges positions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sbg
from sbg.play.players import Limits

BOT = """
class Bot:
    closed = False

    def __init__(self, skill="0", name="Bot"):
        self.skill, self.name = int(skill), name

    def choose(self, position):
        return sorted(map(str, position.moves))[self.skill]

    def close(self):
        Bot.closed = True

number = 3
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "bot.py"
    path.write_text(BOT, encoding="utf-8")
    return path


def test_an_object_of_a_file_plays(file: Path) -> None:
    start = sbg.load("hexapawn").start
    made: Any = sbg.player(f"python:{file}:Bot 1 name=Ann")
    assert made.name == "Ann"
    assert str(made.choose(start)) == sorted(map(str, start.moves))[1]
    made.close()
    assert made._made.closed
    standings = sbg.match([f"python:name=Bob {file}:Bot", "random"], "hexapawn", rounds=1)
    assert {standing.player for standing in standings.players} == {"Bob", "random"}


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        ("", "`python` needs more: `python:FACTORY`"),
        ("bot", "`bot` names no function; write `FILE.py:NAME` or `MODULE:NAME`"),
        ("nothing.py:Bot", "`nothing.py` cannot be loaded: "),
        ("sbg_nothing:Bot", "`sbg_nothing` cannot be loaded: No module named 'sbg_nothing'"),
        ("{file}:Nobody", "has no function `Nobody`"),
        ("{file}:number", "has no function `number`"),
        ("{file}:Bot 1 Ann Bob", "cannot be called so: too many positional arguments"),
        ("'{file}:Bot", "has a quotation mark without another"),
    ],
)
def test_what_is_wrong_is_said(file: Path, rest: str, message: str) -> None:
    with pytest.raises(sbg.SpecError) as caught:
        sbg.player(f"python:{rest.format(file=file)}")
    assert message in str(caught.value)


def fond(leaves: sbg.Batch) -> tuple[np.ndarray, np.ndarray]:
    """Knows nothing, but what it knows is about `pairs`."""
    assert leaves.actions.name == "pairs"
    return np.ones((len(leaves), len(leaves.actions))), np.zeros(len(leaves))


def test_mcts_with_a_function_that_judges() -> None:
    game = sbg.load("hexapawn")
    guided: Any = sbg.player("mcts:playouts=300", evaluate=fond, actions="pairs")
    won = game.position("1p1/P2/2P w 4")
    assert won.play(guided.choose(won)).outcome == sbg.Outcome("white", "goal")
    assert guided.thought.score.centipawns > 100
    for limits in (Limits(nodes=1), Limits(time=0.02), Limits(time=0.001, nodes=5)):
        assert guided.choose(game.start, limits) in game.start.moves
    with pytest.raises(sbg.GameOverError):
        guided.choose(won.play("a2a3"))
    other = sbg.load("gardner").start
    guided.new_game(other)
    assert guided.choose(other, Limits(nodes=20)) in other.moves
    guided.close()


def test_others_take_no_function() -> None:
    with pytest.raises(
        sbg.SpecError, match="`alphabeta` takes no function that judges; `mcts` does"
    ):
        sbg.player("alphabeta", evaluate=fond)
    with pytest.raises(sbg.SpecError, match="has no option `hash`"):
        sbg.player("mcts:hash=3", evaluate=fond)
