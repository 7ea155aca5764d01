"""The folder for what outlives a command: where each system keeps such files, or where the user says."""

from __future__ import annotations

from pathlib import Path

import pytest

from sbg.app.cli.state import state_folder


def test_the_user_chooses_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SBG_STATE", str(tmp_path))
    assert state_folder() == tmp_path


@pytest.mark.parametrize(
    ("system", "variable"), [("linux", "XDG_STATE_HOME"), ("win32", "LOCALAPPDATA")]
)
def test_each_system_has_its_own_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, system: str, variable: str
) -> None:
    monkeypatch.delenv("SBG_STATE", raising=False)
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setenv(variable, str(tmp_path))
    assert state_folder() == tmp_path / "sbg"
    monkeypatch.delenv(variable)
    assert state_folder().is_relative_to(Path.home())
