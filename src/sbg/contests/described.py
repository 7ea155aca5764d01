"""A contest that a TOML file describes: players with names and limits of their own, games, and settings."""

from __future__ import annotations

import shlex
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sbg.contests.control import Control, ControlError
from sbg.contests.plan import Format
from sbg.errors import SbgError

_LIMITS: dict[str, tuple[type, ...]] = {
    "move_time": (int, float),
    "clock": (str, int, float),
    "nodes": (int,),
    "depth": (int,),
    "margin": (int, float),
}
_KEYS: dict[str, tuple[type, ...]] = {
    "games": (list,),
    "games_per_pairing": (int,),
    "format": (str,),
    "opening": (int,),
    "seed": (int,),
    "results": (str,),
    "openings": (dict,),
    "players": (list,),
    **_LIMITS,
}
_PLAYER_KEYS: dict[str, tuple[type, ...]] = {
    "name": (str,),
    "player": (str,),
    "command": (str,),
    "options": (dict,),
    **_LIMITS,
}
_WORDS = {str: "text", int: "a whole number", float: "a number", list: "a list", dict: "a table"}


class ContestFileError(SbgError, ValueError):
    """A text that describes no contest; the message says why."""


@dataclass(frozen=True, slots=True)
class Described:
    """A contest as a file describes it; players and games are written as on the command line."""

    players: tuple[str, ...]
    games: tuple[str, ...]
    pairs: int
    format: Format
    control: Control
    controls: tuple[Control | None, ...]
    """Limits of a player's own, which replace those of the contest."""
    opening: int
    lines: tuple[tuple[str, ...], ...]
    """Openings of each game, as moves; empty for random ones."""
    seed: int
    results: str | None


def read_described(text: str) -> Described:
    """The contest that a TOML text describes; ContestFileError says what is wrong with it."""
    try:
        values = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as problem:
        message = str(problem)
        raise ContestFileError(f"not TOML: {message[:1].lower()}{message[1:]}") from None
    _check(values, _KEYS, "")
    for key in ("games", "players"):
        if not values.get(key):
            raise ContestFileError(f"`{key}` is missing")
    if len(values["players"]) < 2:
        raise ContestFileError("a contest needs two `[[players]]` or more")
    games_each = values.get("games_per_pairing", 100)
    if games_each < 2 or games_each % 2:
        raise ContestFileError("`games_per_pairing` is an even number from 2 up")
    for key, most in (("opening", 1000), ("seed", 2**32 - 1)):
        if not 0 <= values.get(key, 0) <= most:
            raise ContestFileError(f"`{key}` is a number from 0 to {most}")
    if not all(isinstance(game, str) for game in values["games"]):
        raise ContestFileError("`games` are texts: bundled names or paths")
    format = values.get("format", "round-robin")
    if format not in ("round-robin", "gauntlet"):
        raise ContestFileError(f"`format` is `round-robin` or `gauntlet`, not `{format}`")
    players = [_player(one, f"player {n}: ") for n, one in enumerate(values["players"], 1)]
    return Described(
        tuple(spec for spec, _ in players),
        tuple(values["games"]),
        games_each // 2,
        format,
        _control(values, "") or Control(),
        tuple(control for _, control in players),
        values.get("opening", 4),
        _lines(values),
        values.get("seed", 0),
        values.get("results"),
    )


def _lines(values: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
    openings = values.get("openings", {})
    for game, lines in openings.items():
        if game not in values["games"]:
            raise ContestFileError(f"openings: `{game}` is not among the `games`")
        if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
            raise ContestFileError(
                f"openings: those of `{game}` are a list of texts, as `a2a3 b4b3`"
            )
    return tuple(tuple(openings.get(game, ())) for game in values["games"]) if openings else ()


def _player(values: object, where: str) -> tuple[str, Control | None]:
    """How a player is written on the command line, and its own limits."""
    if not isinstance(values, dict):
        raise ContestFileError(f"{where}write `[[players]]` before each player")
    _check(values, _PLAYER_KEYS, where)
    if ("player" in values) == ("command" in values):
        raise ContestFileError(
            f"{where}it has either a `player`, as `alphabeta:level=5`, or the `command` of an engine"
        )
    name = values.get("name")
    if name is not None and (
        not name.strip() or any(c in ",'\"\\" or not c.isprintable() for c in name)
    ):
        raise ContestFileError(f"{where}a name has letters, and no commas, quotes or backslashes")
    control = _control(values, where)
    options = values.get("options", {})
    if "command" in values:
        words = [f"name='{name}'"] if name else []
        words += [f"{key}={shlex.quote(_text(value))}" for key, value in options.items()]
        return "uci:" + " ".join([*words, values["command"]]), control
    pairs = [f"{key}={_text(value)}" for key, value in options.items()]
    pairs += [f"name={name}"] if name else []
    if not pairs:
        return values["player"], control
    return values["player"] + ("," if ":" in values["player"] else ":") + ",".join(pairs), control


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _control(values: Mapping[str, Any], where: str) -> Control | None:
    """The limits among some values; None if there are none."""
    given = {key: values[key] for key in _LIMITS if key in values}
    if not given:
        return None
    if "clock" in given:
        given["clock"] = str(given["clock"])
    try:
        return Control.read(**given)
    except ControlError as problem:
        raise ContestFileError(f"{where}{problem}") from None


def _check(values: Mapping[str, Any], known: Mapping[str, tuple[type, ...]], where: str) -> None:
    for key, value in values.items():
        if key not in known:
            raise ContestFileError(f"{where}there is no `{key}`; there are {', '.join(known)}")
        if not isinstance(value, known[key]) or isinstance(value, bool):
            raise ContestFileError(f"{where}`{key}` is {_WORDS[known[key][0]]}")
