"""What to call pieces in sentences: names with articles and plurals, or letters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from sbg.explain.words.directions import number

_SPELT_WITH_A_VOWEL = set("AEFHILMNORSX")
"""Letters whose own names begin with a vowel."""
_AN = re.compile(r"[aeiou]|hou?r|hono|honest|heir", re.IGNORECASE)
_A = re.compile(
    r"uni(?![mnd])|us[aeiu]|ut[aeio]|ub[io]|u[kr][aeiou]|e[uw]|on(e|ce)\b", re.IGNORECASE
)
"""Written with a vowel, and spoken with a consonant: a unicorn, a user, a ewe, a one-eyed man."""

_IRREGULAR: dict[str, str] = dict(
    re.findall(
        r"(\w+):(\w+)",
        "man:men foot:feet tooth:teeth goose:geese mouse:mice ox:oxen child:children die:dice hero:heroes wolf:wolves"
        " elf:elves half:halves calf:calves leaf:leaves knife:knives thief:thieves life:lives wife:wives sheep:sheep"
        " deer:deer fish:fish bison:bison moose:moose samurai:samurai swine:swine",
    )
)
_MEN = re.compile(r"(?<!hu)(?<!sha)(?<!ger)(?<!talis)(?<!cai)(?<!ro)(?<!otto)man$", re.IGNORECASE)
_HARD = re.compile(r"((mon|tri|olig|hier|tetr)arch|eunuch|loch|stomach)$", re.IGNORECASE)
_HEAD = re.compile(r"(.+?)((?: of |-of-|-at-|-in-| at | in ).*)")
"""A name whose plural is that of its first part: man-at-arms, man of war."""


def article(noun: str) -> str:
    """`a king`, `an ogre`, `a unicorn`, `an hourglass`; letters as they are spoken: `an N`, `an X-piece`."""
    first = re.split(r"[\s\-'’]", noun, maxsplit=1)[0]
    plain = unicodedata.normalize("NFD", noun)
    spoken = bool(_AN.match(plain)) and not _A.match(plain)
    vowel = first.upper() in _SPELT_WITH_A_VOWEL if len(first) == 1 else spoken
    return f"{'an' if vowel else 'a'} {noun}"


def plural(noun: str) -> str:
    """`kings`, `witches`, `ladies`, `wolves`, `foot soldiers`, `men-at-arms`."""
    headed = _HEAD.fullmatch(noun)
    if headed:
        return plural(headed[1]) + headed[2]
    last = re.split(r"[\s\-]", noun)[-1]
    start = noun.removesuffix(last)
    known = _IRREGULAR.get(last.lower())
    if known:
        return start + last[0] + known[1:]
    if _MEN.search(last):
        return f"{start}{last[:-2]}en"
    if re.search(r"[^aeiou]y$", last):
        return f"{start}{last[:-1]}ies"
    if re.search(r"(wolf|elf)$", last):
        return f"{start}{last[:-1]}ves"
    if re.search(r"(x|s|z|ch|sh)$", last) and not _HARD.search(last):
        return f"{start}{last}es"
    return f"{start}{last}s"


class Nouns:
    """What to call pieces: by their names where one piece has it alone, else by their letters."""

    def __init__(self, names: Mapping[str, str | None]) -> None:
        known = list(names.values())
        self.names = {
            letter: name for letter, name in names.items() if name and known.count(name) == 1
        }

    def knows(self, letter: str) -> bool:
        """Whether a piece has a name."""
        return letter.upper() in self.names

    def one(self, letter: str) -> str:
        """`king`, `K`; the same for both players, whom the sentence names."""
        return self.names.get(letter.upper(), letter.upper())

    def their(self, letter: str, alone: bool) -> str:
        """`a king`, `an N`; `their king` if the player has only one."""
        noun = self.one(letter)
        return f"their {noun}" if alone else article(noun)

    def some(self, letter: str, count: int) -> str:
        """`two kings`, `one K`, `three N`."""
        noun = self.one(letter)
        return f"{number(count)} {plural(noun) if count != 1 and len(noun) > 1 else noun}"
