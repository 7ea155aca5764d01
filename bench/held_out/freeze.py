"""Writes the held-out rules that measure the learner: random ones, and pieces of known games.

    python bench/held_out/freeze.py

The two files beside this script were written once, before any part of the learner existed, and are frozen: the learner
is judged by them and must never be tuned on them. The script is kept so that anyone can see how they came about. The
random rules are those of `tests/strategies.regexps(6, 6)` at that time with 4 to 30 letters written out; a later
version of hypothesis or of the strategies may draw others, so the files count and not the script.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterable
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent))

from hypothesis import HealthCheck, Phase, given, seed, settings  # noqa: E402

import sbg  # noqa: E402
from sbg.language.model import Regexp  # noqa: E402
from sbg.language.model.regexp import written_out  # noqa: E402
from sbg.moves import automata  # noqa: E402
from tests import strategies  # noqa: E402

COUNT = 200
LETTERS = range(4, 31)
Vector = tuple[int, int]

ORTHOGONAL = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
KING = [*ORTHOGONAL, *DIAGONAL]


def main() -> None:
    """Write both files."""
    rules = "".join(f"{rule} &\n" for rule in random_rules())
    (HERE / "rules.txt").write_text(f"// Frozen: 200 rules on 6x6.\n{rules}", encoding="utf-8")
    pieces = "".join(f"// {name}\n{rule} &\n" for name, rule in fairies().items())
    (HERE / "fairies.txt").write_text(f"// Frozen: 30 pieces on 8x8.\n{pieces}", encoding="utf-8")


def random_rules(count: int = COUNT, number: int = 0) -> list[str]:
    """Distinct rules, each the last that fits of a short run of its own: within a run, draws resemble each other."""
    found: dict[str, None] = {}
    while len(found) < count:
        rules = [str(rule) for rule in drawn(number) if written_out(rule) in LETTERS]
        if rules:
            found.setdefault(rules[-1])
        number += 1
    return list(found)


def drawn(number: int) -> list[Regexp]:
    """The rules of one run."""
    found: list[Regexp] = []

    @seed(number)
    @settings(
        max_examples=8,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategies.regexps(6, 6))
    def draw(rule: Regexp) -> None:
        found.append(rule)

    draw()
    return found


def images(*vectors: Vector) -> list[Vector]:
    """All that vectors become by turning and mirroring."""
    return sorted(
        {
            (sx * x, sy * y)
            for a, b in vectors
            for x, y in ((a, b), (b, a))
            for sx in (1, -1)
            for sy in (1, -1)
        }
    )


def letter(vector: Vector, on: str) -> str:
    """A step onto any of some contents."""
    return "(" + " + ".join(f"({vector[0]},{vector[1]},{c})" for c in on) + ")"


def leaps(vectors: Iterable[Vector], on: str = "ep") -> list[str]:
    """Moves of one step."""
    return [letter(vector, on) for vector in vectors]


def star(vector: Vector) -> str:
    """Any number of steps over empty squares."""
    return f"({vector[0]},{vector[1]},e)^*"


def rides(vectors: Iterable[Vector], on: str = "ep") -> list[str]:
    """Moves of any number of steps."""
    return [star(v) + letter(v, on) for v in vectors]


def paths(walks: Iterable[Iterable[Vector]], on: str = "ep") -> list[str]:
    """Moves along walks over empty squares, ending after any number of steps."""
    found: dict[str, None] = {}
    for walk in walks:
        before = ""
        for step in walk:
            found.setdefault(before + letter(step, on))
            before += letter(step, "e")
    return list(found)


def turned(vector: Vector, eighths: int) -> Vector:
    """A king's step turned by eighths of a full turn."""
    ring = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
    return ring[(ring.index(vector) + eighths) % 8]


def hops(turn: int) -> list[str]:
    """Along a queen's line up to a piece and over it, then one step in a direction turned by so many eighths."""
    return [
        star(v) + letter(v, "pw") + letter(turned(v, t), "ep")
        for v in KING
        for t in sorted({turn, -turn})
    ]


def crooked(ring: list[Vector]) -> list[str]:
    """A zigzag of two steps at a right angle, over empty squares."""
    found = []
    for one, two in itertools.permutations(ring, 2):
        if (one[0] + two[0], one[1] + two[1]) != (0, 0):
            around = f"({letter(one, 'e')}{letter(two, 'e')})^*"
            found += [around + letter(one, "ep"), around + letter(one, "e") + letter(two, "ep")]
    return found


def knights() -> list[Vector]:
    """The steps of a knight, around the clock."""
    return [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


def quintessence() -> list[str]:
    """A zigzag of knight's steps at a right angle."""
    found = []
    for x, y in knights():
        for two in ((y, -x), (-y, x)):
            around = f"({letter((x, y), 'e')}{letter(two, 'e')})^*"
            found += [
                around + letter((x, y), "ep"),
                around + letter((x, y), "e") + letter(two, "ep"),
            ]
    return found


def rose() -> list[str]:
    """Knight's steps around a circle, up to seven."""
    ring = knights()
    return paths([ring[(i + way * k) % 8] for k in range(7)] for i in range(8) for way in (1, -1))


def falcon() -> list[str]:
    """To a camel's or a zebra's square in three king's steps of two kinds, over empty squares, on any of three ways."""
    found = []
    for straight in ORTHOGONAL:
        for diagonal in (turned(straight, 1), turned(straight, -1)):
            for kinds in ("sdd", "dsd", "dds", "ssd", "sds", "dss"):
                steps = [straight if kind == "s" else diagonal for kind in kinds]
                found.append("".join(letter(s, "e") for s in steps[:2]) + letter(steps[2], "ep"))
    return found


def bent(first: list[Vector]) -> list[str]:
    """One king's step, then a ride outward at half a right angle."""
    return [
        *leaps(first),
        *(
            letter(v, "e") + star(t) + letter(t, "ep")
            for v in first
            for t in (turned(v, 1), turned(v, -1))
        ),
    ]


def fairies() -> dict[str, str]:
    """Pieces by their names in the literature; none of them is in a bundled game (the griffin is, in Steppe)."""
    knight = images((1, 2))
    found = {
        "rose": rose(),
        "manticore": bent(ORTHOGONAL),
        "crooked bishop": crooked(DIAGONAL),
        "crooked rook": crooked(ORTHOGONAL),
        "moa": [letter(d, "e") + letter(turned(d, t), "ep") for d in DIAGONAL for t in (1, -1)],
        "zebrarider": rides(images((2, 3))),
        "dabbabarider": rides(images((0, 2))),
        "alfilrider": rides(images((2, 2))),
        "giraffe": leaps(images((1, 4))),
        "zebra": leaps(images((2, 3))),
        "five-leaper": leaps(images((0, 5), (3, 4))),
        "squirrel": leaps([*knight, *images((0, 2), (2, 2))]),
        "champion": leaps(images((0, 1), (0, 2), (2, 2))),
        "wizard": leaps(images((1, 1), (1, 3))),
        "bison": leaps(images((1, 3), (2, 3))),
        "centaur": leaps([*KING, *knight]),
        "dragon king": [*rides(ORTHOGONAL), *leaps(DIAGONAL)],
        "dragon horse": [*rides(DIAGONAL), *leaps(ORTHOGONAL)],
        "short rook": paths([v] * 4 for v in ORTHOGONAL),
        "ski-rook": [letter((2 * x, 2 * y), "ep") for x, y in ORTHOGONAL]
        + [
            letter((2 * x, 2 * y), "e") + star((x, y)) + letter((x, y), "ep") for x, y in ORTHOGONAL
        ],
        "ubi-ubi": [
            "(" + " + ".join(leaps(knight, "e")) + ")^*(" + " + ".join(leaps(knight)) + ")"
        ],
        "quintessence": quintessence(),
        "vao": [
            *rides(DIAGONAL, "e"),
            *(star(v) + letter(v, "pw") + star(v) + letter(v, "p") for v in DIAGONAL),
        ],
        "lion": [star(v) + letter(v, "pw") + star(v) + letter(v, "ep") for v in KING],
        "kangaroo": [
            star(v) + letter(v, "pw") + star(v) + letter(v, "pw") + letter(v, "ep") for v in KING
        ],
        "contra-grasshopper": [letter(v, "pw") + star(v) + letter(v, "ep") for v in KING],
        "eagle": hops(2),
        "moose": hops(1),
        "nightrider hopper": [star(v) + letter(v, "pw") + letter(v, "ep") for v in knight],
        "falcon": falcon(),
    }
    return {name: str(_rule(" + ".join(parts))) for name, parts in found.items()}


def _rule(text: str) -> Regexp:
    """The rule of a text, checked to be that of no piece of a bundled game, on a board of 8x8."""
    game = _game(text)
    (piece,) = game.pieces
    assert piece.rule is not None
    own = automata.compile(game)["A"]
    for name in sbg.bundled():
        for other in sbg.load(name).description.pieces:
            if other.rule is not None:
                try:
                    theirs = automata.compile(_game(str(other.rule)))["A"]
                except sbg.InvalidGameError:
                    continue  # of a larger board
                assert theirs != own, (text, name, other.letter)
    return piece.rule


def _game(rule: str) -> sbg.Description:
    board = "|A.......|" + "|........|" * 6 + "|a.......|"
    return sbg.parse(f"<<x>> <BOARD> 8 8 {board} <PIECES> A {rule} & <GOALS> 9 &").description


if __name__ == "__main__":
    main()
