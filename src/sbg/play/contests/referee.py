"""Plays one game of a contest; a player that fails (crash, time, illegal move) loses it."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial

from sbg.engine import Line, Position
from sbg.language.model import Colour, Move
from sbg.play.contests.control import Control
from sbg.play.contests.log import Log
from sbg.play.contests.plan import Contest, Task
from sbg.play.players import parse
from sbg.play.players.budget import Limits
from sbg.play.players.failures import PlayerFailure
from sbg.play.players.interface import Player
from sbg.play.players.score import Thought
from sbg.play.uci.client import UciPlayer, hard_limit

HANG_SECONDS = 600.0
"""How long a player may take for a move that is not limited in time."""
_GRACE = 5.0
"""Seconds after its time in which a player can still show that it is not dead; engines are asked to within less."""
_DETAIL = 500
"""Characters of an explanation that are kept."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game of a contest went. `result` and `reason` are as in records."""

    id: int
    result: str
    reason: str
    detail: str
    moves: str
    plies: int
    white_seconds: float
    black_seconds: float
    date: str
    thoughts: str = ""
    """For each move its seconds, depth and score, `0.012/5/+34`, or `-` for one of the opening; empty if unknown."""

    def __post_init__(self) -> None:
        if self.id < 0 or self.result not in ("white", "black", "draw"):
            raise ValueError(f"game {self.id} has the result `{self.result:.20}`")


class Referee:
    """Has players play one game after the other. Players that take long to start are kept between games."""

    def __init__(self, contest: Contest, log: str | None = None) -> None:
        self._contest = contest
        self._log = None if log is None else Log(log)
        self._caller = _Caller()
        self._kept: dict[tuple[int, Colour], Player] = {}

    def play(self, task: Task) -> GameResult:
        """Play a game to its end."""
        if self._log is not None:
            self._log.game = task.id + 1
        players: dict[Colour, Player] = {}
        seats: Mapping[Colour, int] = {"white": task.white, "black": task.black}
        controls = {color: self._contest.control_of(number) for color, number in seats.items()}
        table = _Table(self._contest.games[task.game].start, task.opening, controls)
        try:
            for color, number in seats.items():
                with table.blaming(color):
                    players[color] = self._player(number, color, task.seed)
                    players[color].new_game(table.line.start, tuple(table.line.moves))
            while not table.over:
                table.turn(players[table.position.turn], self._caller)
        finally:
            kept = self._kept.values()
            for player in players.values():
                if not any(player is other for other in kept):
                    with suppress(Exception):
                        player.close()
        return table.result(task.id)

    def do(self, task: Task, /) -> GameResult:
        """The same, for a pool of processes."""
        return self.play(task)

    @property
    def spent(self) -> bool:
        """Whether a player has not come back from a call, so that this process had better end."""
        return self._caller.stuck

    def _player(self, number: int, color: Colour, seed: int) -> Player:
        kept = self._kept.get((number, color))
        if kept is not None:
            return kept
        own = self._contest.own.get(number)
        if own is not None:
            return self._kept.setdefault((number, color), own)
        spec = parse(self._contest.players[number])
        made: Player = spec.make(2 * seed + (color == "black"))
        if self._log is not None and isinstance(made, UciPlayer):
            made.listener = self._log.listener(color, self._contest.names[number])
        if spec.kind.lasting:
            self._kept[number, color] = made
        return made

    def close(self) -> None:
        """End all players."""
        for player in self._kept.values():
            with suppress(Exception):
                player.close()
        self._kept.clear()
        if self._log is not None:
            self._log.close()


def patience(limits: Limits) -> float:
    """The seconds after which a player that has not answered never will."""
    allowed = hard_limit(limits)
    return HANG_SECONDS if allowed is None else allowed + limits.margin + _GRACE


class _Caller:
    """Makes calls in a thread of its own, so that one that never comes back does not stop the contest."""

    def __init__(self) -> None:
        self.stuck = False
        self._calls: queue.SimpleQueue[Callable[[], Move]] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[Move | BaseException] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def call(self, function: Callable[[], Move], seconds: float) -> Move:
        """What a function gives; PlayerFailure if it does not come back in time."""
        if self._thread is None:
            work = self._calls, self._answers
            self._thread = threading.Thread(target=self._serve, args=work, daemon=True)
            self._thread.start()
        self._calls.put(function)
        try:
            answer = self._answers.get(timeout=seconds)
        except queue.Empty:
            # The thread is left alone with its call and its queues; it ends if it ever comes back.
            self.stuck = True
            self._thread = None
            self._calls, self._answers = queue.SimpleQueue(), queue.SimpleQueue()
            raise PlayerFailure("hang", f"gave no move within {seconds:.1f} s") from None
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def _serve(
        self,
        calls: queue.SimpleQueue[Callable[[], Move]],
        answers: queue.SimpleQueue[Move | BaseException],
    ) -> None:
        me = threading.current_thread()
        while True:
            function = calls.get()
            answer: Move | BaseException
            try:
                answer = function()
            except BaseException as problem:
                answer = problem
            if self._thread is not me:
                return
            answers.put(answer)
            del function, answer


class _Table:
    """A game while it is played: the position, the moves, the clocks and who has failed."""

    def __init__(
        self, start: Position, opening: tuple[str, ...], controls: Mapping[Colour, Control]
    ) -> None:
        self.line = Line(start, opening)
        self.controls = controls
        self.clocks = {color: control.clock for color, control in controls.items()}
        self.used: dict[Colour, float] = {"white": 0.0, "black": 0.0}
        self.thoughts = ["-"] * len(self.line)
        self.failed: tuple[Colour, PlayerFailure] | None = None

    @property
    def position(self) -> Position:
        return self.line.position

    @property
    def over(self) -> bool:
        return self.failed is not None or self.position.outcome is not None

    @contextmanager
    def blaming(self, color: Colour) -> Iterator[None]:
        """Whatever goes wrong in here is this player's fault, unless somebody has failed before."""
        try:
            yield
        except Exception as problem:
            if not isinstance(problem, PlayerFailure):
                problem = PlayerFailure("crash", f"raised {type(problem).__name__}: {problem}")
            self.failed = self.failed or (color, problem)

    def turn(self, player: Player, caller: _Caller) -> None:
        """The player to move makes a move."""
        color = self.position.turn
        other: Colour = "black" if color == "white" else "white"
        control = self.controls[color]
        limits = replace(
            control.limits(self.clocks[color], self.clocks[other]),
            opponent_increment=self.controls[other].increment,
        )
        with self.blaming(color):
            begun = time.perf_counter()
            try:
                move = caller.call(partial(player.choose, self.position, limits), patience(limits))
            finally:
                taken = time.perf_counter() - begun
                self.used[color] += taken
            allowed = hard_limit(limits)
            if allowed is not None and taken > allowed + limits.margin:
                raise PlayerFailure("time", f"took {taken:.3f} s of {allowed:.3f} s")
            left = self.clocks[color]
            if left is not None:
                self.clocks[color] = max(0.0, left - taken) + control.increment
            if move not in self.position.moves:
                raise PlayerFailure(
                    "illegal", f"played `{move}`, which is not legal in `{self.position.fen}`"
                )
            self.line.play(move)
            thought = getattr(player, "thought", None)
            told = thought if isinstance(thought, Thought) else Thought()
            self.thoughts.append(f"{taken:.3f}/{told}")

    def result(self, number: int) -> GameResult:
        detail = ""
        if self.failed is not None:
            loser, failure = self.failed
            result = "black" if loser == "white" else "white"
            reason, detail = failure.reason, f"{loser} {failure.detail}"[:_DETAIL]
        else:
            outcome = self.position.outcome
            assert outcome is not None
            result, reason = outcome.winner or "draw", outcome.reason
        return GameResult(
            number,
            result,
            reason,
            detail,
            " ".join(map(str, self.line.moves)),
            len(self.line),
            round(self.used["white"], 3),
            round(self.used["black"], 3),
            datetime.now(UTC).date().isoformat(),
            " ".join(self.thoughts),
        )
