"""Warnings are never wrong: random games are played, and the relaxation is spelled out beside ours."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sbg.explain import lint
from sbg.explain.lint.letters import unused_letters
from sbg.explain.lint.parts import Parts
from sbg.language import model, syntax
from sbg.language.model import Concat, Description, Letter, Piece, Power, Regexp, SquareGoal, Sum
from sbg.language.syntax import CODES, Diagnostic, Source, tree
from sbg.moves.automata.relaxation import Work
from sbg.moves.reach import armies
from sbg.reference import Position
from tests.lint import brute
from tests.patience import ends
from tests.strategies import descriptions, fens, regexps, text_of

PRINTED = Path(__file__).parents[1] / "golden" / "rules" / "gardner-as-printed.sbg"


def read(text: str) -> tuple[tree.File, Source, Description]:
    source = Source("test.sbg", text)
    parsed = syntax.parse(source)
    checked = syntax.check(parsed)
    assert parsed.tree is not None
    assert checked.description is not None, checked.diagnostics
    return parsed.tree, source, checked.description


def warnings(text: str) -> list[Diagnostic]:
    return lint.lint(*read(text))


def codes(text: str) -> list[str]:
    return [diagnostic.code for diagnostic in warnings(text)]


def proven(text: str) -> list[str]:
    """The codes of warnings that something is impossible; games made for a test need not be symmetric."""
    return [code for code in codes(text) if code not in ("SBG415", "SBG416")]


@pytest.mark.parametrize("code", [code for code in CODES if code.startswith("SBG4")])
def test_examples(code: str) -> None:
    assert codes(CODES[code].wrong) == [code]
    assert codes(CODES[code].right) == []


def test_the_printed_queen_lists_a_direction_twice() -> None:
    text = PRINTED.read_text(encoding="utf-8")
    found = warnings(text)
    assert [diagnostic.code for diagnostic in found] == ["SBG408", "SBG408"]
    for diagnostic, written in zip(
        found, ["(1,-1,e)(1,-1,e)^*", "(1,-1,e)^*(1,-1,p)"], strict=True
    ):
        (other,) = diagnostic.secondary
        for span in (diagnostic.primary.span, other.span):
            assert text[span.start : span.end] == written
        assert other.span < diagnostic.primary.span


# -- no false alarm, by play


def play(description: Description, choose: random.Random, plies: int) -> list[Position]:
    """The positions of a random game."""
    positions = [Position(description)]
    while positions[-1].moves and len(positions) <= plies:
        positions.append(positions[-1].play(choose.choice(positions[-1].moves)))
    return positions


@given(descriptions(4), st.randoms(use_true_random=False))
def test_what_can_never_happen_does_not(description: Description, choose: random.Random) -> None:
    file, source, _ = read(text_of(description))
    found = lint.lint(file, source, description)
    never = [
        goal
        for goal, node in zip(description.goals, file.goals, strict=True)
        for diagnostic in found
        if diagnostic.code in ("SBG402", "SBG403", "SBG404", "SBG405")
        and node.span.start <= diagnostic.primary.span.start < node.span.end
    ]
    drawn = any(diagnostic.code == "SBG411" for diagnostic in found)
    for _ in range(3):
        positions = play(description, choose, 30)
        outcome = positions[-1].outcome
        if outcome is None:
            continue
        assert not (drawn and outcome.winner)
        if outcome.reason in ("count", "goal"):
            # Without the goals that never fire, the game ends the same way.
            others = tuple(goal for goal in description.goals if goal not in never)
            fewer = Position(_replaced(description, goals=others))
            for before, after in pairwise(positions):
                fewer = fewer.play(_move(before, after))
            assert fewer.outcome == outcome


def _move(before: Position, after: Position) -> model.Move:
    return next(move for move in before.moves if before.play(move) == after)


def _replaced(description: Description, **changes: object) -> Description:
    fields = {name: getattr(description, name) for name in Description.__slots__}
    return Description(**{**fields, **changes})


@given(st.data())
def test_without_unused_letters_the_moves_are_the_same(data: st.DataObject) -> None:
    description = data.draw(descriptions(5))
    file, _, _ = read(text_of(description))
    less = []
    for piece in description.pieces:
        rule = piece.rule
        for node in file.rules:
            if node.piece == piece.letter:
                unused = _unused(node, description)
                rule = _without(node.regexp, {letter.span for letter in unused})
        less.append(Piece(piece.letter, rule))
    assume(tuple(less) != description.pieces)
    fen = data.draw(fens(description))
    trimmed = Position(_replaced(description, pieces=tuple(less)), fen)
    assert trimmed._possible == Position(description, fen)._possible


def _unused(rule: tree.Rule, description: Description) -> list[tree.Letter]:
    parts = Parts(rule.regexp)
    unused = unused_letters(parts, description.width, description.height, Work(1 << 40))
    return [part.letter for part in parts.letters if part in unused and part.letter]


def _without(node: tree.Regexp, spans: set[syntax.Span]) -> Regexp | None:
    """The rule without the words that use a letter at one of the places; None if none is left."""
    if isinstance(node, tree.Letter):
        return None if node.span in spans else Letter(node.dx, node.dy, node.on)
    if isinstance(node, tree.Group):
        return _without(node.body, spans)
    if isinstance(node, tree.Power):
        count = None if node.exponent is None else node.exponent.value
        body = _without(node.base, spans)
        if body is None:
            return None if count else Power(Letter(0, 0, "w"), 0)
        return Power(body, count)
    parts = [_without(part, spans) for part in node.parts]
    left = tuple(part for part in parts if part is not None)
    if isinstance(node, tree.Concat):
        return Concat(left) if len(left) == len(parts) else None
    return Sum(left) if left else None


# -- and few are missed: the relaxation is decided exactly on small boards


@given(st.data(), st.integers(1, 4), st.integers(1, 4))
def test_unused_letters_are_those_of_the_relaxation(
    data: st.DataObject, width: int, height: int
) -> None:
    rule, letters = brute.occurrences(data.draw(regexps(width, height)))
    assume(all(abs(letter.dx) < width and abs(letter.dy) < height for letter in letters))
    description = Description(
        "test", width, height, ("." * width,) * height, (Piece("P", rule),), (), 1
    )
    file, _, same = read(text_of(description))
    assert same == description
    expected = [
        not any(
            used
            for start in brute.squares(description)
            for _, used, _ in brute.ends(rule, start, description, letter)
        )
        for letter in letters
    ]
    parts = Parts(file.rules[0].regexp)
    unused = unused_letters(parts, width, height, Work(1 << 40))
    assert [part in unused for part in parts.letters] == expected


@given(descriptions(4))
def test_unmet_goals_are_those_of_the_relaxation(description: Description) -> None:
    description = _replaced(description, turn_limit=9)
    file, source, _ = read(text_of(description))
    found = {
        diagnostic.primary.span
        for diagnostic in lint.lint(file, source, description)
        if diagnostic.code == "SBG405"
    }
    height = description.height
    for goal, node in zip(description.goals, file.goals, strict=True):
        if not isinstance(goal, SquareGoal) or not isinstance(node, tree.SquareGoal):
            continue
        rule = description.rule(goal.piece)
        starts = [
            (x, y) for x, y in brute.squares(description) if description.at(x, y) == goal.piece
        ]
        squares = set(goal.squares)
        if goal.piece.islower():  # black is white on the board turned upside down
            starts = [(x, height - 1 - y) for x, y in starts]
            squares = {(x, height - 1 - y) for x, y in squares}
        unmet = bool(starts) and rule is not None
        if unmet and rule is not None:
            unmet = not squares & brute.reachable(rule, starts, description)
        span = node.squares[0].span.to(node.squares[-1].span)
        assert (span in found) == unmet


# -- single cases


def game(rules: str, goals: str = "20 &", board: str = "3 3|p.p||...||P.P|") -> str:
    return f"<<Test>><BOARD>{board}<PIECES>{rules}<GOALS>{goals}"


ALWAYS = "(1,0,e) + (1,0,p) + (1,0,w) + (-1,0,e) + (-1,0,p) + (-1,0,w)"


@pytest.mark.parametrize(
    ("rules", "board", "found"),
    [
        # A piece that can always stand still, and no piece can capture.
        ("P (0,1,e) + (0,0,w) &", "3 3|p.p||...||P.P|", ["SBG411"]),
        ("P (0,1,e) + (1,0,p)(-1,0,w) + (1,0,w)(-1,0,w) + (0,0,w) &", "2 2|.p||.P|", ["SBG411"]),
        # The same, but it can be captured, by either side.
        ("P (0,1,e) + (0,1,p) + (0,0,w) &", "3 3|p.p||...||P.P|", []),
        ("P (0,1,e) + (1,0,w) + (0,0,w) &", "3 3|p.p||...||PPP|", []),
        # Only one player has such a piece.
        ("P (0,1,e) & Q (0,0,w) &", "2 3|p.||..||PQ|", []),
        # Whatever stands beside it is left again: it always comes back.
        (
            "P ((1,0,e) + (1,0,p) + (1,0,w))(-1,0,w) + (0,1,e) +"
            "((-1,0,e) + (-1,0,p) + (-1,0,w))(1,0,w) &",
            "2 2|p.||P.|",
            ["SBG411"],
        ),
        # The content `w` is missing on one side: an own piece may be in the way.
        (
            "P ((1,0,e) + (1,0,p))(-1,0,w) + (0,1,e) + ((-1,0,e) + (-1,0,p) + (-1,0,w))(1,0,w) &",
            "2 2|p.||P.|",
            [],
        ),
        # Only `w` beside it helps, and that need not be there.
        ("P (1,0,w)(-1,0,w) + (-1,0,w)(1,0,w) + (0,1,e) &", "2 2|p.||P.|", []),
        # No pieces: white loses at once.
        ("", "2 2|..||..|", []),
    ],
)
def test_games_that_nobody_wins(rules: str, board: str, found: list[str]) -> None:
    assert proven(game(rules, "20 &", board)) == found


@pytest.mark.parametrize(
    ("limit", "found"), [("0 &", ["SBG411"]), ("1 &", []), ("1000000000 &", [])]
)
def test_turn_limit_counts_only_when_0(limit: str, found: list[str]) -> None:
    assert proven(game("P (0,1,e) + (0,1,p) &", f"{limit} @P 0 2 &")) == found


def test_goal_on_the_square_where_a_piece_stands_needs_a_move() -> None:
    assert proven(game("P (0,1,e) &", "20 & @P 0 0 &")) == ["SBG405"]
    assert proven(game("P (0,1,e) + (0,0,w) &", "20 & @P 0 0 &")) == []
    assert proven(game("P (0,1,e)(0,-1,w) + (1,0,p) &", "20 & @P 0 0 &")) == []


def test_black_moves_down() -> None:
    assert proven(game("P (0,1,e) &", "20 & @p 0 0 &")) == []
    assert proven(game("P (0,1,e) &", "20 & @p 0 2 &")) == ["SBG405"]
    assert proven(game("P (1,1,e) &", "20 & @p 2 0 &")) == []
    assert proven(game("P (1,1,e) &", "20 & @p 1 0 &")) == ["SBG405"]


def test_without_work_for_each_piece_they_are_judged_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Bishops still keep to their colour, but nobody sees that one cannot turn back to the start."""
    bishop = "(1,1,e) + (1,-1,e) + (-1,1,e) + (-1,-1,e)"
    hook = "((0,1,e) + (1,0,e) + (-1,0,e))((0,1,e) + (1,0,e) + (-1,0,e))"
    goals = "20 & @P 1 1 & @P 0 1 & @Q 1 0 &"
    text = game(f"P {bishop} & Q {hook} &", goals, "2 3|..||..||PQ|")
    found = [text[slice(*d.primary.span)] for d in warnings(text) if d.code == "SBG405"]
    assert found == ["0 1", "1 0"]
    monkeypatch.setattr(armies, "_WORK", 0)
    found = [text[slice(*d.primary.span)] for d in warnings(text) if d.code == "SBG405"]
    assert found == ["0 1"]
    monkeypatch.setattr(armies, "_CROWD_WORK", 0)
    assert "SBG405" not in codes(text)


# -- any file is judged in a moment


def _many(count: int, letter: str) -> str:
    return " + ".join(letter.format(dx=i % 61 - 30, dy=i // 61 % 61 - 30) for i in range(count))


HEAVY = {
    "a board full of queens": (
        "Q "
        + " + ".join(
            f"({x},{y},e)^*({x},{y},{on})"
            for x, y in ((1, 0), (1, 1), (-1, 1), (0, -1))
            for on in "epw"
        )
        + "&",
        "Qq" * 32,
    ),
    "ten thousand leaps": (f"Q {_many(10_000, '({dx},{dy},e)')} &", "Qq" + "." * 62),
    "ten thousand leaps under a star": (f"Q ({_many(10_000, '({dx},{dy},p)')})^* &", "Qq" * 32),
    "ten thousand letters in a row": (
        "Q " + _many(10_000, "({dx},{dy},w)").replace(" + ", "") + "&",
        "Qq" * 32,
    ),
    "stars in a row": ("Q " + _many(300, "({dx},{dy},w)^*").replace(" + ", "") + "&", "Qq" * 32),
    "a power of a sum with ways back": (
        f"Q ({_many(20, '({dx},{dy},e)')} + (0,0,e))^400 &",
        "Qq" * 32,
    ),
    "twenty-six rules": (
        "".join(
            f"{piece} {_many(500, '({dx},{dy},e)^*(0,1,p)')} &"
            for piece in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        ),
        "AbCdEfGhIjKlMnOpQrStUvWxYzABCDEF".ljust(64, "q"),
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("name", HEAVY)
def test_heavy_files(name: str) -> None:
    rules, row = HEAVY[name]
    case = read(game(rules, "20 & @Q 0 0 & #q 0 &", "64 64" + f"|{row}|" * 64))
    with ends():
        lint.lint(*case)
