"""Writes the rules on which the learner is developed: random ones and fairy pieces, none of them held out.

    python bench/development/make.py

The random rules are drawn as the held-out ones are, from other seeds; the pieces are others than those of
`bench/held_out`. What the learner does on these may be looked at, and it may be changed because of it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent))

from bench.held_out.freeze import DIAGONAL, ORTHOGONAL, Vector, random_rules  # noqa: E402

COUNT = 120
FIRST_SEED = 100_000
KING = [*ORTHOGONAL, *DIAGONAL]


def main() -> None:
    """Write both files."""
    rules = "".join(f"{rule} &\n" for rule in random_rules(COUNT, FIRST_SEED))
    (HERE / "rules.txt").write_text(f"// {COUNT} rules on 6x6.\n{rules}", encoding="utf-8")
    pieces = "".join(f"// {name}\n{' + '.join(rule)} &\n" for name, rule in fairies().items())
    (HERE / "fairies.txt").write_text(f"// Pieces on 8x8.\n{pieces}", encoding="utf-8")


def leaper(short: int, long: int) -> list[Vector]:
    """All leaps like one."""
    pairs = {(short, long), (long, short)}
    return sorted({(sx * x, sy * y) for x, y in pairs for sx in (1, -1) for sy in (1, -1)})


def on(vector: Vector, contents: str) -> str:
    """A step onto any of some contents."""
    x, y = vector
    return "(" + " + ".join(f"({x},{y},{content})" for content in contents) + ")"


def star(vector: Vector, contents: str = "e") -> str:
    """Any number of steps."""
    return f"{on(vector, contents)}^*"


def quarter(vector: Vector, left: bool = True) -> Vector:
    """A vector turned by 90 degrees."""
    x, y = vector
    return (-y, x) if left else (y, -x)


def eighth(vector: Vector, left: bool = True) -> Vector:
    """A king's step turned by 45 degrees."""
    at = CIRCLE.index(vector)
    return CIRCLE[(at + (1 if left else -1)) % 8]


CIRCLE: list[Vector] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]


def ends(walk: Iterable[Vector]) -> list[str]:
    """The moves that end anywhere on a walk whose other squares are empty."""
    steps = list(walk)
    return [
        "".join(on(step, "e") for step in steps[:last]) + on(steps[last], "ep")
        for last in range(len(steps))
    ]


def around(first: Vector, turn: int, count: int) -> list[str]:
    """The moves along a polygon: steps of one leaper, each turned further in the same sense."""
    circle = sorted(leaper(*sorted(map(abs, first))), key=_angle)
    at = circle.index(first)
    return ends(circle[(at + turn * number) % len(circle)] for number in range(count))


def _angle(vector: Vector) -> float:
    from math import atan2

    return atan2(vector[1], vector[0])


def fairies() -> dict[str, list[str]]:
    """The pieces and their rules."""
    sides = (True, False)
    return {
        "far hopper": [
            star(v) + on(v, "e") + on(v, "pw") + star(v) + on(v, "ep") for v in DIAGONAL
        ],
        "swerving hopper": [
            star(v) + on(v, "pw") + on(quarter(v, left), "e") + on(v, "ep")
            for v in ORTHOGONAL
            for left in sides
        ],
        "leaping lion": [
            star(v) + on(v, "pw") + star(v) + on(v, "pw") + star(v) + on(v, "ep") for v in DIAGONAL
        ],
        "two-step wanderer": [
            on(v, "e") + on(w, "ep")
            for v in ORTHOGONAL
            for w in ORTHOGONAL
            if (v[0] + w[0], v[1] + w[1]) != (0, 0)
        ],
        "free camel": [
            "(" + " + ".join(on(v, "e") for v in leaper(1, 3)) + ")^*" + on(w, "ep")
            for w in leaper(1, 3)
        ],
        "crooked knight": [
            f"({on(v, 'e')}{on((v[1], v[0]), 'e')})^*({on(v, 'ep')} + {on(v, 'e')}{on((v[1], v[0]), 'ep')})"
            for v in leaper(1, 2)
        ],
        "crooked camel": [
            f"({on(v, 'e')}{on((v[1], v[0]), 'e')})^*({on(v, 'ep')} + {on(v, 'e')}{on((v[1], v[0]), 'ep')})"
            for v in leaper(1, 3)
        ],
        "late rider": [
            on((3 * x, 3 * y), "e") + star((x, y)) + on((x, y), "ep") for x, y in DIAGONAL
        ],
        "zurafa": [
            on(v, "e") + on(w, "e") + on(w, "e") + star(w) + on(w, "ep")
            for v in DIAGONAL
            for w in ((v[0], 0), (0, v[1]))
        ],
        "circling wazir": [
            move for v in ORTHOGONAL for turn in (1, -1) for move in around(v, turn, 3)
        ],
        "circling ferz": [
            move for v in DIAGONAL for turn in (1, -1) for move in around(v, turn, 3)
        ],
        "circling king": [
            move for v in KING for left in sides for move in ends(_circle(v, left, 7))
        ],
        "circling camel": [
            move for v in leaper(1, 3) for turn in (1, -1) for move in around(v, turn, 7)
        ],
        "spiral wazir": [
            f"({on(v, 'e')}{on(quarter(v), 'e')})^*{on(v, 'e')}{on(quarter(v), 'ep')}"
            for v in ORTHOGONAL
        ],
        "grasping rider": [star(v) + on(v, "p") + star(v) + on(v, "p") for v in DIAGONAL],
        "falconet": [
            on(v, "e") + on(w, "e") + on(v, "ep")
            for v in KING
            for w in KING
            if v != w and (v[0] + w[0], v[1] + w[1]) != (0, 0)
        ],
        "corner turner": [
            star(v) + on(v, "e") + star(quarter(v, left)) + on(quarter(v, left), "ep")
            for v in ORTHOGONAL
            for left in sides
        ],
        "hopping knight": [on(v, "pw") + on(v, "ep") for v in leaper(1, 2)],
        "pawn of the river": ["(0,1,e)", "(0,1,e)(0,1,e)(0,-3,w)(0,2,e)", "(1,1,p)", "(-1,1,p)"],
        "alternating rider": [
            f"({on(v, 'e')}{on(quarter(v), 'pw')})^*{on(v, 'ep')}" for v in DIAGONAL
        ],
    }


def _circle(first: Vector, left: bool, count: int) -> list[Vector]:
    walk = [first]
    while len(walk) < count:
        walk.append(eighth(walk[-1], left))
    return walk


if __name__ == "__main__":
    main()
