"""The comparison of both engines on games that are made from their numbers."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import sbg
from bench import agreement
from sbg.engine.game import Game
from sbg.language.model import Description
from tests.engine.test_agreement import build


def test_both_engines_agree_and_the_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "agreement.json"
    for games in ("5", "8"):
        monkeypatch.setattr(sys, "argv", ["agreement", "--games", games, "--file", str(path)])
        agreement.main()
    assert json.loads(path.read_text())["games"] == 8
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("5 games agree")
    assert second.startswith("8 games agree")


def test_games_are_made_from_their_numbers() -> None:
    texts = {agreement.text(seed) for seed in range(20)}
    assert texts == {agreement.text(seed) for seed in range(20)}
    assert len(texts) == 20
    for text in texts:
        sbg.parse(text)


def test_a_difference_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def slip(description: Description, **form: Any) -> Game:
        """The default form plays another game."""
        return build(description if form else sbg.load("gardner").description, **form)

    monkeypatch.setattr(agreement, "build", slip)
    found, positions = agreement.difference(0)
    assert found.startswith("default, ply 0, ")
    assert found.endswith("fen differ")
    assert positions == 1
