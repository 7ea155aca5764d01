"""`sbg play` without a terminal: lines that come through a pipe, and the demonstration."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

import sbg as library
from tests.cli.helpers import THREE_PAWNS, Answer, environment, sbg

HUMANS = ("--white", "human", "--black", "human")


def play(*lines: str, words: tuple[str, ...] = (), cwd: Path | None = None) -> Answer:
    """A session with these lines typed; it must end well."""
    answer = sbg("play", *words, stdin="".join(f"{line}\n" for line in lines), cwd=cwd)
    assert answer.code == 0, answer.err
    assert answer.err == ""
    return answer


def reply(answer: Answer, line: str) -> str:
    """What was answered to a line: all up to the next prompt."""
    after = answer.out.split(f"> {line}\n", 1)[1]
    return re.split(r"^(?:white|black|game over)> ", after, maxsplit=1, flags=re.MULTILINE)[0]


def pawns(*lines: str, cwd: Path) -> Answer:
    """A session of two humans with three pawns each."""
    (cwd / "pawns.sbg").write_text(THREE_PAWNS)
    return play(*lines, words=("pawns.sbg", *HUMANS), cwd=cwd)


def test_a_move_is_played_and_answered() -> None:
    answer = play("a2a3", "quit", words=("--seed", "3"))
    said = reply(answer, "a2a3")
    assert re.search(r"Black plays [a-z]+ [a-e][1-5][a-e][1-5]", said)
    assert "White to move (ply 3 of 100)." in said


def test_a_seed_repeats_the_game() -> None:
    lines = ("a2a3", "b2b3", "? c1", "quit")
    one, other = (play(*lines, words=("--seed", "5")) for _ in range(2))
    assert one.out == other.out


def test_two_humans_take_turns(tmp_path: Path) -> None:
    answer = pawns("b1b2", "a3b2", cwd=tmp_path)
    assert "\nblack> a3b2\n" in answer.out
    assert "3 │[.]p p" in answer.out
    assert "2 │ .[p]." in answer.out


@pytest.mark.parametrize("move", ["B1B2", "b1-b2", "b1 b2", "b1xb2", "  b1b2  ", "b1 to b2"])
def test_moves_may_be_written_in_other_ways(tmp_path: Path, move: str) -> None:
    assert "Black to move" in pawns(move, cwd=tmp_path).out


def test_what_is_wrong_with_a_move_is_said(tmp_path: Path) -> None:
    lines = ["a2a3", "a3a2", "a1b2", "a1a3", "d1d2", "a1a9", "Pb2", "b3", "foo bar", ""]
    answer = pawns(*lines, cwd=tmp_path)
    assert reply(answer, "a2a3") == "There is no piece on a2.\n"
    assert (
        reply(answer, "a3a2")
        == "The pawn on a3 is black's; it is white's turn. Moves to a2: a1a2.\n"
    )
    assert reply(answer, "a1b2") == "The pawn on a1 cannot go to b2, only to a2.\n"
    assert reply(answer, "a1a3") == "The pawn on a1 cannot go to a3, only to a2.\n"
    off = "this board has files a to c and ranks 1 to 3.\n"
    assert reply(answer, "d1d2") == f"There is no square d1: {off}"
    assert reply(answer, "a1a9") == f"There is no square a9: {off}"
    assert "near to that: b1b2" in reply(answer, "Pb2")
    assert "b3 is black's" in reply(answer, "b3")
    assert "`foo bar` is not a move" in reply(answer, "foo bar")


def test_mistyped_commands_are_recognised(tmp_path: Path) -> None:
    answer = pawns("undoo", "hlep", cwd=tmp_path)
    assert reply(answer, "undoo") == "`undoo` is no command; `undo` is.\n"
    assert reply(answer, "hlep") == "`hlep` is no command; `help` is.\n"


def test_moves_of_a_square_and_all_moves(tmp_path: Path) -> None:
    answer = pawns("b1b2", "?", "? a3", "c3?", "b3", "a1", "? zz", cwd=tmp_path)
    assert reply(answer, "?") == "  pawn a3: a2 xb2\n  pawn c3: xb2 c2\n".replace("P", "p")
    assert reply(answer, "? a3") == "  pawn a3: a2 xb2\n"
    assert reply(answer, "c3?") == "  pawn c3: xb2 c2\n"
    assert reply(answer, "b3") == "The pawn on b3 cannot move now.\n"
    assert reply(answer, "a1") == "The pawn on a1 is white's; it is black's turn.\n"
    assert "not a square" in reply(answer, "? zz")


def test_undo_between_humans_takes_back_one_move(tmp_path: Path) -> None:
    answer = pawns("undo", "b1b2", "a3b2", "undo", "fen", "undo", "undo", cwd=tmp_path)
    assert reply(answer, "undo") == "There is nothing to take back.\n"
    assert reply(answer, "fen") == "ppp/1P1/P1P b 1\n"
    assert answer.out.rstrip().endswith("There is nothing to take back.\nwhite>")


def test_undo_against_a_machine_takes_back_both_moves() -> None:
    answer = play(
        "a2a3", "b2b3", "undo", "fen", "undo", "fen", words=("--black", "random", "--seed", "4")
    )
    fens = re.findall(r"^\S+ [wb] [0-9]+$", answer.out, re.MULTILINE)
    assert [fen.split()[1:] for fen in fens] == [["w", "2"], ["w", "0"]]


def test_undo_when_the_machine_began() -> None:
    words = ("--white", "random", "--black", "human", "--seed", "1")
    answer = play("undo", "fen", words=words)
    assert reply(answer, "undo") == "There is nothing to take back.\n"
    assert reply(answer, "fen").split()[1:] == ["b", "1"]


def test_the_end_is_told_with_its_reason(tmp_path: Path) -> None:
    blocked = pawns("b1b2", "a3b2", "a1b2", "c3b2", "c1b2", "a1a2", "?", "undo", cwd=tmp_path)
    assert "White wins: black has no legal move.\n" in reply(blocked, "c1b2")
    assert "The game is over" in reply(blocked, "a1a2")
    assert reply(blocked, "?") == "There are no legal moves.\n"
    assert "White to move" in reply(blocked, "undo")
    reached = pawns("a1a2", "b3a2", "b1b2", "a2a1", "", "never read", cwd=tmp_path)
    assert "Black wins: a pawn has reached a1.\n" in reply(reached, "a2a1")
    assert "never read" not in reached.out


def test_the_end_by_a_count_and_by_the_limit(tmp_path: Path) -> None:
    text = THREE_PAWNS.replace("20 &", "2 &\n#P 2 &")
    lines = "b1b2\na3b2\n"
    (tmp_path / "game.sbg").write_text(text)
    lost = sbg("play", "game.sbg", *HUMANS, stdin=lines, cwd=tmp_path)
    assert "Black wins: white has only two pawns left.\n" in lost.out
    drawn = sbg("play", "game.sbg", *HUMANS, stdin="b1b2\na3a2\n", cwd=tmp_path)
    assert "Draw: the turn limit of 2 plies is reached.\n" in drawn.out


def test_save_and_go_on(tmp_path: Path) -> None:
    answer = pawns("b1b2", "save", "a3b2", "save", "save mine.txt", "quit", cwd=tmp_path)
    assert "Saved to three-pawns-1.record" in reply(answer, "save")
    text = (tmp_path / "mine.txt").read_text()
    assert (tmp_path / "three-pawns-1.record").read_text() == text  # ours, so written again
    record = library.read_record(text)
    record.replay(library.parse(THREE_PAWNS))
    assert list(map(str, record.moves)) == ["b1b2", "a3b2"]
    assert (record.white, record.black, record.result) == ("human", "human", "*")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", record.date)
    more = play("fen", "undo", "fen", words=("pawns.sbg", "--from", "mine.txt"), cwd=tmp_path)
    assert reply(more, "fen") == "1pp/1p1/P1P w 2\n"
    assert "ppp/1P1/P1P b 1\n" in more.out  # both are human, as in the record


def test_a_name_with_a_space_can_be_pasted(tmp_path: Path) -> None:
    answer = pawns("save my game", "quit", cwd=tmp_path)
    assert "`sbg play --from 'my game'`" in reply(answer, "save my game")


def test_saving_overwrites_nothing(tmp_path: Path) -> None:
    (tmp_path / "three-pawns-1.record").write_text("another game")
    (tmp_path / "mine.txt").write_text("precious")
    answer = pawns("save", "save mine.txt", "save no/such/folder", cwd=tmp_path)
    assert "Saved to three-pawns-2.record" in reply(answer, "save")
    assert "exists" in reply(answer, "save mine.txt")
    assert "cannot be written" in reply(answer, "save no/such/folder")
    assert (tmp_path / "three-pawns-1.record").read_text() == "another game"
    assert (tmp_path / "mine.txt").read_text() == "precious"


def test_what_was_saved_in_this_game_is_saved_again(tmp_path: Path) -> None:
    answer = pawns("save mine", "b1b2", "save mine", "save", "save", cwd=tmp_path)
    assert answer.out.count("Saved to mine;") == 2
    assert "b1b2" in (tmp_path / "mine").read_text()
    assert answer.out.count("Saved to three-pawns-1.record") == 2


def test_a_game_without_a_name_can_be_saved(tmp_path: Path) -> None:
    (tmp_path / "pawns.sbg").write_text(THREE_PAWNS.replace("Three pawns", " "))
    answer = play("save", words=("pawns.sbg", *HUMANS), cwd=tmp_path)
    assert "Saved to game-1.record" in reply(answer, "save")


def test_a_record_of_a_bundled_game_needs_no_game(tmp_path: Path) -> None:
    play("a2a3", "save g.record", "quit", words=("gardner", "--seed", "2"), cwd=tmp_path)
    assert library.read_record((tmp_path / "g.record").read_text()).game == "Simplified Gardner"
    assert "ply 3 of 100" in play("board", words=("--from", "g.record"), cwd=tmp_path).out


def test_records_that_do_not_fit(tmp_path: Path) -> None:
    pawns("b1b2", "save mine.txt", cwd=tmp_path)
    text = re.sub(r'\[Text "[^"]*"\]\n', "", (tmp_path / "mine.txt").read_text())
    (tmp_path / "pawns.sbg").write_text(THREE_PAWNS.replace("20 &", "21 &"))
    (tmp_path / "short.txt").write_text(text)
    unknown = sbg("play", "--from", "short.txt", cwd=tmp_path)
    assert unknown.code == 2
    assert "is its `Three pawns`; `pawns.sbg` has this name, but other rules" in unknown.err
    other = sbg("play", "gardner", "--from", "mine.txt", cwd=tmp_path)
    assert (other.code, other.out) == (1, "")
    assert "mine.txt:1:1: this is a record of `Three pawns`" in other.err
    missing = sbg("play", "--from", "none.txt", cwd=tmp_path)
    assert missing.code == 2
    (tmp_path / "bad.txt").write_bytes(b"\xff\xfe\x00")
    assert sbg("play", "--from", "bad.txt", cwd=tmp_path).code == 1


def test_a_start_from_a_position(tmp_path: Path) -> None:
    fen = "rnbqk/ppppp/P4/1PPPP/RNBQK b 1"
    words = ("gardner", "--fen", fen, *HUMANS)
    answer = play("b4a3", "save g.record", words=words, cwd=tmp_path)
    assert library.read_record((tmp_path / "g.record").read_text()).start == fen
    assert "ply 3 of 100" in answer.out
    both = sbg("play", "--fen", fen, "--from", "g.record", cwd=tmp_path)
    assert both.code == 2


def test_help_and_the_end_of_input() -> None:
    answer = play("help")
    assert "undo" in reply(answer, "help")
    assert answer.out.endswith("white> \n")


@pytest.mark.parametrize("line", ["\0", "\udcff", "a" * 100_000, "?" * 1000, "save \0", "é2é3"])
def test_odd_lines_do_no_harm(tmp_path: Path, line: str) -> None:
    data = f"{line}\na2a3\n".encode("utf-8", "surrogateescape")
    answer = sbg("play", "--seed", "1", stdin=data, cwd=tmp_path)
    assert (answer.code, answer.err) == (0, "")
    assert "Black plays" in answer.out


@pytest.mark.parametrize("words", [["--white", "randon"], ["--seed", "x"], ["--colour", "white"]])
def test_misuse(words: list[str]) -> None:
    answer = sbg("play", *words)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("error: ")


# -- the demonstration


def test_without_terminal_and_input_machines_play_a_short_game() -> None:
    answer = sbg("play")
    assert (answer.code, answer.err) == (0, "")
    assert "two machines play a demonstration" in answer.out
    assert 5 < answer.out.count("a b c d e") <= 41
    assert "White plays" in answer.out
    assert "Black plays" in answer.out
    assert sbg("play").out == answer.out
    assert sbg("play", "--seed", "9").out != answer.out


def test_a_long_demonstration_is_cut() -> None:
    answer = sbg("play", "chess", "--seed", "1")
    assert answer.out.count("a b c d e f g h") <= 41
    assert re.search(r"(wins: .*|stops here, after 40 plies)\.\n\Z", answer.out)


def test_a_game_from_stdin_leaves_nothing_to_type() -> None:
    answer = sbg("play", "-", stdin=THREE_PAWNS)
    assert answer.code == 0
    assert "demonstration" in answer.out


def test_machines_play_each_other_to_the_end() -> None:
    answer = sbg("play", "--white", "random", "--black", "random", "--seed", "1", stdin="quit\n")
    assert answer.code == 0
    assert re.search(r"(wins: .*|Draw: .*)\.\n\Z", answer.out)


def begun(*words: str) -> tuple[subprocess.Popen[bytes], IO[bytes], IO[bytes]]:
    """A game under way, the pipe that it reads and the one that it writes to."""
    process = subprocess.Popen(
        [sys.executable, "-m", "sbg", "play", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdin is not None
    assert process.stdout is not None
    return process, process.stdin, process.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="a silent pipe is waited for on Windows")
def test_a_silent_pipe_is_not_waited_for_for_ever() -> None:
    process, keys, output = begun()
    with process:
        shown = output.read()  # while stdin is still open
        keys.close()
    assert process.returncode == 0
    assert b"demonstration" in shown


def test_a_program_may_look_before_it_types() -> None:
    process, keys, output = begun("--seed", "1")
    with process:
        while b"to move" not in output.readline():
            pass
        keys.write(b"a2a3\nfen\n")
        keys.close()
        rest = output.read()
    assert process.returncode == 0
    assert b"demonstration" not in rest
    assert re.search(rb" w 2\n", rest)


def test_the_start_is_shown_before_machines_play() -> None:
    answer = play(words=("hexapawn", "--white", "random", "--black", "random", "--seed", "1"))
    assert answer.out.split("White plays")[0].count("3 │ p p p") == 1


def test_what_can_be_done_at_the_end_is_said_at_the_end_alone(tmp_path: Path) -> None:
    assert "keeps a record" not in pawns("b1b2", cwd=tmp_path).out
    assert "keeps a record" in reply(pawns("b1b2", "resign", cwd=tmp_path), "resign")
