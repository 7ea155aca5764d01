"""Whether two pieces, or two games, are the same, with a position in which they differ if they are not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from numbers import Real
from time import monotonic
from typing import Literal, TypeAlias

from sbg import automata
from sbg.automata import Dfa
from sbg.automata.relaxation import OutOfWorkError
from sbg.errors import shown
from sbg.model import Coordinates, Description, HasDescription, Move, description_of
from sbg.model.notation import write_fen
from sbg.reach.difference import Deadline, Odd, difference
from sbg.reach.forms import Form, FormPiece, form

Verdict: TypeAlias = Literal["same", "different", "undecided"]

SECONDS = 10.0
"""How long to try, unless something else is asked for."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A position, and a move that only one of the two allows in it.

    `fen` and `move` are for the first game, `other_fen` and `other_move` the same for the second: in its letters, and
    mirrored or with colours exchanged where that is how the games were compared. `smallest` says that there is no such
    position with fewer pieces; it is False when there was no time to find out.
    """

    fen: str
    move: Move
    other_fen: str
    other_move: Move
    allowed_by: Literal["first", "second"]
    smallest: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """The answer of `same`; true when it is yes."""

    verdict: Verdict
    reason: str
    """Why, in a sentence without a full stop."""
    difference: Difference | None = None
    """For rules that differ, a position in which they do."""
    letters: tuple[tuple[str, str], ...] = ()
    """For games that are the same, the letters of the first with those of the second."""
    mirrored: bool = False
    """Whether left and right are exchanged in the second."""
    exchanged: bool = False
    """Whether the colours are exchanged in the second, so that the other player makes the first move."""
    seconds: float = 0.0
    """How long it took to find out."""

    def __bool__(self) -> bool:
        return self.verdict == "same"


_MOST_SECONDS = 1e9


def same(
    a: Description | HasDescription,
    b: Description | HasDescription,
    *,
    piece: str | tuple[str, str] | None = None,
    seconds: float = SECONDS,
) -> Comparison:
    """Whether two games are the same or, given the letters of a piece of each, two pieces.

    A piece is written as `"K"` or, where the letters differ, as `"K=A"` or `("K", "A")`; a letter in lower case is
    black's piece. Pieces are the same when they have the same moves in every position of the board.
    """
    wanted: object = seconds
    if not isinstance(wanted, Real) or wanted <= 0 or not wanted <= _MOST_SECONDS:
        raise ValueError(f"seconds is a positive number, not {shown(seconds)}")
    began = monotonic()
    work = Deadline(seconds)
    if piece is None:
        found = _same_game(a, b, work)
    else:
        found = _same_piece(description_of(a), description_of(b), *_letters(piece), work)
    return replace(found, seconds=monotonic() - began)


# -- pieces


def _letters(piece: str | tuple[str, str]) -> tuple[str, str]:
    pair: object
    if isinstance(piece, str):
        first, sign, second = piece.partition("=")
        pair = (first, second if sign else first)
    else:
        pair = piece
    match pair:
        case (str(one), str(other)) if len(one) == len(other) == 1:
            return one, other
    given = f"`{piece}`" if isinstance(piece, str) else shown(piece)
    raise ValueError(f"a piece is a letter as `K`, or two as `K=A`, not {given}")


def _same_piece(
    a: Description, b: Description, first: str, second: str, work: Deadline
) -> Comparison:
    width, height = max(a.width, b.width), max(a.height, b.height)
    one, other = _dfa(a, first, width, height), _dfa(b, second, width, height)
    if first.isupper() != second.isupper():
        other = other.mirrored(rows=True)
    try:
        odd = difference(width, height, one, other, work)
    except OutOfWorkError:
        return Comparison("undecided", "there was not enough time to find out")
    board = f"on a board of {width}×{height}"
    if odd is None:
        return Comparison(
            "same", f"`{first}` and `{second}` have the same moves in every position {board}"
        )
    turned = first.islower()
    fen, move = _position(odd, first, width, height, flip_y=turned)
    other_fen, other_move = _position(odd, second, width, height, flip_y=turned)
    found = Difference(fen, move, other_fen, other_move, _who(odd), odd.smallest)
    who = f"`{first}` of the first game" if odd.by_first else f"`{second}` of the second game"
    return Comparison("different", f"only {who} can play `{move}` in `{fen}`", found)


def _dfa(description: Description, letter: str, width: int, height: int) -> Dfa:
    """The automaton of a piece on a board that may be larger than its own."""
    known = [piece for piece in description.pieces if piece.letter == letter.upper()]
    if not known:
        raise ValueError(f"`{description.name}` has no piece `{letter}`")
    alone = replace(
        description,
        width=width,
        height=height,
        rows=("." * width,) * height,
        pieces=(known[0],),
        goals=(),
    )
    return automata.compile(alone).get(known[0].letter, Dfa(1, frozenset(), ()))


def _who(odd: Odd) -> Literal["first", "second"]:
    return "first" if odd.by_first else "second"


def _position(
    odd: Odd, letter: str, width: int, height: int, flip_x: bool = False, flip_y: bool = False
) -> tuple[str, Move]:
    """The position line of a difference, with one letter for all pieces, and the move."""

    def square(number: int) -> Coordinates:
        y, x = divmod(number, width)
        return width - 1 - x if flip_x else x, height - 1 - y if flip_y else y

    _, opponents, own = odd.known
    held = {}
    for number in range(width * height):
        if own >> number & 1:
            held[square(number)] = letter
        elif opponents >> number & 1:
            held[square(number)] = letter.swapcase()
    rows = tuple(
        "".join(held.get((x, y), ".") for x in range(width)) for y in reversed(range(height))
    )
    move = Move(square(odd.origin), square(odd.target))
    return write_fen(rows, 0 if letter.isupper() else 1), move


# -- games


def _same_game(
    a: Description | HasDescription, b: Description | HasDescription, work: Deadline
) -> Comparison:
    one, other = form(a), form(b)
    if (one.width, one.height) != (other.width, other.height):
        sizes = f"{one.width}×{one.height} and {other.width}×{other.height}"
        return Comparison("different", f"the boards are {sizes}")
    if one.turn_limit != other.turn_limit:
        limits = f"{one.turn_limit} and {other.turn_limit}"
        return Comparison("different", f"the turn limits are {limits}")
    known: dict[tuple[Dfa, Dfa], Odd | None] = {}
    best: tuple[int, Comparison] | None = None
    for exchanged in (False, True):
        for mirrored in (False, True):
            pair = _Pair(description_of(a), description_of(b), one, other, mirrored, exchanged)
            depth, found = pair.compare(known, work)
            if found.verdict == "same":
                return found
            if best is None or depth > best[0]:
                best = depth, found
    assert best is not None
    return best[1]


class _Pair:
    """Two games, one way of laying the second on the first."""

    def __init__(
        self,
        a: Description,
        b: Description,
        one: Form,
        other: Form,
        mirrored: bool,
        exchanged: bool,
    ) -> None:
        self.a, self.b = a, b
        self.mirrored, self.exchanged = mirrored, exchanged
        self.width, self.height = one.width, one.height
        self.one, self.other = one, other.changed(mirrored, exchanged)

    def compare(
        self, known: dict[tuple[Dfa, Dfa], Odd | None], work: Deadline
    ) -> tuple[int, Comparison]:
        """How much agrees, and the answer."""
        mine, theirs = _by_square(self.one), _by_square(self.other)
        places = {square: piece.white for square, piece in mine.items()}
        if places != {square: piece.white for square, piece in theirs.items()}:
            return 0, Comparison("different", "the pieces are on other squares at first")
        if _losing(self.one) != _losing(self.other):
            return 1, Comparison("different", "a player loses by the capture of other pieces")
        if any(mine[at].goal_squares != theirs[at].goal_squares for at in mine):
            return 2, Comparison(
                "different", "a player wins on other squares, or with other pieces"
            )
        undecided = False
        for at in mine:
            key = mine[at].dfa, theirs[at].dfa
            try:
                if key not in known:
                    known[key] = difference(self.width, self.height, *key, work)
            except OutOfWorkError:
                undecided = True
                continue
            odd = known[key]
            if odd is not None:
                return 3, self._different(at, odd)
        if undecided:
            return 4, Comparison("undecided", "there was not enough time to find out")
        return 5, self._same()

    def _letters_at(self, at: Coordinates) -> tuple[str, str]:
        x, y = at
        there = (
            self.width - 1 - x if self.mirrored else x,
            self.height - 1 - y if self.exchanged else y,
        )
        return self.a.at(x, y), self.b.at(*there)

    def _different(self, at: Coordinates, odd: Odd) -> Comparison:
        first, second = self._letters_at(at)
        size = self.width, self.height
        fen, move = _position(odd, first, *size, flip_y=first.islower())
        other_fen, other_move = _position(
            odd, second, *size, flip_x=self.mirrored, flip_y=second.islower()
        )
        found = Difference(fen, move, other_fen, other_move, _who(odd), odd.smallest)
        who = "first" if odd.by_first else "second"
        reason = (
            f"`{first}` of the first game and `{second}` of the second differ: "
            f"only the {who} can play `{move}` in `{fen}`"
        )
        return Comparison("different", reason, found)

    def _same(self) -> Comparison:
        letters = tuple(dict.fromkeys(map(self._letters_at, _by_square(self.one))))
        reason = "the games are the same"
        if any(x != y for x, y in letters):
            reason += ", with other letters"
        if self.mirrored:
            reason += ", with left and right exchanged"
        if self.exchanged:
            reason += ", with the colours exchanged: the other player makes the first move"
        return Comparison("same", reason, None, letters, self.mirrored, self.exchanged)


def _by_square(game: Form) -> dict[Coordinates, FormPiece]:
    return {square: piece for piece in game.pieces for square in piece.squares}


def _losing(game: Form) -> set[tuple[bool, tuple[Coordinates, ...], int]]:
    return {
        (piece.white, piece.squares, piece.losing_count)
        for piece in game.pieces
        if piece.losing_count is not None
    }
