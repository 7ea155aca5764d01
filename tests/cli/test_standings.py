"""`sbg standings`: the same tables as at the end of a contest, at any time, and the games to pick from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sbg
from sbg.play.contests.store import contest_of, open_results, read_results
from tests.cli.conftest import Command
from tests.cli.helpers import sbg as process

WORDS = ["random", "random:seed=1", "--game", "hexapawn", "--game", "clobber", "--games", "4"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "r.sqlite"
    players = ["random", "random:seed=1"]
    sbg.match(players, ["hexapawn", "clobber"], rounds=2, file=path)
    return path


@pytest.mark.process
def test_it_shows_what_the_contest_reported(tmp_path: Path, command: Command) -> None:
    path = tmp_path / "r.sqlite"
    played = process("match", *WORDS, "--results", path)
    shown = process("standings", str(path))
    assert (shown.code, shown.err) == (0, "")
    assert shown.out == played.out
    assert json.loads(command("standings", str(path), "--json").out) == json.loads(
        process("match", *WORDS, "--results", path, "--json").out
    )


def test_games_are_listed_with_the_numbers_of_replay(file: Path, command: Command) -> None:
    answer = command("standings", str(file), "--games")
    assert answer.code == 0
    head, *lines = answer.out.splitlines()
    assert head.split() == [
        "number",
        "game",
        "white",
        "black",
        "winner",
        "reason",
        "plies",
        "seconds",
    ]
    games = sbg.read_contest(file).games
    assert len(lines) == len(games) == 8
    for line, game in zip(lines, games, strict=True):
        assert line.split()[:5] == [
            str(game.number),
            game.game,
            game.white,
            game.black,
            game.result,
        ]
    assert answer.err == f"`sbg replay {file} NUMBER` shows a game.\n"
    data = json.loads(command("standings", str(file), "--games", "--json").out)
    assert data["games"] == sbg.read_contest(file).to_dicts()
    assert "`sbg standings" in command("replay", str(file)).err


def test_a_contest_that_is_being_played_is_shown(file: Path, command: Command) -> None:
    with read_results(file) as results:
        contest = contest_of(results, sbg.parse)
        games = results.results()
    other = file.with_name("other.sqlite")
    with open_results(other, contest) as store:
        empty = command("standings", str(other))
        assert (empty.code, empty.out.splitlines()[0][-48:]) == (
            0,
            "Hexapawn, Clobber: 0 of 8 games, the players' own limits"[-48:],
        )
        for result in games[:3]:
            store.add(result)
        answer = command("standings", str(other))
    assert answer.code == 0
    assert ": 3 of 8 games" in answer.out
    assert answer.err == (
        "The contest is not over; the command that began it goes on with it."
        " The intervals hold for its end.\n"
    )
    assert len(command("standings", str(other), "--games").out.splitlines()) == 4


def test_what_is_no_contest_is_refused(tmp_path: Path, command: Command) -> None:
    (tmp_path / "notes").write_text("my notes\n")
    for name, message in (("notes", "is not a file of results"), ("none", "cannot be read")):
        answer = command("standings", str(tmp_path / name))
        assert (answer.code, answer.out) == (2, "")
        assert message in answer.err


def test_pairings_are_listed_where_they_are_asked_for(command: Command) -> None:
    words = [
        "random:name=Ann",
        "random:name=Bob",
        "greedy",
        "--game",
        "hexapawn",
        "--game",
        "gardner",
    ]
    short = command("tournament", *words, "--games", "2", "--results", "t.sqlite").out
    assert "Ann - " not in short
    assert "--pairings` shows each pairing and game" in short
    long = command("standings", "t.sqlite", "--pairings").out
    rows = [line.split() for line in long.splitlines() if " - " in line]
    assert len(rows) == 6
    assert {tuple(sorted((row[-8], row[-6]))) for row in rows} == {
        ("Ann", "Bob"),
        ("Ann", "greedy"),
        ("Bob", "greedy"),
    }
