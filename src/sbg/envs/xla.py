"""Registers games with XLA, so that compiled programs can call the native core."""

from __future__ import annotations

from sbg import _core
from sbg.arrays.batch import Batch
from sbg.arrays.cpu import CpuBackend


class XlaGame:
    """The rules of a batch under a key, by which compiled programs find them for as long as this lives.

    A program is a function of its arrays alone, so all that decides about results is in the key: equal keys are equal
    games, also in another process that has the program from a cache.
    """

    def __init__(self, batch: Batch) -> None:
        backend = batch._backend
        if not isinstance(backend, CpuBackend):
            raise ValueError("programs of XLA step games of a batch on the processor")
        encoding, settings = batch.encoding, backend.settings
        illegal = "loss" if settings.illegal_loses else "error"
        self.key = (
            f"{encoding.rules}/{encoding.actions}-{encoding.version}/{illegal}/{settings.threads}"
        )
        self._registered = _core.XlaGame(backend.numbered, self.key)


def targets() -> dict[str, object]:
    """The functions by the names under which they are to be registered, as capsules for XLA.

    All take records (uint32 with any axes before the last) and the attribute `game`, a key. `sbg_step` also takes an
    action for each and gives records, `sbg_mask` gives bool masks, all true for games that are over, and `sbg_observe`
    gives float32 planes.
    """
    return _core.xla_targets()
