"""Ctrl-C ends long calls of batches, and leaves the games as they were."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from tests.cli.helpers import environment
from tests.patience import ends


@pytest.mark.process
@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_is_heard_and_nothing_has_moved(threads: int) -> None:
    program = f"""
import sbg
batch = sbg.Batch("gardner", 3, auto_reset=True, threads={threads})
batch.step_random(5)
before = batch.state.tobytes()
print("ready", flush=True)
try:
    batch.step_random(10**14)
except KeyboardInterrupt:
    print("interrupted", batch.state.tobytes() == before, flush=True)
"""
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, env=environment()
    )
    assert process.stdout is not None
    assert process.stdout.readline().strip() == b"ready"
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    with ends():  # it would take years
        assert process.stdout.readline().strip() == b"interrupted True"
        process.stdout.close()
        process.wait(timeout=30)
