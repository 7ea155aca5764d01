"""`sbg.generate`: makes a new game in a style; equal seeds give equal games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sbg.base.bounds import MAX_SEED
from sbg.base.errors import shown
from sbg.base.numbers import whole
from sbg.engine import Game, playouts
from sbg.study.evolve.armies import armies
from sbg.study.evolve.birth import StillbornError, delivered
from sbg.study.evolve.draw import Draw
from sbg.study.evolve.genome import Genome
from sbg.study.evolve.hunt import hunt
from sbg.study.evolve.metagame import metagame
from sbg.study.evolve.naming import lettered, most_words
from sbg.study.evolve.repair import repaired
from sbg.study.evolve.styles import Style, StyleError, style

SIDES = 3, 20
"""The least and the greatest side of a board on which games are generated."""
_ATTEMPTS = 500
"""How often a game is drawn again that has flaws; none has ever needed so many."""
_LENGTH_GAMES = 100
LIMITS = 60, 300

_GENERATORS: dict[str, Callable[[Style, Draw, tuple[int, int] | None], Genome]] = {
    "armies": armies,
    "hunt": hunt,
    "metagame": metagame,
}


def generate(style: str = "chess", *, seed: int = 0, board: tuple[int, int] | None = None) -> Game:
    """A new game in a style; equal arguments give equal games.

    It has no warnings, both players can move, and it is not over at once. Its text has the rules in English, the style
    and the seed as comments. `board` is (width, height), each from 3 to 20. StyleError if there is no such style.
    """
    table = named_style(style)
    sides = checked_board(board)
    number = whole(seed, "seed", 0, MAX_SEED)
    for attempt in range(_ATTEMPTS):
        try:
            return newborn(table, number, sides, attempt)
        except StillbornError:
            continue
    where = "" if sides is None else f" on a board of {sides[0]}×{sides[1]}"
    raise StyleError(f"no game of the style {table.name} was found{where}")


def newborn(table: Style, seed: int, board: tuple[int, int] | None, attempt: int = 0) -> Game:
    """One attempt at a game; StillbornError if it has flaws."""
    draw = Draw("generate", table.name, seed, *(board or ()), attempt)
    drawn = repaired(_GENERATORS[table.generator](table, draw, board))
    if drawn is None:
        raise StillbornError("too little of it is left on this board")
    captures = any("p" in family.mode for _, gene in drawn.pieces for family in gene.families)
    if not captures and table.generator != "hunt":
        raise StillbornError("no piece can capture")
    if most_words(drawn) > table.words:
        raise StillbornError(f"a piece needs {most_words(drawn)} words")
    genome = lettered(drawn)
    genome = replace(genome, limit=fitting_limit(genome))
    size = "" if board is None else f" --board {board[0]}x{board[1]}"
    return delivered(genome, [f"Made by: sbg generate --style {table.name}{size} --seed {seed}"])


def fitting_limit(genome: Genome) -> int:
    """A turn limit of three times the mean length of random games, from 60 to 300 plies, in tens."""
    low, high = LIMITS
    open_end = replace(genome, limit=high).to_game()
    if not open_end.start.moves:
        return low
    played = playouts(open_end, _LENGTH_GAMES)
    return min(high, max(low, 10 * round(0.3 * played.plies / _LENGTH_GAMES)))


def named_style(name: str) -> Style:
    """The style of a name; StyleError if there is none."""
    return style(name)


def checked_board(board: tuple[int, int] | None) -> tuple[int, int] | None:
    """A board as it was asked for; StyleError if games cannot be generated on it."""
    if board is None:
        return None
    low, high = SIDES
    pair: object = board
    match pair:
        case (int(width), int(height)) if low <= width <= high and low <= height <= high:
            return width, height
    raise StyleError(f"a board is (width, height), each from {low} to {high}, not {shown(board)}")
