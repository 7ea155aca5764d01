"""Sentences about a piece in; the moves out that somebody makes who knows nothing but the sentences.

A second, independent meaning of the words: written from the English, and sharing nothing with the code that makes it.
Automata told state by state are not read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import count as count_from
from typing import TypeAlias

from sbg.language.model import Coordinates
from tests.words.looking import Scene
from tests.words.vocabulary import (
    DIRECTIONS,
    FIRST,
    HOLDS,
    LANDING,
    LEAPS,
    NUMBER,
    PASSED,
    ROUNDS,
    SYMMETRIES,
    TAKES,
    VERBS,
    VISITED,
    UnreadableError,
    Vector,
    directions,
    leaps,
    number,
    offset,
    passed,
)

Reading: TypeAlias = Callable[[Coordinates, Scene], set[Coordinates]]


# --- what happens on the way


def along(vectors: set[Vector], way: list[tuple[str, int, int | None]]) -> Reading:
    """Go by one vector, again and again: pass so many squares of each kind."""

    def read(origin: Coordinates, scene: Scene) -> set[Coordinates]:
        found = set()
        for dx, dy in vectors:
            stops = {0}
            for on, low, high in way:
                reached: set[int] = set()
                for stop in stops:
                    for n in count_from():
                        if n > 0 and not scene.holds(
                            scene.at(origin, dx * (stop + n), dy * (stop + n)), on
                        ):
                            break
                        if n >= low:
                            reached.add(stop + n)
                        if n == high:
                            break
                stops = reached
            found |= {scene.at(origin, dx * n, dy * n) for n in stops}
        return found

    return read


def _step(text: str) -> Iterator[Reading]:
    for before, after, on in VERBS:
        match = re.fullmatch(f"{before} one square (.*?){after}", text)
        if match:
            yield along(directions(match[1]), [(on, 1, 1)])


def _ride(text: str) -> Iterator[Reading]:
    match = re.fullmatch(
        rf"moves (any number of|one or two|up to ({NUMBER})) empty squares ([^,;]*(?:, [^,;]*)*?)"
        r"(, capturing the first .*)?",
        text,
    )
    if match:
        most = None if match[1] == "any number of" else number(match[2] or "two")
        takes = match[4] or ""
        within = re.search(rf" within ({NUMBER}) squares?", takes)
        if within:
            assert number(within[1]) == most
            takes = takes.replace(within[0], "")
        way = ("e", 0, None if most is None else most - 1)
        yield along(directions(match[3]), [way, (TAKES[takes], 1, 1)])


def _exact(text: str) -> Iterator[Reading]:
    for before, after, on in VERBS:
        match = re.fullmatch(
            rf"{before} (exactly )?({NUMBER})(?: (or more)| to ({NUMBER}))? squares (.*?){after}"
            r"; (?:the squares? between|those between) must be empty",
            text,
        )
        if match:
            low = number(match[2]) - 1
            high = low if match[1] else None if match[3] else number(match[4]) - 1
            yield along(directions(match[5]), [("e", low, high), (on, 1, 1)])


def _shot(text: str) -> Iterator[Reading]:
    match = re.fullmatch(
        r"captures the first piece it meets (.*), (if that is an opponent|if that is an own one|"
        rf"of either side), (at any distance|within ({NUMBER}) squares?|"
        rf"at a distance of ({NUMBER})(?: or more| to ({NUMBER})))",
        text,
    )
    if match:
        low = number(match[5]) - 1 if match[5] else 0
        far = match[4] or match[6]
        high = number(far) - 1 if far else None
        yield along(directions(match[1]), [("e", low, high), (FIRST[match[2]], 1, 1)])


def _jump(text: str) -> Iterator[Reading]:
    who = {
        "the adjacent opponent": ([], "p"),
        "the adjacent own piece": ([], "w"),
        "the adjacent piece of either side": ([], "pw"),
        "exactly one piece of either side": ([("e", 0, None)], "pw"),
        "the first piece it meets, if that is an opponent": ([("e", 0, None)], "p"),
        "the first piece it meets, if that is an own one": ([("e", 0, None)], "w"),
    }
    for over, (before, on) in who.items():
        way = [*before, (on, 1, 1)]
        match = re.fullmatch(
            f"jumps (.*) over {over}(?:,? at any distance,)? and lands just beyond it, (.*)", text
        )
        if match:
            yield along(directions(match[1]), [*way, (LANDING[match[2]], 1, 1)])
        match = re.fullmatch(
            f"captures (.*) by jumping over {over}: it takes the next piece beyond, (.*), "
            "at any distance",
            text,
        )
        if match:
            end = (FIRST[match[2]], 1, 1)
            yield along(directions(match[1]), [*way, ("e", 0, None), end])
        match = re.fullmatch(
            f"jumps (.*) over {over},? and on over any number of empty squares(.*)", text
        )
        if match:
            takes = match[2].replace("beyond", "it meets")
            end = (TAKES[takes], 1, 1)
            yield along(directions(match[1]), [*way, ("e", 0, None), end])


def _any_way(text: str) -> Iterator[Reading]:
    match = re.fullmatch(r"goes (.*?) over (.*), and ends on the next square, (.*)", text)
    if match:
        yield along(directions(match[1]), [*passed(match[2]), (LANDING[match[3]], 1, 1)])


def _leap(text: str) -> Iterator[Reading]:
    for before, after, on in LEAPS:
        match = re.fullmatch(f"{before}(.*?){after}", text)
        if match:
            yield along(leaps(match[1]), [(on, 1, 1)])
    match = re.fullmatch(
        rf"makes (one or more|up to ({NUMBER})|) ?"
        rf"(?:({NUMBER})-by-({NUMBER}) leaps|leaps of (.*?)) in a straight line(.*)",
        text,
    )
    if match:
        kinds = f"{match[3]} by {match[4]} in any direction" if match[3] else match[5]
        vectors, then = leaps(kinds), match[6]
        ride = re.fullmatch(", from empty square to empty square(.*)", then)
        walk = re.fullmatch(": onto (.*), and ends with one more leap, (.*)", then)
        if ride:
            most = number(match[2]) - 1 if match[2] else None
            end = TAKES[ride[1].replace("it lands on", "it meets")]
            yield along(vectors, [("e", 0, most), (end, 1, 1)])
        elif walk:
            yield along(vectors, [*passed(walk[1]), (LANDING[walk[2]], 1, 1)])


def _spot(text: str) -> Iterator[Reading]:
    turns: list[Callable[[int, int], Vector]] = [lambda x, y: (x, y)]
    for how, known in SYMMETRIES.items():
        if text.endswith(how):
            text, turns = text.removesuffix(how), known
    what, _, conditions = text.partition(", if ")
    needed = [
        _condition(part) for part in re.split(r", (?=the )| and (?=the )", conditions) if part
    ]
    if what == "may stand still":
        yield _if(turns, (0, 0), "w", needed)
        return
    for before, after, on in VERBS:
        match = re.fullmatch(f"{before} ({NUMBER} squares? .*?){after}", what)
        if match:
            (target,) = offset(match[1])
            yield _if(turns, target, on, needed)


def _condition(text: str) -> tuple[Vector, str]:
    for words, on in HOLDS.items():
        match = re.fullmatch(f"the (?:next square (.*)|square (.*)) {words}", text)
        if match:
            (square,) = directions(match[1]) if match[1] else offset(match[2])
            return square, on
    raise UnreadableError(text)


def _if(
    turns: list[Callable[[int, int], Vector]],
    target: Vector,
    on: str,
    needed: list[tuple[Vector, str]],
) -> Reading:
    def read(origin: Coordinates, scene: Scene) -> set[Coordinates]:
        found = set()
        for turn in turns:
            end = scene.at(origin, *turn(*target))
            if scene.holds(end, on) and all(
                scene.holds(scene.at(origin, *turn(*square)), held) for square, held in needed
            ):
                found.add(end)
        return found

    return read


def _bent(text: str) -> Iterator[Reading]:
    match = re.fullmatch(
        "steps one square (orthogonally|diagonally) to an empty square, then (.*) outward(.*)", text
    )
    if not match:
        return
    then = match[2] + match[3]

    def read(origin: Coordinates, scene: Scene) -> set[Coordinates]:
        found = set()
        for dx, dy in directions(match[1]):
            middle = scene.at(origin, dx, dy)
            if scene.holds(middle, "e"):
                for out in {(dx, 0), (0, dy)} if dx and dy else _forks(dx, dy):
                    name = next(n for n, v in DIRECTIONS.items() if v == {out})
                    words = re.sub("along a row or column|diagonally", name, then)
                    found |= sentence(words)(middle, scene)
        return found

    yield read


def _forks(dx: int, dy: int) -> set[Vector]:
    """The two diagonals that lie nearest to an orthogonal direction."""
    return {(dx or s, dy or s) for s in (1, -1)}


def _walk(text: str) -> Iterator[Reading]:
    turns: list[Callable[[int, int], Vector]] = [lambda x, y: (x, y)]
    for how, known in SYMMETRIES.items():
        if text.endswith(how):
            text, turns = text.removesuffix(how), known
    text = text.removesuffix("; the square it stands on counts as held by an own piece")
    text = text.removesuffix("; any other piece on the last square is captured")
    if ", and from there " in text:
        yield _from_there(*text.split(", and from there "))
        return
    alone = re.fullmatch(f"{ROUNDS}: (.*)", text)
    steps = [_rounds(alone[1], alone[2])] if alone else [_element(p) for p in _outside(text)]

    def read(origin: Coordinates, scene: Scene) -> set[Coordinates]:
        found = set()
        for turn in turns:
            squares = {origin}
            for step in steps:
                squares = step(squares, scene, turn)
            found |= squares
        return found

    yield read


def _from_there(first: str, then: str) -> Reading:
    steps = [_element(part) for part in _outside(first)]
    lines = [sentence(part) for part in then.split("; or ")]

    def read(origin: Coordinates, scene: Scene) -> set[Coordinates]:
        squares = {origin}
        for step in steps:
            squares = step(squares, scene, lambda x, y: (x, y))
        return set().union(*(line(square, scene) for line in lines for square in squares))

    return read


Stepping: TypeAlias = Callable[
    [set[Coordinates], Scene, Callable[[int, int], Vector]], set[Coordinates]
]


def _outside(text: str) -> list[str]:
    """Split at ", then ", but not within parentheses."""
    parts, depth = [""], 0
    for piece in re.split(r"(, then |\(|\))", text):
        depth += (piece == "(") - (piece == ")")
        if piece == ", then " and depth == 0:
            parts.append("")
        else:
            parts[-1] += piece
    return parts


def _by(vectors: set[Vector], way: list[tuple[str, int, int | None]]) -> Stepping:
    def step(
        squares: set[Coordinates], scene: Scene, turn: Callable[[int, int], Vector]
    ) -> set[Coordinates]:
        turned = {turn(*vector) for vector in vectors}
        return set().union(*(along(turned, way)(square, scene) for square in squares))

    return step


def _stay(on: str) -> Stepping:
    return lambda squares, scene, turn: {square for square in squares if scene.holds(square, on)}


def _element(text: str) -> Stepping:
    rounds = re.fullmatch(rf"{ROUNDS} \((.*)\)", text)
    if rounds:
        return _rounds(rounds[1], rounds[2])
    match = re.fullmatch("stays there, on (.*)", text)
    if match:
        return _stay(VISITED[match[1]])
    match = re.fullmatch(r"makes one step \((.*)\)", text)
    if match:
        bodies = [_round(body) for body in match[1].split("; or ")]
        return lambda squares, scene, turn: set().union(
            *(body(squares, scene, turn) for body in bodies)
        )
    match = re.fullmatch("leaps, each time (.*), onto (.*)", text)
    if match:
        return _by(offset(match[1]), passed(match[2]))
    match = re.fullmatch("(?:goes|leaps) (.*) onto (.*)", text)
    if match:
        return _by(leaps(match[1]), [(VISITED[match[2]], 1, 1)])
    match = re.fullmatch("goes (.*?) over (.*)", text)
    if match:
        return _by(directions(match[1]), passed(match[2]))
    for before, after, on in VERBS:
        match = re.fullmatch(f"{before} ({NUMBER} squares? .*?){after}", text)
        if match:
            return _by(offset(match[1]), [(on, 1, 1)])
    if text.startswith(("moves ", "captures ", "leaps ", "makes ")):
        return _line(text)
    raise UnreadableError(text)


def _line(text: str) -> Stepping:
    """A line at the end of a walk; its directions turn with the walk."""
    reading = _first_reading(text, _LINES)

    def step(
        squares: set[Coordinates], scene: Scene, turn: Callable[[int, int], Vector]
    ) -> set[Coordinates]:
        return set().union(*(reading(square, scene.turned(turn)) for square in squares))

    return step


def _rounds(count: str, text: str) -> Stepping:
    bodies = [_round(body) for body in text.removeprefix("each ").split("; or ")]

    def step(
        squares: set[Coordinates], scene: Scene, turn: Callable[[int, int], Vector]
    ) -> set[Coordinates]:
        def once(some: set[Coordinates]) -> set[Coordinates]:
            return set().union(*(body(some, scene, turn) for body in bodies))

        found = once(squares) if count == "one or more" else squares
        while not (more := once(found)) <= found:
            found = found | more
        return found

    return step


def _round(text: str) -> Stepping:
    if re.match("goes |stays |leaps, ", text):
        steps = [_element(part) for part in _outside(text)]

        def all_of_them(
            squares: set[Coordinates], scene: Scene, turn: Callable[[int, int], Vector]
        ) -> set[Coordinates]:
            for step in steps:
                squares = step(squares, scene, turn)
            return squares

        return all_of_them
    match = re.fullmatch("(.*) over an adjacent (.*) onto (.*) just beyond", text)
    if match:
        return _by(directions(match[1]), [(PASSED[match[2]], 1, 1), (VISITED[match[3]], 1, 1)])
    match = re.fullmatch("(.*?) over (.*?)(?: onto (.*))?", text)
    if match:
        leaping = re.fullmatch(rf"by (?:({NUMBER})-by-({NUMBER}) leaps|leaps of (.*))", match[1])
        if leaping:
            kinds = f"{leaping[1]} by {leaping[2]} in any direction" if leaping[1] else leaping[3]
            vectors = leaps(kinds)
        else:
            vectors = directions(match[1])
        end: list[tuple[str, int, int | None]] = [(VISITED[match[3]], 1, 1)] if match[3] else []
        return _by(vectors, [*passed(match[2]), *end])
    match = re.fullmatch("(.*) onto (.*)", text)
    if match:
        return _by(leaps(match[1]), [(VISITED[match[2]], 1, 1)])
    raise UnreadableError(text)


def sentence(text: str) -> Reading:
    """What a sentence means, without its full stop and its capital."""
    if text == "may stand still: no piece moves, and the turn passes":
        return lambda origin, scene: {origin}
    return _first_reading(text, (_bent, *_LINES, _spot, _walk))


_LINES = (_step, _ride, _exact, _shot, _jump, _any_way, _leap)


def _first_reading(text: str, kinds: Iterable[Callable[[str], Iterator[Reading]]]) -> Reading:
    for kind in kinds:
        try:
            for reading in kind(text):
                return reading
        except UnreadableError:
            continue
    raise UnreadableError(text)


def read(text: str) -> Reading | None:
    """What a whole sentence means; None for a remark that allows no move."""
    if text in REMARKS or text.startswith("Moves as a"):
        return None
    match = re.fullmatch(
        r"From (?:(its first (?:.* )?rows?)|(row (\d+) or beyond)|(rows? (\d+)(?: to (\d+))?))?"
        r"(?:, counted from its own side)?(?:, on )?(files? ([a-z]+)(?: to ([a-z]+))?)?: (.*)\.",
        text,
    )
    if not match:
        return sentence(text[0].lower() + text[1:].removesuffix("."))
    meaning = sentence(match[10])
    near, far = 1, 10**9
    if match[1]:
        count = match[1].split()[2]
        far = 1 if count == "row" else number(count)
    elif match[2]:
        near = int(match[3])
    elif match[4]:
        near, far = int(match[5]), int(match[6] or match[5])
    left, right = "a", "z"
    if match[7]:
        left, right = match[8], match[9] or match[8]

    def inside(origin: Coordinates, scene: Scene) -> set[Coordinates]:
        row = origin[1] + 1 if scene.forward > 0 else scene.height - origin[1]
        file = chr(ord("a") + origin[0])  # boards that are read have no more than 26 files
        here = near <= row <= far and left <= file <= right
        return meaning(origin, scene) if here else set()

    return inside


REMARKS = {
    "Cannot move.",
    "Has a rule, but no move of it fits on this board: it cannot move.",
    "What it jumps over stays.",
    "It cannot capture.",
    "It moves only by capturing.",
}
