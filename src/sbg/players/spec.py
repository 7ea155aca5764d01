"""A player as it is written (`random`, `alphabeta:depth=6`, `uci:COMMAND`) in; the player out, or what is wrong.

One syntax everywhere: a name, or `name:key=value,key=value`. What follows `uci:` is a command line.
A player is declared once, by a `Kind` in `sbg.players.registry`.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from sbg import bounds
from sbg.errors import SbgError

Value = int | float | bool | str | None


class SpecError(SbgError, ValueError):
    """A text that names no player; the message says what is wrong with it."""


class UnknownPlayerError(SpecError, LookupError):
    """A name that no player has."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a player: its name, type, default (None: not set) and limits."""

    name: str
    type: type[int] | type[float] | type[bool] | type[str]
    default: Value = None
    help: str = ""
    least: float | None = None
    most: float | None = None
    choices: tuple[str, ...] = ()

    def read(self, text: str) -> Value:
        """The value that a text stands for; SpecError if it stands for none."""
        if self.type is bool:
            if text.lower() in ("yes", "true", "on", "1"):
                return True
            if text.lower() in ("no", "false", "off", "0"):
                return False
            raise SpecError(f"`{self.name}` is yes or no, not `{text}`")
        if self.type is str:
            if self.choices and text not in self.choices:
                raise SpecError(
                    f"`{self.name}` is one of {', '.join(self.choices)}, not `{text}`"
                    + _hint(text, self.choices)
                )
            if not text:
                raise SpecError(f"`{self.name}` has no value")
            return text
        return self._number(text)

    def _number(self, text: str) -> Value:
        value: int | float
        try:
            value = int(text, 10) if self.type is int else float(text)
        except ValueError:
            value = math.nan
        low = -math.inf if self.least is None else self.least
        high = math.inf if self.most is None else self.most
        if not low <= value <= high or not math.isfinite(value):
            raise SpecError(f"`{self.name}` is {self._range()}, not `{text}`")
        return value

    def _range(self) -> str:
        kind = "a whole number" if self.type is int else "a number"
        return f"{kind} {bounds.span(self.least, self.most)}".rstrip()


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of player: how it is called, what it is, what it can be told, and who makes it.

    `make` is `module:name`, imported when a player of the kind is asked for and called with all options by keyword;
    where `rest` is set, it is called with the rest of the text by that keyword instead.
    `searcher`, if the kind can report on its search, is a `module:name` called with a `SearchOptions`.
    """

    name: str
    help: str
    make: str
    options: tuple[Option, ...] = ()
    rest: str | None = None
    searcher: str | None = None
    lasting: bool = False
    """Whether a contest keeps the player between games, because it takes long to start."""

    def option(self, name: str) -> Option | None:
        return next((option for option in self.options if option.name == name), None)


@dataclass(frozen=True, slots=True)
class Spec:
    """A player, understood but not made yet: its kind and the options that were given."""

    kind: Kind
    given: Mapping[str, Value]
    text: str

    def make(self, seed: int | None = None) -> Any:
        """The player. The seed is for one that has the option and was not given it."""
        if self.kind.rest is not None:
            return resolve(self.kind.make)(**self.given)
        values = {option.name: option.default for option in self.kind.options}
        if "seed" in values and seed is not None:
            values["seed"] = seed
        return resolve(self.kind.make)(**values | dict(self.given))


def parse(text: str, kinds: Iterable[Kind]) -> Spec:
    """The player that a text stands for, among these kinds; SpecError says what is wrong with it."""
    name, colon, rest = text.strip().partition(":")
    by_name = {kind.name: kind for kind in kinds}
    kind = by_name.get(name)
    if kind is None:
        raise UnknownPlayerError(f"there is no player `{name}`{_hint(name, by_name)}")
    if kind.rest is not None:
        if not rest.strip():
            raise SpecError(f"`{name}` needs more: `{name}:{kind.rest.upper()}`")
        return Spec(kind, {kind.rest: rest.strip()}, text.strip())
    if colon and not rest:
        raise SpecError(
            f"`{text.strip()}` ends where an option should be, as in `{name}:key=value`"
        )
    given: dict[str, Value] = {}
    for part in rest.split(",") if rest else ():
        key, equals, value = (piece.strip() for piece in part.partition("="))
        option = kind.option(key)
        if option is None:
            known = [option.name for option in kind.options]
            listed = f"; it has {', '.join(known)}" if known else "; it has none"
            hint = _hint(key, known) or listed
            raise SpecError(f"player `{name}` has no option `{key}`{hint}")
        if key in given:
            raise SpecError(f"`{key}` is given twice in `{text.strip()}`")
        if not equals:
            raise SpecError(f"`{key}` has no value; write `{name}:{key}=…`")
        given[key] = option.read(value)
    return Spec(kind, given, text.strip())


def resolve(name: str) -> Any:
    """The thing that `module:name` stands for, its module imported now."""
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)


def _hint(word: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(word.casefold(), list(known), n=1)
    return f"; did you mean `{near[0]}`?" if near else ""
