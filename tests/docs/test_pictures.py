"""The pictures of the documentation are those that the library draws today, and each is shown."""

from __future__ import annotations

import re

import pytest

from scripts import docs_gpu, docs_picture
from tests.docs.pages import PAGES, ROOT
from tests.svg.helpers import read

PAGE = ROOT / "docs" / "pictures.md"


@pytest.mark.parametrize("name", docs_picture.PICTURES)
def test_picture_is_up_to_date(name: str) -> None:
    drawn = docs_picture.PICTURES[name]()
    assert (ROOT / name).read_text(encoding="utf-8") == drawn  # else `make generate`
    read(drawn, "auto" if "<style>" in drawn else "light")


OF_PAGE = {name for name in docs_picture.PICTURES if name.startswith(str(docs_picture.FOLDER))}


def test_every_picture_is_shown_and_described() -> None:
    text = PAGE.read_text(encoding="utf-8")
    shown = re.findall(r"^```\{image\} (\S+)\n:alt: \S.*$", text, re.MULTILINE)
    assert text.count("```{image}") == len(shown)
    assert {f"docs/{name}" for name in shown} == OF_PAGE


def test_no_picture_is_left_behind() -> None:
    files = {path.relative_to(ROOT).as_posix() for path in (ROOT / docs_picture.FOLDER).glob("*")}
    assert files == OF_PAGE


def test_the_front_page_shows_the_other_pictures() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    others = set(docs_picture.PICTURES) - OF_PAGE
    assert others
    assert [name for name in others if name not in text] == []


@pytest.mark.parametrize("name", docs_gpu.CHARTS)
def test_chart_is_up_to_date_and_shown(name: str) -> None:
    drawn = docs_gpu.CHARTS[name]()
    assert (ROOT / name).read_text(encoding="utf-8") == drawn  # else `make generate`
    read(drawn, "auto")
    shown = f"```{{image}} {name.removeprefix('docs/')}\n:alt: "
    assert [page.name for page in PAGES if shown in page.read_text(encoding="utf-8")] != []
