"""What all players share whose search runs in the native core."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

from sbg import _core
from sbg.base.errors import SbgError, mistyped
from sbg.engine import Game, Position, position_of
from sbg.language.model import Move
from sbg.play.players.background import BackgroundSearch
from sbg.play.players.beside import table_beside
from sbg.play.players.budget import Limits
from sbg.play.players.catalogue import LEVELS
from sbg.play.players.interface import OnInfo, Search, SearchOptions, Spelled, in_play
from sbg.play.players.score import Analysis, Info, Score, Thought

if TYPE_CHECKING:
    from sbg.exact.solving.known import Known

OnLine: TypeAlias = Callable[[_core.Line], None]
_Native = TypeVar("_Native", _core.Searcher, _core.TreeSearcher)


class NativeSearcher(ABC, Generic[_Native]):
    """Searches positions of any game; its memory belongs to one game at a time."""

    default_nodes: ClassVar[int]
    """What a search visits that was given no limit: the same move on every machine."""

    def __init__(self, options: SearchOptions | None = None) -> None:
        self.options = options or SearchOptions()
        self._seed = Random(self.options.seed).getrandbits(64)
        self._rules: _core.Game | None = None
        self._native: _Native | None = None
        self._tables: Known | None = None
        self._tables_of: Game | None = None

    @abstractmethod
    def _make(self, game: Game) -> _Native:
        """A native searcher for a game."""

    @abstractmethod
    def _run(
        self,
        native: _Native,
        position: Position,
        stop: _core.Stop,
        limits: Limits,
        on_line: OnLine | None,
    ) -> Sequence[_core.Line]:
        """Have the native searcher search."""

    def searcher(self, game: Game) -> _Native:
        """The native searcher for a game, the same one as long as the game is."""
        if self._native is None or self._rules is not game.rules:
            self._native, self._rules = self._make(game), game.rules
        return self._native

    def search(
        self,
        position: Position,
        limits: Limits,
        on_info: OnInfo | None = None,
        stop: _core.Stop | None = None,
    ) -> Analysis:
        """Search in this thread; Ctrl-C ends it."""
        if on_info is not None and not callable(on_info):
            raise mistyped("a search", "a function as on_info", on_info)
        begun = monotonic()
        known = self._known(position)
        if known is not None:
            if on_info is not None:
                for line in known:
                    on_info(line)
            return Analysis(known)
        native = self.searcher(position.game)
        lines = self._run(
            native,
            position,
            stop or _core.Stop(),
            limits.after(monotonic() - begun),
            None if on_info is None else lambda line: on_info(info_of(line)),
        )
        return Analysis(tuple(map(info_of, lines)))

    def _known(self, position: Position) -> tuple[Info, ...] | None:
        """What a table says, if there is one that has the position; weak players do not look."""
        if self.errs:
            return None
        begun = monotonic()
        try:
            tables = self._tables_for(position.game)
            found = None if tables is None else tables.look_up(position)
        except SbgError:
            if self.options.needs_tables:
                raise
            return None
        if found is None:
            return None
        values, best = found
        exact = tuple(
            (move, Score(drawn=True) if plies is None else Score(plies=plies))
            for move, plies in values
        )
        seconds = monotonic() - begun
        return tuple(
            Info(
                len(best) if rank == 1 else 1,
                score,
                len(values),
                seconds,
                best if rank == 1 else (move,),
                rank,
                exact=exact if rank == 1 else (),
            )
            for rank, (move, score) in enumerate(exact[: self.options.lines], start=1)
        )

    @property
    def errs(self) -> bool:
        """Whether it judges positions wrongly on purpose."""
        level = self.options.level
        return level is not None and bool(LEVELS[level].noise)

    def _tables_for(self, game: Game) -> Known | None:
        """The tables that were named, or the one beside the game's file; None if there are none."""
        path = self.options.tables
        if path is not None:
            if self._tables is None:
                self._tables = _known(path)
        elif self.options.beside and self._tables_of is not game:
            self._tables_of, self._tables = game, None
            found = table_beside(game)
            if found is not None:
                with suppress(SbgError):  # nobody asked for it
                    self._tables = _known(str(found))
        return self._tables

    def start(self, position: Position, limits: Limits, on_info: OnInfo | None = None) -> Search:
        """Begin to search a position that is not over, in the background."""
        limits = self.limited(limits)
        self.searcher(position.game)  # what is wrong with the options is said at once
        stop = _core.Stop()
        return BackgroundSearch(lambda: self.search(position, limits, on_info, stop), stop.set)

    def limited(self, limits: Limits) -> Limits:
        """These limits, or the default if none of them ends a search."""
        return Limits(nodes=self.default_nodes) if limits.unlimited else limits

    def new_game(self) -> None:
        """Forget what belongs to the last game."""
        if self._native is not None:
            self._native.clear()

    def prepare(self, game: Game) -> None:
        """Derive the evaluation of a game, which takes a while for large boards, before a clock runs."""
        self.searcher(game)

    def close(self) -> None:
        """Give back memory."""
        self._native = self._rules = None


class SearchingPlayer(Spelled):
    """Plays what its searcher finds best, within limits of its own too."""

    def __init__(self, searcher: NativeSearcher[Any], own: Limits) -> None:
        self._searcher = searcher
        self._own = own
        self.thought: Thought | None = None
        """What was found with the last move that was chosen."""

    def choose(self, position: Position, limits: Limits | None = None, /) -> Move:
        """The best move found."""
        position, limits = in_play(position, limits)
        return self._chosen(self.analyse(position, limits))

    def _chosen(self, found: Analysis) -> Move:
        self.thought = Thought(found.depth, found.score)
        return found.move

    def analyse(self, position: Position, limits: Limits | None = None) -> Analysis:
        """What is found of a position within these limits and the player's own."""
        own = self._own
        position, limits = in_play(position, limits, "analyse")
        limits = limits.tightened(own.time, own.nodes, own.depth)
        return self._searcher.search(position, self._searcher.limited(limits))

    def new_game(self, start: Position, moves: Sequence[Move] = (), /) -> None:
        """Forget the last game, and get ready for this one."""
        self._searcher.new_game()
        self._searcher.prepare(position_of(start, "new_game").game)

    def close(self) -> None:
        """Give back memory."""
        self._searcher.close()


def _known(path: str) -> Known:
    from sbg.exact.solving.known import Known  # late: most searches need no tables

    return Known(path)


def native_seconds(limits: Limits) -> float:
    """The seconds of a search as the native core takes them: 0 for no limit."""
    seconds = limits.seconds
    return 0.0 if seconds is None else max(seconds, 1e-6)


def info_of(line: _core.Line) -> Info:
    """A line of the native core as a value."""
    return Info(
        line.depth,
        score_of(line.score, line.proven),
        line.nodes,
        line.seconds,
        tuple(line.moves),
        line.rank,
        line.selective_depth,
        line.hash_permille,
    )


def score_of(native: int, proven: bool) -> Score:
    """A native score as a value."""
    if native >= _core.PROVEN_SCORE:
        return Score(plies=_core.WIN_SCORE - native)
    if native <= -_core.PROVEN_SCORE:
        return Score(plies=-(_core.WIN_SCORE + native))
    return Score(native, drawn=proven and native == 0)
