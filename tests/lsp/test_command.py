"""`sbg lsp` as a command: what it refuses, and what it says without pygls."""

from __future__ import annotations

import importlib.util
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from sbg import cli
from tests.cli.helpers import sbg


@pytest.mark.parametrize(
    "address", ["0.0.0.0:99", "example.org:99", "127.0.0.1", "127.0.0.1:99999", ":1", "localhost:x"]
)
def test_only_addresses_of_this_machine(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["lsp", "--tcp", address]) == 2
    assert "is not an address of this machine" in capsys.readouterr().err


def test_without_pygls(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    find = importlib.util.find_spec

    def without(name: str, package: str | None = None) -> ModuleSpec | None:
        return None if name == "pygls" else find(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", without)
    assert cli.run(["lsp"]) == 2
    told = capsys.readouterr().err
    assert "needs pygls" in told
    assert "pip install 'simplified-boardgames[lsp]'" in told


def test_help_does_not_need_pygls(tmp_path: Path) -> None:
    answer = sbg("lsp", "--help", cwd=tmp_path)
    assert answer.code == 0
    assert "--tcp HOST:PORT" in answer.out
