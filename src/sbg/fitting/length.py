"""How long a game can last at most, where that can be proven from the moves of its pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from sbg.fitting.conditions import EMPTY, OWN
from sbg.fitting.form import ColouredPiece, Form
from sbg.fitting.tree import Walk
from sbg.model import Coordinates


def most_plies(form: Form, walks: Mapping[str, Sequence[Walk]]) -> int | None:
    """An upper bound on the number of plies of a game, without its turn limit; None if none was found.

    A player runs out of moves if each of their pieces does: pieces that only go forward, and pieces that go in circles
    only by capturing, of which there is an end. White makes the first move.
    """
    white = _moves(form, walks, "white")
    black = _moves(form, walks, "black")
    bounds = [
        2 * white if white is not None else None,
        2 * black + 1 if black is not None else None,
    ]
    known = [bound for bound in bounds if bound is not None]
    return min(known) if known else None


def _moves(form: Form, walks: Mapping[str, Sequence[Walk]], colour: str) -> int | None:
    """How many moves a player can make at most."""
    own = [piece for piece in form.pieces if piece.colour == colour]
    theirs = sum(len(piece.start) for piece in form.pieces if piece.colour != colour)
    takes_own = any(
        walk.on & OWN and walk.target != (0, 0) for piece in own for walk in walks[piece.letter]
    )
    captures = theirs + (sum(len(piece.start) for piece in own) - 1 if takes_own else 0)
    both = quiet = 0
    longest_quiet = 0
    straight = bounded = True
    for piece in own:
        if any(walk.target == (0, 0) for walk in walks[piece.letter]):
            return None
        after, calmly = _graphs(form, piece, walks[piece.letter])
        paths = _depths(after)
        if paths is None:
            straight = False
        else:
            both += sum(paths[square] for square in piece.start)
        paths = _depths(calmly)
        if paths is None:
            bounded = False
        else:
            quiet += sum(paths[square] for square in piece.start)
            longest_quiet = max(longest_quiet, *paths.values())
        if not straight and not bounded:
            return None
    found = [both] if straight else []
    if bounded:
        found.append(quiet + captures * (1 + longest_quiet))
    return min(found) if found else None


_Graph: TypeAlias = dict[Coordinates, set[Coordinates]]


def _graphs(form: Form, piece: ColouredPiece, walks: Sequence[Walk]) -> tuple[_Graph, _Graph]:
    """From each square that a piece can be on, where it can go: by any move, and by quiet ones.

    From a goal square it goes nowhere, as the game ends there.
    """
    width, height = form.width, form.height
    every: _Graph = {}
    quiet: _Graph = {}
    todo = list(piece.start)
    ends = piece.goal_squares - set(piece.start)
    while todo:
        (x, y) = square = todo.pop()
        if square in every:
            continue
        every[square], quiet[square] = set(), set()
        if square in ends:
            continue
        for walk in walks:
            if walk.fits(square, width, height):
                target = x + walk.target[0], y + walk.target[1]
                every[square].add(target)
                if walk.on & EMPTY:
                    quiet[square].add(target)
                todo.append(target)
    return every, quiet


def _depths(after: Mapping[Coordinates, set[Coordinates]]) -> dict[Coordinates, int] | None:
    """The length of the longest way from each node of a graph; None if it has a circle."""
    into: dict[Coordinates, int] = dict.fromkeys(after, 0)
    for targets in after.values():
        for target in targets:
            into[target] += 1
    free = [node for node, count in into.items() if not count]
    order = []
    while free:
        node = free.pop()
        order.append(node)
        for target in after[node]:
            into[target] -= 1
            if not into[target]:
                free.append(target)
    if len(order) < len(after):
        return None
    depth: dict[Coordinates, int] = {}
    for node in reversed(order):
        depth[node] = max((1 + depth[target] for target in after[node]), default=0)
    return depth
