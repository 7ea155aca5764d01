"""Finds the mistakes in a text, and applies the fixes that are offered for them."""

from __future__ import annotations

from dataclasses import dataclass

from sbg import pipeline
from sbg.app.editor.scan import plain
from sbg.base.limits import MAX_DIAGNOSTICS
from sbg.language.syntax import Diagnostic, Edit, Source, fixes

_ROUNDS = 100
"""Times that a text is checked anew while it is mended: a fix may bring another mistake to light."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """A text with its mistakes mended as far as that can be done: what was done, and what is left."""

    text: str
    done: tuple[Diagnostic, ...]
    left: tuple[Diagnostic, ...]


def check(text: str, name: str = "<text>") -> list[Diagnostic]:
    """All that is wrong with a text. A byte order mark counts as a blank, so that every offset is one of the text."""
    return pipeline.diagnose(Source(name, plain(text)))


def fixed(text: str, name: str = "<text>", *, unsafe: bool = False) -> Fixed:
    """Carry out all safe fixes of a text (or all there are), and those of what they bring to light."""
    done: list[Diagnostic] = []
    seen: set[str] = set()
    found = check(text, name)
    for _ in range(_ROUNDS):
        # Where all at once make it no better, one of them may: a text is never left with more mistakes.
        mended = together(found, unsafe=unsafe)
        for chosen in (mended, *([one] for one in mended if len(mended) > 1)):
            edits = [edit for one in chosen if one.fix is not None for edit in one.fix.edits]
            other = fixes.apply(text, edits)
            left = check(other, name)
            if chosen and other not in seen and _is_better(text, found, other, left):
                break
        else:
            break
        seen.add(text)
        text, found = other, left
        done += chosen
    return Fixed(text, tuple(done), tuple(found))


def _is_better(text: str, found: list[Diagnostic], other: str, left: list[Diagnostic]) -> bool:
    """Whether another text has fewer errors; or none, as this one, and no more of all else."""
    before, after = _errors(text, found), _errors(other, left)
    return after < before or (after == before == 0 and len(left) <= len(found))


def _errors(text: str, found: list[Diagnostic]) -> int:
    errors = sum(one.severity == "error" for one in found)
    # The rest is not shown.
    return pipeline.count_errors(Source("", plain(text))) if errors > MAX_DIAGNOSTICS else errors


def together(found: list[Diagnostic], *, unsafe: bool = False) -> list[Diagnostic]:
    """The diagnostics whose fixes can be carried out at once: no edit of one touches an edit of another."""
    chosen: list[Diagnostic] = []
    edits: list[Edit] = []
    for diagnostic in found:
        fix = diagnostic.fix
        if fix is None or not (fix.safe or unsafe):
            continue
        if all(_apart(edit, other) for edit in fix.edits for other in edits):
            edits += fix.edits
            chosen.append(diagnostic)
    return chosen


def _apart(one: Edit, other: Edit) -> bool:
    return one.span.end < other.span.start or other.span.end < one.span.start
