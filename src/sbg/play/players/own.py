"""Makes a player of any Python object that has a method `choose(position)`.

Whether its `choose` also takes limits, and its `new_game` the moves so far, is seen once, from the signatures.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

from sbg.base.errors import SbgError
from sbg.engine import Position
from sbg.language.model import Move
from sbg.play.players.budget import Limits
from sbg.play.players.interface import Spelled
from sbg.play.players.score import Analysis, Thought

Choice: TypeAlias = Move | str | Analysis
"""A move, as a Move or as text such as `a2a3`; or an Analysis, of which the best move is played and the rest kept."""


class Chooser(Protocol):
    """Somebody who chooses a move, however long it takes."""

    def choose(self, position: Position, /) -> Choice:
        """One of the legal moves of a position."""
        ...


class LimitedChooser(Protocol):
    """Somebody who chooses a move within limits."""

    def choose(self, position: Position, limits: Limits, /) -> Choice:
        """One of the legal moves of a position, found within the limits."""
        ...


Own: TypeAlias = Chooser | LimitedChooser


class OwnPlayerError(SbgError, TypeError):
    """An object that cannot play; the message says why."""


class OwnPlayer(Spelled):
    """An object with `choose`, as a player. It is never closed: it belongs to the program that made it."""

    def __init__(self, player: Own) -> None:
        self.name = _name(player)
        self._player = player
        self.thought: Thought | None = None
        """What the object tells of its last move: it has an attribute `thought`, or returned an Analysis."""
        choose: Any = getattr(player, "choose", None)
        if isinstance(player, type):
            raise OwnPlayerError(
                f"a player is an object, not the class {player.__name__}; write `{player.__name__}()`"
            )
        if not callable(choose):
            raise OwnPlayerError(
                "a player is text such as 'alphabeta:level=5' or an object with choose(position), "
                f"not {type(player).__name__}"
            )
        self._choose: Callable[[Position, Limits], object] = _choose(choose, self.name)
        self._new_game: Callable[[Position, Sequence[Move]], object] = _new_game(player)

    def choose(self, position: Position, limits: Limits | None = None, /) -> Move:
        """What the object chooses; text is read as a move."""
        self.thought = None
        found = self._choose(position, limits or Limits())
        said = getattr(self._player, "thought", None)
        if isinstance(said, Thought):
            self.thought = said
        if isinstance(found, Analysis):
            self.thought = self.thought or Thought(found.depth, found.score)
            return found.move
        if isinstance(found, str):
            return Move.parse(found)
        if not isinstance(found, Move):
            raise TypeError(
                "choose returns a Move, text such as 'a2a3' or an Analysis, "
                f"not {type(found).__name__}"
            )
        return found

    def new_game(self, start: Position, moves: Sequence[Move] = (), /) -> None:
        """Say so, if the object wants to know."""
        self._new_game(start, moves)

    def close(self) -> None:
        """The object is its maker's."""


def _name(player: object) -> str:
    name = getattr(player, "name", None)
    return name.strip() if isinstance(name, str) and name.strip() else type(player).__name__


def _choose(choose: Any, name: str) -> Callable[[Position, Limits], object]:
    try:
        signature = inspect.signature(choose)
    except (TypeError, ValueError):  # some functions of extension modules have none
        return lambda position, _: choose(position)
    if _takes(signature, None, None) and _second_is_limits(signature):
        return lambda position, limits: choose(position, limits)
    if _takes(signature, None, limits=None):
        return lambda position, limits: choose(position, limits=limits)
    if _takes(signature, None):
        return lambda position, _: choose(position)
    raise OwnPlayerError(f"choose of {name} takes a position, or a position and limits")


def _new_game(player: object) -> Callable[[Position, Sequence[Move]], object]:
    new_game: Any = getattr(player, "new_game", None)
    if not callable(new_game):
        return lambda start, moves: None
    signature = inspect.signature(new_game)
    if _takes(signature, None, None):
        return lambda start, moves: new_game(start, moves)
    if _takes(signature, None):
        return lambda start, _: new_game(start)
    return lambda start, moves: new_game()


def _second_is_limits(signature: inspect.Signature) -> bool:
    """Whether the second parameter is for limits, not an option of the player's own such as `depth=3`."""
    first, *others = signature.parameters.values()
    if first.kind is first.VAR_POSITIONAL or not others:
        return True
    second = others[0]
    return second.name == "limits" or second.default is second.empty


def _takes(signature: inspect.Signature, *arguments: object, **keywords: object) -> bool:
    try:
        signature.bind(*arguments, **keywords)
    except TypeError:
        return False
    return True
