"""Batches on a GPU: games in its memory, stepped by kernels compiled for the game.

Arrays that it makes stay on the GPU, as `DeviceArray`s. `out` arrays and actions may be on the GPU, of any library that
speaks DLPack, and are then used where they are; those of NumPy are copied.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Iterator
from ctypes import c_double, c_uint32, c_uint64, c_void_p
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from sbg import _core
from sbg.arrays.arrays import DeviceArray
from sbg.arrays.cpu import UNKNOWN, Array, Settings
from sbg.arrays.facts import FACTS
from sbg.engine import Game, Playouts
from sbg.engine.encoding import NAMES, Actions, Observations
from sbg.engine.gpu.device import Device, Kernels, Memory
from sbg.engine.gpu.layout import (
    REST,
    ActionNumbers,
    Bits,
    Items,
    Numbering,
    Records,
    Series,
    Span,
    Tally,
    packed_sets,
    set_count,
)
from sbg.engine.gpu.scratch import scratch_for, threads_for

SLICE = 0.1
"""Seconds that a kernel should take at most, so that Ctrl-C is heard in between."""

FIRST_PLIES, MOST_PLIES = 64, 1 << 16
"""Random plies of the first launch and of any."""

MOST_BITS = 1 << 25
"""Bytes of rows of bits before they are spread: few enough to stay in a GPU's cache."""

TALLIES = 256
"""Places where threads count results: at one alone they would wait for each other."""

TRIES = 10_000
"""How often a random opening is drawn, as native/gpu/batch.hpp says."""

HEAD = 6
"""Words of a record before those of its board; see native/play/packed.hpp."""

BYTES = ("bool", "int8", "uint8")


class CudaBackend:
    """The backend of a GPU. It keeps two arrays of games: a step reads one and writes the other."""

    def __init__(
        self, game: Game, actions: Actions, settings: Settings, device: Device | None = None
    ) -> None:
        from sbg.engine.gpu import gpu

        self.device: Device = gpu.gpu() if device is None else device
        self.game, self.actions, self.settings = game, actions, settings
        self.plan = game.plan
        self._programs: dict[str, Kernels] = {}
        self.device.prepare(self.plan, ("look", "step", "moves", "random"))
        squares, codes = actions.squares, 1 + 2 * len(game.pieces)
        self._code_planes = max(1, (codes - 1).bit_length())
        self._plane_words = 1 if squares <= 32 else 2 * ((squares + 63) // 64)
        self.words = HEAD + self._code_planes * self._plane_words
        self._seen = Observations(game).shape
        self._slot_words = set_count(self.plan) * self._program("look").set_words + REST
        self._cell = self.device.allocate(8)
        self._tallies = self.device.allocate(TALLIES * ctypes.sizeof(Tally))
        self._bits: tuple[Memory, int] | None = None
        self._scratch: Memory | None = None
        self._spare: Memory | None = None
        self._memory = self._slots()
        board = np.frombuffer(game.start._native.board, np.uint8)[None]
        self.start_from(board, np.zeros(1, np.uint32), np.full(1, UNKNOWN, np.uint32))

    def __getstate__(self) -> tuple[Any, ...]:
        where = self.game, self.actions, self.settings, self._begun
        return *where, self.records().numpy()

    def __setstate__(self, parts: tuple[Any, ...]) -> None:
        game, actions, settings, begun, records = parts
        self.__init__(game, actions, settings)  # type: ignore[misc]
        self.start_from(*begun)
        self.set_records(records)

    # -- memory and kernels

    def _program(self, program: str) -> Kernels:
        if program not in self._programs:
            self._programs[program] = self.device.kernels(self.plan, program)
        return self._programs[program]

    def _slots(self) -> Memory:
        return self.device.allocate(4 * self.settings.slots * self._slot_words)

    def _put(self, array: Array) -> Memory:
        """A copy on the device."""
        memory = self.device.allocate(array.nbytes)
        if array.nbytes:
            memory.write(np.ascontiguousarray(array).tobytes())
        return memory

    def _new(self, shape: tuple[int, ...], dtype: Any) -> DeviceArray:
        kind = np.dtype(dtype)
        size = int(np.prod(shape, dtype=np.int64)) * kind.itemsize
        return DeviceArray(self.device, self.device.allocate(size), shape, kind)

    @cached_property
    def _numbering(self) -> Numbering:
        """The numbers of moves, made when they are first needed."""
        actions = self.actions
        kind, planes = NAMES.index(actions.name), len(actions.planes)
        tables: list[Array] = []
        if actions.name == "planes":
            tables = [actions.plane_of, np.array(actions.planes, np.int32)]
        elif actions.name == "pairs":
            tables = [actions.index, np.stack((actions.origins, actions.targets), axis=1)]
        self._kept = [self._put(table) for table in tables]
        places, moves = [memory.address for memory in self._kept] if tables else (0, 0)
        return Numbering(kind, actions.size, planes, 0, places, moves)

    def _spans(self, program: str, most: int | None = None) -> Iterator[Span]:
        """All slots, in as many parts as the memory for walking asks for, or `most`."""
        slots = self.settings.slots
        if not slots:
            return
        kernels = self._program(program)
        part = threads_for(self.device, kernels, self.plan, slots)
        if self._scratch is None:
            self._scratch = scratch_for(self.device, kernels, self.plan, part)
        part = part if most is None else min(part, most)
        for first in range(0, slots, part):
            yield Span(first, min(first + part, slots))

    def _launch(self, program: str, kernel: str, threads: int, *arguments: Any) -> None:
        if threads:
            self._program(program).launch(kernel, threads, *arguments)

    def _room(self) -> Memory:
        if self._spare is None:
            self._spare = self._slots()
        return self._spare

    def _swap(self) -> None:
        self._memory, self._spare = self._room(), self._memory

    @property
    def _walking(self) -> c_void_p:
        return c_void_p(self._scratch.address if self._scratch else 0)

    # -- arrays of the caller

    def _parts(
        self, array: Any, name: str, items: tuple[str, ...], shape: tuple[int, ...]
    ) -> tuple[int, str, bool, bool]:
        """Address, type, whether it is on this device, and whether it can be written."""
        wanted = f"{name} is an array of {' or '.join(items)} with shape {shape}"
        if isinstance(array, DeviceArray):
            parts = array._memory.address, array.shape, array.dtype.name, *self.device.dlpack, True
        else:
            found = _core.array_parts(array)
            if found is None:
                raise TypeError(
                    f"{wanted}, its items one after the other, not {type(array).__name__}"
                )
            parts = found
        address, actual, item, kind, number, writable = parts
        if item not in items:
            raise TypeError(f"{wanted}, not of {item}")
        if tuple(actual) != shape:
            raise ValueError(f"{wanted}, not {tuple(actual)}")
        here = (kind, number) == self.device.dlpack
        if not here and kind != 1:
            raise ValueError(
                f"{name} is an array on {self.device.name} or NumPy's, not on another device"
            )
        if here and address % np.dtype(item).itemsize:
            raise ValueError(f"{wanted}, its items at addresses of whole items: copy it")
        return address, item, here, writable

    def _given(
        self, array: Any, name: str, items: tuple[str, ...], shape: tuple[int, ...]
    ) -> tuple[int, str, Any]:
        """The address of an array to be read, its type, and what keeps it there."""
        address, item, here, _ = self._parts(array, name, items, shape)
        if here:
            return address, item, array
        memory = self._put(self.host(array))
        return memory.address, item, memory

    def _result(
        self, out: Any, items: tuple[str, ...], shape: tuple[int, ...], dtype: Any, name: str
    ) -> tuple[Any, DeviceArray | None, int, str]:
        """What is returned in the end, an array to be copied there if it is not on the device, address and type."""
        if out is None:
            kind = np.dtype(dtype).name
            if kind not in items:
                raise TypeError(
                    f"{name} is an array of {' or '.join(items)} with shape {shape}, not of {kind}"
                )
            made = self._new(shape, dtype)
            return made, None, made._memory.address, kind
        address, item, here, writable = self._parts(out, name, items, shape)
        if not writable:
            raise ValueError(f"{name} is an array that can be written")
        if here:
            return out, None, address, item
        if not isinstance(out, np.ndarray):
            raise TypeError(f"{name} is an array on {self.device.name} or NumPy's")
        made = self._new(shape, item)
        return out, made, made._memory.address, item

    @staticmethod
    def _done(out: Any, made: DeviceArray | None) -> Any:
        if made is not None:
            out[...] = made.numpy()
        return out

    def host(self, array: Any) -> Array:
        """Any array for NumPy."""
        if isinstance(array, np.ndarray | DeviceArray):
            return np.asarray(array)
        parts = _core.array_parts(array)
        if parts is None or parts[3] == 1:
            return np.asarray(array)
        address, shape, item, *_ = parts
        made = self._new(shape, item)
        if made.nbytes:
            made._memory.copy(address, made.nbytes)
        return made.numpy()

    # -- playing

    def start_from(self, boards: Array, plies: Array, status: Array) -> None:
        records = np.zeros((len(plies), self.words), np.uint32)
        core = _core.Batch(Actions(self.game, "squares").table, 1)
        core.pack(boards, plies, status, records)
        sets = packed_sets(self.plan, boards, self._program("look").set_words)
        rows = np.concatenate((sets, records[:, :1], records[:, 1:2]), axis=1)
        self._starts = self._put(rows.astype(np.uint32)), len(plies)
        self._begun = boards, plies, status

    @property
    def _series(self) -> Series:
        memory, count = self._starts
        how = self.settings
        flags = int(how.auto_reset), int(how.illegal_loses)
        return Series(how.seed, how.slots, count, memory.address, how.opening, *flags, 0)

    def _open(self, memory: Memory) -> None:
        """Plays the openings of games that have begun."""
        if not self.settings.opening:
            return
        slots = self.settings.slots
        self._cell.write(bytes(c_uint64(slots)))
        for span in self._spans("opening"):
            how = span, self._series, c_void_p(self._cell.address), self._walking
            games = span.last - span.first
            self._launch("opening", "open_games", games, c_void_p(memory.address), *how)
        if self._first(slots) >= 0:
            raise ValueError(
                f"opening is {self.settings.opening} plies, but of {TRIES} random games none went"
                " on after so many: choose a shorter one"
            )

    def begin(self, mask: Any | None) -> None:
        slots = self.settings.slots
        marks, _, kept = 0, "", None
        if mask is not None:
            marks, _, kept = self._given(mask, "mask", ("bool", "uint8"), (slots,))
        room = self._room()
        self._launch(
            "look",
            "begin_games",
            slots,
            c_void_p(self._memory.address),
            c_void_p(room.address),
            Span(0, slots),
            self._series,
            c_void_p(marks),
            c_uint32(mask is None),
        )
        self._open(room)
        self._swap()
        del kept

    def step(self, actions: Any, legal: Any | None) -> int:
        illegal = self._stepped(self._memory, self._room(), actions)
        if illegal < 0:
            self._swap()
            if legal is not None:
                self._legal(legal, "legal")
        return illegal

    def look_ahead(self, actions: Any, seen: Any) -> None:
        plain = self._sibling(auto_reset=False)
        plain.step(actions, None)
        plain.observe(seen, None)

    def _ply(
        self, kernel: str, source: Memory, target: Memory, span: Span, *parameters: Any
    ) -> None:
        """Play in a part of the slots, from one memory into another."""
        games = c_void_p(source.address), c_void_p(target.address)
        how = span, self._series, self._numbering
        program = kernel.partition("_")[0]
        self._launch(program, kernel, span.last - span.first, *games, *how, *parameters)

    def _stepped(self, source: Memory, target: Memory, actions: Any) -> int:
        slots = self.settings.slots
        address, item, kept = self._given(actions, "actions", ("int32", "int64"), (slots,))
        errors = not self.settings.illegal_loses
        if errors:
            self._cell.write(bytes(c_uint64(slots)))
        numbers = ActionNumbers(address, item == "int64", 0)
        for span in self._spans("step"):
            self._ply(
                "step", source, target, span, numbers, c_void_p(self._cell.address), self._walking
            )
        illegal = self._first(slots) if errors else -1
        del kept
        if self.settings.auto_reset and illegal < 0:
            self._open(target)
        return illegal

    def _first(self, slots: int) -> int:
        """What a kernel has found first, or -1."""
        found = c_uint64.from_buffer_copy(self._cell.read(8)).value
        return found if found < slots else -1

    def random(self, plies: int) -> Playouts:
        again = self.settings.auto_reset
        # With openings between games these are played after each ply.
        each = 1 if again and self.settings.opening else FIRST_PLIES
        most = 1 if again and self.settings.opening else MOST_PLIES
        source, target = self._memory, self._room()
        total = np.zeros(5, np.uint64)
        begun = False
        while self.settings.slots:
            now = min(plies, each)
            started = time.perf_counter()
            found = self._drawn(source, target, now, begun)
            took = time.perf_counter() - started
            total += found
            plies -= now
            source, begun = target, True
            if not plies or not (again or found[4]):
                break
            if took < SLICE / 2:
                each = min(2 * each, most)
            elif took > 2 * SLICE:
                each = max(1, each // 2)
        self._swap()
        return Playouts(*(int(number) for number in total[:4]))

    def _drawn(self, source: Memory, target: Memory, plies: int, keep: bool) -> Array:
        """Plays random plies and counts: wins of white and black, draws, plies, games that go on."""
        self._tallies.clear()
        for span in self._spans("random"):
            self._random(source, target, span, plies, keep, 0)
        if self.settings.auto_reset:
            self._open(target)
        data = self._tallies.read(TALLIES * ctypes.sizeof(Tally))
        found: Array = np.frombuffer(data, np.uint64).reshape(TALLIES, 5).sum(axis=0)
        return found

    def _random(
        self, source: Memory, target: Memory, span: Span, plies: int, keep: bool, actions: int
    ) -> None:
        how = c_uint32(plies), c_uint32(keep), c_void_p(actions)
        tallies = c_void_p(self._tallies.address), c_uint32(TALLIES)
        self._ply("random_plies", source, target, span, *how, *tallies, self._walking)

    def sample(self, out: Any | None) -> Any:
        shape = (self.settings.slots,)
        out, made, address, _ = self._result(out, ("int32",), shape, np.int32, "out")
        for span in self._spans("random"):
            self._random(self._memory, self._memory, span, 0, False, address)
        return self._done(out, made)

    # -- looking

    def legal(self, out: Any | None) -> Any:
        return self._legal(out, "out")

    def _legal(self, out: Any | None, name: str) -> Any:
        squares = self.actions.squares
        item, bits = ("uint32", 32) if squares <= 32 else ("uint64", 64)
        words = (squares + bits - 1) // bits
        shape = (self.settings.slots, squares, words)
        out, made, address, _ = self._result(out, (item,), shape, item, name)
        row = squares * words * bits // 32
        for span in self._spans("moves"):
            rows = Bits(address + 4 * row * span.first, 1, row, row, 0)
            self._move_bits(span, rows, words * bits, False)
        return self._done(out, made)

    @property
    def _games(self) -> tuple[c_void_p, c_uint64]:
        """The parameters of a kernel that say where the games are, and how many."""
        return c_void_p(self._memory.address), c_uint64(self.settings.slots)

    def _move_bits(self, span: Span, rows: Bits, stride: int, ended: bool) -> None:
        self._launch(
            "moves",
            "move_bits",
            span.last - span.first,
            *self._games,
            span,
            self._numbering,
            rows,
            c_uint32(stride),
            c_uint32(ended),
            self._walking,
        )

    def _parts_of(self, program: str, row: int) -> Iterator[tuple[Span, Bits, Memory]]:
        """Parts of all slots, and memory for the bits of their rows, of so many items each."""
        words = (row + 31) // 32
        games = max(1, min(MOST_BITS // (4 * words), (1 << 31) // row, self.settings.slots))
        games = games // 16 * 16 or games  # so that parts begin at multiples of sixteen bytes
        size = 4 * games * (words + 1)
        for span in self._spans(program, games):
            if self._bits is None or self._bits[1] < size:
                # It is kept: to give memory back is to wait for the GPU.
                self._bits = self.device.allocate(size), size
            memory = self._bits[0]
            yield span, Bits(memory.address, games, 1, words, 0), memory

    def _spread(
        self, span: Span, rows: Bits, address: int, row: int, size: int, used: int, planes: int
    ) -> None:
        """Bits to items of so many bytes."""
        games = span.last - span.first
        place = address + span.first * row * size
        aligned = place % 16 == 0
        items = Items(place, used, games, row, planes, max(planes - 2, 0), aligned, 0)
        threads = -(-games * row * size // 16)
        self._launch("look", f"spread{size}", threads, rows, items)

    def mask(self, out: Any | None, dtype: Any, ended: bool) -> Any:
        row = self.actions.size
        shape = (self.settings.slots, row)
        out, made, address, _ = self._result(out, BYTES, shape, dtype, "out")
        for span, rows, _memory in self._parts_of("moves", row):
            self._move_bits(span, rows, 0, ended)
            self._spread(span, rows, address, row, 1, 0, 0)
        return self._done(out, made)

    def observe(self, out: Any | None, dtype: Any) -> Any:
        items = ("float32", "float16", "uint8", "int8", "bool")
        shape = (self.settings.slots, *self._seen)
        out, made, address, item = self._result(out, items, shape, dtype, "out")
        size = np.dtype(item).itemsize
        row = int(np.prod(self._seen))
        for span, rows, memory in self._parts_of("look", row):
            used = memory.address + 4 * rows.by_word * rows.count
            self._launch(
                "look",
                "seen_bits",
                span.last - span.first,
                *self._games,
                span,
                rows,
                c_void_p(used),
                c_uint32((1, 2, 4).index(size)),
                c_double(max(self.game.turn_limit, 1)),
            )
            planes = self._seen[2] if size > 1 else 0
            self._spread(span, rows, address, row, size, used, planes)
        return self._done(out, made)

    def boards(self) -> Any:
        made = self._new((self.settings.slots, self.game.height, self.game.width), np.uint8)
        squares = self.settings.slots * self.actions.squares
        self._launch("look", "boards", squares, *self._games, c_void_p(made._memory.address))
        return made

    def fact(self, name: str) -> Any:
        dtype, shape = FACTS[name]
        slots = self.settings.slots
        made = self._new((slots, *shape), dtype)
        self._launch(
            "look",
            "facts",
            slots,
            *self._games,
            c_uint32(list(FACTS).index(name)),
            c_uint32(self.settings.auto_reset),
            c_void_p(made._memory.address),
        )
        return made

    # -- records

    def heads(self) -> tuple[Array, Array]:
        records = self.records().numpy()
        return records[:, 0], records[:, 1]

    def records(self) -> Any:
        return self._written(self._memory)

    def _written(self, memory: Memory) -> DeviceArray:
        slots = self.settings.slots
        made = self._new((slots, self.words), np.uint32)
        rows = Records(made._memory.address, self._code_planes, self._plane_words)
        self._launch("look", "records", slots, c_void_p(memory.address), c_uint64(slots), rows)
        return made

    def _read(self, records: Any, memory: Memory) -> None:
        slots = self.settings.slots
        shape = (slots, self.words)
        if not isinstance(records, DeviceArray) and not hasattr(records, "__dlpack__"):
            records = np.asarray(records)
        address, _, kept = self._given(records, "state", ("uint32",), shape)
        self._cell.write(bytes(c_uint64(slots)))
        rows = Records(address, self._code_planes, self._plane_words)
        where = c_void_p(memory.address), c_uint64(slots), rows
        self._launch("look", "set_records", slots, *where, c_void_p(self._cell.address))
        wrong = self._first(slots)
        del kept
        if wrong >= 0:
            raise ValueError(f"record {wrong} is not of a position of this game")

    def set_records(self, records: Any) -> None:
        self._read(records, self._room())
        self._swap()

    def after(self, records: Any, actions: Any) -> tuple[Any, int]:
        before, later = self._slots(), self._slots()
        self._read(records, before)
        illegal = self._stepped(before, later, actions)
        return self._written(later), illegal

    def _sibling(self, **settings: Any) -> CudaBackend:
        """The same games with other settings."""
        new = object.__new__(CudaBackend)
        new.__dict__.update(self.__dict__)
        new.settings = replace(self.settings, **settings)
        new._cell = self.device.allocate(8)
        new._tallies = self.device.allocate(TALLIES * ctypes.sizeof(Tally))
        new._spare = new._scratch = None
        return new

    def taken(self, indices: Array) -> CudaBackend:
        new = self._sibling(slots=len(indices))
        new._memory = new._slots()
        wanted = self._put(indices)
        self._launch(
            "look",
            "take_slots",
            len(indices) * self._slot_words,
            *self._games,
            c_void_p(new._memory.address),
            c_uint64(len(indices)),
            c_uint32(self._slot_words),
            c_void_p(wanted.address),
        )
        self.device.synchronize()
        return new
