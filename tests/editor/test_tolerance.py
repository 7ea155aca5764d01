"""Whatever stands in a text, at every place of it: an answer, in little time, and never an exception."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sbg import pipeline
from sbg.app import editor
from sbg.app.editor.scan import scan
from sbg.language.syntax.codes import GAME
from tests.patience import ends

ERRORS = sorted((Path(__file__).parent.parent / "golden" / "errors").glob("*.sbg"))
JUNK = "<>BOARDPIECESGOALS|()^*+-&#@,.;=[]/ \n\r\tepwKk0129é\u2028\U0001f600\ufeff\x00\ud800"


def ask_everywhere(text: str, step: int = 1) -> None:
    """Ask about every place of a text, and look at the answers."""
    for offset in range(-1, len(text) + 2, step):
        hover = editor.hover(text, offset)
        if hover is not None:
            start, end = hover.span
            assert 0 <= start <= offset <= end <= len(text)
            assert hover.title
            assert hover.text
        offered = editor.complete(text, offset)
        assert 0 <= offered.span.start <= offered.span.end <= len(text)
        for item in offered.items:
            assert item.label
            assert item.detail
            assert item.insert
    for symbol in editor.outline(text):
        assert symbol.name
        assert symbol.span.end <= len(text)


def test_prefixes_of_a_game() -> None:
    for length in range(len(GAME)):
        ask_everywhere(GAME[:length], step=3 + length % 5)
        ask_everywhere(GAME[length:], step=5 + length % 3)


@pytest.mark.parametrize("path", ERRORS, ids=lambda path: path.stem)
def test_files_with_mistakes(path: Path) -> None:
    text = pipeline.decode(path.read_bytes(), path.name).text
    ask_everywhere(text, step=max(1, len(text) // 200))


@settings(max_examples=60)
@given(st.data())
def test_changed_files(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([GAME, *(template.text for template in editor.templates())]))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 20)))
        text = text[:start] + data.draw(st.text(JUNK, max_size=6)) + text[end:]
    ask_everywhere(text, step=7)


@settings(max_examples=100)
@given(st.text(JUNK, max_size=60))
def test_any_text(text: str) -> None:
    ask_everywhere(text)


@pytest.mark.long
@pytest.mark.parametrize(
    "text",
    [
        "<PIECES>" + "P (0,1,e)" * 5_000,
        "<PIECES>" + "(" * 45_000,
        "<GOALS>" + "#" * 45_000,
        "<GOALS>1&@P" + " 1 2," * 9_000,
        "<BOARD>" + "|..|" * 9_000,
        "/*" * 45_000,
        "/**/" * 5_000 + "|" + "/**/" * 3_000 + "a|",
        "<" * 45_000,
        "<<" * 45_000,
        "\n" * 45_000 + "P",
        "<BOARD>64 64 <PIECES>Q " + "(((0,1,e)^9+(1,0,e)^9)^9)^9" + "&",
        "<BOARD>9 9<PIECES>Q " + "((0,1,e)+(1,0,p)(0,1,w)^*)^12(1,1,e)^30" * 8 + "&",
    ],
    ids=[
        "letters", "parentheses", "goals", "squares", "rows", "open comments", "comments", "brackets",
        "names", "lines", "powers", "rule",
    ],
)  # fmt: skip
def test_hostile_texts_end_in_time(text: str) -> None:
    with ends(
        60
    ):  # a quarter of a second on an idle machine; in quadratic time it would be minutes
        editor.hover(text, 22)
        editor.hover(text, len(text) // 2)
        editor.complete(text, len(text))
        editor.outline(text)


def test_a_long_text_is_not_remembered() -> None:
    text = GAME + " " * 200_000
    assert scan(text) is not scan(text)
    assert scan(GAME) is scan(GAME)
