"""The outline of a text, and the templates."""

from __future__ import annotations

import pytest

import sbg
from sbg.app import editor
from sbg.app.editor import Symbol
from sbg.language import games
from sbg.language.syntax.codes import GAME


def within(symbol: Symbol) -> None:
    """Parts lie inside the whole, in order."""
    end = symbol.span.start
    for child in symbol.children:
        assert end <= child.span.start <= child.span.end <= symbol.span.end
        end = child.span.end
        within(child)


@pytest.mark.parametrize("name", games.names())
def test_bundled_games(name: str) -> None:
    text = games.read(name).decode()
    (game,) = editor.outline(text)
    within(game)
    loaded = sbg.load(name)
    assert game.name == loaded.name
    board, pieces, goals = game.children
    assert board.detail == f"{loaded.width}×{loaded.height}"
    ruled = [piece.letter for piece in loaded.pieces if piece.rule is not None]
    assert [piece.name for piece in pieces.children] == ruled
    assert [goal.kind for goal in goals.children] == ["limit"] + ["goal"] * len(loaded.goals)
    for goal, known in zip(goals.children[1:], loaded.goals, strict=True):
        assert goal.name == str(known).split()[0]


def test_details() -> None:
    (game,) = editor.outline(GAME)
    _, pieces, goals = game.children
    assert pieces.children[0].detail == "(0,1,e) + (1,1,p) + (-1,1,p)"
    assert GAME[pieces.children[0].span.start :].startswith("P (0,1,e)")
    assert [(part.name, part.detail) for part in goals.children] == [
        ("Turn limit", "20"),
        ("@P", "0 2, 1 2, 2 2"),
        ("@p", "0 0, 1 0, 2 0"),
    ]


def test_without_a_name_the_sections_stand_alone() -> None:
    text = GAME[GAME.index("<BOARD>") :]
    assert [part.name for part in editor.outline(text)] == ["Board", "Pieces", "Goals"]
    assert editor.outline("") == ()


def test_what_is_missing_is_left_out() -> None:
    (game,) = editor.outline("<<G>>\n<PIECES>\nP (0,1,e)\nR (0,\n<GOALS>\n#")
    pieces, goals = game.children
    assert [piece.name for piece in pieces.children] == ["P", "R"]
    assert [goal.name for goal in goals.children] == ["#"]


def test_templates_are_good_games() -> None:
    names = [template.name for template in editor.templates()]
    assert names == sorted(names)
    assert {"race", "chess-like", "capture-all", "leaping"} <= set(names)
    for template in editor.templates():
        assert sbg.check(template.text) == []
        assert sbg.format(template.text) == template.text
        game = sbg.parse(template.text)
        assert game.name == template.title
        assert game.start.moves
        ended = sbg.playouts(game.start, 200, seed=1)
        assert ended.white > 0 < ended.black
        assert template.about in template.text
        assert editor.template(template.name) is template
        renamed = template.named("Other", "See this.")
        assert sbg.parse(renamed).name == "Other"
        assert "// See this.\n" in renamed
    assert editor.template("nonsense") is None
