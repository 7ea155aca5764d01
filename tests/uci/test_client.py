"""Foreign engines: an honest one is understood, and a rogue of every kind is caught, named and ended."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
import uuid
from pathlib import Path

import pytest

import sbg
from sbg.play.players import Limits, Player, PlayerFailure
from sbg.play.uci import client as uci
from sbg.play.uci.client import UciPlayer, go_line, split_command
from tests.players.helpers import MARK, example, has_proc, living, rogue, wait_for

GAME = sbg.load("breakthrough5")


@pytest.fixture(autouse=True)
def _short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uci, "READY_SECONDS", 5.0)
    monkeypatch.setattr(uci, "GRACE", 1.0)


def failure(way: str, limits: Limits) -> PlayerFailure:
    player = sbg.player(rogue(way))
    try:
        with pytest.raises(PlayerFailure) as caught:
            player.choose(GAME.start, limits)
        assert isinstance(player, UciPlayer)
        assert player.pid is None  # it is ended at once
    finally:
        player.close()
    return caught.value


@pytest.mark.parametrize(
    ("way", "reason", "detail"),
    [
        ("crash", "crash", "ended with exit code 3 instead of a move (out of cheese)"),
        ("killed", "crash", "was ended by signal SIGKILL instead of a move"),
        ("stillborn", "crash", "ended with exit code 1 before `uciok` (cannot open shared object)"),
        ("nonsense", "nonsense", "answered `bestmove my-queen`, which is not a move"),
        ("nothing", "nonsense", "answered `bestmove `, which is not a move"),
        ("chatter", "nonsense", "wrote more than 1000 lines and no move"),
        ("endless-line", "nonsense", "wrote a line without an end"),
        (
            "illegal",
            "illegal",
            "played `a1a1`, which is not legal in `ppppp/ppppp/5/PPPPP/PPPPP w 0`",
        ),
    ],
)
def test_a_rogue_is_caught(way: str, reason: str, detail: str) -> None:
    caught = failure(way, Limits(time=30.0))
    assert (caught.reason, caught.detail) == (reason, detail)


def test_one_who_is_late_is_told_from_one_who_hangs() -> None:
    late = failure("late", Limits(time=0.2))
    assert late.reason == "time"
    assert late.detail.endswith("of 0.200 s")
    hanging = failure("hang", Limits(time=0.1))
    assert hanging.reason == "hang"
    assert hanging.detail.startswith("gave no `bestmove` within 1.")


def test_every_step_has_its_time_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uci, "START_SECONDS", 0.5)
    assert failure("mute", Limits(depth=1)).detail == "gave no `uciok` within 0.5 s"
    monkeypatch.setattr(uci, "START_SECONDS", 20.0)
    monkeypatch.setattr(uci, "READY_SECONDS", 0.5)
    assert failure("never-ready", Limits(depth=1)).detail == "gave no `readyok` within 0.5 s"
    monkeypatch.setattr(uci, "READY_SECONDS", 5.0)
    monkeypatch.setattr(uci, "MOVE_SECONDS", 0.5)
    assert failure("hang", Limits(nodes=10)).detail == "gave no `bestmove` within 0.5 s"


def test_the_example_plays_a_game() -> None:
    """Positions reach it as the start and the moves, and from the middle of a game as a position line."""
    player = sbg.player(example())
    opponent = sbg.player("random", seed=1)
    try:
        position = GAME.start.play("a2a3")
        player.new_game(GAME.start, GAME.start.play("a2a3").moves[:0])
        while not position.outcome:
            mover: Player = player if position.turn == "black" else opponent
            position = position.play(mover.choose(position, Limits(clock=60.0, increment=1.0)))
        assert position.outcome.winner == "black"  # it sees a win at once; random does not
        hexapawn = sbg.load("hexapawn")
        wins = hexapawn.position("1p1/P2/3 w 2")
        assert str(player.choose(wins, Limits(time=30.0))) == "a2a3"
    finally:
        player.close()


@pytest.mark.skipif(not has_proc(), reason="processes are looked for in /proc")
def test_grandchildren_end_with_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    mark = uuid.uuid4().hex
    monkeypatch.setenv(MARK, mark)
    player = sbg.player(rogue("orphan"))
    player.new_game(GAME.start)
    assert wait_for(lambda: any("sleep" in line for line in living(mark))), living(mark)
    player.close()
    assert wait_for(lambda: not living(mark)), living(mark)


@pytest.mark.skipif(not has_proc(), reason="processes are looked for in /proc")
def test_engines_end_with_us_even_when_we_are_killed() -> None:
    mark = uuid.uuid4().hex
    code = (
        "import sbg, sys\n"
        "player = sbg.player(sys.argv[1])\n"
        "player.new_game(sbg.load('breakthrough5').start)\n"
        "print('ready', flush=True)\n"
        "player.choose(sbg.load('breakthrough5').start)\n"
    )
    ours = subprocess.Popen(
        [sys.executable, "-c", code, rogue("orphan")],
        stdout=subprocess.PIPE,
        env={**os.environ, MARK: mark},
    )
    assert ours.stdout is not None
    assert ours.stdout.readline() == b"ready\n"
    assert len(living(mark)) >= 3  # ours, the engine and its child
    ours.kill()
    ours.wait()
    ours.stdout.close()
    assert wait_for(lambda: not living(mark)), living(mark)


def test_options_stand_before_the_command() -> None:
    assert split_command("UCI_Variant=gardner Hash=16 'my engine' --x=1 a=b") == (
        {"UCI_Variant": "gardner", "Hash": "16"},
        ["my engine", "--x=1", "a=b"],
    )


def test_an_option_that_the_engine_lacks_is_said() -> None:
    text = rogue("illegal").replace("uci:", "uci:Contempt=3 ")
    with pytest.raises(PlayerFailure, match="crash: has no option `Contempt`"):
        sbg.player(text).new_game(GAME.start)


@pytest.mark.parametrize(
    ("limits", "white", "line"),
    [
        (Limits(time=0.5), True, "go movetime 500"),
        (Limits(nodes=100, depth=3), True, "go nodes 100 depth 3"),
        (
            Limits(clock=10.0, increment=0.1, opponent_clock=5.0),
            True,
            "go wtime 10000 winc 100 btime 5000 binc 0",
        ),
        (
            Limits(clock=10.0, increment=0.1, opponent_clock=5.0),
            False,
            "go wtime 5000 winc 0 btime 10000 binc 100",
        ),
        (Limits(clock=0.0001), True, "go wtime 1 winc 0 btime 1 binc 0"),
        (Limits(infinite=True), True, "go infinite"),
    ],
)
def test_limits_as_a_command(limits: Limits, white: bool, line: str) -> None:
    assert go_line(limits, white) == line


def test_one_folder_holds_the_files_of_all_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    player = UciPlayer(shlex.quote(sys.executable))
    files = [Path(player._game_file(sbg.Game(sbg.load(n).description))) for n in sbg.bundled()[:3]]
    assert len({file.parent for file in files}) == len(list(tmp_path.iterdir())) == 1
    player.close()
    assert not list(tmp_path.iterdir())
