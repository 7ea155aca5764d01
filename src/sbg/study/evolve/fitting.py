"""Removes from a rule the alternatives and stars for which a board is too small."""

from __future__ import annotations

from itertools import accumulate

from sbg.language.model import Concat, Letter, Power, Regexp, Sum
from sbg.language.model.regexp import concat, sum_of

_Steps = tuple[tuple[int, int], int]
"""A step, and how often it is made at least."""


def fitted(rule: Regexp, width: int, height: int) -> Regexp | None:
    """The rule without what leaves the board from every square; None if nothing is left.

    Only alternatives that are plain walks are looked at: others stay as they are.
    """
    alternatives = rule.parts if isinstance(rule, Sum) else (rule,)
    kept: dict[Regexp, None] = {}
    for alternative in alternatives:
        found = _fitted(alternative, width, height)
        if found is not None:
            kept[found] = None
    return sum_of(kept) if kept else None


def _fitted(alternative: Regexp, width: int, height: int) -> Regexp | None:
    parts = alternative.parts if isinstance(alternative, Concat) else (alternative,)
    steps = [_step(part) for part in parts]
    if any(step is None for step in steps):
        return alternative
    known = [step for step in steps if step is not None]
    if not _fits(known, width, height):
        return None
    kept = []
    for i, part in enumerate(parts):
        if _is_star(part):
            step, _ = known[i]
            if not _fits([*known[:i], (step, 1), *known[i + 1 :]], width, height):
                continue
        kept.append(part)
    return concat(kept) if kept else alternative


def _is_star(part: Regexp) -> bool:
    return isinstance(part, Power) and part.count is None


def _step(part: Regexp) -> _Steps | None:
    """The step of a part and how often it is made at least, if it makes the same one all the time."""
    if isinstance(part, Letter):
        return (part.dx, part.dy), 1
    if isinstance(part, Power):
        body = _step(part.body)
        return None if body is None else (body[0], body[1] * (part.count or 0))
    if isinstance(part, Sum):
        found = {_step(one) for one in part.parts}
        return next(iter(found)) if len(found) == 1 else None
    return None


def _fits(steps: list[_Steps], width: int, height: int) -> bool:
    """Whether a walk that makes each step as often as it must stays on the board from some square."""
    for axis, size in ((0, width), (1, height)):
        places = list(accumulate((step[axis] * times for step, times in steps), initial=0))
        if max(places) - min(places) >= size:
            return False
    return True
