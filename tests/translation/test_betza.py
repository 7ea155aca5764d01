"""Betza's notation: what it means as a rule, what it is for a rule, and what is said of texts that mean nothing."""

from __future__ import annotations

import pickle

import pytest

import sbg
import sbg.translation
from sbg.language import games
from sbg.language.model import Description, Piece, Regexp
from sbg.moves import automata
from sbg.moves.automata import Dfa
from sbg.translation.betza_notation.read import Dialect
from sbg.translation.fitting.result import TranslationError
from tests.translation.games import game


def dfa(rule: Regexp, board: tuple[int, int]) -> Dfa:
    """The automaton of a rule on a board."""
    width, height = board
    rows = ("." * width,) * height
    return automata.compile(Description("x", width, height, rows, (Piece("A", rule),), (), 1))["A"]


KNOWN = [
    ("N", "gardner", "N"),
    ("B", "gardner", "B"),
    ("R", "gardner", "R"),
    ("Q", "gardner", "Q"),
    ("K", "gardner", "K"),
    ("fmWfcF", "gardner", "P"),
    ("fmWfF", "breakthrough", "P"),
    ("NN", "nightrider-chess", "N"),
    ("gQ", "grasshopper-chess", "G"),
    ("mRcpR", "xiangqi", "C"),
    ("nN", "xiangqi", "H"),
    ("A", "courier-chess", "A"),
    ("F", "courier-chess", "F"),
    ("RN", "grand-chess", "M"),
    ("C", "wildebeest", "C"),
    ("NC", "wildebeest", "W"),
    ("CC", "steppe", "C"),
    ("fhN", "knightthrough", "N"),
    ("ffNfsN", "knightthrough", "N"),
    ("cW", "clobber", "S"),
    ("fmR", "northcott", "S"),
    ("FfW", "gorogoro", "S"),
    ("WfF", "gorogoro", "G"),
    ("mF", "fox-and-hounds", "F"),
    ("fmF", "fox-and-hounds", "H"),
    ("QN", "maharajah", "M"),
    ("rmWrF", "corridor", "G"),
    ("fsW", "mini-xiangqi", "P"),
]


@pytest.mark.parametrize(("text", "name", "letter"), KNOWN)
@pytest.mark.parametrize("dialect", ["classic", "fsf"])
def test_known_pieces(text: str, name: str, letter: str, dialect: Dialect) -> None:
    if dialect == "fsf" and text == "CC":
        with pytest.raises(sbg.InvalidGameError, match="goes nowhere"):
            sbg.betza(text, dialect=dialect)
        return
    game = sbg.load(name)
    board = game.description.width, game.description.height
    assert dfa(sbg.betza(text, board, dialect), board) == game.automata[letter]


@pytest.mark.parametrize(("text", "letter"), [("mcdN", "N"), ("mcdQ", "Q")])
def test_captures_of_own_pieces_in_xboard_s_dialect(text: str, letter: str) -> None:
    game = sbg.load("self-capture-chess")
    assert dfa(sbg.betza(text, dialect="xboard"), (8, 8)) == game.automata[letter]
    with pytest.raises(sbg.InvalidGameError) as refusal:
        sbg.betza(text)
    assert [diagnostic.code for diagnostic in refusal.value.diagnostics] == ["SBG632"]


ALIKE = [
    # (one text, its dialect, another text, its dialect, whether they mean the same)
    ("fK", "classic", "fWfF", "classic", True),
    ("fK", "fsf", "fWfF", "fsf", True),
    ("fK", "xboard", "fW", "classic", True),
    ("flK", "xboard", "flF", "classic", True),
    ("fhK", "xboard", "fWfF", "classic", True),
    ("vK", "xboard", "vW", "classic", True),
    ("NN", "xboard", "N", "classic", True),
    ("NN", "classic", "N0", "xboard", True),
    ("lfN", "classic", "lfN", "fsf", True),
    ("lfN", "classic", "flN", "classic", False),
    ("fgRbR", "classic", "fgRbR", "fsf", False),
    ("fgRbR", "fsf", "fgRvR", "fsf", True),
    ("gR3", "fsf", "pR3", "fsf", True),
    ("gR3", "classic", "pR3", "classic", False),
    ("L", "fsf", "C", "classic", True),
    ("J", "fsf", "Z", "classic", True),
    ("nD", "classic", "W2", "classic", False),
    ("WnD", "classic", "W2", "classic", True),
    ("D", "classic", "nDjD", "classic", True),
    ("K", "classic", "WF", "classic", True),
    ("R7", "classic", "R", "classic", True),
    ("hrNhlN", "classic", "N", "classic", True),
]


@pytest.mark.parametrize(("one", "in_one", "two", "in_two", "same"), ALIKE)
def test_texts_that_mean_the_same(
    one: str, in_one: Dialect, two: str, in_two: Dialect, same: bool
) -> None:
    board = (8, 8)
    ours, theirs = sbg.betza(one, board, in_one), sbg.betza(two, board, in_two)
    if one == "D":  # what lies between need not be looked at: the words differ, the moves do not
        assert moves(ours) == moves(theirs)
        return
    assert (dfa(ours, board) == dfa(theirs, board)) == same


def moves(rule: Regexp) -> list[str]:
    """The moves of a piece in the midst of others."""
    board = (
        "a.......",
        "........",
        "...a....",
        "...A....",
        "...a.A..",
        "...A....",
        "........",
        "........",
    )
    description = Description("x", 8, 8, board, (Piece("A", rule),), (), 9)
    return [str(move) for move in sbg.reference.Position(description).moves]


def alone(rule: Regexp, side: int, x: int, y: int) -> set[str]:
    """The moves of a piece on an empty board."""
    rows = [["."] * side for _ in range(side)]
    rows[side - 1 - y][x] = "A"
    board = tuple(map("".join, rows))
    description = Description("x", side, side, board, (Piece("A", rule),), (), 9)
    return {str(move.target) for move in sbg.reference.Position(description).moves}


def test_riders_that_turn() -> None:
    up = {(x, y) for y in range(1, 8) for x in (y % 2,)}
    assert alone(sbg.betza("zB"), 8, 0, 0) == {str(s) for x, y in up for s in ((x, y), (y, x))}
    around = {(x, y) for x in range(-6, 7) for y in range(-6, 7)}
    circle = {(1, 2), (3, 3), (5, 2), (6, 0), (0, 4), (2, 5), (4, 4)}
    reached = {(x, y) for x, y in around if {(abs(x), abs(y)), (abs(y), abs(x))} & circle}
    assert len(reached) == 32
    assert alone(sbg.betza("qN0", (13, 13)), 13, 6, 6) == {str((x + 6, y + 6)) for x, y in reached}
    assert len(alone(sbg.betza("qN2", (13, 13)), 13, 6, 6)) == 16


def test_cylinders() -> None:
    rule = sbg.betza("oR", (5, 2))
    rows = (".....", "A.a..")
    position = sbg.reference.Position(Description("x", 5, 2, rows, (Piece("A", rule),), (), 9))
    assert {str(move) for move in position.moves} == {"a1a2", "a1b1", "a1c1", "a1e1", "a1d1"}


WRONG = [
    ("", "SBG631", 1),
    ("fm", "SBG631", 1),
    ("Wfm", "SBG631", 2),
    ("R?", "SBG630", 2),
    ("Ré", "SBG630", 2),
    ("W W", "SBG630", 2),
    ("iR", "SBG632", 1),
    ("fceF", "SBG632", 3),
    ("KO2", "SBG632", 2),
    ("@R", "SBG632", 1),
    ("J", "SBG634", 1),
    ("pN", "SBG633", 1),
    ("pgR", "SBG633", 2),
    ("nR", "SBG633", 1),
    ("tR", "SBG633", 1),
    ("qR", "SBG633", 1),
    ("R" * 2000, "SBG635", 1001),
]


@pytest.mark.parametrize(("text", "code", "column"), WRONG)
def test_wrong_texts_are_pointed_at(text: str, code: str, column: int) -> None:
    with pytest.raises(sbg.InvalidGameError) as refusal:
        sbg.betza(text)
    first = refusal.value.diagnostics[0]
    assert (first.code, first.column) == (code, column)


@pytest.mark.parametrize("text", ["DD", "pN", "nC", "zB", "icR"])
def test_what_fairy_stockfish_never_makes_is_refused(text: str) -> None:
    with pytest.raises(sbg.InvalidGameError) as refusal:
        sbg.betza(text, dialect="fsf")
    assert "SBG633" in {diagnostic.code for diagnostic in refusal.value.diagnostics}


def test_boards_and_dialects_are_checked() -> None:
    with pytest.raises(sbg.InvalidGameError, match="SBG636"):
        sbg.betza("D", (2, 2))
    for board, dialect in (((0, 5), "classic"), ((5, 65), "classic"), ((5, 5), "german")):
        with pytest.raises(TranslationError):
            sbg.betza("R", board, dialect)  # type: ignore[arg-type]


PIECES = [
    (name, piece.letter)
    for name in games.names()
    for piece in sbg.load(name).description.pieces
    if piece.rule is not None
]


def test_every_piece_that_betza_can_express_comes_back_equal() -> None:
    refused: dict[str, int] = {}
    equal = 0
    for name, letter in PIECES:
        game = sbg.load(name)
        try:
            text = sbg.translate(game, "betza", piece=letter).text.strip()
        except sbg.Inexpressible as refusal:
            (reason,) = refusal.reasons
            refused[reason.code] = refused.get(reason.code, 0) + 1
            continue
        board = game.description.width, game.description.height
        rule = sbg.betza(text, board, "xboard" if "d" in text else "classic")
        assert dfa(rule, board) == game.automata[letter], (name, letter, text)
        equal += 1
    assert equal == len(PIECES) - sum(refused.values()) == 163
    assert refused == {"SBG661": 4, "SBG662": 16, "SBG663": 1}


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("R", "R"),
        ("fmWfmnDfcF", "fcFfmW2"),
        ("flFblFfrF", "fblF"),
        ("lfNrbN", "lfrbN"),
        ("fhN", "fhN"),
        ("mcdQ", "mcdQ"),
        ("pB", "pB"),
        ("gR", "gR"),
        ("nZnN", "nNnZ"),
        ("W3F3", "W3F3"),
        ("nH", "nH"),
        ("DD", "D0"),
        ("N2", "N2"),
    ],
)
def test_the_shortest_text_is_written(text: str, written: str) -> None:
    rule = sbg.betza(text, (9, 9), "xboard" if "d" in text else "classic")
    rows = ("." * 9,) * 8 + ("A........",)
    game = Description("x", 9, 9, rows, (Piece("A", rule),), (), 9)
    assert sbg.translate(game, "betza", piece="a").text.strip() == written


@pytest.mark.parametrize(
    "rule",
    [
        "(-2,0,e)((-2,0,e) + (-2,0,p)) + (2,0,e)((2,0,e) + (2,0,p))",
        "(-3,-1,e)(-3,-1,e) + (3,-1,e)(3,-1,e)",
        "(0,1,e)^2(0,1,e)^2",
    ],
)
def test_a_slide_that_may_not_end_earlier_is_refused(rule: str) -> None:
    played = game(" ".join(["a......"] + ["......."] * 5 + ["A......"]), f"A {rule} &", "9 &")
    with pytest.raises(sbg.Inexpressible, match="SBG661") as refusal:
        sbg.translate(played, "betza", piece="A")
    (reason,) = refusal.value.reasons
    assert reason.word is not None
    assert reason.position is not None


def test_translations_can_be_pickled() -> None:
    move = sbg.Move.parse("a2a3")
    for target in sbg.translation.TARGETS.values():
        piece = "P" if target.one_piece else None
        made = sbg.translate(sbg.load("hexapawn"), target.name, piece=piece, allow=[])
        again = pickle.loads(pickle.dumps(made))
        assert again.text == made.text
        assert again.from_target(again.to_target(move)) == move
