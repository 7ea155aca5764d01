"""Settings that every test shares: a hypothesis profile, and markers by folder."""

import importlib.util
import itertools
import os
import signal
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

import sbg.language.games
from tests.cli.conftest import command as command  # for all who run commands
from tests.golden.perft_files import Counts

TESTS = Path(__file__).parent

# Where tests live that need more than the interpreter; `pytest -m "not browser"` leaves them out.
MARKED = {
    "browser": ("e2e",),
    "server": ("web", "lsp"),
    "outside": ("translation", "native", "cuda"),
    "long": ("learning", "evolution", "profiling", "gallery", "test_heavy.py"),
    "process": (
        "cli",
        "contests",
        "jobs",
        "uci",
        "docs",
        "test_bad_input.py",
        "test_bench.py",
        "test_bench_language.py",
        "test_bench_players.py",
        "test_build.py",
        "test_readme.py",
    ),
}


# The games that `make test-quick` takes of the bundled ones, where a test is run for each of them.
FEW = {"chess", "gardner", "grasshopper-chess", "hexapawn", "xiangqi"}

# Markers of tests that run only when they are asked for by name (`-m slow`), and who asks for them.
ASKED_FOR = {"slow": "make test-slow", "extras": "make test-extras"}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give each test the marker of its folder, and skip what was not asked for."""
    if "SBG_FEW_GAMES" in os.environ:
        others = {
            path.stem for path in Path(sbg.language.games.__file__).parent.glob("*.sbg")
        } - FEW
        items[:] = [
            item for item in items if not any(_is_of(word, others) for word in _words(item))
        ]
    for item in items:
        place = item.path.relative_to(TESTS).parts[0]
        for marker, places in MARKED.items():
            if place in places:
                item.add_marker(marker)
        for marker, target in ASKED_FOR.items():
            if item.get_closest_marker(marker) and marker not in config.getoption("markexpr"):
                item.add_marker(pytest.mark.skip(reason=f"{marker}: `{target}` runs it"))
        for needed in item.iter_markers("extras"):
            missing = [name for name in needed.args if importlib.util.find_spec(name) is None]
            if missing:
                reason = f"{', '.join(missing)} is not installed: `make test-extras` does it"
                item.add_marker(pytest.mark.skip(reason=reason))


def _words(item: pytest.Item) -> set[str]:
    """The texts that a test is given, and the names of files and golden numbers."""
    given = (
        item.callspec.params.values()
        if isinstance(item, pytest.Function) and hasattr(item, "callspec")
        else ()
    )
    words = set()
    for value in given:
        if isinstance(value, Counts):
            words.add(value.file)
        elif isinstance(value, Path):
            words.add(value.stem)
        elif isinstance(value, str):
            words.add(value)
    return words


def _is_of(word: str, names: set[str]) -> bool:
    """Whether a word is the name of a game, or that of a file such as chess-count with a game of it."""
    return word in names or any(word.startswith(f"{name}-") for name in names)


# No deadline: a loaded machine must not fail a test that was only slow. On CI the examples are
# always the same, so that a red run means a change of ours; elsewhere they are new each time.
settings.register_profile(
    "sbg", max_examples=50, deadline=None, derandomize="CI" in os.environ, print_blob=True
)

# A few, for `make test-quick`.
settings.register_profile("quick", settings.get_profile("sbg"), max_examples=5)

# Many more examples, for a night: make test ARGS="--hypothesis-profile=fuzz -k grammar"
settings.register_profile("fuzz", settings.get_profile("sbg"), max_examples=20_000)

# A shell starts background jobs with SIGINT ignored, and the commands that we start would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# What commands keep for their users goes into a folder of the tests, which ends with them.
STATE = tempfile.TemporaryDirectory(prefix="sbg-state-")
os.environ["SBG_STATE"] = STATE.name

_TESTS = itertools.count()


@pytest.fixture(autouse=True)
def _state(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test goes on with the games and contests of another one."""
    monkeypatch.setenv("SBG_STATE", f"{STATE.name}/{next(_TESTS)}")
