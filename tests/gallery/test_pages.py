"""The pages of a gallery: what they hold, and into which folders they are written."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path

import pytest

import sbg
from sbg.base.files import FileError
from sbg.study.evolve.archive import Archive
from sbg.study.evolve.genome import Genome
from sbg.study.evolve.nearest import distance, nearest
from sbg.study.gallery import GalleryError, write
from sbg.study.gallery.cards import MEASURES
from sbg.study.gallery.fan import at, enumerate_shares, fan
from sbg.study.gallery.pages import first_page, slug
from sbg.study.gallery.samples import GAMES, samples
from tests.cli.conftest import Command, command
from tests.gallery import small

__all__ = ["command"]


class Balanced(HTMLParser):
    """Fails where an element is closed that is not open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value for key, value in attrs if key == "href" and value]
        if tag not in (
            "meta",
            "link",
            "br",
            "path",
            "rect",
            "circle",
            "use",
            "polyline",
            "polygon",
        ):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("path", "rect", "circle", "use", "polyline", "polygon"):
            assert self.open.pop() == tag


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("gallery")
    write(small.results(), small.archive(), place, "New <games>")
    return place


def test_all_pages_are_whole_and_their_links_lead_somewhere(folder: Path) -> None:
    pages = [folder / "index.html", *(folder / "games").glob("*.html")]
    assert len(pages) == 1 + len(small.archive())
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert "{{" not in text
        parser = Balanced()
        parser.feed(text)
        assert parser.open == []
        for link in parser.links:
            if not link.startswith(("#", "data:")):
                assert (page.parent / link).exists()


def test_the_first_page_has_the_map_and_the_games(folder: Path) -> None:
    text = (folder / "index.html").read_text(encoding="utf-8")
    assert "<title>New &lt;games&gt;</title>" in text
    archive = small.archive()
    assert f"{len(archive)} of 450 cells hold one" in text
    for elite in archive.best():
        assert text.count(f'href="games/{slug(elite)}.html"') == 2
        assert f"{elite.fitness:.3f}" in text


def test_the_map_shows_all_cells_that_are_held() -> None:
    archive = small.archive()
    text = first_page(archive, archive.best(1), "Best")
    held = re.findall(r'<(a|span) class="cell', text)
    assert len(held) == len(archive) > 1
    assert held.count("a") == 1
    assert f"{len(archive)} of 450 cells hold one; the best 1 of these can be opened." in text
    assert "moves to choose from" in text


def test_the_page_of_a_game(folder: Path) -> None:
    elite = small.archive().best()[0]
    text = (folder / "games" / f"{slug(elite)}.html").read_text(encoding="utf-8")
    game = sbg.parse(elite.text)
    for sentence in sbg.describe(game).pieces[0].sentences:
        assert sentence in text
    for name in ("pieces", "measures", "ladder", "fan", "use", "lineage", "viewer"):
        assert f'data-testid="{name}"' in text
    assert text.count("<tr>") >= len(MEASURES)
    saved = folder / "games" / f"{slug(elite)}.sbg"
    assert sbg.load(saved) == game
    match = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert match is not None
    data = json.loads(match[1])
    fen = "/".join(data["rows"])
    assert fen.count("/") == game.height - 1
    assert len(data["moves"]) > 3


def test_lineage_is_told_from_the_oldest_on(folder: Path) -> None:
    child = small.results()[3]
    if child.status != "measured":
        pytest.skip("the child was rejected")
    elites = {elite.id: elite for elite in small.archive().best()}
    if 3 not in elites:
        pytest.skip("the child is not in the archive")
    text = (folder / "games" / f"{slug(elites[3])}.html").read_text(encoding="utf-8")
    told = text.split('data-testid="lineage">')[1].split("</ol>")[0]
    first, second = re.findall(r"<strong>(.*?)</strong>", told)
    assert (first, second) == ("Breakthrough 5x5", child.name)


def test_other_pages_are_left_alone(tmp_path: Path) -> None:
    mine = tmp_path / "index.html"
    mine.write_text("mine", encoding="utf-8")
    with pytest.raises(FileError, match="is not a page of `sbg gallery`"):
        write(small.results(), small.archive(), tmp_path, "x")
    assert mine.read_text(encoding="utf-8") == "mine"
    with pytest.raises(FileError, match="is a file, not a folder"):
        write(small.results(), small.archive(), mine, "x")
    with pytest.raises(GalleryError, match="holds no game yet"):
        write((), Archive(), tmp_path / "new", "x")


def test_the_command(command: Command, tmp_path: Path) -> None:
    run = small.file(tmp_path / "run.sqlite")
    answer = command("gallery", str(run), str(tmp_path / "out"), "--best", "1", "--title", "Mine")
    assert answer.code == 0
    assert answer.err.endswith("index.html: 1 game\n")
    assert "<title>Mine</title>" in (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert len(list((tmp_path / "out" / "games").glob("*.html"))) == 1
    assert command("gallery", "none.sqlite", str(tmp_path / "out")).code == 2


# --- parts


def test_samples_are_the_same_for_equal_seeds() -> None:
    game = sbg.load("breakthrough5")
    found = samples(game, seed=2)
    assert found == samples(game, seed=2)
    assert len(found.chances) == len(found.winners) == GAMES
    assert all(0 <= chance <= 1 for course in found.chances for chance in course)
    position = game.position(f"{'/'.join(_fen(row) for row in found.rows)} w 2")
    for move in found.moves:
        position = position.play(move)
    assert position.outcome is not None


def _fen(row: str) -> str:
    return re.sub(r"\.+", lambda dots: str(len(dots[0])), row)


def test_a_fan_is_a_picture() -> None:
    courses = [(0.5, 0.6, 0.9), (0.5, 0.4), (0.5,), (0.5, 0.7, 0.2, 0.1), ()]
    picture = fan(courses, ["white", "black", "draw", "black", "draw"], "Chances")
    root = ET.fromstring(picture)
    lines = [one for one in root if one.tag == "polyline"]
    assert [one.get("class") for one in lines] == [
        "way white",
        "way black",
        "way draw",
        "way black",
    ]
    assert enumerate_shares((0.5, 0.6, 0.9)) == [(0.0, 0.5), (0.5, 0.6), (1.0, 0.9)]
    assert at((1.0, 2.0, 3.0), 0.5) == 2.0


def test_nearest_games() -> None:
    chess = Genome.of(sbg.load("chess"))
    assert nearest(chess).name == "chess"
    assert nearest(chess).distance == 0
    single = Genome.of(sbg.load("chess-single-step"))
    assert 0 < distance(chess, single) < distance(chess, Genome.of(sbg.load("breakthrough")))
    assert distance(chess, single) == distance(single, chess)
