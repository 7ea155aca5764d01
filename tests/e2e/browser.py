"""Nothing in; the browser of this machine out, or words about what is missing to start it or to show the page."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright

import sbg

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PAGE = Path(sbg.__file__).parent / "app" / "web" / "page" / "index.html"

_FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-domain-reliability",
    "--disable-gpu",
    "--disable-sync",
    "--no-first-run",
    "--no-pings",
    # Whatever a page or the browser itself should ask for elsewhere, it cannot even find it.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
)


def found() -> str | None:
    """The program of the browser, if there is one."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def missing() -> str | None:
    """What is not there, and how to get it; None if all is there."""
    if not PAGE.exists():
        return "the page is not built: `make page` builds it (it needs npm)"
    if found() is None:
        return "there is no Chromium on the path: install it, for instance with `apt-get install chromium`"
    return None


def demand() -> None:
    """Skip the test that asks where something is missing; with SBG_BROWSER=required, fail it."""
    reason = missing()
    if reason is None:
        return
    if os.environ.get("SBG_BROWSER") == "required":
        pytest.fail(reason)
    pytest.skip(reason)


def launch(playwright: Playwright) -> Browser:
    """A browser without a window. As root, Chromium refuses to start with its sandbox."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    flags = [*_FLAGS, *(["--no-sandbox"] if root else [])]
    return playwright.chromium.launch(executable_path=found(), args=flags)
