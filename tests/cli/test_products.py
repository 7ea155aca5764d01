"""Files that commands make: whole or not at all, and none where something cannot be had."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import sbg
from sbg.base.bounds import MAX_SEED
from tests.cli.conftest import Command
from tests.patience import ends


@pytest.mark.parametrize("player", ["nosuch", "human"])
def test_a_record_that_cannot_be_made_leaves_what_was_there(
    command: Command, tmp_path: Path, player: str
) -> None:
    file = tmp_path / "seen.jsonl"
    file.write_text("before\n")
    words = ("record", "hexapawn", "--players", "random", player)
    assert command(*words, "-o", str(file)).code == 2
    assert file.read_text() == "before\n"
    assert command(*words).out == ""
    assert [one.name for one in tmp_path.iterdir()] == ["seen.jsonl"]


@pytest.mark.process
@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT for another process")
def test_ctrl_c_leaves_no_half_of_a_record(tmp_path: Path) -> None:
    file = tmp_path / "seen.jsonl"
    file.write_text("before\n")
    words = ["record", "chess", "--games", "1000000", "--force", "-o", str(file)]
    with subprocess.Popen([sys.executable, "-m", "sbg", *words], stderr=subprocess.PIPE) as process:
        end = time.monotonic() + 60
        while len(list(tmp_path.iterdir())) < 2 and time.monotonic() < end:
            time.sleep(0.01)
        assert len(list(tmp_path.iterdir())) == 2
        process.send_signal(signal.SIGINT)
        assert process.wait(60) != 0
    assert file.read_text() == "before\n"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_file_in_no_folder_is_refused(command: Command, tmp_path: Path) -> None:
    answer = command("record", "hexapawn", "-o", str(tmp_path / "missing" / "seen.jsonl"))
    assert answer.code == 2
    assert "there is no folder" in answer.err


def test_all_moves_may_be_a_number(command: Command) -> None:
    assert (
        command("record", "hexapawn", "--legal", "1").out
        == command("record", "hexapawn", "--legal", "all").out
    )


def test_looking_at_a_run_that_is_not_there_begins_none(command: Command, tmp_path: Path) -> None:
    run = tmp_path / "run.sqlite"
    for words in (("--best", "3"), ("--out", str(tmp_path / "best"))):
        answer = command("evolve", str(run), *words)
        assert answer.code == 2
        assert "there is no file" in answer.err
    assert list(tmp_path.iterdir()) == []


def test_seeds_beyond_the_last_are_refused_before_anything_is_made(
    command: Command, tmp_path: Path
) -> None:
    new = tmp_path / "new"
    for words in (("generate",), ("mutate", "gardner")):
        asked = (*words, "--count", "2", "--out", str(new))
        assert command(*asked, "--seed", str(MAX_SEED)).code == 2
        assert not new.exists()
        assert command(*asked, "--seed", str(MAX_SEED - 1)).code == 0
        assert len(list(new.iterdir())) == 2
        for path in new.iterdir():
            path.unlink()
        new.rmdir()


def test_what_is_told_as_written_is_there(command: Command, tmp_path: Path) -> None:
    answer = command("mutate", "northcott", "--count", "12", "--out", str(tmp_path))
    count = len(list(tmp_path.iterdir()))
    assert count < 12
    assert f"{count} games written; {12 - count} more turned out the same" in answer.err


def test_questions_need_a_teacher(command: Command, tmp_path: Path) -> None:
    seen = tmp_path / "seen.jsonl"
    assert command("record", "hexapawn", "-o", str(seen)).code == 0
    with seen.open() as lines:
        assert json.loads(next(lines))["made_by"] == f"sbg {sbg.__version__}"
    assert command("learn", str(seen), "--questions", "3").code == 2


def test_moves_of_which_most_are_not_explained_are_a_failure(
    command: Command, tmp_path: Path
) -> None:
    seen = tmp_path / "seen.jsonl"
    header = {"sbg": "observations", "width": 3, "height": 3, "name": "Odd"}
    ply = {"fen": "ppp/3/PPP w 0", "played": "b1b1", "legal": ["b1b1"], "complete": True}
    seen.write_text(f"{json.dumps(header)}\n{json.dumps(ply)}\n")
    answer = command("learn", str(seen))
    assert answer.code == 1
    assert "1 game, 1 position" in answer.err


def test_games_on_several_boards_in_one_file_are_told(command: Command, tmp_path: Path) -> None:
    results = str(tmp_path / "results.db")
    games = ("--game", "hexapawn", "--game", "octopawn", "--games", "4")
    assert (
        command("match", "random:seed=1", "random:seed=2", *games, "--results", results).code == 0
    )
    answer = command("learn", results)
    assert answer.code == 1
    assert "there are several games here" in answer.err


@pytest.mark.parametrize("name", ["name", "rules", "budget", "width", "height", "seed", "stage"])
@pytest.mark.parametrize("value", [None, [[]], 1.5, {}])
def test_a_damaged_profile_is_refused(
    command: Command, tmp_path: Path, name: str, value: object
) -> None:
    profile = json.loads(sbg.profile(sbg.load("hexapawn"), budget="quick").to_json())
    broken = tmp_path / "broken.json"
    broken.write_text(json.dumps({**profile, name: value}))
    answer = command("compare", "hexapawn", str(broken), "--quick")
    assert answer.code == 1
    assert "this is not a profile" in answer.err


WRITES = {
    "record": ("record", "hexapawn", "--games", "1", "-o"),
    "teach": ("teach", "hexapawn", "--most", "1", "-o"),
    "learn": ("learn", "seen.jsonl", "-o"),
    "tune": ("tune", "hexapawn", "--games", "64", "--nodes", "4", "--match", "0", "--out"),
    "translate": ("translate", "hexapawn", "--to", "gdl", "-o"),
    "board": ("show", "hexapawn", "--svg"),
    "automaton": ("show", "hexapawn", "--automaton", "P", "--out"),
    "film": ("replay", "game.record", "--svg"),
}
"""Commands with the option that names their file."""


@pytest.mark.parametrize("words", WRITES.values(), ids=WRITES)
def test_no_command_replaces_a_file_that_holds_something_else(
    command: Command, tmp_path: Path, words: tuple[str, ...]
) -> None:
    game = sbg.load("hexapawn")
    (tmp_path / "seen.jsonl").write_text(command("record", "hexapawn", "--games", "1").out)
    line = sbg.Line(game.start)
    (tmp_path / "game.record").write_text(sbg.Record.of(line).write())
    file = tmp_path / "mine.svg"
    file.write_text("mine")
    answer = command(*words, file)
    assert (answer.code, file.read_text()) == (2, "mine")
    assert "holds something else, and stays as it is" in answer.err
    answer = command(*words, file, "--force")
    assert answer.code != 2
    assert file.read_bytes() != b"mine"


READS = (
    ("check", "pipe.sbg"),
    ("check", "--fix", "pipe.sbg"),
    ("fmt", "pipe.sbg"),
    ("show", "./pipe.sbg"),
    ("play", "hexapawn", "--from", "pipe.sbg"),
    ("replay", "pipe.sbg"),
    ("learn", "pipe.sbg"),
    ("standings", "pipe.sbg"),
    ("report", "pipe.sbg", "pages"),
    ("gallery", "pipe.sbg", "pages"),
    ("evolve", "pipe.sbg", "--games", "1"),
    ("verify", "pipe.proof"),
    ("verify", "pipe.table"),
    ("probe", "pipe.table"),
    ("analyse", "hexapawn", "--depth", "1", "--tables", "pipe.table"),
    ("translate", "pipe.sbg", "--from", "fsf"),
    ("tournament", "pipe.toml"),
    ("match", "random", "greedy", "--game", "hexapawn", "--results", "pipe.sbg"),
    ("match", "alphabeta:weights=pipe.sbg", "greedy", "--game", "hexapawn"),
)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pipes with names")
@pytest.mark.parametrize("words", READS, ids=" ".join)
def test_nobody_waits_for_a_pipe_that_nobody_writes(
    command: Command, tmp_path: Path, words: tuple[str, ...]
) -> None:
    for suffix in ("sbg", "proof", "table", "toml"):
        os.mkfifo(tmp_path / f"pipe.{suffix}")
    with ends():
        answer = command(*words)
    assert answer.code in (1, 2)
    assert "is a pipe" in answer.err
