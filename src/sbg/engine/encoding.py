"""How games become arrays for learning: move numbers, planes of a position, and their version.

Everything is seen from the player to move. For black the rows are turned upside down (the columns are not: a rule's dx
means the same for both players), so that a player always moves up the board and a move that rules allow white has the
same number for black.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sbg import _core
from sbg.base.errors import SbgError, mistyped, shown
from sbg.base.named import Name
from sbg.base.numbers import whole
from sbg.engine.game import Game, game_of
from sbg.language.model import Colour, CountGoal, Description, Move, SquareGoal
from sbg.moves import reach

VERSION = 1
"""Rises whenever the number of a move or the meaning of a plane changes."""

ActionNames: TypeAlias = Literal["planes", "pairs", "squares"]
NAMES: tuple[ActionNames, ...] = ("planes", "pairs", "squares")
"""The ways to number moves."""

Indices: TypeAlias = NDArray[np.int32]


class EncodingError(SbgError):
    """Arrays of one encoding, such as a checkpoint's, met another; or an encoding that a game does not have."""


@dataclass(frozen=True, slots=True)
class Encoding:
    """What arrays mean: the rules of a game, the way to number its moves, and the version of both tables.

    A checkpoint stores `as_dict()`; `Encoding.read` takes it back, and `check` refuses another one.
    """

    rules: str
    actions: str
    version: int = VERSION

    def check(self, other: Encoding) -> None:
        """EncodingError, saying what differs, unless the other encoding is this one."""
        if not isinstance(other, Encoding):
            raise mistyped("check", "an Encoding", other)
        if self.rules != other.rules:
            raise EncodingError(
                f"this belongs to other rules: {other.rules[:12]}…, not {self.rules[:12]}…"
            )
        if self.actions != other.actions:
            raise EncodingError(
                f"moves are numbered by {shown(other.actions)} there, by {shown(self.actions)} here"
            )
        if self.version != other.version:
            raise EncodingError(
                f"version {shown(other.version)} of the encoding there, {self.version} here"
            )

    def as_dict(self) -> dict[str, str | int]:
        """The same as JSON may hold it."""
        return asdict(self)

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Encoding:
        """The encoding that `as_dict` wrote; EncodingError if it did not write this."""
        if not isinstance(data, Mapping):
            raise mistyped("Encoding.read", "what as_dict wrote", data)
        wanted = {"rules": str, "actions": str, "version": int}
        if set(data) != set(wanted) or any(
            not isinstance(data[key], kind) for key, kind in wanted.items()
        ):
            raise EncodingError("this is not an encoding: it has rules, actions and version")
        return cls(**data)


class Actions:
    """A number for every move of a game, from 0 to `size` - 1, as the player to move sees the board.

    | name | number of a move |
    |---|---|
    | `planes` | `origin * P + plane`: a plane for each of the P displacements that any rule allows |
    | `pairs` | the place of (origin, target) in the list of pairs that any rule allows |
    | `squares` | `origin * squares + target` |

    Origin and target are square numbers `y * width + x`, with y turned upside down for black. Displacements and pairs
    come from `sbg.reach.pairs`, in ascending order of (dy, dx) and of (origin, target).
    """

    def __init__(self, game: Game | Name, name: ActionNames = "planes") -> None:
        game = game_of(game, "Actions")
        if name not in NAMES:
            raise EncodingError(
                f"moves are numbered by {', '.join(NAMES[:-1])} or {NAMES[-1]}, not by {shown(name)}"
            )
        self.name = name
        self.width, self.height = game.width, game.height
        self.squares = game.width * game.height
        self._game = game

    def __reduce__(self) -> tuple[object, tuple[Game, str]]:
        return Actions, (self._game, self.name)

    def __deepcopy__(self, memo: object) -> Actions:
        return self  # it never changes

    @cached_property
    def encoding(self) -> Encoding:
        """The stamp of these numbers, for checkpoints."""
        return Encoding(self._game.rules_hash, self.name)

    @cached_property
    def _pairs(self) -> Indices:
        """Origins and targets that any rule allows."""
        known = reach.pairs(self._game)
        return known.union_of(piece.letter for piece in self._game.pieces)

    @cached_property
    def planes(self) -> tuple[tuple[int, int], ...]:
        """The displacements (dx, dy), for `planes`."""
        if self.name != "planes":
            return ()
        (x, y), (to_x, to_y) = (self._columns(self._pairs[:, i]) for i in range(2))
        steps = np.unique(np.stack((to_y - y, to_x - x), axis=1), axis=0).tolist()
        return tuple((dx, dy) for dy, dx in steps) or ((0, 0),)

    @cached_property
    def _listed(self) -> Indices | None:
        """Origin and target by action, for `pairs`."""
        if self.name != "pairs":
            return None
        # A game in which nothing moves has one action, that is never legal: no array is empty.
        return self._pairs if len(self._pairs) else np.zeros((1, 2), np.int32)

    @cached_property
    def size(self) -> int:
        """How many actions there are."""
        if self._listed is not None:
            return len(self._listed)
        return self.squares * (self.squares if self.name == "squares" else len(self.planes))

    @cached_property
    def table(self) -> _core.Actions:
        """The numbers for the native core."""
        given: list[Any] = []
        if self.name == "planes":
            given = [self.plane_of, np.array(self.planes, np.int32).reshape(-1)]
        elif self.name == "pairs":
            given = [None, None, self.index, self.origins, self.targets]
        return _core.Actions(self._game.rules, NAMES.index(self.name), self.size, *given)

    def _columns(self, squares: Indices) -> tuple[Indices, Indices]:
        return squares % self.width, squares // self.width

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"<sbg.Actions {self.name!r}: {self.size}>"

    @cached_property
    def origins(self) -> Indices:
        """By action the square that it leaves, as the player to move sees it."""
        if self._listed is not None:
            return np.ascontiguousarray(self._listed[:, 0])
        return np.arange(self.size, dtype=np.int32) // np.int32(self.size // self.squares)

    @cached_property
    def targets(self) -> Indices:
        """By action the square where it arrives, as the player to move sees it; -1 off the board."""
        if self._listed is not None:
            return np.ascontiguousarray(self._listed[:, 1])
        if self.name == "squares":
            return np.arange(self.size, dtype=np.int32) % np.int32(self.squares)
        x, y = self._columns(np.arange(self.squares, dtype=np.int32)[:, None])
        steps = np.array(self.planes, np.int32)
        x, y = x + steps[:, 0], y + steps[:, 1]
        inside = (x >= 0) & (x < self.width) & (y >= 0) & (y < self.height)
        return np.where(inside, y * self.width + x, -1).astype(np.int32).reshape(-1)

    @cached_property
    def plane_of(self) -> Indices:
        """By displacement, at `(dy + height - 1) * (2 * width - 1) + dx + width - 1`, its plane or -1; for `planes`."""
        table = np.full((2 * self.height - 1, 2 * self.width - 1), -1, np.int32)
        for plane, (dx, dy) in enumerate(self.planes):
            table[dy + self.height - 1, dx + self.width - 1] = plane
        return table.reshape(-1)

    @cached_property
    def index(self) -> Indices:
        """By `origin * squares + target`, as the player to move sees them, the action or -1; for `pairs`."""
        table = np.full(self.squares**2, -1, np.int32)
        table[self.origins * self.squares + self.targets] = np.arange(self.size, dtype=np.int32)
        return table

    def seen(self, squares: Indices, turn: Indices) -> Indices:
        """Squares as a player sees them, turn 0 for white and 1 for black; and back."""
        x, y = self._columns(squares)
        return np.where(turn == 0, squares, (self.height - 1 - y) * self.width + x).astype(np.int32)

    def encode(self, origins: Indices, targets: Indices, turn: Indices | int) -> Indices:
        """The actions of moves between squares of the board; -1 for a move that no rule allows.

        Arrays of equal shape, `turn` with 0 for white and 1 for black.
        """
        origins, targets, turn = _squares(origins), _squares(targets), np.asarray(turn)
        self._within(origins, self.squares, "a square")
        self._within(targets, self.squares, "a square")
        origins, targets = self.seen(origins, turn), self.seen(targets, turn)
        if self.name == "squares":
            return (origins * self.squares + targets).astype(np.int32)
        if self.name == "pairs":
            return np.asarray(self.index[origins * self.squares + targets])
        (x, y), (to_x, to_y) = self._columns(origins), self._columns(targets)
        step = (to_y - y + self.height - 1) * (2 * self.width - 1) + to_x - x + self.width - 1
        plane = self.plane_of[step]
        return np.where(plane < 0, -1, origins * len(self.planes) + plane).astype(np.int32)

    def decode(self, actions: Indices, turn: Indices | int) -> tuple[Indices, Indices]:
        """Origins and targets of actions, as squares of the board; a target is -1 where there is no such square."""
        actions, turn = _squares(actions), np.asarray(turn)
        self._within(actions, self.size, "an action")
        targets = self.targets[actions]
        inside = targets >= 0
        return (
            self.seen(self.origins[actions], turn),
            np.where(inside, self.seen(np.where(inside, targets, 0), turn), np.int32(-1)),
        )

    def _within(self, numbers: Indices, size: int, what: str) -> None:
        if numbers.size and not (numbers.min() >= 0 and numbers.max() < size):
            raise ValueError(f"{what} is a number from 0 to {size - 1}")

    def action(self, move: Move, turn: Colour) -> int:
        """The number of a move of this player; ValueError if no rule of the game allows it."""
        if not isinstance(move, Move):
            raise mistyped("action", "a Move", move)
        (x, y), (to_x, to_y) = move.origin, move.target
        if not (0 <= x < self.width and 0 <= y < self.height) or not (
            0 <= to_x < self.width and 0 <= to_y < self.height
        ):
            raise ValueError(f"`{move}` is not a move on this board")
        # Python's own numbers: those of NumPy, one at a time, would take twenty times as long.
        if _side(turn):
            y, to_y = self.height - 1 - y, self.height - 1 - to_y
        origin = y * self.width + x
        if self.name == "planes":
            plane = self._planes.get((to_x - x, to_y - y), -1)
            found = origin * len(self.planes) + plane if plane >= 0 else -1
        else:
            found = origin * self.squares + to_y * self.width + to_x
            if self.name == "pairs":
                found = int(self.index[found])
        if found < 0:
            raise ValueError(f"no rule of this game allows `{move}`")
        return found

    @cached_property
    def _planes(self) -> dict[tuple[int, int], int]:
        return {step: plane for plane, step in enumerate(self.planes)}

    def move(self, action: int, turn: Colour) -> Move:
        """The move of this number for this player; ValueError if it leads off the board."""
        number, side = whole(action, "an action", 0, self.size - 1), _side(turn)
        if self.name == "planes":
            origin, plane = divmod(number, len(self.planes))
            y, x = divmod(origin, self.width)
            dx, dy = self.planes[plane]
            to_x, to_y = x + dx, y + dy
        else:
            origin, target = divmod(number, self.squares)
            if self._listed is not None:
                origin, target = self._listed[number].tolist()
            (y, x), (to_y, to_x) = divmod(origin, self.width), divmod(target, self.width)
        if not (0 <= to_x < self.width and 0 <= to_y < self.height):
            raise ValueError(f"action {action} leads off the board")
        if side:
            y, to_y = self.height - 1 - y, self.height - 1 - to_y
        return Move((x, y), (to_x, to_y))

    @cached_property
    def mirror(self) -> Indices:
        """By action the same action with left and right exchanged: `policies[..., actions.mirror]` mirrors policies.

        EncodingError if some move of the game has no mirror image.
        """
        table = np.arange(self.size, dtype=np.int32)
        if self.name == "planes":
            origins, planes = np.divmod(table, np.int32(len(self.planes)))
            image = [self._plane(-dx, dy) for dx, dy in self.planes]
            found = self._mirrored(origins) * len(self.planes) + np.array(image, np.int32)[planes]
        elif self.name == "pairs":
            origins, targets = self._mirrored(self.origins), self._mirrored(self.targets)
            found = self.index[origins * self.squares + targets]
            if (found < 0).any():
                raise EncodingError("a move of this game has no mirror image")
        else:
            origins, targets = np.divmod(table, np.int32(self.squares))
            found = self._mirrored(origins) * self.squares + self._mirrored(targets)
        return found.astype(np.int32)

    def _plane(self, dx: int, dy: int) -> int:
        if (dx, dy) not in self.planes:
            raise EncodingError("a move of this game has no mirror image")
        return self.planes.index((dx, dy))

    def _mirrored(self, squares: Indices) -> Indices:
        x, y = self._columns(squares)
        return y * self.width + (self.width - 1 - x)

    def mirrored(self, policies: NDArray[Any]) -> NDArray[Any]:
        """Policies, masks or anything else with a last axis by action, with left and right exchanged."""
        return np.asarray(policies)[..., self.mirror]


class Observations:
    """What a player sees: an array of rows, columns and planes, the row nearest to the player first.

    | plane | holds |
    |---|---|
    | `own X`, for each letter in the order of the game | 1 where a piece X of the player to move stands |
    | `other X`, for each letter | 1 where a piece X of the opponent stands |
    | `colour` | 0 everywhere for white, 1 for black |
    | `ply` | the part of the turn limit that is used up, from 0 to 1; 0 in arrays of whole numbers until it is 1 |
    | `ones` | 1 everywhere, for networks that pad with zeros |

    There is no rule about repetition, so a position says all about how a game can go on, and no plane holds history.
    """

    def __init__(self, game: Game | Name) -> None:
        game = game_of(game, "Observations")
        self._game = game
        letters = [piece.letter for piece in game.pieces]
        self.planes: tuple[str, ...] = (
            *(f"own {letter}" for letter in letters),
            *(f"other {letter}" for letter in letters),
            "colour",
            "ply",
            "ones",
        )
        self.shape = (game.height, game.width, len(self.planes))

    def __reduce__(self) -> tuple[object, tuple[Game]]:
        return Observations, (self._game,)

    def __deepcopy__(self, memo: object) -> Observations:
        return self  # it never changes

    @cached_property
    def mirrors(self) -> bool:
        """Whether mirrored games are games: rules and goals are the same with left and right exchanged."""
        return mirrors(self._game)

    @cached_property
    def flips(self) -> bool:
        """Whether games with colours exchanged are games: both players have the same goals."""
        return flips(self._game)

    def __repr__(self) -> str:
        return f"<sbg.Observations {self.shape}: {', '.join(self.planes)}>"

    def mirrored(self, observations: NDArray[Any]) -> NDArray[Any]:
        """The same with left and right exchanged, as a copy."""
        return self._checked(observations)[..., ::-1, :].copy()

    def flipped(self, observations: NDArray[Any]) -> NDArray[Any]:
        """The same with colours exchanged and the board turned around, as a copy.

        A player sees the board from their own side, so only the plane of the colour changes, and actions are the same.
        """
        flipped = self._checked(observations).copy()
        colour = self.planes.index("colour")
        flipped[..., colour] = 1 - flipped[..., colour].astype(np.int8)
        return flipped

    def opposite(self, observations: NDArray[Any]) -> NDArray[Any]:
        """The same positions as the players who are not to move see them, as a copy."""
        seen = self._checked(observations)[..., ::-1, :, :].copy()
        kinds = (len(self.planes) - 3) // 2
        own = seen[..., :kinds].copy()
        seen[..., :kinds] = seen[..., kinds : 2 * kinds]
        seen[..., kinds : 2 * kinds] = own
        return self.flipped(seen)

    def _checked(self, observations: NDArray[Any]) -> NDArray[Any]:
        array = np.asarray(observations)
        if array.shape[-3:] != self.shape:
            raise ValueError(f"observations of this game end in {self.shape}, not {array.shape}")
        return array


def mirrors(game: Game) -> bool:
    """Whether rules and goals stay the same when left and right are exchanged: mirrored games are games."""
    dfas = game.automata
    return all(dfas[letter] == dfas[letter].mirrored(columns=True) for letter in dfas) and (
        _goals(game.description) == _goals(game.description, columns=True)
    )


def flips(game: Game) -> bool:
    """Whether goals stay the same when the colours are exchanged and the board is turned: rules always do."""
    return _goals(game.description) == _goals(game.description, exchanged=True)


def _goals(
    description: Description, columns: bool = False, exchanged: bool = False
) -> tuple[dict[str, set[tuple[int, int]]], set[tuple[str, int]]]:
    """The goals after a change of the board: squares by piece, and counts."""
    squares: dict[str, set[tuple[int, int]]] = {}
    counts = set()
    for goal in description.goals:
        piece = goal.piece.swapcase() if exchanged else goal.piece
        if isinstance(goal, CountGoal):
            counts.add((piece, goal.count))
        elif isinstance(goal, SquareGoal):
            for x, y in goal.squares:
                place = (
                    description.width - 1 - x if columns else x,
                    description.height - 1 - y if exchanged else y,
                )
                squares.setdefault(piece, set()).add(place)
    return squares, counts


def _squares(numbers: object) -> Indices:
    array = np.asarray(numbers)
    if array.dtype.kind not in "iu":
        raise TypeError(f"squares and actions are whole numbers, not {array.dtype}")
    return array.astype(np.int64, copy=False)


def _side(turn: Colour) -> int:
    if turn not in ("white", "black"):
        raise ValueError(f"turn is 'white' or 'black', not {shown(turn)}")
    return int(turn == "black")
