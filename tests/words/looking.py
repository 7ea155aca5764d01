"""Views and positions in; the squares out to which they lead: what the words are made from, played by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy

from sbg.explain.words.views import Line, Region, Spot, View
from sbg.language.model import Coordinates, Description
from sbg.language.model.notation import read_fen
from sbg.language.reference.meaning import targets
from sbg.moves.shapes.paths import regexp


class Scene:
    """A position as the rules of movement see it: whose turn, and what each square holds for him."""

    def __init__(self, game: Description, fen: str) -> None:
        rows, ply = read_fen(game, fen)
        self.width, self.height = game.width, game.height
        self.forward = -1 if ply % 2 else 1
        self.turn: Callable[[int, int], Coordinates] = lambda x, y: (x, y)
        self.board = {
            (x, y): letter
            for y, row in enumerate(reversed(rows))
            for x, letter in enumerate(row)
            if letter != "."
        }

    def own(self, letter: str) -> bool:
        """Whether a piece belongs to the player to move."""
        return letter.isupper() == (self.forward > 0)

    def content(self, square: Coordinates) -> str | None:
        """`e`, `p` or `w`; None outside the board."""
        x, y = square
        if not (0 <= x < self.width and 0 <= y < self.height):
            return None
        letter = self.board.get(square)
        return "e" if letter is None else "w" if self.own(letter) else "p"

    def holds(self, square: Coordinates, on: str) -> bool:
        """Whether a square is on the board and holds one of some contents."""
        content = self.content(square)
        return content is not None and content in on

    def at(self, origin: Coordinates, dx: int, dy: int) -> Coordinates:
        """The square that lies so far from another, as its owner sees it."""
        dx, dy = self.turn(dx, dy)
        return origin[0] + dx, origin[1] + self.forward * dy

    def turned(self, turn: Callable[[int, int], Coordinates]) -> Scene:
        """The same position for somebody who sees it turned or mirrored."""
        other = copy(self)
        other.turn = turn
        return other


def reached(views: Iterable[View], origin: Coordinates, scene: Scene) -> set[Coordinates]:
    """Where a piece may go that is looked at in some ways."""
    found: set[Coordinates] = set()
    for view in views:
        if isinstance(view, Line):
            if _inside(view.region, origin, scene):
                found |= _along(view, origin, scene)
        elif isinstance(view, Spot):
            target = scene.at(origin, *view.target)
            if (
                _inside(view.region, origin, scene)
                and scene.holds(target, view.on)
                and all(scene.holds(scene.at(origin, *s), on) for s, on in view.conditions)
            ):
                found.add(target)
        else:
            found |= targets(regexp(view.path), frozenset({origin}), scene.content, scene.forward)
    return found


def _inside(region: Region | None, origin: Coordinates, scene: Scene) -> bool:
    if region is None:
        return True
    x, y = origin
    row = y if scene.forward > 0 else scene.height - 1 - y
    return (
        (region.left is None or x >= region.left)
        and (region.right is None or x <= region.right)
        and (region.near is None or row >= region.near)
        and (region.far is None or row <= region.far)
    )


def _along(line: Line, origin: Coordinates, scene: Scene) -> set[Coordinates]:
    places = {0}  # how many steps were made
    for on, low, high in line.run:
        fresh, places, count = places, set(), 0
        while fresh:
            if count >= low:
                places |= fresh
            if count == high:
                break
            fresh = {n + 1 for n in fresh if scene.holds(_step(line, origin, n + 1, scene), on)}
            count += 1
    return {_step(line, origin, n, scene) for n in places}


def _step(line: Line, origin: Coordinates, count: int, scene: Scene) -> Coordinates:
    return scene.at(origin, line.vector[0] * count, line.vector[1] * count)
