"""The program of a worker process: reads tasks as lines, does them, and prints their results.

The first line is the work, then each line is a task and is answered by a line: whether it was done, and its result or
what went wrong. The process ends with its input, and after a task that went wrong.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import Any, BinaryIO

from sbg.base.jobs.work import Worker, pack, unpack


def serve(lines: BinaryIO, answers: BinaryIO) -> None:
    """Do what the lines say."""
    worker: Worker[Any, Any] = unpack(lines.readline()).worker()
    try:
        for line in lines:
            fine, answer = _do(worker, unpack(line))
            answers.write(pack((fine, answer)).encode() + b"\n")
            answers.flush()
            if worker.spent or not fine:
                # A thread may still be busy in here, and would keep the process: the next task gets a new one.
                worker.close()
                os._exit(0)
    finally:
        worker.close()


def _do(worker: Worker[Any, Any], task: Any) -> tuple[bool, Any]:
    try:
        return True, worker.do(task)
    except Exception as problem:
        return False, f"{type(problem).__name__}: {problem}"


def main() -> None:
    """Serve stdin and stdout; what is printed meanwhile goes to stderr."""
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # the process that started us decides what Ctrl-C means
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
