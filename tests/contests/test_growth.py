"""A contest grows with its file: what was played is kept with its numbers, and nothing else is taken."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

import sbg
from sbg.app.cli import run
from sbg.base.jobs.store import StoreError
from sbg.engine import read_record
from sbg.play.contests.control import Control
from sbg.play.contests.growth import grown, mended
from sbg.play.contests.plan import Contest, Size
from sbg.play.contests.referee import GameResult
from sbg.play.contests.run import write_records
from sbg.play.contests.standings import Standings
from sbg.play.contests.store import (
    contest_in,
    contest_of,
    forget_failures,
    open_results,
    read_results,
)
from tests.players.helpers import example, rogue

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
    names = contest.names[white], contest.names[black]
    return contest.games[game].name, *names, contest.round(number)


def merged(there: Contest, now: Contest, without: tuple[str, ...] = ()) -> Contest:
    return grown(there.settings, there.names, there.without, there.sizes, now, without)


@pytest.mark.parametrize("larger", LARGER)
def test_every_game_keeps_its_number(larger: Contest) -> None:
    found = merged(SMALL, larger)
    for number in range(len(SMALL)):
        assert meaning(SMALL, number) == meaning(found, number)
    assert found.players[:2] == SMALL.players
    assert set(found.players) == set(larger.players)
    assert len(found) == len(larger)


def test_a_contest_grows_again_and_again() -> None:
    """Its games have the numbers from 0 on, each once, and what was there keeps its number."""
    steps = [
        SMALL,
        Contest(("greedy", "mcts", "random"), (HEXAPAWN,), 2),
        Contest(("greedy", "mcts", "random"), (GARDNER, HEXAPAWN), 2),
        Contest(("alphabeta", "greedy", "mcts", "random"), (HEXAPAWN, GARDNER), 5),
        Contest(("alphabeta", "greedy", "mcts", "random"), (HEXAPAWN, GARDNER), 6),
    ]
    for gauntlet in (False, True):
        now = replace(steps[0], format="gauntlet" if gauntlet else "round-robin")
        for step in steps[1:]:
            if gauntlet:
                first = tuple(sorted(step.players, key=lambda name: name != "random"))
                step = replace(step, format="gauntlet", players=first, names=first)
            before, now = now, merged(now, step)
            played = [meaning(now, number) for number in range(len(now))]
            assert played[: len(before)] == [meaning(before, n) for n in range(len(before))]
            assert len(set(played)) == len(now) == len(step)
            assert set(played) == {meaning(step, number) for number in range(len(step))}
        assert [task.id for task in now.tasks()] == list(range(len(now)))
        with pytest.raises(ValueError, match="has no game"):
            now.seats(len(now))


def test_a_gauntlet_keeps_its_first_player() -> None:
    small = Contest(("random", "greedy"), (HEXAPAWN,), 2, "gauntlet")
    larger = Contest(("random", "mcts", "greedy"), (HEXAPAWN,), 2, "gauntlet")
    assert merged(small, larger).players == ("random", "greedy", "mcts")
    with pytest.raises(ValueError, match="`random` was the first player"):
        merged(small, replace(larger, players=("mcts", "random", "greedy"), names=()))


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (
            replace(SMALL, pairs=1),
            "it was begun with 4 games per pairing, which cannot become fewer",
        ),
        (replace(SMALL, seed=1), "its seed: 0, here 1"),
        (replace(SMALL, plies=3), "its number of random plies: 4, here 3"),
        (
            replace(SMALL, control=Control(nodes=5, margin=0.3)),
            "its limits: nodes none, here 5; margin 0.1, here 0.3",
        ),
        (replace(SMALL, sprt=(0.0, 7.5)), "its sequential test: none, here 0 7.5"),
        (replace(SMALL, format="gauntlet"), "its format: round-robin, here gauntlet"),
        (
            replace(SMALL, controls=(None, Control(depth=1))),
            "the limits of `greedy`: those of all, here depth 1",
        ),
        (
            Contest(("random", "mcts"), (HEXAPAWN,), 2),
            "`greedy` belongs to it and is missing here; `--without greedy` leaves them out",
        ),
        (
            Contest(("random", "greedy"), (GARDNER,), 2),
            "the game `Hexapawn` belongs to it and is missing here",
        ),
    ],
)
def test_what_does_not_fit_is_refused(other: Contest, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "r.sqlite"
    open_results(path, SMALL).close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match=f"another contest: {reason}"):
        open_results(path, other)
    assert path.read_bytes() == before


RESULTS = [
    GameResult(n, ("white", "draw")[n % 2], "goal", "", f"a{n + 1}a1", 1, 0.5, 0.25, "2025-01-31")
    for n in range(len(SMALL))
]


def test_a_file_grows(tmp_path: Path) -> None:
    path = tmp_path / "r.sqlite"
    with open_results(path, SMALL) as store:
        for result in RESULTS:
            store.add(result)
    given = Contest(("mcts", "greedy", "random"), (GARDNER, HEXAPAWN), 3)
    for _ in range(2):  # once
        with open_results(path, given) as store:
            assert store.results() == RESULTS
            larger = contest_in(store, given)
    assert larger.names == ("random", "greedy", "mcts")
    assert larger.sizes == (Size(2, 1, 2),)
    with read_results(path) as store:
        assert contest_of(store, sbg.parse) == larger
    before, after = Standings(SMALL, RESULTS), Standings(larger, RESULTS)
    assert before.tallies == after.tallies[:2]
    assert before.meetings[0, 1].counts == after.meetings[0, 1].counts
    last = GameResult(30, "black", "goal", "", "z1z1", 1, 0.5, 0.25, "2025-01-31")
    with open_results(path, given) as store:
        store.add(last)
    connection = sqlite3.connect(path)
    games = connection.execute("SELECT game, white, black, opening, moves FROM games")
    named = [
        (*meaning(larger, r.id)[:3], larger.round(r.id) + 1, r.moves) for r in [*RESULTS, last]
    ]
    assert games.fetchall() == [(game.strip(), *rest) for game, *rest in named]
    connection.close()


def test_a_player_is_their_name(tmp_path: Path) -> None:
    """Another command under the same name is the same player; so is another name of the same command."""
    path = tmp_path / "r.sqlite"
    begun = Contest(("random:name=Ann", "greedy:name=Bob"), (HEXAPAWN,), 2)
    open_results(path, begun).close()
    given = Contest(("greedy:name=Robert", "random:seed=4,name=Ann"), (HEXAPAWN,), 2)
    with open_results(path, given) as store:
        now = contest_in(store, given)
    assert now.names == ("Ann", "Robert")
    assert now.players == ("random:seed=4,name=Ann", "greedy:name=Robert")
    assert mended(begun.players, now) == [
        ("Ann", "random:name=Ann", "random:seed=4,name=Ann"),
        ("Robert", "greedy:name=Bob", "greedy:name=Robert"),
    ]


def test_a_player_is_taken_out_and_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "r.sqlite"
    all_three = Contest(("random", "greedy", "mcts"), (HEXAPAWN,), 2)
    with open_results(path, all_three) as store:
        for number in range(8):
            store.add(GameResult(number, "white", "goal", "", f"a{number}", 1, 0, 0, "2025-01-31"))
    two = Contest(("random", "mcts"), (HEXAPAWN,), 2)
    with pytest.raises(StoreError, match="`greedy` belongs to it and is missing here"):
        open_results(path, two)
    with pytest.raises(StoreError, match="no player `Mallory` to leave out; there are random, gr"):
        open_results(path, two, ["Mallory"])
    for without in (["greedy"], []):  # who was taken out need not be named again
        with open_results(path, two, without) as store:
            now = contest_in(store, two)
            results = store.results()
        assert len(results) == 8
        assert (now.active, now.pairings, len(now)) == ([0, 2], [(0, 2)], 4)
        standings = Standings(now, results, keep=True)
        assert [game.number for game in standings.games] == [3, 4]
        assert {one.player for one in standings.players} == {"random", "mcts"}
        assert standings.json()["without"] == ["greedy"]
        assert [task.id for task in now.tasks({2, 3})] == [8, 9]
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT number FROM games").fetchall() == [(3,), (4,)]
    connection.close()
    with open_results(path, all_three) as store:
        assert contest_in(store, all_three).active == [0, 1, 2]


def test_what_a_player_lost_by_failing_is_played_again(tmp_path: Path) -> None:
    with open_results(tmp_path / "r.sqlite", SMALL) as store:
        for number, reason in enumerate(("crash", "goal", "time", "illegal")):
            result = ("white", "black")[number % 2]  # the second player loses all
            store.add(GameResult(number, result, reason, "", "", 0, 0, 0, "2025-01-31"))
        assert forget_failures(store, SMALL, ["random"]) == 0
        assert forget_failures(store, SMALL, ["greedy"]) == 3
        assert store.numbers() == {1}
        with pytest.raises(ValueError, match="there is no player `Bob` to play again"):
            forget_failures(store, SMALL, ["Bob"])


def test_records_of_other_games_are_written_anew(tmp_path: Path) -> None:
    (tmp_path / "0002.new").write_text("mine")
    result = GameResult(1, "white", "goal", "", "a1a2", 1, 0.5, 0.25, "2025-01-31")
    assert write_records(SMALL, [result], tmp_path) == 1
    assert write_records(SMALL, [result], tmp_path) == 0
    other = replace(SMALL, players=("mcts", "greedy"), names=())
    assert write_records(other, [result], tmp_path) == 1
    record = read_record((tmp_path / "0002.record").read_text())
    assert (record.white, record.black) == ("greedy", "mcts")
    assert (tmp_path / "0002.new").read_text() == "mine"
    assert len(list(tmp_path.iterdir())) == 2


def test_an_engine_is_mended_taken_out_and_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the commands; all that is asked for is said."""
    path, good = str(tmp_path / "r.sqlite"), example().removeprefix("uci:")
    bad = rogue("crash").removeprefix("uci:")
    end = ["--game", "hexapawn", "--games", "2", "--results", path, "--margin", "30"]
    words = ["tournament", "random:seed=1", "greedy"]
    assert run([*words, f"uci:name=Ann {bad}", *end]) == 0
    found = sbg.read_contest(path)
    assert next(one for one in found.players if one.player == "Ann").failures == {"crash": 4}
    capsys.readouterr()
    assert run([*words, f"uci:name=Ann {good}", *end, "--again", "Ann"]) == 0
    said = capsys.readouterr().err
    assert "Ann was `uci:name=Ann" in said
    assert "4 games lost by failing, which are played again." in said
    found = sbg.read_contest(path)
    assert (found.played, found.failures) == (6, {})
    assert run([*words, *end, "--without", "Ann"]) == 0
    output = capsys.readouterr()
    assert "Ann was taken out; their games are not counted." in output.out
    assert "2 of 2 games are in" in output.err
    assert run([*words, *end, "--again", "Bob"]) == 2
    assert "there is no player `Bob` to play again" in capsys.readouterr().err


def test_python_takes_players_out_and_plays_again(tmp_path: Path) -> None:
    path = tmp_path / "r.sqlite"
    three = ["random:seed=1", "greedy", "random:seed=2"]
    sbg.tournament(three, "hexapawn", rounds=1, file=path)
    found = sbg.tournament(three[:2], "hexapawn", rounds=1, file=path, without=["random:seed=2"])
    assert (found.played, found.planned, len(found.players)) == (2, 2, 2)
    assert sbg.match(three[:2], "hexapawn", rounds=1, file=path, again=["greedy"]).played == 2
    with pytest.raises(ValueError, match="give `file`"):
        sbg.tournament(three, "hexapawn", rounds=1, without=["greedy"])
    with pytest.raises(TypeError, match="lists of names"):
        sbg.tournament(three, "hexapawn", rounds=1, file=path, without="greedy")


def test_a_book_that_is_too_short_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = tmp_path / "book.txt"
    book.write_text("b1b2\na1a2\n")
    words = ["match", "random:seed=1", "greedy", "--game", "hexapawn", "--openings", str(book)]
    for games, said in (("6", True), ("4", False)):
        assert run([*words, "--games", games, "--results", str(tmp_path / games)]) == 0
        line = "Hexapawn: 3 openings are played and 2 are given, so they come again."
        assert (line in capsys.readouterr().err) == said


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
    assert [game.moves for game in found.games[:2]] == [game.moves for game in first]
    assert [game.number for game in first] == [1, 2]
