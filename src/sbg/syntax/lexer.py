"""Text to tokens: one regular expression per kind of token, one token at a time, comments kept aside.

Tokens are made on demand, so that a long file full of mistakes costs little memory. A letter `(dx,dy,on)` that is
written without comments or mistakes comes as a single token `step`; any other comes as its parts, and the parser says
what is wrong with them. What is no token at all is reported here and comes as a token `error`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from sbg.syntax.collector import Collector
from sbg.syntax.lookalikes import LOOKALIKES
from sbg.syntax.source import Source, Span
from sbg.syntax.tree import Comment


class Token(NamedTuple):
    """A token: its kind, its place, and its text.

    Kinds: `name` (the text is the name), `tag` (BOARD, PIECES or GOALS), `row` (its squares), `number`, `letter`,
    `step` (a whole letter (dx,dy,on)), each of ``( ) , ^ * + - & # @``, `error` (reported already) and `end`.
    """

    kind: str
    start: int
    end: int
    text: str

    @property
    def span(self) -> Span:
        """The place of the token."""
        return Span(self.start, self.end)


# Comments are matched atomically: a comment ends at the first "*/" and nowhere else.
_COMMENT = r"(?>/\*.*?\*/)"
_SPACE = r"[ \t\r\n]*"
_INT = rf"-?{_SPACE}[0-9]{{1,9}}{_SPACE}"

_TOKEN = re.compile(
    rf"""{_SPACE}(?:
      (?P<step>\({_SPACE}{_INT},{_SPACE}{_INT},{_SPACE}[epw]{_SPACE}\))
    | (?P<symbol>[(),^*+\-&#@])
    | (?P<number>[0-9]+)
    | (?P<letter>[a-zA-Z])
    | (?P<row>\|(?:[.a-zA-Z]|{_COMMENT})*+\|)
    | (?P<line_comment>//[^\r\n]*)
    | (?P<comment>{_COMMENT})
    | (?P<tag><(?:BOARD|PIECES|GOALS)>)
    | (?P<name><<(?:[a-zA-Z0-9\ ]|{_COMMENT})*+>>)
    | (?P<end>\Z)
    )""",
    re.DOTALL | re.VERBOSE,
)
_SYMBOLS = "(),^*+-&#@"
_INNER_COMMENT = re.compile(_COMMENT, re.DOTALL)
_LINE = re.compile(r"[^\r\n]*")
_TAG_LIKE = re.compile(r"<[ \t]*(BOARD|PIECES|GOALS)[ \t]*>?", re.IGNORECASE)
# A run of characters none of which can begin a token.
_JUNK = re.compile(r"[^ \t\r\n()\^*+\-,&#@0-9a-zA-Z|/<]+")
_ROW_WITHOUT_BARS = re.compile(r"\.[.a-zA-Z]*")


class Lexer:
    """Makes the tokens of a source; `comments` are those met so far."""

    def __init__(self, source: Source, collector: Collector) -> None:
        self.text = source.text
        self.collector = collector
        self.comments: list[Comment] = []
        self.in_board = (
            False  # a lone `|` begins a row here; elsewhere it is taken for a mistyped `+`
        )
        self.unclosed = (
            False  # the text ended inside a comment: what is missing after it is no new mistake
        )
        self._position = 0

    def next(self) -> Token:
        """The next token; `end` again and again after the last."""
        while True:
            match = _TOKEN.match(self.text, self._position)
            if match is None:
                return self._no_token()
            kind = match.lastgroup
            assert kind is not None
            start, end = match.span(kind)
            self._position = end
            text = match[kind]
            if kind == "symbol":
                return Token(text, start, end, text)
            if kind == "line_comment" or kind == "comment":
                self.comments.append(Comment(Span(start, end), text))
                continue
            if kind == "row":
                text = self._without_comments(text[1:-1], start + 1)
            elif kind == "tag":
                text = text[1:-1]
            elif kind == "name":
                text = self._without_comments(text[2:-2], start + 2)
                if not text:
                    self.collector.add(
                        "SBG103",
                        "the name of the game is empty",
                        Span(start, end),
                        help="write a name of letters, digits and spaces, such as `<<My game>>`",
                    )
                    return Token("error", start, end, "<<")
            return Token(kind, start, end, text)

    def _without_comments(self, text: str, start: int) -> str:
        if "/" not in text:
            return text
        for match in _INNER_COMMENT.finditer(text):
            span = Span(start + match.start(), start + match.end())
            self.comments.append(Comment(span, match[0]))
        return _INNER_COMMENT.sub("", text)

    def _no_token(self) -> Token:
        """Report what stands here, and step over it."""
        text, start = self.text, self._position
        while text[start] in " \t\r\n":
            start += 1
        character = text[start]
        if text.startswith("/*", start):
            self.collector.add(
                "SBG003",
                "this comment is never closed",
                Span(start, start + 2),
                "opened here",
                help="close it with `*/`",
            )
            self.unclosed = True
            return self._step_over(start, len(text))
        if text.startswith("<<", start):
            return self._bad_name(start)
        if character == "<":
            return self._bad_tag(start)
        if character == "|" and self.in_board:
            return self._bad_row(start)
        return self._bad_character(start)

    def _step_over(self, start: int, end: int, text: str = "") -> Token:
        self._position = end
        return Token("error", start, end, text)

    def _bad_name(self, start: int) -> Token:
        end = self._line_end(start)
        close = self.text.find(">>", start, end)
        if close < 0:
            self.collector.add(
                "SBG103",
                "the name of the game is not closed",
                Span(start, end),
                help="close the name with `>>` on the same line",
            )
            return self._step_over(start, end, "<<")
        for offset in range(start + 2, close):
            character = self.text[offset]
            if not (character.isascii() and (character.isalnum() or character == " ")):
                self.collector.add(
                    "SBG103",
                    f"{_shown(character)} cannot stand in the name of a game",
                    Span(offset, offset + 1),
                    help=_lookalike(character)
                    or "a name has letters `a`-`z`, `A`-`Z`, digits and spaces",
                )
                break
        return self._step_over(start, close + 2, "<<")

    def _bad_tag(self, start: int) -> Token:
        match = _TAG_LIKE.match(self.text, start)
        if match is None:
            return self._bad_character(start)
        tag = match[1].upper()
        self.collector.add(
            "SBG104",
            f"a tag is written exactly `<{tag}>`",
            Span(start, match.end()),
            help=f"write `<{tag}>`",
        )
        self._position = match.end()
        return Token("tag", start, match.end(), tag)

    def _bad_row(self, start: int) -> Token:
        """A row that the pattern refused: it holds a strange character, or is not closed on its line."""
        end = self._line_end(start)
        close = self.text.find("|", start + 1, end)
        if close < 0:
            # A comment at the end of the line is no part of the row.
            comment = self.text.find("/", start, end)
            inside = self.text[start : comment if comment >= 0 else end].rstrip(" \t")
            self.collector.add(
                "SBG110",
                "this row is not closed",
                Span(start, start + len(inside)),
                help="close the row with `|` on the same line",
            )
            return self._step_over(start, start + len(inside), "|")
        for offset in range(start + 1, close):
            character = self.text[offset]
            if not (character.isascii() and (character.isalpha() or character == ".")):
                self.collector.add(
                    "SBG109",
                    f"{_shown(character)} cannot stand in a row",
                    Span(offset, offset + 1),
                    help=_lookalike(character)
                    or "a square is `.` when it is empty, else the letter of a piece",
                )
                break
        return self._step_over(start, close + 1, "|")

    def _bad_character(self, start: int) -> Token:
        row = _ROW_WITHOUT_BARS.match(self.text, start) if self.in_board else None
        if row:
            self.collector.add(
                "SBG111",
                "this row has no bars",
                Span(start, row.end()),
                help=f"write `|{row[0]}|`" if len(row[0]) < 70 else "put the row between bars",
            )
            return self._step_over(start, row.end(), "|")
        junk = _JUNK.match(self.text, start)
        end = junk.end() if junk else start + 1
        found = self.text[start:end]
        self.collector.add(
            "SBG004",
            f"unexpected {_shown(found)}",
            Span(start, end),
            help=_lookalike(found) or _HELP.get(found),
        )
        # Go on with what was meant, if that is a token by itself.
        meant = LOOKALIKES.get(found, "")
        if meant and (meant.isalpha() or meant in _SYMBOLS):
            self._position = end
            return Token("letter" if meant.isalpha() else meant, start, end, meant)
        return self._step_over(start, end, found)

    def _line_end(self, start: int) -> int:
        match = _LINE.match(self.text, start)
        assert match is not None
        return match.end()


_HELP = {
    "|": "alternatives are separated by `+`",
    "/": "a comment is `// …` or `/* … */`",
    ";": "a rule or goal ends with `&`",
    "=": "a rule is the letter of a piece and its regular expression, without `=`",
}


def _shown(found: str) -> str:
    """Characters as a message shows them: in backticks, with the code point where a look does not tell."""
    if len(found) > 1:
        short = found if len(found) <= 20 else found[:20] + "…"
        return f"characters `{short}`" if short.isprintable() else "characters"
    code = f"U+{ord(found):04X}"
    if found.isascii():
        return f"character `{found}`" if found.isprintable() else f"character {code}"
    return f"character `{found}` ({code})" if found.isprintable() else f"character {code}"


def _lookalike(found: str) -> str | None:
    if len(found) == 1 and found in LOOKALIKES:
        return f"it looks like `{LOOKALIKES[found]}` but is another character; type `{LOOKALIKES[found]}`"
    if not found.isascii():
        return "outside comments only ASCII characters are allowed"
    return None
