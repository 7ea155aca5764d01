"""Measures several rates in turns, so that a busy machine affects all of them alike."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import TypeAlias, TypeVar

T = TypeVar("T")


@dataclass
class Spent:
    """So many things done, and the seconds of processor time (of all threads) and by the clock that they took."""

    count: int = 0
    processor: float = 0.0
    clock: float = 0.0

    def add(self, count: int, call: Callable[[], T]) -> T:
        """Call, and count it."""
        clock, processor = time.perf_counter(), time.process_time()
        result = call()
        self.processor += time.process_time() - processor
        self.clock += time.perf_counter() - clock
        self.count += count
        return result

    @classmethod
    def once(cls, count: int, call: Callable[[], object]) -> Spent:
        """What one call took."""
        spent = cls()
        spent.add(count, call)
        return spent


Rates: TypeAlias = dict[str, dict[str, float]]


@dataclass
class Rate:
    """Things a second, the best of some rounds."""

    processor: float = 0.0
    clock: float = 0.0


def best(rounds: int, measured: Mapping[str, Callable[[], Spent]]) -> Rates:
    """By name the best rates of so many rounds, in each of which all are measured one after the other."""
    found = {name: Rate() for name in measured}
    for _ in range(rounds):
        for name, measure in measured.items():
            spent, rate = measure(), found[name]
            rate.processor = max(rate.processor, spent.count / spent.processor)
            rate.clock = max(rate.clock, spent.count / spent.clock)
    return {name: asdict(rate) for name, rate in found.items()}
