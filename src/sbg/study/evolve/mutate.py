"""`sbg.mutate`: makes a changed version of a game, or a child of two games."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sbg.base.bounds import MAX_SEED
from sbg.base.named import Name
from sbg.base.numbers import whole
from sbg.engine import Game, game_of
from sbg.study.evolve.birth import StillbornError, born, delivered, identity
from sbg.study.evolve.draw import Draw
from sbg.study.evolve.genome import Genome
from sbg.study.evolve.naming import piece_words
from sbg.study.evolve.operators import CROSSOVERS, KINDS, OPERATORS
from sbg.study.evolve.repair import repaired
from sbg.study.evolve.styles import StyleError, unknown

_ATTEMPTS = 200
"""How often a change is tried that leads to no new game."""
_LINEAGE = re.compile(r"^// ?((?:Made by|From|Changed|Crossed).*(?:\n//   .*)*)", re.MULTILINE)
MOST_ANCESTORS = 40
"""Lines of lineage that a file keeps: the latest."""


class NoChangeError(StyleError):
    """No change of a game was found that makes a new game without flaws."""


@dataclass(frozen=True, slots=True)
class Child:
    """A new game, the operator that made it, and what it changed, in a few words."""

    game: Game
    operator: str
    what: str


def mutate(game: Game | Name, *, seed: int = 0, operator: str | None = None) -> Game:
    """The game with one change, which is repaired and without warnings; equal arguments give equal games.

    `operator` is the name of an operator or of a kind of them (`family`, `piece`, `army`, `goals`, `board`, `wild`);
    any is drawn without it. NoChangeError if no such change makes another game.
    """
    game = game_of(game, "mutate")
    number = whole(seed, "seed", 0, MAX_SEED)
    chosen_operators(operator)  # before anything is drawn from its name
    return mutant(game, Draw("mutate", identity(game), number, operator or ""), operator).game


def mutant(game: Game, draw: Draw, operator: str | None = None) -> Child:
    """A game with one change; NoChangeError if there is none."""
    names = chosen_operators(operator)
    genome = Genome.of(game)
    known = identity(game)
    for _ in range(_ATTEMPTS):
        name = draw.pick(names) if names else _any(draw)
        change = OPERATORS[name](genome, draw)
        if change is None:
            continue
        whole = repaired(change.genome)
        if whole is None:
            continue
        what = told(genome, whole) or change.what
        try:
            child = delivered(whole, _lineage(game, f"Changed ({name}): {what}"), parents=[game])
        except StillbornError:
            continue
        if identity(child) != known:
            return Child(child, name, what)
    how = f" by `{operator}`" if operator else ""
    raise NoChangeError(f"no change of {game.name.strip()}{how} was found that makes a new game")


def told(before: Genome, after: Genome) -> str:
    """How the moves of pieces changed, in the sentences that describe them; nothing where boards or letters differ."""
    board = before.width, before.height
    if board != (after.width, after.height) or set(before.letters) != set(after.letters):
        return ""
    parts = []
    for letter, gene in before.pieces:
        if gene != after.gene(letter):
            old = piece_words(gene, *board)[1]
            new = piece_words(after.gene(letter), *board)[1]
            gone = " ".join(sentence for sentence in old if sentence not in new)
            came = " ".join(sentence for sentence in new if sentence not in old)
            text = (
                f"{letter}:{f' no longer: {gone}' if gone else ''}{f' now: {came}' if came else ''}"
            )
            parts.append(text)
    return " ".join(parts)


def crossed(one: Game, two: Game, draw: Draw) -> Child:
    """A child of two games; NoChangeError if there is none."""
    first, second = Genome.of(one), Genome.of(two)
    known = {identity(one), identity(two)}
    for _ in range(_ATTEMPTS):
        name = draw.pick(tuple(CROSSOVERS))
        change = CROSSOVERS[name](first, second, draw)
        if change is None:
            continue
        try:
            child = born(
                change.genome, _lineage(one, f"Crossed ({name}): {change.what}"), parents=[one, two]
            )
        except StillbornError:
            continue
        if identity(child) not in known:
            return Child(child, name, change.what)
    raise NoChangeError(f"no child of {one.name.strip()} and {two.name.strip()} was found")


def chosen_operators(operator: str | None) -> tuple[str, ...]:
    """The names of the operators that are asked for, none for any; StyleError if there are none of that name."""
    if operator is None:
        return ()
    if isinstance(operator, str):
        if operator in OPERATORS:
            return (operator,)
        if operator in KINDS:
            return tuple(KINDS[operator][1])
    raise unknown("operator", operator, [*KINDS, *OPERATORS])


def _any(draw: Draw) -> str:
    kind = draw.weighted({name: weight for name, (weight, _) in KINDS.items()})
    return draw.pick(tuple(KINDS[kind][1]))


def lineage(text: str) -> list[str]:
    """The lines of a text that say how a game came to be, oldest first."""
    return [" ".join(line.replace("//", " ").split()) for line in _LINEAGE.findall(text)]


def _lineage(parent: Game, change: str) -> list[str]:
    before = lineage(parent.text) or [f"From: {parent.name.strip()} ({identity(parent)[:12]})"]
    return [*before, change][-MOST_ANCESTORS:]
