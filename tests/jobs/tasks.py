"""Work for the tests of pools: functions that worker processes import, some of which go wrong."""

from __future__ import annotations

import os
import signal
import threading
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Square:
    """A result as a file keeps it."""

    id: int
    value: int
    process: int = 0
    note: str = ""
    seconds: float = 0.0

    def __post_init__(self) -> None:
        if self.value != self.id**2:
            raise ValueError(f"{self.value} is not the square of {self.id}")


def square(number: int) -> Square:
    """A task that is done at once."""
    return Square(number, number * number, os.getpid())


def late(number: int) -> int:
    """Even numbers take longer than odd ones."""
    time.sleep(0.0 if number % 2 else 0.05)
    return number


def odd_only(number: int) -> int:
    """A task that raises an exception for even numbers."""
    if number % 2 == 0:
        raise ValueError(f"{number} is\neven")
    return number


def speak(number: int) -> int:
    """A task that prints, which must not disturb the answers."""
    print("hello", number)
    return number


@dataclass(frozen=True)
class DiesOnce:
    """Work whose processes are killed in the middle of a task, once for each task."""

    folder: str

    def worker(self) -> DiesOnce:
        return self

    @property
    def spent(self) -> bool:
        return False

    def do(self, number: int, /) -> int:
        seen = Path(self.folder) / str(number)
        if not seen.exists():
            seen.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return number

    def close(self) -> None:
        """Nothing to give back."""


def kill_always(number: int) -> int:
    """A task that kills every process that begins it, if it is number 3."""
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


class _Stuck:
    """A worker that leaves a thread behind, as a player does that never comes back."""

    spent = False

    def do(self, number: int, /) -> int:
        threading.Thread(target=time.sleep, args=(600,), daemon=False).start()
        self.spent = True
        return os.getpid()

    def close(self) -> None:
        """Nothing to give back."""


@dataclass(frozen=True)
class GetsStuck:
    """Work whose processes must not be used twice."""

    def worker(self) -> _Stuck:
        return _Stuck()
