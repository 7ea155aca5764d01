"""Repairs a genome so that its game is playable: moves fit the board, goals can be met.

`repaired` changes as little as it can and gives None where nothing helps; `over_at_once` and `warnings` say what is
wrong with a game nevertheless.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from sbg import pipeline
from sbg.engine import Game, ends, perft
from sbg.language.model import CountGoal, Goal, SquareGoal
from sbg.language.syntax import Source
from sbg.moves import automata
from sbg.moves.automata import Dfa
from sbg.moves.reach.armies import Armies
from sbg.moves.shapes import Family
from sbg.study.evolve.genome import Gene, Genome, compiled

MOST_FAMILIES = 6
"""Families of one piece: who would remember more?"""
MOST_PIECES = 20
"""Kinds of pieces in a game."""
_MANY = 1_000
"""Moves of the initial position beyond which replies are not looked at: there are too many of them."""


def repaired(genome: Genome) -> Genome | None:
    """A genome whose parts all do something; None if too little is left for a game."""
    found = _fitted(genome)
    while found is not None:
        before = found
        found = _with_useful_goals(_merged(_present(found)))
        if found == before:
            break
    if found is None or not 0 < len(found.pieces) <= MOST_PIECES:
        return None
    if any(len(gene.families) > MOST_FAMILIES for _, gene in found.pieces):
        return None
    both = "".join(found.rows)
    return found if both.upper() != both and both.lower() != both else None


def over_at_once(game: Game) -> str | None:
    """Why a game ends too soon, if it does."""
    moves = len(game.start.moves)
    if not moves:
        return "White cannot move"
    found = ends(game, 2 if moves <= _MANY else 1, threads=1)
    if found[1].white or found[1].black == moves:
        return "the first move can end the game"
    if len(found) == 2:
        return None
    second = found[2]
    if 2 * second.black >= moves or second.white == perft(game, 2):
        return "the second move can end the game"
    return None


def warnings(text: str) -> list[str]:
    """The warnings about a text, each as its code and its message; a leap over pieces is meant here."""
    found = pipeline.diagnose(Source("<text>", text))
    return [f"{one.code}: {one.message}" for one in found if one.code != "SBG418"]


# --- moves that fit


def _fitted(genome: Genome) -> Genome | None:
    """The genome with the moves that its board has room for, each piece again as families."""
    clipped = replace(
        genome, pieces=tuple((letter, _clipped(gene, genome)) for letter, gene in genome.pieces)
    )
    try:
        dfas = clipped.automata
    except (ValueError, automata.TooLarge):
        return None
    genes: list[tuple[str, Gene]] = []
    for letter, given in clipped.pieces:
        gene = _gene(dfas[letter]) if letter in dfas else Gene()
        if gene.wild and not given.wild:  # families that overlap: as they were drawn they say more
            gene = given
        genes.append((letter, gene))
    return replace(genome, pieces=tuple(genes))


@lru_cache(maxsize=4096)
def _gene(dfa: Dfa) -> Gene:
    gene = Gene.of(dfa)
    still = [family for family in gene.families if not family.mode]
    return gene.with_families(f for f in gene.families if f not in still) if still else gene


def _clipped(gene: Gene, genome: Genome) -> Gene:
    width, height = genome.width, genome.height
    families: list[Family] = []
    for family in gene.families:
        region = family.region
        if region and (abs(region.dx) >= width or abs(region.dy) >= height):
            continue
        fit = tuple(d for d in family.directions if abs(d[0]) < width and abs(d[1]) < height)
        if fit:
            one = replace(family, directions=fit)
            if compiled(Gene((one,)), width, height)[0] is not None:
                families.append(one)
    wild = gene.wild
    if wild and any(
        abs(letter.dx) >= width or abs(letter.dy) >= height for _, letter, _ in wild.transitions
    ):
        wild = None
    return replace(gene, families=tuple(families), wild=wild)


# --- pieces


def _present(genome: Genome) -> Genome:
    """The genome without pieces that are not on the board, or have no move."""
    moving = {letter for letter, gene in genome.pieces if gene}
    army = tuple("".join(c if c.upper() in moving else "." for c in row) for row in genome.army)
    placed = {letter.upper() for row in army for letter in row}
    pieces = tuple((letter, gene) for letter, gene in genome.pieces if letter in placed & moving)
    return replace(genome, army=army, pieces=pieces)


def _merged(genome: Genome) -> Genome:
    """The genome with one letter for pieces that move alike, where goals do not tell them apart."""
    counted = {goal.piece.upper() for goal in genome.goals if isinstance(goal, CountGoal)}
    kept: dict[object, str] = {}
    instead: dict[str, str] = {}
    for letter, gene in genome.pieces:
        if letter in counted:
            continue
        aims = tuple(_squares(genome, piece) for piece in (letter, letter.lower()))
        instead[letter] = kept.setdefault((gene, aims), letter)
    if all(letter == other for letter, other in instead.items()):
        return genome
    table = str.maketrans(
        {
            **instead,
            **{letter.lower(): other.lower() for letter, other in instead.items()},
        }
    )
    gone = {letter for letter, other in instead.items() if letter != other}
    return replace(
        genome,
        army=tuple(row.translate(table) for row in genome.army),
        pieces=tuple((letter, gene) for letter, gene in genome.pieces if letter not in gone),
        goals=tuple(goal for goal in genome.goals if goal.piece.upper() not in gone),
    )


def _squares(genome: Genome, piece: str) -> frozenset[tuple[int, int]]:
    return frozenset(
        square
        for goal in genome.goals
        if isinstance(goal, SquareGoal) and goal.piece == piece
        for square in goal.squares
    )


# --- goals


def _with_useful_goals(genome: Genome) -> Genome | None:
    """The genome with the goals that can be met, each of them once."""
    if not genome.goals:
        return genome
    try:
        armies = Armies(genome.to_description(), genome.automata)
    except (ValueError, automata.TooLarge):
        return None
    useful: dict[tuple[str, str], Goal] = {}
    for goal in genome.goals:
        if isinstance(goal, CountGoal):
            _count(goal, armies, useful)
        else:
            _reach(goal, armies, genome.width, useful)
    return replace(genome, goals=tuple(useful.values()))


def _count(goal: CountGoal, armies: Armies, useful: dict[tuple[str, str], Goal]) -> None:
    count = armies.count(goal.piece)
    if not 0 <= goal.count < count or armies.capturable(goal.piece) < count - goal.count:
        return
    known = useful.get(("#", goal.piece))
    if not isinstance(known, CountGoal) or known.count < goal.count:  # the greater ends the game
        useful["#", goal.piece] = goal


def _reach(
    goal: SquareGoal, armies: Armies, width: int, useful: dict[tuple[str, str], Goal]
) -> None:
    ends = armies.ends(goal.piece)
    known = useful.get(("@", goal.piece))
    before = known.squares if isinstance(known, SquareGoal) else ()
    squares = {(x, y): None for x, y in (*before, *goal.squares) if ends >> (y * width + x) & 1}
    if squares:
        useful["@", goal.piece] = SquareGoal(goal.piece, tuple(squares))
