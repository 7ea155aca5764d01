"""`sbg uci-check`: an honest engine passes, and what another does wrong is found by the test that is about it."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

import sbg
from sbg.cli import run
from sbg.uci import checks
from sbg.uci.checks import Finding, examine
from tests.players.helpers import ROGUE, example, rogue

CARELESS = ROGUE.with_name("careless.py")
PATIENT = 30.0
"""A margin for busy machines: tests measure nothing."""


def findings(command: str) -> dict[str, Finding]:
    game = sbg.load("hexapawn")
    return {one.check: one for one in examine(command.removeprefix("uci:"), game, PATIENT)}


def careless(way: str) -> str:
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(CARELESS))} {way}"


def test_the_example_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["uci-check", example(), "--game", "hexapawn", "--margin", "30", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["passed"] is True
    assert {one["verdict"] for one in found["checks"]} == {"pass"}
    assert len(found["checks"]) == 18


@pytest.mark.parametrize(
    ("way", "check", "verdict", "detail"),
    [
        ("nameless", "id", "warn", "no `id name`"),
        ("bad-option", "options", "fail", "`option Game string` is not of the form"),
        ("gameless", "options", "warn", "no option `Game`: it has to know what is played"),
        ("touchy", "unknown lines", "fail", "exit code 1 before `readyok` (what?)"),
        ("no-nodes", "go nodes", "fail", "exit code 1 instead of a move (nodes?)"),
        ("no-moves", "position moves", "fail", "is not legal in"),
        ("no-fen", "position fen", "fail", "is not legal in"),
        ("deaf", "stop", "fail", "no `bestmove` within 1 s of `stop`"),
        ("twice", "stop", "fail", "a second `bestmove`"),
        ("bad-score", "info", "fail", "a score is `cp NUMBER` or `mate NUMBER`"),
        ("bad-line", "info", "fail", "`z9z9` is not legal"),
        ("chatty", "stray lines", "warn", "without meaning before a move, as `thinking hard`"),
        ("stays", "quit", "fail", "still runs"),
    ],
)
def test_what_is_wrong_is_said(way: str, check: str, verdict: str, detail: str) -> None:
    found = findings(careless(way))
    assert found[check].verdict == verdict, found
    assert detail in found[check].detail
    others = {name for name, one in found.items() if one.verdict == "fail"} - {check}
    # An engine that ignores moves cannot play a game either.
    assert others <= ({"position fen", "a whole game"} if way == "no-moves" else set())


@pytest.mark.parametrize(
    ("way", "check", "detail"),
    [
        ("illegal", "go movetime", "`a1a1` is not legal in `ppp/3/PPP w 0`"),
        ("nonsense", "go movetime", "`bestmove my-queen` is not a move"),
        ("nothing", "go movetime", "`bestmove ` is not a move"),
        ("crash", "go movetime", "ended with exit code 3 instead of a move (out of cheese)"),
        ("endless-line", "go movetime", "the engine wrote a line without an end"),
        ("stillborn", "uci", "exit code 1 before `uciok` (cannot open shared object)"),
        ("mute", "uci", "no `uciok` within 1 s"),
        ("never-ready", "isready", "no `readyok` within 1 s"),
    ],
)
def test_rogues(way: str, check: str, detail: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if way in ("mute", "never-ready"):
        monkeypatch.setattr(checks, "START_SECONDS" if way == "mute" else "READY_SECONDS", 1)
    found = findings(rogue(way))
    assert found[check].verdict == "fail"
    assert detail in found[check].detail
    assert found["go depth"].verdict == "skip"
    assert [name for name, one in found.items() if one.verdict == "fail"] == [check]


def test_the_command_says_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["uci-check", rogue("illegal"), "--game", "hexapawn"]) == 1
    output = capsys.readouterr().out
    assert "go movetime              FAILED    `a1a1` is not legal" in output
    assert "go wtime                 left out  needs `go movetime`" in output
    assert output.endswith("1 of 18 tests failed; docs/protocol.md says what is expected.\n")
    assert run(["uci-check", str(tmp_path / "none")]) == 2
    assert "there is no command" in capsys.readouterr().err
    assert run(["uci-check", "'"]) == 2


def test_empty_lines_are_no_stray_lines() -> None:
    assert findings(careless("airy"))["stray lines"].verdict == "pass"


def test_one_who_answers_when_it_is_stopped_is_right() -> None:
    assert findings(careless("waits"))["stop"].verdict == "pass"
