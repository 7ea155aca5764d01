"""`sbg games` and `sbg show`: what is said about a game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sbg
from sbg.app.cli import terminal
from sbg.app.cli.commands import show
from sbg.language import games
from tests.cli.conftest import Command
from tests.cli.helpers import THREE_PAWNS, WRONG_ROW


def test_every_game_has_a_line_with_name_size_title_and_description(command: Command) -> None:
    answer = command("games")
    assert (answer.code, answer.err) == (0, "")
    lines = answer.out.splitlines()
    assert [line.split()[0] for line in lines] == games.names()
    gardner = next(line for line in lines if line.startswith("gardner "))
    assert gardner.split("  ")[0] == "gardner"
    assert "5×5" in gardner
    assert "Simplified Gardner" in gardner
    assert "Martin Gardner" in gardner


def test_games_as_json(command: Command) -> None:
    entries = json.loads(command("games", "--json").out)
    assert [entry["name"] for entry in entries] == games.names()
    for entry in entries:
        game = sbg.load(entry["name"])
        assert (entry["width"], entry["height"]) == (game.width, game.height)
        assert entry["title"] == game.name.strip()
        assert len(entry["description"]) > 10


def test_show(command: Command) -> None:
    answer = command("show", "gardner")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith(
        "Simplified Gardner\n\n"
        "5 │ r n b q k\n4 │ p p p p p\n3 │ . . . . .\n2 │ P P P P P\n1 │ R N B Q K\n"
        "  └───────────\n    a b c d e\n"
    )
    assert "  P  pawn; 5 white, 5 black; 3 letters, 2 automaton states\n" in answer.out
    assert "     (0,1,e) + (-1,1,p) + (1,1,p)\n" in answer.out
    assert "  A player wins by moving a pawn to the far row.\n" in answer.out
    assert "  A player loses when their last king is captured.\n" in answer.out
    assert "  After 100 plies the game is drawn, if nothing else has ended it.\n" in answer.out


def test_goals_in_words(command: Command) -> None:
    text = THREE_PAWNS.replace("20 &", "1 &\n#P 2 &").replace("@P 0 2, 1 2, 2 2", "@P 0 2, 1 1")
    text = text.replace("@p 0 0, 1 0, 2 0", "@p 0 0, 0 1, 0 2, 2 2")
    goals = command("show", "-", stdin=text).out.split("Goals\n")[1]
    assert goals.splitlines() == [
        "  White wins by moving a pawn to b2 or a3.",
        "  Black wins by moving a pawn to file a or c3.",
        "  White loses when a capture leaves them exactly two pawns.",
        "  Goals are looked at after a move only, not in the initial position.",
        "  A player who is to move and has no legal move loses.",
        "  After 1 ply the game is drawn, if nothing else has ended it.",
    ]


def test_a_piece_without_a_rule_cannot_move(command: Command) -> None:
    text = THREE_PAWNS.replace("|...|", "|.s.|")
    assert "  S  0 white, 1 black; cannot move\n" in command("show", "-", stdin=text).out


def test_show_as_json(command: Command) -> None:
    data = json.loads(command("show", "-", "--json", stdin=THREE_PAWNS).out)
    assert data["name"] == "Three pawns"
    assert data["start"] == "ppp/3/PPP w 0"
    assert data["pieces"] == [
        {
            "letter": "P",
            "name": "pawn",
            "white": 3,
            "black": 3,
            "rule": "(0,1,e) + (1,1,p) + (-1,1,p)",
            "letters": 3,
            "states": 2,
        }
    ]
    assert [goal["squares"] for goal in data["goals"]] == [["a3", "b3", "c3"], ["a1", "b1", "c1"]]
    assert data["turn_limit"] == 20


@pytest.mark.parametrize("name", games.names())
def test_every_bundled_game_can_be_shown(command: Command, name: str) -> None:
    assert command("show", name).code == 0


# -- what GAME may be


def test_a_path_and_stdin(command: Command, tmp_path: Path) -> None:
    (tmp_path / "pawns.sbg").write_text(THREE_PAWNS)
    by_path = command("show", "pawns.sbg")
    assert by_path.out == command("show", "-", stdin=THREE_PAWNS).out
    assert by_path.out == command("show", tmp_path / "pawns.sbg").out


def test_an_unknown_game_suggests_the_nearest(command: Command) -> None:
    answer = command("show", "gardener")
    assert (answer.code, answer.out) == (2, "")
    assert "gardner" in answer.err


def test_a_file_in_this_folder_is_pointed_out(command: Command, tmp_path: Path) -> None:
    (tmp_path / "pawns.sbg").write_text(THREE_PAWNS)
    answer = command("show", "pawns")
    assert answer.code == 2
    assert "pawns.sbg`" in answer.err


@pytest.mark.parametrize("words", [["show"], ["moves"], ["perft", "DEPTH"], ["play"]])
def test_errors_of_a_file_go_to_stderr(command: Command, tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "bad.sbg").write_text(WRONG_ROW)
    name, *rest = words
    answer = command(name, "bad.sbg", *("1" for _ in rest))
    assert (answer.code, answer.out) == (1, "")
    assert "bad.sbg:5:1" in answer.err
    missing = command(name, "missing.sbg", *("1" for _ in rest))
    assert (missing.code, missing.out) == (2, "")
    folder = command(name, "./", *("1" for _ in rest))
    assert folder.code == 2
    assert "folder" in folder.err


def test_show_offers_translations(command: Command) -> None:
    answer = command("show", "gardner", "--translations")
    assert answer.code == 0
    assert "sbg translate gardner --to gdl\n" in answer.out
    assert (
        "sbg translate gardner --to fsf --allow turn-limit  (exact until ply 100)\n" in answer.out
    )
    found = json.loads(command("show", "gorogoro", "--translations", "--json").out)
    assert found["rbg"] == {"expressed": True, "allow": [], "exact_until": None}
    assert not found["fsf"]["expressed"]
    assert found["fsf"]["reasons"]


def test_on_a_terminal_no_line_is_longer_than_it(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = command("games").out.splitlines()
    monkeypatch.setattr(terminal, "is_terminal", lambda stream: True)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "70")
    for cut, line in zip(command("games").out.splitlines(), whole, strict=True):
        assert cut == line if len(line) <= 70 else len(cut) <= 70
        assert line.startswith(cut.removesuffix("..."))


@pytest.mark.parametrize("over", [0, 1])
def test_alternatives_fill_lines_of_a_width(
    over: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As many as fit, and not one character more."""
    piece = {
        "letter": "P",
        "name": None,
        "white": 1,
        "black": 1,
        "rule": "",
        "letters": 3,
        "states": 2,
    }
    monkeypatch.setattr(show, "_WIDTH", 5 + 20)
    show._show_piece({**piece, "alternatives": ["a" * 8, "b" * (7 + over), "c"]})
    lines = capsys.readouterr().out.splitlines()[1:]
    assert lines[0] == "     " + ("aaaaaaaa +" if over else "aaaaaaaa + bbbbbbb +")
    assert max(map(len, lines)) <= 25
