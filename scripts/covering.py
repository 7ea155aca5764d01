"""Records which tests run which lines (a pytest plugin), so that `mutants.py` runs few tests.

Every process that a test starts is measured too: the name of the test travels in the environment. What a fixture does
for all tests of a file, as starting a server, counts for all of them.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from coverage import Coverage, CoverageData

VARIABLE = "SBG_COVERED_TEST"
CHOSEN = "SBG_CHOSEN_TESTS"
SECONDS = "SBG_TEST_SECONDS"
BEGUN = "SBG_TEST_BEGUN"

Lines = dict[str, dict[str, list[str]]]
"""File → line → the tests (or files of tests) that ran it."""

_SETTINGS = """\
[run]
source = {source}
data_file = {data}
parallel = true
context = ${{{variable}-}}
sigterm = true
patch = _exit
disable_warnings = no-data-collected, no-sysmon, module-not-imported
"""


# --- the plugin


def pytest_collection_modifyitems(items: list[pytest.Item], config: pytest.Config) -> None:
    """Keep the chosen tests, in the given order; a chosen file stands for all its tests."""
    if CHOSEN not in os.environ:
        return
    wanted = {name: k for k, name in enumerate(json.loads(Path(os.environ[CHOSEN]).read_text()))}
    places = [wanted.get(item.nodeid, wanted.get(file_of(item.nodeid))) for item in items]
    kept = [(place, item) for place, item in zip(places, items, strict=True) if place is not None]
    config.hook.pytest_deselected(
        items=[i for p, i in zip(places, items, strict=True) if p is None]
    )
    items[:] = [item for _, item in sorted(kept, key=lambda pair: pair[0])]


def file_of(name: str) -> str:
    """The file of a test."""
    return name.partition("::")[0]


def _now(name: str) -> None:
    os.environ[VARIABLE] = name
    if running := Coverage.current():
        running.switch_context(name)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    _now(item.nodeid)
    if BEGUN in os.environ:
        Path(os.environ[BEGUN]).write_text(item.nodeid, encoding="utf-8")
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: Any, request: pytest.FixtureRequest) -> Iterator[None]:
    shared = fixturedef.scope != "function"
    before = os.environ.get(VARIABLE, "")
    if shared:
        _now("" if fixturedef.scope == "session" else file_of(request.node.nodeid))
    try:
        return (yield)
    finally:
        if shared:
            _now(before)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note how long each test took."""
    if SECONDS in os.environ and not os.environ.get("PYTEST_XDIST_WORKER"):
        with Path(os.environ[SECONDS]).open("a", encoding="utf-8") as file:
            file.write(json.dumps([report.nodeid, round(report.duration, 3)]) + "\n")


# --- the map


def make_map(tree: Path, tests: list[str], workers: int, to: Path) -> None:
    """Run tests under measurement, and write which lines each of them ran and how long it took."""
    folder = tree.parent / "covering"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    settings = folder / "settings"
    settings.write_text(
        _SETTINGS.format(source=tree / "src" / "sbg", data=folder / "data", variable=VARIABLE),
        encoding="utf-8",
    )
    done = subprocess.run(
        [*command(workers), *tests],
        cwd=tree,
        env=environment(tree)
        | {"COVERAGE_PROCESS_START": str(settings), SECONDS: str(folder / "seconds")},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        print(done.stdout[-3000:], file=sys.stderr)
        print("some tests fail without any change: they are not asked", file=sys.stderr)
    seconds: dict[str, float] = defaultdict(float)
    for line in (folder / "seconds").read_text(encoding="utf-8").splitlines():
        name, took = json.loads(line)
        seconds[name] += took
    failed = {
        line.split(" ", 2)[1]
        for line in done.stdout.splitlines()
        if line.startswith(("FAILED ", "ERROR "))
    }
    found = {"lines": _lines(folder, tree), "seconds": seconds, "failed": sorted(failed)}
    to.parent.mkdir(exist_ok=True)
    to.write_text(json.dumps(found), encoding="utf-8")
    shutil.rmtree(folder)


def _lines(folder: Path, tree: Path) -> Lines:
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for path in sorted(folder.glob("data.*")):
        data = CoverageData(basename=str(path))
        try:
            data.read()
        except Exception as broken:  # a process that was killed while it wrote
            print(f"{path.name}: {broken}", file=sys.stderr)
            continue
        for file in data.measured_files():
            name = Path(file).relative_to(tree / "src" / "sbg").as_posix()
            for line, contexts in data.contexts_by_lineno(file).items():
                found[name][str(line)] |= set(contexts)
        data.close()
    return {
        name: {line: sorted(tests) for line, tests in lines.items()}
        for name, lines in found.items()
    }


def command(workers: int) -> list[str]:
    """How pytest is started here."""
    return [sys.executable, "-m", "pytest", *arguments(workers)]


def arguments(workers: int = 0) -> list[str]:
    """How pytest is called here."""
    options = [
        "-q",
        "-n",
        str(workers),
        "-p",
        "no:cacheprovider",
        "-p",
        "scripts.covering",
        "-W",
        "ignore",
    ]
    options += ["-m", "not browser and not slow"]
    return [*options, "--hypothesis-profile=quick"]


def environment(tree: Path) -> dict[str, str]:
    """The environment of tests of a changed tree: small samples, always the same."""
    path = os.pathsep.join([str(tree / "src"), str(tree)])
    small = {"SBG_FUZZ_GAMES": "5", "SBG_PERFT_LEAVES": "20000"}
    return {**os.environ, "PYTHONPATH": path, "CI": "true", **small}
