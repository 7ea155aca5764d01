"""Reads a contest from a TOML file: its players, games and settings.

Its keys are the options of `sbg tournament`, with `_` for `-`.
"""

from __future__ import annotations

import shlex
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from typing import Any

from sbg.base.errors import SbgError
from sbg.base.numbers import whole
from sbg.play.contests.control import Control
from sbg.play.contests.settings import MOST_JOBS, Seat, Settings, rounds_of

_LIMITS = ("move_time", "clock", "nodes", "depth", "margin")
_SETTINGS = tuple(field.name for field in fields(Settings))
_RUN = ("results", "records", "log", "plot", "jobs")
"""Keys that are no part of the contest: the command line may say otherwise."""


class ContestFileError(SbgError, ValueError):
    """A text that describes no contest; the message says why."""


@dataclass(frozen=True, slots=True)
class Described:
    """A contest as a file describes it; players and games are written as on the command line."""

    seats: tuple[Seat, ...]
    games: tuple[str, ...]
    settings: Settings
    book: str | None
    """The path of the file with the openings, if they are not in the settings."""
    run: Mapping[str, Any]
    """What is no part of the contest: `results`, `records`, `log`, `plot`, `jobs`, where they are given."""


def read_described(text: str) -> Described:
    """The contest that a TOML text describes; ContestFileError says what is wrong with it."""
    try:
        values = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as problem:
        message = str(problem)
        raise ContestFileError(f"not TOML: {message[:1].lower()}{message[1:]}") from None
    try:
        return _described(values)
    except (TypeError, ValueError) as problem:
        raise ContestFileError(str(problem)) from None


def _described(values: dict[str, Any]) -> Described:
    _check(values, ("game", "games", "players", *_SETTINGS, *_RUN))
    for key in ("game", "players"):
        if not values.get(key):
            raise ValueError(f"`{key}` is missing")
    games = values["game"]
    games = [games] if isinstance(games, str) else games
    if not isinstance(games, list) or not all(isinstance(game, str) for game in games):
        raise TypeError("game is a text, or a list of texts: bundled names or paths")
    for key in _RUN[:-1]:
        if not isinstance(values.get(key, ""), str):
            raise TypeError(f"{key} is a text")
    whole(values.get("jobs", 1), "jobs", 1, MOST_JOBS)
    given = {key: values[key] for key in _SETTINGS if key in values}
    book = given.pop("openings") if isinstance(given.get("openings"), str) else None
    given["rounds"] = rounds_of(values.get("games"), values.get("rounds"))
    players = values["players"]
    if not isinstance(players, list):
        raise TypeError("write `[[players]]` before each player")
    seats = []
    for at, player in enumerate(players, 1):
        try:
            seats.append(_seat(player))
        except (TypeError, ValueError) as problem:
            raise ValueError(f"player {at}: {problem}") from None
    run = {key: values[key] for key in _RUN if key in values}
    return Described(tuple(seats), tuple(games), Settings(**given), book, run)


def _seat(values: object) -> Seat:
    """How a player is written on the command line, and its own limits."""
    if not isinstance(values, dict):
        raise TypeError("write `[[players]]` before each player")
    _check(values, ("name", "player", "command", "options", *_LIMITS))
    if ("player" in values) == ("command" in values):
        raise ValueError(
            "it has either a `player`, as `alphabeta:level=5`, or the `command` of an engine"
        )
    name, options = values.get("name", ""), values.get("options", {})
    for key in ("name", "player", "command"):
        if not isinstance(values.get(key, ""), str):
            raise TypeError(f"{key} is a text")
    if not isinstance(options, dict):
        raise TypeError("options is a table, as { Hash = 16 }")
    if "name" in values and (
        not name.strip() or any(c in ",'\"\\" or not c.isprintable() for c in name)
    ):
        raise ValueError("a name has letters, and no commas, quotes or backslashes")
    limits = {key: values[key] for key in _LIMITS if key in values}
    control = Control.read(**limits) if limits else None
    if "command" in values:
        words = [f"name='{name}'"] if name else []
        words += [f"{key}={shlex.quote(_text(value))}" for key, value in options.items()]
        return Seat("uci:" + " ".join([*words, values["command"]]), control)
    pairs = [f"{key}={_text(value)}" for key, value in options.items()]
    pairs += [f"name={name}"] if name else []
    begun = values["player"] + ("," if ":" in values["player"] else ":") if pairs else ""
    return Seat(begun + ",".join(pairs) or values["player"], control)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _check(values: Mapping[str, Any], known: Collection[str]) -> None:
    for key, value in values.items():
        if key not in known:
            raise ValueError(f"there is no `{key}`; there are {', '.join(known)}")
        if isinstance(value, bool) != (key == "gauntlet"):
            raise TypeError(f"{key} is {'' if key == 'gauntlet' else 'not '}true or false")
