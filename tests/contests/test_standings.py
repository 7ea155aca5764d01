"""Standings that grow: whatever is asked of them is about all games so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import sbg
from sbg.commands.parts.contest_view import players_table
from sbg.contests.plan import Contest, Task
from sbg.contests.referee import GameResult
from sbg.contests.run import run
from sbg.contests.standings import Standings
from sbg.jobs.work import Done, Failed


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
