"""The picture of the ratings."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import sbg
from sbg.base.files import FileError
from sbg.play.contests.plan import Contest
from sbg.play.contests.plot import PlotError, plot, require
from sbg.play.contests.referee import GameResult
from sbg.play.contests.standings import Standings


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


def test_the_players_in_their_order(tmp_path: Path, standings: Standings) -> None:
    plot(standings, tmp_path / "r.svg")
    picture = ET.parse(tmp_path / "r.svg").getroot()
    texts = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    names = [standings.contest.names[number] for number in standings.ranking]
    assert [text for text in texts if text in names] == names  # the best first


def test_what_cannot_be_drawn_is_said_before_the_first_game(tmp_path: Path) -> None:
    with pytest.raises(PlotError, match=r"name a file that ends in .svg, not `r.png`"):
        require(tmp_path / "r.png")
    with pytest.raises(FileError, match="there is no folder"):
        require(tmp_path / "no" / "r.svg")
