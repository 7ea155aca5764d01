"""How games lie in device memory, and the structures that kernels take (native/gpu/slots.hpp)."""

from __future__ import annotations

import ctypes
from array import array

import numpy as np
from numpy.typing import NDArray

from sbg.engine.gpu.plan import Plan
from sbg.engine.gpu.source import set_of

REST = 6
"""Words of a slot behind its sets: ply, result, two of the random numbers, two of the number of the game."""


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


class Series(ctypes.Structure):
    """Which games a batch plays; see native/gpu/batch.hpp."""

    _fields_ = (
        ("seed", ctypes.c_uint64),
        ("slots", ctypes.c_uint64),
        ("start_count", ctypes.c_uint64),
        ("starts", ctypes.c_void_p),
        ("opening", ctypes.c_uint32),
        ("auto_reset", ctypes.c_uint32),
        ("illegal_loses", ctypes.c_uint32),
        ("unused", ctypes.c_uint32),
    )


class Span(ctypes.Structure):
    """The slots that the threads of a launch work on."""

    _fields_ = (("first", ctypes.c_uint64), ("last", ctypes.c_uint64))


class Numbering(ctypes.Structure):
    """The numbers of moves; see native/gpu/numbers.hpp."""

    _fields_ = (
        ("kind", ctypes.c_uint32),
        ("size", ctypes.c_uint32),
        ("planes", ctypes.c_uint32),
        ("unused", ctypes.c_uint32),
        ("places", ctypes.c_void_p),
        ("moves", ctypes.c_void_p),
    )


class ActionNumbers(ctypes.Structure):
    """Actions from outside: where they are, and whether they have 64 bits each."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("wide", ctypes.c_uint32),
        ("unused", ctypes.c_uint32),
    )


class Bits(ctypes.Structure):
    """Rows of bits; see native/gpu/look.hpp."""

    _fields_ = (
        ("words", ctypes.c_void_p),
        ("by_word", ctypes.c_uint64),
        ("by_row", ctypes.c_uint64),
        ("count", ctypes.c_uint32),
        ("unused", ctypes.c_uint32),
    )


class Items(ctypes.Structure):
    """What rows of bits become; see native/gpu/look.hpp."""

    _fields_ = (
        ("out", ctypes.c_void_p),
        ("used", ctypes.c_void_p),
        ("games", ctypes.c_uint32),
        ("row", ctypes.c_uint32),
        ("planes", ctypes.c_uint32),
        ("plane", ctypes.c_uint32),
        ("aligned", ctypes.c_uint32),
        ("unused", ctypes.c_uint32),
    )


class Records(ctypes.Structure):
    """Records of games by row, and how their boards are packed."""

    _fields_ = (
        ("rows", ctypes.c_void_p),
        ("planes", ctypes.c_uint32),
        ("plane_words", ctypes.c_uint32),
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


def packed_sets(plan: Plan, boards: NDArray[np.uint8], words: int) -> NDArray[np.uint32]:
    """The same for many boards: a row each."""
    held, kinds = boards > 0, (boards.astype(np.int64) - 1) >> 1
    sets = [held & (boards % 2 == 1), held & (boards % 2 == 0)]
    sets += [held & (kinds >> plane & 1 == 1) for plane in range(plan.planes)]
    squares = np.zeros((len(boards), len(sets), 32 * words), np.bool_)
    squares[:, :, : boards.shape[1]] = np.stack(sets, axis=1)
    packed = np.packbits(squares.reshape(len(boards), -1), axis=1, bitorder="little")
    return np.ascontiguousarray(packed).view("<u4")


def start_of(plan: Plan, board: bytes, ply: int, words: int) -> ctypes.Array[ctypes.c_uint32]:
    """A position as kernels are given it."""
    sets = sets_of(plan, board, words)
    room = (2 + max(plan.planes, 1)) * words
    return (ctypes.c_uint32 * (1 + room))(ply, *sets)
