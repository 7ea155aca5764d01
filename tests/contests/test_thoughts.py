"""What is kept of each move (time, depth and score): in the file, in records, and in one text of all games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sbg
from sbg.app.cli import run
from sbg.engine import read_record
from sbg.play.contests.plan import Contest
from sbg.play.contests.referee import GameResult, Referee
from sbg.play.contests.run import record_text
from sbg.play.contests.store import open_results
from sbg.play.players.score import Score, Thought
from sbg.play.uci.client import thought_of

CONTEST = Contest(("alphabeta:depth=2", "random"), (sbg.load("gardner"),), 1, plies=2)
THOUGHT = re.compile(r"\d+\.\d{3}/\d*/(|=|[+-]\d+|#-?\d+)")


@pytest.mark.parametrize(
    ("thought", "text"),
    [
        (Thought(), "/"),
        (Thought(5, Score(34)), "5/+34"),
        (Thought(5, Score(-34)), "5/-34"),
        (Thought(7, Score(0, 5)), "7/#3"),
        (Thought(7, Score(0, -4)), "7/#-2"),
        (Thought(7, Score(0, None, True)), "7/="),
    ],
)
def test_a_thought_as_text(thought: Thought, text: str) -> None:
    assert str(thought) == text


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("info depth 5 score cp 12 nodes 20514 time 41 pv b2b3", "5/+12"),
        ("info depth 9 seldepth 12 multipv 1 score mate -2 nodes 1", "9/#-2"),
        ("info score mate 3", "/#3"),
        ("info depth 5 multipv 2 score cp 12", None),
        ("info string depth 5 score cp 12", None),
        ("info depth 5 nodes 1", None),
        ("info depth 5 score cp x", None),
    ],
)
def test_what_an_engine_tells(line: str, text: str | None) -> None:
    found = thought_of(line)
    assert (None if found is None else str(found)) == text


def test_mates_come_back_as_they_were_said() -> None:
    for moves in (1, 2, 7, -1, -2, -7):
        found = thought_of(f"info score mate {moves}")
        assert found is not None
        assert found.score is not None
        assert found.score.moves == moves


def played() -> list[GameResult]:
    referee = Referee(CONTEST)
    found = [referee.play(task) for task in CONTEST.tasks()]
    referee.close()
    return found


def test_every_move_has_its_thought(tmp_path: Path) -> None:
    for result in played():
        words = result.thoughts.split()
        assert len(words) == result.plies
        assert words[:2] == ["-", "-"]
        assert all(THOUGHT.fullmatch(word) for word in words[2:])
        searched = words[2::2] if CONTEST.seats(result.id)[1] == 0 else words[3::2]
        assert all(re.fullmatch(r"\S+/[12]/\S+", word) for word in searched)
        record = record_text(CONTEST, result)
        assert re.search(r"\{\d+\.\d{3}\s+s,\s+depth\s+2,", record)
        again = read_record(record)
        assert again.moves == tuple(result.moves.split())
        assert again.text is not None
        again.replay(sbg.parse(again.text))  # a stranger needs no file of the game


def test_all_games_as_one_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "r.sqlite"
    results = played()
    with open_results(path, CONTEST) as store:
        for result in results:
            store.add(result)
    assert run(["replay", str(path), "--all"]) == 0
    texts = re.split(r"\n(?=\[Game )", capsys.readouterr().out)
    assert [read_record(text).moves for text in texts] == [
        tuple(result.moves.split()) for result in results
    ]
    assert run(["replay", str(path), "1", "--all"]) == 2
    assert "no NUMBER" in capsys.readouterr().err
    found = sbg.read_contest(path)
    assert [game.thoughts for game in found.games] == [tuple(r.thoughts.split()) for r in results]
