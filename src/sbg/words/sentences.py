"""A structure in; the sentences that tell it out. They are made from the structure and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sbg.model.notation import file_name
from sbg.words import lines, walks
from sbg.words.directions import kind, listed, offset
from sbg.words.paths import TURNS, in_order, orbit, turned
from sbg.words.structure import Structure
from sbg.words.views import STANDING_STILL, Line, Region, Spot, View, Walk, view

MOST_SENTENCES = 40
"""Sentences about one piece; the rest is counted."""


def sentences(structure: Structure) -> list[str]:
    """What a piece may do, a sentence for each kind of move."""
    views = views_of(structure)
    told = [
        *_lines([v for v in views if isinstance(v, Line)], structure),
        *_spots([v for v in views if isinstance(v, Spot)], structure),
        *_walks([v for v in views if isinstance(v, Walk)]),
    ]
    if len(told) > MOST_SENTENCES:
        more = len(told) - MOST_SENTENCES + 1
        told[MOST_SENTENCES - 1 :] = [f"There are {more:,} more kinds of moves like these."]
    if structure.rest is not None:
        told += walks.automaton(structure.rest, bool(told))
    if STANDING_STILL in views:
        told.append("May stand still: nothing changes, and the turn passes.")
    return told


def views_of(structure: Structure) -> list[View]:
    """How to look at the paths of a structure; what can never be used is left out."""
    views = (view(path, structure.width, structure.height) for path in structure.paths())
    return list(dict.fromkeys(v for v in views if v is not None))


def ends(structure: Structure) -> set[str]:
    """What the squares may hold on which moves end: some of "e", "p" and "w"; standing still is not counted."""
    found: set[str] = set()
    for one in views_of(structure):
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
        region = line.region is not None
        way = [(on, low, 1 << 30 if high is None else high) for on, low, high in line.run]
        return kind(line.vector)[::-1], "e" not in ends, len(line.run), region, -len(ends), way

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
        parts.append("its first row" if far == 0 else f"its first {lines.number(far + 1)} rows")
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
    left = sorted((spot for spot in found if spot != STANDING_STILL), key=_spot_order)
    told = []
    while left:
        spot = left[0]
        images, how = _symmetric(spot, left)
        left = [other for other in left if other not in images]
        told.append(_spot_words(spot, structure) + how + ".")
    return told


def _spot_order(spot: Spot) -> tuple[object, ...]:
    x, y = spot.target
    return str(spot.region), -y, -x, spot.on, [(-b, -a, on) for (a, b), on in spot.conditions]


def _turned_spot(spot: Spot, name: str) -> Spot:
    turn = TURNS[name]
    conditions = tuple(sorted((turn(*square), on) for square, on in spot.conditions))
    return Spot(spot.region, turn(*spot.target), spot.on, conditions)


def _symmetric(spot: Spot, known: list[Spot]) -> tuple[set[Spot], str]:
    """The largest symmetry under which all images of a spot are known, and how to say it."""
    if spot.region is None:
        for names, how in SYMMETRIES:
            images = {_turned_spot(spot, name) for name in names}
            if images <= set(known):
                return images, how if len(images) > 1 else ""
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
    conditions = listed(
        [f"the square {offset(square)} {lines.holds(on)}" for square, on in spot.conditions], "and"
    )
    if spot.target == (0, 0):
        words = "may stand still"
    else:
        words = f"{lines.ends(spot.on)} {offset(spot.target)}{lines.at_end(spot.on)}"
    words = f"{words}, if {conditions}" if conditions else words
    return f"{here}: {words}" if here else words[0].upper() + words[1:]


# --- walks


def _walks(found: Iterable[Walk]) -> list[str]:
    left = in_order(walk.path for walk in found)
    # A walk that begins forward and to the right is easiest to read.
    left.sort(key=walks.order)
    told = []
    while left:
        path = left[0]
        bent = walks.bent(path)
        if bent and set(orbit(path)) <= set(left):
            told.append(bent)
            left = [other for other in left if other not in orbit(path)]
            continue
        for names, how in (*SYMMETRIES, (("same",), "")):
            images = {turned(path, TURNS[name]) for name in names}
            if images <= set(left):
                left = [other for other in left if other not in images]
                told.append(walks.sentence(path) + (how if len(images) > 1 else "") + ".")
                break
    return told
