"""Asking a teacher, and teaching: few positions are enough, and what they teach can be read from their file."""

from __future__ import annotations

import io
import json
import os
import sys

import pytest

import sbg
from sbg import cli
from sbg.learning.asking import ask, teach
from sbg.observations import data, sources


def test_few_positions_teach_a_game() -> None:
    game = sbg.load("gardner")
    lesson = teach(game)
    assert lesson.complete
    assert len(lesson.seen.games) <= 6
    text = data.write(lesson.seen).encode()
    again = sbg.learn(sources.read_stream(io.BytesIO(text), "lesson"))
    for piece in game.pieces:
        assert sbg.same(again.game, game, piece=piece.letter).verdict == "same"


def test_too_few_positions_are_no_lesson() -> None:
    lesson = teach(sbg.load("gardner"), most=1)
    assert not lesson.complete
    assert len(lesson.seen.games) == 1


@pytest.mark.parametrize("reachable", [False, True])
def test_questions_settle_cases(reachable: bool) -> None:
    game = sbg.load("breakthrough5")
    answers = list(ask(game, questions=6, reachable=reachable))
    assert [answer.number for answer in answers] == list(range(1, len(answers) + 1))
    assert answers[-1].unsettled < answers[0].unsettled
    assert sbg.same(answers[-1].learned.game, game, piece="P").verdict == "same"
    for answer in answers:
        game.position(answer.fen)


def test_asking_goes_on_from_data() -> None:
    game = sbg.load("breakthrough5")
    seen = sbg.watch(game, 3)
    (answer,) = ask(game, seen, questions=1)
    assert answer.learned.plies == len(list(seen.plies)) + 1


def test_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["teach", "breakthrough5", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["complete"]
    assert told["positions"][0] == sbg.load("breakthrough5").start.fen
    assert cli.run(["teach", "gardner", "--most", "1"]) == 3
    assert "1 position was not enough" in capsys.readouterr().err
    assert cli.run(["learn", "--ask", "breakthrough5", "--questions", "2"]) == 0
    captured = capsys.readouterr()
    assert "question 2:" in captured.err
    assert sbg.parse(captured.out).name == "Breakthrough 5x5"
    assert cli.run(["learn"]) == 2
    assert "no DATA" in capsys.readouterr().err


def test_what_another_command_writes_is_learned_from(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    read, write = os.pipe()
    with os.fdopen(write, "w", encoding="utf-8") as pipe:
        pipe.write(data.write(sbg.watch(sbg.load("hexapawn"), 2)))
    with os.fdopen(read, encoding="utf-8") as pipe:
        monkeypatch.setattr(sys, "stdin", pipe)
        assert cli.run(["learn"]) == 0
    assert sbg.parse(capsys.readouterr().out).name == "Hexapawn"
