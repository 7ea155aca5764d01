"""Characters that have no place in a file in; how to show them, and what a person meant by them, out."""

from __future__ import annotations

LOOKALIKES = dict(
    zip(
        "АВЕКМНОРСТХІЈЅҮаеорсухіјѕһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧο",
        "ABEKMHOPCTXIJSYaeopcyxijshdqwABEZHIKMNOPTYXo",
        strict=True,
    )
)
LOOKALIKES |= {chr(0xFF01 + i): chr(0x21 + i) for i in range(94)}  # full-width forms
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
    "...": "write all alternatives out",
    "…": "write all alternatives out",
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
        return f"it looks like `{meant}` but is another character; type `{meant}`"
    if found in _MEANT:
        return _MEANT[found]
    if len(found) == 1 and found in SPACES:
        return "it is invisible or looks like a space; type a space instead, or nothing"
    if not found.isascii():
        return "outside comments only ASCII characters are allowed"
    return None
