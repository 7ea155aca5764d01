"""Generates games of Pell's Metagame class, as far as the language can express them.

A movement is a step, the symmetries that it is closed under, and a type: leaper, rider or hopper. Captures are drawn
apart from moves. The parameters are those of `styles/metagame.toml`.
"""

from __future__ import annotations

from sbg.language.model import CountGoal, Goal, SquareGoal
from sbg.moves.shapes import LEAP, Family, Leg, Shape, ride
from sbg.study.evolve.draw import Draw
from sbg.study.evolve.genome import Gene, Genome, Symmetry
from sbg.study.evolve.styles import Style

LETTERS = "ABCDEFGHIJKLMNOPQRST"
_LIMIT = 200


def metagame(style: Style, draw: Draw, board: tuple[int, int] | None) -> Genome:
    """A symmetric chess-like game."""
    side = int(style.number(draw, "board", "side"))
    width, height = board or (side, int(style.number(draw, "board", "side")))
    inversion = style.pick(draw, "board", "inversion")
    symmetry: Symmetry = "rotate" if inversion == "rotate" else "reflect"
    crowding = style.number(draw, "board", "crowding")
    rows = max(1, min((height - 1) // 2, round(crowding * height / 2)))
    share = style.number(draw, "board", "row_crowding")
    squares = [
        (x, y) for y in range(rows) for x in draw.shuffled(range(width))[: round(share * width)]
    ]
    variety = style.number(draw, "board", "variety")
    kinds = max(1, min(len(LETTERS), width, round(variety * len(squares))))
    letters = LETTERS[:kinds]
    pieces = tuple((letter, _piece(style, draw, width, height)) for letter in letters)
    places = draw.shuffled(squares)
    genome = Genome(width, height, symmetry, pieces, ("." * width,) * height, (), _LIMIT).placed(
        (x, y, letters[n % kinds]) for n, (x, y) in enumerate(places)
    )
    goals = _goals(style, draw, genome)
    return Genome(width, height, symmetry, pieces, genome.army, goals, _LIMIT)


def _piece(style: Style, draw: Draw, width: int, height: int) -> Gene:
    families = _movements(style, draw, "more_moves", "e", width, height)
    families += _movements(style, draw, "more_captures", "p", width, height)
    return Gene.made(*families)


def _movements(
    style: Style, draw: Draw, more: str, mode: str, width: int, height: int
) -> list[Family]:
    found = [_movement(style, draw, mode, width, height)]
    while len(found) < 3 and style.happens(draw, "moves", more):
        found.append(_movement(style, draw, mode, width, height))
    return found


def _movement(style: Style, draw: Draw, mode: str, width: int, height: int) -> Family:
    """One movement; it is drawn again until it fits the board."""
    while True:
        low, high = style.tables["moves"]["locality"]
        locality = low + (high - low) * draw.fraction()
        most_x, most_y = (max(1, round(locality * (size - 1))) for size in (width, height))
        kind = style.pick(draw, "moves", "type")
        if kind != "leaper":
            most_x = most_y = 1
        x, y = draw.between(-most_x, most_x), draw.between(-most_y, most_y)
        if (x, y) == (0, 0):
            continue  # a zero leaper moves nowhere
        directions = {(x, y)}
        if style.happens(draw, "moves", "rotation"):
            directions |= {(-b, a) for a, b in directions} | {(-a, -b) for a, b in directions}
            directions |= {(-b, a) for a, b in directions}
        if style.happens(draw, "moves", "forward"):
            directions |= {(a, -b) for a, b in directions}
        if style.happens(draw, "moves", "side"):
            directions |= {(-a, b) for a, b in directions}
        reach = max(2, round(locality * max(width, height)))
        shape = LEAP if kind == "leaper" else ride(reach)
        if kind == "hopper":
            shape = _hopper(style, draw)
            if shape.least >= min(width, height):
                continue
        return Family(tuple(directions), shape, mode)


def _hopper(style: Style, draw: Draw) -> Shape:
    """Empty squares, pieces that are hopped over, empty squares; each part may be constrained in number."""
    hurdle = style.pick(draw, "moves", "hurdle")
    parts = (
        _part(style, draw, "e", 0),
        _part(style, draw, hurdle, 1),
        _part(style, draw, "e", 0),
    )
    return Shape(tuple(leg for leg in parts if leg.high != 0))


def _part(style: Style, draw: Draw, on: str, least: int) -> Leg:
    if not style.happens(draw, "moves", "constrained"):
        return Leg(on, least, None)
    number = draw.between(least, 2)
    how = style.pick(draw, "moves", "comparison")
    if how == "at least":
        return Leg(on, number, None)
    return Leg(on, number if how == "equal" else least, number)


def _goals(style: Style, draw: Draw, genome: Genome) -> tuple[Goal, ...]:
    """One goal at least, none of them twice: a piece to be eradicated, or pieces that arrive on a square."""
    goals: dict[Goal, None] = {}
    letters = [letter for letter in genome.letters if genome.count(letter)]
    kinds = {kind: float(style.tables["goals"][kind]) for kind in ("eradicate", "arrive")}
    empty = [
        (x, y)
        for y, row in enumerate(reversed(genome.rows))
        for x, letter in enumerate(row)
        if letter == "."
    ]
    while not goals or (len(goals) < len(letters) and style.happens(draw, "goals", "more")):
        if draw.weighted(kinds) == "eradicate":
            goals[CountGoal(draw.pick(letters), 0)] = None
            continue
        square = draw.pick(empty)
        for letter in _arriving(style, draw, letters):
            goals[SquareGoal(letter, (square,))] = None
    return tuple(goals)


def _arriving(style: Style, draw: Draw, letters: list[str]) -> list[str]:
    """The pieces of a goal of arrival: one, several, or any."""
    if style.happens(draw, "goals", "any_piece"):
        return letters
    found = [draw.pick(letters)]
    while len(found) < len(letters) and style.happens(draw, "goals", "more_pieces"):
        found.append(draw.pick(letters))
    return found
