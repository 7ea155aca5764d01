"""The interfaces of jobs: what a piece of work, a task, a result and a pool are.

A `Work` is pickled and sent to every process once; there it makes a `Worker`, which does one task after the other.
Tasks and results are pickled too. Every task has a number, which comes back with its result.
"""

from __future__ import annotations

import base64
import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")
_Task_contra = TypeVar("_Task_contra", contravariant=True)
_Result_co = TypeVar("_Result_co", covariant=True)


class Worker(Protocol[_Task_contra, _Result_co]):
    """Does tasks in a process of its own."""

    @property
    def spent(self) -> bool:
        """Whether the process had better end before the next task, such as after a call that never came back."""
        ...

    def do(self, task: _Task_contra, /) -> _Result_co:
        """Do a task. A task whose worker raises an exception has failed."""
        ...

    def close(self) -> None:
        """Give back what the worker holds."""
        ...


class Work(Protocol[_Task_contra, _Result_co]):
    """What is to be done with each task; it can be pickled."""

    def worker(self) -> Worker[_Task_contra, _Result_co]:
        """Somebody who does it, in the process that will."""
        ...


@dataclass(frozen=True, slots=True)
class Calls(Generic[Task, Result]):
    """Work that is a function of a module, called with each task."""

    function: Callable[[Task], Result]

    @property
    def spent(self) -> bool:
        return False

    def worker(self) -> Calls[Task, Result]:
        return self

    def do(self, task: Task, /) -> Result:
        return self.function(task)

    def close(self) -> None:
        """Nothing to give back."""


@dataclass(frozen=True, slots=True)
class Done(Generic[_Result_co]):
    """A task that is done."""

    number: int
    result: _Result_co


@dataclass(frozen=True, slots=True)
class Failed:
    """A task that could not be done, and why."""

    number: int
    reason: str


Numbered: TypeAlias = Iterable[tuple[int, Task]]

Tasks: TypeAlias = Iterable[tuple[int, Task] | None]
"""Tasks with their numbers; None says that the next one depends on a result that has not come yet."""


class Pool(Protocol[_Task_contra, _Result_co]):
    """Processes that do tasks."""

    def run(
        self, tasks: Iterable[tuple[int, _Task_contra] | None], /
    ) -> Iterator[Done[_Result_co] | Failed]:
        """Do tasks and give each result as soon as it is there.

        Where the tasks yield None, they are asked again after a result has been given and the next one is asked for.
        """
        ...

    def close(self) -> None:
        """Leave off at once; tasks under way are not finished."""
        ...


def in_order(pool: Pool[Task, Result], tasks: Numbered[Task]) -> Iterator[Done[Result] | Failed]:
    """The results of tasks in the order of the tasks, each as soon as all before it are there."""
    order: deque[int] = deque()

    def noted() -> Iterator[tuple[int, Task]]:
        for number, task in tasks:
            order.append(number)
            yield number, task

    waiting: dict[int, Done[Result] | Failed] = {}
    for answer in pool.run(noted()):
        waiting[answer.number] = answer
        while order and order[0] in waiting:
            yield waiting.pop(order.popleft())


def pack(value: object) -> str:
    """A value as a line of text."""
    return base64.b64encode(pickle.dumps(value)).decode()


def unpack(line: str | bytes) -> Any:
    """The value of a line that `pack` made."""
    return pickle.loads(base64.b64decode(line))
