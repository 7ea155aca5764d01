"""Mutations of whole pieces, of the army, and of the board."""

from __future__ import annotations

from dataclasses import replace

from sbg.language.model import CountGoal, Goal, SquareGoal
from sbg.study.evolve.draw import Draw
from sbg.study.evolve.genome import Genome
from sbg.study.evolve.known import KNOWN, known
from sbg.study.evolve.operators.change import Change, Operator

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BOARDS = 3, 16
"""The least and the greatest side that a change of the board may lead to."""

# --- pieces


def replaced(genome: Genome, draw: Draw) -> Change | None:
    """A piece becomes a known one."""
    letter = draw.pick(genome.letters)
    name = draw.pick(KNOWN)
    gene = known(name, genome.width, genome.height)
    if gene == genome.gene(letter):
        return None
    return Change(genome.with_gene(letter, gene), f"{letter} becomes a {name}")


def union(genome: Genome, draw: Draw) -> Change | None:
    """A piece gets all moves of another one as well."""
    if len(genome.pieces) < 2:
        return None
    (to, gene), (other, source) = draw.shuffled(genome.pieces)[:2]
    both = gene.with_families([*gene.families, *source.families])
    if both == gene:
        return None
    return Change(genome.with_gene(to, both), f"{to} also moves as {other}")


def exchange(genome: Genome, draw: Draw) -> Change | None:
    """Two pieces exchange their moves."""
    if len(genome.pieces) < 2:
        return None
    (one, first), (two, second) = draw.shuffled(genome.pieces)[:2]
    changed = genome.with_gene(one, second).with_gene(two, first)
    return Change(changed, f"{one} and {two} exchange their moves")


def fresh(genome: Genome, draw: Draw) -> Change | None:
    """One piece on the board becomes a new kind, which is known elsewhere."""
    free = [letter for letter in LETTERS if letter not in genome.letters]
    places = list(genome.squares())
    if not free or not places or len(genome.pieces) > 8:
        return None
    x, y, old = draw.pick(places)
    name = draw.pick(KNOWN)
    letter = free[0]
    shown = letter if old.isupper() else letter.lower()
    changed = genome.with_gene(letter, known(name, genome.width, genome.height))
    return Change(changed.placed([(x, y, shown)]), f"a new piece, a {name}")


# --- army


def swap(genome: Genome, draw: Draw) -> Change | None:
    """Two pieces of one player exchange their squares."""
    places = list(genome.squares())
    x, y, one = draw.pick(places)
    others = [place for place in places if place[2] != one and place[2].isupper() == one.isupper()]
    if not others:
        return None
    u, v, two = draw.pick(others)
    return Change(genome.placed([(x, y, two), (u, v, one)]), f"{one} and {two} exchange squares")


def move(genome: Genome, draw: Draw) -> Change | None:
    """A piece begins on another square."""
    x, y, letter = draw.pick(list(genome.squares()))
    near = [(u, v) for u, v in _free(genome) if abs(u - x) <= 1 and abs(v - y) <= 1]
    if not near:
        return None
    u, v = draw.pick(near)
    return Change(genome.placed([(x, y, "."), (u, v, letter)]), f"{letter} begins elsewhere")


def more(genome: Genome, draw: Draw) -> Change | None:
    """One more piece."""
    free = _free(genome)
    if not free:
        return None
    _, y, letter = draw.pick(list(genome.squares()))
    same = [place for place in free if place[1] == y] or free
    u, v = draw.pick(same)
    return Change(genome.placed([(u, v, letter)]), f"one more {letter}")


def fewer(genome: Genome, draw: Draw) -> Change | None:
    """One piece less."""
    places = list(genome.squares())
    if len(places) < 3:
        return None
    x, y, letter = draw.pick(places)
    return Change(genome.placed([(x, y, ".")]), f"one {letter} less")


def thin(genome: Genome, draw: Draw) -> Change | None:
    """Every second piece of a row goes."""
    rows = sorted({y for _, y, _ in genome.squares()})
    y = draw.pick(rows)
    row = [(x, y, ".") for x, v, _ in genome.squares() if v == y]
    gone = row[draw.below(2) :: 2]
    if len(row) < 3 or not gone:
        return None
    return Change(genome.placed(gone), f"row {y + 1} is thinned out")


def _free(genome: Genome) -> list[tuple[int, int]]:
    """The empty squares of the own half of a symmetric game, or of the whole board."""
    rows = genome.rows
    high = genome.height if genome.symmetry == "none" else genome.height // 2
    return [
        (x, y)
        for y in range(high)
        for x in range(genome.width)
        if rows[genome.height - 1 - y][x] == "."
    ]


# --- board


def wider(genome: Genome, draw: Draw) -> Change | None:
    """One file more, a copy of the one beside it."""
    if genome.width >= BOARDS[1]:
        return None
    at = draw.below(genome.width)
    army = tuple(row[: at + 1] + row[at] + row[at + 1 :] for row in genome.army)
    return _resized(genome, genome.width + 1, genome.height, army, "one file more")


def narrower(genome: Genome, draw: Draw) -> Change | None:
    """One file less."""
    if genome.width <= BOARDS[0]:
        return None
    at = draw.below(genome.width)
    army = tuple(row[:at] + row[at + 1 :] for row in genome.army)
    return _resized(genome, genome.width - 1, genome.height, army, "one file less")


def taller(genome: Genome, draw: Draw) -> Change | None:
    """One empty row more in the middle."""
    if genome.height >= BOARDS[1]:
        return None
    middle = genome.height // 2
    empty = "." * genome.width
    army = (*genome.army[:middle], empty, *genome.army[middle:])
    return _resized(genome, genome.width, genome.height + 1, army, "one row more")


def lower(genome: Genome, draw: Draw) -> Change | None:
    """One empty row less."""
    rows = genome.rows
    empty = [y for y, row in enumerate(rows) if not row.strip(".")]
    if genome.height <= BOARDS[0] or len(empty) < 2:
        return None
    gone = empty[len(empty) // 2]
    army = genome.army[:gone] + genome.army[gone + 1 :]
    return _resized(genome, genome.width, genome.height - 1, army, "one row less")


def _resized(
    genome: Genome, width: int, height: int, army: tuple[str, ...], what: str
) -> Change | None:
    """The genome on another board; goal squares at an edge stay there, and rows that were full stay full."""

    def moved(x: int, y: int) -> tuple[int, int]:
        return (
            width - 1 if x == genome.width - 1 else min(x, width - 1),
            height - 1 if y == genome.height - 1 else min(y, height - 1),
        )

    goals: list[Goal] = []
    for goal in genome.goals:
        if isinstance(goal, CountGoal):
            goals.append(goal)
            continue
        squares = {moved(x, y) for x, y in goal.squares}
        for y in {y for _, y in goal.squares}:
            if sum(v == y for _, v in goal.squares) == genome.width:
                squares |= {(x, moved(0, y)[1]) for x in range(width)}
        goals.append(SquareGoal(goal.piece, tuple(sorted(squares))))
    changed = replace(genome, width=width, height=height, army=army, goals=tuple(goals))
    return Change(changed, what)


PIECES: dict[str, Operator] = {
    "replace": replaced,
    "union": union,
    "exchange": exchange,
    "new-piece": fresh,
}
ARMY: dict[str, Operator] = {"swap": swap, "move": move, "more": more, "fewer": fewer, "thin": thin}
BOARD: dict[str, Operator] = {
    "wider": wider,
    "narrower": narrower,
    "taller": taller,
    "lower": lower,
}
