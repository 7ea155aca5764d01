"""The command line `sbg`: reads the arguments, runs a command, and turns errors into exit codes.

Exit codes: 0 no errors; 1 errors in a file, or the answer is no; 2 misuse, including a file that cannot
be read; 3 undecided; 130 interrupted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

_INTERRUPTED = 130  # 128 + SIGINT, as shells have it
_PIPE_CLOSED = 141  # 128 + SIGPIPE
_OUR_MISTAKE = 70  # EX_SOFTWARE


def main() -> NoReturn:
    """The command `sbg`."""
    sys.exit(run(sys.argv[1:]))


def run(words: Sequence[str]) -> int:
    """Carry out a command line and give its exit code; nothing is raised, whatever happens."""
    try:
        return _dispatch(words)
    except KeyboardInterrupt:
        return _interrupted()
    except BrokenPipeError:
        # Whoever read our output has seen enough. What is still buffered must go somewhere at exit.
        _discard_output()
        return _PIPE_CLOSED
    except OSError as problem:
        _discard_output()
        return _complain(f"input or output failed: {problem.strerror or problem}", 2)
    except MemoryError:
        return _complain("there is not enough memory for this", 2)
    except ImportError as problem:
        if problem.name is not None:  # Python could not find something, which is our mistake
            return _our_mistake(problem)
        return _complain(str(problem), 2)
    except Exception as problem:
        return _our_mistake(problem)


def _our_mistake(problem: Exception) -> int:
    if "SBG_TRACEBACK" in os.environ:
        raise problem
    return _complain(f"a mistake in sbg itself: {type(problem).__name__}: {problem}", _OUR_MISTAKE)


def _dispatch(words: Sequence[str]) -> int:
    from sbg.app.cli import app, terminal
    from sbg.base.errors import SbgError
    from sbg.language.syntax import InvalidGameError

    terminal.prepare()
    try:
        code = app.call(list(words))
        terminal.flush()
        return code
    except terminal.Misuse as misuse:
        terminal.error(str(misuse), misuse.help)
        return misuse.code
    except InvalidGameError as problem:
        terminal.diagnostics(problem.diagnostics)
        return 1
    except SbgError as problem:
        terminal.error(str(problem))
        return 2


def _interrupted() -> int:
    from sbg.app.cli import terminal

    terminal.note("interrupted")
    return _INTERRUPTED


def _complain(message: str, code: int) -> int:
    from sbg.app.cli import terminal

    help = (
        "set SBG_TRACEBACK=1 to see where, and please report it" if code == _OUR_MISTAKE else None
    )
    terminal.error(message, help)
    return code


def _discard_output() -> None:
    if sys.stdout is None:
        return
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, sys.stdout.fileno())
    os.close(devnull)
