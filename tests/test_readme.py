"""The README keeps its word: its session runs, its commands and pictures exist, its numbers were measured."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

import sbg
from scripts import docs_picture

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_python_session() -> None:
    session = doctest.DocTestParser().get_doctest(README, {}, "README.md", "README.md", 0)
    assert len(session.examples) == 6
    output: list[str] = []
    doctest.DocTestRunner(verbose=False).run(session, out=output.append)
    assert "".join(output) == ""


def test_the_numbers_were_measured() -> None:
    file = re.search(r"<!-- numbers of (\S+) -->", README)
    assert file
    text = (ROOT / "bench" / "results" / file[1]).read_text(encoding="utf-8")
    engine: dict[str, Any] = json.loads(text)["engine"]
    games = engine["speed"]["games"]
    assert re.findall(r"\| \*\*(.*?)\*\* \|", README) == [
        f"{games['chess']['moves_per_s'] / 1e6:.1f} million",
        f"{100 * games['breakthrough']['playouts_ratio']:.0f} %",
        f"{engine['ready_ms']['chess']:.1f} ms",
    ]


def test_the_make_commands() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.findall(r"^    make ([a-z]+)", README, re.MULTILINE) == ["play", "serve", "test"]
    for target in re.findall(r"make ([a-z]+)", README):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_the_commands_exist() -> None:
    from sbg.app.cli.app import make

    named = set(re.findall(r"sbg ([a-z]+) [A-Z]|^sbg ([a-z]+)", README, re.MULTILINE))
    words = {word for pair in named for word in pair if word}
    assert {"play", "check", "new", "show", "translate"} <= words <= set(make())


def test_the_pictures() -> None:
    pictures = re.findall(r'src="([^"]+)"', README)
    assert len(pictures) == len(set(pictures)) == 1 + len(docs_picture.GALLERY)
    assert all((ROOT / picture).is_file() for picture in pictures)
    assert sum((ROOT / picture).stat().st_size for picture in pictures) < 200_000


@pytest.mark.parametrize("name", docs_picture.GALLERY)
def test_the_gallery_shows_the_games_as_they_are(name: str) -> None:
    path = f"docs/_static/games/{name}.svg"
    assert f'src="{path}"' in README
    assert (ROOT / path).read_text(encoding="utf-8") == docs_picture.PICTURES[path]()


def test_the_moving_picture_shows_its_record() -> None:
    image = pytest.importorskip("PIL.Image")
    folder = ROOT / "docs" / "_static"
    record = sbg.read_record((folder / "gardner.record").read_text(encoding="utf-8"))
    line = record.replay(sbg.load("gardner"))
    assert line.outcome is not None
    with image.open(folder / "gardner.gif") as picture:
        assert picture.n_frames == len(line.moves) + 1


def test_the_pythons_that_are_named_are_those_that_we_support() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    supported = re.findall(r"Programming Language :: Python :: (3\.\d+)", project)
    assert re.findall(r"3\.\d+", README[README.index("Tested with") :]) == supported


def test_how_to_cite_it() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["cff-version"] == "1.2.0"
    assert (citation["version"], citation["license"]) == (sbg.__version__, "MIT")
    authors = [one["family-names"] for one in citation["references"][0]["authors"]]
    assert authors == ["Kowalski", "Sutowicz", "Szykuła"]
