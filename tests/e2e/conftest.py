"""A server and a browser for the tests of the page; each test has a context of its own, as a new visitor would."""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.e2e import browser
from tests.e2e.kit import Screen, Visit
from tests.web.helpers import Server, running

_FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember what failed, for a last picture of it."""
    report = yield
    if report.when == "call":
        item.stash[_FAILED] = report.failed
    return report


# A suspended Playwright looks like a running event loop to asyncio. In a session-wide fixture it would break every
# later test of the same process that has a loop of its own; a package-wide one is gone by then.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The browser. Where there is none tests are skipped, unless SBG_BROWSER=required says that it must be there."""
    browser.demand()
    with sync_playwright() as playwright:
        chromium = browser.launch(playwright)
        yield chromium
        chromium.close()


@pytest.fixture(scope="package")
def server(chromium: Browser) -> Iterator[Server]:
    """A server as `sbg serve` starts it. (There is none where there is no browser.)"""
    with running() as server:
        yield server


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Where screenshots go: the folder that SBG_SCREENSHOTS names, so that they can be kept."""
    kept = os.environ.get("SBG_SCREENSHOTS")
    folder = Path(kept).absolute() if kept else tmp_path
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def visit(
    chromium: Browser, server: Server, pictures: Path, request: pytest.FixtureRequest
) -> Iterator[Visit]:
    """Opens pages. In the end nothing may have gone wrong on any of them."""
    visit = Visit(chromium, server.address, pictures)
    yield visit

    if request.node.stash.get(_FAILED, False):
        for number, screen in enumerate(visit.screens):
            name = re.sub(r"\W+", "-", request.node.name).strip("-")
            screen.picture(f"failed-{name}-{number}")
    problems = [problem for screen in visit.screens for problem in screen.unexpected()]
    for screen in visit.screens:
        screen.context.close()
    assert problems == []


@pytest.fixture
def screen(visit: Visit) -> Screen:
    """A page in a usual window, with the first board on it."""
    return visit()
