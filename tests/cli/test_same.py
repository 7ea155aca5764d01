"""`sbg same`: the answer, its exit code, and what is misuse."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

from tests.cli.conftest import Command


def test_the_same(command: Command) -> None:
    answer = command("same", "gardner", "gardner")
    assert (answer.code, answer.out, answer.err) == (0, "same: the games are the same\n", "")


def test_other_letters(command: Command) -> None:
    text = files("sbg.language.games").joinpath("hexapawn.sbg").read_text(encoding="utf-8")
    game = text[text.index("<BOARD>") :].replace("P", "Z").replace("p", "z")
    game = game.replace("ZIECES", "PIECES").replace(",z)", ",p)")
    answer = command("same", "hexapawn", "-", stdin=f"<<Other>>\n{game}")
    assert (answer.code, answer.out) == (0, "same: the games are the same, with other letters\n")
    assert answer.err == "Letters: P is Z, p is z.\n"


def test_different(command: Command) -> None:
    answer = command("same", "chess", "chess-single-step")
    assert answer.code == 1
    assert answer.out == (
        "different: `P` of the first game and `P` of the second differ: "
        "only the first can play `d2d4` in `8/8/8/8/8/8/3P4/8 w 0`\n"
    )
    assert command("same", "chess", "gardner").out == "different: the boards are 8×8 and 5×5\n"


def test_pieces(command: Command) -> None:
    assert command("same", "chess", "gardner", "--piece", "N").code == 0
    answer = command("same", "gardner", "gardner", "--piece", "Q=R")
    assert answer.code == 1
    assert answer.out.startswith("different: only `Q` of the first game can play `c3")


def test_undecided(command: Command, tmp_path: Path) -> None:
    steps = [f"({dx},{dy},e)" for dx in range(-5, 6) for dy in range(-5, 6)]
    rows = "\n".join(["|K...........|"] * 12)
    paths = []
    for name, rule in (
        ("one", f"({'+'.join(steps)})^*"),
        ("two", f"(({'+'.join(steps)})(0,0,e))^*"),
    ):
        path = tmp_path / f"{name}.sbg"
        path.write_text(f"<<x>><BOARD> 12 12 {rows} <PIECES> K {rule} & <GOALS> 9 &", "utf-8")
        paths.append(str(path))
    answer = command("same", *paths, "--seconds", "0.001")
    assert answer.code == 3
    assert answer.out == "undecided: there was not enough time to find out\n"


def test_json(command: Command) -> None:
    answer = command("same", "chess", "chess", "--piece", "P=p", "--json")
    data = json.loads(answer.out)
    assert answer.code == 1
    assert data["verdict"] == "different"
    assert data["difference"] == {
        "fen": "8/8/8/8/3P4/8/8/8 w 0",
        "move": "d4d3",
        "other_fen": "8/8/8/8/3p4/8/8/8 b 1",
        "other_move": "d4d3",
        "allowed_by": "second",
        "smallest": True,
    }
    data = json.loads(command("same", "hexapawn", "hexapawn", "--json").out)
    assert (data["verdict"], data["difference"]) == ("same", None)
    assert data["letters"] == [["P", "P"], ["p", "p"]]
    assert (data["mirrored"], data["exchanged"]) == (False, False)


def test_all_that_differs(command: Command, tmp_path: Path) -> None:
    text = files("sbg.language.games").joinpath("hexapawn.sbg").read_text(encoding="utf-8")
    other = tmp_path / "other.sbg"
    other.write_text(text.replace("\n20 &", "\n9 &").replace("(0,1,e)", "(0,1,p)"), "utf-8")
    answer = command("same", "hexapawn", str(other), "--all")
    assert answer.code == 1
    lines = answer.out.splitlines()
    assert lines[0] == "different: the turn limits are 20 and 9"
    assert len(lines) == 2
    answer = command("same", "hexapawn", str(other), "--rules-only", "--json")
    data = json.loads(answer.out)
    assert [one["difference"]["move"] for one in data["differences"]] == ["b2b3"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--piece", "X"], "`Hexapawn` has no piece `X`"),
        (["--piece", "PP"], "a piece is a letter as `K`, or two as `K=A`, not `PP`"),
        (["--seconds", "0"], "--seconds is a number from 0.001 to 1000000, not `0`"),
    ],
)
def test_misuse(command: Command, words: list[str], message: str) -> None:
    answer = command("same", "hexapawn", "hexapawn", *words)
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err
