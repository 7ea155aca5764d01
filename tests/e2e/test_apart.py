"""What runs without the fixtures of the page: saying what is missing, and the measurements."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench import page
from tests.e2e import browser

ROOT = Path(__file__).resolve().parents[2]


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


def test_the_measurements() -> None:
    browser.demand()
    # In a process of its own: the browser of the other tests may be running in this one.
    words = [sys.executable, "bench/page.py", "--visits", "1", "--keys", "2", "--json"]
    done = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    found = json.loads(done.stdout)
    assert found["budgets"] == page.BUDGETS
    measured = found["page"]
    assert 50_000 < measured["weight"]["all"] <= page.BUDGETS["weight"]
    assert measured["weight"]["all"] == sum(measured["weight"]["files"].values())
    assert len(measured["keystroke"]["all"]) == 2
    text = page.render(measured)
    assert "first board (1 times)" in text
    assert f"{measured['weight']['all']:,} bytes" in text
