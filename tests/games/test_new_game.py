"""The command that writes what a new bundled game needs."""

from __future__ import annotations

from pathlib import Path

import pytest

import sbg
from sbg.language import games
from scripts import new_game
from tests.golden.perft_files import read

TEXT = games.read("hexapawn").decode()


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house with no games in it."""
    for name, folder in (("GAMES", "games"), ("PERFT", "perft"), ("WORDS", "words")):
        (tmp_path / folder).mkdir()
        monkeypatch.setattr(new_game, name, tmp_path / folder)
    monkeypatch.setattr(new_game, "ROOT", tmp_path)
    monkeypatch.setattr(new_game, "MOST_LEAVES", 10_000)
    return tmp_path


def make(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["new_game.py", name])
    new_game.main()


def test_it_writes_what_the_tests_of_a_game_ask_for(
    house: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (house / "games" / "my-pawns.sbg").write_text(TEXT.replace("|ppp|", " |ppp|"), encoding="utf-8")
    make("my-pawns", monkeypatch)
    assert capsys.readouterr().out.count(": written") == 3
    assert (house / "games" / "my-pawns.sbg").read_text(encoding="utf-8") == TEXT  # formatted
    (counts,) = read(house / "perft" / "my-pawns.txt")
    assert (counts.rules, counts.fen) == ("my-pawns", None)
    assert counts.counts == ((1, 3), (2, 10), (3, 28), (4, 56), (5, 70), (6, 64), (7, 20), (8, 0))
    words = (house / "words" / "my-pawns.txt").read_text(encoding="utf-8")
    assert words == f"{sbg.describe(sbg.load('hexapawn'))}\n"
    make("my-pawns", monkeypatch)
    assert capsys.readouterr().out.count(": up to date") == 3


def test_numbers_that_are_there_are_kept_or_contradicted(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (house / "games" / "x.sbg").write_text(TEXT, encoding="utf-8")
    numbers = house / "perft" / "x.txt"
    numbers.write_text("# By a friend.\nrules x\nposition start\n1 3\n2 10\n", encoding="utf-8")
    make("x", monkeypatch)
    assert numbers.read_text(encoding="utf-8").startswith("# By a friend.")
    numbers.write_text("rules x\nposition start\n1 3\n2 11\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="has another number for length 2"):
        make("x", monkeypatch)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("My Game", TEXT, "a name has small letters"),
        ("missing", None, "write the game first"),
        ("broken", TEXT.replace("|...|", "|..|"), "SBG201"),
        ("warned", TEXT.replace("@P 0 2,", "@P 0 2, 0 2,"), "no errors and no warnings"),
        ("mute", TEXT[TEXT.index("<<") :], "a comment on top says what the game is"),
    ],
)
def test_what_is_wrong_is_said(
    house: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str | None, said: str
) -> None:
    if text is not None:
        (house / "games" / f"{name}.sbg").write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit, match=said):
        make(name, monkeypatch)
    assert not list((house / "perft").iterdir())
