"""Asking a teacher, and teaching: few positions are enough, and what they teach can be read from their file."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path

import pytest

import sbg
from sbg.app import cli
from sbg.study.observe import data, sources
from tests.learning.test_learn import SNAKES


def test_few_positions_teach_a_game() -> None:
    game = sbg.load("gardner")
    lesson = sbg.teach(game)
    assert lesson.complete
    assert len(lesson.seen.games) <= 6
    text = data.write(lesson.seen).encode()
    again = sbg.learn(sources.read_stream(io.BytesIO(text), "lesson"))
    for piece in game.pieces:
        assert sbg.same(again.game, game, piece=piece.letter).verdict == "same"


def test_too_few_positions_are_no_lesson() -> None:
    lesson = sbg.teach("gardner", most=1)
    assert not lesson.complete
    assert len(lesson.seen.games) == 1


@pytest.mark.parametrize("reachable", [False, True])
def test_questions_settle_cases(reachable: bool) -> None:
    game = sbg.load("breakthrough5")
    answers = list(sbg.ask(game, questions=6, reachable=reachable))
    assert [answer.number for answer in answers] == list(range(1, len(answers) + 1))
    assert answers[-1].unsettled < answers[0].unsettled
    assert sbg.same(answers[-1].learned.game, game, piece="P").verdict == "same"
    for answer in answers:
        game.position(answer.fen)


def test_asking_goes_on_from_data() -> None:
    game = sbg.load("breakthrough5")
    seen = sbg.watch(game, 3)
    (answer,) = sbg.ask(game, seen, questions=1)
    assert answer.learned.plies == len(list(seen.plies)) + 1


def test_asking_explains_what_is_hard_and_never_speaks_of_mistakes() -> None:
    game = sbg.parse(SNAKES)
    *_, last = sbg.ask(game, questions=5)
    assert last.learned.noise == 0
    (piece,) = last.learned.pieces
    assert piece.status in ("exact", "consistent", "unexplained")
    unexplained = list(sbg.ask(game, questions=3, seconds=1e-6))[-1]
    assert unexplained.unsettled > 0


def test_a_lesson_ends_in_its_time() -> None:
    lesson = sbg.teach(sbg.parse(SNAKES), seconds=1e-6)
    assert not lesson
    assert len(lesson.seen.games) == 1


def test_learning_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seen = tmp_path / "seen.jsonl"
    seen.write_text(data.write(sbg.watch("hexapawn", 3)), encoding="utf-8")
    words = ["learn", str(seen), "--against", "hexapawn", "--turn-limit", "9", "--no-mistakes"]
    assert cli.run(words) == 0
    captured = capsys.readouterr()
    assert "\n9 &\n" in captured.out
    assert "against Hexapawn: precision 1.0000, recall 1.0000 in 300 fresh" in captured.err
    assert cli.run([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["against"]["pieces"]["P"]["wrong"] == 0
    seen.write_text(seen.read_text("utf-8") + data.write(sbg.watch("gardner")), encoding="utf-8")
    assert cli.run(["learn", str(seen)]) == 1
    assert "--game NAME learns one of them" in capsys.readouterr().err
    assert cli.run(["learn", str(seen), "--game", "Hexapawn"]) == 0
    capsys.readouterr()
    assert cli.run(["learn", "--ask", "hexapawn", "--questions", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 0


def test_what_is_not_explained_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seen = tmp_path / "snakes.jsonl"
    seen.write_text(data.write(sbg.watch(sbg.parse(SNAKES), 3, seed=3)), encoding="utf-8")
    assert cli.run(["learn", str(seen), "--seconds", "0.001"]) == 1
    told = capsys.readouterr().err
    assert "S: not explained, 588 moves seen, 64 not explained" in told
    assert "written down wrong" not in told


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
