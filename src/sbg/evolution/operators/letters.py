"""The control condition: letters of rules changed at random, as in a text that nobody understands."""

from __future__ import annotations

from dataclasses import replace

from sbg.evolution.draw import Draw
from sbg.model import Concat, Description, Letter, Piece, Power, Regexp, Sum
from sbg.model.regexp import concat, letters, sum_of


def letter_mutation(description: Description, draw: Draw) -> tuple[Description, str] | None:
    """One letter of one rule changed, left out, or added as an alternative; None if nothing can be."""
    moving = [piece for piece in description.pieces if piece.rule is not None]
    if not moving:
        return None
    piece = draw.pick(moving)
    assert piece.rule is not None
    how = draw.weighted({"change": 6.0, "add": 2.0, "remove": 2.0})
    found = list(letters(piece.rule))
    number = draw.below(len(found))
    if how == "add":
        rule: Regexp | None = sum_of([piece.rule, _drawn(description, draw)])
    else:
        new = _near(found[number], description, draw) if how == "change" else None
        rule, _ = _replaced(piece.rule, number, new)
    if rule is None or rule == piece.rule:
        return None
    pieces = tuple(Piece(p.letter, rule) if p == piece else p for p in description.pieces)
    return replace(description, pieces=pieces), f"{piece.letter}: a letter {_DONE[how]}"


_DONE = {"change": "changed", "add": "added", "remove": "removed"}


def _drawn(description: Description, draw: Draw) -> Letter:
    reach_x, reach_y = min(3, description.width) - 1, min(3, description.height) - 1
    while True:
        x, y = draw.between(-reach_x, reach_x), draw.between(-reach_y, reach_y)
        if x or y:
            return Letter(x, y, draw.pick("eepp"))


def _near(letter: Letter, description: Description, draw: Draw) -> Letter:
    """A letter that differs in one of its three parts."""
    part = draw.below(3)
    if part == 2:
        return replace(letter, on=draw.pick([on for on in "epw" if on != letter.on]))
    step = draw.pick((-1, 1))
    size = description.height if part else description.width
    value = (letter.dy if part else letter.dx) + step
    if abs(value) >= size:
        value -= 2 * step
    return replace(letter, dy=value) if part else replace(letter, dx=value)


def _replaced(rule: Regexp, number: int, new: Letter | None) -> tuple[Regexp | None, int]:
    """A rule with letter `number` replaced, or left out; and how many letters it had."""
    if isinstance(rule, Letter):
        return (new if number == 0 else rule), 1
    if isinstance(rule, Power):
        body, size = _replaced(rule.body, number, new)
        return (None if body is None else Power(body, rule.count)), size
    parts: list[Regexp] = []
    seen = 0
    for part in rule.parts:
        found, size = _replaced(part, number - seen, new)
        seen += size
        if found is not None:
            parts.append(found)
    if not parts:
        return None, seen
    if isinstance(rule, Concat):
        return concat(parts), seen
    assert isinstance(rule, Sum)
    return sum_of(parts), seen
