"""What a contest says while it is played: the log of the conversation with engines, and lines of progress."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sbg
from sbg.app.cli import run
from sbg.app.cli.parts import contest_view
from sbg.play.contests.log import Log
from sbg.play.contests.plan import Contest
from sbg.play.contests.referee import GameResult, Referee
from sbg.play.contests.standings import Standings
from tests.players.helpers import example, rogue

LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3} (\d+) (white|black) (.+?) ([<>!]) (.*)")


def test_the_whole_conversation_is_kept(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    names = ("mine", "other")
    contest = Contest((example(), "random"), (sbg.load("hexapawn"),), 1, plies=0, names=names)
    referee = Referee(contest, str(log))
    results = [referee.play(task) for task in contest.tasks()]
    referee.close()
    lines = [LINE.fullmatch(line) for line in log.read_text("utf-8").splitlines()]
    assert lines
    said = [match.groups() for match in lines if match]
    assert len(said) == len(lines)
    assert {words[2] for words in said} == {"mine"}  # players of ours hold no conversation
    assert said[0][3:] == (">", "uci")
    for result, color in zip(results, ("white", "black"), strict=True):
        moves = result.moves.split()
        own = moves[0::2] if color == "white" else moves[1::2]
        number = str(result.id + 1)
        answers = [
            text.split()[1]
            for game, side, _, mark, text in said
            if (game, side, mark) == (number, color, "<") and text.startswith("bestmove")
        ]
        assert answers == own
    assert (">", "quit") in [words[3:] for words in said]


def test_stderr_is_in_it_and_the_command_appends(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    log.write_text("before\n")
    words = ["match", rogue("crash"), "random", "--game", "hexapawn", "--games", "2"]
    assert run([*words, "--results", str(tmp_path / "r"), "--log", str(log)]) == 0
    text = log.read_text("utf-8")
    assert text.startswith("before\n")
    assert text.count(" ! out of cheese\n") == 2


def test_a_log_that_cannot_be_written_is_said_before_the_first_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["match", "random", "random", "--game", "hexapawn", "--results", str(tmp_path / "r")]
    assert run([*words, "--log", str(tmp_path)]) == 2
    assert "is a folder, not a file" in capsys.readouterr().err
    assert run([*words, "--log", str(tmp_path / "l"), "--ray", "auto"]) == 2
    assert "--log is for engines on this machine" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_lines_are_printable_and_not_too_long(tmp_path: Path) -> None:
    log = Log(str(tmp_path / "log"))
    listen = log.listener("white", "x")
    listen("<", "a\x1b[31m\rb" + "y" * 100_000)
    log.close()
    listen("<", "too late")
    (line,) = (tmp_path / "log").read_text("utf-8").splitlines()
    assert len(line) == 4095
    assert line.isprintable()


def test_progress_is_written_line_by_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(contest_view, "_LINE_PAUSE", -1.0)
    contest = Contest(("random", "greedy"), (sbg.load("hexapawn"),), 2)
    standings = Standings(contest)
    with contest_view.View(standings) as view:
        for number, result in enumerate(("white", "draw")):
            ended = GameResult(number, result, "goal", "", "", 0, 0.0, 0.0, "2025-01-31")
            standings.add(ended)
            view.update(ended)
    assert capsys.readouterr().err.splitlines() == [
        "1 of 4 games; game 1: random - greedy, white wins (goal)",
        "2 of 4 games; game 2: greedy - random, draw (goal)",
    ]
