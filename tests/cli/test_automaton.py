"""`sbg show --automaton`: sizes of one piece's automaton, and drawings of it."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Command
from tests.cli.helpers import THREE_PAWNS


def test_sizes(command: Command) -> None:
    answer = command("show", "chess", "--automaton", "P")
    assert (answer.code, answer.err) == (0, "")
    lines = [line.split() for line in answer.out.splitlines()]
    assert lines[0] == ["P", "of", "Chess"]
    assert lines[3] == ["states", "transitions", "accepting"]
    assert [line[-3:] for line in lines[5:]] == [["4", "8", "1"], ["4", "8", "1"]]
    assert lines[4][-1] == "9"  # eight letters and the start


def test_what_the_board_cannot_use_is_not_counted(command: Command) -> None:
    # Two steps of two rows never fit on three rows.
    text = THREE_PAWNS.replace("(0,1,e)", "(0,1,e)+(0,2,e)(0,2,e)")
    data = json.loads(command("show", "-", "--automaton", "p", "--json", stdin=text).out)
    assert data == {
        "game": "Three pawns",
        "piece": "P",
        "rule": {"letters": 5, "positions": 5},
        "minimal": {"states": 3, "transitions": 5, "accepting": 1},
        "board": {"states": 2, "transitions": 3, "accepting": 1},
    }


def test_a_drawing_for_graphviz(command: Command, tmp_path: Path) -> None:
    answer = command("show", "chess", "--automaton", "R", "--out", "rook.dot")
    assert answer.out.startswith("R of Chess\n")
    assert answer.err == "rook.dot: written\n"
    drawn = (tmp_path / "rook.dot").read_text()
    assert drawn.startswith('digraph "R of Chess" {\n')
    assert command("show", "chess", "--automaton", "R", "--out", "-").out == drawn


def test_a_picture(command: Command, tmp_path: Path) -> None:
    assert command("show", "chess", "--automaton", "R", "--out", "rook.SVG").code == 0
    picture = ElementTree.fromstring((tmp_path / "rook.SVG").read_text())
    assert picture.findtext("{http://www.w3.org/2000/svg}title") == "R of Chess"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--automaton", "X"], "`X` has no rule in this game\n  = help: pieces with a rule: `P`"),
        (["--automaton", ""], "`` has no rule"),
        (["--automaton", "P", "--out", "p.png"], "`p.png` names no kind of drawing"),
        (["--automaton", "P", "--out", "none/p.svg"], "there is no folder `none`"),
        (["--out", "p.svg"], "say of which piece with `--automaton P`"),
    ],
)
def test_misuse(command: Command, words: list[str], message: str) -> None:
    answer = command("show", "hexapawn", *words)
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err


def test_an_automaton_too_large_for_a_picture(command: Command, tmp_path: Path) -> None:
    text = THREE_PAWNS.replace("(0,1,e)", "(((0,1,e)+(0,-1,e))^400+(0,1,e))")
    answer = command("show", "-", "--automaton", "P", "--out", "p.svg", stdin=text)
    assert answer.code == 2
    assert "402 states" in answer.err  # the start, 400 steps, and one step that ends
    assert not (tmp_path / "p.svg").exists()
    assert command("show", "-", "--automaton", "P", "--out", "p.dot", stdin=text).code == 0
