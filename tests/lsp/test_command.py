"""`sbg lsp` as a command: what it refuses, and what it says without pygls."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from sbg.app import cli
from tests.cli.helpers import sbg


@pytest.mark.parametrize(
    "address", ["0.0.0.0:99", "example.org:99", "127.0.0.1", "127.0.0.1:99999", ":1", "localhost:x"]
)
def test_only_addresses_of_this_machine(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["lsp", "--tcp", address]) == 2
    assert "is not an address of this machine" in capsys.readouterr().err


@pytest.mark.parametrize("module", ["pygls", "pygls.lsp.server", "lsprotocol"])
def test_without_pygls_or_a_part_of_it(
    module: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A version that is too old lacks parts."""
    for name in [name for name in sys.modules if name.startswith(("pygls", "sbg.app.lsp"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, module, None)
    assert cli.run(["lsp"]) == 2
    told = capsys.readouterr().err
    assert "needs pygls" in told
    assert "pip install '.[lsp]'" in told


def test_help_does_not_need_pygls(tmp_path: Path) -> None:
    answer = sbg("lsp", "--help", cwd=tmp_path)
    assert answer.code == 0
    assert "--tcp HOST:PORT" in answer.out
