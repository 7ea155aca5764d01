"""Standings that grow: whatever is asked of them is about all games so far."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from pathlib import Path
from random import Random

import pytest

import sbg
from sbg.app.cli import terminal
from sbg.app.cli.parts.contest_view import players_table, report
from sbg.base.jobs.work import Done, Failed
from sbg.play.contests.plan import Contest, Task
from sbg.play.contests.plot import plot
from sbg.play.contests.referee import GameResult
from sbg.play.contests.run import run
from sbg.play.contests.standings import Standings


def test_ratings_are_those_of_all_games_so_far() -> None:
    contest = Contest(("random", "random:seed=1"), (sbg.load("hexapawn"),), 4)
    standings = Standings(contest)
    before = [rating.low for rating in standings.ratings]
    assert before == [-math.inf, -math.inf]
    found = [before]
    for number in range(len(contest)):
        result = "white" if number % 2 == 0 else "black"  # the first player wins every game
        standings.add(GameResult(number, result, "goal", "", "", 0, 0.0, 0.0, "2025-01-31"))
        found.append([rating.low for rating in standings.ratings])
    assert found[2] != before
    assert found[4] != found[2]
    (first, second), estimate = standings.ratings, standings.meetings[0, 1].estimate
    assert estimate is not None
    assert (first.elo, first.low, first.high) == (math.inf, estimate.elo_low, math.inf)
    assert (second.elo, second.low, second.high) == (-math.inf, -math.inf, -estimate.elo_low)
    whole = Standings(contest, [])
    for number in range(len(contest)):
        result = "white" if number % 2 == 0 else "black"
        whole.add(GameResult(number, result, "goal", "", "", 0, 0.0, 0.0, "2025-01-31"))
    assert [rating.low for rating in whole.ratings] == found[-1]


def test_games_that_are_not_kept_are_not_listed() -> None:
    contest = Contest(("random", "random:seed=1"), (sbg.load("hexapawn"),), 4)
    played = GameResult(0, "white", "goal", "", "a1a2", 1, 0.0, 0.0, "2025-01-31")
    assert Standings(contest, [played]).games == []
    assert len(Standings(contest, [played], keep=True).games) == 1


def test_numbers_in_json_are_rounded() -> None:
    contest = Contest(("random", "random:seed=1"), (sbg.load("hexapawn"),), 5)
    standings = Standings(contest)
    for number in range(len(contest)):
        result = "white" if number % 4 < 3 else "black"
        standings.add(GameResult(number, result, "goal", "", "", 0, 0.0, 0.0, "2025-01-31"))
    data = standings.json()
    (meeting,) = data["meetings"]
    found = meeting["estimate"]
    for elo in (found["elo"], *found["elo95"], *data["players"][0]["elo95"]):
        assert elo == round(elo, 1) != 0
    for share in (found["score"], *found["score95"], found["los"]):
        assert share == round(share, 4)


def test_every_player_has_a_row() -> None:
    contest = Contest(("random", "random:seed=1", "greedy"), (sbg.load("hexapawn"),), 2)
    table = players_table(Standings(contest))
    assert table.row_count == 3
    assert sorted(str(cell) for cell in table.columns[0].cells) == sorted(contest.names)


def test_games_that_could_not_be_played_are_given_back() -> None:
    contest = Contest(("random", "random:seed=1"), (sbg.load("hexapawn"),), 2)
    lost = Failed(1, "its process was killed")

    class Pool:
        def run(
            self, tasks: Iterable[tuple[int, Task] | None], /
        ) -> Iterator[Done[GameResult] | Failed]:
            for number, _ in filter(None, tasks):
                yield lost if number == 1 else Done(number, played(number))

        def close(self) -> None: ...

    standings = Standings(contest)
    assert run(contest, None, Pool(), standings) == [lost]
    assert standings.played == 3


def played(number: int) -> GameResult:
    return GameResult(number, "white", "goal", "", "", 0, 0.0, 0.0, "2025-01-31")


def test_one_match_has_one_interval(tmp_path: Path) -> None:
    """The table, the JSON, the picture and Python say the same."""
    contest = Contest(("random", "random:seed=1"), (sbg.load("hexapawn"),), 2)
    standings = Standings(contest)
    for number, result in enumerate(("white", "white", "black", "white")):
        standings.add(game(number, result))
    estimate = standings.meetings[0, 1].estimate
    assert estimate is not None
    low, high = round(estimate.elo_low, 1), round(estimate.elo_high, 1)
    assert low < -300 < 300 < high  # two pairs tell next to nothing
    first = next(one for one in standings.players if one.player == "random")
    assert (first.elo, first.elo_low, first.elo_high) == (round(estimate.elo, 1), low, high)
    data = standings.json()
    assert data["players"][0]["elo95"] == data["meetings"][0]["estimate"]["elo95"] == [low, high]
    shown = [str(cell) for cell in players_table(standings).columns[7].cells]
    assert f"{estimate.elo_low:+.0f} … {estimate.elo_high:+.0f}" in shown
    assert str(standings).count(f"{estimate.elo_low:+.0f} … {estimate.elo_high:+.0f}") == 1
    plot(standings, tmp_path / "ratings.svg")
    assert "Elo, relative to the other" in (tmp_path / "ratings.svg").read_text()


def test_a_match_without_a_pair_knows_nothing() -> None:
    contest = Contest(("random", "random:seed=1"), (sbg.load("hexapawn"),), 2)
    (rating, _) = Standings(contest, [game(0, "white")]).ratings
    assert (rating.elo, rating.low, rating.high) == (0, -math.inf, math.inf)
    assert Standings(contest).json()["players"][0]["elo95"] == [None, None]


def test_the_same_games_again_tell_nothing_new(capsys: pytest.CaptureFixture[str]) -> None:
    contest = Contest(("random", "random:seed=1"), (sbg.load("hexapawn"),), 50)
    few, many, other = Standings(contest), Standings(contest), Standings(contest)
    for number in range(100):
        result = "white" if number % 2 == 0 or number % 8 == 1 else "black"
        if number < 8:
            few.add(game(number, result, f"a1a{number}"))
        many.add(game(number, result, f"a1a{number % 8}"))
        other.add(game(number, result, f"a1a{number}"))
    assert len(many.different_games) == many.json()["different_games"] == 8
    little, same, much = (each.meetings[0, 1].estimate for each in (few, many, other))
    assert little is not None
    assert same is not None
    assert much is not None
    assert same.pairs == 50
    assert same.elo_low == pytest.approx(little.elo_low, abs=20)
    assert much.elo_low > same.elo_low + 100
    report(many, terminal.console(sys.stdout))
    assert "Only 8 of the 100 games are different" in capsys.readouterr().out
    three = Contest(("random", "greedy", "mcts"), (sbg.load("hexapawn"),), 50)
    widths = []
    for step in (4, 1000):
        standings = Standings(three)
        for number in range(len(three)):
            result = ("white", "black", "draw")[number % 3]
            standings.add(game(number, result, f"a1a{number // 6 % step}"))
        widths.append(standings.ratings[0].high - standings.ratings[0].low)
    assert widths[0] > 2 * widths[1]


# -- the sequential test


def test_a_test_looks_at_pairs_in_the_order_of_their_numbers() -> None:
    """A pair that is late holds back all after it; a verdict stays, and the games after it are counted elsewhere."""
    contest = Contest(("random", "greedy"), (sbg.load("hexapawn"),), 100, sprt=(0.0, 200.0))
    standings = Standings(contest)
    for number in range(2, 100):
        standings.add(game(number, "white" if number % 2 == 0 else "black"))
    assert standings.sprt is not None
    assert (standings.sprt.pairs, standings.sprt.verdict) == (0, None)
    standings.add(game(0, "black"))
    standings.add(game(1, "white"))
    assert (standings.sprt.verdict, standings.is_over()) == ("H1", True)
    after = standings.sprt.pairs
    assert 1 < after < 50
    for number in range(100, 200):
        standings.add(game(number, "white" if number % 2 else "black"))  # all lost
    assert standings.sprt.pairs == after
    assert standings.played == 200
    data = standings.json()["sprt"]
    assert (data["verdict"], data["pairs"]) == ("H1", after)


def test_the_same_pair_again_is_no_evidence(capsys: pytest.CaptureFixture[str]) -> None:
    """Two players without chance repeat a few games for ever: no verdict comes of it."""
    contest = Contest(("greedy", "alphabeta"), (sbg.load("hexapawn"),), 200, sprt=(0.0, 200.0))
    again, fresh = Standings(contest), Standings(contest)
    for number in range(len(contest)):
        result = "white" if number % 2 == 0 else "black"
        again.add(game(number, result, f"a1a{number % 4}"))
        fresh.add(game(number, result, f"a1a{number}"))
    assert fresh.sprt is not None
    assert fresh.sprt.verdict == "H1"
    assert fresh.sprt.different == fresh.sprt.pairs < 40
    assert again.sprt is not None
    assert (again.sprt.verdict, again.sprt.pairs, again.sprt.different) == (None, 200, 2)
    assert again.json()["sprt"]["different_pairs"] == 2
    report(again, terminal.console(sys.stdout))
    assert "after 200 pairs, 2 of them different, open" in capsys.readouterr().out


@pytest.mark.parametrize("seed", range(2))
def test_who_loses_slowly_gains_nothing(seed: int) -> None:
    """Of two equal players one takes five times as long to lose; 32 games are played at a time.

    Nominal are 5 % of wrong verdicts. Counted as games end, three of four would be wrong.
    """
    random, wrong, trials = Random(seed), 0, 40
    contest = Contest(("random", "greedy"), (sbg.load("hexapawn"),), 4000, sprt=(0.0, 100.0))
    for _ in range(trials):
        standings = Standings(contest)
        ends: list[tuple[float, int, str]] = []
        now, begun = 0.0, 0
        while not standings.is_over():
            while len(ends) < 32:
                result = random.choice(["white", "black"])
                lost = (result == "black") == (begun % 2 == 0)
                heappush(ends, (now + random.uniform(0.8, 1.2) * (5 if lost else 1), begun, result))
                begun += 1
            now, number, result = heappop(ends)
            standings.add(game(number, result))
        assert standings.sprt is not None
        wrong += standings.sprt.verdict == "H1"
    assert wrong <= 6  # 7 or more of 40 would come in 0.3 % of the cases


def game(number: int, result: str, moves: str = "") -> GameResult:
    return GameResult(number, result, "goal", "", moves, 0, 0.0, 0.0, "2025-01-31")
