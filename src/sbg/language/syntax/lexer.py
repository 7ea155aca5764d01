"""Splits a text into tokens, one at a time, and keeps its comments aside.

Tokens are made on demand, so that a long file full of mistakes costs little memory. A letter `(dx,dy,on)` that is
written without comments or mistakes comes as a single token `step`; any other comes as its parts, and the parser says
what is wrong with them. What is no token at all is reported here and comes as a token `error`.

All patterns are possessive, and whatever one of them has looked at is stepped over: time grows with the length of the
text and no faster, whatever stands in it.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import NamedTuple

from sbg.base.limits import MAX_BOARD_SIDE, MAX_MISTAKES, MAX_TOKENS
from sbg.language.syntax import fixes, lookalikes
from sbg.language.syntax.collector import Collector
from sbg.language.syntax.diagnostic import Edit, Fix
from sbg.language.syntax.lookalikes import LOOKALIKES, SPACES, hint, shown
from sbg.language.syntax.source import Source, Span
from sbg.language.syntax.tree import Comment


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
_SPACE = r"[ \t\r\n]*+"
_INT = rf"(?:-{_SPACE})?[0-9]{{1,9}}{_SPACE}"
_IN_NAME = rf"(?:[a-zA-Z0-9\ ]|{_COMMENT})*+"
_IN_ROW = rf"(?:[.a-zA-Z]|{_COMMENT})*+"

_TOKEN = re.compile(
    rf"""{_SPACE}(?:
      (?P<step>\({_SPACE}{_INT},{_SPACE}{_INT},{_SPACE}[epw]{_SPACE}\))
    | (?P<symbol>[(),^*+\-&#@])
    | (?P<number>[0-9]+)
    | (?P<letter>[a-zA-Z])
    | (?P<row>\|{_IN_ROW}\|)
    | (?P<line_comment>//[^\r\n]*)
    | (?P<comment>{_COMMENT})
    | (?P<tag><(?:BOARD|PIECES|GOALS)>)
    | (?P<name><<{_IN_NAME}>>)
    | (?P<end>\Z)
    )""",
    re.DOTALL | re.VERBOSE,
)
_SYMBOLS = "(),^*+-&#@"
_INNER_COMMENT = re.compile(_COMMENT, re.DOTALL)
_NAME_PART = re.compile(_IN_NAME, re.DOTALL)
_NAME_REST = re.compile(r"[^\r\n<]*")
_LATE_NAME_END = re.compile(r"[ \t\r\n]*+>>")
_NAME_IN_SINGLE_BRACKETS = re.compile(r"<[a-zA-Z0-9 ]++>")
_ROW_PART = re.compile(_IN_ROW, re.DOTALL)
_LINE = re.compile(r"[^\r\n]*+")
_ROW_REST = re.compile(r"[^|\r\n]*+\|")
_ROW_TAIL = re.compile(r"[^\r\n/<]*")
_BARE_ROW = re.compile(r"(?:[.a-zA-Z]{2,}+|\.)\|?")
_REST_OF_A_ROW = re.compile(r"[ \t]*+(?:\r\n?|\n)[ \t]*+[.a-zA-Z]++\|")
_MORE_BARE_ROWS = re.compile(r"(?:[ \t\r\n]++[.a-zA-Z]{2,}+\|?)*+")
_TAG_LIKE = re.compile(r"<[ \t]*([a-zA-Z]{1,20})(?:[ \t]*>|(?![a-zA-Z0-9]))")
_BARE_TAG = re.compile(
    r"(BOARD|PIECES|GOALS)(?:>|:?(?=[ \t]*+(?:[\r\n0-9]|\Z|/[/*])))|"
    r"(?i:(board|pieces|goals)):?(?=[ \t]*+(?:[\r\n]|\Z))"
)
"""A tag without its brackets: with one of them, in capitals, or alone on its line."""
_FENCE = re.compile(r"(?m)^[ \t]*+(?:```|~~~)[^\r\n]*+(?:\r\n?|\n|\Z)")
"""A line that begins or ends a block of code, where texts are written with Markdown."""
_CLOSING_TAG = re.compile(r"</[ \t]*[a-zA-Z]{1,20}[ \t]*>")
_REST_OF_BOARD_LINE = re.compile(r"(?:[^\r\n|</]|/(?!\*))*+")
# A run of characters none of which can begin a token.
_JUNK = re.compile(r"[^ \t\r\n()\^*+\-,&#@0-9a-zA-Z|/<]+")

TAGS = ("BOARD", "PIECES", "GOALS")


class Lexer:
    """Makes the tokens of a source; `comments` are those met so far."""

    def __init__(self, source: Source, collector: Collector, most: int = MAX_TOKENS) -> None:
        self.text = source.text
        self.collector = collector
        self.comments: list[Comment] = []
        # In the board a lone `|` begins a row; elsewhere it is taken for a mistyped `+`.
        self.in_board = False
        # Reading ended before the text did: what is missing after that is no new mistake.
        self.cut_short = False
        self.strange_tags = 0  # each may stand for a section that will be missing
        self._named = False
        self._row_left_open: int | None = None  # where a row ends that has no closing bar
        self._quiet = False  # skipping: strange characters are not worth a word
        self._left = most
        self._position = 0
        self._pending: Token | None = None
        self._fenced = False

    def next(self) -> Token:
        """The next token; `end` again and again after the last."""
        pending, self._pending = self._pending, None
        if pending:
            return pending
        while True:
            if self.collector.count >= MAX_MISTAKES:
                self.stop()
            match = _TOKEN.match(self.text, self._position)
            if match is None:
                token = self._no_token()
                if token is not None:
                    return token
                continue
            kind = match.lastgroup
            assert kind is not None
            start, end = match.span(kind)
            self._position = end
            text = match[kind]
            self._left -= 1
            if self._left < 0 and kind != "end":
                return self._too_many_tokens(start, end)
            if text == "#" and not self._quiet and (words := lookalikes.comment(self.text, start)):
                self._foreign_comment(start, words)
                continue
            if kind == "symbol":
                return Token(text, start, end, text)
            if kind == "line_comment" or kind == "comment":
                self.comments.append(Comment(Span(start, end), text))
                continue
            if (
                kind == "letter"
                and text in "BPGbpg"
                and (tag := _BARE_TAG.match(self.text, start))
                and self.text[start - 1 : start] in ("", *" \t\r\n&/")
            ):
                return self._wrong_tag(start, tag.end(), (tag[1] or tag[2]).upper())
            if kind == "letter" and self.in_board:
                row = self._bare_row(start)
                if row is not None:
                    return row
            elif kind == "row":
                text = self._without_comments(text[1:-1], start + 1)
            elif kind == "tag":
                text = text[1:-1]
            elif kind == "name":
                return self._name(start, end)
            return Token(kind, start, end, text)

    def skip(self, stop: re.Pattern[str]) -> Token:
        """The next token at or after the place that a pattern leads to; strange characters before it are passed over.

        Only after a mistake: comments on the way are not kept.
        """
        match = stop.match(self.text, self._position)
        assert match is not None
        self._position = match.end()
        self._quiet = True
        token = self.next()
        self._quiet = False
        return token

    def stop(self) -> None:
        """Read no further."""
        self.cut_short = True
        self._position = len(self.text)

    def _too_many_tokens(self, start: int, end: int) -> Token:
        self.collector.add(
            "SBG309", f"file has more than {MAX_TOKENS:,} tokens and comments", Span(start, end)
        )
        self.stop()
        return Token("end", len(self.text), len(self.text), "")

    def _name(self, start: int, end: int) -> Token:
        text = self._without_comments(self.text[start + 2 : end - 2], start + 2)
        if self._named and (tag := _nearest_tag(text.strip())):
            return self._wrong_tag(start, end, tag)
        self._named = True
        if text:
            return Token("name", start, end, text)
        self.collector.add(
            "SBG103",
            "the name of the game is empty",
            Span(start, end),
            help="write a name of letters, digits and spaces, such as `<<My game>>`",
        )
        return Token("error", start, end, "<<")

    def _without_comments(self, text: str, start: int) -> str:
        if "/" not in text:
            return text
        for match in _INNER_COMMENT.finditer(text):
            span = Span(start + match.start(), start + match.end())
            self._left -= 1
            if self._left < 0:
                self._too_many_tokens(*span)
                break
            self.comments.append(Comment(span, match[0]))
        return _INNER_COMMENT.sub("", text)

    def _no_token(self) -> Token | None:
        """Report what stands here, and step over it; None when nothing needs to take its place."""
        text, start = self.text, self._position
        while text[start] in " \t\r\n":
            start += 1
        if text.startswith("/*", start):
            return self._open_comment(start)
        if text.startswith("<<", start):
            return self._bad_name(start)
        if text[start] == "<":
            return self._bad_tag(start)
        if text[start] == "|" and self.in_board:
            return self._bad_row(start)
        if text[start] == "." and self.in_board:
            row = self._bare_row(start)
            if row is not None:
                return row
        return self._bad_character(start)

    def _step_over(self, start: int, end: int, text: str = "") -> Token:
        self._position = end
        return Token("error", start, end, text)

    def _open_comment(self, start: int) -> Token:
        self.collector.add(
            "SBG003",
            "this comment is never closed",
            Span(start, start + 2),
            "opened here",
            help="close it with `*/`",
            fix=fixes.insert(
                _match(_LINE, self.text, start),
                " */",
                "Close the comment at the end of the line",
                safe=False,
            ),
        )
        self.stop()
        return Token("error", start, len(self.text), "/*")

    def _bad_name(self, start: int) -> Token:
        """A name that the pattern refused: it holds a strange character, or is not closed on its line."""
        second = (
            self._named
        )  # then it is hardly a name, and nothing can be said about what was meant
        self._named = True
        part = _match(_NAME_PART, self.text, start + 2)
        if self.text.startswith("/*", part):
            return self._open_comment(part)
        rest = _match(_NAME_REST, self.text, part)
        close = self.text.find(">>", part, rest)
        if close >= 0:
            character = self.text[part]
            self.collector.add(
                "SBG103",
                f"{shown(character)} cannot stand in the name of a game",
                Span(part, part + 1),
                help=hint(character)
                if character in LOOKALIKES
                else "a name has letters `a`-`z`, `A`-`Z`, digits and spaces",
                fix=None
                if second
                else lookalikes.name_fix(self.text, Span(start + 2, close), part),
            )
            return self._step_over(start, close + 2, "<<")
        late = _LATE_NAME_END.match(self.text, rest)
        end = start + len(self.text[start:rest].rstrip(" \t"))
        if late:
            fix = fixes.replace(Span(end, late.end()), ">>", "Put `>>` on the same line")
        else:
            fix = fixes.insert(end, ">" if self.text[end - 1] == ">" else ">>")
        self.collector.add(
            "SBG103",
            "the name of the game is not closed",
            Span(start, end),
            help="close the name with `>>` on the same line",
            fix=None if second else fix,
        )
        return self._step_over(start, late.end() if late else end, "<<")

    def _bad_tag(self, start: int) -> Token | None:
        name = None if self._named else _NAME_IN_SINGLE_BRACKETS.match(self.text, start)
        if name and not _nearest_tag(name[0][1:-1].strip()):
            self._named = True
            self.collector.add(
                "SBG103",
                "the name of the game is written in double brackets",
                Span(*name.span()),
                help=f"write `<{name[0]}>`" if len(name[0]) < 70 else "write `<<` and `>>`",
                fix=fixes.replace(Span(*name.span()), f"<{name[0]}>"),
            )
            return self._step_over(start, name.end(), "<<")
        closing = _CLOSING_TAG.match(self.text, start)
        if closing:
            self._closing_tag(*closing.span())
            return None
        match = _TAG_LIKE.match(self.text, start)
        if match and (tag := _nearest_tag(match[1])):
            return self._wrong_tag(start, match.end(), tag)
        if match and not self._quiet:
            self.strange_tags += 1
            self.collector.add(
                "SBG104",
                f"there is no tag `{match[0]}`",
                Span(*match.span()),
                help="the tags are `<BOARD>`, `<PIECES>` and `<GOALS>`",
            )
            return self._step_over(start, match.end(), match[0])
        return self._bad_character(start)

    def _closing_tag(self, start: int, end: int) -> None:
        self._position = end
        if not self._quiet:
            self.collector.add(
                "SBG104",
                f"there is no tag `{self.text[start:end]}`",
                Span(start, end),
                help="remove it: a section ends where the next one begins",
                fix=fixes.remove(self.text, Span(start, end)),
            )

    def _wrong_tag(self, start: int, end: int, tag: str) -> Token:
        """A tag that is not written as it should be, and can be read all the same."""
        self.collector.add(
            "SBG104",
            f"a tag is written exactly `<{tag}>`",
            Span(start, end),
            help=f"write `<{tag}>`",
            fix=fixes.replace(Span(start, end), f"<{tag}>"),
        )
        self._position = end
        return Token("tag", start, end, tag)

    def _bad_row(self, start: int) -> Token:
        """A row that the pattern refused: it holds a strange character, or is not closed on its line."""
        part = _match(_ROW_PART, self.text, start + 1)
        if self.text.startswith("/*", part):
            return self._open_comment(part)
        rest = _ROW_REST.match(self.text, part)
        if rest is None:
            # A comment at the end of the line is no part of the row.
            tail = _match(_ROW_TAIL, self.text, part)
            end = start + len(self.text[start:tail].rstrip(" \t"))
            self._row_left_open = end
            whole = start + 1 < part == end and not _REST_OF_A_ROW.match(self.text, end)
            self.collector.add(
                "SBG110",
                "this row is not closed",
                Span(start, end),
                help="close the row with `|` on the same line",
                fix=fixes.insert(end, "|") if whole else None,
            )
            return self._step_over(start, end, "|")
        character = self.text[part]
        self.collector.add(
            "SBG109",
            f"{shown(character)} cannot stand in a row",
            Span(part, part + 1),
            help=hint(character)
            if character in LOOKALIKES
            else _ROW_HELP.get(
                character, "a square is `.` when it is empty, else the letter of a piece"
            ),
            fix=lookalikes.row_fix(self.text, Span(start + 1, rest.end() - 1), part),
        )
        return self._step_over(start, rest.end(), "|")

    def _bare_row(self, start: int) -> Token | None:
        """Rows without bars, or with a closing bar alone; those that follow are the same mistake."""
        row = _BARE_ROW.match(self.text, start)
        if row is None or self.text[start - 1].isdigit():
            return None
        end = _match(_MORE_BARE_ROWS, self.text, row.end())
        squares = row[0].rstrip("|")
        lack = "bars" if squares == row[0] else "opening bar"
        self.collector.add(
            "SBG111",
            f"this row has no {lack}" if end == row.end() else f"these rows have no {lack}",
            Span(start, row.end()),
            help=f"write `|{squares}|`" if len(squares) < 70 else "put the row between bars",
            fix=self._bars(start, end),
        )
        return self._step_over(start, end, "|")

    def _bars(self, start: int, end: int) -> Fix | None:
        """Bars around rows that have none; not around more rows than a board can have."""
        if self.text[start - 1] not in " \t\r\n":
            return None  # the bar before may have been meant for this row
        before, self._row_left_open = self._row_left_open, None
        if before is not None and self.text[before:start].isspace():
            return None  # this may be the rest of the row before
        rows = list(islice(_BARE_ROW.finditer(self.text, start, end), MAX_BOARD_SIDE + 1))
        if len(rows) > MAX_BOARD_SIDE:
            return None
        edits = []
        for row in rows:
            edits.append(Edit(Span(row.start(), row.start()), "|"))
            if not row[0].endswith("|"):
                edits.append(Edit(Span(row.end(), row.end()), "|"))
        title = "Put the row between bars" if len(rows) == 1 else "Put the rows between bars"
        return Fix(title, tuple(edits))

    def _bad_character(self, start: int) -> Token | None:
        if self._fence(start):
            return None
        junk = _JUNK.match(self.text, start)
        end = junk.end() if junk and self.text[start] not in LOOKALIKES else start + 1
        quoted = lookalikes.quoted(self.text, start, self._named)
        if quoted:
            end = quoted.end()
        self._position = end
        found = self.text[start:end]
        if self._quiet:
            return None
        self.collector.add(
            "SBG004",
            f"unexpected {shown(found if quoted is None else found[0])}",
            Span(start, end),
            help=lookalikes.promotion(self.text, Span(start, end)) or hint(found),
            fix=lookalikes.fix(self.text, Span(start, end), in_board=self.in_board),
        )
        # Go on with what was meant, if that is a token by itself.
        if quoted:
            self._named = self._named or len(quoted[1]) > 1
            return Token("letter" if len(quoted[1]) == 1 else "error", start, end, quoted[1])
        meant = LOOKALIKES.get(found, "")
        if meant and (meant.isalpha() or meant in _SYMBOLS):
            return Token("letter" if meant.isalpha() else meant, start, end, meant)
        if meant[:1] == "^":  # a raised digit: the number is a token by itself
            self._pending = Token("number", end, end, meant[1:])
            return Token("^", start, end, "^")
        if found in SPACES:
            return None
        if self.in_board:  # or the words of a comment would be taken for rows
            self._position = _match(_REST_OF_BOARD_LINE, self.text, end)
        return Token("error", start, end, found)

    def _foreign_comment(self, start: int, end: int) -> None:
        """The rest of a line that other languages would take for a comment."""
        self.collector.add(
            "SBG004",
            "a comment does not begin with `#`",
            Span(start, start + 1),
            help="a comment is `// …` or `/* … */`",
            fix=fixes.comment(self.text, Span(start, start + 1)),
        )
        self._position = end

    def _fence(self, start: int) -> bool:
        """Step over the lines around a block of code, all of which are one mistake."""
        line = start
        while self.text[line - 1 : line] in (" ", "\t"):
            line -= 1
        fence = _FENCE.match(self.text, line)
        if fence is None:
            return False
        self._position = fence.end()
        if not self._fenced and not self._quiet:
            self._fenced = True
            found = list(islice(_FENCE.finditer(self.text, line), MAX_BOARD_SIDE))
            self.collector.add(
                "SBG004",
                "the text stands in a block of Markdown",
                Span(start, _match(_LINE, self.text, start)),
                help="remove the lines that begin and end the block",
                fix=Fix("Remove these lines", tuple(Edit(Span(*one.span()), "") for one in found)),
            )
        return True


_ROW_HELP = {
    " ": "squares stand side by side, without spaces; an empty square is `.`",
    "/": "only comments `/*…*/` may stand inside a row",
}


def _match(pattern: re.Pattern[str], text: str, start: int) -> int:
    """Where the match of a pattern that always matches ends."""
    match = pattern.match(text, start)
    assert match is not None
    return match.end()


def _nearest_tag(word: str) -> str | None:
    """The tag that a word was meant to be, if there is one."""
    word = word.upper()
    if word in TAGS:
        return word
    if not 3 <= len(word) <= 8:
        return None
    from difflib import get_close_matches  # seldom wanted

    return next(iter(get_close_matches(word, TAGS, 1, 0.7)), None)
