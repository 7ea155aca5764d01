"""Turns a genome into a finished game, with a name and comments, or says why it is no game."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import replace

from sbg.base.version import made_by
from sbg.engine import Game
from sbg.explain.words import describe
from sbg.language.model import Description, write, write_names
from sbg.language.syntax import Source
from sbg.moves import automata
from sbg.moves.reach import canonical
from sbg.study.evolve.genome import Genome
from sbg.study.evolve.naming import game_name, piece_words
from sbg.study.evolve.repair import over_at_once, repaired, warnings

_WIDTH = 96
"""Columns of a line of comments."""


class StillbornError(Exception):
    """A genome that makes no game worth playing; the arguments are its flaws."""


def born(
    genome: Genome, lineage: Iterable[str], name: str | None = None, parents: Sequence[Game] = ()
) -> Game:
    """The game of a genome, repaired; StillbornError if it cannot be, or has flaws at birth."""
    whole = repaired(genome)
    if whole is None:
        raise StillbornError("too little of it is left on this board")
    return delivered(whole, lineage, name, parents)


def delivered(
    genome: Genome, lineage: Iterable[str], name: str | None = None, parents: Sequence[Game] = ()
) -> Game:
    """The game of a genome that is repaired already; StillbornError if it has flaws."""
    try:
        plain = genome.to_game()
        plain = Game(plain.description, plain.automata, None, *inherited(genome, parents))
    except (ValueError, automata.TooLarge) as problem:
        raise StillbornError(str(problem)) from None
    problem_at_once = over_at_once(plain)
    if problem_at_once:
        raise StillbornError(problem_at_once)
    game = written(plain, lineage, name)
    found = warnings(game.text)
    if found:
        raise StillbornError(*found)
    return game


def written(game: Game, lineage: Iterable[str], name: str | None = None) -> Game:
    """A game with comments at its head. Without a name it gets one that its rules decide."""
    described = replace(game.description, name=name or game_name(identity(game)))
    named = Game(described, game.automata, None, game.names, game.looks)
    lines: list[str] = []
    for paragraph in [*str(describe(named)).split("\n"), "", f"Written by {made_by()}.", *lineage]:
        lines += textwrap.wrap(paragraph, _WIDTH, subsequent_indent="  ") or [""]
    head = "".join(f"// {line}".rstrip() + "\n" for line in lines)
    text = head + write_names(game.names, game.looks) + write(described)
    return Game(described, game.automata, Source("<text>", text), game.names, game.looks)


def inherited(genome: Genome, parents: Sequence[Game]) -> tuple[dict[str, str], dict[str, str]]:
    """The names and looks that pieces keep, and the colours of the first parent.

    A piece that moves as one of a parent has its name. A piece that was changed keeps the name that its letter had,
    unless chess players call the old move so: what moves no longer like a knight is not called a knight.
    """
    found: dict[str, tuple[Game, str]] = {}
    parents = [parent for parent in parents if parent.names or parent.looks]
    genomes = [Genome.of(parent) for parent in parents]
    for parent, old in zip(parents, genomes, strict=True):
        for letter, gene in genome.pieces:
            same = [other for other, known in old.pieces if known == gene]
            if same:
                found.setdefault(letter, (parent, letter if letter in same else same[0]))
    for parent, old in zip(parents[:1], genomes, strict=False):
        for letter, gene in old.pieces:
            known = piece_words(gene, parent.width, parent.height)[0]
            if letter in genome.letters and parent.names.get(letter, "").lower() != known:
                found.setdefault(letter, (parent, letter))
    names = {new: one.names[old] for new, (one, old) in found.items() if old in one.names}
    looks = {new: one.looks[old] for new, (one, old) in found.items() if old in one.looks}
    for parent in parents[:1]:
        looks |= {key: look for key, look in parent.looks.items() if len(key) > 1}
    return names, looks


def identity(game: Description | Game) -> str:
    """What isomorphic games have in common: letters renamed, left and right or the colours exchanged."""
    return canonical(game).hash
