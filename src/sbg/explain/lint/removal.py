"""The fix that removes an alternative, a goal or a square which has no effect.

None of them is safe: what does nothing was often meant to do something else.
"""

from __future__ import annotations

import re

from sbg.language.syntax import Fix, Span, fixes, tree

BLANK = re.compile(r"(?:[ \t\r\n]|//[^\r\n]*|/\*.*?\*/)*", re.DOTALL)
"""White space and comments."""

_WHITE = " \t\r\n"


def remove_alternative(text: str, span: Span) -> Fix | None:
    """Remove an alternative of a sum with the `+` before or after it; None if it is not one, or comments are near."""
    before = len(text[: span.start].rstrip(_WHITE))
    after = span.end + len(text[span.end :]) - len(text[span.end :].lstrip(_WHITE))
    left, right = text[before - 1 : before], text[after : after + 1]
    line = text[max(text.rfind("\n", 0, before), text.rfind("\r", 0, before)) + 1 : before]
    if "//" in line:
        return None  # the sign before may stand in a comment
    title = "Remove the alternative"
    if left == "+" and right in ("+", ")", "&"):
        return fixes.remove(text, Span(before - 1, span.end), title, safe=False)
    if right == "+" and (left == "(" or left.isalpha()):
        end = after + 1
        end += len(text[end:]) - len(text[end:].lstrip(_WHITE))
        return fixes.replace(Span(span.start, end), "", title, safe=False)
    return None


def remove_goal(text: str, goal: tree.Goal) -> Fix:
    """Remove a goal with its `&`."""
    blank = BLANK.match(text, goal.span.end)
    assert blank is not None
    title = f"Remove the goal `{text[goal.span.start]}{goal.piece}`"
    return fixes.remove(text, Span(goal.span.start, blank.end() + 1), title, safe=False)


def remove_square(text: str, goal: tree.SquareGoal, square: tree.Square) -> Fix:
    """Remove a square with the comma before or after it, or the whole goal if it has no other."""
    if len(goal.squares) == 1:
        return remove_goal(text, goal)
    number = next(i for i, other in enumerate(goal.squares) if other is square)
    if number:
        start = _next_comma(text, goal.squares[number - 1].span.end)
        span = Span(start, square.span.end)
    else:
        end = _next_comma(text, square.span.end) + 1
        span = Span(square.span.start, end + len(text[end:]) - len(text[end:].lstrip(_WHITE)))
    title = f"Remove `{square.x.value} {square.y.value}`"
    return fixes.replace(span, "", title, safe=False)


def _next_comma(text: str, start: int) -> int:
    blank = BLANK.match(text, start)
    assert blank is not None
    return blank.end()
