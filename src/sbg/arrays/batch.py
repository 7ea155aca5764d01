"""`sbg.Batch`: many games with the same rules, stepped together as arrays."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sbg.arrays.cpu import UNKNOWN, Array, Backend, CpuBackend, Records, Settings
from sbg.arrays.cuda import CudaBackend
from sbg.base import bounds
from sbg.base.errors import mistyped, shown
from sbg.base.named import Name
from sbg.base.numbers import seed_bits, whole
from sbg.engine import Game, Playouts, Position, game_of
from sbg.engine.encoding import ActionNames, Actions, Encoding, Observations
from sbg.engine.game import _restore
from sbg.engine.runs import Device, on_gpu
from sbg.language.model import IllegalMoveError, Move, Outcome

REASONS = ("", "count", "goal", "no-moves", "turn-limit", "illegal")
"""How games end, by the numbers of `Batch.reasons`; the first is a game that goes on."""

MOST_SLOTS = 1 << 40
Out: TypeAlias = Any
"""An array of the caller: NumPy's, or one of another library that speaks DLPack."""


class Batch:
    """n games of one kind at once. Everything that a learner asks for comes as arrays with n rows.

    Slot i plays game number i of the seed. With `auto_reset` a game that ends is followed at once by the next one of
    its slot: i, then i + n, i + 2n and so on. Otherwise a game that is over stays as it is and ignores its action.
    Equal seeds give equal games, whatever the number of threads (all processor cores unless said).

    Games begin from the initial position, or from `starts` in turn, and with `opening` random plies. `illegal` says
    what an illegal action is: an "error", after which no game has moved, or a "loss" for the player.

    With `device="cuda"` games are played on a GPU and arrays stay there, for PyTorch, CuPy or JAX to take; CudaError if
    there is no GPU. A seed then stands for other games, the same on every GPU.
    """

    def __init__(
        self,
        game: Game | Name,
        n: int,
        *,
        actions: ActionNames = "planes",
        device: Device = "cpu",
        threads: int | None = None,
        seed: int = 0,
        auto_reset: bool = False,
        starts: Sequence[Position] | None = None,
        opening: int = 0,
        illegal: Literal["error", "loss"] = "error",
    ) -> None:
        game = game_of(game, "Batch")
        if illegal not in ("error", "loss"):
            raise ValueError(f"illegal is 'error' or 'loss', not {shown(illegal)}")
        backend = CudaBackend if on_gpu(device) else CpuBackend
        self.game = game
        self.actions = Actions(game, actions)
        """The numbers of moves."""
        self.observations = Observations(game)
        """The planes of what players see."""
        settings = Settings(
            whole(n, "n", 0, MOST_SLOTS),
            seed_bits(seed),
            whole(opening, "opening", 0, 10_000),
            _truth(auto_reset, "auto_reset"),
            illegal == "loss",
            min(os.cpu_count() or 1, bounds.MAX_THREADS) if threads is None else threads,
        )
        packed = self._packed([game.start] if starts is None else starts)
        for ply in packed[1][packed[2] == UNKNOWN] if opening else ():
            if (left := game.turn_limit - int(ply)) <= opening:
                raise ValueError(
                    f"opening is {opening} plies, but the turn limit ends games after {left}:"
                    " choose a shorter one"
                )
        self._backend: Backend = backend(game, self.actions, settings)
        if starts is not None:
            self._backend.start_from(*packed)
        self._backend.begin(None)

    def __len__(self) -> int:
        return self._backend.settings.slots

    def __repr__(self) -> str:
        return f"<sbg.Batch of {len(self)} games of {self.game.name!r}>"

    @property
    def encoding(self) -> Encoding:
        """What the arrays mean, for checkpoints: see `sbg.Encoding`."""
        return self.actions.encoding

    # -- playing

    def reset(self, mask: Out | None = None) -> None:
        """Lets all slots begin their first game again; with a mask, those slots begin their next game."""
        self._backend.begin(None if mask is None else _flags(mask))

    def step(self, actions: Out, legal: Out | None = None, final: Out | None = None) -> None:
        """Plays an action in each game; games that are over ignore theirs.

        `legal` is an array for the legal moves afterwards, as `Batch.legal` has them: made in the same go, they cost
        less. `final` is one for what `observe` would give if no new game began: with `auto_reset` the last position of
        a game that ends is seen there alone. IllegalMoveError names the first illegal action.
        """
        numbers = _numbers(actions)
        if final is not None:
            self._backend.look_ahead(numbers, final)
        illegal = self._backend.step(numbers, legal)
        if illegal >= 0:
            raise self._refusal(illegal, int(self._backend.host(numbers)[illegal]))

    def step_random(self, k: int = 1) -> Playouts:
        """Plays k random plies in each game, uniform over moves, and counts what was really played.

        Without `auto_reset` a game has at most the plies to its end. `ended` and `rewards` are then about the last game
        of each slot that ended.
        """
        return self._backend.random(whole(k, "k", 0, bounds.MAX_NODES))

    def playout(self) -> Playouts:
        """Plays every game to its end with random moves. A batch with `auto_reset` has no end: ValueError."""
        if self._backend.settings.auto_reset:
            raise ValueError("with auto_reset games have no end: use step_random")
        return self._backend.random(bounds.MAX_NODES)

    def sample(self, out: Out | None = None) -> Array:
        """A random legal action for each game, -1 where it is over: what `step_random` would play. As int32."""
        return self._backend.sample(out)

    def after(self, state: Records, actions: Out) -> Records:
        """What `step` would make of these records: a function of its arguments, which changes nothing."""
        numbers = _numbers(actions)
        records, illegal = self._backend.after(state, numbers)
        if illegal >= 0:
            raise IllegalMoveError(
                f"action {int(self._backend.host(numbers)[illegal])} is not legal in slot {illegal}"
            )
        return records

    def _refusal(self, slot: int, action: int) -> IllegalMoveError:
        position = self.to_positions([slot])[0]
        try:
            move = f" (`{self.actions.move(action, position.turn)}`)"
        except ValueError:
            move = ""
        return IllegalMoveError(
            f"action {action}{move} is not legal in slot {slot}, in `{position.fen}`"
        )

    # -- looking

    @property
    def boards(self) -> NDArray[np.uint8]:
        """By game, row (from the bottom) and column: 0, 1 + 2k for white's piece k of the game, 2 + 2k for black's.

        A copy, which cannot be written: games change by steps and by `set_state`.
        """
        return self._backend.boards()

    @property
    def ply(self) -> NDArray[np.int64]:
        """Plies made, by game."""
        return self._backend.fact("ply")

    @property
    def turn(self) -> NDArray[np.uint8]:
        """The player to move, by game: 0 white, 1 black."""
        return self._backend.fact("turn")

    @property
    def number(self) -> NDArray[np.int64]:
        """The number of the game that each slot plays."""
        return self._backend.fact("number")

    @property
    def ended(self) -> NDArray[np.bool_]:
        """Which games are over. With auto-reset: in which slots the last step ended one; the next has then begun."""
        return self._backend.fact("ended")

    @property
    def winners(self) -> NDArray[np.int8]:
        """Who won the games of `ended`: 0 white, 1 black, -1 nobody, also while a game goes on."""
        return self._backend.fact("winners")

    @property
    def reasons(self) -> NDArray[np.uint8]:
        """Why the games of `ended` ended, as places in `sbg.arrays.REASONS`; 0 while a game goes on."""
        return self._backend.fact("reasons")

    @property
    def rewards(self) -> NDArray[np.float32]:
        """What the last step brought to white and to black, by game: 1, -1, or 0."""
        return self._backend.fact("rewards")

    @property
    def legal(self) -> Array:
        """The legal moves, packed: by game and origin a set of targets, square s at bit s % 64 of word s // 64.

        Squares are those of the board, not turned for black: square (x, y) is `y * width + x`. As uint64, or as uint32
        of one word where the board has at most 32 squares. Games that are over have none.
        """
        return self._backend.legal(None)

    def action_mask(
        self, out: Out | None = None, dtype: Any = np.bool_, ended: bool = False
    ) -> Array:
        """Which actions are legal, by game: bool, int8 or uint8. For games that are over all are `ended`."""
        _item(dtype if out is None else np.bool_, ("bool", "int8", "uint8"))
        return self._backend.mask(out, dtype, _truth(ended, "ended"))

    def observe(self, out: Out | None = None, dtype: Any = np.float32) -> Array:
        """What the players to move see, by game, row, column and plane: float32, float16, uint8, int8 or bool.

        `Batch.observations` names the planes.
        """
        _item(dtype if out is None else np.bool_, ("float32", "float16", "uint8", "int8", "bool"))
        return self._backend.observe(out, dtype)

    # -- moves and positions

    def moves(self, actions: Out) -> list[Move]:
        """The moves of actions, one for each game."""
        origins, targets = self.actions.decode(
            self._backend.host(_numbers(actions)), np.asarray(self.turn).astype(np.int32)
        )
        if targets.shape != (len(self),):
            raise ValueError(f"there is one action for each of the {len(self)} games")
        if targets.size and targets.min() < 0:
            slot = int(targets.argmin())
            raise ValueError(f"the action of slot {slot} leads off the board")
        width = self.game.width
        return [
            Move((origin % width, origin // width), (target % width, target // width))
            for origin, target in zip(origins.tolist(), targets.tolist(), strict=True)
        ]

    def actions_of(self, moves: Iterable[Move | str]) -> NDArray[np.int32]:
        """The actions of moves, one for each game."""
        if not isinstance(moves, Iterable) or isinstance(moves, str | bytes):
            raise mistyped("actions_of", "a move for each game", moves)
        read = [Move.parse(move) if isinstance(move, str) else move for move in moves]
        turns = self.turn.tolist()
        if len(read) != len(turns):
            raise ValueError(f"there is one move for each of the {len(turns)} games")
        numbers = [
            self.actions.action(move, "black" if turn else "white")
            for move, turn in zip(read, turns, strict=True)
        ]
        return np.array(numbers, np.int32)

    def to_positions(self, indices: Sequence[int] | None = None) -> list[Position]:
        """The positions of all games, or of some slots, with their outcomes.

        A game that was lost by an illegal action is given as it was before.
        """
        chosen = self if indices is None else self.take(indices)
        plies, status = chosen._backend.heads()
        boards = np.asarray(chosen.boards).reshape(len(chosen), self.actions.squares)
        found = []
        for board, ply, end in zip(boards, plies.tolist(), (status & 0xFF).tolist(), strict=True):
            found.append(_restore(self.game, board.tobytes(), ply, _outcome(end)))
        return found

    def _packed(self, starts: Sequence[Position]) -> tuple[Array, Array, Array]:
        if not isinstance(starts, list | tuple):
            raise mistyped("Batch", "a list of positions as starts", starts)
        if not starts:
            raise ValueError("starts holds at least one position")
        for position in starts:
            if not isinstance(position, Position):
                raise mistyped("Batch", "positions as starts", position)
            if position.game != self.game:
                raise ValueError("starts are positions of the game of the batch")
        boards = np.array([list(position._native.board) for position in starts], np.uint8)
        plies = np.array([position.ply for position in starts], np.uint32)
        status = np.array([_status(position.outcome) for position in starts], np.uint32)
        return boards, plies, status

    # -- copies

    @property
    def state(self) -> Records:
        """All games as plain numbers: a row of uint32 for each. `set_state` goes on from it."""
        return self._backend.records()

    def set_state(self, state: Records) -> None:
        """Goes on from records that `state` gave: of this batch, or of another with the same rules."""
        self._backend.set_records(state)

    def copy(self) -> Batch:
        """The same games, to be played on independently."""
        return self.take(np.arange(len(self)))

    def take(self, indices: Sequence[int] | NDArray[np.integer[Any] | np.bool_]) -> Batch:
        """The games of some slots, in this order and as often as named, as a batch of their own.

        An array with a bool for each slot takes those with True.
        """
        chosen = self._backend.host(indices)
        if chosen.dtype == np.bool_ and chosen.shape == (len(self),):
            chosen = np.flatnonzero(chosen)
        if chosen.ndim != 1 or (chosen.size and chosen.dtype.kind not in "iu"):
            raise TypeError(f"take takes a list of slots, or {len(self)} bools")
        if chosen.size and not (chosen.min() >= 0 and chosen.max() < len(self)):
            raise ValueError(f"slots are numbers from 0 to {len(self) - 1}")
        new = object.__new__(Batch)
        new.__dict__.update(self.__dict__)
        new._backend = self._backend.taken(chosen.astype(np.int64))
        return new


def _outcome(end: int) -> Outcome | None:
    reason, winner = end & 15, end >> 4
    if not reason or REASONS[reason] == "illegal":
        return None
    return Outcome((None, "white", "black")[winner], REASONS[reason])  # type: ignore[arg-type]


def _status(outcome: Outcome | None) -> int:
    if outcome is None:
        return UNKNOWN
    winner = 0 if outcome.winner is None else 1 if outcome.winner == "white" else 2
    return REASONS.index(outcome.reason) | winner << 4


def _item(dtype: Any, kinds: tuple[str, ...]) -> None:
    name = np.dtype(dtype).name
    if name not in kinds:
        raise TypeError(f"dtype is {', '.join(kinds[:-1])} or {kinds[-1]}, not {name}")


def _truth(value: bool, name: str) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{name} is True or False, not {type(value).__name__}")
    return value


def _numbers(actions: Out) -> Array:
    """Actions as an array that the native core takes where it is; lists and other whole numbers are copied."""
    if hasattr(actions, "__dlpack__") and not isinstance(actions, np.ndarray):
        found: Array = actions
        return found
    array = np.asarray(actions)
    if array.size and array.dtype.kind not in "iu":
        raise TypeError(f"actions are whole numbers, not {array.dtype}")
    if array.dtype not in (np.int32, np.int64):
        array = array.astype(np.int64)
    return np.ascontiguousarray(array)


def _flags(mask: Out) -> Array:
    if hasattr(mask, "__dlpack__") and not isinstance(mask, np.ndarray):
        found: Array = mask
        return found
    array = np.asarray(mask)
    if array.dtype not in (np.bool_, np.uint8):
        raise TypeError(f"mask is an array of bool, not {array.dtype}")
    return np.ascontiguousarray(array)
