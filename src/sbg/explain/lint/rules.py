"""Warnings about the text of a rule: repeated alternatives, powers without effect, the empty word."""

from __future__ import annotations

from sbg.explain.lint.parts import Part, Parts
from sbg.explain.lint.removal import BLANK, remove_alternative
from sbg.language.syntax import Edit, Fix, Label, Span, fixes, tree
from sbg.language.syntax.collector import Collector


def check_rule(rule: tree.Rule, parts: Parts, collector: Collector) -> None:
    """Warn about what can be seen in a rule without a board."""
    for part in parts.in_order:
        if part.kind == "sum":
            _repeated_alternatives(part, collector)
        elif part.kind == "power":
            _idle_power(part, collector)
    if parts.root.nullable:
        _empty_word(rule, parts.root, collector)


def _repeated_alternatives(part: Part, collector: Collector) -> None:
    first: dict[int, Part] = {}
    for alternative in part.parts:
        other = first.setdefault(alternative.shape, alternative)
        if other is not alternative:
            collector.add(
                "SBG408",
                "the same alternative stands twice in a sum",
                alternative.span,
                "again here",
                secondary=(Label(other.span, "first here"),),
                help="remove one of the two, or mend it if another direction was meant",
                fix=None
                if collector.full
                else remove_alternative(collector.source.text, alternative.span),
            )


def _idle_power(part: Part, collector: Collector) -> None:
    (body,) = part.parts
    written = "^*" if part.count is None else f"^{part.count}"
    if body.written_out == 0:
        why = "what it repeats is the empty word"
    elif body.starred and part.count != 0:
        why = "what it repeats may be repeated any number of times already"
    elif part.count == 1:
        why = "what it repeats stands there once anyway"
    else:
        return
    text = collector.source.text
    place = _exponent(part, text)
    collector.add(
        "SBG412",
        f"the power `{written}` changes nothing",
        place,
        why,
        help=f"remove `{written}`",
        fix=_without_power(place, text, f"Remove `{written}`"),
    )


def _exponent(part: Part, text: str) -> Span:
    """The place of a power without its base: from `^` on."""
    assert part.power is not None
    blank = BLANK.match(text, part.power.base.span.end)
    assert blank is not None
    return Span(blank.end(), part.power.span.end)


def _without_power(place: Span, text: str, title: str) -> Fix:
    """The sign and the number go; a comment between them stays."""
    blank = BLANK.match(text, place.start + 1)
    assert blank is not None
    if not blank[0]:
        return fixes.replace(place, "", title)
    sign = Edit(Span(place.start, place.start + 1), "")
    return Fix(title, (sign, Edit(Span(blank.end(), place.end), "")))


def _empty_word(rule: tree.Rule, root: Part, collector: Collector) -> None:
    alternatives = root.parts if root.kind == "sum" else [root]
    collector.add(
        "SBG410",
        f"the rule of piece `{rule.piece}` accepts the empty word",
        next(part for part in alternatives if part.nullable).span,
        "this may be empty",
        secondary=(Label(rule.piece_span, "so this piece may always stand still"),),
        help="ask for one letter at least; write `(0,0,w)` where standing still is meant",
    )
