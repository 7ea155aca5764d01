"""One mistake is one diagnostic: a game with a token left out or doubled, cut off, or spoiled twice."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from sbg.language import syntax
from sbg.language.syntax import Diagnostic, Source

GAME = """\
<<Small chess>>
<BOARD>
4 5
|rnkr|
|pppp|
|....|
|PPPP|
|RNKR|
<PIECES>
P (0,1,e) + (-1,1,p) + (1,1,p) &
R (0,1,e)^*((0,1,e) + (0,1,p)) + (0,-1,e)^3((0,-1,e) + (0,-1,p)) &
N (1,2,e) + (1,2,p) + (-1,2,e) + (-1,2,p) &
K (1,0,e) + (1,0,p) + (-1,0,e) + (-1,0,p) &
<GOALS>
100 &
@P 0 4, 1 4, 2 4, 3 4 &
@p 0 0, 1 0, 2 0, 3 0 &
#K 0 &
#k 0 &
"""
TOKENS = re.findall(r"<<.*?>>|<[A-Z]+>|\|[^|\n]*\||[0-9]+|\s+|.", GAME)
PLACES = [place for place, token in enumerate(TOKENS) if not token.isspace()]


def errors(text: str) -> list[Diagnostic]:
    return syntax.check(syntax.parse(Source("game.sbg", text))).diagnostics


def told(text: str) -> list[tuple[str, int]]:
    """What is told of a text: codes and lines."""
    return [(diagnostic.code, diagnostic.line) for diagnostic in errors(text)]


@pytest.mark.parametrize("at", PLACES)
def test_a_token_left_out(at: int) -> None:
    text = "".join(TOKENS[:at] + TOKENS[at + 1 :])
    line = "".join(TOKENS[:at]).count("\n") + 1
    found = errors(text)
    assert len(found) <= 1, found
    for diagnostic in found:
        # Where the token was, or beside it; that a row is missing is told at the last one.
        assert abs(diagnostic.line - line) <= 1 or diagnostic.code == "SBG202", diagnostic


@pytest.mark.parametrize("at", PLACES)
def test_a_token_doubled(at: int) -> None:
    found = errors("".join([*TOKENS[:at], TOKENS[at], *TOKENS[at:]]))
    assert len(found) <= 1, found


def test_a_file_cut_off_anywhere_lacks_one_thing() -> None:
    limit = GAME.index("100 &") + len("100 &")
    for length in range(len(GAME)):
        left = GAME[:length]
        found = errors(left)
        if length >= limit and left.rstrip().endswith("&"):
            assert not found, length  # a whole file, with fewer goals
        else:
            assert len(found) == 1, (length, found)
            assert found[0].primary.span.start <= length


# Mistakes that do not meet: each line of the file has one at most.
MISTAKES = [
    ("<<Small chess>>", "<<Small_chess>>", "SBG103", 1),
    ("<BOARD>", "<board>", "SBG104", 2),
    ("|....|", "|...|", "SBG201", 6),
    ("|RNKR|", "|RN R|", "SBG109", 8),
    ("P (0,1,e)", "P (0,1)", "SBG114", 10),
    ("R (0,1,e)^*", "R (0,1,e)*", "SBG117", 11),
    ("N (1,2,e) +", "N (1,2,e) + +", "SBG115", 12),
    ("(-1,0,p) &", "(-1,0,p)", "SBG118", 13),
    ("100 &", "100", "SBG118", 15),
    ("@P 0 4,", "@P 0 5,", "SBG206", 16),
    ("2 0, 3 0", "2 0 3 0", "SBG120", 17),
    ("#K 0", "#K", "SBG120", 18),
]


def test_two_mistakes_are_both_told() -> None:
    for pair in combinations(MISTAKES, 2):
        text = GAME
        for old, new, _, _ in pair:
            assert text.count(old) == 1
            text = text.replace(old, new)
        assert told(text) == [mistake[2:] for mistake in pair]


def test_a_mistake_in_every_line() -> None:
    text = GAME
    for old, new, _, _ in MISTAKES:
        text = text.replace(old, new)
    assert told(text) == [mistake[2:] for mistake in MISTAKES]
