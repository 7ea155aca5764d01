"""`sbg.shapes.of`: finds the families of moves that make up a rule, and builds rules from them.

`of` gives a `Composition`: families, the paths that are no family, and an automaton for what has no simpler form.
Together they have exactly the words of the rule; `to_rule` and `to_dfa` put them together again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from sbg.language.model import Description, Piece, Regexp
from sbg.language.model.regexp import letters, sum_of
from sbg.moves import automata
from sbg.moves.automata import Dfa
from sbg.moves.automata.dfa import LimitError
from sbg.moves.shapes.decompose import decompose
from sbg.moves.shapes.family import Family, alike, gather
from sbg.moves.shapes.paths import Path, Repeat, Step, straight, tidy
from sbg.moves.shapes.region import visited
from sbg.moves.shapes.shape import Bend, Chain, Shape, corner, legs_of
from sbg.moves.shapes.structure import Structure

MOST_WAYS = 64
"""Paths that one path with choices is written out as; one with more is left as it is."""


@dataclass(frozen=True, slots=True)
class Composition:
    """What a rule is made of: families, simplest first, and what is left of it.

    `paths` are the walks that no family describes, `rest` is the automaton of what is not even a few paths, or None.
    """

    families: tuple[Family, ...]
    paths: tuple[Path, ...] = ()
    rest: Dfa | None = None

    @property
    def whole(self) -> bool:
        """Whether the families are all of it."""
        return not self.paths and self.rest is None

    @property
    def left(self) -> Dfa | None:
        """The minimal automaton of what is left; None if nothing is."""
        return None if self.whole else self._structure(self.paths).to_dfa()

    def to_rule(self) -> Regexp | None:
        """A rule with the same words, or None if there are none; ValueError if it would be too long to write."""
        return self._structure(self._all()).to_regexp()

    def to_dfa(self) -> Dfa:
        """The minimal automaton with the same words."""
        return self._structure(self._all()).to_dfa()

    def _all(self) -> tuple[Path, ...]:
        return (*(path for family in self.families for path in family.paths()), *self.paths)

    def _structure(self, paths: tuple[Path, ...]) -> Structure:
        return Structure(0, 0, paths, self.rest)


def to_rule(families: Iterable[Family]) -> Regexp:
    """The rule of some families."""
    return sum_of([family.to_rule() for family in families])


def of(rule: Dfa | Regexp, board: tuple[int, int] | None = None) -> Composition:
    """What a rule is made of.

    The rule is an automaton, such as `game.automata` has, or an expression. With a `board` (width, height) an
    expression is first fitted to it, so that words that no move can use are dropped; ValueError if a step is longer
    than the board. `sbg.moves.automata.TooLarge` if its automaton is beyond the limits.
    """
    return of_structure(decompose(_automaton(rule, board), *(board or (0, 0))))


def of_structure(structure: Structure) -> Composition:
    """What a rule is made of that is decomposed already."""
    finder = _Finder()
    for path in structure.paths:
        for way in _written_out(path):
            finder.add(way)
    families, left = finder.finish()
    return Composition(families, left, structure.rest)


def _automaton(rule: Dfa | Regexp, board: tuple[int, int] | None) -> Dfa:
    if isinstance(rule, Dfa):
        return rule
    if board is None:
        try:
            return automata.minimal(rule)
        except LimitError as reached:
            raise automata.TooLarge("X", reached.args[0]) from None
    width, height = board
    for letter in letters(rule):
        if abs(letter.dx) >= width or abs(letter.dy) >= height:
            raise ValueError(f"the step {letter} is longer than a board of {width}×{height}")
    rows = ("." * width,) * height
    alone = Description("", width, height, rows, (Piece("X", rule),), (), 0)
    return automata.compile(alone)["X"]


def _written_out(path: Path) -> list[Path]:
    """A path without choices, each way by itself."""
    ways: list[Path] = [()]
    for element in path:
        if isinstance(element, Repeat) and element.choice:
            ways = [way + body for way in ways for body in element.bodies]
        else:
            ways = [(*way, element) for way in ways]
        if len(ways) > MOST_WAYS:
            return [path]
    return [tidy(_rolled(way)) for way in ways]


def _rolled(path: Path) -> Path:
    """The same words with rounds as early as they can begin: X, then any number of YX, is any number of XY, then X."""
    for i, element in enumerate(path):
        if isinstance(element, Repeat) and len(element.bodies) == 1 and element.low == 0:
            (body,) = element.bodies
            before = path[:i]
            after = path[i + 1 :]
            while before and before[-1] == body[-1]:
                before, body, after = before[:-1], body[-1:] + body[:-1], (body[-1], *after)
            return (*before, Repeat((body,)), *after)
    return path


class _Finder:
    """Paths one by one, and at the end families."""

    def __init__(self) -> None:
        self.found: list[Family] = []
        self.unclear: list[
            list[Family]
        ] = []  # paths with a region that can be seen in several ways
        self.chains: dict[
            tuple[Path, ...], dict[Family, Path]
        ] = {}  # the last rounds, by all rounds
        self.left: list[Path] = []

    def add(self, path: Path) -> None:
        """Take one path without choices."""
        if isinstance(path[0] if path else None, Repeat):
            self.add_chain(path)
        elif plain := _plain(path):
            self.found.append(plain)
        elif gated := _gated(path):
            self.unclear.append(gated)
        else:
            self.left.append(path)

    def add_chain(self, path: Path) -> None:
        """Take a path that begins with rounds."""
        first, end = path[0], path[1:]
        assert isinstance(first, Repeat)
        rounds = tuple(tidy(body) for body in first.bodies)
        bodies = [_plain(body) for body in rounds]
        if not end and first.low == 0:
            self.found.append(STAYING)  # no round at all
        last = _plain(end) if end and not first.low else None
        if not all(bodies) or (end and (last is None or "e" in last.mode)):
            self.left.append(path if end else (Repeat(rounds, 1),))
            return
        known = self.chains.setdefault(rounds, {})
        for one in [last] if last else [body for body in bodies if body]:
            known[one] = path

    def finish(self) -> tuple[tuple[Family, ...], tuple[Path, ...]]:
        """The families, and the paths that are left."""
        for rounds, ends in self.chains.items():
            chain, used = _chain(rounds, ends)
            self.found += [chain] if chain else []
            self.left += dict.fromkeys(
                (Repeat(rounds, 1),) if len(path) == 1 else path
                for end, path in ends.items()
                if end not in used
            )
        self.join()
        while self.unclear:
            groups: dict[tuple[object, ...], int] = {}
            for gated in self.unclear:
                for one in gated:
                    groups[alike(one)] = groups.get(alike(one), 0) + 1
            candidates = {one for gated in self.unclear for one in gated}
            best = alike(min(candidates, key=lambda one: (-groups[alike(one)], *_simple(one))))
            taken = [
                (gated, [one for one in gated if alike(one) == best]) for gated in self.unclear
            ]
            self.found += [one for _, chosen in taken for one in chosen]
            self.unclear = [gated for gated, chosen in taken if not chosen]
        return gather(self.found), tuple(dict.fromkeys(self.left))

    def join(self) -> None:
        """No steps and then X, or one or more steps and then X: any number of steps, then X.

        Along a line this has been done for paths; here it is done where a visit for the region comes before X.
        """
        for gated in list(self.unclear):
            for one in gated:
                for less, more in _optional(one):
                    without = next((other for other in self.unclear if less in other), None)
                    if without is not None and gated in self.unclear:
                        self.unclear.remove(gated)
                        self.unclear.remove(without)
                        self.unclear.append([more])


STAYING = Family(((0, 0),), mode="")
"""The empty word."""


def _optional(family: Family) -> Iterable[tuple[Family, Family]]:
    """For each leg of one or more steps: the family without the leg, and that with it and without it."""
    region, legs = family.region, family.shape.legs
    if region is None or region.end == "from":
        return
    for i, leg in enumerate(legs):
        around = *legs[:i][-1:], *legs[i + 1 :][:1]
        if leg.low == 1 != leg.high and len({one.on for one in around}) == len(around):
            less = replace(family.shape, legs=legs[:i] + legs[i + 1 :])
            more = replace(family.shape, legs=(*legs[:i], leg._replace(low=0), *legs[i + 1 :]))
            yield replace(family, shape=less), replace(family, shape=more)


def _simple(family: Family) -> tuple[object, ...]:
    """How to choose among regions with the same words: few conditions, then those on where the move begins."""
    region = family.region
    assert region is not None
    return bool(region.dx) + bool(region.dy), region.end, family


def _plain(path: Path) -> Family | None:
    """The family of one direction that a path is, if there is neither region nor chain."""
    if not path:
        return STAYING
    steps = tuple(element for element in path if isinstance(element, Step))
    last = path[-1]
    if len(steps) < len(path) or not isinstance(last, Step) or not last.once:
        return None
    vector = straight(path)
    if vector == (0, 0):
        return Family((vector,), mode="w") if len(path) == 1 and last.on == "w" else None
    if vector is not None:
        return Family((vector,), Shape(legs_of(steps[:-1])), last.on)
    return _bent(steps)


def _bent(steps: tuple[Step, ...]) -> Family | None:
    first, last = steps[0], steps[-1]
    if first.on != "e" or first.low != first.high or straight(steps[1:]) is None:
        return None
    direction = first.dx * first.low + last.dx, first.dy * first.low + last.dy
    bend: Bend
    for bend in ("straight", "diagonal"):
        if corner(direction, bend) == (first.vector, first.low, last.vector):
            return Family((direction,), Shape(legs_of(steps[1:-1]), bend), last.on)
    return None


def _gated(path: Path) -> list[Family]:
    """The families of one direction with a region that have exactly the words of a path."""
    found = []
    for region, short in visited(path):
        plain = _plain(tidy(short))
        if plain and plain.vector != (0, 0):
            family = Family(plain.directions, plain.shape, plain.mode, region)
            if family.paths() == (path,):
                found.append(family)
    return found


def _chain(rounds: tuple[Path, ...], ends: Iterable[Family]) -> tuple[Family | None, set[Family]]:
    """The chain of some rounds, and the ends that it takes: those of modes in which it ends in every direction."""
    bodies = [body for body in map(_plain, rounds) if body]
    whole = gather(bodies)
    if len(whole) > 1 or whole[0].mode != "e":
        return None, set()
    (body,) = whole
    every = {end.mode for end in gather(ends) if end == replace(body, mode=end.mode)}
    used = {end for end in ends if end.mode in every and end.shape == body.shape}
    if not used:
        return None, used
    mode = "".join(on for on in "epw" if any(on in one for one in every))
    how: Chain = "turning" if len(body.directions) > 1 else "onward"
    return Family(body.directions, body.shape.chained(how), mode), used
