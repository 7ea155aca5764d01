"""Variants of Fairy-Stockfish read as games: they play alike, and what cannot be expressed is refused item by item."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

import sbg
from sbg import reference
from sbg.language.model import Description
from sbg.translation.fairy import variants
from tests.translation.counting import count
from tests.translation.fairy import load, pyffish
from tests.translation.mutations import VARIANTS, read_all
from tests.translation.test_fairy_stockfish import EXPRESSIBLE

WITH_REGIONS = {
    "berolina-chess": "P", "chess": "P", "extinction-chess": "P", "grand-chess": "P", "grasshopper-chess": "P",
    "knightmate": "P", "maharajah": "P", "mini-xiangqi": "K", "nightrider-chess": "P", "peasants-revolt": "P",
    "wildebeest": "P", "xiangqi": "KAEP",
}  # fmt: skip
"""Pieces whose moves depend on their square: their rules come back with other words, and the same moves."""


@pytest.mark.parametrize("name", EXPRESSIBLE)
def test_a_game_comes_back_from_its_translation(name: str) -> None:
    game = sbg.load(name)
    text = sbg.translate(game, "fsf", allow=["turn-limit"]).text
    back = sbg.parse(variants.read(text).text)
    ours, theirs = game.description, back.description
    assert (theirs.width, theirs.height, theirs.rows) == (ours.width, ours.height, ours.rows)
    assert _goals(theirs) == _goals(ours)
    differ = {
        piece.letter
        for piece in ours.pieces
        if back.automata[piece.letter] != game.automata[piece.letter]
    }
    assert differ == set(WITH_REGIONS.get(name, ""))
    assert count(back.start, 6, 1000) == count(game.start, 6, 1000)


def _goals(description: Description) -> set[object]:
    """Goals as far as they matter: squares that the piece can be moved to are not known here."""
    return {
        (goal.piece, getattr(goal, "count", "squares"))
        for goal in description.goals
        if any(goal.piece in row for row in description.rows)
    }


@pytest.mark.parametrize("name", EXPRESSIBLE)
def test_what_was_read_is_written_as_it_was(name: str) -> None:
    game = sbg.load(name)
    text = sbg.translate(game, "fsf", allow=["turn-limit"]).text
    again = sbg.translate(variants.describe(text), "fsf", allow=["turn-limit"]).text
    pieces = {line for line in text.splitlines() if line.startswith("customPiece")}
    assert {line for line in again.splitlines() if line.startswith("customPiece")} == pieces


ATOMS = st.sampled_from(
    [
        "W",
        "F",
        "N",
        "D",
        "A",
        "H",
        "C",
        "Z",
        "G",
        "K",
        "R",
        "B",
        "Q",
        "NN",
        "W3",
        "F2",
        "N2",
        "R4",
        "Q2",
    ]
)
LAME = st.sampled_from(["nD", "nN", "nA", "nZ", "pR", "pB", "gR", "gB", "gQ", "pQ", "pR3", "gB4"])
WAYS = st.sampled_from(
    ["", "", "", "f", "b", "l", "r", "v", "s", "fs", "fl", "br", "bs", "rv", "fh", "lf", "ff", "hr"]
)
MODE = st.sampled_from(["", "", "m", "c"])
MOVES = st.lists(
    st.tuples(WAYS, MODE, st.one_of(ATOMS, ATOMS, LAME)).map("".join), min_size=1, max_size=3
).map("".join)
FIRST = st.sampled_from(["", "", "ifmnD", "imN", "ifmR", "ilmW2"])
REGION = st.sampled_from([None, None, "*1 *2 *3", "a* c* d4", "b2 c3 d4 e5 a1 f1"])


@settings(max_examples=50)
@given(MOVES, FIRST, REGION, REGION, st.integers(0, 10**6))
def test_a_piece_moves_as_fairy_stockfish_moves_it(
    moves: str, first: str, white: str | None, black: str | None, seed: int
) -> None:
    text = (
        "[x]\nmaxRank = 6\nmaxFile = 6\ncastling = false\nstalemateValue = loss\nnMoveRule = 0\nnFoldRule = 0\n"
        "doubleStepRegionWhite = *2 c3\ndoubleStepRegionBlack = *5 a1\nsoldier = s\nsoldierPromotionRank = 4\n"
        f"customPiece1 = a:{moves}{first}\nstartFen = aa2s1/6/6/6/6/AA2S1 w - - 0 1\n"
    )
    for colour, region in (("White", white), ("Black", black)):
        if region is not None:
            text += f"mobilityRegion{colour}CustomPiece1 = {region}\n"
    try:
        description = variants.describe(text)
    except sbg.InvalidGameError:
        reject()  # leaps side by side that read as a slide, as in DD
    theirs = load(text)
    choice = random.Random(seed)
    letters = {"A": "A", "S": "S", ".": "."}
    letters.update({description.at(0, 5): "a", "s": "s"})
    names = {theirs_letter: ours for ours, theirs_letter in letters.items()}
    for _ in range(4):
        squares = [choice.choice("....AaSs") for _ in range(36)]
        for ply in (0, 1):
            rows = ["".join(squares[i : i + 6]) for i in range(0, 36, 6)]
            ours = "/".join("".join(names[square] for square in row) for row in rows)
            fen = _fen("/".join(rows), ply).split()[0]
            position = reference.Position(description, _fen(ours, ply))
            found = pyffish().legal_moves(theirs.name, f"{fen} {'wb'[ply]} - - 0 1", [])
            assert sorted(map(str, position.moves)) == sorted(found), (moves, fen)


def _fen(rows: str, ply: int) -> str:
    """A position line from rows with dots."""
    for run in range(6, 0, -1):
        rows = rows.replace("." * run, str(run))
    return f"{rows} {'wb'[ply]} {ply}"


def test_the_example_can_be_read() -> None:
    game = sbg.parse(variants.read(VARIANTS, variant="small").text)
    assert [piece.letter for piece in game.description.pieces] == ["S", "P", "K", "A", "C"]


REFUSED = [
    ("stalemateValue = loss", "", "SBG642", "stalemateValue"),
    ("nFoldRule = 0", "nFoldRule = 3", "SBG642", "nFoldRule"),
    ("nMoveRule = 0", "", "SBG642", "nMoveRule"),
    ("passWhite = true", "pass = true", "SBG642", "pass"),
    ("passWhite = true", "pieceDrops = true", "SBG642", "pieceDrops"),
    ("passWhite = true", "checkCounting = true", "SBG642", "checkCounting"),
    ("passWhite = true", "king = x", "SBG642", "king"),
    ("passWhite = true", "promotedPieceType = p:c", "SBG642", "promotedPieceType"),
    ("passWhite = true", "whiteFlag = *8", "SBG642", "whiteFlag"),
    ("passWhite = true", "pawnTypes = p", "SBG642", "promotionRegionWhite"),
    ("passWhite = true", "noSuchThing = 1", "SBG641", "noSuchThing"),
    ("maxRank = 6", "maxRank = 11", "SBG641", "maxRank"),
    ("[small:base]", "[small:chess]", "SBG643", "chess"),
    ("startFen = 1ckc1", "startFen = 1cxc1", "SBG644", "`x`"),
    ("startFen = 1ckc1", "startFen = 2ckc1", "SBG644", "does not fit"),
    ("k:K", "k:DD", "SBG633", "goes nowhere"),
    ("k:K", "k:K?", "SBG630", "no letter"),
    ("- - 0 1", "KQkq - 0 1", None, ""),
    ("castling = false", "castling = true", None, ""),
    ("extinctionPieceTypes = k", "extinctionPieceTypes = *", "SBG642", "extinctionPieceTypes"),
    ("extinctionPieceTypes = k", "extinctionPieceTypes = kz", "SBG641", "`z`"),
    ("extinctionValue = loss", "extinctionValue = win", "SBG642", "extinctionValue"),
    ("PPSPP/1CKC1 w", "PPSPP/1CKC1 b", "SBG642", "black moves first"),
    ("flagRegionWhite = *6", "flagRegionWhite = *2", "SBG642", "flag region"),
    ("flagRegionWhite = *6", "flagRegionWhite = ?6", "SBG641", "no square"),
    ("# a comment", "maxRank = 5", "SBG640", "before the first section"),
    ("# a comment", "[x", "SBG640", "brackets"),
    ("flagPiece = p", "flagPiece", "SBG640", "key = value"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "code", "message"), REFUSED)
def test_items_are_refused_one_by_one(old: str, new: str, code: str | None, message: str) -> None:
    assert old in VARIANTS
    text = VARIANTS.replace(old, new, 1)
    if code is None:
        variants.read(text)
        return
    with pytest.raises(sbg.InvalidGameError) as refusal:
        variants.read(text)
    assert code in {diagnostic.code for diagnostic in refusal.value.diagnostics}
    assert any(message in diagnostic.message for diagnostic in refusal.value.diagnostics)


def test_castling_rights_matter_when_castling_is_on() -> None:
    text = VARIANTS.replace("- - 0 1", "KQkq - 0 1").replace("castling = false", "castling = true")
    with pytest.raises(sbg.InvalidGameError, match="SBG642"):
        variants.read(text)


def test_all_items_are_refused_at_once() -> None:
    text = VARIANTS + "mustCapture = true\nconnectN = 4\nblastOnCapture = true\n"
    with pytest.raises(sbg.InvalidGameError) as refusal:
        variants.read(text)
    lines = [diagnostic.line for diagnostic in refusal.value.diagnostics]
    first = len(VARIANTS.splitlines()) + 1
    assert lines == [first, first + 1, first + 2]


def test_spoiled_texts_are_answered() -> None:
    answers = list(read_all(600, seed=1))
    assert {"game", "SBG640", "SBG641", "SBG644", "SBG630"} <= set(answers)


def test_of_several_variants_the_one_that_was_read_is_named() -> None:
    one = sbg.translate(sbg.load("breakthrough5"), "fsf").text
    last = one[one.index("[") + 1 :].partition("]")[0]
    both = one.replace(f"[{last}]", "[other]") + one
    notes = variants.read(both).notes
    assert any(f"`{last}` was read" in note and "other" in note for note in notes)
    assert all("was read" not in note for note in variants.read(one).notes)
    assert all("was read" not in note for note in variants.read(both, variant="other").notes)
