"""A process that lines are exchanged with: what is read, and what is said when it misbehaves."""

from __future__ import annotations

import sys
import time

import pytest

from sbg.base.jobs import process
from sbg.base.jobs.process import LineProcess, ProcessFailure

PATIENCE = 60.0


def python(code: str) -> list[str]:
    return [sys.executable, "-S", "-u", "-c", code]


def test_lines_go_in_and_out() -> None:
    echo = LineProcess(python("for line in iter(input, 'end'): print(line.upper())"))
    echo.write("one")
    echo.write("zwei ü")
    deadline = time.monotonic() + PATIENCE
    assert [echo.read(deadline, "") for _ in range(2)] == ["ONE", "ZWEI Ü"]
    assert echo.read(time.monotonic(), "") is None
    echo.close("end")


NODE = """node:internal/modules/cjs/loader:1210
  throw err;
  ^

Error: Cannot find module '/games/alcie.js'
    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15)
    at node:internal/main/run_main_module:28:49 {
  code: 'MODULE_NOT_FOUND',
  requireStack: []
}

Node.js v20.20.2
"""


@pytest.mark.parametrize(
    ("said", "telling"),
    [
        (NODE, "Error: Cannot find module '/games/alcie.js'"),
        (
            'Traceback:\n  File "a.py", line 1\n    raise ValueError(1)\nValueError: 1\n',
            "ValueError: 1",
        ),
        (
            "thread 'main' panicked at src/main.rs:2:5:\nno book\nnote: run with `RUST_BACKTRACE=1`\n",
            "thread 'main' panicked at src/main.rs:2:5: no book",
        ),
        (
            "terminate called after throwing an instance of 'std::runtime_error'\n  what():  no book\n",
            "terminate called after throwing an instance of 'std::runtime_error' what():  no book",
        ),
        (
            "Exception in thread main X: no book\n\tat T.main(T.java:1)",
            "Exception in thread main X: no book",
        ),
        ("first\nlast\n", "last"),
        ("", ""),
    ],
)
def test_of_what_a_program_wrote_the_telling_line_is_shown(said: str, telling: str) -> None:
    assert process.telling(said) == telling


@pytest.mark.parametrize(
    ("code", "kind", "detail"),
    [
        ("raise SystemExit(3)", "crash", "ended with exit code 3 at once"),
        (
            "import sys; print('first\\nlast', file=sys.stderr); sys.exit(1)",
            "crash",
            "ended with exit code 1 at once (last)",
        ),
        (
            "import os; os.kill(os.getpid(), 9)",
            "crash",
            "was ended by signal SIGKILL at once",
        ),
        ("print('x' * 100_000)", "nonsense", "wrote a line without an end"),
        ("while True: print('x' * 1000)", "nonsense", "wrote far too many lines"),
    ],
)
def test_what_went_wrong_is_said(code: str, kind: str, detail: str) -> None:
    made = LineProcess(python(code), volume_bytes=200_000)
    with pytest.raises(ProcessFailure) as caught:
        list(iter(lambda: made.read(time.monotonic() + PATIENCE, "at once"), None))
    made.close()
    assert (caught.value.kind, caught.value.detail) == (kind, detail)


def test_a_command_that_does_not_exist() -> None:
    with pytest.raises(
        ProcessFailure, match="crash: could not be started: there is no command `no-such-command`"
    ):
        LineProcess(["no-such-command"])


def test_one_that_does_not_read_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_WRITE_SECONDS", 0.3)
    deaf = LineProcess(python("import time; time.sleep(600)"))
    with pytest.raises(ProcessFailure, match="hang: did not read what was written to it"):
        deaf.write("x" * 1_000_000)
    deaf.close()
