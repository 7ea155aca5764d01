"""The sentences that say how a piece moves, made from the structure of its moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from sbg.explain.words import lines, walks
from sbg.explain.words.directions import kind, listed, number, offset, square_at
from sbg.explain.words.views import STANDING_STILL, Line, Region, Spot, View, Walk
from sbg.explain.words.views import views as views_of_path
from sbg.language.model.notation import file_name
from sbg.moves.automata import minimal
from sbg.moves.reach.ways import reach
from sbg.moves.shapes.paths import TURNS, Path, Step, regexp, turned
from sbg.moves.shapes.structure import Structure

MOST_SENTENCES = 30
"""Sentences about one piece; the rest is counted."""


def sentences(structure: Structure, found: list[View]) -> list[str]:
    """What a piece may do, a sentence for each kind of move; `found` are the views of its structure."""
    told = [
        *_lines([v for v in found if isinstance(v, Line)], structure),
        *_spots([v for v in found if isinstance(v, Spot)], structure),
        *_walks([v for v in found if isinstance(v, Walk)]),
    ]
    if len(told) > MOST_SENTENCES:
        more = len(told) - MOST_SENTENCES + 1
        told[MOST_SENTENCES - 1 :] = [f"There are {more:,} more kinds of moves like these."]
    if structure.rest is not None:
        told += walks.automaton(structure.rest, bool(told))
    if STANDING_STILL in found:
        told.append("May stand still: no piece moves, and the turn passes.")
    return told


def views_of(structure: Structure) -> list[View]:
    """How to look at the paths of a structure; what can never be used is left out."""
    found: dict[View, None] = {}
    width, height = structure.width, structure.height
    for path in structure.paths:
        found |= dict.fromkeys(views_of_path(path, width, height))
    return [v for v in found if not isinstance(v, Walk) or _fits(v.path, width, height)]


_MOST_STARTS = 100


@lru_cache(maxsize=4096)
def _fits(path: Path, width: int, height: int) -> bool:
    """Whether some position allows a walk: one that meets a square twice must ask the same of it."""
    if not walks.comes_back(walks.vectors(path)):
        return True
    dfa = minimal(regexp(path))
    squares = [(x, y) for y in range(height) for x in range(width)]
    squares.sort(
        key=lambda square: abs(2 * square[0] + 1 - width) + abs(2 * square[1] + 1 - height)
    )
    for start in squares[:_MOST_STARTS]:
        found = reach(width, height, dfa, start)
        if found.targets or found.stays or not found.exact:
            return True
    return len(squares) > _MOST_STARTS


def stays(structure: Structure, found: list[View]) -> bool:
    """Whether a move may end where it began, be it only from somewhere or under some condition."""
    home = any(isinstance(view, Spot) and view.target == (0, 0) for view in found)
    paths = [view.path for view in found if isinstance(view, Walk)]
    back = any("w" in walks.ends(path) and walks.comes_back(walks.vectors(path)) for path in paths)
    if home or back or structure.rest is None:
        return home or back
    rest = structure.rest
    last = any(letter.on == "w" and to in rest.accepting for _, letter, to in rest.transitions)
    return last and walks.comes_back({(one.dx, one.dy) for _, one, _ in rest.transitions})


def passes(structure: Structure, found: list[View]) -> bool:
    """Whether a move goes on over a piece of the opponent, as over no empty square."""
    return any(
        any("p" in on and "e" not in on for on, _, _ in view.run[:-1])
        if isinstance(view, Line)
        else isinstance(view, Walk) and walks.passes(view.path)
        for view in found
    )


def ends(structure: Structure, views: list[View]) -> set[str]:
    """What the squares may hold on which moves end: some of "e", "p" and "w"; standing still is not counted."""
    found: set[str] = set()
    for one in views:
        if isinstance(one, Line):
            found |= set(one.run[-1][0])
        elif isinstance(one, Walk):
            found |= walks.ends(one.path)
        elif one.target != (0, 0):
            found |= set(one.on)
    if structure.rest is not None:
        accepting = structure.rest.accepting
        found |= {letter.on for _, letter, to in structure.rest.transitions if to in accepting}
    return found


def _lines(found: Iterable[Line], structure: Structure) -> list[str]:
    groups: dict[tuple[object, ...], list[Line]] = {}
    for line in found:
        groups.setdefault((line.region, line.run, kind(line.vector)), []).append(line)

    def order(group: Sequence[Line]) -> tuple[object, ...]:
        line = group[0]
        ends = line.run[-1][0]
        ahead = max(line.vector[1] for line in group)
        aside = min(abs(line.vector[0]) for line in group)
        ranks = -ahead, aside, min(line.vector for line in group)
        way = [(on, low, 1 << 30 if high is None else high) for on, low, high in line.run]
        return kind(line.vector)[::-1], "e" not in ends, len(line.run), len(ends), ranks, way

    told = []
    for group in sorted(groups.values(), key=order):
        line = group[0]
        vectors = [line.vector for line in group]
        told.append(lines.sentence(line.run, vectors, where(line.region, structure)))
    return told


def where(region: Region | None, structure: Structure) -> str:
    """From where a move is possible, as the beginning of a sentence; empty if from everywhere."""
    if region is None:
        return ""
    parts = []
    near, far = region.near, region.far
    if near is None and far is not None:
        parts.append("its first row" if far == 0 else f"its first {number(far + 1)} rows")
    elif near is not None and far is None:
        parts.append(f"row {near + 1} or beyond, counted from its own side")
    elif near is not None:
        assert far is not None
        rows = f"row {near + 1}" if near == far else f"rows {near + 1} to {far + 1}"
        parts.append(f"{rows}, counted from its own side")
    if region.left is not None or region.right is not None:
        left = region.left or 0
        right = structure.width - 1 if region.right is None else region.right
        name = (
            f"file {file_name(left)}"
            if left == right
            else f"files {file_name(left)} to {file_name(right)}"
        )
        parts.append(name)
    return f"From {', on '.join(parts)}"


# --- spots


def _spots(found: Iterable[Spot], structure: Structure) -> list[str]:
    """Spots that are images of each other are told together, where they are all images under some symmetry."""
    left = {spot for spot in found if spot != STANDING_STILL}
    told = []
    for spot in sorted(left, key=_spot_order):
        if spot not in left:
            continue
        images, how = _symmetric(spot, left)
        left -= images
        bent = walks.bent(_as_path(spot)) if len(images) == 8 else None
        told.append(bent or _spot_words(spot, structure) + how + ".")
    return told


def _as_path(spot: Spot) -> Path:
    """A path of two steps with the same moves, if there is one condition; else none."""
    if len(spot.conditions) != 1 or spot.region is not None:
        return ()
    ((x, y), on) = spot.conditions[0]
    return Step(x, y, on), Step(spot.target[0] - x, spot.target[1] - y, spot.on)


def _spot_order(spot: Spot) -> tuple[object, ...]:
    x, y = spot.target
    return str(spot.region), -y, -x, spot.on, [(-b, -a, on) for (a, b), on in spot.conditions]


def _turned_spot(spot: Spot, name: str) -> Spot:
    turn = TURNS[name]
    conditions = tuple(sorted((turn(*square), on) for square, on in spot.conditions))
    return Spot(spot.region, turn(*spot.target), spot.on, conditions)


def _symmetric(spot: Spot, known: set[Spot]) -> tuple[set[Spot], str]:
    """The largest symmetry under which all images of a spot are known, and how to say it."""
    if spot.region is None:
        found = [({_turned_spot(spot, name) for name in names}, how) for names, how in SYMMETRIES]
        # Of several symmetries with the same images the smallest says no more than there is.
        images, how = max(
            ((images, how) for images, how in reversed(found) if images <= known),
            key=lambda one: len(one[0]),
            default=({spot}, ""),
        )
        return (images, how) if len(images) > 1 else ({spot}, "")
    return {spot}, ""


SYMMETRIES: tuple[tuple[tuple[str, ...], str], ...] = (
    (tuple(TURNS), "; likewise turned and mirrored in every direction"),
    (
        ("same", "left-right", "forward-backward", "half"),
        "; likewise mirrored left-right and forward-backward",
    ),
    (("same", "half", "clockwise", "anticlockwise"), "; likewise turned in all four directions"),
    (("same", "half", "diagonal", "antidiagonal"), "; likewise mirrored in both diagonals"),
    (("same", "left-right"), "; likewise mirrored left-right"),
    (("same", "forward-backward"), "; likewise mirrored forward-backward"),
    (("same", "half"), "; likewise in the opposite direction"),
)
"""Groups of turns, larger ones first."""


def _spot_words(spot: Spot, structure: Structure) -> str:
    here = where(spot.region, structure)
    conditions = [f"{square_at(square)} {lines.holds(on)}" for square, on in spot.conditions]
    if spot.target == (0, 0):
        words = "may stand still"
    else:
        words = f"{lines.ends(spot.on)} {offset(spot.target)}{lines.at_end(spot.on)}"
    words = f"{words}, if {listed(conditions, 'and')}" if conditions else words
    return f"{here}: {words}" if here else words[0].upper() + words[1:]


# --- walks


def _walks(found: Iterable[Walk]) -> list[str]:
    left = {walk.path for walk in found}
    told = []
    branches: dict[Path, list[Path]] = {}
    for path in sorted(left, key=walks.order):
        if chosen := walks.chosen(path):
            branches.setdefault(chosen[0], []).append(chosen[1])
    for choices, ways in branches.items():
        if sentence := walks.from_there(choices, ways):
            told.append(sentence)
            left -= {choices + way for way in ways}
    for path in sorted(left, key=walks.order):
        if path not in left:
            continue
        several = [
            ({turned(path, TURNS[name]) for name in names}, how) for names, how in SYMMETRIES
        ]
        images, how = max(
            ((images, how) for images, how in reversed(several) if images <= left),
            key=lambda one: len(one[0]),
            default=({path}, ""),
        )
        left -= images
        bent = walks.bent(path) if len(images) == 8 else None
        told.append(bent or walks.sentence(path) + (how if len(images) > 1 else "") + ".")
    return told
