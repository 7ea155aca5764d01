"""The documentation is true: outputs of commands, Python sessions, links, and the tests that rulings name."""

from __future__ import annotations

import doctest
import io
import os
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

import sbg
from sbg.app import cli
from scripts import check_examples, docs_console, docs_pages, docs_picture
from tests.docs.pages import PAGES, ROOT, blocks

_LINK = re.compile(r"(?<!\!)\[(?P<text>[^\]]*)\]\((?P<target>[^)\s]+)\)")


def links(page: Path) -> list[tuple[str, str]]:
    """The links of a page, as (text, target); code blocks are left out."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    return [(match["text"], match["target"]) for match in _LINK.finditer(text)]


# --- outputs


_PLAIN = re.compile(r"sbg [^|<>;&$`]*")


def here(command: str, folder: Path) -> str:
    """What a command prints, run in this process if it needs no shell; a process for each takes its time."""
    if not _PLAIN.fullmatch(command):
        return docs_console.in_a_shell(command, folder)
    said = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name in [name for name in os.environ if name.startswith("SBG_")]:
            patch.delenv(name)
        patch.delenv("FORCE_COLOR", raising=False)
        patch.setenv("COLUMNS", "92")
        patch.setenv("NO_COLOR", "1")
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
        patch.setattr(sys, "stdout", said)
        patch.setattr(sys, "stderr", said)
        cli.run(shlex.split(command)[1:])
    data = said.buffer
    assert isinstance(data, io.BytesIO)
    return data.getvalue().decode()


@pytest.mark.skipif(shutil.which("sh") is None, reason="the commands are written for a shell")
@pytest.mark.parametrize("name", docs_console.PAGES)
def test_commands_print_what_the_page_shows(name: str) -> None:
    page = (ROOT / name).read_text(encoding="utf-8")
    # `make generate` brings it up to date
    assert docs_console.refresh(page, here) == page or docs_console.refresh(page) == page


def test_no_page_with_commands_is_forgotten() -> None:
    shown = [page.relative_to(ROOT).as_posix() for page in PAGES if list(blocks(page, "console"))]
    assert sorted(shown) == sorted(docs_console.PAGES)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_sessions(page: Path) -> None:
    text = "".join(block.body for block in blocks(page, "python"))
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    output: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=output.append)
    assert "".join(output) == ""


def test_type_checkers_see_an_example_where_it_stands_in_its_page() -> None:
    page = ROOT / "README.md"
    lines = page.read_text(encoding="utf-8").splitlines()
    seen = check_examples.module(page).splitlines()
    assert any(seen)
    for number, line in enumerate(seen):
        assert not line or lines[number] in (f">>> {line}", f"... {line}")


def test_there_are_python_sessions() -> None:
    assert {page.name for page in PAGES if list(blocks(page, "python"))} >= {"README.md", "api.md"}


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("docs/diagnostics.md", docs_pages.diagnostics),
        ("docs/games.md", docs_pages.bundled_games),
        ("docs/limits.md", docs_pages.documented_limits),
        ("docs/_static/gardner.svg", docs_picture.gardner),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_generated_pages_are_up_to_date(name: str, make: object) -> None:
    assert callable(make)
    assert (ROOT / name).read_text(encoding="utf-8") == make()  # else `make generate`


# --- links


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for _, target in links(page):
        path, _, anchor = target.partition("#")
        if path:
            assert (page.parent / path).exists(), target
        if anchor:
            text = ((page.parent / path) if path else page).read_text(encoding="utf-8")
            headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
            names = {re.sub(r"[^\w-]", "", line.lower().replace(" ", "-")) for line in headings}
            assert anchor in names | set(re.findall(r"^\(([\w-]+)\)=$", text, re.MULTILINE)), target


def test_every_ruling_names_tests_that_exist() -> None:
    page = ROOT / "docs" / "semantics.md"
    named = [(text, target) for text, target in links(page) if text.startswith("`test_")]
    assert len(named) > 80
    for text, target in named:
        name = text.strip("`")
        source = (page.parent / target).read_text(encoding="utf-8")
        assert re.search(rf"^def {name}\(", source, re.MULTILINE), (name, target)
    for section in re.split(r"^### ", page.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        assert "Tests: [" in section, section.splitlines()[0]


def test_every_test_of_play_that_pins_a_ruling_is_run_on_both_engines() -> None:
    page = ROOT / "docs" / "semantics.md"
    for text, target in links(page):
        if target.startswith("../tests/play/") and not target.endswith("test_words.py"):
            source = (page.parent / target).read_text(encoding="utf-8")
            name = text.strip("`")
            signature = re.search(rf"^def {name}\(\s*engine: Engine", source, re.MULTILINE)
            assert signature, name


# --- completeness


def test_every_public_name_is_on_the_page_of_the_interface() -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    missing = [name for name in sbg.__all__ if not re.search(rf"\bsbg\.{name}\b", page)]
    assert missing == []


def test_every_page_is_in_the_table_of_contents() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^[a-z]+$", index, re.MULTILINE))
    assert {page.stem for page in (ROOT / "docs").glob("*.md")} - {"index"} <= listed


def test_every_command_is_on_its_page() -> None:
    from sbg.app.cli.app import make

    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    commands = [name for name in make() if not name.startswith("-")]
    assert commands
    assert [name for name in commands if f"$ sbg {name} --help" not in page] == []


def test_no_page_names_a_place_on_one_machine() -> None:
    for page in PAGES:
        assert not re.search(r"/(root|home|work|tmp)/", page.read_text(encoding="utf-8")), page.name
