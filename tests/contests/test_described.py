"""Contests that a TOML file describes."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import sbg
from sbg.app.cli import run
from sbg.play.contests.control import Control
from sbg.play.contests.described import read_described
from sbg.play.contests.growth import grown
from sbg.play.contests.openings import OpeningError, read_lines
from sbg.play.contests.plan import Contest
from sbg.play.contests.referee import Referee
from sbg.play.contests.store import contest_of, open_results, read_results
from sbg.play.players import parse
from tests.cli.conftest import Command
from tests.players.helpers import ROOT, example

SPRING = """
game = ["gardner", "hexapawn"]
games = 20
clock = "10+0.1"
seed = 1
results = "spring.sqlite"

[[players]]
name = "Ann Other"
command = "./ann --fast"
options = { Hash = 16, Book = "a b", Ponder = true }
clock = 20

[[players]]
name = "House"
player = "alphabeta:level=5"

[[players]]
player = "mcts"
options = { threads = 2 }
move_time = 0.5
"""


def test_a_whole_file() -> None:
    found = read_described(SPRING)
    assert tuple(seat.spec for seat in found.seats) == (
        "uci:name='Ann Other' Hash=16 Book='a b' Ponder=true ./ann --fast",
        "alphabeta:level=5,name=House",
        "mcts:threads=2",
    )
    assert [parse(seat.spec).name for seat in found.seats] == ["Ann Other", "House", None]
    assert found.games == ("gardner", "hexapawn")
    settings = found.settings
    assert (settings.rounds, settings.gauntlet, settings.opening, settings.seed) == (
        10,
        False,
        4,
        1,
    )
    assert settings.control == Control(clock=10, increment=0.1)
    own = tuple(seat.control for seat in found.seats)
    assert own == (Control(clock=20), None, Control(move_time=0.5))
    assert found.run == {"results": "spring.sqlite"}


def test_the_file_of_the_documentation_is_one() -> None:
    page = (ROOT / "docs" / "contests.md").read_text("utf-8")
    (text,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    found = read_described(text)
    assert len(found.seats) == 3
    games = [(name, sbg.load("gardner")) for name in found.games[:1]]
    assert len(found.settings.contest(found.seats, games).lines[0]) == 2


def test_openings_of_a_file() -> None:
    text = 'game = ["gardner", "hexapawn"]\n[openings]\nhexapawn = ["a1a2", "b1b2"]\n' + TWO
    found = read_described(text)
    games = (sbg.load("gardner"), sbg.load("hexapawn"))
    settings = replace(found.settings, rounds=3)
    contest = settings.contest(found.seats, list(zip(found.games, games, strict=True)))
    assert contest.lines == ((), ("a1a2", "b1b2"))
    openings = [task.opening for task in contest.tasks() if task.game == 1]
    assert openings == [("a1a2",)] * 2 + [("b1b2",)] * 2 + [("a1a2",)] * 2
    random = Contest(("random", "greedy"), games, 3)
    assert [t.opening for t in contest.tasks() if t.game == 0] == [
        t.opening for t in random.tasks() if t.game == 0
    ]
    assert contest.fingerprint != random.fingerprint
    with pytest.raises(ValueError, match="the openings of `Hexapawn` are others"):
        grown(contest.settings, contest.names, (), (), random)


def test_openings_of_a_text() -> None:
    text = "# a book\na1a2  # one\n\nb1b2 a3b2\n"
    assert read_lines(text, ["hexapawn"]) == (("a1a2", "b1b2 a3b2"),)
    several = "[hexapawn]\na1a2\n[gardner]\na2a3"
    assert read_lines(several, ["gardner", "hexapawn"]) == (("a2a3",), ("a1a2",))
    for wrong, games, message in (
        (text, ["gardner", "hexapawn"], "line 2: of which game? write `[gardner]`"),
        ("[chess]", ["gardner"], "line 1: `chess` is none of the games"),
        ("# nothing", ["gardner"], "no openings"),
    ):
        with pytest.raises(OpeningError, match=re.escape(message)):
            read_lines(wrong, games)


def test_file_and_options_say_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file of results of the one is that of the other."""
    monkeypatch.chdir(tmp_path)
    Path("book.txt").write_text("b1b2\na1a2\n")
    Path("c.toml").write_text(
        'game = "hexapawn"\ngames = 4\nopenings = "book.txt"\nsprt = [0, 400]\nseed = 3\n'
        f'results = "r.sqlite"\nrecords = "games"\n{TWO}'
    )
    assert run(["tournament", "c.toml"]) == 0
    assert len(list(Path("games").iterdir())) == 4
    capsys.readouterr()
    options = ["--game", "hexapawn", "--games", "4", "--openings", "book.txt", "--sprt", "0", "400"]
    options += ["--seed", "3", "--results", "r.sqlite"]
    for command in ("match", "tournament"):
        assert run([command, "random", "greedy", *options]) == 0
        assert "4 of 4 games are in r.sqlite already" in capsys.readouterr().err
    assert [game.moves[0] for game in sbg.read_contest("r.sqlite").games] == ["b1b2"] * 2 + [
        "a1a2"
    ] * 2
    assert run(["tournament", "random", "greedy", "mcts", *options]) == 2
    assert "--sprt is for two players" in capsys.readouterr().err
    Path("book.txt").write_text("a1a3\n")
    assert run(["match", "random", "greedy", *options]) == 1
    assert "`book.txt`: opening `a1a3`: " in capsys.readouterr().err


TWO = '[[players]]\nplayer = "random"\n[[players]]\nplayer = "greedy"\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("game = [", "not TOML: "),
        ("", "`game` is missing"),
        ('game = ["gardner"]', "`players` is missing"),
        (
            'game = ["gardner"]\n[[players]]\nplayer = "random"',
            "a contest has from 2 to 1000 players, not 1",
        ),
        ('game = ["gardner"]\nplayers = ["a", "b"]', "player 1: write `[[players]]` before"),
        ("game = 1\n" + TWO, "game is a text, or a list of texts"),
        ("game = [1]\n" + TWO, "game is a text, or a list of texts"),
        ('games = ["gardner"]\n' + TWO, "`game` is missing"),
        ('game = "gardner"\nround = 1\n' + TWO, "there is no `round`; there are game, games,"),
        ('game = "gardner"\ngames = 4\nrounds = 2\n' + TWO, "games and rounds say the same"),
        ('game = "gardner"\nrounds = 0\n' + TWO, "rounds is a number from 1 to 5000000, not 0"),
        ('game = "gardner"\nresults = 1\n' + TWO, "results is a text"),
        ('game = "gardner"\ngauntlet = 1\n' + TWO, "gauntlet is true or false"),
        ('game = "gardner"\nsprt = [5, 0]\n' + TWO, "sprt is two differences in Elo"),
        ('game = "gardner"\nsprt = [true, 2]\n' + TWO, "sprt is two differences in Elo"),
        (
            'game = "gardner"\nsprt = [0, 5]\n' + TWO + '[[players]]\nplayer = "mcts"',
            "sprt is for two players",
        ),
        ('game = "gardner"\njobs = 0\n' + TWO, "jobs is a number from 1 to 1024"),
        ('game = ["gardner"]\nseed = true\n' + TWO, "seed is not true or false"),
        ('game = ["gardner"]\nseed = -1\n' + TWO, "seed is a number from 0 to"),
        ('game = ["gardner"]\ngames = 3\n' + TWO, "games is an even number, not 3"),
        ('game = ["gardner"]\nclock = "x"\n' + TWO, "a clock is SECONDS"),
        ('game = ["gardner"]\n' + TWO + "clock = 0", "player 2: clock is a number above 0"),
        ('game = ["gardner"]\n' + TWO + 'command = "x"', "player 2: it has either a `player`"),
        ('game = ["gardner"]\n' + TWO + 'name = "a, b"', "player 2: a name has letters"),
        ('game = ["gardner"]\n[openings]\nchess = []\n' + TWO, "`chess` is none of the games"),
        ('game = ["gardner"]\n[openings]\ngardner = [1]\n' + TWO, "openings are lists of lines"),
        ('game = ["gardner"]\n' + TWO + "elo = 1", "player 2: there is no `elo`"),
    ],
)
def test_what_is_wrong_is_said(text: str, message: str, command: Command) -> None:
    Path("c.toml").write_text(text)
    answer = command("tournament", "c.toml")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith("error: `c.toml`: ")
    assert message in answer.err


def test_a_player_has_limits_of_its_own(tmp_path: Path) -> None:
    contest = Contest(
        ("alphabeta", "alphabeta:seed=1"),
        (sbg.load("gardner"),),
        1,
        control=Control(depth=1),
        controls=(None, Control(depth=3)),
    )
    referee = Referee(contest)
    for task in contest.tasks():
        words = referee.play(task).thoughts.split()[4:]
        depths = [{int(word.split("/")[1]) for word in words[at::2]} for at in (0, 1)]
        assert max(depths[task.white]) == 1
        assert max(depths[task.black] if task.white == 0 else depths[0]) > 1
    referee.close()
    assert contest.fingerprint != replace(contest, controls=()).fingerprint
    path = tmp_path / "r.sqlite"
    open_results(path, contest).close()
    with read_results(path) as store:
        assert contest_of(store, sbg.parse) == contest
    with pytest.raises(
        ValueError, match=r"the limits of `alphabeta:seed=1`: .*, here those of all"
    ):
        grown(contest.settings, contest.names, (), (), replace(contest, controls=()))


def test_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    file = Path("spring.toml")
    command = example().removeprefix("uci:")
    file.write_text(
        'game = ["hexapawn"]\ngames = 2\nresults = "s.sqlite"\nmargin = 30\n'
        f'{TWO}[[players]]\nname = "Mine"\ncommand = """{command}"""\nmove_time = 5'
    )
    assert run(["tournament", "spring.toml"]) == 0
    output = capsys.readouterr()
    assert "Mine" in output.out
    found = sbg.read_contest("s.sqlite")
    assert found.played == 6
    assert {player.player for player in found.players} == {"random", "greedy", "Mine"}
    assert run(["tournament", "spring.toml", "--json", "--results", "s.sqlite"]) == 0
    capsys.readouterr()
    for words, message in (
        (["--games", "4"], "--games cannot be given beside a file: `spring.toml` says it"),
        (["--gauntlet"], "--gauntlet cannot be given beside a file"),
    ):
        assert run(["tournament", "spring.toml", *words]) == 2
        assert message in capsys.readouterr().err
    for line, message in (
        ("a1a3", "a1a3"),
        ("x", "x"),
        ("b1b2 a3b2 a1b2 c3b2 c1b2", "ends the game"),
    ):
        file.write_text(f'game = ["hexapawn"]\n[openings]\nhexapawn = ["{line}"]\n{TWO}')
        assert run(["tournament", "spring.toml"]) == 1, line
        assert f"opening `{line}`: " in (said := capsys.readouterr().err)
        assert message in said
    file.write_text("game = 1")
    assert run(["tournament", "spring.toml"]) == 1
    assert "`spring.toml`: `players` is missing" in capsys.readouterr().err
    assert run(["tournament", "no.toml"]) == 2
    assert "there is no file `no.toml`" in capsys.readouterr().err
    for command in ("match", "tournament"):
        assert run([command, "random", "greedy"]) == 2
        assert "what is to be played?" in capsys.readouterr().err
