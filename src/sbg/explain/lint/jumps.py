"""A hint for moves that jump over an opponent's piece, since this does not capture it."""

from __future__ import annotations

from sbg.explain.lint.parts import Part, Parts
from sbg.language.syntax.collector import Collector
from sbg.moves.automata import Dfa


def check_jumps(parts: Parts, dfa: Dfa, collector: Collector) -> None:
    """Say of the first `p` that is passed on the way to a move without a capture that nothing is captured there.

    A piece that passes own pieces, or empty squares, in the same way is not out for captures, and is not spoken of.
    """
    out: list[list[tuple[tuple[int, int, str], int]]] = [[] for _ in range(dfa.state_count)]
    for source, letter, target in dfa.transitions:
        out[source].append(((letter.dx, letter.dy, letter.on), target))
    passed = set()
    for edges in out:
        for (dx, dy, on), target in edges:
            alike = sum(step[:2] == (dx, dy) and to == target for step, to in edges)
            if on == "p" and alike == 1 and not _captures(out, dfa, target):
                passed.add((dx, dy))
    if not passed:
        return
    ends = set(_last(parts.root))
    for part in parts.letters:
        text = part.letter
        if text and text.on == "p" and (text.dx, text.dy) in passed and part not in ends:
            collector.add(
                "SBG418",
                "what is jumped over here is not captured",
                part.span,
                help="a move captures on its last square alone, and leaves what it passes; where the piece leaps"
                f" over anything, write `(({text.dx},{text.dy},p) + ({text.dx},{text.dy},w))`",
            )
            return


def _captures(out: list[list[tuple[tuple[int, int, str], int]]], dfa: Dfa, state: int) -> bool:
    """Whether words end here or go on to a capture: true too where no word goes on."""
    met, stack, ends = {state}, [state], set()
    while stack:
        for (_, _, on), target in out[stack.pop()]:
            if target in dfa.accepting:
                ends.add(on)
            if target not in met:
                met.add(target)
                stack.append(target)
    return not ends or "p" in ends


def _last(part: Part) -> list[Part]:
    """The letters that a word of a part may end with."""
    if part.letter is not None:
        return [part]
    found: list[Part] = []
    for inner in reversed(part.parts):
        found += _last(inner)
        if part.kind == "concat" and not inner.nullable:
            break
    return found
