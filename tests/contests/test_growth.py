"""A contest grows with its file: what was played is kept, with numbers that fit, and nothing else is taken."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

import sbg
from sbg.cli import run
from sbg.contests.control import Control
from sbg.contests.growth import renumbering
from sbg.contests.plan import Contest
from sbg.contests.referee import GameResult
from sbg.contests.run import write_records
from sbg.contests.standings import Standings
from sbg.contests.store import open_results, read_results
from sbg.engine import read_record
from sbg.jobs.store import StoreError

HEXAPAWN, GARDNER = sbg.load("hexapawn"), sbg.load("gardner")
SMALL = Contest(("random", "greedy"), (HEXAPAWN,), 2)
LARGER = [
    replace(SMALL, pairs=3),
    Contest(("random", "greedy", "mcts"), (HEXAPAWN,), 2),
    Contest(("mcts", "greedy", "random"), (HEXAPAWN,), 4),
    Contest(("greedy", "mcts", "random"), (GARDNER, HEXAPAWN), 2),
    Contest(("greedy", "random"), (HEXAPAWN,), 2),
]


def meaning(contest: Contest, number: int) -> tuple[str, str, str, int]:
    game, white, black = contest.seats(number)
    names = contest.players[white], contest.players[black]
    return contest.games[game].name, *names, contest.round(number)


@pytest.mark.parametrize("larger", LARGER)
def test_every_game_keeps_its_meaning(larger: Contest) -> None:
    renumber = renumbering(SMALL.settings, larger)
    numbers = [renumber(number) for number in range(len(SMALL))]
    assert len(set(numbers)) == len(SMALL)
    for before, after in enumerate(numbers):
        assert meaning(SMALL, before) == meaning(larger, after)
        assert after // 2 == renumber(before ^ 1) // 2  # a pair stays one


def test_a_gauntlet_keeps_its_first_player() -> None:
    small = Contest(("random", "greedy"), (HEXAPAWN,), 2, "gauntlet")
    larger = Contest(("random", "mcts", "greedy"), (HEXAPAWN,), 2, "gauntlet")
    assert [renumbering(small.settings, larger)(n) for n in range(4)] == [2, 3, 6, 7]
    with pytest.raises(ValueError, match="`random` was the first player"):
        renumbering(small.settings, replace(larger, players=("mcts", "random", "greedy"), names=()))


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (
            replace(SMALL, pairs=1),
            "it was begun with 4 games per pairing, which cannot become fewer",
        ),
        (replace(SMALL, seed=1), "its seed is another"),
        (replace(SMALL, plies=3), "its openings have another length"),
        (replace(SMALL, control=Control(nodes=5)), "its limits are others"),
        (Contest(("random", "mcts"), (HEXAPAWN,), 2), "`greedy` belongs to it and is missing here"),
        (
            Contest(("random", "greedy"), (GARDNER,), 2),
            "`Hexapawn` belongs to it and is missing here",
        ),
        (Contest(("random", "greedy", "greedy"), (HEXAPAWN,), 2), "`greedy` is in it twice"),
    ],
)
def test_what_does_not_fit_is_refused(other: Contest, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "r.sqlite"
    open_results(path, SMALL).close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match=f"another contest: {reason}"):
        open_results(path, other)
    assert path.read_bytes() == before


def test_a_file_grows(tmp_path: Path) -> None:
    path = tmp_path / "r.sqlite"
    results = [
        GameResult(
            n, ("white", "draw")[n % 2], "goal", "", f"a{n + 1}a1", 1, 0.5, 0.25, "2025-01-31"
        )
        for n in range(len(SMALL))
    ]
    with open_results(path, SMALL) as store:
        for result in results:
            store.add(result)
    larger = Contest(("mcts", "greedy", "random"), (GARDNER, HEXAPAWN), 3)
    renumber = renumbering(SMALL.settings, larger)
    expected = sorted((replace(r, id=renumber(r.id)) for r in results), key=lambda r: r.id)
    with open_results(path, larger) as store:
        assert store.results() == expected
    with read_results(path) as store:
        assert store.settings == larger.settings
    with open_results(path, larger) as store:  # once
        assert store.results() == expected
    before, after = Standings(SMALL, results), Standings(larger, expected)
    assert before.tallies == after.tallies[:0:-1]
    assert before.meetings[0, 1].counts == after.meetings[1, 2].counts[::-1]
    connection = sqlite3.connect(path)
    games = connection.execute("SELECT white, black, result, moves FROM games ORDER BY moves")
    assert games.fetchall() == [(*meaning(SMALL, r.id)[1:3], r.result, r.moves) for r in results]
    connection.close()


def test_records_of_other_numbers_are_written_anew(tmp_path: Path) -> None:
    result = GameResult(1, "white", "goal", "", "a1a2", 1, 0.5, 0.25, "2025-01-31")
    assert write_records(SMALL, [result], tmp_path) == 1
    assert write_records(SMALL, [result], tmp_path) == 0
    larger = Contest(("mcts", "greedy", "random"), (HEXAPAWN,), 2)
    assert write_records(larger, [result], tmp_path) == 1
    record = read_record((tmp_path / "0002.record").read_text())
    assert (record.white, record.black) == ("greedy", "mcts")


def test_the_same_command_with_more_of_everything(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "r.sqlite")
    end = ["--game", "hexapawn", "--results", path]
    assert run(["match", "random:seed=1", "greedy", "--games", "2", *end]) == 0
    first = sbg.read_contest(path).games
    assert (
        run(["tournament", "random:seed=1", "greedy", "random:seed=2", "--games", "4", *end]) == 0
    )
    assert "2 of 12 games are in" in capsys.readouterr().err
    found = sbg.read_contest(path)
    assert found.played == 12
    kept = {(game.white, game.black, game.moves, game.opening) for game in found.games}
    assert {(game.white, game.black, game.moves, game.opening) for game in first} <= kept
