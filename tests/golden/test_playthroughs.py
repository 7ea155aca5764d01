"""Recorded games, replayed move by move on both engines: moves, position and outcome after every ply."""

from __future__ import annotations

from pathlib import Path

import pytest

import sbg
from tests.golden.playthroughs import FOLDER, PLAYED, fingerprint, said
from tests.play.helpers import ENGINES, Engine

FILES = sorted(FOLDER.glob("*.sbgr"))


def game_of(path: Path) -> sbg.Game:
    """The game of a file, which is named after it."""
    name = max((name for name in PLAYED if path.stem.startswith(name)), key=len)
    return sbg.load(name)


def test_there_is_a_file_for_every_game() -> None:
    names = {
        f"{name}{'-' if reason else ''}{reason}"
        for name, wanted in PLAYED.items()
        for reason, _, _ in wanted
    }
    assert {path.stem for path in FILES} == names
    assert len(FILES) >= 12


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.stem))
@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
def test_replay(engine: Engine, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    kept = sbg.read_record(text)
    position = engine.start(game_of(path))
    steps = list(said(text))
    assert text.count("{") == len(steps) > 10
    for number, (move, expected) in enumerate(steps, start=1):
        position = position.play(move)
        assert position.ply == number
        found = fingerprint(position)
        assert found == expected, f"after ply {number}, {move}: {position.fen}"
    outcome = position.outcome
    if outcome is None:
        assert (kept.result, kept.reason) == ("*", "")
    else:
        assert (kept.result, kept.reason) == (outcome.winner or "draw", outcome.reason)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.stem))
def test_the_files_are_records(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    line = sbg.read_record(text).replay(game_of(path))
    assert [str(move) for move in line.moves] == [move for move, _ in said(text)]
