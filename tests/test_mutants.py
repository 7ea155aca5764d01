"""The tool behind `make mutants`: every change is one change, and a mutant is shown to the tests that run its line."""

from __future__ import annotations

import ast
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts import asking, showing
from scripts.asking import Known
from scripts.mutation import Mutant, drawn_as, mutant_at, places_of, sample
from scripts.showing import Tree

SOURCE = '''\
"""A module."""
LIMIT = 3


def look(a: int, b: "int | None" = 2) -> int:
    """Text 7 is left alone."""
    assert a < 9
    total = 0
    while True:
        if a < LIMIT and not b:
            break
        a += 1
        print(
            a -
            1
        )
    return total
'''
CHANGED = {
    (2, "constant"): "LIMIT = 4",
    (5, "constant"): "b: 'int | None'=3",
    (8, "constant"): "total = 1",
    (9, "constant"): "while False:",
    (10, "always"): "if True:",
    (10, "never"): "if False:",
    (10, "comparison"): "a <= LIMIT and",
    (10, "and/or"): "a < LIMIT or not b",
    (10, "condition dropped"): "a < LIMIT and a < LIMIT",
    (10, "not dropped"): "not not b",
    (11, "jump dropped"): "pass",
    (12, "assignment dropped"): "pass",
    (12, "constant"): "a += 2",
    (13, "call dropped"): "pass",
    (14, "operator"): "a + 1",
    (15, "constant"): "a - 2",
}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    (tmp_path / "cli").mkdir()
    (tmp_path / "cli" / "look.py").write_text(SOURCE, encoding="utf-8")
    return tmp_path


def made(source: Path) -> list[Mutant]:
    path = source / "cli" / "look.py"
    return [mutant_at(source, place) for place in places_of(source, path)]


def test_every_change_is_made_once(source: Path) -> None:
    found = {(mutant.line, mutant.change): mutant for mutant in made(source)}
    assert found.keys() == CHANGED.keys()
    before = ast.unparse(ast.parse(SOURCE)).splitlines()
    for place, mutant in found.items():
        assert CHANGED[place] in mutant.text
        changed = [line for line in mutant.text.splitlines() if line not in before]
        assert len(changed) == 1
        words = SOURCE.splitlines()[mutant.line - 1].strip()
        assert mutant.name.startswith(f"cli/look.py: {words}: {mutant.change} at ")


def test_the_lines_of_a_statement(source: Path) -> None:
    found = {(mutant.line, mutant.change): mutant for mutant in made(source)}
    assert found[15, "constant"].lines == range(13, 17)
    assert found[10, "always"].lines == found[10, "comparison"].lines == range(10, 11)
    assert {place for place, mutant in found.items() if mutant.at_import} == {
        (2, "constant"),
        (5, "constant"),
    }


def test_the_sample_is_frozen(source: Path) -> None:
    first = sample(source, 5, ["cli"])
    assert first == sample(source, 9, ["cli"])[:5]
    assert len({place.name for place in first}) == 5


def test_a_file_that_moved_is_drawn_as_before() -> None:
    assert drawn_as("app/cli/commands/bench.py") == "cli/commands/bench.py"
    assert drawn_as("app/cli/parts/newborn.py") == "cli/newborn.py"
    assert drawn_as("app/cli/app.py") == "cli/app.py"
    assert drawn_as("app/client/app.py") == "app/client/app.py"


def test_names_outlive_other_lines(source: Path) -> None:
    """Results and judgements are kept by name: what is written elsewhere in the file must not move them."""
    names = [place.name for place in sample(source, 99, ["cli"])]
    path = source / "cli" / "look.py"
    more = "    return total\n\n\ndef more(a: int) -> int:\n    a += 1\n    return a  # a comment\n"
    path.write_text(f"import os\n\n{SOURCE.replace('    return total', more)}", encoding="utf-8")
    later = sample(source, 99, ["cli"])
    assert [place.name for place in later if place.name in names] == names
    equal = {"cli/look.py: a += 1: assignment dropped at 0", "cli/look.py: a += 1: constant at 5"}
    assert equal < set(names)
    assert {place.name for place in later} - set(names) == {f"{name}, number 2" for name in equal}


def test_who_is_asked(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "TESTS", {"cli": "tests/cli tests/docs"})
    seconds = {
        "tests/cli/test_a.py::test_1": 0.5,
        "tests/cli/test_a.py::test_2": 0.1,
        "tests/cli/test_look.py::test_3": 0.9,
        "tests/docs/test_b.py::test_4": 0.2,
        "tests/docs/test_b.py::test_5": 0.1,
        "tests/web/test_c.py::test_6": 0.1,
        "tests/cli/test_a.py::test_7": 7.0,
    }
    lines = {
        "8": ["tests/cli/test_a.py::test_1", "tests/web/test_c.py::test_6"],
        "10": ["tests/docs/test_b.py", "tests/cli/test_a.py::test_2"],
        "11": [""],
        "14": ["", "tests/cli/test_a.py::test_7"],
    }
    known = Known({"cli/look.py": lines}, seconds, ["tests/docs/test_b.py::test_5"])
    found = {(mutant.line, mutant.change): mutant for mutant in made(source)}
    one, two, three, four, _, other, seven = seconds
    assert known.tests_of(found[8, "constant"]) == [other, one]
    assert known.tests_of(found[10, "always"]) == [two, four]  # the quicker file first
    everybody = [three, four, two, one, seven]  # that of the same name first, slow ones last
    assert known.tests_of(found[11, "jump dropped"]) == everybody
    assert known.tests_of(found[14, "operator"]) == [seven]
    monkeypatch.setattr(asking, "SERVED", {"cli"})
    assert known.tests_of(found[14, "operator"]) == [seven, *everybody[:-1]]
    some = [other, four, two, one, seven]  # who run something of the file
    assert known.tests_of(found[2, "constant"]) == some
    assert known.tests_of(found[12, "constant"]) == everybody  # nobody is known to run it
    known.new.add(four)
    assert known.tests_of(found[8, "constant"]) == [other, four, one]
    monkeypatch.setattr(asking, "OTHERS", 0.05)
    assert known.tests_of(found[8, "constant"]) == [four, one]


COUNTING = """\
def count(a):
    total = 0
    while a > 0:
        a -= 1
        total += 1
    return total
"""
TESTS = """\
from pathlib import Path

from sbg.cli.counting import count


def test_broken():
    assert count(2) == 7


def test_once():
    tried = Path(__file__).with_name("tried")
    if not tried.exists():
        tried.touch()
        assert count(2) == 7


def test_whole():
    assert count(2) == 2
"""
PROFILE = "from hypothesis import settings\n\nsettings.register_profile('quick')\n"


@pytest.fixture
def tree(tmp_path: Path) -> Iterator[Tree]:
    """A small package of the same name, with its tests."""
    for name, text in {
        "src/sbg/__init__.py": "",
        "src/sbg/app/cli/__init__.py": "",
        "src/sbg/cli/counting.py": COUNTING,
        "tests/conftest.py": PROFILE,
        "tests/test_counting.py": TESTS,
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    shutil.copytree(Path(asking.__file__).parent, tmp_path / "scripts")
    tree = Tree(tmp_path)
    yield tree
    tree.close()


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "fork"), reason="`make mutants` forks")
def test_who_counts(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that fails anyway notices nothing, nor does one that fails by chance; one that hangs does."""
    monkeypatch.setattr(showing, "PATIENCE", 2.0)
    source = tree.place / "src" / "sbg"
    places = places_of(source, source / "cli" / "counting.py")
    found = {place.name.partition(": ")[2]: mutant_at(source, place) for place in places}
    tests = tree.begin(["tests"])
    assert {name.partition("::")[2] for name in tests} == {"test_broken", "test_once", "test_whole"}
    whole = "tests/test_counting.py::test_whole"
    known = Known({}, dict.fromkeys(tests, 0.0), [])
    more, endless = found["total = 0: constant at 8"], found["a -= 1: assignment dropped at 0"]
    assert tree.caught(more, sorted(tests), known) == (True, whole)
    assert tree.caught(endless, [whole], known) == (True, whole)
    assert tree.caught(more, sorted(tests)[:2], known) == (False, "")
    assert (source / "cli" / "counting.py").read_text(encoding="utf-8") == COUNTING
