"""Rules in, sentences out: the words for each kind of move, and the names of pieces."""

from __future__ import annotations

import pytest

import sbg
from sbg.explain.words import MOST_WORDS, PieceWords, describe


def piece(rule: str, width: int = 9, height: int = 9) -> PieceWords:
    """What is said about a piece on an otherwise empty board."""
    rows = "\n".join(f"|{'P' if y == 0 else '.'}{'.' * (width - 1)}|" for y in range(height))
    text = f"<<T>><BOARD>{width} {height}\n{rows}<PIECES>P {rule} &<GOALS>9 &"
    (words,) = describe(sbg.parse(text)).pieces
    return words


def around(x: int, y: int) -> set[tuple[int, int]]:
    return {(a * s, b * t) for a, b in ((x, y), (y, x)) for s in (1, -1) for t in (1, -1)}


def in_directions(vectors: set[tuple[int, int]], pattern: str) -> str:
    """A sum of one pattern in several directions: `e^*p` becomes (0,1,e)^*(0,1,p) + …"""
    return " + ".join(
        "".join(f"({x},{y},{c})" if c in "epw" else c for c in pattern) for x, y in sorted(vectors)
    )


ORTHOGONAL, DIAGONAL = around(0, 1), around(1, 1)
KING = ORTHOGONAL | DIAGONAL


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        # one step
        ("(0,1,e)", "Moves one square straight forward to an empty square. It cannot capture."),
        ("(0,1,p)", "Captures one square straight forward. It moves only by capturing."),
        ("(0,1,w)", "Captures an own piece one square straight forward. It moves only by capturing."),
        ("(1,0,e)+(-1,0,e)+(1,0,p)+(-1,0,p)", "Moves or captures one square sideways."),
        (
            "(1,1,e)+(1,1,w)",
            "Moves one square diagonally forward to the right, to an empty square or capturing an own piece.",
        ),
        (
            in_directions(KING - {(0, -1)}, "(e+p)"),
            "Moves or captures one square in any direction but straight backward.",
        ),
        (
            in_directions(ORTHOGONAL | {(1, 1), (-1, 1)}, "(e+p)"),
            "Moves or captures one square in any direction but diagonally backward.",
        ),
        # rides
        (
            in_directions(ORTHOGONAL, "e^*(e+p)"),
            "Moves any number of empty squares along a row or column, capturing the first opponent it meets.",
        ),
        (
            "(0,1,e)^3(0,1,e)^*(0,1,p)",
            "Captures the first piece it meets straight forward, if that is an opponent, at a distance of four or "
            "more. It moves only by capturing.",
        ),
        (
            "(0,1,e)^2(0,1,p)+(0,1,e)^3(0,1,p)",
            "Captures the first piece it meets straight forward, if that is an opponent, at a distance of three to "
            "four. It moves only by capturing.",
        ),
        ("(0,1,e)+(0,1,e)^2", "Moves one or two empty squares straight forward. It cannot capture."),
        (
            "(0,1,e)+(0,1,p)+(0,1,e)(0,1,e)+(0,1,e)(0,1,p)+(0,1,e)^2(0,1,e)+(0,1,e)^2(0,1,p)",
            "Moves up to three empty squares straight forward, "
            "capturing the first opponent it meets within three squares.",
        ),
        (
            "(0,1,e)^3",
            "Moves exactly three squares straight forward to an empty square; "
            "the squares between must be empty. It cannot capture.",
        ),
        (
            "(0,1,e)^2(0,1,e)^*((0,1,e)+(0,1,p))",
            "Moves or captures three or more squares straight forward; those between must be empty.",
        ),
        (
            "(0,1,e)^*(0,1,p)",
            "Captures the first piece it meets straight forward, if that is an opponent, "
            "at any distance. It moves only by capturing.",
        ),
        # jumps
        (
            "(0,1,w)(0,1,e)",
            "Jumps straight forward over the adjacent own piece and lands just beyond it, "
            "on an empty square. It cannot capture.",
        ),
        (
            "((0,1,w)+(0,1,p))(0,1,e)^*(0,1,e)",
            "Jumps straight forward over the adjacent piece of either side and on over any number of "
            "empty squares. What it jumps over stays. It cannot capture.",
        ),
        (
            "(0,1,e)^*(0,1,w)(0,1,e)^*(0,1,p)",
            "Captures straight forward by jumping over the first piece it meets, if that is an own one: "
            "it takes the next piece beyond, if that is an opponent, at any distance. "
            "It moves only by capturing.",
        ),
        # must pass a friend and an opponent
        (
            "(0,1,w)(0,1,p)(0,1,e)",
            "Goes straight forward over exactly one own piece, then exactly one opponent, "
            "and ends on the next square, on an empty square. What it jumps over stays. It cannot capture.",
        ),
        # leaps
        ("(1,2,e)+(-1,2,e)", "Leaps two squares forward and one sideways to an empty square. It cannot capture."),
        (
            "(0,2,p)+(0,-2,p)",
            "Captures by a leap of two squares straight forward or backward. It moves only by capturing.",
        ),
        (
            in_directions(around(1, 3), "e^*(e+p)"),
            "Makes one or more three-by-one leaps in a straight line, from empty square to empty square, "
            "capturing the first opponent it lands on.",
        ),
        # conditions, from somewhere, turns
        (
            "(0,1,p)(1,0,e)",
            "Moves one square diagonally forward to the right to an empty square, "
            "if the next square straight forward holds an opponent. It cannot capture.",
        ),
        (
            "((0,7,e)+(0,7,p)+(0,7,w))(0,-6,e)",
            "From its first two rows: moves one square straight forward to an empty square. It cannot capture.",
        ),
        (
            "((0,-3,e)+(0,-3,p)+(0,-3,w))((4,4,e)+(4,4,p))",
            "From row 4 or beyond, counted from its own side: "
            "leaps one square forward and four to the right, to an empty square or capturing.",
        ),
        (
            "(0,1,e)(0,1,e)^*(1,0,p)",
            "Goes straight forward over one or more empty squares, then captures one square to the right. "
            "It moves only by capturing.",
        ),
        # standing still
        ("(0,1,e)^0", "May stand still: no piece moves, and the turn passes. It cannot capture."),
        ("(0,0,w)", "May stand still: no piece moves, and the turn passes. It cannot capture."),
        (
            "((0,6,e)+(0,6,p)+(0,6,w))(0,-6,w)",
            "From its first three rows: may stand still. It cannot capture.",
        ),
        (
            "(1,0,p)(-1,0,w)",
            "May stand still, if the next square to the right holds an opponent. It cannot capture.",
        ),
        # loops
        (
            "((0,1,w)(0,1,e)+(1,0,w)(1,0,e))((0,1,w)(0,1,e)+(1,0,w)(1,0,e))^*",
            "Makes one or more jumps, turning as it likes: each straight forward or to the right over an "
            "adjacent own piece onto an empty square just beyond. It cannot capture.",
        ),
        # one thing after another
        (
            f"({in_directions(KING, 'e')})({in_directions(KING, '(e+p)')})",
            "Goes one square in any direction onto an empty square, and from there moves or captures one "
            "square in any direction; the square it stands on counts as held by an own piece.",
        ),
        (
            f"({in_directions(around(1, 2), 'e')})({in_directions(DIAGONAL, 'e^*(e+p)')})",
            "Leaps two by one in any direction onto an empty square, and from there moves any number of "
            "empty squares diagonally, capturing the first opponent it meets; the square it stands on counts "
            "as held by an own piece.",
        ),
        (
            f"({in_directions(ORTHOGONAL, 'e')})^*({in_directions(ORTHOGONAL, 'p')})",
            "Makes zero or more steps, turning as it likes (each one square orthogonally onto an empty "
            "square), and from there captures one square orthogonally; the square it stands on counts as held "
            "by an own piece. It moves only by capturing.",
        ),
        (
            "+".join(
                f"({x},{y},e)({x},{y},e)^*({z},{w},e)"
                for x, y in ORTHOGONAL
                for z, w in ORTHOGONAL
                if (z, w) not in ((x, y), (-x, -y))
            ),
            "Goes straight forward over one or more empty squares, then moves one square to the left to an "
            "empty square; likewise turned and mirrored in every direction. It cannot capture.",
        ),
        ("(0,0,e)", "Has a rule, but no move of it fits on this board: it cannot move."),
    ],
)  # fmt: skip
def test_sentences(rule: str, sentence: str) -> None:
    assert " ".join(piece(rule).sentences) == sentence


@pytest.mark.parametrize(
    ("rule", "name"),
    [
        (in_directions(ORTHOGONAL, "e^*(e+p)"), "rook"),
        (in_directions(DIAGONAL, "e^*(e+p)"), "bishop"),
        (in_directions(KING, "e^*(e+p)"), "queen"),
        (in_directions(KING, "(e+p)"), "king"),
        (in_directions(around(1, 2), "(e+p)"), "knight"),
        (in_directions(around(1, 2), "e^*(e+p)"), "nightrider"),
        (in_directions(around(2, 3), "(e+p)"), "zebra"),
        (in_directions(around(0, 2), "(e+p)"), "dabbaba"),
        (in_directions(around(2, 2), "(e+p)"), "alfil"),
        (in_directions(DIAGONAL, "(e+p)"), "ferz"),
        (in_directions(ORTHOGONAL, "(e+p)"), "wazir"),
        (in_directions(KING, "e^*(p+w)(e+p)"), "grasshopper"),
        (in_directions(ORTHOGONAL, "e^*(e+(p+w)e^*p)"), "cannon"),
        (in_directions(DIAGONAL, "e^*(e+(p+w)e^*p)"), "vao"),
        (in_directions(DIAGONAL | {(0, 1)}, "(e+p)"), "silver general"),
        (in_directions(KING - {(1, -1), (-1, -1)}, "(e+p)"), "gold general"),
        ("(0,1,e)+(1,1,p)+(-1,1,p)", "pawn"),
        ("(0,1,p)+(1,1,e)+(-1,1,e)", "Berolina pawn"),
        (
            in_directions(ORTHOGONAL, "e^*(e+p)") + "+" + in_directions(DIAGONAL, "(e+p)"),
            "dragon king",
        ),
        (
            in_directions(KING, "e^*(e+p)") + "+" + in_directions(around(1, 2), "(e+p)"),
            "amazon",
        ),
        ("(0,1,e)+(1,1,p)+(-1,1,p)+((0,6,e)+(0,6,p)+(0,6,w))(0,-5,e)(0,1,e)", "pawn"),
        # close, but not the usual piece
        ("(0,1,e)+(1,1,p)+(-1,1,p)+((0,4,e)+(0,4,p)+(0,4,w))(0,-3,e)(0,1,e)", None),
        ("(0,1,p)+(1,1,e)+(-1,1,e)+((0,7,e)+(0,7,p)+(0,7,w))(1,-6,e)(1,1,e)", None),
        (in_directions(ORTHOGONAL, "e^*e"), None),
        (in_directions(around(1, 2) - {(1, 2)}, "(e+p)"), None),
        ("(0,1,e)+(0,1,e)^2+(1,1,p)+(-1,1,p)", None),
        (in_directions(KING, "(e+p)") + "+(0,0,w)", None),
        ("(0,1,e)+(1,1,p)", None),
    ],
)
def test_names(rule: str, name: str | None) -> None:
    assert piece(rule).name == name


def test_a_rook_that_is_written_out_is_a_rook() -> None:
    """On this board nothing is further away than four squares."""
    long = " + ".join(in_directions(ORTHOGONAL, "e" * n + "(e+p)") for n in range(4))
    assert piece(long, 5, 5).name == "rook"
    assert piece(long, 6, 6).name is None
    rook = piece(in_directions(ORTHOGONAL, "e^*(e+p)"), 5, 5)
    assert piece(long, 5, 5).sentences == rook.sentences


def test_compounds_tell_of_what_they_are_made() -> None:
    rule = in_directions(around(1, 2), "(e+p)") + "+" + in_directions(around(0, 3), "(e+p)")
    words = piece(rule)
    assert words.name is None
    assert words.sentences[0] == "Moves as a knight or a threeleaper."
    still = piece(in_directions(KING, "(e+p)") + "+(0,0,w)")
    assert still.sentences[0] == "Moves as a king, or stands still."
    own = piece(in_directions(ORTHOGONAL, "e^*(e+p+w)"))
    assert own.sentences[0] == "Moves as a rook, but captures own pieces too."


def test_half_of_a_symmetric_piece_is_told_by_its_symmetry() -> None:
    blocked = "(0,1,e)((1,1,e)+(-1,1,e)) + (0,-1,e)((1,-1,e)+(-1,-1,e))"
    assert piece(blocked).sentences[0] == (
        "Moves two squares forward and one to the right to an empty square, if the next square straight "
        "forward is empty; likewise mirrored left-right and forward-backward."
    )
    assert (
        piece("(0,1,e)((1,1,e)+(-1,1,e))").sentences[0].endswith("; likewise mirrored left-right.")
    )


@pytest.mark.parametrize(
    "rule",
    [
        "(-2,0,w)((0,0,w)+(2,0,w))",  # if an own piece is there: it is captured, or nothing changes
        "(0,1,p) + (0,3,p)(0,-3,w)",
        "(0,1,p) + ((0,6,e)+(0,6,p)+(0,6,w))(0,-6,w)",  # from the first rows only
    ],
)
def test_a_piece_that_may_sometimes_stand_still_does_not_move_only_by_capturing(rule: str) -> None:
    told = " ".join(piece(rule).sentences)
    assert "may stand still" in told.lower()
    assert "only by capturing" not in told


def test_what_can_never_be_played_is_not_told() -> None:
    """The square behind was empty a moment ago: nothing can be captured there."""
    told = piece("(1,0,e)^*(-1,0,p) + (-1,0,e)^*(1,0,p)")
    assert told.sentences == ("Captures one square sideways.", "It moves only by capturing.")


def test_a_symmetry_says_no_more_than_there_is() -> None:
    told = piece("(1,0,e)(0,1,p)(1,0,e)^*(1,0,e) + (-1,0,e)(0,1,p)(-1,0,e)^*(-1,0,e)").sentences
    assert told[0].endswith("; likewise mirrored left-right.")


def test_no_piece_takes_more_than_a_screen_or_two() -> None:
    word = "((1,0,e) + (0,1,p)(1,1,e) + (-1,1,w)^2)"
    told = piece(f"{word}^3((1,1,e) + (0,2,p))^*{word}^2(0,1,p)").sentences
    assert sum(len(sentence.split()) for sentence in told) < MOST_WORDS + 30
    assert "walks" in told[0]
