"""Players have names, engines are tried before the first game, and failures are whole sentences everywhere."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

import sbg
from sbg.play.contests.plan import Contest, distinct
from sbg.play.contests.run import record_of
from sbg.play.contests.standings import Standings
from sbg.play.contests.store import open_results
from sbg.play.players import SpecError, parse
from tests.cli.helpers import sbg as command
from tests.contests.test_store import result
from tests.players.helpers import example, rogue

SMALL = sbg.load("breakthrough5")


@pytest.mark.parametrize(
    ("text", "name", "given"),
    [
        ("random:name=Bob", "Bob", {}),
        ("random:seed=1,name=Bob the 2nd", "Bob the 2nd", {"seed": 1}),
        ("uci:name=Bob my-engine --name=x", "Bob", {"command": "my-engine --name=x"}),
        ("uci:name='Bob B' my-engine", "Bob B", {"command": "my-engine"}),
        ("uci:Hash=16 File='a b' name=Bob e x", "Bob", {"command": "Hash=16 File='a b' e x"}),
        ("uci:my-engine name=Bob", None, {"command": "my-engine name=Bob"}),
        ("uci:Surname=Bob my-engine", None, {"command": "Surname=Bob my-engine"}),
    ],
)
def test_a_name_is_part_of_a_spec(text: str, name: str | None, given: dict[str, Any]) -> None:
    spec = parse(text)
    assert (spec.name, spec.given, spec.text) == (name, given, text)


@pytest.mark.parametrize("text", ["random:name=", "random:name=a,name=b", "uci:name='' engine"])
def test_a_name_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(SpecError, match="`name`"):
        parse(text)


def test_names_are_different() -> None:
    assert distinct(["a", "b"], ["x", "y"]) == ("a", "b")
    assert distinct(["a", "a", "b"], ["x", "y", "z"]) == ("x", "y", "b")
    assert distinct(["a", "a", "a"], ["x", "x", "x (2)"]) == ("x", "x (3)", "x (2)")


def test_an_engine_is_called_as_it_calls_itself() -> None:
    contest = Contest((rogue("illegal"), "random:name=Bob", "random"), (SMALL,), 1)
    assert contest.verified().names == ("rogue", "Bob", "random")
    two = Contest((rogue("illegal"), rogue("crash")), (SMALL,), 1).verified()
    assert two.names == two.players
    named = rogue("crash").replace("uci:", "uci:name=rogue ")
    assert Contest((rogue("illegal"), named), (SMALL,), 1).verified().names == (
        rogue("illegal"),
        "rogue",  # a name that was given stays
    )
    record = record_of(contest.verified(), result(0))
    assert (record.white, record.black) == ("rogue", "Bob")


def test_a_name_is_given_once() -> None:
    with pytest.raises(SpecError, match="two players are called `Bob`; give one another name"):
        Contest(("random:name=Bob", "greedy:name=Bob"), (SMALL,), 1).verified()


@pytest.mark.parametrize(
    ("player", "message"),
    [
        (rogue("stillborn"), "cannot play: it ended with exit code 1 before `uciok` (cannot open"),
        (example().replace("uci:", "uci:Speed=3 "), "cannot play: it has no option `Speed`"),
    ],
)
def test_an_engine_that_does_not_start_shows_before_the_first_game(
    tmp_path: Path, player: str, message: str
) -> None:
    with pytest.raises(SpecError) as caught:
        sbg.match([player, "random"], "hexapawn", file=tmp_path / "r.sqlite")
    assert message in str(caught.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.process
def test_the_report_quotes_the_first_failure(tmp_path: Path) -> None:
    words = ["random:name=Bob", rogue("crash"), "--game", "breakthrough5", "--games", "2"]
    answer = command("match", *words, "--results", "r.sqlite", "--records", "games", cwd=tmp_path)
    assert answer.code == 0
    assert (
        "rogue lost 2 games: it crashed, or could not be started. Game 1: "
        "Black ended with exit code 3 instead of a move (out of cheese).\n"
    ) in answer.out
    assert "Pairs of games by points of Bob: 0 × 0, 0 × ½, 0 × 1, 0 × 1½, 1 × 2\n" in answer.out
    record = sbg.read_record((tmp_path / "games" / "0002.record").read_text())
    assert (record.white, record.black) == ("rogue", "Bob")
    said = "white ended with exit code 3 instead of a move (out of cheese)"
    assert record.others["Detail"] == said
    assert record.others["Program"] == f"sbg {sbg.__version__}"


# -- for SQL


@pytest.mark.parametrize("format", ["round-robin", "gauntlet"])
def test_views_say_who_beat_whom(tmp_path: Path, format: Any) -> None:
    players = ("random:name=Ann's", "random", "greedy", "greedy:seed=1")
    games = (sbg.load("hexapawn"), SMALL, sbg.load("clobber"))
    contest = Contest(players, games, 2, format)
    results = [result(number) for number in range(len(contest))]
    path = tmp_path / "r.sqlite"
    with open_results(path, contest) as store:
        for one in results:
            store.add(one)
    expected = Standings(contest, results, keep=True)
    connection = sqlite3.connect(path)
    connection.row_factory = sqlite3.Row
    rows = [dict(row) for row in connection.execute("SELECT * FROM games ORDER BY number")]
    assert rows == expected.to_dicts()
    assert {row["white"] for row in rows} <= {"Ann's", "random", "greedy", "greedy:seed=1"}
    beaten = "SELECT sum(wins), sum(draws), sum(losses), sum(points) FROM scores WHERE player = ?"
    for line in expected.players:
        found = tuple(connection.execute(beaten, (line.player,)).fetchone())
        assert found == (line.wins, line.draws, line.losses, line.points)
    connection.close()
