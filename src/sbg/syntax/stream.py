"""The parser's view of the tokens: the current one, stepping on, reporting, and skipping to a safe place."""

from __future__ import annotations

from sbg.limits import MAX_NUMBER
from sbg.syntax.collector import Collector
from sbg.syntax.diagnostic import Label
from sbg.syntax.lexer import Lexer, Token
from sbg.syntax.source import Source, Span
from sbg.syntax.tree import Number


class TokenStream:
    """One token of lookahead over a lexer."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.collector = Collector(source)
        self.lexer = Lexer(source, self.collector)
        self.last_end = 0  # where the last token stepped over ended
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
        """Skip to the first token of the kinds given, the next tag, or the end."""
        while self.token.kind not in kinds and self.token.kind not in ("tag", "end"):
            self.advance()

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
                return f"`<<{token.text}>>`"
            case _:
                text = token.text if len(token.text) <= 20 else token.text[:20] + "…"
                return f"`{text}`"

    def unexpected(
        self,
        code: str,
        expected: str,
        *,
        help: str | None = None,
        secondary: tuple[Label, ...] = (),
    ) -> None:
        """Report that the current token is not what was expected, unless it has been reported already."""
        if self.token.kind == "error" or (self.token.kind == "end" and self.lexer.unclosed):
            return
        message = f"expected {expected}, found {self.found()}"
        span = self.gap if self.token.kind == "end" else self.token.span
        self.collector.add(code, message, span, help=help, secondary=secondary)

    def error(
        self,
        code: str,
        message: str,
        span: Span,
        label: str = "",
        *,
        help: str | None = None,
        secondary: tuple[Label, ...] = (),
    ) -> None:
        """Report a mistake at a place."""
        self.collector.add(code, message, span, label, help=help, secondary=secondary)

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
