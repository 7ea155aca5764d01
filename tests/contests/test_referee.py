"""One game of a contest: how it ends, by the rules or by a failure, and who is blamed."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

import sbg
from sbg.base.jobs.work import pack, unpack
from sbg.engine import read_record
from sbg.language.model import Move
from sbg.play.contests.control import Control
from sbg.play.contests.plan import Contest
from sbg.play.contests.referee import GameResult, Referee
from sbg.play.contests.run import Games, record_of
from sbg.play.players import PLAYERS, Kind, Limits
from sbg.play.players.interface import BasePlayer
from tests.patience import SECONDS
from tests.players.helpers import rogue

SMALL = sbg.load("breakthrough5")
seen: list[Limits] = []


class Faulty(BasePlayer):
    """A player within our process that does not do its part."""

    def __init__(self) -> None:
        self.moves = 0

    def new_game(self, start: sbg.Position, moves: Sequence[Move] = (), /) -> None:
        assert len(moves) == 4

    def choose(self, position: sbg.Position, limits: Limits | None = None, /) -> Move:
        raise ZeroDivisionError("oh")


class Slow(Faulty):
    def choose(self, position: sbg.Position, limits: Limits | None = None, /) -> Move:
        time.sleep(0.3)
        return position.moves[0]


class Cheat(Faulty):
    def choose(self, position: sbg.Position, limits: Limits | None = None, /) -> Move:
        return Move((0, 0), (4, 4))


class Listener(Faulty):
    def choose(self, position: sbg.Position, limits: Limits | None = None, /) -> Move:
        assert limits is not None
        seen.append(limits)
        time.sleep(0.01)
        return position.moves[0]


@pytest.fixture(autouse=True)
def _faulty_players(monkeypatch: pytest.MonkeyPatch) -> None:
    for player in (Faulty, Slow, Cheat, Listener):
        name = player.__name__.lower()
        monkeypatch.setitem(PLAYERS, name, Kind(name, "", f"{__name__}:{player.__name__}"))
    monkeypatch.setattr("sbg.play.players.catalogue.resolve", _resolve)


def _resolve(name: str) -> object:
    """These tests are no module that can be imported by its name."""
    attribute = name.partition(":")[2]
    if attribute in globals():
        return globals()[attribute]
    from importlib import import_module

    return getattr(import_module(name.partition(":")[0]), attribute)


def play(players: tuple[str, str], control: Control | None = None, number: int = 0) -> GameResult:
    contest = Contest(players, (SMALL,), 1, control=control or Control())
    referee = Referee(contest)
    try:
        return referee.play(list(contest.tasks())[number])
    finally:
        referee.close()


def test_a_game_by_the_rules() -> None:
    found = play(("random", "random"))
    assert found.reason in ("goal", "no-moves", "count")
    assert found.result in ("white", "black")
    assert found.detail == ""
    assert len(found.moves.split()) == found.plies
    assert play(("random", "random")).moves == found.moves  # the number of the game decides
    assert play(("random", "random"), number=1).moves != found.moves


@pytest.mark.parametrize(
    ("player", "control", "reason", "detail"),
    [
        ("faulty", Control(), "crash", "white raised ZeroDivisionError: oh"),
        ("slow", Control(move_time=0.1), "time", "white took"),
        ("slow", Control(clock=0.1), "time", "white took"),
        ("cheat", Control(), "illegal", "white played `a1e5`, which is not legal in `"),
        (rogue("crash"), Control(), "crash", "white ended with exit code 3 instead of a move"),
        (rogue("stillborn"), Control(), "crash", "white ended with exit code 1 before `uciok`"),
    ],
)
def test_whoever_fails_loses(player: str, control: Control, reason: str, detail: str) -> None:
    found = play((player, "random"), control)
    assert (found.result, found.reason) == ("black", reason)
    assert found.detail.startswith(detail)
    swapped = play((player, "random"), control, number=1)
    assert (swapped.result, swapped.reason) == ("white", reason)
    assert swapped.detail.startswith(detail.replace("white", "black"))


def test_an_increment_may_be_more_than_is_used() -> None:
    seen.clear()
    play(("listener", "random"), Control(clock=60.0, increment=30.0))
    clocks = [limits.clock for limits in seen]
    assert all(later > earlier + 20 for earlier, later in pairwise(filter(None, clocks)))
    assert len(clocks) > 1


def test_the_margin_forgives_a_move_that_is_a_little_late() -> None:
    late = Control(move_time=0.1)
    assert play(("slow", "random"), replace(late, margin=20.0)).reason != "time"
    assert play(("slow", "random"), replace(late, margin=0.01)).reason == "time"


def test_a_clock_runs_down_and_gains() -> None:
    seen.clear()
    play(("listener", "random"), Control(clock=60.0, increment=0.005))
    clocks = [limits.clock for limits in seen]
    assert clocks[0] == 60.0
    falls = [a - b for a, b in pairwise(clocks) if a and b]
    assert falls
    assert all(fall > 0.004 for fall in falls)  # 10 ms used, 5 ms gained
    assert all(limits.increment == limits.opponent_increment == 0.005 for limits in seen)


def test_a_record_of_every_game_can_be_read() -> None:
    for player in ("random", "cheat"):
        contest = Contest((player, "random:seed=1"), (SMALL,), 1)
        found = Referee(contest).play(next(iter(contest.tasks())))
        text = record_of(contest, found).write()
        again = read_record(text)
        again.replay(SMALL)
        assert (again.result, again.reason) == (found.result, found.reason)
        assert again.white == player
        assert " ".join(again.moves) == found.moves


def test_an_engine_is_kept_between_games_and_replaced_after_a_failure() -> None:
    contest = Contest((rogue("illegal"), "random"), (SMALL,), 2)
    referee = Referee(contest)
    tasks = list(contest.tasks())
    first, second = (referee.play(task) for task in tasks[:2])
    assert (first.reason, second.reason) == ("illegal", "illegal")
    again = referee.play(replace(tasks[2]))
    assert again.reason == "illegal"
    referee.close()


test_is_over = threading.Event()


class Hanging(Faulty):
    def choose(self, position: sbg.Position, limits: Limits | None = None, /) -> Move:
        test_is_over.wait()
        return position.moves[0]


def test_a_player_that_hangs_loses_and_the_next_game_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(PLAYERS, "hanging", Kind("hanging", "", f"{__name__}:Hanging"))
    monkeypatch.setattr("sbg.play.contests.referee._GRACE", 0.1)
    contest = Contest(("hanging", "random"), (SMALL,), 1, control=Control(move_time=0.1))
    referee = Referee(contest)
    for task, winner in zip(contest.tasks(), ("black", "white"), strict=False):
        assert not task.id or referee.spent
        found = referee.play(task)
        assert (found.result, found.reason) == (winner, "hang")
        assert "gave no move within" in found.detail
    test_is_over.set()


HANGING_WORKER = """
import subprocess
import sys
import threading
import time
from sbg.play.contests import referee
from sbg.base.jobs import worker
from sbg.play.players.random import RandomPlayer

referee._GRACE = 0.1
RandomPlayer.choose = lambda *_: time.sleep(600)
worker.main()
"""


def test_a_process_in_which_a_player_hangs_gives_the_result_and_ends() -> None:
    contest = Contest(("random", "random"), (SMALL,), 1, control=Control(move_time=0.1))
    lines = [pack(Games(contest)), *map(pack, contest.tasks())]
    done = subprocess.run(
        [sys.executable, "-c", HANGING_WORKER],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=True,
    )
    answers = [unpack(line) for line in done.stdout.splitlines()]
    # The second game is for another process.
    assert [(fine, result.reason) for fine, result in answers] == [(True, "hang")]
