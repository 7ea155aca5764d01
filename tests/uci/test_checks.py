"""`sbg uci-check`: an honest engine passes, and what another does wrong is found by the test that is about it."""

from __future__ import annotations

import json
import shlex
import sys

import pytest

import sbg
from sbg.app.cli import run
from sbg.play.uci import client
from sbg.play.uci.checks import Finding, examine
from tests.players.helpers import ROGUE, example, rogue

CARELESS = f"{shlex.quote(sys.executable)} {shlex.quote(str(ROGUE.with_name('careless.py')))}"
PATIENT = 30.0
"""A margin for busy machines: tests measure nothing."""


def findings(command: str) -> dict[str, Finding]:
    game = sbg.load("hexapawn")
    return {one.check: one for one in examine(command.removeprefix("uci:"), game, PATIENT)}


def test_the_example_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["uci-check", example(), "--game", "hexapawn", "--margin", "30", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["passed"] is True
    assert {one["verdict"] for one in found["checks"]} == {"pass"}


@pytest.mark.parametrize(
    ("way", "check", "verdict", "detail"),
    [
        ("nameless", "greeting", "warn", "no `id name`"),
        ("bad-option", "greeting", "fail", "`option Game string`, not `option name"),
        ("gameless", "greeting", "warn", "no option `Game`: it has to know what is played"),
        ("touchy", "unknown lines", "fail", "exit code 1 before `readyok` (what?)"),
        ("no-nodes", "go nodes", "fail", "exit code 1 instead of a move (nodes?)"),
        ("no-moves", "a short game", "fail", "is not legal in"),
        ("no-fen", "position fen", "fail", "is not legal in"),
        ("deaf", "stop", "fail", "gave no `bestmove` within"),
        ("twice", "stop", "fail", "a second `bestmove`"),
        ("bad-score", "other lines", "fail", "a score is `cp NUMBER` or `mate NUMBER`"),
        ("chatty", "other lines", "warn", "without meaning, as `thinking hard`"),
        ("airy", "other lines", "pass", ""),
        ("waits", "stop", "pass", ""),
        ("stays", "quit", "fail", "still runs"),
    ],
)
def test_what_is_wrong_is_said(
    way: str, check: str, verdict: str, detail: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if way == "deaf":
        monkeypatch.setattr(sys.modules[__name__], "PATIENT", 0.5)
    found = findings(f"{CARELESS} {way}")
    assert found[check].verdict == verdict, found
    assert detail in found[check].detail
    if way != "deaf":
        failed = {name for name, one in found.items() if one.verdict == "fail"}
        assert failed == ({check} if verdict == "fail" else set())


@pytest.mark.parametrize(
    ("way", "check", "detail"),
    [
        ("illegal", "go movetime", "played `a1a1`, which is not legal in `ppp/3/PPP w 0`"),
        ("nonsense", "go movetime", "answered `bestmove my-queen`, which is not a move"),
        ("crash", "go movetime", "ended with exit code 3 instead of a move (out of cheese)"),
        ("stillborn", "greeting", "exit code 1 before `uciok` (cannot open shared object)"),
        ("mute", "greeting", "gave no `uciok` within 1 s"),
        ("never-ready", "greeting", "gave no `readyok` within 1 s"),
    ],
)
def test_rogues(way: str, check: str, detail: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if way in ("mute", "never-ready"):
        monkeypatch.setattr(client, "START_SECONDS" if way == "mute" else "READY_SECONDS", 1)
    found = findings(rogue(way))
    assert detail in found[check].detail
    assert found["go depth"].verdict == "skip"
    assert [name for name, one in found.items() if one.verdict == "fail"] == [check]


def test_the_command_says_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["uci-check", rogue("illegal"), "--game", "hexapawn"]) == 1
    output = capsys.readouterr().out
    assert "go movetime    FAILED    the engine played `a1a1`, which is not legal" in output
    assert "go wtime       left out  needs `go movetime`" in output
    assert output.endswith("1 of 11 tests failed; docs/protocol.md says what is expected.\n")
    assert run(["uci-check", "no-such-command"]) == 2
    assert "there is no command" in capsys.readouterr().err
