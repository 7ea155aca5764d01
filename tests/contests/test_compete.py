"""Contests from Python: objects and specs as players, the same file as the commands', going on, reading back."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import sbg
from sbg.play.players.own import OwnPlayer
from tests.cli.helpers import environment
from tests.cli.helpers import sbg as command
from tests.players.helpers import ROOT, example


class First:
    """Only `choose`, and only of a position."""

    def choose(self, position: sbg.Position) -> sbg.Move:
        return position.moves[0]


class Last:
    """Text will do, and options of one's own are no limits."""

    name = "Bob"

    def choose(self, position: sbg.Position, depth: int = 3) -> str:
        assert depth == 3
        return str(position.moves[-1])


class Limited:
    def __init__(self) -> None:
        self.seen: list[sbg.Limits] = []
        self.begun = 0

    def choose(self, position: sbg.Position, limits: sbg.Limits) -> sbg.Move:
        self.seen.append(limits)
        return position.moves[0]

    def new_game(self) -> None:
        self.begun += 1


def test_objects_and_specs_play_side_by_side() -> None:
    found = sbg.tournament(
        [First(), Last(), "random", example()], ["hexapawn", "clobber"], rounds=1
    )
    assert (found.played, found.planned) == (24, 24)
    assert {one.player for one in found.players} >= {"First", "Bob", "random"}
    assert sum(one.points for one in found.players) == 24
    assert [one.elo for one in found.players] == sorted(
        (p.elo for p in found.players), reverse=True
    )
    assert all(one.failures == {} for one in found.players)
    first = found.games[0]
    assert (first.number, first.game, first.white, first.black) == (1, "Hexapawn", "First", "Bob")
    assert first.winner in ("First", "Bob")
    assert first.plies == len(first.moves)
    line = sbg.Line(sbg.load("hexapawn").start, first.moves)
    assert line.outcome is not None
    assert (line.outcome.winner, line.outcome.reason) == (first.result, first.reason)
    for ply in range(4, first.plies):  # each of them chose as it does
        moves = line.positions[ply].moves
        assert line.moves[ply] == (moves[0] if ply % 2 == 0 else moves[-1])


class Searching:
    """Says what it has found by returning all of it."""

    def choose(self, position: sbg.Position) -> sbg.Analysis:
        return sbg.analyse(position, depth=1)


class Talking:
    """Says what it thinks in an attribute."""

    thought: sbg.Thought | None = None

    def choose(self, position: sbg.Position) -> sbg.Move:
        self.thought = sbg.Thought(7, sbg.Score(-12))
        return position.moves[0]


def test_what_objects_think_is_kept() -> None:
    for played in sbg.match([Searching(), Talking()], "gardner", rounds=1).games:
        words = played.thoughts[4:]
        searching, talking = (0, 1) if played.white == "Searching" else (1, 0)
        assert {word.split("/", 1)[1] for word in words[talking::2]} == {"7/-12"}
        assert {word.split("/")[1] for word in words[searching::2]} == {"1"}


def test_several_games_at_a_time(tmp_path: Path) -> None:
    file = tmp_path / "r.sqlite"
    seen: list[int] = []
    one = sbg.match(
        ["random", "greedy"],
        "hexapawn",
        rounds=3,
        jobs=2,
        file=file,
        on_game=lambda game: seen.append(game.number),
    )
    assert sorted(seen) == [1, 2, 3, 4, 5, 6]
    other = sbg.match(["random", "greedy"], "hexapawn", rounds=3)
    assert [g.moves for g in sorted(one.games, key=lambda g: g.number)] == [
        g.moves for g in other.games
    ]
    with pytest.raises(ValueError, match="jobs is for players that are text"):
        sbg.match([First(), "random"], "hexapawn", jobs=2)


def test_openings_are_given_by_game() -> None:
    found = sbg.match(["random", "greedy"], "hexapawn", rounds=2, openings=["a1a2", "b1b2"])
    assert [game.moves[0] for game in found.games] == ["a1a2", "a1a2", "b1b2", "b1b2"]
    games: list[str | sbg.Game] = ["hexapawn", sbg.load("gardner")]
    book = {"hexapawn": ["a1a2"], "Simplified Gardner": ("c2c3",)}
    found = sbg.match(["random", "greedy"], games, rounds=1, openings=book)
    assert {(game.game, game.moves[0]) for game in found.games} == {
        ("Hexapawn", "a1a2"),
        ("Simplified Gardner", "c2c3"),
    }
    with pytest.raises(ValueError, match="by their names"):
        sbg.match(["random", "greedy"], games, openings=["a1a2"])
    with pytest.raises(ValueError, match="`chess` is none of the games"):
        sbg.match(["random", "greedy"], games, openings={"chess": []})
    with pytest.raises(sbg.OpeningError, match="opening `a1a3`"):
        sbg.match(["random", "greedy"], "hexapawn", openings=["a1a3"])


def test_limits_are_passed_where_they_are_wanted() -> None:
    limited = Limited()
    sbg.match([limited, "random"], "hexapawn", rounds=2, nodes=7, clock="60+1")
    assert limited.begun == 4
    assert {limits.nodes for limits in limited.seen} == {7}
    assert {limits.increment for limits in limited.seen} == {1.0}


class Keyword:
    def choose(self, position: sbg.Position, *, limits: sbg.Limits | None = None) -> sbg.Move:
        assert limits is not None
        return position.moves[0]

    def new_game(self, start: sbg.Position) -> None:
        assert start.ply == 0


class Whole:
    def choose(self, position: sbg.Position, limits: sbg.Limits | None = None, /) -> sbg.Move:
        assert limits is not None
        return position.moves[0]

    def new_game(self, start: sbg.Position, moves: Sequence[sbg.Move] = (), /) -> None:
        assert len(moves) == 4

    def close(self) -> None:
        raise AssertionError("it belongs to its maker")


@pytest.mark.parametrize("player", [Keyword(), Whole(), sbg.player("random", seed=1)])
def test_signatures_are_adapted_to(player: sbg.Player) -> None:
    found = sbg.match([player, "random"], "breakthrough5", rounds=1)
    assert all(one.failures == {} for one in found.players)


@pytest.mark.parametrize(
    ("player", "message"),
    [
        (First, "a player is an object, not the class First; write `First()`"),
        (5, "an object with choose(position), not int"),
        (None, "an object with choose(position), not NoneType"),
    ],
)
def test_what_is_no_player_is_refused(player: Any, message: str) -> None:
    with pytest.raises(sbg.OwnPlayerError) as caught:
        sbg.match([player, "random"], "hexapawn")
    assert message in str(caught.value)


def test_choose_must_take_a_position() -> None:
    class Odd:
        def choose(self) -> None: ...

    with pytest.raises(sbg.OwnPlayerError, match="choose of Odd takes a position"):
        OwnPlayer(Odd())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("answer", "reason", "detail"),
    [
        ("a1c3", "illegal", "played `a1c3`, which is not legal in"),
        (None, "crash", "choose returns a Move, text such as 'a2a3' or an Analysis, not NoneType"),
        ("x", "crash", "`x`"),
    ],
)
def test_who_fails_loses(answer: Any, reason: str, detail: str) -> None:
    class Fails:
        def choose(self, position: sbg.Position) -> Any:
            return answer

    found = sbg.match([Fails(), "random"], "hexapawn", rounds=1)
    assert found.players[-1].failures == {reason: 2}
    assert {game.loser for game in found.games} == {"Fails"}
    assert all(detail in game.detail for game in found.games)


def test_names_differ() -> None:
    found = sbg.tournament([First(), First(), "random", "random"], "hexapawn", rounds=1)
    names = {one.player: one.spec for one in found.players}
    assert names == {
        "First": "python:First",
        "First (2)": "python:First",
        "random": "random",
        "random (2)": "random",
    }


# -- the file


class Stop(Exception):  # noqa: N818
    pass


def test_the_same_call_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "c.sqlite"
    counted: list[int] = []

    def stop(game: sbg.PlayedGame) -> None:
        counted.append(game.number)
        if len(counted) == 5:
            raise Stop

    def play(**more: Any) -> sbg.Standings:
        return sbg.match([First(), "random"], "hexapawn", rounds=4, file=path, **more)

    with pytest.raises(Stop):
        play(on_game=stop)
    early = sbg.read_contest(path)
    assert (early.played, early.planned) == (5, 8)
    whole = play(on_game=lambda game: counted.append(game.number))
    assert counted == list(range(1, 9))
    assert whole.games[:5] == early.games
    assert [game.moves for game in whole.games] == [
        game.moves for game in sbg.match([First(), "random"], "hexapawn", rounds=4).games
    ]
    again = sbg.read_contest(path)
    assert again.games == whole.games
    assert again.players == whole.players
    assert play(on_game=stop).games == whole.games  # nothing is left to play
    with pytest.raises(sbg.StoreError, match="holds the results of another contest"):
        sbg.match([Last(), "random"], "hexapawn", rounds=4, file=path)


def test_more_rounds_go_into_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "c.sqlite"
    first = sbg.match([First(), "random"], "hexapawn", rounds=1, file=path)
    more = sbg.match([First(), "random"], "hexapawn", rounds=3, file=path)
    assert (more.played, more.games[:2]) == (6, first.games)
    assert sbg.read_contest(path).games == more.games


@pytest.mark.process
def test_the_file_is_that_of_the_command(tmp_path: Path) -> None:
    path = tmp_path / "r.sqlite"
    words = ["random", "random:seed=1", "--game", "hexapawn", "--games", "6", "--json"]
    answer = command("match", *words, "--results", path)
    found = sbg.match(["random", "random:seed=1"], "hexapawn", rounds=3, file=path)
    told = json.loads(answer.out)
    assert found.played == told["played"] == 6
    assert {one.player: one.points for one in found.players} == {
        one["player"]: one["points"] for one in told["players"]
    }
    in_memory = sbg.match(["random", "random:seed=1"], "hexapawn", rounds=3)
    assert [game.moves for game in in_memory.games] == [game.moves for game in found.games]


def test_rows_for_tables(tmp_path: Path) -> None:
    found = sbg.match([First(), Last()], ["hexapawn", sbg.load("clobber")], rounds=1)
    rows = found.to_dicts()
    assert [row["number"] for row in rows] == [1, 2, 3, 4]
    assert {row["game"] for row in rows} == {"Hexapawn", "Clobber"}
    assert all({row["winner"], row["loser"]} == {"First", "Bob"} for row in rows)
    assert all(row["seconds"] >= 0 and row["plies"] == len(row["moves"].split()) for row in rows)
    players = found.to_dicts("players")
    assert [row["player"] for row in players] == [one.player for one in found.players]
    json.dumps([rows, players])
    lines = str(found).splitlines()
    assert [line.split()[0] for line in lines[1:]] == [row["player"] for row in players]
    assert repr(found) == "<Standings of 2 players: 4 of 4 games>"
    with pytest.raises(ValueError, match="'games' or of 'players'"):
        found.to_dicts("x")  # type: ignore[arg-type]


def test_a_sequential_test_ends_a_match() -> None:
    found = sbg.match(["alphabeta:level=3", "random"], "breakthrough5", rounds=200, sprt=(0, 100))
    assert found.played < found.planned
    assert found.sprt is not None
    assert found.sprt.verdict == "H1"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"players": ["random"]}, "a contest has from 2 to 1000 players, not 1"),
        ({"players": ["random"] * 3}, "a match has two players, not 3; see sbg.tournament"),
        ({"players": "random"}, "match takes a list of players, not str"),
        ({"games": []}, "a contest needs a game"),
        ({"games": ["hexapawn", "hexapawn"]}, "the game `hexapawn` is given twice"),
        ({"rounds": 0}, "rounds is a number from 1 to 5000000, not 0"),
        ({"sprt": (10, 0)}, "the lower first, not 10, 0"),
        ({"clock": "soon"}, "a clock is SECONDS or SECONDS+INCREMENT, not `soon`"),
        ({"nodes": 0}, "nodes is a number from 1 to"),
        ({"players": ["random", "uci:no-such-engine"]}, "there is no command `no-such-engine`"),
    ],
)
def test_misuse(arguments: dict[str, Any], message: str) -> None:
    good: dict[str, Any] = {"players": ["random", "random"], "games": "hexapawn"}
    with pytest.raises((TypeError, ValueError)) as caught:
        sbg.match(**{**good, **arguments})
    assert message in str(caught.value)


# -- the example


def test_the_example_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = ROOT / "examples" / "tournament.py"
    assert script.read_text().count("\n") <= 40
    file = tmp_path / "t.sqlite"
    runpy.run_path(str(script))["main"](str(file), 1)
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 9
    found = sbg.read_contest(file)
    assert found.played == 36
    assert {one.player for one in found.players} == {
        *("Hungry", "Cautious", "alphabeta:level=2", "random")
    }
    assert all(one.failures == {} for one in found.players)


@pytest.mark.slow
@pytest.mark.process
def test_the_example_is_typed() -> None:
    words = ["-m", "mypy", "--strict", "examples/tournament.py"]
    done = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
