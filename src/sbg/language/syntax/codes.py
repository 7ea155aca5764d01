"""The table of diagnostic codes: what each means, with a wrong and a right example.

`sbg explain CODE` and `docs/diagnostics.md` are made from it, and a test checks every example. Codes are stable: one is
never given another meaning. SBG0xx are about the text, SBG1xx about syntax, SBG2xx about meaning, SBG3xx about limits,
SBG4xx are warnings, SBG6xx about translations.
"""

from __future__ import annotations

from dataclasses import dataclass

from sbg.base import limits
from sbg.language.syntax.diagnostic import Severity
from sbg.language.syntax.translation_codes import ENTRIES


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of diagnostic. The examples are whole files; `wrong` gives this very code, `right` nothing at all.

    Where an example cannot be printed (bytes that are no text, files of megabytes) it is empty.
    """

    code: str
    severity: Severity
    title: str
    explanation: str
    wrong: str = ""
    right: str = ""
    unnecessary: bool = False
    """Whether what it points at could be left out; editors show such text faintly."""


GAME = """\
<<Three pawns>>
<BOARD>
3 3
|ppp|
|...|
|PPP|
<PIECES>
P (0,1,e) + (1,1,p) + (-1,1,p) &
<GOALS>
20 &
@P 0 2, 1 2, 2 2 &
@p 0 0, 1 0, 2 0 &
"""
"""The game that most examples spoil in one place."""

CODES: dict[str, Code] = {}


def _error(code: str, title: str, explanation: str, old: str = "", new: str = "") -> None:
    """Add an error; its wrong example is the game above with `old` replaced by `new`."""
    wrong, right = (GAME.replace(old, new, 1), GAME) if old else ("", "")
    add(Code(code, "error", title, explanation, wrong, right))


def _warning(
    code: str,
    title: str,
    explanation: str,
    old: str,
    new: str,
    unnecessary: bool = False,
    severity: Severity = "warning",
) -> None:
    """Add a warning; its wrong example is the game above with `old` replaced by `new`."""
    assert old in GAME, old
    wrong = GAME.replace(old, new, 1)
    add(Code(code, severity, title, explanation, wrong, GAME, unnecessary))


def add(entry: Code) -> None:
    """Add an entry to the table."""
    assert entry.code not in CODES, entry.code
    CODES[entry.code] = entry


# SBG0xx: the text

_error(
    "SBG001",
    "not UTF-8",
    "A file is UTF-8 text. Some byte in it is not, in a comment perhaps. Save the file as UTF-8; "
    "a byte order mark at its beginning does no harm.",
)
_error(
    "SBG002",
    "NUL character",
    "NUL characters are allowed nowhere, not even in comments. The file may have been saved as "
    "UTF-16, or may be no text at all.",
)
_error(
    "SBG003",
    "comment never closed",
    "A comment that starts with `/*` goes on to the first `*/`; here the file ends before that. "
    "Comments do not nest, and `/*/` does not close itself.",
    "<PIECES>",
    "<PIECES> /* the pawn",
)
_error(
    "SBG004",
    "unexpected character",
    "The character has no place in the language. Outside comments only ASCII characters are "
    "allowed; some letters of other alphabets look just like Latin ones.",
    "P (0,1,e)",
    "Р (0,1,e)",
)

# SBG1xx: syntax

_error(
    "SBG101",
    "empty file",
    "The file holds nothing but white space and comments. A game is a name, a board, pieces and "
    "goals.",
    GAME,
    "// nothing yet\n",
)
_error(
    "SBG102",
    "no name",
    "A game starts with its name in double angle brackets.",
    "<<Three pawns>>\n",
    "",
)
_error(
    "SBG103",
    "bad name",
    "The name of a game stands between `<<` and `>>` on one line. It has at least one character; "
    "letters, digits and spaces are allowed, and are kept exactly.",
    "Three pawns",
    "Three-pawns",
)
_error(
    "SBG104",
    "bad tag",
    "The three tags are written exactly `<BOARD>`, `<PIECES>` and `<GOALS>`: in capitals, without "
    "spaces.",
    "<BOARD>",
    "<Board>",
)
_error(
    "SBG105",
    "section missing",
    "Every game has the sections `<BOARD>`, `<PIECES>` and `<GOALS>`, in this order. `<PIECES>` "
    "may be empty, and `<GOALS>` may have a turn limit alone, but the tags must be there.",
    "<GOALS>\n",
    "",
)
_error(
    "SBG106",
    "section out of order",
    "The sections come in the order `<BOARD>`, `<PIECES>`, `<GOALS>`.",
    GAME[GAME.index("<PIECES>") :],
    GAME[GAME.index("<GOALS>") :] + GAME[GAME.index("<PIECES>") : GAME.index("<GOALS>")],
)
_error(
    "SBG107",
    "section repeated",
    "Each section stands in a file once.",
    "<GOALS>",
    "<PIECES>\n<GOALS>",
)
_error(
    "SBG108",
    "board size expected",
    "`<BOARD>` is followed by two numbers, the width and the height.",
    "3 3",
    "3",
)
_error(
    "SBG109",
    "bad square in a row",
    "A row is written between bars, one character a square: `.` for an empty square, a capital "
    "letter for a white piece, a small letter for a black one. Spaces do not belong in a row.",
    "|...|",
    "|. .|",
)
_error(
    "SBG110",
    "row not closed",
    "A row begins and ends with a bar, on one line.",
    "|...|",
    "|...",
)
_error(
    "SBG111",
    "row expected",
    "After width and height `<BOARD>` has rows and nothing else.",
    "|...|",
    "...",
)
_error(
    "SBG112",
    "rule expected",
    "`<PIECES>` is a list of rules; each is the capital letter of a piece, a regular expression "
    "and `&`.",
    "P (0,1,e)",
    "(0,1,e)",
)
_error(
    "SBG113",
    "rule for a lower-case letter",
    "Rules are given for capital letters. One rule serves both players: for black's pieces "
    "forward is down the board.",
    "P (0,1,e)",
    "p (0,1,e)",
)
_error(
    "SBG114",
    "bad letter",
    "A letter of a rule is `(dx,dy,on)`: two numbers, each with one `-` before it at most, and "
    "`e`, `p` or `w`, what the square reached must hold: nothing, an opponent's piece, or an own "
    "piece.",
    "(0,1,e)",
    "(0,1)",
)
_error(
    "SBG115",
    "operand expected",
    "A regular expression is made of letters and expressions in parentheses, written one after "
    "the other or with `+` between them. Something is missing before or after a `+`, between "
    "parentheses, or before `&`.",
    "(0,1,e) + ",
    "(0,1,e) + + ",
)
_error(
    "SBG116",
    "unbalanced parenthesis",
    "Each `(` needs its `)` within the rule.",
    "(0,1,e) +",
    "((0,1,e) +",
)
_error(
    "SBG117",
    "bad power",
    "A power is `^` and a number, or `^*` for any number of times. It follows a letter or a closing "
    "parenthesis, once; a power of a power needs parentheses: `((0,1,e)^2)^*`.",
    "(0,1,e)",
    "(0,1,e)*",
)
_error(
    "SBG118",
    "`&` missing",
    "`&` ends every rule, the turn limit and every goal, the last one too.",
    "20 &",
    "20",
)
_error(
    "SBG119",
    "turn limit expected",
    "`<GOALS>` begins with the turn limit, the number of plies after which the game is drawn, "
    "and `&`.",
    "20 &\n",
    "",
)
_error(
    "SBG120",
    "bad goal",
    "A goal is `#X n &`, by which the owner of X loses when the number of their X comes down to n, or "
    "`@X x y, x y &`, by which they win by moving an X to one of the squares. Squares are "
    "counted from `0 0` in the lower left corner.",
    "@P 0 2, 1 2, 2 2",
    "@P 02, 12, 22",
)

# SBG2xx: meaning

_error(
    "SBG201",
    "row of the wrong length",
    "Every row has as many squares as the board is wide.",
    "|...|",
    "|..|",
)
_error(
    "SBG202",
    "wrong number of rows",
    "There are as many rows as the board is high.",
    "|...|\n",
    "",
)
_error(
    "SBG203",
    "board without squares",
    "Width and height are at least 1.",
    "3 3\n|ppp|\n|...|\n|PPP|",
    "3 0",
)
_error(
    "SBG204",
    "two rules for one piece",
    "A piece has at most one rule. Join the two with `+`.",
    "<GOALS>",
    "P (0,-1,e) &\n<GOALS>",
)
_error(
    "SBG205",
    "step longer than the board",
    "A letter `(dx,dy,on)` belongs to the alphabet only if dx is smaller than the width and dy "
    "smaller than the height, signs aside; no step could be longer.",
    "(0,1,e)",
    "(0,3,e)",
)
_error(
    "SBG206",
    "goal square off the board",
    "The squares of a goal lie on the board: columns are counted from 0 to width - 1 from the "
    "left, rows from 0 to height - 1 from the bottom.",
    "2 2 &",
    "3 2 &",
)

# SBG3xx: limits

_error(
    "SBG301",
    "file too large",
    f"A file has at most {limits.MAX_FILE_BYTES:,} bytes.",
)
_error(
    "SBG302",
    "board too large",
    f"The board has at most {limits.MAX_BOARD_SIDE} columns and {limits.MAX_BOARD_SIDE} rows.",
    "3 3\n|ppp|\n|...|\n|PPP|",
    "3 65" + "\n|ppp|\n|...|\n|PPP|" * 21 + "\n|...|\n|...|",
)
_error(
    "SBG303",
    "number too large",
    f"No number in a file is larger than {limits.MAX_NUMBER:,}.",
    "20 &",
    "10000000000 &",
)
_error(
    "SBG304",
    "too many letters in a rule",
    f"A rule has at most {limits.MAX_LETTERS:,} letters, powers not written out.",
)
_error(
    "SBG305",
    "parentheses too deep",
    f"Parentheses are nested at most {limits.MAX_NESTING} deep.",
    "(0,1,e)",
    "(" * (limits.MAX_NESTING + 1) + "(0,1,e)" + ")" * (limits.MAX_NESTING + 1),
)
_error(
    "SBG306",
    "power too large",
    f"An exponent is at most {limits.MAX_POWER:,}; use `^*` for any number of times.",
    "(0,1,e)",
    "(0,1,e)^2000",
)
_error(
    "SBG307",
    "automaton too large",
    "Rules are played by automata. A rule's automaton has at most "
    f"{limits.MAX_STATES:,} states, and already the letters of the rule, with its powers written "
    "out, are no more than that. Nested powers multiply.",
    "(0,1,e)",
    "(((0,1,e)^30)^30)^30",
)
_error(
    "SBG308",
    "more mistakes",
    f"After {limits.MAX_DIAGNOSTICS} diagnostics for one file the rest is only counted, and after "
    f"{limits.MAX_MISTAKES:,} reading stops. Mend the first ones; often the others go with them.",
)
_error(
    "SBG309",
    "too many tokens",
    f"A file has at most {limits.MAX_TOKENS:,} tokens and comments; a letter `(dx,dy,on)` counts "
    "as one.",
)
_error(
    "SBG310",
    "name too long",
    f"The name of a game has at most {limits.MAX_NAME:,} characters. A comment may be longer.",
)

# SBG4xx: warnings

_warning(
    "SBG401",
    "rule for an absent piece",
    "A rule is given for a piece that stands on the board in neither colour. No piece is ever added "
    "to the board, so the rule is never used.",
    "<GOALS>",
    "K (0,1,e) + (0,1,p) &\n<GOALS>",
    unnecessary=True,
)
_warning(
    "SBG402",
    "goal for an absent piece",
    "A goal speaks of a piece that its owner does not have on the board. Upper-case letters are "
    "white's pieces, lower-case letters black's.",
    "20 &",
    "20 &\n#K 0 &",
)
_warning(
    "SBG403",
    "count never reached",
    "A goal `#X n` is reached when a capture brings the number of pieces X down to exactly n. Here "
    "that never happens: there are fewer of them to begin with, or not enough of them stand where "
    "any piece can capture, or another `#` goal for the same piece ends the game before. A square is "
    "taken to hold whatever would help the capture.",
    "20 &",
    "20 &\n#P 4 &",
)
_warning(
    "SBG404",
    "count holds already",
    "A goal `#X n` names the number of pieces X that stand on the board at first. It is not tested "
    "there, and every capture brings the number below it, so the goal never ends a game.",
    "20 &",
    "20 &\n#P 3 &",
)
_warning(
    "SBG405",
    "goal squares never reached",
    "No move of the piece, from any square to which its moves can bring it, ends on one of the "
    "squares of the goal, whatever the other squares hold. Squares are counted from `0 0` in the "
    "lower left corner, for both players.",
    "20 &",
    "20 &\n@P 1 0 &",
)
_warning(
    "SBG406",
    "repeated goal square",
    "A square stands twice in the goals of one piece. All `@` goals of a piece are united, so the "
    "second changes nothing; perhaps another square was meant.",
    "2 2 &",
    "2 2, 1 2 &",
    unnecessary=True,
)
_warning(
    "SBG407",
    "piece without a rule",
    "A piece stands on the board, but `<PIECES>` has no rule for it. It can never move; it can only "
    "be in the way, or be captured.",
    "|...|",
    "|.X.|",
)
_warning(
    "SBG408",
    "repeated alternative",
    "The same alternative stands twice in a sum; parentheses that change nothing do not make a "
    "difference. Often one of the two was meant to go in another direction.",
    "(1,1,p) +",
    "(1,1,p) + (1,1,p) +",
    unnecessary=True,
)
_warning(
    "SBG409",
    "part of a rule that no move uses",
    "No word of the rule that goes through this part can be read from any square of the board, even "
    "if every square but the first holds what the word asks for: the word leaves the board, or it "
    "asks that the first square, which holds the moving piece, be empty or the opponent's.",
    "(1,1,p) +",
    "(1,1,p) + (0,1,e)(0,1,e)(0,1,e) +",
    unnecessary=True,
)
_warning(
    "SBG410",
    "rule that accepts the empty word",
    "The empty word belongs to the rule, so the piece may stand still: a legal move from its square "
    "to itself. Most often a star is meant to be used once at least: `(0,1,e)(0,1,e)^*`. Where "
    "standing still is meant, `(0,0,w)` says so.",
    "(0,1,e)",
    "(0,1,e)^*",
)
_warning(
    "SBG411",
    "game that nobody can win",
    "No goal can ever be reached, and each player always has a legal move, so that every game is a "
    "draw by the turn limit. With a turn limit of 0 the game is over before the first move.",
    "20 &",
    "0 &",
)
_warning(
    "SBG412",
    "power that changes nothing",
    "An expression to the power 1 is the expression itself. So is any power of a star, as it repeats "
    "any number of times already, and any power of the empty word.",
    "(0,1,e)",
    "(0,1,e)^1",
    unnecessary=True,
)
_RULE = "P (0,1,e) + (1,1,p) + (-1,1,p) &"
_PAWNS = f"|PPP|\n<PIECES>\n{_RULE}\n<GOALS>\n20 &\n@P 0 2, 1 2, 2 2 &"
_warning(
    "SBG413",
    "two pieces with the same rule",
    "Two pieces of one player have rules that allow the same moves on this board, and no goal tells them "
    "apart: they might as well have one letter. Often one of the two rules was copied and not changed. "
    "There is no warning when a `#` goal names one of the two, or when they win on different squares.",
    _PAWNS,
    _PAWNS.replace("|PPP|", "|PSP|").replace("<GOALS>", f"S {_RULE[2:]}\n<GOALS>")
    + "\n@S 0 2, 1 2, 2 2 &",
)
_warning(
    "SBG414",
    "some goal squares never reached",
    "The piece can reach some squares of the goal, but others it can never enter: no move of it, from any square to "
    "which its moves can bring it, ends there, whatever the other squares hold. Often column and row are swapped: a "
    "square is written with its column first, counted from `0 0` in the lower left corner, for both players.",
    "@P 0 2,",
    "@P 0 0, 0 2,",
)
_warning(
    "SBG415",
    "goals that are not mirrored",
    "The pieces of both players are placed alike, as mirror images, but their goals are not: one player has a goal for "
    "which the other has no counterpart. Most often it was forgotten: `#K 0` speaks of white's king alone, and black's "
    "needs `#k 0`. Nothing is wrong where the players have different aims on purpose.",
    "20 &",
    "20 &\n#P 0 &",
    severity="hint",
)
_warning(
    "SBG416",
    "piece that goes one way only",
    "A piece goes to the right but never to the left, or the other way round, while the pieces of both players are "
    "placed alike. One rule serves both players, and left and right are the same for both, so such pieces drift to one "
    "side. Often `(1,0,e)` was written for `(0,1,e)`: the columns to the right come first, then the rows forward. "
    "Moves to empty squares, captures of the opponent's pieces and of own ones are looked at separately.",
    "(0,1,e)",
    "(1,0,e)",
    severity="hint",
)
_warning(
    "SBG417",
    "name of a piece that is not used",
    "A comment that begins with `//!` names pieces, `//! K = king, P = foot soldier`, or says how they look, "
    "`//! figure P = rook, colour black = #7a1f1f`. This one has another form, or speaks of a letter that the game has "
    "not, or of one that has a name, or a look, already. Names change nothing in the game; "
    "descriptions and pictures show them.",
    "<BOARD>",
    "//! Q = queen\n<BOARD>",
)
_warning(
    "SBG418",
    "jump that does not capture",
    "A move goes on over a square with an opponent's piece, and ends without a capture. The piece that is passed "
    "stays: a move captures on its last square alone, so that the language has no capture by jumping over, as in "
    "draughts. Nothing is wrong where the piece is meant to leap over opponents only. There is no hint where it passes "
    "own pieces in the same way.",
    "P (0,1,e)",
    "P (0,1,p)(0,1,e) + (0,1,e)",
    severity="hint",
)

# SBG6xx: translations

for _code, _title, _explanation in ENTRIES:
    _error(_code, _title, _explanation)
