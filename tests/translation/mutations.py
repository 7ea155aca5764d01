"""Texts spoiled at random: what readers of foreign texts must survive."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial

import sbg
from sbg.translation.betza_notation import meaning
from sbg.translation.fairy import variants

BETZA = (
    "R", "NN", "mRcpR", "fmWfcF", "fhNrmWrF", "gQ", "nN", "zB", "qN0", "oR", "mcdK", "jR", "ifmnD", "fsW", "W12", "hrN",
    "tpR", "lbK", "N3C0", "RcpRnN",
)  # fmt: skip

VARIANTS = """\
# a comment
[base]
castling = false
enPassantRegion = -
stalemateValue = loss
nMoveRule = 0
nFoldRule = 0

[small:base]
maxRank = 6
maxFile = e
customPiece1 = p:fmWfcFifmnD
customPiece2 = k:K
customPiece3 = c:mRcpR
soldier = s
soldierPromotionRank = 3
startFen = 1ckc1/ppspp/5/5/PPSPP/1CKC1 w - - 0 1
doubleStepRegionWhite = *2
doubleStepRegionBlack = *5
mobilityRegionWhiteCustomPiece2 = b1 c1 d1 *2
mobilityRegionBlackCustomPiece2 = b6 c6 d6 *5
extinctionValue = loss
extinctionPieceTypes = k
flagPiece = p
flagRegionWhite = *6
flagRegionBlack = a1 *1
passWhite = true
"""

_ODD = [
    "",
    "-",
    "*",
    "[",
    "]",
    ":",
    "=",
    "\n",
    "\x00",
    "é",
    "9" * 30,
    "0",
    " ",
    "customPiece9 = z:",
    "true",
    "\r",
    "h",
    "z",
]


def spoiled(text: str, choice: random.Random) -> str:
    """A text with a few changes: pieces taken out, doubled, exchanged, or put in."""
    for _ in range(choice.randint(1, 4)):
        at = choice.randrange(len(text) + 1)
        to = min(len(text), at + choice.choice([0, 1, 1, 2, 5, 40]))
        kind = choice.randrange(4)
        if kind == 0:
            text = text[:at] + text[to:]
        elif kind == 1:
            text = text[:to] + text[at:]
        elif kind == 2:
            text = text[:at] + choice.choice(_ODD) + text[to:]
        else:
            text = text[:at] + chr(choice.randrange(32, 127)) + text[to:]
    return text


def read_all(count: int, seed: int) -> Iterator[str]:
    """Give spoiled texts to the readers; what each answered: `game`, or the codes of its diagnostics.

    Any other exception goes through.
    """
    choice = random.Random(seed)
    for number in range(count):
        if number % 2:
            text = spoiled(choice.choice(BETZA), choice)
            board = choice.choice([(8, 8), (9, 10), (1, 1), (2, 5), (64, 64)])
            dialect = choice.choice(["classic", "xboard", "fsf"])
            yield _answer(partial(meaning.betza, text, board, dialect))
        else:
            yield _answer(partial(_variant, spoiled(VARIANTS, choice)))


def _variant(text: str) -> sbg.Game:
    return sbg.parse(variants.read(text).text)


def _answer(read: Callable[[], object]) -> str:
    try:
        read()
    except sbg.InvalidGameError as error:
        found = error.diagnostics
    else:
        return "game"
    assert found
    assert all(0 <= each.primary.span.start <= each.primary.span.end for each in found)
    return " ".join(sorted({each.code for each in found}))
