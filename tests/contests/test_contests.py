"""Contests from the command line: reports, resuming after every kind of end, rogues, full disks, no orphans."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
import uuid
from pathlib import Path
from random import Random
from typing import Any

import pytest

import sbg as library
from sbg.engine import Line, Record, read_record
from tests.cli.conftest import Command
from tests.cli.helpers import Answer, environment, sbg
from tests.patience import SECONDS
from tests.players.helpers import MARK, example, has_proc, living, rogue, wait_for

HEXAPAWN = library.load("hexapawn")


def match(folder: Path, *words: str | Path) -> Answer:
    return sbg("match", *words, "--results", "r.sqlite", cwd=folder)


def report(answer: Answer) -> dict[str, Any]:
    assert answer.code == 0, answer.all
    found: dict[str, Any] = json.loads(answer.out)
    return found


def rows(path: Path) -> list[tuple[Any, ...]]:
    """The games in a file; none if it is not there yet, or not to be read at this moment."""
    if not path.exists():
        return []
    connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    try:
        return connection.execute("SELECT id, result, moves FROM game ORDER BY id").fetchall()
    except sqlite3.OperationalError:
        return []
    finally:
        connection.close()


# -- reports


def test_a_match_is_reported_on(tmp_path: Path) -> None:
    answer = match(tmp_path, "random", "random:seed=1", "--game", "hexapawn", "--games", "6")
    assert answer.code == 0
    assert answer.out.startswith("Hexapawn: 6 of 6 games, the players' own limits\n")
    assert "Pairs of games by points of random" in answer.out
    assert re.search(r"\bElo +95 % +LOS *\n", answer.out)
    assert answer.err.endswith(
        "The results are in r.sqlite.\n"
    )  # after progress, on a slow machine
    assert "already" not in answer.err
    again = match(tmp_path, "random", "random:seed=1", "--game", "hexapawn", "--games", "6")
    assert again.out == answer.out
    assert again.err.startswith("6 of 6 games are in r.sqlite already.\n")


def test_json_records_and_replay_agree(tmp_path: Path) -> None:
    words = ["random", "random:seed=1", "--game", "hexapawn", "--game", "clobber", "--games", "4"]
    found = report(match(tmp_path, *words, "--records", "games", "--json", "--jobs", "2"))
    assert (found["planned"], found["played"]) == (8, 8)
    meeting = found["meetings"][0]
    assert meeting["wins"] + meeting["draws"] + meeting["losses"] == 8
    assert sum(meeting["pentanomial"]) == 4
    assert sum(pair["points"] for pair in found["players"]) == 8
    assert [entry["game"] for entry in meeting["by_game"]] == ["Hexapawn", "Clobber"]
    files = sorted((tmp_path / "games").iterdir())
    assert [file.name for file in files] == [f"000{n}.record" for n in range(1, 9)]
    assert read_record(files[0].read_text()).result in ("white", "black")
    shown = report(sbg("replay", files[1], "--json"))
    stored = report(sbg("replay", tmp_path / "r.sqlite", "2", "--json"))
    assert shown == stored
    assert shown["white"] == "random:seed=1"
    assert len(shown["positions"]) == len(shown["moves"]) + 1
    # Records that were lost are written again from the results.
    files[1].unlink()
    again = match(tmp_path, *words, "--records", "games")
    assert files[1].exists()
    # Between two, the table of the games need not say who met.
    assert re.search(r"^ *game +games +won +drawn +lost +score *$", again.out, re.MULTILINE)


def test_replay_shows_a_game(tmp_path: Path) -> None:
    (tmp_path / "x.record").write_text(
        Record.of(Line(HEXAPAWN.start, HEXAPAWN.start.moves[:1]), "me", "you").write()
    )
    answer = sbg("replay", "x.record", "--boards", cwd=tmp_path)
    assert answer.code == 0
    assert answer.out.startswith("Hexapawn: me (white) against you (black)\n")
    assert "1  white  P a1a2\n" in answer.out
    assert answer.out.endswith("The game is not finished; black is to move.\n")
    text = (tmp_path / "x.record").read_text().replace("a1a2", "a1a3")
    assert sbg("replay", "-", stdin=text).code == 1
    assert "holds one game" in sbg("replay", "x.record", "1", cwd=tmp_path).err
    assert "there is no file" in sbg("replay", "missing.sqlite", "1", cwd=tmp_path).err


def test_a_tournament_has_a_cross_table(tmp_path: Path) -> None:
    words = ["random", "random:seed=1", "random:seed=2", "--game", "hexapawn", "--games", "2"]
    answer = sbg("tournament", *words, cwd=tmp_path)
    assert answer.code == 0
    assert "6 of 6 games" in answer.out
    assert "LOS" not in answer.out  # that is a matter between two
    lines = [line.split() for line in answer.out.splitlines()]
    heads = next(line for line in lines if "random:seed=2" in line[1:])
    assert sorted(heads) == ["random", "random:seed=1", "random:seed=2"]
    assert [heads[0], "·"] in [line[:2] for line in lines]
    assert not list(tmp_path.iterdir())
    kept = Path(os.environ["SBG_STATE"]) / "contests"
    (path,) = kept.iterdir()  # named after the settings
    assert f"The results are in {path}." in answer.err
    assert "6 of 6 games are in" in sbg("tournament", *words, cwd=tmp_path).err
    gauntlet = report(sbg("tournament", *words, "--gauntlet", "--json", cwd=tmp_path))
    assert gauntlet["played"] == 4
    assert len(list(kept.iterdir())) == 2
    long = [f"random:name={'x' * 30}{n}" for n in range(3)]
    answer = sbg("tournament", *long, "--game", "hexapawn", "--games", "2", cwd=tmp_path)
    assert "       A     B     C" in answer.out
    crosses = answer.out[answer.out.index("       A     B     C") :]
    assert all(len(line) <= 80 for line in crosses.splitlines())


def test_a_sequential_test_stops_early(tmp_path: Path) -> None:
    """The example sees a win at once, so it is far stronger than random."""
    words = ["random", example(), "--game", "breakthrough5", "--games", "400", "--sprt", "0", "50"]
    found = report(match(tmp_path, *words, "--json"))
    assert found["played"] < 200
    assert found["sprt"]["verdict"] == "H0"
    assert found["sprt"]["llr"] <= found["sprt"]["bounds"][0]
    assert found["players"][0]["elo95"][1] < -50 < 50 < found["players"][1]["elo95"][0]
    again = report(match(tmp_path, *words, "--json"))
    assert again == found


# -- misuse


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--games", "0"], "error: --games is a whole number from 2 to 10000000, not `0`"),
        (["--games", "7"], "error: --games is an even number, not 7"),
        (["--games", "-2"], "error: --games is a whole number from 2 to 10000000, not `-2`"),
        (["--game", "hexapawn"], "error: the game `hexapawn` is given twice"),
        (["--jobs", "0"], "error: --jobs is a whole number from 1 to 1024, not `0`"),
        (["--clock", "soon"], "error: a clock is SECONDS or SECONDS+INCREMENT, not `soon`"),
        (["--move-time", "0"], "error: --move-time is a number from 0.001 to 1000000, not `0`"),
        (
            ["--sprt", "10", "0"],
            "error: --sprt is two differences in Elo, the lower first, not 10, 0",
        ),
        (
            ["--plot", "x.gif"],
            "error: the ratings are drawn as SVG: name a file that ends in .svg, not `x.gif`",
        ),
        (["--results", "."], "error: `.` is a folder, not a file"),
    ],
)
def test_misuse(command: Command, tmp_path: Path, words: list[str], message: str) -> None:
    answer = command("match", "random", "random", "--game", "hexapawn", *words)
    assert answer.code == 2
    assert answer.err.startswith(message)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("player", "message"),
    [
        ("rondom", "error: there is no player `rondom`; did you mean `random`?"),
        ("random:sed=1", "error: player `random` has no option `sed`; did you mean `seed`?"),
        ("uci:no-such-engine -x", "error: there is no command `no-such-engine`"),
    ],
)
def test_players_that_do_not_exist(
    command: Command, tmp_path: Path, player: str, message: str
) -> None:
    answer = command("match", "random", player, "--game", "hexapawn")
    assert answer.code == 2
    assert answer.err.startswith(message)
    assert list(tmp_path.iterdir()) == []


def test_another_command_on_the_same_file_is_refused(tmp_path: Path) -> None:
    words = ["random", "random", "--game", "hexapawn", "--games"]
    assert match(tmp_path, *words, "4").code == 0
    before = (tmp_path / "r.sqlite").read_bytes()
    other = match(tmp_path, *words, "2")
    assert other.code == 2
    assert (
        "holds the results of another contest: it was begun with 4 games per pairing" in other.err
    )
    assert (tmp_path / "r.sqlite").read_bytes() == before


def test_rounds_are_two_games_each(tmp_path: Path) -> None:
    words = ["random", "random:seed=1", "--game", "hexapawn"]
    assert report(match(tmp_path, *words, "--rounds", "2", "--json"))["planned"] == 4
    both = match(tmp_path, *words, "--rounds", "2", "--games", "4")
    said = "error: --games and rounds say the same: choose one; a round is two games"
    assert (both.code, both.err.splitlines()[0]) == (2, said)


def test_what_is_not_installed_is_said_before_any_game(tmp_path: Path) -> None:
    (tmp_path / "ray.py").write_text("raise ImportError")
    base = ["match", "random", "random", "--game", "hexapawn", "--games", "2"]
    env = {"PYTHONPATH": str(tmp_path)}
    ray = sbg(*base, "--ray", "auto", cwd=tmp_path, env=env)
    assert (ray.code, ray.err.split(";")[0]) == (2, "error: Ray is not installed")


# -- rogues


def test_rogues_lose_and_the_tournament_goes_on(tmp_path: Path) -> None:
    ways = {"crash": "crash", "hang": "hang", "nonsense": "nonsense", "illegal": "illegal"}
    ways |= {"late": "time"}
    words = ["random", *map(rogue, ways), "--gauntlet", "--game", "breakthrough5", "--games", "2"]
    mark = uuid.uuid4().hex
    answer = sbg(
        *("tournament", *words, "--move-time", "0.3", "--jobs", "2", "--json"),
        cwd=tmp_path,
        env={MARK: mark},
    )
    found = report(answer)
    assert found["players"][0]["wins"] == found["played"] == 10
    for player, reason in zip(found["players"][1:], ways.values(), strict=True):
        assert player["failures"] == {reason: 2}
    path = found["file"]
    shown = sbg("replay", path, "1").out
    assert "Black ended with exit code 3 instead of a move (out of cheese)." in shown
    if has_proc():
        assert wait_for(lambda: not living(mark)), living(mark)


# -- every kind of end


def start(folder: Path, mark: str, *words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "sbg", "match", *words, "--results", "r.sqlite"],
        cwd=folder,
        env=environment(**{MARK: mark}),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


@pytest.mark.parametrize(("games", "most"), [(20, 3), pytest.param(60, 30, marks=pytest.mark.slow)])
def test_a_match_that_is_killed_many_times_loses_nothing(
    tmp_path: Path, games: int, most: int
) -> None:
    path = tmp_path / "r.sqlite"
    mark = uuid.uuid4().hex
    random = Random(1)
    words = ["random", rogue("illegal"), "--game", "breakthrough5"]
    words += ["--games", str(games), "--jobs", "2"]
    kept: list[tuple[Any, ...]] = []
    kills = 0
    while len(kept) < games - 15 and kills < most:
        process = start(tmp_path, mark, *words)
        more = len(kept) + random.randrange(1, 7)
        assert wait_for(lambda: len(rows(path)) >= more or process.poll() is not None)  # noqa: B023
        time.sleep(random.random() / 50)
        process.kill()
        process.wait()
        assert process.stderr is not None
        process.stderr.close()
        kills += 1
        if has_proc():
            assert wait_for(lambda: not living(mark)), living(mark)
        now = rows(path)
        assert [row for row in now if row[0] in {old[0] for old in kept}] == kept
        kept = now
    assert kills >= most / 4
    found = report(match(tmp_path, *words, "--json"))
    assert found["played"] == games
    done = rows(path)
    assert [row[0] for row in done] == list(range(games))
    # The same games as those of a match that nobody killed: the number of a game decides all of it.
    (tmp_path / "calm").mkdir()
    report(match(tmp_path / "calm", *words, "--json"))
    assert rows(tmp_path / "calm" / "r.sqlite") == done


@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
def test_ctrl_c_keeps_what_is_played(tmp_path: Path) -> None:
    path = tmp_path / "r.sqlite"
    mark = uuid.uuid4().hex
    words = ["random", "random", "--game", "breakthrough5", "--games", "20000"]
    process = start(tmp_path, mark, *words)
    assert wait_for(lambda: len(rows(path)) >= 3)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 130
    played = len(rows(path))
    assert f"Interrupted. {played} of 20000 games are in r.sqlite; the same command" in err.decode()
    if has_proc():
        assert wait_for(lambda: not living(mark)), living(mark)


@pytest.mark.skipif(os.name != "posix", reason="limits the size of files with ulimit")
def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    words = ["random", "random", "--game", "hexapawn", "--games", "40", "--results", "r.sqlite"]
    script = 'ulimit -f "$1"; shift; exec "$@"'
    full = subprocess.run(
        ["bash", "-c", script, "sh", "64", sys.executable, "-m", "sbg", "match", *words],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert full.returncode == 2, full.stderr
    assert "\nerror: `r.sqlite` cannot be written: " in f"\n{full.stderr}"  # after progress
    kept = rows(tmp_path / "r.sqlite")
    assert f"the {len(kept)} games so far are kept; make room" in full.stderr
    assert 0 < len(kept) < 40
    found = report(sbg("match", *words, "--json", cwd=tmp_path))
    assert found["played"] == 40
    assert rows(tmp_path / "r.sqlite")[: len(kept)] == kept


def test_a_worker_that_is_killed_is_replaced(tmp_path: Path) -> None:
    if not has_proc():
        pytest.skip("processes are looked for in /proc")
    path = tmp_path / "r.sqlite"
    mark = uuid.uuid4().hex
    words = ["random", "random", "--game", "breakthrough5", "--games", "300"]
    process = start(tmp_path, mark, *words)
    for _ in range(3):
        more = len(rows(path)) + 10  # a game whose process dies three times is given up
        assert wait_for(lambda: len(rows(path)) >= more)  # noqa: B023
        for line in living(mark):
            number, _, command = line.partition(" ")
            if "sbg.base.jobs.worker" in command:
                os.kill(int(number), signal.SIGKILL)
    _, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 0, err
    assert [row[0] for row in rows(path)] == list(range(300))
