"""What can be written where: the items, what they replace, and that the text is right afterwards."""

from __future__ import annotations

import pytest

from sbg.app import editor
from sbg.language.syntax import Edit, fixes
from sbg.language.syntax.codes import GAME


def labels(text: str, offset: int | None = None) -> list[str]:
    return [
        item.label for item in editor.complete(text, len(text) if offset is None else offset).items
    ]


def chosen(text: str, label: str, offset: int | None = None) -> str:
    """The text after an item was chosen."""
    offered = editor.complete(text, len(text) if offset is None else offset)
    (item,) = (item for item in offered.items if item.label == label)
    return fixes.apply(text, [Edit(offered.span, item.insert)])


HEAD = GAME[: GAME.index("<PIECES>")]
RULES = GAME[: GAME.index("<GOALS>")]


def test_an_empty_file_offers_names_and_templates() -> None:
    assert labels("")[0] == "<<My game>>"
    assert {template.name for template in editor.templates()} <= set(labels("// my game\n"))
    assert editor.check(chosen("", "race")) == []


def test_tags() -> None:
    assert labels("<<G>>\n") == ["<BOARD>"]
    assert labels("<<G>>\n<BO")[0] == "<BOARD>"
    assert chosen("<<G>>\n<BO", "<BOARD>") == "<<G>>\n<BOARD>"
    assert chosen("<<G>>\n<BO>\n", "<BOARD>", 9) == "<<G>>\n<BOARD>\n"
    # What is there already would be wrong a second time.
    assert labels(HEAD + "<") == ["<PIECES>", "<GOALS>"]
    assert labels(RULES + "<") == ["<GOALS>"]
    assert labels(GAME + "<") == []
    assert labels("<")[0] == "<<My game>>"
    assert labels("<<") == []
    assert labels("<<My ga") == []


def test_the_board() -> None:
    assert "8 8" in labels("<<G>>\n<BOARD>\n")
    assert labels("<<G>>\n<BOARD>\n4 ") == ["8"]
    assert labels("<<G>>\n<BOARD>\n4 3\n") == ["|....|", "<PIECES>"]
    assert labels(HEAD) == ["<PIECES>"]  # all rows are there
    squares = labels(GAME, GAME.index("|...|") + 2)
    assert squares == [".", "P", "p"]


def test_rules() -> None:
    assert labels(HEAD + "<PIECES>\n") == ["P", "<GOALS>"]
    assert chosen(HEAD + "<PIECES>\n", "P") == HEAD + "<PIECES>\nP "
    assert chosen(HEAD + "<PIECES>\nP", "P") == HEAD + "<PIECES>\nP "
    assert labels(RULES) == ["<GOALS>"]
    start = HEAD + "<PIECES>\nP "
    assert labels(start)[:4] == ["(0,1,e)", "(0,1,p)", "(0,1,w)", "(1,1,e)"]
    assert labels(start + "(-")[0] == "(1,-1,e)".replace("(1,-1", "(-1,-1")
    assert chosen(start + "(0,", "(0,1,p)") == start + "(0,1,p)"
    assert chosen(start + "()", "(0,1,p)", len(start) + 1) == start + "(0,1,p)"
    assert chosen(start + "(7,7,", "(7,7,e)") == start + "(7,7,e)"
    assert labels(start + "(0,1,e)")[:4] == ["&", "+", "^*", "^2"]
    assert labels(start + "(0,1,e)^*")[:2] == ["&", "+"]
    assert labels(start + "(0,1,e)^") == ["^*", "^2", "^3"]
    assert chosen(start + "(0,1,e)^", "^*") == start + "(0,1,e)^*"
    assert chosen(start + "(0,1,e)", "&") == start + "(0,1,e) &"
    assert chosen(start + "(0,1,e) ", "&") == start + "(0,1,e) &"
    assert labels(start + "(0,1,e) + ")[0] == "(0,1,e)"


def test_a_whole_letter_is_replaced_from_inside() -> None:
    at = GAME.index("(1,1,p)")
    assert chosen(GAME, "(1,1,e)", at + 3) == GAME.replace("(1,1,p)", "(1,1,e)", 1)


def test_goals() -> None:
    start = RULES + "<GOALS>\n"
    assert labels(start) == ["100 &"]
    assert chosen(start + "100", "&") == start + "100 &"
    assert [label[:2] for label in labels(start + "100 &\n")] == ["#P", "@P", "#p", "@p"]
    whole = chosen(start + "100 &\n", labels(start + "100 &\n")[1])
    assert whole == start + "100 &\n@P 0 2, 1 2, 2 2 &"
    # Black's goal is not written yet.
    assert [found.code for found in editor.check(whole)] == ["SBG415"]
    assert chosen(start + "100 &\n#", "#P 0 &") == start + "100 &\n#P 0 &"
    assert chosen(start + "100 &\n#P", "#P 0 &") == start + "100 &\n#P 0 &"
    assert chosen(start + "100 &\n#P ", "#P 0 &") == start + "100 &\n#P 0 &"
    assert chosen(start + "100 &\n@P 0 2", ", 1 2") == start + "100 &\n@P 0 2, 1 2"
    assert chosen(start + "100 &\n@P 0 2,", "1 2") == start + "100 &\n@P 0 2, 1 2"
    assert labels(start + "100 &\n@P 2 2") == ["&"]  # no square is left in that row


@pytest.mark.parametrize(
    "text",
    ["// <", "<<G>> /* <BOARD>", GAME + "// #", GAME + "/* # */"],
    ids=["line", "open", "end", "block"],
)
def test_nothing_inside_comments(text: str) -> None:
    offset = text.index("*/") - 1 if "*/" in text else len(text)
    assert labels(text, offset) == []


def test_offsets_outside_are_brought_inside() -> None:
    assert editor.complete(GAME, -5).span.start == 0
    assert editor.complete(GAME, 10**9).span.end == len(GAME)
