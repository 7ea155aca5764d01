"""`sbg moves` and `sbg perft`: the numbers, the forms, and what is misuse."""

from __future__ import annotations

import json

import pytest

import sbg
from sbg.app.cli.commands import perft as perft_command
from tests.cli.conftest import Command
from tests.cli.helpers import THREE_PAWNS

AFTER_A3 = "rnbqk/ppppp/P4/1PPPP/RNBQK b 1"


def test_moves_one_a_line_in_order(command: Command) -> None:
    answer = command("moves", "gardner")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.split() == ["b1a3", "b1c3", "a2a3", "b2b3", "c2c3", "d2d3", "e2e3"]


def test_moves_of_a_position(command: Command) -> None:
    answer = command("moves", "gardner", "--fen", AFTER_A3)
    assert answer.out.split() == list(map(str, sbg.load("gardner").start.play("a2a3").moves))


def test_moves_as_json(command: Command) -> None:
    data = json.loads(command("moves", "gardner", "--fen", AFTER_A3, "--json").out)
    assert (data["game"], data["turn"], data["ply"]) == ("Simplified Gardner", "black", 1)
    assert data["fen"] == AFTER_A3
    assert data["outcome"] is None
    assert "b4a3" in data["moves"]


def test_a_finished_game_has_no_moves_and_says_why(command: Command) -> None:
    answer = command("moves", "-", "--fen", "3/3/PPP b 3", stdin=THREE_PAWNS)
    assert (answer.code, answer.out) == (0, "")
    assert answer.err == "White wins: black has no legal move.\n"
    data = json.loads(
        command("moves", "-", "--fen", "3/3/PPP b 3", "--json", stdin=THREE_PAWNS).out
    )
    assert data["outcome"] == {"winner": "white", "reason": "no-moves"}
    assert data["moves"] == []


def test_perft(command: Command) -> None:
    for depth, count in enumerate([1, 7, 53, 510]):
        assert command("perft", "gardner", str(depth)).out == f"{count}\n"
    assert command("perft", "gardner", "5", "--threads", "2").out == "57105\n"
    assert command("perft", "gardner", "6", "--hash", "8").out == "650349\n"
    assert command("perft", "gardner", "6").out == "650349\n"  # in parts


def test_perft_divided_by_first_move(command: Command) -> None:
    answer = command("perft", "gardner", "3", "--divide")
    *parts, total = (line.split() for line in answer.out.splitlines())
    assert total == ["total", "510"]
    assert [move for move, _ in parts] == list(map(str, sbg.load("gardner").start.moves))
    assert sum(int(count) for _, count in parts) == 510
    assert command("perft", "gardner", "0", "--divide").out == "total 1\n"


def test_perft_as_json(command: Command) -> None:
    data = json.loads(command("perft", "gardner", "2", "--json").out)
    assert data.pop("seconds") >= 0
    fen = sbg.load("gardner").start.fen
    assert data == {"game": "Simplified Gardner", "fen": fen, "depth": 2, "nodes": 53}
    divided = json.loads(command("perft", "gardner", "2", "--divide", "--json").out)
    assert sum(divided["divide"].values()) == divided["nodes"] == 53


def test_perft_of_a_position(command: Command) -> None:
    position = sbg.load("gardner").position(AFTER_A3)
    answer = command("perft", "gardner", "2", "--fen", AFTER_A3)
    assert answer.out == f"{sbg.perft(position, 2)}\n"


def test_a_count_in_parts_is_the_same(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(perft_command, "_PART", 10)
    reported: list[float] = []
    count = perft_command._Counter(1, 0, reported.append)
    assert count(sbg.load("gardner").start, 3, 1.0) == 510
    assert len(reported) > 7
    assert reported == sorted(reported)
    assert reported[-1] == pytest.approx(1)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["perft", "gardner", "-1"], "DEPTH is a whole number from 0 to 200, not `-1`"),
        (["perft", "gardner", "99999999999999999999"], "DEPTH is a whole number"),
        (["perft", "gardner", "two"], "two"),
        (["perft", "gardner", "1.5"], "1.5"),
        (["perft", "gardner"], "DEPTH"),
        (["perft", "gardner", "1", "--threads", "0"], "--threads is a whole number from 1 to 1024"),
        (["perft", "hexapawn", "2", "--threads", "2000"], "from 1 to 1024, not `2000`"),
        (["perft", "gardner", "1", "--hash", "-1"], "--hash is a whole number from 0 to 65536"),
        (["perft", "gardner", "1", "2"], "2"),
        (["moves", "gardner", "--fen", "nonsense"], "three fields"),
        (["moves", "gardner", "--fen", "rnbqk/ppppp/5/PPPPP/RNBQK b 0"], "ply"),
        (["moves", "gardner", "--fen", "rnbqk/ppppp/6/PPPPP/RNBQK w 0"], "row 3"),
        (["moves", "gardner", "--fen", "rnbqk/ppppp/4Z/PPPPP/RNBQK w 0"], "Z"),
        (["moves"], "GAME"),
    ],
)
def test_misuse(command: Command, words: list[str], complaint: str) -> None:
    answer = command(*words)
    assert (answer.code, answer.out) == (2, "")
    assert complaint in answer.err
    assert answer.err.startswith("error: ")
