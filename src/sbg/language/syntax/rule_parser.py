"""Parses a rule into its regular expression; tightest first: power, concatenation, `+`.

A mistake inside a letter or between operands is reported and stepped over, so that the others in the same rule are
found too. What could not be read stands in the tree as a letter that means nothing; such a tree is never used for
play.
"""

from __future__ import annotations

import re

from sbg.base.limits import MAX_LETTERS, MAX_NESTING, MAX_NUMBER, MAX_POWER
from sbg.language.syntax import fixes, parser_fixes
from sbg.language.syntax.diagnostic import Edit, Label
from sbg.language.syntax.lexer import Token
from sbg.language.syntax.lookalikes import PROMOTION
from sbg.language.syntax.source import Span
from sbg.language.syntax.stream import SECTION_ENDS, TokenStream, short
from sbg.language.syntax.tree import Concat, Group, Letter, Number, Power, Regexp, Sum

_Factor = Letter | Group | Power

# What may follow a stretch of tokens that makes no sense.
_RESUME = ("step", "(", ")", "+", "&")
_SIGNED_NUMBER = re.compile(r"[+-][ \t\r\n]*+[0-9]")
_RULE_BEGINS = re.compile(r"[A-Z][ \t\r\n]*+\(")
# What is left of a letter after a mistake in it, on the same line; a sign that strayed into it may come first.
_REST_OF_LETTER = re.compile(r"(?:[^\s\w(][ \t]*+)?[-,0-9 \t]*+[epw][ \t]*+\)")
# A `+` that cannot stand between two alternatives.
_LAST_PLUS = re.compile(r"\+[ \t\r\n]*+[+&)]")
_PLUS_BEFORE_PARENTHESIS = re.compile(r"\+[ \t\r\n]*+\)")
_NUMBER_IN_PARENTHESES = re.compile(r"\([ \t\r\n]*+[0-9]+[ \t\r\n]*+\)")


_OR = re.compile(r"(?i:or)\b(?=[ \t\r\n]*+\()|\|\|?(?=[ \t\r\n]*+\()")
_PROMOTED = re.compile(r"[A-Z][ \t]*+\)")
_CONTENT_HELP = "`e` is an empty square, `p` an opponent's piece, `w` an own piece"
_LETTER_HELP = "a letter is `(dx,dy,on)`: columns to the right, rows forward, and `e`, `p` or `w`"


class RuleAbandonedError(Exception):
    """A limit was met and reported; the rest of the rule is not worth reading."""


class RuleParser:
    """Reads the regular expression of one rule, up to its `&` or what stands in its stead."""

    def __init__(self, stream: TokenStream, piece: Token) -> None:
        self.stream = stream
        self.piece = piece
        self.letters = 0
        self.mistakes = stream.collector.count  # before this rule

    def regexp(self, depth: int = 0, opened: Token | None = None) -> Regexp:
        """A sum of concatenations; stops before `&`, a tag, the end, a closing parenthesis, or the next rule."""
        stream = self.stream
        alternatives: list[_Factor | Concat] = []
        factors: list[_Factor] = []
        start = stream.token.span
        missing = False  # an operand is missing here, and that has been said
        while True:
            token = stream.token
            kind = token.kind
            if kind == "step":
                factors.append(self._power(self._step()))
            elif kind == "(":
                factors.append(self._power(self._parenthesis(depth)))
            elif kind == "+":
                if factors:
                    alternatives.append(_concat(factors))
                    factors = []
                    missing = False
                elif not missing:
                    self._operand_missing(alternatives, opened)
                    missing = True
                stream.advance()
            elif kind == ")" and opened is None:
                stream.error(
                    "SBG116",
                    "this `)` closes nothing",
                    token.span,
                    help="remove it, or open a parenthesis before it",
                    fix=fixes.remove(stream.source.text, token.span, safe=False),
                )
                stream.advance()
                factors.append(self._power(self._nothing(token.span)))
            elif kind in (")", "&") or kind in SECTION_ENDS:
                break
            elif kind == "error":
                if token.text == ";" and depth == 0:
                    break  # meant for `&`
                # Reported already; it stands for whatever was meant.
                stream.advance()
                if self._next_rule(depth) or stream.token.kind in SECTION_ENDS:
                    stream.mark()  # the `&` may have been meant
                    factors.append(self._nothing(token.span))
                    break
                self._skip()
                factors.append(self._power(self._nothing(token.span)))
            elif factors and self._next_rule(depth):
                break
            else:
                self._stray(factors)
        if factors:
            alternatives.append(_concat(factors))
        else:
            if not missing:
                self._operand_missing(alternatives, opened)
            alternatives.append(self._nothing(start))
        if len(alternatives) == 1:
            return alternatives[0]
        return Sum(alternatives[0].span.to(alternatives[-1].span), tuple(alternatives))

    def _next_rule(self, depth: int) -> bool:
        """Whether the letter here begins the next rule: the `&` of this one is missing."""
        return depth == 0 and self.stream.looking_at(_RULE_BEGINS) is not None

    def _operand_missing(self, alternatives: list[_Factor | Concat], opened: Token | None) -> None:
        if alternatives:
            self.stream.unexpected(
                "SBG115",
                "a letter or `(` after `+`",
                help="write an alternative after each `+`, or remove it",
                fix=parser_fixes.idle_plus(self.stream),
            )
        elif self.stream.token.kind == "+":
            self.stream.unexpected(
                "SBG115",
                "a letter or `(`",
                help="nothing stands before this `+`: remove it",
                fix=parser_fixes.idle_plus(self.stream),
            )
        elif opened is not None:
            self.stream.unexpected(
                "SBG115",
                "a regular expression after `(`",
                help="write one between the parentheses, or remove them",
            )
        else:
            self.stream.unexpected(
                "SBG115",
                f"the regular expression of piece `{self.piece.text}`",
                help="a rule is a sum of words of letters, such as `P (0,1,e) + (1,1,p) &`; "
                "leave the rule out if the piece cannot move",
            )

    def _stray(self, factors: list[_Factor]) -> None:
        """Report tokens that fit nowhere here, and step over them."""
        token = self.stream.token
        help = None
        if token.kind in ("^", "*"):
            self.stream.error(
                "SBG117",
                "nothing stands before this power",
                token.span,
                help="a power follows a letter or a closing parenthesis: `(0,1,e)^*`",
            )
        else:
            alternative = self.stream.looking_at(_OR)
            if alternative:
                help = "alternatives are separated by `+`"
            elif token.kind == "letter" and token.text.isupper():
                help = "the rule before may lack its `&`"
            elif token.kind == "row":
                help = "alternatives are separated by `+`"
            elif token.kind in ("number", "-"):
                help = "a letter stands in parentheses: `(0,1,e)`"
            elif token.kind == ",":
                help = "letters follow one another directly, `(0,1,e)(0,1,p)`; alternatives are separated by `+`"
            self.stream.unexpected(
                "SBG114",
                "a letter `(dx,dy,on)`, `(`, `+` or `&`",
                help=help,
                fix=fixes.replace(Span(*alternative.span()), "+") if alternative else None,
            )
        if token.kind not in ("number", "-", ","):
            self.stream.advance()  # what is left may be the end of a letter
        self._skip()
        factors.append(self._power(self._nothing(token.span)))

    def _skip(self) -> None:
        """Skip to what may go on with the rule, past the end of a letter if only that end is left."""
        rest = self.stream.looking_at(_REST_OF_LETTER)
        if rest:
            while self.stream.token.end <= rest.end() and self.stream.token.kind != "end":
                self.stream.advance()
        else:
            self.stream.skip_to(*_RESUME)

    def _nothing(self, span: Span) -> Letter:
        return Letter(span, 0, 0, "w")

    def _step(self) -> Letter:
        """A letter that the lexer has read whole."""
        token = self.stream.advance()
        self._count(token)
        dx, dy, on = token.text[1:-1].split(",")
        # "- 1" is accepted: the blanks go.
        return Letter(token.span, _int(dx), _int(dy), on.strip())

    def _count(self, token: Token) -> None:
        self.letters += 1
        if self.letters > MAX_LETTERS:
            self.stream.error(
                "SBG304",
                f"the rule of piece `{self.piece.text}` has more than {MAX_LETTERS:,} letters",
                token.span,
                f"letter {MAX_LETTERS + 1:,}",
                secondary=(Label(self.piece.span, "rule of this piece"),),
                help="write repeated parts once, with sums in parentheses and powers",
            )
            raise RuleAbandonedError

    def _parenthesis(self, depth: int) -> Letter | Group:
        """A group, or a letter with a comment or a mistake in it."""
        stream = self.stream
        opened = stream.advance()
        kind = stream.token.kind
        if kind in ("number", "-", ",") or (kind == "letter" and stream.token.text.islower()):
            return self._letter(opened)
        if kind not in ("step", "(", ")") and stream.looking_at(_REST_OF_LETTER):
            return self._letter(opened)
        if depth >= MAX_NESTING:
            stream.error(
                "SBG305",
                f"parentheses are nested more than {MAX_NESTING} deep",
                opened.span,
            )
            raise RuleAbandonedError
        body = self.regexp(depth + 1, opened)
        closed = stream.take(")")
        if closed is None:
            if not stream.known:
                stream.mark()
                stream.error(
                    "SBG116",
                    f"expected `)`, found {stream.found()}",
                    stream.gap,
                    secondary=(Label(opened.span, "opened here"),),
                    help="close each parenthesis within the rule",
                    # After another mistake it is not sure how many there are.
                    fix=fixes.insert(stream.last_end, ")" * (depth + 1), safe=False)
                    if stream.collector.count == self.mistakes
                    else None,
                )
                raise RuleAbandonedError
            return Group(Span(opened.start, stream.last_end), body)
        return Group(opened.span.to(closed.span), body)

    def _letter(self, opened: Token) -> Letter:
        """A letter read token by token, after its `(`."""
        stream = self.stream
        self._count(opened)
        dx = self._coordinate("dx")
        dy = None
        on = None
        if dx is not None and self._comma("dx"):
            dy = self._coordinate("dy")
            if dy is not None and self._comma("dy"):
                on = self._content()
        if on is None:
            # Reported: go on after the `)`, if it is near.
            if stream.looking_at(_REST_OF_LETTER):
                self._skip()
            else:
                stream.skip_to(*_RESUME)
                stream.take(")")
            return self._nothing(Span(opened.start, stream.last_end))
        elif stream.take(")") is None:
            several = stream.token.kind == "letter" and stream.token.text in "epw"
            stream.unexpected(
                "SBG114",
                "`)` after the letter",
                secondary=(Label(opened.span, "opened here"),),
                help="a letter has one content: write a sum, `((0,1,e) + (0,1,p))`"
                if several
                else PROMOTION
                if stream.looking_at(_PROMOTED)
                else _LETTER_HELP,
                fix=parser_fixes.several_contents(stream, opened, (dx or 0, dy or 0, on))
                if several
                else parser_fixes.closing(stream),
            )
            if stream.token.text in ("]", "}"):
                stream.advance()
            else:
                if stream.looking_at(_PLUS_BEFORE_PARENTHESIS):
                    stream.advance()
                stream.skip_to(*_RESUME)
                stream.take(")")
        return Letter(Span(opened.start, stream.last_end), dx or 0, dy or 0, on or "w")

    def _coordinate(self, what: str) -> int | None:
        stream = self.stream
        minus = stream.take("-")
        sign = stream.token
        if stream.looking_at(_SIGNED_NUMBER):
            stream.advance()
            stream.error(
                "SBG114",
                f"`{sign.text}` cannot stand before the number {what} of a letter"
                if minus is None
                else "two signs before a number",
                sign.span if minus is None else minus.span.to(sign.span),
                help=f"write `{'-' if minus else ''}{short(stream.token.text)}`",
                fix=fixes.replace(
                    Span((minus or sign).start, stream.token.start),
                    "-" if minus else "",
                    f"Write `{'-' if minus else ''}{short(stream.token.text)}`",
                ),
            )
        number = stream.number()
        if number is None:
            stream.unexpected(
                "SBG114", f"the number {what} of a letter `(dx,dy,on)`", help=_LETTER_HELP
            )
            return None
        return -number.value if minus else number.value

    def _comma(self, after: str) -> bool:
        if self.stream.take(","):
            return True
        follows = "number" if after == "dx" else "letter"
        self.stream.unexpected(
            "SBG114",
            f"`,` after {after} in a letter `(dx,dy,on)`",
            help=_LETTER_HELP,
            fix=fixes.insert(self.stream.last_end, ",")
            if self.stream.token.kind in (follows, "-")
            else None,
        )
        return False

    def _content(self) -> str | None:
        stream = self.stream
        token = stream.token
        if token.kind == "letter" and token.text in "epw":
            stream.advance()
            return token.text
        stream.unexpected(
            "SBG114",
            "the content of a letter, `e`, `p` or `w`",
            help=_CONTENT_HELP,
            fix=fixes.replace(token.span, token.text.lower())
            if token.kind == "letter" and token.text in "EPW"
            else None,
        )
        return None

    def _power(self, base: Letter | Group) -> _Factor:
        stream = self.stream
        token = stream.token
        power: _Factor = base
        if token.kind in ("*", "number"):
            written = "^*" if token.kind == "*" else f"^{short(token.text)}"
            ends_comment = stream.source.text.startswith("*/", token.start)
            stream.advance()
            stream.error(
                "SBG117",
                f"a power is written `{written}`",
                token.span,
                help=f"write `{written}`",
                fix=None if ends_comment else fixes.insert(token.start, "^"),
            )
        elif token.kind == "^":
            power = self._exponent(base)
        else:
            return base
        second = stream.token
        whole = True  # each of the others is a power by itself
        closing: list[Edit] = []
        while stream.token.kind in ("^", "*"):
            end = stream.last_end
            sign = stream.advance()
            exponent = (stream.take("*") if sign.kind == "^" else sign) or stream.token
            stream.take("number")
            whole = whole and exponent.kind in ("*", "number")
            if len(closing) <= parser_fixes.MANY:
                closing.append(Edit(Span(end, end), ")^" if sign.kind == "*" else ")"))
        if second.kind in ("^", "*"):
            stream.error(
                "SBG117",
                "a power cannot follow a power",
                Span(second.start, stream.last_end),
                help="put the first power in parentheses: `((0,1,e)^2)^3`",
                fix=parser_fixes.nested(base.span.start, closing) if whole else None,
            )
        return power

    def _exponent(self, base: Letter | Group) -> Letter | Group | Power:
        """The base to the power that stands here, or the base alone after a mistake."""
        stream = self.stream
        stream.advance()
        exponent: Number | None = None
        if not stream.take("*"):
            exponent = stream.number()
            if exponent is None:
                self._bad_exponent(base)
                return base
            if MAX_POWER < exponent.value <= MAX_NUMBER:  # past that it has been reported
                stream.error(
                    "SBG306",
                    f"power is larger than the limit of {MAX_POWER:,}",
                    exponent.span,
                    help="use `^*` for any number of times",
                )
        return Power(Span(base.span.start, stream.last_end), base, exponent)

    def _bad_exponent(self, base: Letter | Group) -> None:
        """Report what stands where an exponent should, and step over it, unless it goes on with the rule."""
        stream = self.stream
        help = "a power is `^*`, or `^2` with any number"
        number = stream.looking_at(_NUMBER_IN_PARENTHESES)
        if number:
            help = "write the number without parentheses"
        elif stream.token.kind == "+" and stream.token.start == stream.last_end:
            help = "for one or more times write `(0,1,e)(0,1,e)^*`"
        fix = parser_fixes.exponent(stream, base.span, number)
        stream.unexpected("SBG117", "a number or `*` after `^`", help=help, fix=fix)
        if number:
            for _ in "(2)":
                stream.advance()
        elif stream.looking_at(_LAST_PLUS):
            stream.advance()
        elif stream.token.kind == "^":
            while stream.token.kind in ("^", "*", "number"):
                stream.advance()
        elif not self._next_rule(depth=0):
            stream.skip_to(*_RESUME)


def _int(text: str) -> int:
    return int("".join(text.split()))


def _concat(factors: list[_Factor]) -> _Factor | Concat:
    if len(factors) == 1:
        return factors[0]
    return Concat(factors[0].span.to(factors[-1].span), tuple(factors))
