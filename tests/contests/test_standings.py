"""Standings that grow: whatever is asked of them is about all games so far."""

from __future__ import annotations

import sbg
from sbg.contests.plan import Contest
from sbg.contests.referee import GameResult
from sbg.contests.standings import Standings


def test_ratings_are_those_of_all_games_so_far() -> None:
    contest = Contest(("random", "random:seed=1"), (sbg.load("hexapawn"),), 4)
    standings = Standings(contest)
    before = [rating.elo for rating in standings.ratings]
    assert before == [0, 0]
    found = [before]
    for number in range(len(contest)):
        result = "white" if number % 2 == 0 else "black"  # the first player wins every game
        standings.add(GameResult(number, result, "goal", "", "", 0, 0.0, 0.0, "2025-01-31"))
        found.append([rating.elo for rating in standings.ratings])
    assert found[2] != before
    assert found[4] != found[2]
    whole = Standings(contest, [])
    for number in range(len(contest)):
        result = "white" if number % 2 == 0 else "black"
        whole.add(GameResult(number, result, "goal", "", "", 0, 0.0, 0.0, "2025-01-31"))
    assert [rating.elo for rating in whole.ratings] == found[-1]
