"""Sentences for moves that turn or repeat, and for automata that have no simpler form."""

from __future__ import annotations

from sbg.explain.words import lines
from sbg.explain.words.directions import (
    directions,
    kind,
    leaping,
    leaps,
    number,
    offset,
)
from sbg.explain.words.views import Run
from sbg.moves.automata import Dfa
from sbg.moves.shapes.paths import (
    DIAGONAL,
    KING,
    ORTHOGONAL,
    Element,
    Path,
    Repeat,
    Step,
    Vector,
    key,
    straight,
)

MOST_STATES_TOLD = 8
MOST_STEPS_TOLD = 40
"""A larger automaton is not told step by step."""


def order(path: Path) -> tuple[object, ...]:
    """What to sort walks by: those that begin forward and to the right come first."""
    first = _first(path)
    return -first[1], -first[0], key(path)


def _first(path: Path) -> Vector:
    element = path[0]
    return element.vector if isinstance(element, Step) else _first(element.bodies[0])


def ends(path: Path) -> set[str]:
    """What the square may hold on which a path ends."""
    if not path:
        return set()
    last = path[-1]
    if isinstance(last, Step):
        return set(last.on)
    found = {on for body in last.bodies for on in ends(body)}
    return found if last.low else found | ends(path[:-1])


def bent(path: Path) -> str | None:
    """A step to the next square and a ride or step from there by half a right angle outward, in all directions."""
    first = path[0] if path else None
    if len(path) < 2 or not (isinstance(first, Step) and first.once and first.on == "e"):
        return None
    steps = [element for element in path[1:] if isinstance(element, Step)]
    vectors = {step.vector for step in steps}
    if len(steps) < len(path) - 1 or len(vectors) != 1:
        return None
    (then,) = vectors
    if {first.vector, then} - KING or first.dx * then[0] + first.dy * then[1] != 1:
        return None
    if (first.vector in ORTHOGONAL) == (then in ORTHOGONAL):
        return None
    one = directions(ORTHOGONAL if first.vector in ORTHOGONAL else DIAGONAL)
    two = "diagonally" if then in DIAGONAL else "along a row or column"
    on = steps[-1].on
    way = steps[:-1]
    begin = f"Steps one square {one} to an empty square, then"
    if not way:
        return f"{begin} {lines.ends(on)} one square {two} outward{lines.at_end(on)}."
    if len(way) == 1 and way[0].on == "e" and way[0].low == 0 and "e" in on:
        high = way[0].high
        count = "any number of" if high is None else f"up to {number(high + 1)}"
        return f"{begin} moves {count} empty squares {two} outward{lines.meets(on)}."
    return None


def sentence(path: Path) -> str:
    """A path step by step, without the full stop."""
    way, end = _split(path)
    captures = ""
    if end and "w" not in end[-1].on:
        run = tuple((step.on, step.low, step.high) for step in end)
        words = [*map(_element, way), lines.words(run, [end[0].vector])]
    else:
        # What it ends on may have been reached before, or be its own square: no word of capturing there.
        words = [_element(element, alone=len(path) == 1) for element in path]
        captures = "; " + CAPTURED if ends(path) - {"e"} else ""
    text = ", then ".join(words)
    return f"{text[0].upper()}{text[1:]}{captures}{_own_square(vectors(path))}"


def _split(path: Path) -> tuple[Path, list[Step]]:
    """A path and the straight line that it ends with: one step, or a ride over empty squares."""
    last = path[-1]
    if not isinstance(last, Step) or last.vector == (0, 0):
        return path, []
    ride = path[-2] if len(path) > 1 else None
    if isinstance(ride, Step) and ride.vector == last.vector and (ride.on, ride.low) == ("e", 0):
        return path[:-2], [ride, last]
    return path[:-1], [last]


def chosen(path: Path) -> tuple[Path, Path] | None:
    """Choices and rounds, and the straight line from there, if a path is that."""
    start = 0
    while isinstance(path[start], Repeat):
        start += 1
        if start == len(path):
            return None
    vector = straight(path[start:])
    return (
        None if start == 0 or vector is None or vector == (0, 0) else (path[:start], path[start:])
    )


def from_there(choices: Path, ways: list[Path]) -> str | None:
    """Choices and all the straight lines from there, as a sentence."""
    own = _own_square(vectors(choices).union(*map(vectors, ways)))
    groups: dict[tuple[object, ...], list[Vector]] = {}
    runs: dict[tuple[object, ...], Run] = {}
    for way in ways:
        vector = straight(way)
        assert vector is not None
        run = tuple((e.on, e.low, e.high) for e in way if isinstance(e, Step))
        if own and "w" in run[-1][0]:
            return None  # perhaps its own square, where nothing is captured
        groups.setdefault((kind(vector), run), []).append(vector)
        runs[kind(vector), run] = run
    told = [lines.words(runs[name], several) for name, several in groups.items()]
    first = ", then ".join(map(_element, choices))
    return f"{first[0].upper()}{first[1:]}, and from there {'; or '.join(told)}{own}."


def vectors(path: Path) -> set[Vector]:
    """All the steps of a path."""
    found: set[Vector] = set()
    for element in path:
        if isinstance(element, Step):
            found.add(element.vector)
        else:
            found = found.union(*map(vectors, element.bodies))
    return found


def passes(path: Path) -> bool:
    """Whether it goes on over a square that holds a piece which may be the opponent's."""
    steps = [e for e in path if isinstance(e, Step)]
    last = path[-1]
    before = steps[:-1] if isinstance(last, Step) and last.once else steps
    inner = [body for e in path if isinstance(e, Repeat) for body in e.bodies]
    return any("p" in e.on and "e" not in e.on for e in before) or any(map(passes, inner))


def comes_back(steps: set[Vector]) -> bool:
    """Whether a walk of such steps may meet a square twice."""
    return not any(all(x * a + y * b > 0 for x, y in steps) for a, b in _HEADINGS)


def _own_square(steps: set[Vector]) -> str:
    """What must be said where a walk can come back to its first square."""
    if not comes_back(steps):
        return ""
    return "; the square it stands on counts as held by an own piece"


_HEADINGS = [(a, b) for a in range(-2, 3) for b in range(-2, 3) if a or b]
"""Who gets further with every step in one of these directions never comes back."""

CAPTURED = "any other piece on the last square is captured"


def _element(element: Element, alone: bool = False) -> str:
    """An element on the way; nothing is captured there."""
    if isinstance(element, Repeat):
        return _rounds(element, alone)
    to, square = _to(element.vector), lines.square(element.on)
    if element.vector == (0, 0):
        return f"stays there, on {square}"
    if element.once:
        return f"goes {to} onto {square}"
    over = lines.passed(element.on, element.low, element.high)
    if kind(element.vector) == (0, 1):
        return f"goes {directions([element.vector])} over {over}"
    return f"leaps, each time {to}, onto {over}"


def _rounds(repeat: Repeat, alone: bool) -> str:
    """What is repeated; straight ways that differ in their direction only are told together."""
    count = "one or more" if repeat.low else "zero or more"
    groups: dict[tuple[object, ...], list[Path]] = {}
    for body in repeat.bodies:
        vector = straight(body)
        if vector is None or vector == (0, 0):
            groups[body,] = [body]
        else:
            run = tuple((e.on, e.low, e.high) for e in body if isinstance(e, Step))
            groups.setdefault((kind(vector), run), []).append(body)
    bodies = [_round(group) for group in groups.values()]
    if repeat.choice:
        if len(bodies) > 1:
            return f"makes one step ({'; or '.join(bodies)})"
        near = all(kind(vector) == (0, 1) for vector in vectors((repeat,)))
        return f"{'goes' if near else 'leaps'} {bodies[0]}"
    if len(bodies) == 1:
        what = "steps" if all(len(body) == 1 for body in repeat.bodies) else "jumps"
        turning = "" if len(repeat.bodies) == 1 else ", turning as it likes"
        text, each = f"makes {count} {what}{turning}", f"each {bodies[0]}"
    else:
        text, each = f"makes {count} steps or jumps, in any order", "; or ".join(bodies)
    return f"{text}: {each}" if alone else f"{text} ({each})"


def _round(bodies: list[Path]) -> str:
    several = [vector for body in bodies if (vector := straight(body))]
    if not several or several == [(0, 0)]:
        return ", then ".join(_element(element) for element in bodies[0])
    *way, end = (element for element in bodies[0] if isinstance(element, Step))
    near = kind(several[0]) == (0, 1)
    if not way and end.once:
        to = f"one square {directions(several)}" if near else leaps(several)
        return f"{to} onto {lines.square(end.on)}"
    if not end.once:
        way, to = [*way, end], directions(several) if near else f"by {leaping(several)}"
        return f"{to} over {', then '.join(lines.passed(e.on, e.low, e.high) for e in way)}"
    to = directions(several) if near else f"by {leaping(several)}"
    if len(way) == 1 and way[0].once and way[0].on in lines.JUMPED and near:
        return f"{to} over an adjacent {lines.JUMPED[way[0].on]} onto {lines.square(end.on)} just beyond"
    over = ", then ".join(lines.passed(e.on, e.low, e.high) for e in way)
    return f"{to} over {over} onto {lines.square(end.on)}"


def _to(vector: Vector) -> str:
    if vector in KING:
        return f"one square {directions([vector])}"
    return "no square" if vector == (0, 0) else offset(vector)


def automaton(
    dfa: Dfa, others: bool, states: int = MOST_STATES_TOLD, steps: int = MOST_STEPS_TOLD
) -> list[str]:
    """An automaton step by step, or what can be said about it in short."""
    which = "Its other moves are" if others else "Its moves are"
    last = {letter.on for _, letter, target in dfa.transitions if target in dfa.accepting}
    arcs: dict[tuple[int, int, Vector], str] = {}
    for source, letter, target in dfa.transitions:
        arc = source, target, (letter.dx, letter.dy)
        arcs[arc] = arcs.get(arc, "") + letter.on
    if dfa.state_count > states or len(arcs) > steps:
        return [
            f"{which} walks with no simple pattern: an automaton of {dfa.state_count:,} states and "
            f"{len(dfa.transitions):,} transitions reads them. "
            f"They end on {lines.square(''.join(sorted(last)))}."
        ]
    own = _own_square({vector for _, _, vector in arcs})
    told = [f"{which} walks, told state by state. A walk begins in state 1; {CAPTURED}{own}."]
    for state in range(dfa.state_count):
        out = [
            f"{_to(vector)} onto {lines.square(on)} leads to state {target + 1}"
            for (source, target, vector), on in arcs.items()
            if source == state
        ]
        end = ["the walk may end" if out else "the walk ends"] if state in dfa.accepting else []
        told.append(f"In state {state + 1}: {'; '.join([*end, *out])}.")
    return told
