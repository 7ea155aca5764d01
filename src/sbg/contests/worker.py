"""A contest and one game after the other in, as lines; their results out. Runs as a process of its own.

The first line is the contest, pickled, in base64; then each line is a game to be played, and is answered by a line
with its result, both as JSON. The process ends with its input.
"""

from __future__ import annotations

import base64
import json
import os
import pickle
import signal
import sys
from dataclasses import asdict
from typing import BinaryIO

from sbg.contests.plan import Contest, Task
from sbg.contests.referee import GameResult, Referee


def pack(contest: Contest) -> str:
    """A contest as a line."""
    return base64.b64encode(pickle.dumps(contest)).decode()


def unpack(line: str | bytes) -> Contest:
    """A contest from a line that `pack` made."""
    contest = pickle.loads(base64.b64decode(line))
    assert isinstance(contest, Contest)
    return contest


def write_task(task: Task) -> str:
    """A game to be played, as a line."""
    return json.dumps(asdict(task))


def read_task(line: str | bytes) -> Task:
    """A game to be played, from its line."""
    values = json.loads(line)
    return Task(**values | {"opening": tuple(values["opening"])})


def read_result(line: str) -> GameResult:
    """The result of a game, from the line of a worker."""
    return GameResult(**json.loads(line))


def serve(lines: BinaryIO, answers: BinaryIO) -> None:
    """Play what the lines say."""
    referee = Referee(unpack(lines.readline()))
    try:
        for line in lines:
            result = referee.play(read_task(line))
            answers.write(json.dumps(asdict(result)).encode() + b"\n")
            answers.flush()
            if referee.stuck:
                # A player is still busy with a call in here; the next game gets a new process.
                referee.close()
                os._exit(0)
    finally:
        referee.close()


def main() -> None:
    """Serve stdin and stdout; what players print goes to stderr."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started us decides what Ctrl-C means
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
