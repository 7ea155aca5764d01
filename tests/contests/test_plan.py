"""Contests before the first game: openings, the order of games, time controls, the fingerprint."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest

import sbg
from sbg.play.contests.control import Control, ControlError
from sbg.play.contests.openings import Openings, is_open
from sbg.play.contests.plan import Contest
from sbg.play.players import SpecError

HEXAPAWN, SMALL = sbg.load("hexapawn"), sbg.load("breakthrough5")


# -- openings


def test_openings_are_open_and_all_different() -> None:
    openings = Openings(SMALL, 4, seed=1)
    seen = set()
    for number in range(40):
        position = SMALL.start
        for move in openings[number]:
            position = position.play(move)
        assert position.ply == 4
        assert position.outcome is None
        assert not any(
            outcome and outcome.winner == position.turn
            for outcome in (position.play(move).outcome for move in position.moves)
        )
        seen.add(position)
    assert len(seen) == 40


def test_the_seed_decides() -> None:
    first, again = Openings(SMALL, 4, 1), Openings(SMALL, 4, 1)
    assert again[7] == first[7]
    assert [Openings(SMALL, 4, 2)[n] for n in range(5)] != [first[n] for n in range(5)]


def test_a_position_that_is_won_or_lost_at_once_is_not_open() -> None:
    assert is_open(HEXAPAWN.start)
    assert not is_open(HEXAPAWN.position("1p1/P2/3 w 2"))  # white wins at once
    assert not is_open(HEXAPAWN.position("p2/2p/P2 w 2"))  # black wins, whatever white does
    assert not is_open(HEXAPAWN.position("p2/P2/3 w 2"))  # over


def test_a_game_too_short_for_openings_has_shorter_ones() -> None:
    """In hexapawn four plies mostly decide; the few openings there are come again."""
    openings = Openings(HEXAPAWN, 9, seed=0)
    found = [openings[number] for number in range(30)]
    assert all(len(moves) <= 5 for moves in found)
    assert Openings(HEXAPAWN, 0, seed=0)[3] == ()


# -- the order of games


def contest(size: int = 3, **changes: Any) -> Contest:
    made = Contest(tuple(f"random:seed={n}" for n in range(size)), (HEXAPAWN, SMALL), 2)
    return replace(made, **changes)


def test_every_pair_meets_with_both_colours_in_every_game() -> None:
    made = contest()
    tasks = list(made.tasks())
    assert [task.id for task in tasks] == list(range(len(made))) == list(range(24))
    assert [(task.game, task.white, task.black) for task in tasks[:8]] == [
        *((0, 0, 1), (0, 1, 0), (0, 0, 2), (0, 2, 0), (0, 1, 2), (0, 2, 1)),
        *((1, 0, 1), (1, 1, 0)),
    ]
    for first, second in zip(tasks[::2], tasks[1::2], strict=True):
        assert first.opening == second.opening
        assert (first.white, first.black) == (second.black, second.white)
    assert all(made.seats(task.id) == (task.game, task.white, task.black) for task in tasks)
    # All pairings of a round play the same opening of a game, and the next round another one.
    for game in range(2):
        rounds = [
            [task.opening for task in tasks[12 * n :][:12] if task.game == game] for n in (0, 1)
        ]
        assert [len(set(openings)) for openings in rounds] == [1, 1]
    assert len({task.opening for task in tasks if task.game == 1}) == 2
    assert len({task.seed for task in tasks}) == 24


def test_in_a_gauntlet_the_first_meets_the_others() -> None:
    made = contest(4, format="gauntlet")
    assert made.pairings == [(0, 1), (0, 2), (0, 3)]
    assert all(0 in (task.white, task.black) for task in made.tasks())


def test_what_is_left_does_not_depend_on_what_is_done() -> None:
    made = contest()
    everything = list(made.tasks())
    done = {0, 1, 2, 3, 7, 11, 20}
    assert list(made.tasks(done)) == [task for task in everything if task.id not in done]


def test_settings_tell_contests_apart() -> None:
    made = contest()
    assert contest().fingerprint == made.fingerprint
    changes: list[dict[str, Any]] = [
        {"players": ("random", "random", "random")},
        {"games": (HEXAPAWN,)},
        {"pairs": 3},
        {"format": "gauntlet"},
        {"control": Control(nodes=5)},
        {"plies": 2},
        {"seed": 1},
        {"sprt": (0.0, 10.0)},
    ]
    prints = [contest(**change).fingerprint for change in changes]
    assert len({*prints, made.fingerprint}) == len(changes) + 1


def test_contests_and_tasks_travel() -> None:
    made = contest(control=Control(clock=1.0))
    assert pickle.loads(pickle.dumps(made)) == made
    assert pickle.loads(pickle.dumps(made)).fingerprint == made.fingerprint
    for task in made.tasks():
        assert pickle.loads(pickle.dumps(task)) == task


def test_a_player_that_cannot_be_made_shows_before_the_first_game() -> None:
    with pytest.raises(SpecError, match="there is no command"):
        contest(players=("random", "uci:no-such-engine")).verified()


# -- time controls


@pytest.mark.parametrize(
    ("text", "clock", "increment"), [("60", 60, 0), ("10+0.1", 10, 0.1), (" .5+1 ", 0.5, 1)]
)
def test_a_clock_is_read(text: str, clock: float, increment: float) -> None:
    control = Control.read(clock=text)
    assert (control.clock, control.increment) == (clock, increment)


@pytest.mark.parametrize("text", ["", "x", "1+", "+1", "1+1+1", "-1", "0", "1e3", "..", "1..2"])
def test_a_clock_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ControlError):
        Control.read(clock=text)


def test_a_control_is_said_in_words() -> None:
    assert str(Control()) == "the players' own limits"
    assert (
        str(Control(0.1, 10.0, 0.5, 7, 3))
        == "0.1 s a move, 10+0.5 s a game, 7 nodes a move, depth 3"
    )
    with pytest.raises(ControlError, match="move_time is a number above 0"):
        Control(move_time=0.0)
    for name in ("nodes", "depth", "clock", "margin"):
        with pytest.raises(ValueError, match=f"{name} is a number from"):
            Control(**{name: -1})
