"""A search on a cluster: two machines, one of which is killed on the way, give the same digest as one process here.

`make test-extras` installs Ray and runs this.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sbg.study.evolve.run import read_run
from tests.cli.helpers import sbg
from tests.contests.test_ray import Cluster, cluster, mark
from tests.players.helpers import wait_for

__all__ = ["cluster", "mark"]

pytestmark = pytest.mark.extras("ray")

GAMES = "14"
WORDS = ["--from", "breakthrough5", "--from", "silverman", "--style", "hunt", "--games", GAMES]


def test_a_machine_is_killed_and_the_digest_is_the_same(tmp_path: Path, cluster: Cluster) -> None:
    path = tmp_path / "cluster.sqlite"
    process = subprocess.Popen(
        [sys.executable, "-m", "sbg", "evolve", path, *WORDS, "--ray", cluster.address],
        env=cluster.env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )

    def some() -> bool:
        if process.poll() is not None:
            return True
        if not path.exists():
            return False
        with read_run(path) as store:
            return len(store) >= 4

    assert wait_for(some)
    cluster.kill(1)
    _, err = process.communicate(timeout=240)
    assert process.returncode == 0, err
    here = sbg("evolve", tmp_path / "here.sqlite", *WORDS)
    assert here.code == 0, here.err
    found = [sbg("evolve", tmp_path / f"{n}.sqlite", "--digest").out for n in ("cluster", "here")]
    assert found[0] == found[1] != ""
