"""The table of languages to translate to and from, each with the module that does it.

A module is imported when its target is first used. It has `write(form, *, allow, piece) -> Translation`; the module of
a source has `read(text, *, name, **options) -> Imported`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Literal, TypeAlias

from sbg.translation.fitting.form import Form
from sbg.translation.fitting.result import Imported, Translation

TargetName: TypeAlias = Literal["gdl", "rbg", "ludii", "fsf", "betza"]


@dataclass(frozen=True, slots=True)
class Target:
    """A language that games are written in.

    `losses` are the names that `allow` takes, each with what is lost. `one_piece` says that a text is about one piece,
    not a game.
    """

    name: TargetName
    title: str
    module: str
    suffix: str
    expresses: str
    losses: tuple[tuple[str, str], ...] = ()
    one_piece: bool = False

    def write(self, form: Form, *, allow: frozenset[str], piece: str | None) -> Translation:
        """The game in this language; Inexpressible holds every reason when it cannot be expressed."""
        write: Callable[..., Translation] = import_module(self.module).write
        return write(form, allow=allow, piece=piece)


@dataclass(frozen=True, slots=True)
class ForeignSource:
    """A language that games or pieces are read from.

    `options` are the names of options that its reader takes: `variant`, `board`, `dialect`. With `inline` the text is
    given on the command line itself, not as a file.
    """

    name: str
    title: str
    module: str
    gives: str
    options: tuple[str, ...] = ()
    inline: bool = False

    def read(self, text: str, **options: str) -> Imported:
        """What a text means as an .sbg text; `name` is that of its file, for messages."""
        read: Callable[..., Imported] = import_module(self.module).read
        return read(text, **options)


TARGETS: dict[str, Target] = {
    target.name: target
    for target in (
        Target(
            "gdl", "Game Description Language (KIF)", "sbg.translation.gdl", ".kif", "every game"
        ),
        Target("rbg", "Regular Boardgames", "sbg.translation.rbg", ".rbg", "every game"),
        Target(
            "ludii",
            "Ludii",
            "sbg.translation.ludii.writer",
            ".lud",
            "games whose rules have a limited number of walks, with a turn limit of up to 2500",
        ),
        Target(
            "fsf",
            "Fairy-Stockfish (variants.ini)",
            "sbg.translation.fairy.writer",
            ".ini",
            "pieces that leap, slide and hop, on boards of up to 12x10; no turn limit",
            (("turn-limit", "the game is not drawn at its turn limit"),),
        ),
        Target(
            "betza",
            "Betza's notation",
            "sbg.translation.betza_notation.out",
            ".txt",
            "one piece that leaps, slides and hops alike from everywhere",
            one_piece=True,
        ),
    )
}

_SOURCES = (
    ForeignSource(
        "fsf",
        "Fairy-Stockfish (variants.ini)",
        "sbg.translation.fairy.variants",
        "a game; every setting that a game cannot have is refused",
        ("variant",),
    ),
    ForeignSource(
        "betza",
        "Betza's notation",
        "sbg.translation.betza_notation.meaning",
        "the rule of a piece; --dialect is classic (default), xboard or fsf, --board 8x8 (default)",
        ("board", "dialect"),
        inline=True,
    ),
)


def unknown(name: str) -> str:
    """What is said of a target that there is not."""
    instead = ": use `rbg`, in which every game can be written" if name == "rg" else ""
    return f"there is no target `{name}`{instead}"


SOURCES = {source.name: source for source in _SOURCES}
