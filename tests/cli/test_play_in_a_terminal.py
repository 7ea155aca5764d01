"""`sbg play` in a terminal: a real one, as far as the program can tell."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.helpers import environment

pty = pytest.importorskip("pty", reason="terminals of POSIX")
termios = pytest.importorskip("termios", reason="terminals of POSIX")

CTRL_C, CTRL_D, TAB = "\x03", "\x04", "\t"


# Makes its input the terminal that Ctrl-C speaks to. Not done after a fork, since tests run beside threads.
IN_ITS_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, "-m", "sbg", *sys.argv[1:]])
"""


class Terminal:
    """A program in a terminal of its own: type, and see what it shows."""

    def __init__(self, *words: str, cwd: Path, **env: str) -> None:
        self.fd, its_end = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", IN_ITS_TERMINAL, *words],
            stdin=its_end,
            stdout=its_end,
            stderr=its_end,
            cwd=cwd,
            env=environment(**{"TERM": "xterm-256color", "INPUTRC": os.devnull, **env}),
            start_new_session=True,
        )
        os.close(its_end)
        self.screen = ""

    def see(self, pattern: str, timeout: float = 30) -> str:
        """What is shown up to a pattern, which is waited for."""
        deadline = time.monotonic() + timeout
        while not (found := re.search(pattern, self.screen, re.DOTALL)):
            wait = max(0, deadline - time.monotonic())
            assert select.select([self.fd], [], [], wait)[0], f"{pattern!r} not in {self.screen!r}"
            data = self._read()
            assert data, f"{pattern!r} not in {self.screen!r}"
            self.screen += data
        shown, self.screen = self.screen[: found.end()], self.screen[found.end() :]
        return shown

    def _read(self) -> str:
        try:
            return os.read(self.fd, 65536).decode("utf-8", "replace")
        except OSError:  # Linux says so when the program has ended
            return ""

    def type(self, text: str) -> None:
        os.write(self.fd, text.encode())

    def end(self, timeout: float = 30) -> str:
        """Wait for the end of the program; what it has shown since the last look."""
        deadline = time.monotonic() + timeout
        while select.select([self.fd], [], [], max(0, deadline - time.monotonic()))[0]:
            data = self._read()
            if not data:
                break
            self.screen += data
        self.process.wait(timeout)
        return self.screen

    @property
    def code(self) -> int | None:
        return self.process.returncode

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.fd)


class Opener:
    """Opens terminals in a folder, and closes them after the test."""

    def __init__(self, cwd: Path) -> None:
        self.cwd = cwd
        self.opened: list[Terminal] = []

    def __call__(self, *words: str, **env: str) -> Terminal:
        terminal = Terminal(*words, cwd=self.cwd, **env)
        self.opened.append(terminal)
        return terminal


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Opener]:
    opener = Opener(tmp_path)
    yield opener
    for opened in opener.opened:
        opened.close()


def test_a_game_in_colour(terminal: Opener) -> None:
    screen = terminal("play", "--seed", "1")
    first = screen.see("white> ")
    assert "Simplified Gardner. You are White; the computer, level 5, is Black." in first
    assert "\x1b[1;38;5;231;48;5;" in first  # a white piece on a coloured square
    screen.type("a2a3\n")
    assert "Black plays" in screen.see("ply 3 of 100.*white> ")
    screen.type("quit\n")
    assert "Traceback" not in screen.end()
    assert screen.code == 0


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_game_without_colour(terminal: Opener, env: dict[str, str]) -> None:
    screen = terminal("play", **env)
    board = screen.see("white> ")
    assert "\x1b[" not in board.replace("\x1b[?2004h", "")  # what readline asks of the terminal
    assert "5 │ r n b q k" in board
    screen.type(CTRL_D)
    screen.end()
    assert screen.code == 0


def test_few_colours_are_too_few_for_the_board(terminal: Opener) -> None:
    screen = terminal("play", TERM="xterm", COLORTERM="")
    assert "5 │ r n b q k" in screen.see("white> ")


def test_end_of_input_quits(terminal: Opener) -> None:
    screen = terminal("play")
    screen.see("white> ")
    screen.type(CTRL_D)
    assert screen.end().endswith("\n")
    assert screen.code == 0


def test_ctrl_c_leaves_quietly_and_the_terminal_as_it_was(terminal: Opener) -> None:
    screen = terminal("play")
    before = termios.tcgetattr(screen.fd)
    screen.see("white> ")
    screen.type("a2")
    screen.see("a2")  # it is reading now: Python defers a signal that comes just before that
    time.sleep(0.2)
    screen.type(CTRL_C)
    rest = screen.end()
    assert screen.code == 130
    assert "Traceback" not in rest
    after = termios.tcgetattr(screen.fd)
    assert after[:4] == before[:4]


def test_tab_completes_moves(terminal: Opener) -> None:
    pytest.importorskip("readline")
    screen = terminal("play", "--black", "human")
    screen.see("white> ")
    screen.type("a2" + TAB + "\n")
    screen.see("Black to move.*black> ")
    screen.type("quit\n")
    screen.end()
    assert screen.code == 0


def test_a_whole_game_is_saved_at_its_end(terminal: Opener, tmp_path: Path) -> None:
    screen = terminal("play", "hexapawn", "--black", "human")
    for player, move in [
        ("white", "a1a2"),
        ("black", "b3a2"),
        ("white", "b1b2"),
        ("black", "a2a1"),
    ]:
        screen.see(f"{player}> ")
        screen.type(f"{move}\n")
    end = screen.see("game over> ")
    assert "Black wins: a pawn has reached a1." in end
    assert "`save` keeps a record" in end
    screen.type("save mine.record\n")
    screen.see("Saved to mine.record.*game over> ")
    screen.type("\n")
    screen.end()
    assert screen.code == 0
    assert '[Result "black"]' in (tmp_path / "mine.record").read_text()


def test_a_game_that_is_left_by_ctrl_c_is_kept(terminal: Opener) -> None:
    screen = terminal("play", "hexapawn", "--black", "human")
    screen.see("white> ")
    screen.type("a1a2\n")
    screen.see("black> ")
    time.sleep(0.2)  # as above
    screen.type(CTRL_C)
    assert "The game is kept; `sbg play --continue` goes on with it." in screen.end()
    assert screen.code == 130


def test_a_game_that_is_left_by_ctrl_c_is_saved(terminal: Opener, tmp_path: Path) -> None:
    screen = terminal("play", "hexapawn", "--black", "human", "--save", "left.record")
    screen.see("white> ")
    screen.type("a1a2\n")
    screen.see("black> ")
    screen.type("b3")
    screen.see("b3")
    time.sleep(0.2)  # as above
    screen.type(CTRL_C)
    assert "Saved to left.record" in screen.end()
    assert screen.code == 130
    assert (tmp_path / "left.record").read_text().endswith("\n\na1a2\n")


@pytest.mark.parametrize("words", [("perft", "chess", "30"), ("bench", "chess", "--seconds", "99")])
def test_long_work_shows_its_progress(terminal: Opener, words: tuple[str, ...]) -> None:
    screen = terminal(*words)
    screen.see("%")
    screen.type(CTRL_C)
    rest = screen.end()
    assert screen.code == 130
    assert "Traceback" not in rest
    assert "\x1b[?25h" in rest  # the cursor is shown again


def test_games_fit_the_lines_of_the_terminal(terminal: Opener) -> None:
    screen = terminal("games", COLUMNS="70")
    shown = re.sub(r"\x1b\[[0-9;]*m", "", screen.end())
    assert screen.code == 0
    assert max(map(len, shown.splitlines())) == 70
