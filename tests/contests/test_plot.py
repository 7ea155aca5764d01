"""The picture of the ratings: SVG by ourselves, other formats by the extra `plots`."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import sbg
from sbg.contests.plan import Contest
from sbg.contests.plot import PlotError, plot, require
from sbg.contests.referee import GameResult
from sbg.contests.standings import Standings
from sbg.files import FileError


@pytest.fixture
def standings() -> Standings:
    contest = Contest(("random", "random:seed=1", "random:seed=2"), (sbg.load("hexapawn"),), 4)
    results = ["white", "black", "draw", "white"]
    return Standings(
        contest,
        [
            GameResult(n, results[n % 4], "goal", "", "", 0, 0.0, 0.0, "2025-01-31")
            for n in range(len(contest))
        ],
    )


@pytest.mark.extras("matplotlib")
@pytest.mark.parametrize(("name", "first"), [("r.png", b"\x89PNG"), ("r.pdf", b"%PDF")])
def test_the_ending_decides(tmp_path: Path, standings: Standings, name: str, first: bytes) -> None:
    plot(standings, tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(first)


def test_svg_needs_nothing_else(
    tmp_path: Path, standings: Standings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    plot(standings, tmp_path / "r.svg")
    picture = ET.parse(tmp_path / "r.svg").getroot()
    texts = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    names = [standings.contest.names[number] for number in standings.ranking]
    assert [text for text in texts if text in names] == names  # the best first
    with pytest.raises(PlotError, match=r"a picture that ends in \.svg needs none"):
        plot(standings, tmp_path / "r.png")


def test_what_cannot_be_drawn_is_said_before_the_first_game(tmp_path: Path) -> None:
    with pytest.raises(PlotError, match=r"a picture ends in .png, .svg, .pdf, not `r.bmp`"):
        require(tmp_path / "r.bmp")
    with pytest.raises(FileError, match="there is no folder"):
        require(tmp_path / "no" / "r.png")
