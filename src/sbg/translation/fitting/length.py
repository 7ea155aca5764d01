"""Proves an upper bound on the length of a game from the moves of its pieces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from sbg.language.model import Coordinates
from sbg.translation.fitting.conditions import EMPTY, OWN, Vector
from sbg.translation.fitting.form import ColouredPiece, Form
from sbg.translation.fitting.tree import Walk


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
        everything, calmly = _moving(form, piece, walks[piece.letter])
        squares = _reached(everything, piece.start, form)
        depths = _depths(everything, squares, form.width)
        if depths is None:
            straight = False
        else:
            both += sum(depths[square] for square in piece.start)
        depths = _depths(calmly, squares, form.width)
        if depths is None:
            bounded = False
        else:
            quiet += sum(depths[square] for square in piece.start)
            longest_quiet = max(longest_quiet, *depths.values())
        if not straight and not bounded:
            return None
    found = [both] if straight else []
    if bounded:
        found.append(quiet + captures * (1 + longest_quiet))
    return min(found) if found else None


_Moving: TypeAlias = dict[Vector, int]
"""For each step from a square to a target, from which squares it is made, as a set of bits: y * width + x."""


def _moving(form: Form, piece: ColouredPiece, walks: Sequence[Walk]) -> tuple[_Moving, _Moving]:
    """From which squares a piece makes which steps, by any move and by quiet ones.

    From a goal square it goes nowhere, as the game ends there.
    """
    width, height = form.width, form.height
    ends = sum(1 << y * width + x for x, y in piece.goal_squares - set(piece.start))
    every: _Moving = {}
    quiet: _Moving = {}
    for walk in walks:
        left, right, down, up = walk.box
        columns = (1 << max(width - right - left, 0)) - 1 << left
        starts = sum(columns << y * width for y in range(down, height - up)) & ~ends
        every[walk.target] = every.get(walk.target, 0) | starts
        if walk.on & EMPTY:
            quiet[walk.target] = quiet.get(walk.target, 0) | starts
    return every, quiet


def _shifted(squares: int, steps: int) -> int:
    return squares << steps if steps >= 0 else squares >> -steps


def _reached(moving: _Moving, start: Iterable[Coordinates], form: Form) -> int:
    """The squares on which a piece can ever be."""
    seen = new = sum(1 << y * form.width + x for x, y in start)
    while new:
        after = 0
        for (dx, dy), starts in moving.items():
            after |= _shifted(new & starts, dy * form.width + dx)
        new = after & ~seen
        seen |= new
    return seen


def _depths(moving: _Moving, squares: int, width: int) -> dict[Coordinates, int] | None:
    """The length of the longest way from each square; None if there is a circle."""
    depths: dict[Coordinates, int] = {}
    left, depth = squares, 0
    while left:
        going = 0
        for (dx, dy), starts in moving.items():
            going |= starts & _shifted(left, -dy * width - dx)
        done = left & ~going
        if not done:
            return None
        left &= ~done
        while done:
            last = done.bit_length() - 1
            depths[last % width, last // width] = depth
            done ^= 1 << last
        depth += 1
    return depths
