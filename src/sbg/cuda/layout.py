"""How games lie in a device's memory, and the structures that kernels are given; see native/cuda/slots.hpp."""

from __future__ import annotations

import ctypes
from array import array

from sbg.cuda.plan import Plan
from sbg.cuda.source import set_of
from sbg.model import Colour, Outcome
from sbg.model.play import Reason

REST = 6
"""Words of a slot behind its sets: ply, result, two of the random numbers, two of the number of the game."""


def outcome_of(result: int) -> Outcome | None:
    """What a result of a slot says: the reason, and 16 times 1 for white or 2 for black."""
    reason = _REASONS[result & 15]
    return Outcome(_WINNERS[result >> 4], reason) if reason else None


_REASONS: tuple[Reason | None, ...] = (None, "count", "goal", "no-moves", "turn-limit")
_WINNERS: tuple[Colour | None, ...] = (None, "white", "black")


class Run(ctypes.Structure):
    """Which games are played in the slots, and for how many turns of two plies."""

    _fields_ = (
        ("seed", ctypes.c_uint64),
        ("games", ctypes.c_uint64),
        ("stride", ctypes.c_uint64),
        ("slots", ctypes.c_uint32),
        ("turns", ctypes.c_uint32),
    )


class Tally(ctypes.Structure):
    """Results of games that ended, and how many slots have one that goes on."""

    _fields_ = tuple(
        (name, ctypes.c_uint64) for name in ("white", "black", "draws", "plies", "running")
    )


class Level(ctypes.Structure):
    """A list of positions with room for so many, which of them to take, and the room of the next list."""

    _fields_ = (
        ("room", ctypes.c_uint64),
        ("first", ctypes.c_uint64),
        ("last", ctypes.c_uint64),
        ("new_room", ctypes.c_uint64),
        ("ply", ctypes.c_uint32),
    )


def set_count(plan: Plan) -> int:
    """The sets of a position."""
    return 2 + plan.planes


def sets_of(plan: Plan, board: bytes, words: int) -> array[int]:
    """A board, a code a square, as its sets: white's squares, black's, then a bit of the kind each."""
    sets = [0] * set_count(plan)
    for square, code in enumerate(board):
        if code:
            kind, side = divmod(code - 1, 2)
            sets[side] |= 1 << square
            for plane in range(plan.planes):
                sets[2 + plane] |= (kind >> plane & 1) << square
    return array("I", [word for squares in sets for word in set_of(squares, words)])


def start_of(plan: Plan, board: bytes, ply: int, words: int) -> ctypes.Array[ctypes.c_uint32]:
    """A position as kernels are given it."""
    sets = sets_of(plan, board, words)
    room = (2 + max(plan.planes, 1)) * words
    return (ctypes.c_uint32 * (1 + room))(ply, *sets)
