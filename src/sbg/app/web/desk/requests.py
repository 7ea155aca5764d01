"""Reads the fields of a request and checks their types, or refuses it with a sentence."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any, NoReturn, TypeGuard

from sbg.app.web.limits import WebLimits


class Refused(Exception):  # noqa: N818 - says why, not that something broke
    """A request that is not carried out. `code` is one of `STATUS`; `extra` goes into the answer as it is."""

    def __init__(self, code: str, message: str, help: str | None = None, **extra: Any) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.help = help
        self.extra = extra
        self.closes = False
        """Whether the rest of what the client sends is not worth taking."""

    @property
    def error(self) -> dict[str, Any]:
        """What the answer says about it."""
        about = {"code": self.code, "message": self.message}
        return about | ({"help": self.help} if self.help else {})


STATUS = {
    "bad-request": 400,
    "forbidden": 403,
    "not-found": 404,
    "method": 405,
    "too-large": 413,
    "media-type": 415,
    "bad-game": 422,
    "illegal-move": 422,
    "limit": 422,
    "internal": 500,
    "busy": 503,
}
"""Why a request was refused, and the HTTP status that says so."""


POSTED = (
    "check",
    "complete",
    "describe",
    "format",
    "hover",
    "moves",
    "read-record",
    "record",
    "svg",
    "translate",
)
"""Requests that bring a text along."""

SEARCHES = {"play": "played", "analyse": "done", "hint": "hinted", "profile": "profiled"}
"""What may be searched for, and what the answers are called."""


_TEXT = re.compile(rb'"text"\s*:\s*("[^"\\]*(?:\\.[^"\\]*)*")', re.DOTALL)


def raw_text(data: bytes) -> bytes | None:
    """The game of a request as it stands in the JSON, found without decoding; None where it is not to be found."""
    found = _TEXT.search(data)
    return found[1] if found else None


def encode(value: object) -> bytes:
    """An answer as JSON, in ASCII: a lone surrogate in a text comes through."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False).encode()


def decode(data: bytes) -> dict[str, Any]:
    """A request; Refused if it is no JSON object."""
    try:
        value = json.loads(data, parse_constant=_no_constant, parse_float=_finite)
        text = raw_text(data)
        seen = None if text is None else json.loads(text)
    except RecursionError:
        raise Refused("bad-request", "the JSON is nested too deeply") from None
    except ValueError as problem:  # UnicodeDecodeError among them
        raise Refused("bad-request", f"this is not JSON: {_short(str(problem))}") from None
    if not isinstance(value, dict):
        raise Refused("bad-request", "a request is a JSON object, as `{…}`")
    if seen is not None and seen != value.get("text"):
        raise Refused("bad-request", "`text` stands there more than once")
    return value


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"`{name}` is not JSON")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"`{_short(text, 20)}` is too large a number")
    return value


def _short(text: str, most: int = 100) -> str:
    return text if len(text) <= most else text[:most] + "…"


class Fields:
    """The fields of a request, read by kind; Refused says which one is wrong."""

    def __init__(self, values: Mapping[str, Any], limits: WebLimits) -> None:
        self._values = values
        self._limits = limits

    def text(self, name: str = "text") -> str:
        """A text that must be there, no larger than a game may be."""
        value = self._values.get(name)
        if not isinstance(value, str):
            raise Refused("bad-request", f"`{name}` is a text, and must be there")
        most = self._limits.text_bytes
        if len(value) > most or len(value.encode("utf-8", "surrogatepass")) > most:
            raise Refused("limit", f"`{name}` is longer than {most:,} bytes")
        return value

    def line(self, name: str, default: str | None = None, most: int = 10_000) -> str | None:
        """A short text that need not be there."""
        value = self._values.get(name, default)
        if value is not None and (not isinstance(value, str) or len(value) > most):
            raise Refused("bad-request", f"`{name}` is a text of at most {most:,} characters")
        return value

    def choice(self, name: str, choices: tuple[str, ...]) -> str:
        """One of a few words; the first of them if it is not there."""
        value = self._values.get(name)
        if value is None:
            return choices[0]
        if value not in choices:
            raise Refused("bad-request", f"`{name}` is one of {', '.join(choices)}")
        return str(value)

    def flag(self, name: str) -> bool:
        """True or false; false if it is not there."""
        value = self._values.get(name, False)
        if not isinstance(value, bool):
            raise Refused("bad-request", f"`{name}` is true or false")
        return value

    def whole(self, name: str, default: int | None, least: int, most: int) -> int | None:
        """A whole number in a range."""
        value = self._values.get(name)
        if value is None:
            return default
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise Refused("bad-request", f"`{name}` is a whole number from {least} to {most}")
        return value

    def seconds(self, name: str, default: float | None) -> float | None:
        """A time for a search, cut to what a search may take."""
        value = self._values.get(name)
        if value is None:
            return default
        if not isinstance(value, (int, float)) or isinstance(value, bool) or not value > 0:
            raise Refused("bad-request", f"`{name}` is a number of seconds, more than 0")
        return float(
            min(value, self._limits.search_seconds)
        )  # a whole number may be too large for a float

    def moves(self, name: str = "moves") -> list[str]:
        """Moves as they are written; none if they are not there."""
        value = self._values.get(name)
        if value is None:
            return []
        if not _are_moves(value):
            raise Refused("bad-request", f'`{name}` is a list of moves, as `["a2a3"]`')
        self._count(name, len(value))
        return value

    def lines(self, name: str) -> list[list[str]]:
        """Lines of moves; none if they are not there."""
        value = self._values.get(name)
        if value is None:
            return []
        if not isinstance(value, list) or not all(map(_are_moves, value)):
            raise Refused("bad-request", f'`{name}` is a list of lists of moves, as `[["a2a3"]]`')
        self._count(name, sum(map(len, value)))
        return value

    def _count(self, name: str, moves: int) -> None:
        if moves > self._limits.moves:
            raise Refused("limit", f"`{name}` has more than {self._limits.moves:,} moves")


def _are_moves(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(m, str) and len(m) <= 20 for m in value)
