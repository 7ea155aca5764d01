"""Descriptions as texts: what is written is read again, in the layout of the formatter."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product

import pytest
from hypothesis import given

import sbg
from sbg.language import games, model
from sbg.language.model import Concat, CountGoal, Letter, Piece, Power, SquareGoal, Sum, writing
from sbg.language.syntax.formatter import format_source
from tests.strategies import descriptions

GARDNER = sbg.load("gardner").description


@pytest.mark.parametrize("name", games.names())
def test_bundled_games_are_written_as_the_formatter_has_them(name: str) -> None:
    game = sbg.load(name)
    assert game.source is not None
    text = format_source(game.source, comments=False)  # type: ignore[arg-type]
    assert sbg.write(game.description) == text
    named = sbg.write(game)
    assert named.endswith(text)
    assert sbg.parse(named).names == game.names


@given(descriptions())
def test_what_is_written_is_read(description: model.Description) -> None:
    text = sbg.write(description)
    assert sbg.parse(text).description == description
    assert sbg.format(text) == text


def test_redundant_parentheses_change_neither_text_nor_hash() -> None:
    text = sbg.write(GARDNER)
    untidy = text.replace("(0,1,e)", "(((0,1,e)))", 1)
    assert untidy != text
    tidy, same = sbg.parse(text), sbg.parse(untidy)
    assert tidy == same
    assert tidy.rules_hash == same.rules_hash
    record = sbg.Record.of(sbg.Line(tidy.start, ["c2c3"]))
    assert record.replay(same).position == same.start.play("c2c3")


def test_a_game_of_a_description_alone() -> None:
    game = sbg.Game(GARDNER)
    assert game == sbg.load("gardner")
    assert game.source is None
    assert game.text == sbg.write(GARDNER)
    assert sbg.perft(game.start, 4) == 5000
    longer = sbg.Game(replace(GARDNER, turn_limit=7))
    assert longer.rules_hash != game.rules_hash
    assert longer.turn_limit == 7


STEP = Letter(0, 1, "e")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": ""}, "at least one"),
        ({"name": "a/b"}, "letters, digits and spaces"),
        ({"width": 4}, "do not match a board of 4 by 5"),
        ({"width": 65}, "from 1 to 64, not 65"),
        ({"height": 0}, "from 1 to 64, not 0"),
        ({"turn_limit": -1}, "from 0 to 1000000000, not -1"),
        ({"rows": ("rnb?k", *GARDNER.rows[1:])}, "letters and dots"),
        ({"rows": ("rnbzk", *GARDNER.rows[1:])}, "`Z` is on the board"),
        ({"pieces": (*GARDNER.pieces, Piece("P", STEP))}, "twice"),
        ({"pieces": (*GARDNER.pieces, Piece("z", STEP))}, "upper case, not 'z'"),
        ({"pieces": (*GARDNER.pieces, Piece("Z", Letter(5, 0, "e")))}, "leads off every square"),
        ({"pieces": (*GARDNER.pieces, Piece("Z", Letter(0, -5, "e")))}, "leads off every square"),
        ({"pieces": (*GARDNER.pieces, Piece("Z", Letter(0, 1, "x")))}, "none of e, p, w"),
        ({"pieces": (*GARDNER.pieces, Piece("Z", Power(STEP, 1001)))}, "from 0 to 1000"),
        ({"pieces": (*GARDNER.pieces, Piece("Z", Sum((STEP, Power(STEP, -1)))))}, "from 0 to"),
        (
            {"pieces": (*GARDNER.pieces, Piece("Z", Concat((Power(STEP, 1000),) * 11)))},
            "more than 10000 letters",
        ),
        ({"goals": (CountGoal("?", 0),)}, "not for '?'"),
        ({"goals": (CountGoal("K", -1),)}, "from 0 to 1000000000, not -1"),
        ({"goals": (SquareGoal("P", ()),)}, "has no squares"),
        ({"goals": (SquareGoal("P", ((0, 5),)),)}, "(0, 5) of `P` is not on the board"),
    ],
)
def test_what_no_file_could_say_is_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(sbg.DescriptionError) as caught:
        sbg.Game(replace(GARDNER, **change))  # type: ignore[arg-type]
    assert message in str(caught.value)
    assert isinstance(caught.value, sbg.SbgError)


def test_a_text_is_no_description() -> None:
    with pytest.raises(TypeError, match=r"sbg\.load reads a file"):
        sbg.Game("gardner")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="Game or a Description, not int"):
        sbg.write(5)  # type: ignore[arg-type]


@pytest.mark.parametrize("wide", range(8))
def test_lines_are_as_long_as_they_may_be(wide: int) -> None:
    """Two digits here and there move the end of a line to every column."""
    squares = tuple((10 + n if n < wide else n % 8, 0) for n in range(60))
    steps = Concat(tuple(Letter(0, 10 + n if n < wide else 1, "e") for n in range(60)))
    made = replace(GARDNER, pieces=(Piece("P", steps),), goals=(SquareGoal("P", squares),))
    lines = model.write(made).splitlines()
    goal = lines[next(n for n, line in enumerate(lines) if line.startswith("@P")) :]
    rule = lines[next(n for n, line in enumerate(lines) if line.startswith("P ")) :]
    rule = rule[: next(n for n, line in enumerate(rule) if line.endswith("&")) + 1]
    assert min(len(goal), len(rule)) > 3
    for line, after in pairwise(goal):
        square = after.strip().partition(",")[0] + ","
        assert len(line) <= 88 < len(f"{line} {square} &")
    for line, after in pairwise(rule):
        letter = after.strip().partition(")")[0] + ")"
        assert len(line) <= 88 <= len(f"{line}{letter}")


@pytest.mark.parametrize(
    ("kinds", "count"),
    [("( step step", 2), ("( ( step ) step", 4), ("step ^ ) (", 3), ("( ( (", 3), ("step", 1)],
)
def test_what_stays_on_one_line(kinds: str, count: int) -> None:
    """A step with all that opens before it, and its power and what closes after it."""
    assert len(writing._part([writing.Item(kind, kind) for kind in kinds.split()], 0)) == count


def test_a_rule_stays_on_one_line_while_it_fits() -> None:
    """Rules of all lengths around the width: one of just that many characters is not broken."""
    lengths = set()
    for count, first, second in product(range(5, 11), (2, 10, 100, 1000), (2, 10, 100, 1000)):
        other = Concat((Letter(1, 0, "e"), Power(Letter(1, 0, "e"), second)))
        words = (Concat((*[STEP] * count, Power(STEP, first))), other)
        pieces = tuple(
            replace(piece, rule=Sum(words)) if piece.letter == "P" else piece
            for piece in GARDNER.pieces
        )
        lines = sbg.write(replace(GARDNER, pieces=pieces)).splitlines()
        (rule,) = (line for line in lines if line.startswith("P"))
        if rule.endswith("&"):
            lengths.add(len(rule))
    assert max(lengths) == writing.WIDTH
