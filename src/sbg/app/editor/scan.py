"""Finds rules, goals and other parts in a text that may be broken, from its tokens alone.

The parser gives up a rule or a goal in which it finds a mistake. While somebody types there is a mistake nearly all
the time, and just there help is wanted; so the editor looks at the tokens themselves, and believes in them.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from sbg.base.limits import MAX_BOARD_SIDE, MAX_FILE_BYTES
from sbg.language.syntax import Source, Span
from sbg.language.syntax.collector import Collector
from sbg.language.syntax.lexer import Lexer, Token
from sbg.language.syntax.tree import Comment

Role: TypeAlias = Literal[
    "name", "tag", "width", "height", "row", "piece", "step", "part", "power", "or", "open", "close",
    "end", "limit", "mark", "goal-piece", "count", "x", "y", "comma", "other",
]  # fmt: skip
Section: TypeAlias = Literal["", "BOARD", "PIECES", "GOALS"]

_MOST_TOKENS = 100_000
"""Tokens and comments that are looked at, many times those of any game that somebody writes by hand: half a second."""
_CACHED = 100_000
"""Characters of a text whose tokens are remembered: a short one is asked about again and again."""


class Placed(NamedTuple):
    """A token and what it is here."""

    token: Token
    section: Section
    role: Role
    owner: int  # the number of its rule or goal; -1 outside


@dataclass(slots=True)
class RuleText:
    """A rule as far as it is there: the letter of its piece, and where its text goes from and to."""

    piece: str
    place: Span
    start: int
    end: int
    whole: bool = False  # it has its `&`


@dataclass(slots=True)
class GoalText:
    """A goal as far as it is there."""

    mark: str
    start: int
    end: int
    piece: str = ""
    numbers: list[int] = field(default_factory=list)
    whole: bool = False


@dataclass(slots=True)
class Scan:
    """What stands in a text."""

    text: str
    tokens: list[Placed] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    rules: list[RuleText] = field(default_factory=list)
    goals: list[GoalText] = field(default_factory=list)
    size: list[int] = field(default_factory=list)
    rows: list[Token] = field(default_factory=list)
    name: Token | None = None
    limit: Token | None = None
    tags: dict[str, Token] = field(default_factory=dict)
    _starts: list[int] = field(default_factory=list)

    def at(self, offset: int) -> int | None:
        """The number of the token that holds the character after an offset, or else that before it."""
        number = bisect_right(self._starts, offset) - 1
        if number < 0:
            return None
        end = self.tokens[number].token.end
        if offset < end:
            return number
        return number if offset == end else None

    def before(self, offset: int) -> int:
        """The number of the last token that ends at an offset or before it; -1 if there is none."""
        number = bisect_right(self._starts, offset) - 1
        while number >= 0 and self.tokens[number].token.end > offset:
            number -= 1
        return number

    def in_comment(self, offset: int, *, typing: bool = False) -> bool:
        """Whether an offset lies in a comment; for who types, the end of a `//` comment does too."""
        number = bisect_right(self.comments, offset, key=lambda comment: comment.span.start) - 1
        if number < 0:
            return False
        start, end = self.comments[number].span
        if typing and self.comments[number].text.startswith("//"):
            end += 1
        return start + typing <= offset < end

    @property
    def width(self) -> int | None:
        """The width of the board, if it makes sense."""
        return self._side(0)

    @property
    def height(self) -> int | None:
        """The height of the board, if it makes sense."""
        return self._side(1)

    def _side(self, which: int) -> int | None:
        if len(self.size) > which and 0 < self.size[which] <= MAX_BOARD_SIDE:
            return self.size[which]
        return None

    @property
    def standing(self) -> set[str]:
        """The pieces on the board, white's in upper case."""
        return {letter for row in self.rows for letter in row.text if letter.isalpha()}

    def rule_of(self, piece: str) -> RuleText | None:
        """The first rule of a piece, of either player."""
        return next((rule for rule in self.rules if rule.piece == piece.upper()), None)


def scan(text: str) -> Scan:
    """Find out what stands in a text; of one that is larger than a game may be, nothing."""
    return _cached(text) if len(text) <= _CACHED else _scan(text)


@lru_cache(maxsize=8)
def _cached(text: str) -> Scan:
    return _scan(text)


def plain(text: str) -> str:
    """A text of the same length as the parser takes it: a byte order mark counts as a blank."""
    return " " + text[1:] if text.startswith("\ufeff") else text


def _scan(text: str) -> Scan:
    found = Scan(text)
    if len(text) > MAX_FILE_BYTES:
        return found
    reader = _Reader(found, plain(text))
    reader.read()
    found._starts = [placed.token.start for placed in found.tokens]
    return found


class _Reader:
    """Goes through the tokens once, and gives each its role."""

    def __init__(self, found: Scan, text: str) -> None:
        self.found = found
        source = Source("<text>", text)
        self.lexer = Lexer(source, Collector(source), _MOST_TOKENS)
        self.section: Section = ""
        self.fresh = True  # a rule or goal may begin here
        self.owner = -1
        self.last = ""

    def read(self) -> None:
        """Read to the end."""
        found = self.found
        token = self._next()
        while token.kind != "end":
            following = self._next()
            role = self._role(token, following)
            found.tokens.append(Placed(token, self.section, role, self.owner))
            if self.owner >= 0:
                self._extend(token, role)
            if role == "end":
                self.owner = -1
                self.fresh = True
            self.last = token.kind
            token = following
        found.comments = self.lexer.comments

    def _next(self) -> Token:
        token = self.lexer.next()
        if token.kind == "tag":  # before the token after it is made
            self.lexer.in_board = token.text == "BOARD"
        return token

    def _extend(self, token: Token, role: Role) -> None:
        owners = self.found.rules if self.section == "PIECES" else self.found.goals
        owners[self.owner].end = token.end
        owners[self.owner].whole = role == "end"

    def _role(self, token: Token, following: Token) -> Role:
        if token.kind == "tag":
            return self._tag(token)
        if token.kind == "name":
            if self.found.name is None:
                self.found.name = token
            return "name"
        if self.section == "BOARD":
            return self._in_board(token)
        if self.section == "PIECES":
            return self._in_pieces(token, following)
        if self.section == "GOALS":
            return self._in_goals(token)
        return "other"

    def _tag(self, token: Token) -> Role:
        self.section = _SECTIONS[token.text]
        self.found.tags.setdefault(token.text, token)
        self.fresh = True
        self.owner = -1
        return "tag"

    def _in_board(self, token: Token) -> Role:
        if token.kind == "row":
            self.found.rows.append(token)
            return "row"
        if token.kind == "number" and len(self.found.size) < 2 and not self.found.rows:
            self.found.size.append(_value(token))
            return "width" if len(self.found.size) == 1 else "height"
        return "other"

    def _in_pieces(self, token: Token, following: Token) -> Role:
        kind = token.kind
        if kind == "letter":
            begins = token.text.isupper() and following.kind in ("step", "(") and self.last != ","
            if self.fresh or begins:
                self.found.rules.append(
                    RuleText(token.text.upper(), token.span, token.start, token.end)
                )
                self.owner = len(self.found.rules) - 1
                self.fresh = False
                return "piece"
            return "part"
        self.fresh = False
        if kind == "number":
            return "power" if self.last == "^" else "part"
        return _RULE_ROLES.get(kind, "other")

    def _in_goals(self, token: Token) -> Role:
        found = self.found
        kind = token.kind
        if kind in ("#", "@"):
            found.goals.append(GoalText(kind, token.start, token.end))
            self.owner = len(found.goals) - 1
            self.fresh = False
            return "mark"
        if kind == "&":
            return "end"
        if self.owner < 0:
            if kind == "number" and found.limit is None:
                found.limit = token
                return "limit"
            return "other"
        goal = found.goals[self.owner]
        if kind == "letter" and not goal.piece and not goal.numbers:
            goal.piece = token.text
            return "goal-piece"
        if kind == "number":
            goal.numbers.append(_value(token))
            if goal.mark == "#":
                return "count"
            return "x" if len(goal.numbers) % 2 else "y"
        return "comma" if kind == "," else "other"


_SECTIONS: dict[str, Section] = {"BOARD": "BOARD", "PIECES": "PIECES", "GOALS": "GOALS"}
_RULE_ROLES: dict[str, Role] = {
    "step": "step",
    "+": "or",
    "(": "open",
    ")": "close",
    "^": "power",
    "*": "power",
    "&": "end",
    "-": "part",
    ",": "part",
}


def _value(token: Token) -> int:
    """The value of a number; what is larger than any that may stand in a file is just that."""
    digits = token.text.lstrip("0")
    return int(digits or "0") if len(digits) <= 10 else 10**10
