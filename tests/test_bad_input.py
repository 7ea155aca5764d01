"""Texts that nobody means well: each gets a clear diagnostic, in time that grows with its length and in little memory.

What `sbg check` makes of such files is in `tests/cli/test_bad_input.py`; here the same and worse goes through the
Python interface.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import sbg
from sbg import limits
from sbg.language.syntax import Source
from sbg.language.syntax.codes import GAME
from sbg.language.syntax.render import concise, full, to_json
from sbg.pipeline import decode, diagnose
from tests.patience import ends

RULE = "(0,1,e)"


def spoiled(old: str, new: str) -> str:
    assert old in GAME
    return GAME.replace(old, new, 1)


def codes(data: bytes | str) -> list[str]:
    source = Source("bad.sbg", data) if isinstance(data, str) else decode(data, "bad.sbg")
    found = diagnose(source)
    for shown in (full(found), concise(found)):
        assert "bad.sbg:" in shown
        shown.encode()  # whatever stood in the file, it can be printed
    to_json(found)
    return [diagnostic.code for diagnostic in found]


SECTIONS = GAME.index("<BOARD>"), GAME.index("<PIECES>"), GAME.index("<GOALS>")
NAME, BOARD, PIECES, GOALS = (
    GAME[: SECTIONS[0]],
    GAME[SECTIONS[0] : SECTIONS[1]],
    GAME[SECTIONS[1] : SECTIONS[2]],
    GAME[SECTIONS[2] :],
)

# Made when they are wanted: some are large.
BAD: dict[str, tuple[Callable[[], bytes | str], list[str]]] = {
    "nothing": (lambda: b"", ["SBG101"]),
    "white space": (lambda: " \t\r\n" * 100, ["SBG101"]),
    "a byte order mark alone": (lambda: b"\xef\xbb\xbf", ["SBG101"]),
    "two byte order marks": (lambda: b"\xef\xbb\xbf" * 2 + GAME.encode(), ["SBG004"]),
    "not UTF-8": (lambda: GAME.encode() + b"// \xff", ["SBG001"]),
    "UTF-8 cut in a character": (lambda: GAME.encode() + "// ż".encode()[:-1], ["SBG001"]),
    "overlong UTF-8": (lambda: GAME.encode() + b"// \xc0\xaf", ["SBG001"]),
    "UTF-16": (lambda: GAME.encode("utf-16"), ["SBG001", "SBG002"]),
    "a surrogate in UTF-8": (lambda: GAME.encode() + b"// \xed\xa0\x80", ["SBG001"]),
    "a surrogate in text": (lambda: GAME + "// \ud800", ["SBG001"]),
    "NUL": (lambda: spoiled("20", "2\0"), ["SBG002"]),
    "all NUL": (lambda: bytes(100_000), ["SBG002"]),
    "just too large": (lambda: GAME + " " * limits.MAX_FILE_BYTES, ["SBG301"]),
    "just too large in bytes": (lambda: GAME + "//" + "é" * 2_000_000, ["SBG301"]),
    "a huge board": (lambda: spoiled("3 3", "99999999999 99999999999"), ["SBG303"] * 2),
    "a board past the limit": (lambda: spoiled("3 3", "65 3"), ["SBG302"]),
    "a million digits": (lambda: spoiled("3 3", "1" * 1_000_000 + " 3"), ["SBG303"]),
    "a million zeros": (lambda: spoiled("20 &", "20 1" + "0" * 1_000_000 + "&"), ["SBG118"]),
    "100,000 parentheses": (
        lambda: spoiled(RULE, "(" * 100_000 + RULE + ")" * 100_000),
        ["SBG305"],
    ),
    "one parenthesis too deep": (lambda: spoiled(RULE, "(" * 201 + RULE + ")" * 201), ["SBG305"]),
    "an astronomic power": (lambda: spoiled(RULE, RULE + "^999999999"), ["SBG306"]),
    "nested powers": (lambda: spoiled(RULE, f"(((({RULE})^999)^999)^999)^999"), ["SBG307"]),
    "100,000 alternatives": (lambda: spoiled(RULE, " + ".join([RULE] * 100_000)), ["SBG304"]),
    "one letter too many": (lambda: spoiled(RULE, RULE * limits.MAX_LETTERS), ["SBG304"]),
    "rows of different lengths": (
        lambda: spoiled("|ppp|\n|...|", "|pp|\n|....|"),
        ["SBG201", "SBG201"],
    ),
    "sections swapped": (lambda: NAME + BOARD + GOALS + PIECES, ["SBG106"]),
    "board and goals swapped": (lambda: NAME + GOALS + PIECES + BOARD, ["SBG106"]),
    "a section repeated": (lambda: GAME + PIECES, ["SBG107"]),
    "every section repeated": (lambda: GAME + BOARD + PIECES + GOALS, ["SBG107"] * 3),
    "a goal off the board": (lambda: spoiled("0 2,", "0 3,"), ["SBG206"]),
    "Cyrillic letters": (lambda: spoiled("P (0,1,e)", "Р (0,1,е)"), ["SBG004", "SBG004"]),
    "an open comment": (lambda: GAME + "/* not closed", ["SBG003"]),
    "an open comment at once": (lambda: "/*", ["SBG003"]),
    "a turn limit of 30 digits": (lambda: spoiled("20 &", "1" * 30 + " &"), ["SBG303"]),
    "a line separator": (lambda: spoiled("3 3", "3\u20283"), ["SBG004"]),
    "too many tokens": (lambda: GAME + "/**/" * limits.MAX_TOKENS, ["SBG309"]),
    "too many comments in a row": (
        lambda: spoiled("|ppp|", "|p" + "/**/" * limits.MAX_TOKENS + "pp|"),
        ["SBG309"],
    ),
    "many mistakes": (
        lambda: GAME + "#P &\n" * 150,
        ["SBG120"] * limits.MAX_DIAGNOSTICS + ["SBG308"],
    ),
    "a million mistakes": (
        lambda: GAME + "& " * 1_000_000,
        ["SBG120"] * limits.MAX_DIAGNOSTICS + ["SBG308"],
    ),
    "mistakes of syntax and of meaning": (
        lambda: GAME + "#P &\n" * 99 + "@P 9 9 &" * 10,
        ["SBG120"] * 99 + ["SBG206", "SBG308"],
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_texts(name: str) -> None:
    make, expected = BAD[name]
    text = make()
    with ends():
        assert codes(text) == expected


@pytest.mark.parametrize("name", ["nothing", "NUL", "nested powers", "many mistakes"])
def test_bad_texts_cannot_be_parsed(name: str) -> None:
    make, expected = BAD[name]
    text = make()
    with pytest.raises(sbg.InvalidGameError) as caught:
        sbg.parse(text if isinstance(text, str) else text.decode())
    assert [diagnostic.code for diagnostic in caught.value.diagnostics] == expected


def test_a_good_text_may_have_a_mark_and_any_line_ends() -> None:
    plain = sbg.parse(GAME)
    assert sbg.parse("\ufeff" + GAME) == plain
    for end in ("\r\n", "\r", "\n\n\r\n\r\r"):
        assert sbg.parse(GAME.replace("\n", f" // …{end}")) == plain


def test_a_message_shows_only_the_beginning_of_something_long() -> None:
    for text in (
        spoiled("<BOARD>", "<<" + "a" * 100_000 + ">>"),
        spoiled(RULE, RULE + "1" * 100_000),
        spoiled(RULE, "(+" + "1" * 100_000 + ",1,e)"),
        spoiled("20 &", "20 " + "1" * 100_000 + " &"),
        spoiled("P (0", "P" * 100_000 + " (0"),
        spoiled("|...|", "." * 100_000),
        spoiled("20 &", "é" * 100_000 + "&"),
        "<" + "a" * 100_000 + ">" + GAME,
    ):
        found = sbg.check(text)
        assert found
        assert len(full(found)) < 3000


# --- time grows with the length of the text, whatever it is full of

BEFORE = {
    "at once": "",
    "in the name": "<<",
    "after the name": NAME,
    "in the board": NAME + BOARD,
    "in the pieces": NAME + BOARD + PIECES,
    "in a rule": NAME + BOARD + "<PIECES>\nP ",
    "in a letter": NAME + BOARD + "<PIECES>\nP (",
    "in the goals": GAME,
    "in a goal": GAME + "@P ",
}
UNITS = [
    *"()&|+^*-,#@aP1</;=.[", "/*", "*/", "//\n", "/**/", "<<", "\n", "\r", " ", "0 ", "0 0,", "0 0 ", "^*", "^2",
    "+1", "--1", "(0,1", "(0,1,e", "(0,1,e)", "(0,1,e)+", "[0,1,e]", "P(0,1,e)&", "#P 0&", "@P 0 0&", "|1|",
    "|/*|", "|..|", "||", "...\n", "<BOARD>", "<GOALS>", "<Foo>", "<<a>>", "<</*>>", "é", "\u2028", "Р",
]  # fmt: skip


def shown(text: str) -> None:
    """Check a text and show what was found."""
    with ends():
        full(diagnose(Source("bad.sbg", text)))


@pytest.mark.parametrize("place", BEFORE)
def test_time_grows_with_length(place: str) -> None:
    """Each unit in three of the nine places."""
    check_length(place, UNITS[list(BEFORE).index(place) % 3 :: 3])


@pytest.mark.slow
@pytest.mark.parametrize("place", BEFORE)
def test_time_grows_with_length_everywhere(place: str) -> None:
    check_length(place, UNITS)


def check_length(place: str, units: list[str]) -> None:
    for unit in units:
        text = BEFORE[place] + unit * (100_000 // len(unit))
        # Linear time is about a quarter of a second even on a slow machine; quadratic time would be minutes.
        shown(text)


QUADRATIC = {
    "open comments in rows": NAME + BOARD + "|/*|" * 500_000,
    "comments in rows that close late": NAME + BOARD + "|/*|" * 500_000 + "*/",
    "open comments in names": "<</*>>" * 300_000,
    "comments in names that close late": "<</*>>" * 300_000 + "*/",
    "blanks in a letter": NAME + BOARD + "<PIECES>\nP (" + " " * 2_000_000 + ")&",
    "blanks before a bad number": NAME + BOARD + "<PIECES>\nP (0,1" + " " * 2_000_000 + "x)&",
    "bad rows on one line": NAME + BOARD + "|1|" * 600_000,
    "parentheses": NAME + BOARD + "<PIECES>\nP " + "(" * 2_000_000,
    "line ends": GAME + "\n" * 3_900_000,
    "one long line": GAME + "(" * 3_900_000,
}


@pytest.mark.parametrize("name", QUADRATIC)
def test_traps(name: str) -> None:
    shown(QUADRATIC[name])


# --- memory

FULL_OF = {
    "comments": "GAME + '/**/' * 900_000",
    "comments in a row": "GAME.replace('|ppp|', '|' + '/**/' * 900_000 + 'ppp|')",
    "line ends": "GAME + '\\n' * 3_900_000 + '#'",
    "goals": "GAME + '@P 0 0&' * 550_000",
    "squares": "GAME + '@P ' + '0 0,' * 900_000",
    "rows": "GAME.replace('|...|', '||' * 1_900_000)",
    "rules": "GAME.replace('<GOALS>', 'P(0,1,e)&' * 430_000 + '<GOALS>')",
    "parentheses": "GAME.replace('(0,1,e)', '(' * 3_900_000)",
    "alternatives": "GAME.replace('(0,1,e)', '(0,1,e)+' * 480_000)",
    "mistakes": "GAME + '#' * 3_900_000",
}
MEASURED = """
from pathlib import Path
from sbg.pipeline import diagnose, read_source
from sbg.language.syntax import Source
from sbg.language.syntax.codes import GAME
from sbg.language.syntax.render import full
from tests.patience import ends
found = diagnose({source})
full(found)
print(found[0].code, Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0])
"""


def measured(source: str) -> tuple[str, float]:
    """The first code and the megabytes that a fresh process needs to check a source."""
    # The peak comes from the process itself: what wait4 tells starts with the size of its parent.
    command = [sys.executable, "-c", MEASURED.format(source=source)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    code, kilobytes = answer.split()
    return code, int(kilobytes) / 1024


needs_proc = pytest.mark.skipif(sys.platform != "linux", reason="the peak is read from /proc")


@needs_proc
@pytest.mark.parametrize(
    "what",
    [
        *("comments in a row", "line ends", "rules", "parentheses"),
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in ("comments", "goals", "squares", "rows", "alternatives", "mistakes")
        ),
    ],
)
def test_memory(what: str) -> None:
    assert len(FULL_OF) == 10  # each is named above
    _, megabytes = measured(f"Source('x', {FULL_OF[what]})")
    assert megabytes < 200


@needs_proc
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_file_of_100_megabytes(mark: bytes, tmp_path: Path) -> None:
    path = tmp_path / "large.sbg"
    with path.open("wb") as file:
        file.write(mark + GAME.encode() + b" " * limits.MAX_FILE_BYTES)
        file.truncate(100_000_000)
    code, megabytes = measured(f"read_source(Path({str(path)!r}))")
    assert code == "SBG301"
    assert megabytes < 100
