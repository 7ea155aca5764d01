"""The pages about a contest: what they hold, and into which folders they are written."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from dataclasses import astuple, replace
from pathlib import Path
from typing import Any

import pytest

import sbg
from sbg.app.cli import run
from sbg.base.files import FileError
from sbg.explain.pictures import charts
from sbg.play.contests.control import Control
from sbg.play.contests.plan import Contest
from sbg.play.contests.referee import GameResult
from sbg.play.contests.standings import Standings
from sbg.play.contests.store import open_results
from sbg.play.report import write
from sbg.play.report.parts import cross_table, settings, standings_table

EVIL = "uci:Name=</script><b> ./x"
CONTEST = Contest(
    ("random", "random:seed=1", "random:seed=2"), (sbg.load("hexapawn"), sbg.load("gardner")), 2
)


def results(contest: Contest, detail: str = "") -> list[GameResult]:
    """The player with the highest number wins every game."""
    found = []
    for number in range(len(contest)):
        _, white, black = contest.seats(number)
        result = "white" if white > black else "black"
        moves = "a1a2 c3b2 a2a3"
        found.append(GameResult(number, result, "goal", detail, moves, 3, 0.5, 0.25, "2025-01-31"))
    return found


def data(page: str) -> dict[str, Any]:
    match = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert match is not None
    found = json.loads(match[1])
    assert isinstance(found, dict)
    return found


def test_a_page_and_its_games(tmp_path: Path) -> None:
    played = results(CONTEST)
    page = write(Standings(CONTEST, played), played, tmp_path / "out", "Spring").read_text("utf-8")
    assert "<title>Spring</title>" in page
    assert "{{" not in page
    assert page.index("random:seed=2</code>") > page.index("random:seed=1</code>")  # as entered
    found = data(page)
    assert found["players"] == list(CONTEST.players)
    assert found["list"] == [[r.id + 1, *CONTEST.seats(r.id), r.result, 0, 3] for r in played]
    hexapawn, gardner = found["games"]
    assert hexapawn == {
        "name": "Hexapawn",
        "rows": ["ppp", "...", "PPP"],
        "figures": {"P": "P"},
        "colours": {},
    }
    assert gardner["figures"] == {letter: letter for letter in "BKNPQR"}
    chunk = (tmp_path / "out" / "games" / "0.js").read_text("utf-8")
    match = re.fullmatch(r"sbgGames\(0, (.*)\);\n", chunk)
    assert match is not None
    moves = json.loads(match[1])
    assert len(moves) == len(CONTEST)
    assert moves[0] == ["a1a2 c3b2 a2a3", "", 0.5, 0.25, "2025-01-31", ""]


def test_the_cross_table_follows_the_standings() -> None:
    table = cross_table(Standings(CONTEST, results(CONTEST)))
    assert re.findall(r'scope="row">([^<]*)<', table) == list(CONTEST.players[::-1])
    assert re.findall(r"(\d+)<small>/(\d+)", table) == [
        *[("8", "8")] * 2, ("0", "8"), ("8", "8"), *[("0", "8")] * 2
    ]  # fmt: skip


def test_only_clear_results_have_a_colour() -> None:
    contest = Contest(("random", "random:seed=1", "random:seed=2"), (sbg.load("hexapawn"),), 40)
    played = results(contest)
    assert cross_table(Standings(contest, played[:6])).count('class="even"') == 6
    whole = cross_table(Standings(contest, [replace(r, moves=f"a1a{r.id}") for r in played]))
    assert (whole.count('class="good"'), whole.count('class="bad"')) == (3, 3)


def test_two_players_have_the_elo_of_their_match() -> None:
    contest = Contest(("random", "random:seed=1"), (sbg.load("hexapawn"),), 3)
    standings = Standings(contest, results(contest)[:5])
    found = standings.meetings[0, 1].estimate
    assert found is not None
    first, second = map(astuple, standings.ratings)
    assert first == (found.elo, found.elo_low, found.elo_high)
    assert second == (-found.elo, -found.elo_high, -found.elo_low)
    page = standings_table(standings)
    assert f"<td>−∞ … {found.elo_high:+.0f}</td>" in page
    assert f"<td>{found.los:.1%}</td>" in page


def test_the_settings_name_limits_and_openings_of_their_own() -> None:
    contest = Contest(
        ("random", "greedy"),
        CONTEST.games,
        1,
        names=("Ann", "greedy"),
        controls=(Control(nodes=5), None),
        lines=(("a1a2", "b1b2"), ()),
    )
    text = settings(contest)
    assert "Ann: <code>random</code> (5 nodes a move)<br><code>greedy</code></dd>" in text
    assert "<dd>2 given lines and 4 random plies, each played twice" in text
    assert "<dd>4 random plies, each played twice" in settings(CONTEST)


def test_names_and_details_end_no_script(tmp_path: Path) -> None:
    contest = Contest((EVIL, "random"), (sbg.load("hexapawn"),), 1)
    played = results(contest, "said </script><script>alert(1)</script>")
    page = write(Standings(contest, played), played, tmp_path, "<b>").read_text("utf-8")
    assert "<b>" not in page
    assert data(page)["players"] == [EVIL, "random"]
    assert "<" not in (tmp_path / "games" / "0.js").read_text("utf-8")


def test_a_contest_without_games_has_a_page(tmp_path: Path) -> None:
    page = write(Standings(CONTEST), [], tmp_path, "Soon").read_text("utf-8")
    assert "0 of 24 games" in page
    assert data(page)["list"] == []


def test_pages_of_others_are_left_alone(tmp_path: Path) -> None:
    index = tmp_path / "index.html"
    index.write_text("mine")
    with pytest.raises(FileError, match="is not a page of `sbg report`"):
        write(Standings(CONTEST), [], tmp_path, "x")
    assert index.read_text() == "mine"
    assert sorted(tmp_path.iterdir()) == [index]
    with pytest.raises(FileError, match="is a file, not a folder"):
        write(Standings(CONTEST), [], index, "x")


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, folder = str(tmp_path / "a.sqlite"), str(tmp_path / "out")
    with open_results(Path(file), CONTEST) as store:
        for result in results(CONTEST)[:7]:
            store.add(result)
        assert run(["report", file, folder]) == 0  # while it is being written
    assert "7 games are in" in capsys.readouterr().err
    assert run(["report", file, folder, "--title", "Again"]) == 0
    assert "<h1>Again</h1>" in (tmp_path / "out" / "index.html").read_text("utf-8")
    assert run(["report", str(tmp_path / "no.sqlite"), folder]) == 2
    assert run(["report", file, file]) == 2
    assert "is a file, not a folder" in capsys.readouterr().err


@pytest.mark.parametrize(
    "picture",
    [
        charts.intervals([], "t", "x"),
        charts.intervals(
            [charts.Interval("<a>", 1, -float("inf"), float("inf"))], "t", "x", "dark"
        ),
        charts.bars([("a" * 50, (0, 0)), ("b", (1, 2))], [("w", "mark"), ("l", "enemy")], "<t>"),
        charts.columns([], "t", "x"),
        charts.columns([3, 3, 200], "t", "x", "light"),
    ],
)
def test_charts_are_well_formed(picture: str) -> None:
    ET.fromstring(picture)


def test_an_interval_is_drawn_to_scale() -> None:
    rows = [charts.Interval("a", 100, 50, 150), charts.Interval("b", -100, -150, -50)]
    picture = ET.fromstring(charts.intervals(rows, "t", "Elo"))
    dots = picture.findall("{http://www.w3.org/2000/svg}circle")
    ticks = {
        text.text: float(text.get("x", ""))
        for text in picture.iter("{http://www.w3.org/2000/svg}text")
    }
    assert [float(dot.get("cx", "")) for dot in dots] == [ticks["+100"], ticks["-100"]]


def test_figures_and_colours_of_the_author(tmp_path: Path) -> None:
    text = "//! figure P = knight, colour black = #7a1f1f\n" + sbg.load("hexapawn").text
    contest = Contest(("random", "greedy"), (sbg.parse(text),), 1)
    (game,) = data(write(Standings(contest, []), [], tmp_path / "out", "x").read_text("utf-8"))[
        "games"
    ]
    assert game["figures"] == {"P": "N"}
    assert game["colours"]["--black"] == "#7a1f1f"
