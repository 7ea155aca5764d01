"""Translates the goals of a game into Fairy-Stockfish's: extinction, flags, and stalemate.

Extinction has one count for all types and both colours. Pieces in hand, which can never be dropped, make up for
different counts: they count as well.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from sbg.language.model import Colour, Coordinates
from sbg.translation.fairy.pieces import Side
from sbg.translation.fairy.reasons import Reasons
from sbg.translation.fitting.form import Form

_COLOURS: tuple[Colour, Colour] = ("white", "black")


@dataclass(slots=True)
class Ends:
    """What ends a variant. Letters are those of the game, in lower case for black.

    `extinct` gives for each letter the count at which its owner loses. `flags` gives for each colour the letter and the
    squares, with "*" for any piece.
    """

    extinct: dict[str, int] = field(default_factory=dict)
    flags: dict[Colour, tuple[str, frozenset[Coordinates]]] = field(default_factory=dict)
    passes: tuple[Colour, ...] = ()

    def hand(self, names: dict[str, str]) -> str:
        """The pieces in hand that bring every type of both colours to the same count."""
        if not self.extinct:
            return ""
        most = max(self.extinct.values())
        counts = {
            _coloured(names[letter], letter.isupper()): count
            for letter, count in self.extinct.items()
        }
        found = ""
        for name in self._types(names):
            for piece in (name.upper(), name):
                # A piece that may be extinct is always there once more than the count.
                found += piece * (most - counts.get(piece, -1))
        return found

    def _types(self, names: dict[str, str]) -> list[str]:
        return list(dict.fromkeys(names[letter] for letter in self.extinct))

    def lines(
        self, names: dict[str, str], region: Callable[[Collection[Coordinates]], str]
    ) -> list[str]:
        """The lines of the variant."""
        lines = []
        if self.extinct:
            lines += [
                "extinctionValue = loss",
                f"extinctionPieceTypes = {''.join(self._types(names))}",
            ]
            most = max(self.extinct.values())
            if most:
                lines.append(f"extinctionPieceCount = {most}")
        for colour, (letter, squares) in self.flags.items():
            name = letter if letter == "*" else names[letter]
            lines.append(f"flagPiece{colour.capitalize()} = {name}")
            lines.append(f"flagRegion{colour.capitalize()} = {region(squares)}")
        if len(self.passes) == 2:
            lines.append("wallOrMove = true")
        else:
            lines += [f"pass{colour.capitalize()} = true" for colour in self.passes]
        return lines


def _coloured(name: str, white: bool) -> str:
    return name.upper() if white else name


def ends(form: Form, sides: Collection[Side], reasons: Reasons) -> Ends:
    """The ends of the game, as far as the program has them; what it has not is added to the reasons."""
    result = Ends()
    for one in sides:
        if one.piece.losing_counts:
            result.extinct[one.piece.letter] = max(one.piece.losing_counts)
    for colour in _COLOURS:
        own = [one for one in sides if one.piece.colour == colour]
        _flags(own, colour, result, reasons, form)
        _passes(own, colour, result, reasons)
    return result


def _entered(one: Side, form: Form) -> set[Coordinates]:
    """The squares to which a piece can move."""
    return {
        (x + walk.target[0], y + walk.target[1])
        for x, y in one.squares
        for walk in one.walks
        if walk.fits((x, y), form.width, form.height)
    }


def _flags(
    own: Collection[Side], colour: Colour, result: Ends, reasons: Reasons, form: Form
) -> None:
    goals = {
        one.piece.letter: one.piece.goal_squares & _entered(one, form)
        for one in own
        if one.piece.goal_squares
    }
    goals = {letter: squares for letter, squares in goals.items() if squares}
    if not goals:
        return
    watched = [one for one in own if one.piece.letter in goals]
    starts = [one for one in watched if goals[one.piece.letter] & set(one.piece.start)]
    for one in starts:
        reasons.starts_on_goal(one, goals[one.piece.letter] & set(one.piece.start))
    if len(goals) == 1:
        ((letter, squares),) = goals.items()
        result.flags[colour] = letter, frozenset(squares)
        return
    every = frozenset(square for squares in goals.values() for square in squares)
    if all(every & one.squares <= goals.get(one.piece.letter, set()) for one in own):
        result.flags[colour] = "*", every
    else:
        reasons.several_flags(watched)


def _passes(own: Collection[Side], colour: Colour, result: Ends, reasons: Reasons) -> None:
    """A move that stays on its square is a pass of the player, if one piece can always make it."""
    staying = [one for one in own if one.stays]
    if not staying:
        return
    one = staying[0]
    always = set(one.found.stays) == one.squares and any(
        walk.target == (0, 0) and not walk.contents for walk in one.walks
    )
    if (
        len(staying) == 1
        and len(one.piece.start) == 1
        and 0 in one.piece.losing_counts
        and always
        and not one.piece.goal_squares & set(one.piece.start)
    ):
        result.passes = (*result.passes, colour)
    else:
        reasons.stays(one)
