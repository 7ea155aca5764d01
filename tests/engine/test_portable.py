"""The path without BMI2: `SBG_NO_BMI2` chooses it, and the tests of play pass on it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import sbg
from sbg import _core
from tests.cli.helpers import environment

ROOT = Path(__file__).resolve().parent.parent.parent


def test_the_variable_chooses_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SBG_NO_BMI2", "1")
    assert sbg.load("gardner").rules.bmi2 is False
    monkeypatch.delenv("SBG_NO_BMI2")
    assert sbg.load("gardner").rules.bmi2 is _core.has_bmi2()


pytestmark = pytest.mark.process

SHORT = ["--hypothesis-profile=quick", "-k", "not reference and not breakthrough5 and not gardner"]
"""Without the largest trees, and few examples of each property."""


@pytest.mark.skipif(not _core.has_bmi2(), reason="the ordinary run has tested it already")
@pytest.mark.parametrize(
    "options",
    [SHORT, pytest.param(["-k", "not reference"], marks=pytest.mark.slow)],
    ids=["short", "long"],
)
def test_the_tests_of_play_pass_on_it(options: list[str]) -> None:
    chosen = ["tests/play", "tests/golden/test_playthroughs.py", *options]
    # Whole random games are compared on this path by test_agreement.py.
    chosen += ["--ignore", "tests/play/test_properties.py"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *chosen],
        cwd=ROOT,
        env=environment(SBG_NO_BMI2="1"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert " passed" in done.stdout
