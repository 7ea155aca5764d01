"""The README keeps its word: its Python session runs, its commands and targets exist, its picture is there."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_python_session() -> None:
    session = doctest.DocTestParser().get_doctest(README, {}, "README.md", "README.md", 0)
    assert len(session.examples) == 5
    output: list[str] = []
    doctest.DocTestRunner(verbose=False).run(session, out=output.append)
    assert "".join(output) == ""


def test_the_make_commands() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.findall(r"^    make ([a-z]+)", README, re.MULTILINE) == ["play", "test", "serve"]
    for target in re.findall(r"make ([a-z]+)", README):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_the_commands_exist() -> None:
    from sbg.cli.app import make

    named = set(re.findall(r"sbg ([a-z]+) [A-Z]|^sbg ([a-z]+)", README, re.MULTILINE))
    words = {word for pair in named for word in pair if word}
    assert {"play", "check", "fmt", "new", "show"} <= words <= set(make())


def test_the_picture() -> None:
    pictures = re.findall(r'src="([^"]+)"', README)
    assert pictures
    assert all((ROOT / picture).is_file() for picture in pictures)


def test_the_pythons_that_are_named_are_those_that_we_support() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    supported = re.findall(r"Programming Language :: Python :: (3\.\d+)", project)
    table = README[README.index("## Where it was tested") :]
    assert re.findall(r"3\.\d+", table) == supported
