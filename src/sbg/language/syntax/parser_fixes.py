"""Fixes for mistakes that the parser finds, where only one change can be meant.

What is looked through for a fix is bounded: a file may be one mistake after the other.
"""

from __future__ import annotations

import re

from sbg.language.model.notation import parse_square
from sbg.language.syntax import fixes
from sbg.language.syntax.diagnostic import Edit, Fix
from sbg.language.syntax.lexer import Token
from sbg.language.syntax.source import Span
from sbg.language.syntax.stream import SECTION_ENDS, TokenStream

MANY = 50
"""Of equal mistakes beside each other, so many are mended at once."""

_SHORT = 500
"""Characters of an expression that a fix may repeat."""

_BETWEEN_NUMBERS = re.compile(r"[ \t]*+[,xX*][ \t]*+(?=[0-9])")
_AMPERSANDS = re.compile(rf"&(?:[ \t\r\n]*+&){{,{MANY}}}+")
_PLUSES = re.compile(rf"\+(?:[ \t\r\n]*+\+){{,{MANY}}}+")
_PLUS_BEFORE_PARENTHESIS = re.compile(r"\+[ \t\r\n]*+\)")
_POWER = re.compile(r"\^[ \t]*+[0-9*]")
_CARETS = re.compile(r"\^++(?=[0-9*])")
_NAME_ON_NEXT_LINE = re.compile(r"[^\r\n]*+[ \t\r\n]*+<<")
_MORE_CONTENTS = re.compile(r"([epw \t]{1,20}+)\)")
_UNSIGNED_GOAL = re.compile(
    r"[A-Za-z][ \t]*+(?:(?P<count>[0-9]++)|[0-9]++[ \t]++[0-9]++(?:[ \t]*+,[ \t]*+[0-9]++[ \t]++[0-9]++)*+)[ \t]*+&"
)
_NAMED_SQUARES = re.compile(
    rf"[a-z]{{1,2}}+[0-9]{{1,2}}+(?:[ \t]*+,?[ \t]*+[a-z]{{1,2}}+[0-9]{{1,2}}+){{,{4 * MANY}}}+(?=[ \t\r\n]*+[&,])"
)
_ONE_MORE_SQUARE = re.compile(
    r"[ \t\r\n]*+(?P<comma>,)?[ \t\r\n]*+[0-9]++[ \t\r\n]++[0-9]++(?=[ \t\r\n,&])"
)


def name(stream: TokenStream, bare: re.Match[str] | None) -> Fix | None:
    """The name of the game: brackets around a bare one, or a new one before `<BOARD>`."""
    if bare and named_later(stream):
        return fixes.insert(bare.start(), "// ", "Make it a comment")
    if bare:
        return fixes.replace(Span(*bare.span()), f"<<{bare[0].rstrip()}>>")
    if stream.token.kind == "tag":
        return fixes.insert(stream.token.start, "<<My game>>\n", safe=False)
    return None


def named_later(stream: TokenStream) -> bool:
    """Whether the next line is the name of the game: this one was not meant for it."""
    return stream.looking_at(_NAME_ON_NEXT_LINE) is not None


def section(stream: TokenStream, missing: list[str], place: Span) -> Fix | None:
    """A section that may be empty, or nearly so."""
    if missing == ["`<PIECES>`"] and place != stream.gap:
        return fixes.insert(place.start, "<PIECES>\n", safe=False)
    if missing == ["`<GOALS>`"] and place == stream.gap:
        return fixes.insert(place.start, "\n<GOALS>\n100 &\n", safe=False)
    return None


def size(stream: TokenStream, what: str) -> Fix | None:
    """`5x5` and `5,5` are two numbers with something between them."""
    between = stream.looking_at(_BETWEEN_NUMBERS) if what == "height" else None
    return fixes.replace(Span(*between.span()), " ", "Write a space") if between else None


def comment(stream: TokenStream) -> Fix | None:
    """`//` for a sign that begins comments elsewhere, and can begin nothing here."""
    token = stream.token
    return fixes.comment(stream.source.text, token.span) if token.kind == "#" else None


def ampersand(stream: TokenStream) -> Fix | None:
    """The `&` that is missing; None where what follows belongs to something else."""
    if stream.token.kind == ",":
        return fixes.replace(Span(stream.last_end, stream.token.end), " &")
    if stream.token.kind in ("letter", "#", "@", *SECTION_ENDS):
        return fixes.insert(stream.last_end, " &")
    return None


def idle_ampersand(stream: TokenStream) -> Fix | None:
    """Without an `&` before which nothing stands that it could end."""
    found = stream.looking_at(_AMPERSANDS)
    return fixes.remove(stream.source.text, Span(*found.span())) if found else None


def limit(stream: TokenStream) -> Fix | None:
    """A turn limit where there is none."""
    if stream.token.kind in ("#", "@"):
        return fixes.insert(stream.token.start, "100 &\n", safe=False)
    if stream.token.kind in SECTION_ENDS:
        return fixes.insert(stream.last_end, "\n100 &", safe=False)
    return None


def commas(stream: TokenStream) -> Fix | None:
    """Commas between the squares from here on that lack them, unless there are very many."""
    text = stream.source.text
    at = stream.last_end
    edits: list[Edit] = []
    while square := _ONE_MORE_SQUARE.match(text, at):
        if not square["comma"]:
            edits.append(Edit(Span(at, at), ","))
        at = square.end()
        if len(edits) > MANY:
            return None
    return Fix("Insert `,` between the squares", tuple(edits)) if edits else None


def goal_sign(stream: TokenStream) -> Fix | None:
    """The sign that is missing: `#` before `K 0 &`, `@` before `P 0 4, 1 4 &`."""
    found = stream.looking_at(_UNSIGNED_GOAL)
    if found is None:
        return None
    return fixes.insert(stream.token.start, "#" if found["count"] else "@")


def named_squares(stream: TokenStream) -> tuple[Fix, str] | None:
    """Squares that are named as on a chess board, as numbers, with the first one as an example; few enough of them."""
    found = stream.looking_at(_NAMED_SQUARES)
    if found is None:
        return None
    squares = [parse_square(name) for name in re.findall(r"[a-z]+[0-9]+", found[0])]
    written = [f"{square[0]} {square[1]}" for square in squares if square is not None]
    if len(written) != len(squares):
        return None
    first = re.match(r"[a-z]+[0-9]+", found[0])
    assert first is not None
    text = ", ".join(written)
    return fixes.replace(Span(*found.span()), text), f"`{first[0]}` is written `{written[0]}`"


def idle_plus(stream: TokenStream) -> Fix | None:
    """Without the `+` here, and others beside it; or without the one before, if nothing follows that."""
    text = stream.source.text
    run = stream.looking_at(_PLUSES)
    if run:
        return fixes.remove(text, Span(*run.span()))
    if stream.token.kind in (")", "&") and text[stream.last_end - 1] == "+":
        return fixes.remove(text, Span(stream.last_end - 1, stream.last_end))
    return None


def several_contents(
    stream: TokenStream, opened: Token, letter: tuple[int, int, str]
) -> Fix | None:
    """`(0,1,ep)` as a sum of letters."""
    dx, dy, on = letter
    rest = stream.looking_at(_MORE_CONTENTS)
    if rest is None:
        return None
    contents = dict.fromkeys(on + "".join(rest[1].split()))
    letters = " + ".join(f"({dx},{dy},{content})" for content in contents)
    return fixes.replace(Span(opened.start, rest.end()), f"({letters})")


def closing(stream: TokenStream) -> Fix | None:
    """The `)` of a letter, where something follows that a letter can be followed by."""
    if stream.looking_at(_PLUS_BEFORE_PARENTHESIS):
        return fixes.remove(stream.source.text, stream.token.span)
    if stream.token.kind in ("step", "(", "+", "&") or stream.looking_at(_POWER):
        return fixes.insert(stream.last_end, ")")
    return None


def exponent(stream: TokenStream, base: Span, number: re.Match[str] | None) -> Fix | None:
    """The power that was meant by `^(2)`, `^+` or `^^2`."""
    text = stream.source.text
    if number:
        return fixes.replace(Span(*number.span()), number[0].strip("() \t\r\n"))
    if stream.token.kind == "+" and stream.token.start == stream.last_end:
        if base.end - base.start > _SHORT:
            return None
        once = text[base.start : base.end]
        edit = Edit(Span(stream.last_end - 1, stream.token.end), f"{once}^*")
        return Fix("Write once, then any number of times", (edit,))
    extra = stream.looking_at(_CARETS)
    return fixes.remove(text, Span(*extra.span())) if extra else None


def nested(start: int, closing: list[Edit]) -> Fix | None:
    """A parenthesis around each power that another follows, unless there are very many."""
    if len(closing) > MANY:
        return None
    opening = Edit(Span(start, start), "(" * len(closing))
    return Fix("Put the first power in parentheses", (opening, *closing))
