"""Chooses on which square a diagram shows a piece, so that most of its rule can be seen.

All squares are tried at once: their boards lie side by side as lanes of one int, see `sbg.moves.automata.relaxation`.
"""

from __future__ import annotations

from contextlib import suppress

from sbg.language.model import Coordinates
from sbg.moves.automata import Dfa
from sbg.moves.automata.relaxation import Lanes, OutOfWorkError, Work, by_letter

_BITS = 1 << 17
"""For trying all squares of a board; of a larger board some are tried."""
_LOOKS = 1 << 18
"""Squares times edges that may be looked at; a larger automaton is tried on fewer squares."""
_WORK = 1 << 28


def best_start(width: int, height: int, dfa: Dfa) -> Coordinates:
    """The square from which white can use most of the rule, the most central of several.

    That of a pawn is where it may leap, that of a king with a palace the middle of it. If that is too much work, the
    middle of the board.
    """

    def off_center(at: int) -> tuple[int, int]:
        return abs(2 * (at % width) + 1 - width) + abs(2 * (at // width) + 1 - height), at

    starts = sorted(_candidates(width, height), key=off_center)
    starts = starts[: max(1, _LOOKS // max(1, len(dfa.transitions)))]
    uses = [0] * len(starts)
    with suppress(OutOfWorkError):
        uses = _uses(Lanes(width, height, starts), len(starts), dfa)
    best = starts[uses.index(max(uses))]
    return best % width, best // width


def _candidates(width: int, height: int) -> list[int]:
    if (width * height) ** 2 <= _BITS:
        return list(range(width * height))
    columns, rows = (
        [at for at in range(side) if min(at, side - 1 - at) < 3 or abs(2 * at + 1 - side) <= 2]
        for side in (width, height)
    )
    return [y * width + x for y in rows for x in columns]


def _uses(lanes: Lanes, count: int, dfa: Dfa) -> list[int]:
    """For each lane the number of transitions that lie on a move from its start."""
    work = Work(_WORK)
    alphabet, edges = by_letter(dfa)
    steps = lanes.steps(alphabet, work)
    seen = lanes.forward(edges, steps, work)
    ends = [lanes.everywhere if q in dfa.accepting else 0 for q in range(dfa.state_count)]
    good = lanes.backward(edges, steps, seen, ends, work)
    whole = (1 << lanes.size) - 1
    uses = [0] * count
    for source, out in enumerate(edges):
        work.spend(len(out), lanes.bits)
        for index, target in out:
            shift, mask = steps[index]
            arrived = seen[source] << shift if shift >= 0 else seen[source] >> -shift
            arrived &= mask & good[target]
            for lane in range(count):
                if not arrived:
                    break
                uses[lane] += arrived & whole != 0
                arrived >>= lanes.size
    return uses
