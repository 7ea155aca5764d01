"""Advice about characters that a file cannot have, such as look-alikes from other alphabets."""

from __future__ import annotations

import re
import unicodedata

from sbg.base.limits import MAX_BOARD_SIDE
from sbg.language.syntax import fixes
from sbg.language.syntax.diagnostic import Edit, Fix
from sbg.language.syntax.source import Span

LOOKALIKES = dict(
    zip(
        "АВЕКМНОРСТХІЈЅҮаеорсухіјѕһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧο",
        "ABEKMHOPCTXIJSYaeopcyxijshdqwABEZHIKMNOPTYXo",
        strict=True,
    )
)
LOOKALIKES |= {chr(0xFF01 + i): chr(0x21 + i) for i in range(94)}  # full-width forms
LOOKALIKES |= {"ˆ": "^", "˄": "^", "⌃": "^", "⁎": "*", "✱": "*", "⁺": "+", "﹢": "+"}
LOOKALIKES |= {raised: f"^{digit}" for digit, raised in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
LOOKALIKES |= {"−": "-", "–": "-", "—": "-", "‐": "-", "＋": "+", "∗": "*", "×": "x", "，": ","}

SPACES = "\v\f\x1c\x1d\x1e\x1f\x85\xa0\u1680\u180e\u200b\u200c\u200d\u2028\u2029\u202f\u205f\u2060\u3000\ufeff"
SPACES += "".join(map(chr, range(0x2000, 0x200B)))
"""White space and invisible characters that are none of space, tab, CR and LF."""

_MEANT = {
    "|": "alternatives are separated by `+`",
    "/": "a comment is `// …` or `/* … */`",
    "%": "a comment is `// …` or `/* … */`",
    ";": "a rule or goal ends with `&`; inside a letter and between squares stand commas",
    "=": "nothing stands after the letter of a piece: `P (0,1,e) &`, `#K 0 &`",
    ":": "nothing stands after the letter of a piece: `P (0,1,e) &`, `#K 0 &`",
    "?": "for a part that may be left out write it with and without: `(0,1,e)(1,1,e) + (1,1,e)`",
    ".": "numbers are whole, and an empty square stands in a row between bars",
    "..": "write all of them out, with `+` between alternatives and `,` between squares",
    "...": "write all of them out, with `+` between alternatives and `,` between squares",
    "…": "write all of them out, with `+` between alternatives and `,` between squares",
    '"': "there are no quotes; the name of the game is written `<<My game>>`",
    "[": "only round parentheses are used",
    "]": "only round parentheses are used",
    "{": "only round parentheses are used, and a power is `^2` or `^*`",
    "}": "only round parentheses are used, and a power is `^2` or `^*`",
    ">": "names are written `<<My game>>`, tags `<BOARD>`, `<PIECES>` and `<GOALS>`",
    ">>": "names are written `<<My game>>`, tags `<BOARD>`, `<PIECES>` and `<GOALS>`",
    "<": "names are written `<<My game>>`, tags `<BOARD>`, `<PIECES>` and `<GOALS>`",
}


def shown(found: str) -> str:
    """Characters as a message shows them: in backticks, with the code point where a look does not tell."""
    if found == " ":
        return "a space"
    if len(found) > 1:
        short = found if len(found) <= 20 else found[:20] + "…"
        return f"characters `{short}`" if short.isprintable() else "characters"
    code = f"U+{ord(found):04X}"
    if found.isascii():
        return f"character `{found}`" if found.isprintable() else f"character {code}"
    visible = found.isprintable() and found not in SPACES
    return f"character `{found}` ({code})" if visible else f"character {code}"


def hint(found: str) -> str | None:
    """What to write instead of characters that stand where they may not."""
    if found in LOOKALIKES:
        meant = LOOKALIKES[found]
        if len(meant) > 1:
            return f"a power is written `{meant}`"
        return f"it looks like `{meant}` but is another character; type `{meant}`"
    if found in _MEANT:
        return _MEANT[found]
    if _QUOTED_CONTENT.fullmatch(found):
        return "a letter is written without quotes: `(0,1,e)`"
    if found[0] in _QUOTES:
        return _MEANT['"']
    if len(found) == 1 and found in SPACES:
        return "it is invisible or looks like a space; type a space instead, or nothing"
    if not found.isascii():
        return "outside comments only ASCII characters are allowed"
    return None


PROMOTION = (
    "pieces never change, so there is no promotion: give the piece more moves, or end the game when it arrives,"
    " as with `@P 0 7 &`"
)
"""What to say where somebody tries to write a promotion."""


def promotion(text: str, span: Span) -> str | None:
    """What to say about `(0,1,e=Q)` or `(0,1,e)=Q`."""
    tries = text[span.start : span.end] == "=" and _PROMOTED.match(text, span.end)
    inside = _OPEN_LETTER.search(text, max(0, span.start - 60), span.start)
    return PROMOTION if tries and (inside or text[span.start - 1 : span.start] == ")") else None


_LONG = 200
"""Characters of a name or a row that are looked through for a fix."""
_QUOTES = "\"'`«»‹›“”„‟‘’‚‛"
_QUOTED_NAME = re.compile(rf"[{_QUOTES}]([a-zA-Z0-9 ]{{1,60}})[{_QUOTES}]")
_QUOTED_CONTENT = re.compile(rf"[{_QUOTES}]([epwEPW])[{_QUOTES}]")
_BLANK = r"(?:[ \t\r\n]|//[^\r\n]*+|(?>/\*.*?\*/))*+"
_COMMENT_WORDS = re.compile(
    rf"#(?!{_BLANK}[a-zA-Z]++{_BLANK}[0-9])[^\r\n]{{,60}}?[a-zA-Z]{{2}}[^\r\n]*+", re.DOTALL
)
_RANGE_SIGN = r"[ \t]*+(?:\.\.+|…|-|–|to)[ \t]*+"
_RANGE = re.compile(rf"([0-9]{{1,3}}+){_RANGE_SIGN}([0-9]{{1,3}}+)[ \t]++([0-9]{{1,3}}+)(?![.0-9])")
_RANGE_OF_ROWS = re.compile(
    rf"([0-9]{{1,3}}+)[ \t]++([0-9]{{1,3}}+){_RANGE_SIGN}([0-9]{{1,3}}+)(?![.0-9])"
)
_SQUARE_BEFORE = re.compile(r"(?:@[ \t]*[a-zA-Z]|,)[ \t]*((?:[0-9]+[ \t]+)?[0-9]+[ \t]*)\Z")
_NUMBER_FOLLOWS = re.compile(r"[ \t]*+(?:-?[ \t]*+[0-9]|[epw][ \t]*+\))")
_SEMICOLONS_IN_A_LETTER = re.compile(r";[ \t]*+-?[ \t]*+[0-9]++[ \t]*+;")
_NOTHING_FOLLOWS = re.compile(r"[ \t]*+(?:[\r\n]|//|/\*|\Z|[A-Z#@<])")
_SPACED_ROW = re.compile(r" ?[.a-zA-Z](?: [.a-zA-Z])* ?")
_SQUARE_LETTER = re.compile(r"\[[ \t]*+-?[0-9]++,[ \t]*+-?[0-9]++,[ \t]*+[epw][ \t]*+[\])]")
_OPEN_LETTER = re.compile(r"\([ \t]*+-?[0-9]++,[ \t]*+-?[0-9]++,[ \t]*+[epw][ \t]*+\Z")
_PROMOTED = re.compile(r"[ \t]*+[A-Za-z]")
_OPERAND_FOLLOWS = re.compile(r"[ \t\r\n]*+\(")


def fix(text: str, span: Span, *, in_board: bool) -> Fix | None:
    """What to write instead of characters that stand where they may not, where only one thing can be meant."""
    found = text[span.start : span.end]
    if found in LOOKALIKES:
        return fixes.replace(span, LOOKALIKES[found])
    if found == "[" and (letter := _SQUARE_LETTER.match(text, span.start)):
        closing = Span(letter.end() - 1, letter.end())
        return Fix("Write `(` and `)`", (Edit(span, "("), Edit(closing, ")")))
    if found == "]" and _OPEN_LETTER.search(text, max(0, span.start - 60), span.start):
        return fixes.replace(span, ")")
    if len(found) == 1 and found in SPACES:
        return fixes.replace(span, " ", "Write a space")
    before = _character_before(text, span.start)
    ends_operand = before in (")", "*") or before.isdigit()
    if found == "|" and not in_board and ends_operand:
        return fixes.replace(span, "+") if _OPERAND_FOLLOWS.match(text, span.end) else None
    if found == "%" or (found == "/" and before != "*"):  # not of a stray `*/`
        return fixes.comment(text, span)
    if found == ";" and (letter := _SEMICOLONS_IN_A_LETTER.match(text, span.start)):
        second = Span(letter.end() - 1, letter.end())
        return Fix("Write `,`", (Edit(span, ","), Edit(second, ",")))
    if found == ";" and _NUMBER_FOLLOWS.match(text, span.end):
        return fixes.replace(span, ",")
    if found == ";" and ends_operand and _NOTHING_FOLLOWS.match(text, span.end):
        return fixes.replace(span, "&")
    if found in ("=", ":") and before.isalpha() and promotion(text, span) is None:
        return fixes.remove(text, span)
    if content := _QUOTED_CONTENT.fullmatch(found):
        return fixes.replace(span, content[1].lower())
    if name := _QUOTED_NAME.fullmatch(found):
        return fixes.replace(span, f"<<{name[1]}>>")
    if found in ("..", "...", "…"):
        return squares_between(text, span.start)
    return None


def quoted(text: str, start: int, named: bool) -> re.Match[str] | None:
    """A content in quotes, or the name of the game if it has none yet."""
    return _QUOTED_CONTENT.match(text, start) or (
        None if named else _QUOTED_NAME.match(text, start)
    )


def comment(text: str, start: int) -> int | None:
    """Where the line ends on which a `#` begins no goal, but words."""
    words = _COMMENT_WORDS.match(text, start)
    return words.end() if words else None


def squares_between(text: str, sign: int) -> Fix | None:
    """All squares of `0..4 5` or `0 0..4`, at the sign between its numbers; None if there are none, or too many."""
    before = _SQUARE_BEFORE.search(text, max(0, sign - 30), sign)
    if before is None:
        return None
    start = before.start(1)
    if columns := _RANGE.match(text, start):
        first, last, row = map(int, columns.groups())
        squares = [f"{x} {row}" for x in range(first, last + 1)]
    elif rows := _RANGE_OF_ROWS.match(text, start):
        column, first, last = map(int, rows.groups())
        squares = [f"{column} {y}" for y in range(first, last + 1)]
    else:
        return None
    end = (columns or rows).end()  # type: ignore[union-attr]
    if not 0 < len(squares) <= MAX_BOARD_SIDE:
        return None
    return fixes.replace(Span(start, end), ", ".join(squares), "Write all squares")


def _character_before(text: str, at: int) -> str:
    """The last character before a place that is not white."""
    while at > 0 and text[at - 1] in " \t\r\n":
        at -= 1
    return text[at - 1 : at]


def name_fix(text: str, span: Span, bad: int) -> Fix | None:
    """The name in a span with other characters for those that a name cannot have, `bad` and all after it."""
    name = text[span.start : span.end]
    if len(name) > _LONG or "/*" in name:
        return None
    if text[bad] in LOOKALIKES:
        return _all_of_them(text, span, LOOKALIKES)
    plain = "".join(
        part for part in unicodedata.normalize("NFKD", name) if not unicodedata.combining(part)
    )
    plain = re.sub(r"[^a-zA-Z0-9 ]+", " ", plain)
    if not plain.strip():
        return None
    return fixes.replace(span, plain, f"Write `<<{plain}>>`", safe=False)


def row_fix(text: str, span: Span, bad: int) -> Fix | None:
    """The squares of a row in a span with others for what cannot stand there, `bad` and its like."""
    row = text[span.start : span.end]
    if len(row) > _LONG or "/*" in row:
        return None
    if text[bad] in LOOKALIKES:
        return _all_of_them(text, span, LOOKALIKES)
    if _SPACED_ROW.fullmatch(row):
        title = "Write the row without spaces"
        return fixes.replace(span, row.replace(" ", ""), title, safe=False)
    if text[bad] in " _-":
        change = dict.fromkeys(text[bad], ".")
        return _all_of_them(text, span, change, "Write `.` for empty squares", safe=False)
    return None


def _all_of_them(
    text: str, span: Span, change: dict[str, str], title: str | None = None, *, safe: bool = True
) -> Fix:
    """Every character of a span that has another to be written for it."""
    edits = tuple(
        Edit(Span(at, at + 1), change[text[at]]) for at in range(*span) if text[at] in change
    )
    named = "".join(edit.replacement for edit in edits)
    return Fix(title or f"Write `{named}`", edits, safe)
