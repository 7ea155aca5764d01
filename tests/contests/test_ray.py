"""Contests on a cluster: two machines, played by two groups of processes here, one of which is killed mid-match.

`make test-extras` installs Ray and runs these.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.helpers import environment, sbg
from tests.contests.test_contests import rows
from tests.players.helpers import MARK, living, rogue, wait_for

pytestmark = pytest.mark.extras("ray")

GAMES = 30
WORDS = ["random", rogue("late"), "--game", "breakthrough5", "--games", str(GAMES)]
WORDS += ["--move-time", "60"]  # so slow is nobody: the rogue plays an illegal move after 0.7 s


class Cluster:
    """A head without workers, and two machines with one worker each."""

    def __init__(self, folder: str, mark: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"127.0.0.1:{port}"
        self.env = environment(**{MARK: mark, "RAY_DISABLE_MEMORY_MONITOR": "1"})
        common = ["--disable-usage-stats", "--block", "--object-store-memory=80000000"]
        head = ["--head", f"--port={port}", "--num-cpus=0", "--include-dashboard=false"]
        self.machines = [self._start(*head, f"--temp-dir={folder}", *common)]
        try:
            assert wait_for(lambda: self._workers() == 0)
            for number in (
                1,
                2,
            ):  # one after the other: at the same time they may choose the same ports
                join = [f"--address={self.address}", "--num-cpus=1", *common]
                self.machines.append(self._start(*join))
                assert wait_for(lambda: self._workers() == number)  # noqa: B023
        except BaseException:
            self.close()
            raise

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "ray.scripts.scripts", "start", *words],
            env=self.env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def _workers(self) -> int | None:
        """How many workers there are; None if there is no cluster."""
        code = (
            "import ray, sys; ray.init(address=sys.argv[1], log_to_driver=False, "
            "logging_level='error'); print(int(ray.cluster_resources().get('CPU', 0)))"
        )
        done = subprocess.run(
            [sys.executable, "-c", code, self.address],
            env=self.env,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        return int(done.stdout.split()[-1]) if done.returncode == 0 else None

    def kill(self, number: int) -> None:
        """Pull the plug of a machine."""
        os.killpg(self.machines[number].pid, signal.SIGKILL)
        self.machines[number].wait()

    def close(self) -> None:
        """Pull all plugs that are left."""
        for number, machine in enumerate(self.machines):
            if machine.poll() is None:
                self.kill(number)


@pytest.fixture
def mark() -> str:
    return uuid.uuid4().hex


@pytest.fixture
def cluster(mark: str) -> Iterator[Cluster]:
    folder = tempfile.mkdtemp(prefix="ray", dir="/tmp")  # paths of sockets must be short
    try:
        made = Cluster(folder, mark)
        yield made
        made.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def test_a_worker_and_a_machine_are_killed_and_nothing_is_lost(
    tmp_path: Path, cluster: Cluster, mark: str
) -> None:
    path = tmp_path / "r.sqlite"
    words = [*WORDS, "--results", "r.sqlite", "--json", "--ray", cluster.address]
    process = subprocess.Popen(
        [sys.executable, "-m", "sbg", "match", *words],
        cwd=tmp_path,
        env=cluster.env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert wait_for(lambda: len(rows(path)) >= 3 or process.poll() is not None)
    workers = [line for line in living(mark) if "ray::" in line and "_do" in line]
    assert workers
    os.kill(int(workers[0].split()[0]), signal.SIGKILL)
    assert wait_for(lambda: len(rows(path)) >= 8 or process.poll() is not None)
    cluster.kill(1)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    found = json.loads(out)
    assert found["played"] == GAMES
    assert found["players"][1]["failures"] == {"illegal": GAMES}
    assert [row[0] for row in rows(path)] == list(range(GAMES))
    assert wait_for(lambda: not any("rogue.py" in line for line in living(mark)))


def test_a_cluster_that_is_not_there(tmp_path: Path) -> None:
    answer = sbg("match", *WORDS, "--ray", "127.0.0.1:1", cwd=tmp_path)
    assert answer.code == 2
    assert answer.err.startswith("error: no Ray cluster at `127.0.0.1:1`")
