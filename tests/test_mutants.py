"""The tool behind `make mutants`: every change is one change, and a mutant is shown to the tests that run its line."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from scripts import mutants
from scripts.mutants import Known
from scripts.mutation import Mutant, mutant_at, places_of, sample

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
    return [mutant_at(source, path, *place) for place in places_of(path)]


def test_every_change_is_made_once(source: Path) -> None:
    found = {(mutant.line, mutant.change): mutant for mutant in made(source)}
    assert found.keys() == CHANGED.keys()
    before = ast.unparse(ast.parse(SOURCE)).splitlines()
    for place, mutant in found.items():
        assert CHANGED[place] in mutant.text
        changed = [line for line in mutant.text.splitlines() if line not in before]
        assert len(changed) == 1
        assert mutant.name == f"cli/look.py:{mutant.line}:{mutant.column} {mutant.change}"


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
    assert len(set(first)) == 5


def test_who_is_asked(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutants, "TESTS", {"cli": "tests/cli tests/docs"})
    seconds = {
        "tests/cli/test_a.py::test_1": 5.0,
        "tests/cli/test_a.py::test_2": 1.0,
        "tests/cli/test_look.py::test_3": 9.0,
        "tests/docs/test_b.py::test_4": 2.0,
        "tests/docs/test_b.py::test_5": 1.0,
        "tests/web/test_c.py::test_6": 1.0,
    }
    lines = {
        "8": ["tests/cli/test_a.py::test_1", "tests/web/test_c.py::test_6"],
        "10": ["tests/docs/test_b.py", "tests/cli/test_a.py::test_2"],
        "11": [""],
    }
    known = Known({"cli/look.py": lines}, seconds, ["tests/docs/test_b.py::test_5"])
    found = {(mutant.line, mutant.change): mutant for mutant in made(source)}
    one, two, three, four = list(seconds)[:4]
    other = "tests/web/test_c.py::test_6"
    assert known.tests_of(found[8, "constant"]) == ([other, one], 6.0)
    assert known.tests_of(found[10, "always"]) == ([two, four], 3.0)  # the quicker file first
    everybody = [three, four, two, one]  # that of the same name first
    assert known.tests_of(found[11, "jump dropped"])[0] == everybody
    some = [other, four, two, one]  # who run something of the file
    assert known.tests_of(found[2, "constant"])[0] == some
    assert known.tests_of(found[12, "constant"])[0] == everybody  # nobody is known to run it
    known.new.add(four)
    assert known.tests_of(found[8, "constant"])[0] == [other, four, one]
    monkeypatch.setattr(mutants, "OTHERS", 0.5)
    assert known.tests_of(found[8, "constant"])[0] == [four, one]
