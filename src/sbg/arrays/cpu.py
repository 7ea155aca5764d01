"""Batches on the CPU: games in main memory, stepped by the native core."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sbg import _core
from sbg.arrays.facts import FACTS
from sbg.engine import Game, Playouts
from sbg.engine.encoding import Actions, Observations

Records: TypeAlias = NDArray[np.uint32]
Array: TypeAlias = NDArray[Any]

UNKNOWN = 0xFFFF_FFFF
"""A status that is to be found out."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How the games of a batch begin and go on."""

    slots: int
    seed: int
    opening: int
    auto_reset: bool
    illegal_loses: bool
    threads: int


class Backend(Protocol):
    """What a device does for a batch. Arrays that it makes are in its memory; `out` arrays may be anybody's."""

    settings: Settings

    @property
    def words(self) -> int:
        """32-bit words of a record."""

    def start_from(self, boards: Array, plies: Array, status: Array) -> None:
        """Lets games begin from these positions in turn."""

    def begin(self, mask: Array | None) -> None:
        """Begins the first game of all slots, or the next game of those with a mark."""

    def step(self, actions: Array, legal: Array | None) -> int:
        """Plays an action in each game; the first slot with an illegal one, or -1. Then nothing was played."""

    def look_ahead(self, actions: Array, seen: Array) -> None:
        """Observes what an action in each game leads to, if no new game begins; nothing is played."""

    def random(self, plies: int) -> Playouts:
        """Plays so many random plies in each game."""

    def sample(self, out: Array | None) -> Array:
        """The action that the next random ply of each game would play, or -1."""

    def legal(self, out: Array | None) -> Array:
        """The sets of legal targets by origin, as bits."""

    def mask(self, out: Array | None, dtype: Any, ended: bool) -> Array:
        """Which actions are legal; `ended` for those of a game that is over."""

    def observe(self, out: Array | None, dtype: Any) -> Array:
        """What the players to move see."""

    def boards(self) -> Array:
        """The code of the piece on each square."""

    def fact(self, name: str) -> Array:
        """A number or two for each game; FACTS has their names."""

    def heads(self) -> tuple[Array, Array]:
        """Plies and status words, for NumPy."""

    def host(self, array: Any) -> Array:
        """Any array of the caller's, for NumPy."""

    def records(self) -> Records:
        """A copy of all records."""

    def set_records(self, records: Any) -> None:
        """Goes on from other records; ValueError if they are not of this game."""

    def after(self, records: Any, actions: Array) -> tuple[Records, int]:
        """What a step makes of these records, and the first slot with an illegal action, or -1."""

    def taken(self, indices: Array) -> Backend:
        """The games of some slots as a batch of their own."""


class CpuBackend:
    """The backend of the native core. It keeps two arrays of records: a step reads one and writes the other."""

    def __init__(self, game: Game, actions: Actions, settings: Settings) -> None:
        self.game, self.actions, self.settings = game, actions, settings
        self._starts: Records | None = None
        self._seen = Observations(game).shape
        self._squares = Actions(game, "squares")  # these numbers need no work
        self.state: Records = np.zeros((settings.slots, self.words), np.uint32)
        self._spare: Records | None = None

    def __getstate__(self) -> tuple[Any, ...]:
        return self.game, self.actions, self.settings, self._starts, self.state

    def __setstate__(self, parts: tuple[Any, ...]) -> None:
        game, actions, settings, starts, state = parts
        self.__init__(game, actions, settings)  # type: ignore[misc]
        self._starts, self.state = starts, state
        self._changed()

    def _made(self, numbers: _core.Actions) -> _core.Batch:
        how = self.settings
        flags = how.auto_reset, how.illegal_loses
        return _core.Batch(
            numbers, how.slots, how.seed, self._starts, how.opening, *flags, how.threads
        )

    @cached_property
    def plain(self) -> _core.Batch:
        """For all that needs no numbers of moves."""
        return self._made(self._squares.table)

    @cached_property
    def numbered(self) -> _core.Batch:
        """For all about actions, whose numbers are made when they are first needed."""
        return self._made(self.actions.table)

    def _changed(self, **settings: Any) -> None:
        """Forgets what the settings or the starts decided."""
        self.settings = replace(self.settings, **settings)
        for name in ("plain", "numbered"):
            self.__dict__.pop(name, None)

    @property
    def words(self) -> int:
        return self.plain.words

    def start_from(self, boards: Array, plies: Array, status: Array) -> None:
        records = np.zeros((len(plies), self.words), np.uint32)
        self.plain.pack(boards, plies, status, records)
        self._starts = records
        self._changed()

    def _room(self) -> Records:
        if self._spare is None:
            self._spare = np.empty_like(self.state)
        return self._spare

    def _swap(self) -> None:
        self.state, self._spare = self._room(), self.state

    def begin(self, mask: Array | None) -> None:
        self.plain.begin(None if mask is None else self.state, self._room(), mask)
        self._swap()

    def step(self, actions: Array, legal: Array | None) -> int:
        illegal = self.numbered.step(self.state, self._room(), actions, legal)
        if illegal < 0:
            self._swap()
        return illegal

    def look_ahead(self, actions: Array, seen: Array) -> None:
        plain = self._sibling(auto_reset=False)
        plain.step(actions, None)
        plain.observe(seen, None)

    def random(self, plies: int) -> Playouts:
        tally = self.plain.random(self.state, self._room(), plies)
        self._swap()
        return Playouts(tally.white, tally.black, tally.draws, tally.plies)

    def sample(self, out: Array | None) -> Array:
        out = np.empty(self.settings.slots, np.int32) if out is None else out
        self.numbered.sample(self.state, out)
        return out

    def legal(self, out: Array | None) -> Array:
        if out is None:
            squares = self.actions.squares
            words = (squares + 63) // 64
            kind = np.uint32 if squares <= 32 else np.uint64
            out = np.empty((self.settings.slots, squares, words), kind)
        self.plain.legal(self.state, out)
        return out

    def mask(self, out: Array | None, dtype: Any, ended: bool) -> Array:
        out = np.empty((self.settings.slots, self.actions.size), dtype) if out is None else out
        self.numbered.mask(self.state, out, ended)
        return out

    def observe(self, out: Array | None, dtype: Any) -> Array:
        out = np.empty((self.settings.slots, *self._seen), dtype) if out is None else out
        self.plain.observe(self.state, out)
        return out

    def boards(self) -> Array:
        shape = (self.settings.slots, self.game.height, self.game.width)
        out = np.empty(shape, np.uint8)
        self.plain.boards(self.state, out)
        out.flags.writeable = False
        return out

    def fact(self, name: str) -> Array:
        ply, status = self.heads()
        # With auto-reset, ends are about the game that the last step ended.
        ends = (status >> 8 if self.settings.auto_reset else status) & 0xFF
        winner = status >> 12
        white = (winner == 1).astype(np.float32) - (winner == 2).astype(np.float32)
        found: dict[str, Callable[[], Array]] = {
            "ply": lambda: ply,
            "turn": lambda: ply & 1,
            "number": lambda: (
                self.state[:, 4].astype(np.int64) | self.state[:, 5].astype(np.int64) << 32
            ),
            "ended": lambda: ends != 0,
            "winners": lambda: (ends >> 4).astype(np.int8) - np.int8(1),
            "reasons": lambda: ends & 15,
            "rewards": lambda: np.stack((white, 0 - white), axis=1),
        }
        return found[name]().astype(FACTS[name][0])

    def heads(self) -> tuple[Array, Array]:
        return self.state[:, 0], self.state[:, 1]

    def host(self, array: Any) -> Array:
        return np.asarray(array)

    def records(self) -> Records:
        return self.state.copy()

    def set_records(self, records: Any) -> None:
        given = np.ascontiguousarray(np.asarray(records))
        wanted = (self.settings.slots, self.words)
        if given.dtype != np.uint32 or given.shape != wanted:
            raise ValueError(
                f"state is an array of uint32 with shape {wanted}, not {given.dtype} {given.shape}"
            )
        self.plain.check(given)
        self.state[...] = given

    def after(self, records: Any, actions: Array) -> tuple[Records, int]:
        self.plain.check(records)
        out = np.empty_like(self.state)
        return out, self.numbered.step(records, out, actions, None)

    def taken(self, indices: Array) -> CpuBackend:
        new = self._sibling(slots=len(indices))
        new.state = np.ascontiguousarray(self.state[indices])
        return new

    def _sibling(self, **settings: Any) -> CpuBackend:
        """The same games with other settings."""
        new = object.__new__(CpuBackend)
        new.__dict__.update(self.__dict__)
        new._spare = None
        if any(getattr(self.settings, name) != value for name, value in settings.items()):
            new._changed(**settings)
        return new
