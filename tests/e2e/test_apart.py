"""What runs without the fixtures of the page: saying what is missing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.e2e import browser


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(browser, "PAGE", tmp_path)  # something that is there
    assert browser.missing() is not None
    assert "apt-get install chromium" in str(browser.missing())
    program = tmp_path / ("chromium.exe" if os.name == "nt" else "chromium")
    program.write_bytes(b"")
    program.chmod(0o755)
    assert browser.missing() is None
    monkeypatch.setattr(browser, "PAGE", tmp_path / "index.html")
    assert "make page" in str(browser.missing())


def test_without_a_browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(browser, "PAGE", tmp_path)
    monkeypatch.delenv("SBG_BROWSER", raising=False)
    with pytest.raises(pytest.skip.Exception, match="install chromium"):
        browser.demand()
    monkeypatch.setenv("SBG_BROWSER", "required")
    with pytest.raises(pytest.fail.Exception, match="install chromium"):
        browser.demand()
