"""The measurement of the server runs, and its games are what it says they are."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import sbg
from bench.web import render, ten_kilobytes, with_comments
from tests.web.helpers import ROOT


def test_the_file_of_ten_kilobytes_is_one() -> None:
    text = ten_kilobytes()
    assert 10_000 <= len(text) < 10_200
    # The same piece of several games has several letters here.
    assert {found.code for found in sbg.check(text)} == {"SBG413"}
    assert len(sbg.parse(text).pieces) == 26
    assert 10_000 <= len(with_comments()) < 10_200
    assert sbg.check(with_comments()) == []


@pytest.mark.slow
def test_the_measurement_runs() -> None:
    words = [
        sys.executable,
        "bench/web.py",
        "--quick",
        "--clients",
        "5",
        "--seconds",
        "2",
        "--json",
    ]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)["web"]
    assert found["many"]["failures"] == 0
    assert found["many"]["fewest moves of a client"] == 2
    assert found["single"]["check 10 KB of rules"]["median"] > 0
    text = render(found)
    assert "5 clients" in text
    assert "ping, while slow games are read" in text
