"""Fills tables of exact values, in memory or in a folder from which the work can be resumed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, TypeAlias, TypeGuard

import numpy as np
from numpy.typing import NDArray

from sbg.base import files
from sbg.base.limits import MAX_NUMBER
from sbg.exact.solving.folder import WorkFolder
from sbg.exact.solving.plan import Plan

Values: TypeAlias = NDArray[np.uint8] | NDArray[np.uint16]
Report: TypeAlias = Callable[[float], None]
"""Is told what share of the work is done."""

_SLICE = 1.0
"""Seconds of work between two reports."""


class Storage:
    """The values of all halves in one array, and how far the work has come."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.offsets: dict[int, int] = {}
        total = 0
        for unit in plan.units:
            for half in unit:
                self.offsets[half] = total
                total += plan.tables.size(half) + 63 & ~63
        self.total = max(total, 1)
        self.wide: dict[int, NDArray[np.uint16]] = {}
        self.finished = 0
        self.level = 0
        self.narrow = self._allocate()

    def _allocate(self) -> NDArray[np.uint8]:
        return np.zeros(self.total, np.uint8)

    def values(self, half: int) -> Values:
        """The values of a half."""
        if half in self.wide:
            return self.wide[half]
        return self.narrow[self.offsets[half] :][: self.plan.tables.size(half)]

    def widen(self, half: int) -> None:
        """Begin a half anew, with room for longer distances."""
        self.wide[half] = np.zeros(max(self.plan.tables.size(half), 1), np.uint16)

    def clear(self, half: int) -> None:
        """Forget what is known of a half."""
        self.values(half)[:] = 0

    def note(self, finished: int, level: int, now: bool = False) -> None:
        """Remember how many units are finished, and the level of the next."""
        self.finished, self.level = finished, level

    def remove(self) -> None:
        """Leave nothing behind."""

    def close(self) -> None:
        """Let go of the folder, where there is one."""


class FolderStorage(Storage):
    """The same in a folder. The values are a file that is mapped into memory: what was written is kept."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.folder = WorkFolder(folder, fingerprint(plan))
        self.saved = 0.0
        self._every = 1.0
        try:
            state = self.folder.state
            super().__init__(plan)
            if self._goes_on(state):
                self.finished, self.level = state["finished"], state["level"]
            elif not self.begun:
                self.narrow[:] = 0
                self.wide.clear()
            self.note(self.finished, self.level, now=True)
        except BaseException as error:
            if self.folder.fresh:
                self.folder.remove()
            self.folder.close()
            if isinstance(error, OSError):
                raise files.failed(folder, error) from None
            raise

    def _goes_on(self, state: dict[str, Any]) -> bool:
        """Whether what was noted can be gone on with: numbers that make sense, and all values."""
        finished, level, wide = (state.get(name) for name in ("finished", "level", "wide"))
        if self.begun or not (_is_number(finished, len(self.plan.units)) and _is_number(level)):
            return False
        if not isinstance(wide, list) or not all(
            _is_number(half) and half in self.offsets for half in wide
        ):
            return False
        for half in wide:
            size = 2 * max(self.plan.tables.size(half), 1)
            path = self.folder.path / f"wide-{half}"
            if not path.exists() or path.stat().st_size != size:
                return False
            self.wide[half] = np.memmap(path, np.uint16, "r+")
        return True

    def _made(self, name: str, kind: type, size: int) -> NDArray[Any]:
        """A file of zeros that has its room on the disk: a full one must be told now, and not while it is used."""
        path = self.folder.path / name
        path.unlink(missing_ok=True)
        with open(path, "xb") as file:
            try:
                files.reserve(file.fileno(), max(size, 1) * np.dtype(kind).itemsize)
            except OSError:
                path.unlink()
                raise
        return np.memmap(path, kind, "r+")

    def _allocate(self) -> NDArray[np.uint8]:
        path = self.folder.path / "values"
        known = path.exists() and path.stat().st_size == self.total and bool(self.folder.state)
        self.begun = not known
        return (
            np.memmap(path, np.uint8, "r+") if known else self._made("values", np.uint8, self.total)
        )

    def widen(self, half: int) -> None:
        size = self.plan.tables.size(half)
        self.wide[half] = self._made(f"wide-{half}", np.uint16, size)

    def note(self, finished: int, level: int, now: bool = False) -> None:
        super().note(finished, level)
        begun = monotonic()
        if not now and begun - self.saved < self._every:
            return
        # What is noted must be on the disk before the note is: the machine may stop between them.
        for values in (self.narrow, *self.wide.values()):
            values.flush()  # type: ignore[attr-defined]
        self.folder.note({"finished": finished, "level": level, "wide": sorted(self.wide)})
        self.saved = monotonic()
        self._every = max(1.0, 20 * (self.saved - begun))

    def remove(self) -> None:
        self.folder.remove()

    def close(self) -> None:
        self.folder.close()


def _is_number(value: object, most: int = MAX_NUMBER) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def fingerprint(plan: Plan) -> str:
    """What work is about: equal for equal tables of equal games."""
    text = json.dumps(
        [
            plan.start.game.rules_hash,
            plan.scheme,
            plan.start.fen if plan.scheme == "reachable" else "",
            [(kind.code, kind.squares) for kind in plan.kinds],
            plan.classes,
            plan.flips,
            plan.mirrors,
            plan.men.turns,
            *([plan.loud] if plan.loud else []),
        ]
    )
    return hashlib.sha256(text.encode()).hexdigest()


def fill(plan: Plan, storage: Storage, threads: int, report: Report) -> None:
    """Find all values, from where the storage says on."""
    tables = plan.tables
    entries = plan.entries or 1
    done = 0
    for number, unit in enumerate(plan.units):
        for half in unit:
            tables.attach(half, storage.values(half), half in storage.wide)
        size = sum(tables.size(half) for half in unit)
        if number >= storage.finished:
            filler = _Filler(plan, storage, threads, number, unit)
            filler.run(partial(_report_share, report, done, size, entries))
            storage.note(number + 1, 0)
        done += size
        report(done / entries)
    storage.note(len(plan.units), 0, now=True)


def _report_share(report: Report, done: int, size: int, entries: int, share: float) -> None:
    report((done + share * size) / entries)


class _Filler:
    """The work on one unit."""

    def __init__(
        self, plan: Plan, storage: Storage, threads: int, number: int, unit: tuple[int, ...]
    ) -> None:
        self.plan, self.storage, self.threads = plan, storage, threads
        self.number, self.unit = number, unit

    def run(self, report: Report) -> None:
        acyclic = self.plan.acyclic(self.unit)
        while not (self._settle(report) if acyclic else self._sweep(report)):
            # Distances do not fit into bytes: all of them anew, as words.
            for half in self.unit:
                self.storage.widen(half)
                self.plan.tables.attach(half, self.storage.values(half), True)
            self.storage.note(self.number, 0, now=True)

    def _settle(self, report: Report) -> bool:
        """Whether all went well; what is known already is kept."""
        tables = self.plan.tables
        sizes = [tables.size(half) for half in self.unit]
        settled = 0
        for half, size in zip(self.unit, sizes, strict=True):
            at = 0
            while at < size:
                found = tables.settle(half, at, _SLICE, self.threads)
                if found.overflow:
                    return False
                at = found.next
                settled += found.entries
                report(min(settled / sum(sizes), 1.0))
                self.storage.note(self.number, 0)
        return True

    def _sweep(self, report: Report) -> bool:
        level = self.storage.level if self.number == self.storage.finished else 0
        if level == 0:
            for half in self.unit:
                self.storage.clear(half)
        while True:
            found = self.plan.tables.sweep(self.unit, level, _SLICE, self.threads)
            if found.overflow:
                return False
            if found.done:
                return True
            level = found.level
            self.storage.note(self.number, level)
            report(1 - 0.9**level)
