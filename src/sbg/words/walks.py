"""Paths that turn or repeat, and automata without a simpler form, in; sentences out."""

from __future__ import annotations

from sbg.automata import Dfa
from sbg.words import lines
from sbg.words.directions import DIAGONAL, KING, ORTHOGONAL, directions, kind, listed, offset
from sbg.words.paths import Element, Path, Repeat, Step, Vector, key

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
    first = path[0]
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
        count = "any number of" if high is None else f"up to {lines.number(high + 1)}"
        return f"{begin} moves {count} empty squares {two} outward{lines.meets(on)}."
    return None


def sentence(path: Path) -> str:
    """A path step by step, without the full stop."""
    words = [_element(element, last=i == len(path) - 1) for i, element in enumerate(path)]
    text = ", then ".join(words)
    return f"{text[0].upper()}{text[1:]}"


def _element(element: Element, last: bool) -> str:
    if isinstance(element, Repeat):
        bodies = listed([", then ".join(_element(e, False) for e in b) for b in element.bodies])
        count = "one or more times" if element.low else "any number of times"
        end = "; what stands on the last square is captured" if last else ""
        return f"{count}, in any order: {bodies}{end}"
    to = _to(element.vector)
    if last:
        return f"{lines.ends(element.on)} {to}{lines.at_end(element.on)}"
    if element.once:
        return f"goes {to} onto {lines.square(element.on)}"
    if kind(element.vector) == (0, 1):
        return f"goes {directions([element.vector])} over {lines.passed(element.on, element.low, element.high)}"
    return f"leaps {to} each time, over {lines.passed(element.on, element.low, element.high)}"


def _to(vector: Vector) -> str:
    if vector in KING:
        return f"one square {directions([vector])}"
    return "nowhere" if vector == (0, 0) else offset(vector)


def automaton(dfa: Dfa, others: bool) -> list[str]:
    """An automaton step by step, or what can be said about it in short."""
    which = "Its other moves are" if others else "Its moves are"
    ends = {letter.on for _, letter, target in dfa.transitions if target in dfa.accepting}
    arcs: dict[tuple[int, int, Vector], str] = {}
    for source, letter, target in dfa.transitions:
        arc = source, target, (letter.dx, letter.dy)
        arcs[arc] = arcs.get(arc, "") + letter.on
    if dfa.state_count > MOST_STATES_TOLD or len(arcs) > MOST_STEPS_TOLD:
        return [
            f"{which} walks with no simple pattern: an automaton of {dfa.state_count:,} states and "
            f"{len(dfa.transitions):,} transitions reads them. "
            f"They end on {lines.square(''.join(sorted(ends)))}."
        ]
    told = [f"{which} walks, told state by state; a walk begins in state 1."]
    for state in range(dfa.state_count):
        steps = [
            f"{_to(vector)} onto {lines.square(on)} leads to state {target + 1}"
            for (source, target, vector), on in arcs.items()
            if source == state
        ]
        end = " It may end here, capturing what stands there." if state in dfa.accepting else ""
        if steps:
            told.append(f"In state {state + 1}: {'; '.join(steps)}.{end}")
        else:
            told.append(f"In state {state + 1} the walk ends, capturing what stands there.")
    return told
