"""The parser's view of the tokens: look at the next one, report a mistake, skip ahead."""

from __future__ import annotations

import re
from functools import cache

from sbg.base.limits import MAX_NUMBER
from sbg.language.syntax.collector import Collector
from sbg.language.syntax.diagnostic import Fix, Label
from sbg.language.syntax.lexer import TAGS, Lexer, Token
from sbg.language.syntax.source import Source, Span
from sbg.language.syntax.tree import Number

SECTION_ENDS = ("tag", "name", "end")
"""Kinds of tokens that end a section, whatever is missing before them."""

# The first characters of the tokens to which the parser skips.
_FIRST = {"step": "(", "row": "|"}
_NO_TAG = rf"<(?!<|[ \t]*+(?:{'|'.join(TAGS)}))"


@cache
def _up_to(kinds: tuple[str, ...]) -> re.Pattern[str]:
    """Text in which no token of the kinds begins, and no tag or name."""
    stops = re.escape("".join({_FIRST.get(kind, kind) for kind in kinds}))
    return re.compile(
        rf"(?:[^{stops}</]++|{_NO_TAG}|//[^\r\n]*+|(?>/\*.*?\*/)|/(?!\*))*+",
        re.DOTALL | re.IGNORECASE,
    )


class TokenStream:
    """One token of lookahead over a lexer."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.collector = Collector(source)
        self.lexer = Lexer(source, self.collector)
        self.last_end = 0  # where the last token stepped over ended
        self._told = -1  # where the last token stands about which something was said
        self.token: Token = self.lexer.next()

    def advance(self) -> Token:
        """Step over the current token, and return it."""
        token = self.token
        self.last_end = token.end
        self.token = self.lexer.next()
        return token

    def take(self, kind: str) -> Token | None:
        """Step over the current token if it is of a kind."""
        return self.advance() if self.token.kind == kind else None

    def skip_to(self, *kinds: str) -> None:
        """Skip to the first token of the kinds given, the end of the section, or what has been reported.

        This is quick, and silent about strange characters: the mistake before them has been told.
        """
        if self.token.kind in kinds or self.token.kind in SECTION_ENDS:
            return
        while True:
            start = self.token.end
            self.token = self.lexer.skip(_up_to(kinds))
            skipped = self.source.text[start : self.token.start]
            self.last_end = start + len(skipped.rstrip(" \t\r\n"))
            if self.token.kind in (*kinds, *SECTION_ENDS, "error"):
                return

    def looking_at(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What a pattern matches in the text at the current token."""
        return pattern.match(self.source.text, self.token.start)

    def stop(self) -> None:
        """Read no further: the token is the end now."""
        self.lexer.stop()
        self.token = self.lexer.next()

    @property
    def gap(self) -> Span:
        """The place just after the last token: where something is missing."""
        return Span(self.last_end, self.last_end)

    def found(self) -> str:
        """The current token in words."""
        token = self.token
        match token.kind:
            case "end":
                return "the end of the file"
            case "tag":
                return f"`<{token.text}>`"
            case "row":
                return "a row"
            case "name":
                return f"`<<{short(token.text)}>>`"
            case _:
                return f"`{short(token.text)}`"

    def unexpected(
        self,
        code: str,
        expected: str,
        *,
        help: str | None = None,
        secondary: tuple[Label, ...] = (),
        fix: Fix | None = None,
    ) -> None:
        """Report that the current token is not what was expected, unless it has been reported already."""
        if self.known:
            return
        self.mark()
        message = f"expected {expected}, found {self.found()}"
        span = self.gap if self.token.kind == "end" else self.token.span
        self.collector.add(code, message, span, help=help, secondary=secondary, fix=fix)

    def mark(self) -> None:
        """Let nothing more be said about the current token."""
        self._told = self.token.start

    @property
    def known(self) -> bool:
        """Whether what is wrong with the current token has been reported already.

        At the end it has, if the last report touches the end: a file that breaks off lacks only one thing.
        """
        if self.token.kind != "end":
            return self.token.kind == "error" or self.token.start == self._told
        touched = self.collector.count > 0 and self.collector.last.end >= self.last_end
        return self.lexer.cut_short or touched

    def error(
        self,
        code: str,
        message: str,
        span: Span,
        label: str = "",
        *,
        help: str | None = None,
        secondary: tuple[Label, ...] = (),
        fix: Fix | None = None,
    ) -> None:
        """Report a mistake at a place."""
        self.collector.add(code, message, span, label, help=help, secondary=secondary, fix=fix)

    def number(self) -> Number | None:
        """A natural number, if one stands here; one past the limit is reported, and counts as just past it."""
        if self.token.kind != "number":
            return None
        token = self.advance()
        digits = token.text.lstrip("0")
        # The length is looked at first: converting a million digits takes long.
        if len(digits) > 10 or int(digits or "0") > MAX_NUMBER:
            self.error(
                "SBG303",
                f"number is larger than the limit of {MAX_NUMBER:,}",
                token.span,
            )
            return Number(token.span, MAX_NUMBER + 1)
        return Number(token.span, int(digits or "0"))


def short(text: str) -> str:
    """Text that may be long, cut for a message."""
    return text if len(text) <= 20 else text[:20] + "…"
