"""A process that lines are exchanged with: what is read, and what is said when it misbehaves."""

from __future__ import annotations

import sys
import time

import pytest

from sbg.jobs import process
from sbg.jobs.process import LineProcess, ProcessFailure

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
