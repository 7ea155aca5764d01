"""`sbg show --svg`, `sbg replay --svg` and `--gif`: pictures in files and on stdout, and what cannot be drawn."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from PIL import Image

import sbg
from sbg import Line, Record, svg
from sbg.explain.pictures import gif
from tests.cli.conftest import Command
from tests.cli.helpers import THREE_PAWNS
from tests.svg.helpers import SVG, read

MOVES = ["b1c3", "a4a3", "b2a3"]


@pytest.fixture
def game_record(tmp_path: Path) -> Line:
    """A short game, written to `my.record` in the folder of the test."""
    line = Line(sbg.load("gardner").start, MOVES)
    text = Record.of(line, "me", "you").write()
    (tmp_path / "my.record").write_text(text, encoding="utf-8")
    return line


# --- show


def test_board(command: Command, tmp_path: Path) -> None:
    answer = command("show", "chess", "--svg")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == svg.board(sbg.load("chess"))
    answer = command(
        "show", "chess", "--svg", "c.svg", "--theme", "dark", "--flip", "--figures", "--size", "99"
    )
    assert (answer.code, answer.out, answer.err) == (0, "", "c.svg: written\n")
    expected = svg.board(sbg.load("chess"), theme="dark", flip=True, pieces="figures", size=99)
    assert (tmp_path / "c.svg").read_text(encoding="utf-8") == expected
    assert command("show", "chess", "--svg", "-").out == svg.board(sbg.load("chess"))


def test_movement(command: Command) -> None:
    xiangqi = sbg.load("xiangqi")
    answer = command(
        "show", "xiangqi", "--svg", "--piece", "p", "--square", "c4", "--theme", "auto"
    )
    assert answer.out == svg.movement(xiangqi, "p", square="c4", theme="auto")
    assert command("show", "xiangqi", "--piece", "K", "--svg").out == svg.movement(xiangqi, "K")


def test_game_from_stdin(command: Command) -> None:
    answer = command("show", "-", "--svg", stdin=THREE_PAWNS)
    assert read(answer.out).findtext(f"{SVG}title") == "Three pawns, 3×3"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--svg", "--piece", "X"], "'Chess' has no piece 'X'; its pieces are P, R, N, B, Q, K"),
        (["--svg", "--piece", "N", "--square", "i9"], "'i9' is not a square of this board"),
        (["--svg", "--square", "a1"], "say which with `--piece P`"),
        (["--svg", "--theme", "blue"], "invalid value `blue` for --theme"),
        (["--svg", "--size", "0"], "--size is a whole number from 1 to 10000, not `0`"),
        (["--svg", "--size", "1.5"], "--size is a whole number from 1 to 10000, not `1.5`"),
        (["--svg", "none/x.svg"], "there is no folder `none`"),
        (["--svg", ""], "a file needs a name"),
        (["--svg", "."], "`.` is a folder"),
        (["--svg", "a", "--svg", "b"], "--svg is given twice"),
        (["--svg", "--json"], "--svg and --json do not go together"),
        (["--svg", "--automaton", "P"], "`--automaton P --out FILE.svg` draws an automaton"),
        (["--svg", "--piece", "N", "--flip"], "--flip and --figures are for boards"),
        (["--piece", "N"], "--piece is for pictures: add --svg"),
        (["--flip"], "--flip is for pictures: add --svg"),
        (["--size", "9"], "--size is for pictures: add --svg"),
    ],
)
def test_misuse_of_show(command: Command, words: list[str], message: str) -> None:
    answer = command("show", "chess", *words)
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err


def test_a_game_that_was_taken_for_the_file(command: Command, tmp_path: Path) -> None:
    answer = command("show", "--svg", "chess")
    assert (answer.code, answer.out) == (2, "")
    assert "no GAME to show" in answer.err
    assert "the game goes first: `sbg show chess --svg`" in answer.err
    assert "the record goes first" in command("replay", "--svg", "my.record").err
    assert "see `sbg show --help`" in command("show").err
    assert list(tmp_path.iterdir()) == []


def test_what_is_drawn_is_not_overwritten(
    command: Command, game_record: Line, tmp_path: Path
) -> None:
    (tmp_path / "game.sbg").write_text(THREE_PAWNS)
    written = (tmp_path / "my.record").read_bytes()
    for words in (
        ["show", "./game.sbg", "--svg", "game.sbg"],
        ["replay", "my.record", "--svg", "my.record"],
        ["replay", "my.record", "--gif", "my.record"],
    ):
        answer = command(*words)
        assert (answer.code, "is what was read" in answer.err) == (2, True)
    assert (tmp_path / "game.sbg").read_text() == THREE_PAWNS
    assert (tmp_path / "my.record").read_bytes() == written


# --- replay


def test_last_position_of_a_record(command: Command, game_record: Line) -> None:
    answer = command("replay", "my.record", "--svg")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == svg.board(game_record.positions[-1], last=MOVES[-1])


def test_position_after_some_plies(command: Command, game_record: Line, tmp_path: Path) -> None:
    assert command("replay", "my.record", "--svg", "x.svg", "--ply", "1", "--flip").code == 0
    expected = svg.board(game_record.positions[1], last=MOVES[0], flip=True)
    assert (tmp_path / "x.svg").read_text(encoding="utf-8") == expected
    assert command("replay", "my.record", "--svg", "--ply", "0").out == svg.board(
        sbg.load("gardner").start
    )


def test_plies_count_from_where_a_record_begins(command: Command, tmp_path: Path) -> None:
    start = sbg.load("gardner").position("4k/P4/5/5/4K w 20")
    played = Record.of(Line(start, start.moves[:1]))
    (tmp_path / "late.record").write_text(played.write(), encoding="utf-8")
    assert command("replay", "late.record", "--svg", "--ply", "20").out == svg.board(start)
    answer = command("replay", "late.record", "--svg", "--ply", "1")
    assert (answer.code, answer.out) == (2, "")
    assert "this game has positions from ply 20 to 21, not 1" in answer.err


def test_moving_picture(command: Command, game_record: Line, tmp_path: Path) -> None:
    words = ["--gif", "x.gif", "--theme", "dark", "--pause", "0.5", "--size", "240"]
    answer = command("replay", "my.record", *words)
    assert (answer.code, answer.out, answer.err) == (0, "", "x.gif: written\n")
    with Image.open(tmp_path / "x.gif") as film:
        assert (film.format, film.size, getattr(film, "n_frames", 1)) == ("GIF", (240, 240), 4)
        assert film.info["loop"] == 0
        durations = []
        colors = set()
        for frame in range(4):
            film.seek(frame)
            durations.append(film.info["duration"])
            colors.add(film.convert("RGB").tobytes())
        assert durations == [500, 500, 500, 1500]
        assert len(colors) == 4


def test_letters_of_a_moving_picture_need_no_fonts() -> None:
    """The token of a rook and that of a knight differ in a picture drawn without any font."""
    game = sbg.load("gardner")
    films = [gif.gif([svg.board(game.position(f"5/5/5/5/{letter}4 w 0"))]) for letter in "RN"]
    with Image.open(io.BytesIO(films[0])) as one, Image.open(io.BytesIO(films[1])) as other:
        assert one.convert("RGB").tobytes() != other.convert("RGB").tobytes()


def test_moving_picture_of_the_wrong_length() -> None:
    with pytest.raises(ValueError, match="no picture"):
        gif.gif([])
    with pytest.raises(ValueError, match="1,000 positions at most, not 1,001"):
        gif.gif([""] * 1001)


def test_without_the_extra(
    command: Command, game_record: Line, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    answer = command("replay", "my.record", "--gif", "x.gif")
    assert (answer.code, answer.out) == (2, "")
    assert "pip install '.[gif]'" in answer.err
    assert not (tmp_path / "x.gif").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--svg", "--ply", "4"], "this game has positions from ply 0 to 3, not 4"),
        (["--svg", "--ply", "-1"], "--ply is a whole number from 0 to 1000000000, not `-1`"),
        (["--svg", "--ply", "x"], "--ply is a whole number from 0 to 1000000000, not `x`"),
        (["--ply", "1"], "--ply is for pictures: add --svg"),
        (["--theme", "dark"], "--theme is for pictures: add --svg"),
        (["--svg", "--theme", "blue"], "invalid value `blue` for --theme"),
        (["--pause", "1"], "--pause is for a moving picture: add `--gif FILE`"),
        (["--gif", "x.gif", "--pause", "0"], "--pause is a number from 0.02 to 60, not `0`"),
        (["--gif", "x.gif", "--pause", "nan"], "--pause is a number from 0.02 to 60, not `nan`"),
        (["--gif", "-"], "--gif needs the name of a file"),
        (["--gif", "none/x.gif"], "there is no folder `none`"),
        (["--svg", "--json"], "--json and --boards write text"),
        (["--gif", "x.gif", "--boards"], "--json and --boards write text"),
    ],
)
def test_misuse_of_replay(
    command: Command, game_record: Line, words: list[str], message: str
) -> None:
    answer = command("replay", "my.record", *words)
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err


def test_a_moving_picture_has_a_largest_size(
    command: Command, game_record: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gif, "MOST_PIXELS", 4 * 50 * 50)
    assert command("replay", "my.record", "--gif", "x.gif", "--size", "50").code == 0
    answer = command("replay", "my.record", "--gif", "y.gif", "--size", "51")
    assert (answer.code, "choose a smaller --size" in answer.err) == (2, True)
    assert not (tmp_path / "y.gif").exists()
