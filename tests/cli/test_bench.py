"""`sbg bench`: the counts are true, the table names every game, and no game can make it hang."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import sbg
from sbg.app.cli.commands import bench
from tests.cli.conftest import Command
from tests.cli.helpers import THREE_PAWNS, WRONG_ROW, environment
from tests.patience import SECONDS, has_worked


def measured(
    command: Command, *words: str, stdin: str = "", seconds: str = "0.02"
) -> list[dict[str, object]]:
    answer = command("bench", *words, "--seconds", seconds, "--json", stdin=stdin)
    assert (answer.code, answer.err) == (0, "")
    data = json.loads(answer.out)
    assert {"sbg", "python", "system", "cores", "compiler", "bmi2", "threads"} < data.keys()
    found: list[dict[str, object]] = data["games"]
    return found


def test_counts_are_those_of_the_engine(command: Command) -> None:
    for name, found in zip(
        ("gardner", "northcott"), measured(command, "gardner", "northcott"), strict=True
    ):
        game = sbg.load(name)
        depth = found["perft_depth"]
        assert isinstance(depth, int)
        assert found["perft_leaves"] == sbg.perft(game.start, depth)
        assert (found["game"], found["width"], found["height"]) == (
            game.name,
            game.width,
            game.height,
        )
        assert found["table_bytes"] == game.rules.table_bytes
        ends = [found[key] for key in ("white", "black", "draws")]
        assert sum(n for n in ends if isinstance(n, int)) == found["playouts"]
        for key in ("perft_leaves_per_s", "playout_moves_per_s", "playout_mean_plies", "ready_s"):
            value = found[key]
            assert isinstance(value, int | float)
            assert value > 0
        assert found["cut_off_at"] is None


def test_where_games_end_early_the_widest_depth_is_measured(command: Command) -> None:
    (found,) = measured(command, "hexapawn", seconds="1")  # it counts to the end in much less
    assert (found["perft_depth"], found["perft_leaves"]) == (5, 70)


def test_the_table(command: Command) -> None:
    answer = command("bench", "hexapawn", "gardner", "--seconds", "0.01", "--threads", "2")
    assert answer.code == 0
    head, *rows = answer.out.splitlines()
    assert head.split()[:3] == ["game", "board", "ready"]
    assert [row.split()[:2] for row in rows] == [["hexapawn", "3×3"], ["gardner", "5×5"]]
    assert len({len(line) for line in [head, *rows]}) == 1  # in columns


def test_without_a_game_three_are_measured(command: Command) -> None:
    assert [found["game"] for found in measured(command)] == [
        sbg.load(name).name for name in bench.DEFAULT
    ]


def test_a_game_without_end_is_cut_off(command: Command) -> None:
    text = THREE_PAWNS.replace("(0,1,e) + (1,1,p) + (-1,1,p)", "(0,0,w)")
    text = text.replace("20 &", "1000000000 &")
    answer = command("bench", "-", "--seconds", "0.02", stdin=text)
    assert answer.code == 0
    assert "random games were ended after 10000 plies" in answer.err
    (found,) = json.loads(command("bench", "-", "--seconds", "0.02", "--json", stdin=text).out)[
        "games"
    ]
    assert (found["cut_off_at"], found["playout_mean_plies"]) == (10_000, 10_000)


def test_a_game_that_is_over_has_nothing_to_measure(command: Command) -> None:
    (found,) = measured(command, "-", stdin=THREE_PAWNS.replace("20 &", "0 &"))
    assert (found["perft_depth"], found["perft_leaves"], found["perft_leaves_per_s"]) == (0, 1, 0)
    assert (found["playout_mean_plies"], found["playout_moves_per_s"]) == (0, 0)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--seconds", "0"], "--seconds is a number from 0.001 to 1000000, not `"),
        (["--seconds", "-1"], "--seconds is a number from 0.001 to 1000000, not `"),
        (["--seconds", "nan"], "--seconds is a number from 0.001 to 1000000, not `"),
        (["--seconds", "inf"], "--seconds is a number from 0.001 to 1000000, not `"),
        (["--seconds", "soon"], "soon"),
        (["--threads", "0"], "--threads is a whole number from 1 to 1024, not `0`"),
        (["--threads", "99999999"], "--threads is a whole number from 1 to 1024"),
        (["gardener"], "gardner"),
    ],
)
def test_misuse(command: Command, words: list[str], complaint: str) -> None:
    answer = command("bench", *words)
    assert (answer.code, answer.out) == (2, "")
    assert complaint in answer.err


def test_a_file_with_errors_is_reported_before_anything_is_measured(command: Command) -> None:
    answer = command("bench", "gardner", "-", "--seconds", "3000", stdin=WRONG_ROW)
    assert (answer.code, answer.out) == (1, "")
    assert "<stdin>:5:1" in answer.err


@pytest.mark.parametrize(("number", "text"), [(0, "0 "), (999, "999 "), (999.6, "1.00 k")])
def test_short_numbers(number: float, text: str) -> None:
    assert bench._short(number) == text
    assert bench._short(8_260_003) == "8.26 M"
    assert bench._short(12_345_678_901) == "12.3 G"
    assert bench._short(5e12) == "5000 G"


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent in another way there")
def test_ctrl_c_ends_it() -> None:
    import signal

    running = subprocess.Popen(
        [sys.executable, "-m", "sbg", "bench", "chess", "--seconds", "3000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    has_worked(running.pid, 1)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=SECONDS)
    assert running.returncode == 130, err


def test_on_a_gpu(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """The device reaches every count; without a GPU the command says so."""
    from sbg.engine.gpu import driver, gpu
    from tests.cuda.twin import HostDevice

    monkeypatch.setattr(bench, "_GAMES_ON_GPU", 8)
    monkeypatch.setattr(gpu, "gpu", HostDevice)
    (found,) = measured(command, "hexapawn", "--device", "cuda")
    assert found["perft_leaves"] == sbg.perft(sbg.load("hexapawn"), int(str(found["perft_depth"])))
    monkeypatch.setattr(gpu, "gpu", gpu.Gpu)
    monkeypatch.setattr(driver, "LIBRARY", "there-is-no-such-library.so")
    driver.driver.cache_clear()
    answer = command("bench", "hexapawn", "--device", "cuda")
    assert (answer.code, answer.out) == (2, "")
    assert "there is no NVIDIA GPU here" in answer.err
