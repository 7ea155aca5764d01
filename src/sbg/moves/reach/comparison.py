"""`sbg.same`: whether two games or pieces are the same, or a position in which they differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import monotonic
from typing import Literal, TypeAlias

from sbg.base.errors import shown
from sbg.base.numbers import positive
from sbg.language.model import AnyGame, Coordinates, Description, Move, description_of
from sbg.language.model.notation import write_fen
from sbg.moves import automata
from sbg.moves.automata import Dfa
from sbg.moves.automata.relaxation import OutOfWorkError
from sbg.moves.reach.armies import Armies
from sbg.moves.reach.difference import Deadline, Odd, Within, difference
from sbg.moves.reach.forms import Form, FormPiece, form
from sbg.moves.reach.walks import upside_down

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
    differences: tuple[Comparison, ...] = ()
    """If all were asked for, everything in which the games differ, or may differ, each as a comparison of its own."""

    def __bool__(self) -> bool:
        return self.verdict == "same"


_MOST_SECONDS = 1e9


def same(
    a: AnyGame,
    b: AnyGame,
    *,
    piece: str | tuple[str, str] | None = None,
    seconds: float = SECONDS,
    rules_only: bool = False,
    reachable: bool = False,
    every: bool = False,
) -> Comparison:
    """Whether two games are the same or, given the letters of a piece of each, two pieces.

    A piece is written as `"K"` or, where the letters differ, as `"K=A"` or `("K", "A")`; a letter in lower case is
    black's piece. Pieces are the same when they have the same moves in every position of the board. With `rules_only`
    turn limits are not compared. With `reachable` only positions count in which each piece is on a square that it may
    ever come to. `every` asks for all differences instead of one.
    """
    seconds = positive(seconds, "seconds", _MOST_SECONDS)
    for name, flag in (("rules_only", rules_only), ("reachable", reachable), ("every", every)):
        if type(flag) is not bool:
            raise TypeError(f"{name} is True or False, not {shown(flag)}")
    began = monotonic()
    work = Deadline(seconds)
    if piece is None:
        found = _same_game(a, b, work, rules_only, reachable, every)
    else:
        letters = _letters(piece)
        found = _same_piece(description_of(a), description_of(b), *letters, work, reachable)
    return replace(found, seconds=monotonic() - began)


class _Places:
    """Where the pieces of a game can ever be while it goes on, each by itself."""

    def __init__(self, description: Description) -> None:
        self.width, self.height = description.width, description.height
        self.armies = Armies(description, automata.compile(description))

    def within(self, letter: str) -> Within:
        """The boards on which a piece may move, as its player sees them."""
        white = letter.isupper()
        armies = self.armies
        origins, theirs, ours = (
            one if white else upside_down(one, self.width, self.height)
            for one in (armies.stands(letter), armies.stand(not white), armies.stand(white))
        )
        return Within(origins, (armies.everywhere, theirs, ours))

    def ends(self, letter: str, square: Coordinates) -> bool:
        """Whether a move of a piece can end on a square."""
        return bool(self.armies.ends(letter) >> square[1] * self.width + square[0] & 1)


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
    a: Description, b: Description, first: str, second: str, work: Deadline, reachable: bool
) -> Comparison:
    width, height = max(a.width, b.width), max(a.height, b.height)
    if reachable and (a.width, a.height) != (b.width, b.height):
        raise ValueError("where pieces can be is compared on boards of one size")
    one, other = _dfa(a, first, width, height), _dfa(b, second, width, height)
    if first.isupper() != second.isupper():
        other = other.mirrored(rows=True)
    try:
        within = _Places(a).within(first) if reachable else None
        odd = difference(width, height, one, other, work, within)
    except OutOfWorkError:
        return Comparison("undecided", "there was not enough time to find out")
    board = f"on a board of {width}×{height}"
    if odd is None:
        where = "wherever they can be" if reachable else "in every position"
        return Comparison("same", f"`{first}` and `{second}` have the same moves {where} {board}")
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
    a: AnyGame,
    b: AnyGame,
    work: Deadline,
    rules_only: bool,
    reachable: bool,
    every: bool,
) -> Comparison:
    one, other = form(a), form(b)
    if (one.width, one.height) != (other.width, other.height):
        sizes = f"{one.width}×{one.height} and {other.width}×{other.height}"
        return _several([Comparison("different", f"the boards are {sizes}")], every)
    limits = []
    if one.turn_limit != other.turn_limit and not rules_only:
        reason = f"the turn limits are {one.turn_limit} and {other.turn_limit}"
        limits = [Comparison("different", reason)]
        if not every:
            return limits[0]
    first, second = description_of(a), description_of(b)
    places = _Places(first) if reachable else None
    known: _Known = {}
    best: tuple[int, Comparison] | None = None
    for exchanged in (False, True):
        for mirrored in (False, True):
            pair = _Pair(first, second, one, other, mirrored, exchanged, places)
            depth, found = pair.compare(known, work, limits, every)
            if found.verdict == "same":
                return found
            if best is None or depth > best[0]:
                best = depth, found
    assert best is not None
    return best[1]


_Known: TypeAlias = dict[tuple[Dfa, Dfa, str], Odd | None]


def _several(found: list[Comparison], every: bool) -> Comparison:
    """What differs as one comparison, by the first that does for certain."""
    first = next((one for one in found if one.verdict == "different"), found[0])
    return replace(first, differences=tuple(found)) if every else first


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
        places: _Places | None,
    ) -> None:
        self.a, self.b, self.places = a, b, places
        self.mirrored, self.exchanged = mirrored, exchanged
        self.width, self.height = one.width, one.height
        self.one, self.other = one, other.changed(mirrored, exchanged)

    def compare(
        self, known: _Known, work: Deadline, limits: list[Comparison], every: bool
    ) -> tuple[int, Comparison]:
        """How much agrees, and the answer."""
        found = list(limits)
        depth = 5
        for stage, one in self._differences(known, work, every):
            depth = min(depth, stage)
            found.append(one)
            if one.verdict == "different" and not every:
                break
        return depth, _several(found, every) if found else self._same()

    def _differences(
        self, known: _Known, work: Deadline, every: bool
    ) -> Iterator[tuple[int, Comparison]]:
        """All that differs, with how much agreed before."""
        mine, theirs = _by_square(self.one), _by_square(self.other)
        places = {square: piece.white for square, piece in mine.items()}
        others = {square: piece.white for square, piece in theirs.items()}
        if places != others:
            yield 0, Comparison("different", "the pieces are on other squares at first")
        if _losing(self.one) != _losing(self.other):
            yield 1, Comparison("different", "a player loses by the capture of other pieces")
        both = [at for at, white in places.items() if others.get(at) == white]
        seen: set[tuple[str, str]] = set()
        for at in both:
            letters = self._letters_at(at)
            if self._goals(at, mine[at]) != self._goals(at, theirs[at]) and letters not in seen:
                seen.add(letters)
                reason = "a player wins on other squares, or with other pieces"
                if every:
                    which = f"`{letters[0]}` of the first game and `{letters[1]}` of the second"
                    reason = f"{which} win on other squares"
                yield 2, Comparison("different", reason)
        done = set()
        for at in both:
            letter = self.a.at(*at) if self.places else ""
            key = mine[at].dfa, theirs[at].dfa, letter
            if key in done:
                continue
            done.add(key)
            try:
                if key not in known:
                    within = self.places.within(letter) if self.places else None
                    known[key] = difference(self.width, self.height, *key[:2], work, within)
            except OutOfWorkError:
                yield 4, Comparison("undecided", "there was not enough time to find out")
                continue
            odd = known[key]
            if odd is not None:
                yield 3, self._different(at, odd)

    def _goals(self, at: Coordinates, piece: FormPiece) -> list[Coordinates]:
        """The squares on which a piece wins, if it can come there."""
        letter = self.a.at(*at)
        return [
            square
            for square in piece.goal_squares
            if self.places is None or self.places.ends(letter, square)
        ]

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
        if self.places is not None:
            reason += " wherever their pieces can be"
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
