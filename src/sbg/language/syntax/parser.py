"""The parser: recursive descent over the paper's grammar, which recovers after each mistake.

After a mistake the parser goes on at the next `&`, section tag or row, so that one pass finds the mistakes of the whole
file, and says one thing about each. A file with mistakes has no tree; what could be read of it stands in the draft, so
that `sbg.language.syntax.checker` can go on with that.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

from sbg.base.limits import MAX_FILE_BYTES, MAX_MISTAKES, MAX_NAME
from sbg.language.syntax import fixes, lookalikes, parser_fixes
from sbg.language.syntax.collector import Collector
from sbg.language.syntax.diagnostic import Diagnostic, Edit, Fix, Label
from sbg.language.syntax.lexer import TAGS, Token
from sbg.language.syntax.rule_parser import RuleAbandonedError, RuleParser
from sbg.language.syntax.source import Source, Span
from sbg.language.syntax.stream import SECTION_ENDS, TokenStream, short
from sbg.language.syntax.tree import (
    Board,
    CountGoal,
    File,
    Goal,
    Letter,
    Name,
    Number,
    Regexp,
    Row,
    Rule,
    Square,
    SquareGoal,
)

_RULE_BEGINS = re.compile(r"[A-Z][ \t\r\n]*+\(")
# The turn limit or a goal, as far as they are needed to tell them from a stray number or a foreign comment.
_GOALS_BEGIN = re.compile(r"[0-9]++\s*+(?:[&#@]|\Z)|[#@]\s*+[a-zA-Z]\s*+[0-9]")
_BARE_NAME = re.compile(r"[a-zA-Z][a-zA-Z0-9 ]{,60}+(?=[\r\n])")
_SEMICOLON_FOR_COMMA = re.compile(r";[ \t\r\n]*+[0-9]")
_WORD = re.compile(r"[a-zA-Z][a-zA-Z0-9]++")


@dataclass(slots=True)
class Draft:
    """What could be read of a file. Rules may hold letters that stand for mistakes."""

    name: Name | None = None
    board: Board | None = None
    rows_whole: bool = True  # no row was lost to a mistake
    rules: list[Rule] = field(default_factory=list)
    turn_limit: Number | None = None
    goals: list[Goal] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Parsed:
    """The result of parsing: a tree where there are no errors, a draft in any case."""

    source: Source
    tree: File | None
    draft: Draft
    collector: Collector

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """All mistakes, in the order of the text."""
        return self.collector.finish()


def parse(source: Source) -> Parsed:
    """Parse a source; every mistake in it becomes a diagnostic."""
    bad_text = _text_errors(source)
    if bad_text.count:
        return Parsed(source, None, Draft(), bad_text)
    parser = _Parser(source)
    parser.file()
    draft = parser.draft
    tree = None
    if parser.stream.collector.count == 0:
        assert draft.name
        assert draft.board
        assert draft.turn_limit
        tree = File(
            Span(0, len(source.text)),
            draft.name,
            draft.board,
            tuple(draft.rules),
            draft.turn_limit,
            tuple(draft.goals),
            tuple(parser.stream.lexer.comments),
        )
    return Parsed(source, tree, draft, parser.stream.collector)


def _text_errors(source: Source) -> Collector:
    """Mistakes of the text as such, after which reading on makes no sense."""
    collector = Collector(source)
    text = source.text
    if len(text) > MAX_FILE_BYTES or len(text.encode("utf-8", "replace")) > MAX_FILE_BYTES:
        collector.add(
            "SBG301", f"file is larger than the limit of {MAX_FILE_BYTES:,} bytes", Span(0, 0)
        )
        return collector
    # Bytes that are not UTF-8 come as lone surrogates.
    surrogate = re.search("[\ud800-\udfff]", text)
    if surrogate:
        byte = ord(surrogate[0]) - 0xDC00
        what = f"byte 0x{byte:02x} is" if 0x80 <= byte <= 0xFF else "lone surrogates are"
        collector.add("SBG001", f"{what} not UTF-8", Span(*surrogate.span()), help=_ENCODING_HELP)
    entities = [found for found in _ENTITY.finditer(text) if found[1]][:MAX_MISTAKES]
    if entities:
        edits = tuple(
            Edit(Span(*one.span()), html.unescape(one[0]).replace("\xa0", " ")) for one in entities
        )
        collector.add(
            "SBG004",
            f"`{entities[0][0]}` stands for `{edits[0].replacement}` in a web page",
            Span(*entities[0].span()),
            help="write the characters themselves",
            fix=Fix("Write the characters themselves", edits),
        )
    nul = text.find("\0")
    if nul >= 0:
        collector.add("SBG002", "the file holds NUL characters", Span(nul, nul + 1))
    return collector


_ENCODING_HELP = "save the file as UTF-8"
_ENTITY = re.compile(
    r"//[^\r\n]*+|(?>/\*.*?(?:\*/|\Z))|(&(?:lt|gt|amp|quot|nbsp|#(?:60|62|38|34|39|160));)",
    re.DOTALL,
)
"""Comments, in which anything may stand, or a character as web pages write it."""


class _Parser:
    """Reads a file section by section into a draft."""

    def __init__(self, source: Source) -> None:
        self.stream = TokenStream(source)
        self.draft = Draft()
        self.seen: dict[str, Span] = {}  # the sections so far, by tag
        self.misplaced = False  # that the order of the sections is wrong is said once

    def file(self) -> None:
        stream = self.stream
        if stream.token.kind == "end":
            if not stream.known:
                stream.error(
                    "SBG101",
                    "the file is empty",
                    Span(0, 0),
                    help="`sbg new NAME` writes a game to start from",
                )
            return
        self._name()
        while stream.token.kind != "end":
            if stream.token.kind == "tag":
                self._section()
            elif stream.token.kind == "name":
                self._second_name()
            else:
                self._outside_sections()
        self._missing_sections()

    def _name(self) -> None:
        stream = self.stream
        token = stream.take("name")
        if token is not None:
            self.draft.name = Name(token.span, token.text)
            if len(token.text) > MAX_NAME:
                stream.error(
                    "SBG310",
                    f"name is longer than the limit of {MAX_NAME:,} characters",
                    token.span,
                )
        elif stream.token.kind == "error" and stream.token.text == "<<":
            stream.advance()
        else:
            bare = stream.looking_at(_BARE_NAME)
            stream.unexpected(
                "SBG102",
                "the name of the game",
                help="the name of the game follows: write this as a comment, `// …`"
                if bare and parser_fixes.named_later(stream)
                else f"write `<<{bare[0]}>>`"
                if bare
                else "a game starts with its name, such as `<<My game>>`",
                fix=parser_fixes.name(stream, bare),
            )
            stream.skip_to()
            stream.take("name")

    def _second_name(self) -> None:
        stream = self.stream
        name = stream.advance()
        stream.error(
            "SBG107",
            "the name of the game stands here a second time",
            name.span,
            secondary=(Label(self.draft.name.span, "first here"),) if self.draft.name else (),
            help="a file holds one game",
        )
        if len(self.seen) == len(TAGS):
            stream.stop()  # a second game, which would repeat every section

    def _outside_sections(self) -> None:
        """Something between a name and the next tag."""
        stream = self.stream
        if self.seen:
            stream.skip_to()  # after a second name, which has been reported
        elif stream.token.kind in ("number", "row"):
            place = stream.token.span
            self._tag_missing("BOARD", "`<BOARD>`", "the size of the board and its rows")
            self._board(place)
        else:
            stream.unexpected("SBG105", "`<BOARD>`", help=_SECTIONS_HELP)
            stream.skip_to("row")

    def _tag_missing(self, tag: str, expected: str, before: str) -> None:
        """A section that begins without its tag."""
        stream = self.stream
        self.seen[tag] = stream.token.span
        if stream.lexer.strange_tags:
            stream.lexer.strange_tags -= 1  # it was meant for the tag, and has been reported
        else:
            stream.unexpected(
                "SBG105",
                expected,
                help=f"write `<{tag}>` before {before}",
                fix=fixes.insert(stream.token.start, f"<{tag}>\n"),
            )

    def _section(self) -> None:
        stream = self.stream
        known = stream.known
        tag = stream.advance()
        first = self.seen.get(tag.text)
        if first is not None:
            if not known:
                stream.error(
                    "SBG107",
                    f"section `<{tag.text}>` stands here a second time",
                    tag.span,
                    secondary=(Label(first, "first here"),),
                    help="each section stands once; put what it holds into the first one",
                )
            stream.skip_to()
            return
        later = [name for name in TAGS[TAGS.index(tag.text) + 1 :] if name in self.seen]
        if later and not self.misplaced:
            self.misplaced = True
            stream.error(
                "SBG106",
                f"section `<{tag.text}>` stands after `<{later[0]}>`",
                tag.span,
                secondary=(Label(self.seen[later[0]], f"`<{later[0]}>` is here"),),
                help="the order is `<<name>>`, `<BOARD>`, `<PIECES>`, `<GOALS>`",
            )
        self.seen[tag.text] = tag.span
        if tag.text == "BOARD":
            self._board(tag.span)
        elif tag.text == "PIECES":
            self._pieces()
        else:
            self._goals()

    def _missing_sections(self) -> None:
        """Say which sections are missing, unless that comes of a mistake that has been told."""
        missing = [f"`<{name}>`" for name in TAGS if name not in self.seen]
        # A tag may be so mistyped that nothing was made of it.
        if self.stream.known or len(missing) <= self.stream.lexer.strange_tags:
            return
        words = " and ".join(missing) if len(missing) < 3 else "`<BOARD>`, `<PIECES>`, `<GOALS>`"
        what = "section" if len(missing) == 1 else "sections"
        # It is missing before the first section that comes after it, if there is one.
        after = TAGS[TAGS.index(missing[0].strip("`<>")) :]
        place = next((self.seen[name] for name in after if name in self.seen), self.stream.gap)
        self.stream.error(
            "SBG105",
            f"{what} {words} missing",
            place,
            "expected before this" if place != self.stream.gap else "",
            help=_SECTIONS_HELP,
            fix=parser_fixes.section(self.stream, missing, place),
        )

    # <board> ::= <nat> <nat> { <row> }

    def _board(self, tag: Span) -> None:
        stream = self.stream
        # A lone bar begins a row here, so that an unclosed row is told as such.
        stream.lexer.in_board = True
        width = self._size("width")
        height = self._size("height") if width else None
        rows: list[Row] = []
        while stream.token.kind not in SECTION_ENDS:
            token = stream.token
            if token.kind == "row":
                rows.append(Row(token.span, token.text))
                stream.advance()
            elif token.kind == "error":
                self.draft.rows_whole = False
                stream.advance()
            elif "PIECES" not in self.seen and stream.looking_at(_RULE_BEGINS):
                self._tag_missing("PIECES", "a row or `<PIECES>`", "the rules")
                break
            else:
                stream.unexpected(
                    "SBG111",
                    "a row or `<PIECES>`",
                    help="a row stands between bars: `|rnbqk|`" + _comment_help(token),
                    fix=parser_fixes.comment(stream),
                )
                self.draft.rows_whole = False  # this may have been one
                stream.skip_to("row")
        stream.lexer.in_board = False
        if stream.token.kind == "end":
            self.draft.rows_whole = False  # the file breaks off here
        if width and height:
            span = Span(tag.start, stream.last_end)
            self.draft.board = Board(span, width, height, tuple(rows))
        if stream.token.kind not in SECTION_ENDS:
            self._pieces()

    def _size(self, what: str) -> Number | None:
        number = self.stream.number()
        if number is None:
            self.stream.unexpected(
                "SBG108",
                f"the {what} of the board",
                help="`<BOARD>` is followed by width and height, such as `5 5`",
                fix=parser_fixes.size(self.stream, what),
            )
            self.stream.skip_to("row")
        return number

    # <pieces> ::= { [A-Z] <regexp> & }

    def _pieces(self) -> None:
        stream = self.stream
        while stream.token.kind not in SECTION_ENDS:
            token = stream.token
            if token.kind == "letter":
                self._rule()
            elif "GOALS" not in self.seen and stream.looking_at(_GOALS_BEGIN):
                self._tag_missing("GOALS", "a rule or `<GOALS>`", "the turn limit and the goals")
                self._goals()
            else:
                stream.unexpected(
                    "SBG112",
                    "the letter of a piece, or `<GOALS>`",
                    help="a rule is a letter, a regular expression and `&`: `P (0,1,e) &`"
                    + _comment_help(token),
                    fix=parser_fixes.comment(stream) or parser_fixes.idle_ampersand(stream),
                )
                stream.skip_to("&")
                stream.take("&")

    def _rule(self) -> None:
        stream = self.stream
        word = stream.looking_at(_WORD)
        piece = stream.advance()
        if word:
            self._word(word)
        elif piece.text.islower():
            stream.error(
                "SBG113",
                f"rule for the lower-case letter `{piece.text}`",
                piece.span,
                help=f"write `{piece.text.upper()}`: one rule serves both players, "
                "black's pieces move the same way down the board",
                fix=fixes.replace(piece.span, piece.text.upper()),
            )
        regexp: Regexp = Letter(piece.span, 0, 0, "w")
        try:
            regexp = RuleParser(stream, piece).regexp()
            self._ampersand(f"the rule of piece `{piece.text}`", piece.span)
        except RuleAbandonedError:
            stream.skip_to("&")
            stream.take("&")
        if not word:
            span = Span(piece.start, stream.last_end)
            self.draft.rules.append(Rule(span, piece.text, piece.span, regexp))

    def _word(self, word: re.Match[str]) -> None:
        """A word where the letter of a piece is expected."""
        stream = self.stream
        stream.error(
            "SBG112",
            f"a piece is a single letter, found `{short(word[0])}`",
            Span(*word.span()),
            help=f"write `{word[0][0].upper()}`, or another letter that is free",
            fix=fixes.replace(Span(*word.span()), word[0][0].upper(), safe=False),
        )
        while stream.token.kind in ("letter", "number") and stream.token.end <= word.end():
            stream.advance()

    def _ampersand(self, what: str, start: Span) -> bool:
        """The `&` that ends something; if it is missing, nothing is skipped."""
        stream = self.stream
        if stream.take("&"):
            return True
        if stream.known:
            # A semicolon was meant for it.
            return stream.token.text == ";" and bool(stream.advance())
        stream.mark()
        stream.error(
            "SBG118",
            f"expected `&` after {what}, found {stream.found()}",
            stream.gap,
            secondary=(Label(start, "begins here"),),
            help="every rule, the turn limit and every goal end with `&`, the last one too",
            fix=parser_fixes.ampersand(stream),
        )
        return False

    # <goals> ::= <nat> & { <goal> & }

    def _goals(self) -> None:
        stream = self.stream
        limit = stream.number()
        if limit is not None:
            self.draft.turn_limit = limit
            if not self._ampersand("the turn limit", limit.span):
                self._next_goal()
        else:
            stream.unexpected(
                "SBG119",
                "the turn limit",
                help="`<GOALS>` begins with the number of plies after which the game is a draw, "
                "such as `100 &`",
                fix=parser_fixes.limit(stream),
            )
            self._next_goal()
        while stream.token.kind not in SECTION_ENDS:
            if stream.token.kind in ("#", "@"):
                self._goal()
            elif stream.token.kind == "number" and self.draft.turn_limit is None:
                # The turn limit that was missed above.
                self.draft.turn_limit = stream.number()
                self._next_goal()
            else:
                stream.unexpected(
                    "SBG120",
                    "a goal",
                    help=_GOAL_HELP,
                    fix=parser_fixes.goal_sign(stream) or parser_fixes.idle_ampersand(stream),
                )
                self._next_goal()

    def _next_goal(self) -> None:
        """Skip the rest of a goal that could not be read."""
        self.stream.skip_to("&", "#", "@")
        self.stream.take("&")

    def _goal(self) -> None:
        stream = self.stream
        mark = stream.advance()
        piece = stream.take("letter")
        if piece is None:
            stream.unexpected(
                "SBG120", f"the letter of a piece after `{mark.kind}`", help=_GOAL_HELP
            )
            self._next_goal()
            return
        goal: Goal
        if mark.kind == "#":
            count = stream.number()
            if count is None:
                stream.unexpected(
                    "SBG120",
                    f"a number after `#{piece.text}`",
                    help=f"`#{piece.text} 0 &` means: who owns {piece.text} loses when none is left",
                    fix=fixes.insert(stream.last_end, " 0", safe=False)
                    if stream.token.kind == "&"
                    else None,
                )
                self._next_goal()
                return
            goal = CountGoal(mark.span.to(count.span), piece.text, piece.span, count)
        else:
            squares = self._squares(piece.text)
            if not squares:
                self._next_goal()
                return
            span = mark.span.to(squares[-1].span)
            goal = SquareGoal(span, piece.text, piece.span, tuple(squares))
        self.draft.goals.append(goal)
        if not self._ampersand(f"the goal `{mark.kind}{piece.text}`", mark.span):
            self._next_goal()

    # <squares> ::= <nat> <nat> { , <nat> <nat> }

    def _squares(self, piece: str) -> list[Square]:
        """The squares of a goal; none when they could not be read, which has been reported."""
        stream = self.stream
        squares: list[Square] = []
        comma: Token | None = None
        comma_missing = False
        while True:
            x = stream.number()
            y = stream.number() if x else None
            if y is None and comma and stream.token.kind in ("&", "#", "@", *SECTION_ENDS):
                if not stream.known:
                    stream.error(
                        "SBG120",
                        f"expected a square after `,`, found {stream.found()}",
                        comma.span,
                        help="the last square has no comma after it",
                        fix=fixes.remove(stream.source.text, comma.span)
                        if stream.token.kind == "&" and x is None
                        else fixes.replace(comma.span, " &")
                        if x is None
                        else None,
                    )
                return []
            if x is None or y is None:
                what = "column" if x is None else "row"
                named = parser_fixes.named_squares(stream) if x is None else None
                stream.unexpected(
                    "SBG120",
                    f"the {what} of a square in the goal `@{piece}`",
                    help=f"{named[1]}: {_SQUARES_HELP}" if named else _SQUARES_HELP,
                    fix=named[0]
                    if named
                    else lookalikes.squares_between(stream.source.text, stream.token.start),
                )
                return []
            squares.append(Square(x.span.to(y.span), x, y))
            comma = stream.take(",")
            if stream.looking_at(_SEMICOLON_FOR_COMMA):
                comma = stream.advance()  # has been reported
            if comma is None and stream.token.kind != "number":
                return squares
            if comma is None and not comma_missing:
                comma_missing = True
                stream.error(
                    "SBG120",
                    f"expected `,` between squares in the goal `@{piece}`",
                    stream.gap,
                    help=_SQUARES_HELP,
                    fix=parser_fixes.commas(stream),
                )


def _comment_help(token: Token) -> str:
    """What to add to a help where a token may begin a comment as other languages write it."""
    return "; a comment is `// …` or `/* … */`" if token.kind in ("#", "-", "*") else ""


_SECTIONS_HELP = "every game has `<BOARD>`, `<PIECES>` and `<GOALS>`, in this order; only `<PIECES>` may be empty"
_GOAL_HELP = (
    "a goal is `#K 0 &` (lose when no K is left) or `@P 0 4, 1 4 &` (win by moving a P to a square)"
)
_SQUARES_HELP = (
    "squares are written `x y` with commas between them, from `0 0` in the lower left corner: "
    "`@P 0 4, 1 4 &`"
)
