"""A contest that a TOML file describes: players with names and limits of their own, games, and settings.

Its keys are the options of `sbg tournament`, with `_` for `-`.
"""

from __future__ import annotations

import shlex
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sbg import bounds
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
    "game": (list, str),
    "games": (int,),
    "gauntlet": (bool,),
    "opening": (int,),
    "openings": (dict, str),
    "sprt": (list,),
    "seed": (int,),
    "results": (str,),
    "records": (str,),
    "log": (str,),
    "plot": (str,),
    "jobs": (int,),
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
_WORDS = {
    str: "text",
    int: "a whole number",
    float: "a number",
    list: "a list",
    dict: "a table",
    bool: "true or false",
}
_RUN = ("results", "records", "log", "plot", "jobs")
"""Keys that are no part of the contest: the command line may say otherwise."""


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
    openings: tuple[tuple[str, ...], ...] | str
    """Openings of each game, as moves, empty for random ones; or the path of the file that holds them."""
    sprt: tuple[float, float] | None
    seed: int
    run: Mapping[str, Any]
    """What is no part of the contest: `results`, `records`, `log`, `plot`, `jobs`, where they are given."""


def read_described(text: str) -> Described:
    """The contest that a TOML text describes; ContestFileError says what is wrong with it."""
    try:
        values = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as problem:
        message = str(problem)
        raise ContestFileError(f"not TOML: {message[:1].lower()}{message[1:]}") from None
    _check(values, _KEYS, "")
    for key in ("game", "players"):
        if not values.get(key):
            raise ContestFileError(f"`{key}` is missing")
    games = [values["game"]] if isinstance(values["game"], str) else values["game"]
    if not all(isinstance(game, str) for game in games):
        raise ContestFileError("`game` is a text, or a list of texts: bundled names or paths")
    if len(values["players"]) < 2:
        raise ContestFileError("a contest needs two `[[players]]` or more")
    games_each = values.get("games", 100)
    if games_each < 2 or games_each % 2:
        raise ContestFileError("`games` is an even number from 2 up: how many per pairing and game")
    for key, least, most in (("opening", 0, 1000), ("seed", 0, bounds.MAX_SEED), ("jobs", 1, 1024)):
        if not least <= values.get(key, least) <= most:
            raise ContestFileError(f"`{key}` is a number from {least} to {most}")
    players = [_player(one, f"player {n}: ") for n, one in enumerate(values["players"], 1)]
    return Described(
        tuple(spec for spec, _ in players),
        tuple(games),
        games_each // 2,
        "gauntlet" if values.get("gauntlet", False) else "round-robin",
        _control(values, "") or Control(),
        tuple(control for _, control in players),
        values.get("opening", 4),
        _openings(values.get("openings", {}), games),
        _sprt(values.get("sprt"), len(players)),
        values.get("seed", 0),
        {key: values[key] for key in _RUN if key in values},
    )


def _sprt(value: list[Any] | None, players: int) -> tuple[float, float] | None:
    if value is None:
        return None
    numbers = [one for one in value if isinstance(one, int | float) and not isinstance(one, bool)]
    if len(value) != 2 or len(numbers) != 2 or not numbers[0] < numbers[1]:
        raise ContestFileError("`sprt` is two differences in Elo, the lower first, as [0, 10]")
    if players != 2:
        raise ContestFileError("`sprt` is for two players")
    return float(numbers[0]), float(numbers[1])


def _openings(
    openings: Mapping[str, Any] | str, games: Sequence[str]
) -> tuple[tuple[str, ...], ...] | str:
    if isinstance(openings, str):
        return openings
    for game, lines in openings.items():
        if game not in games:
            raise ContestFileError(f"openings: `{game}` is none of the games of `game`")
        if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
            raise ContestFileError(
                f"openings: those of `{game}` are a list of texts, as `a2a3 b4b3`"
            )
    return tuple(tuple(openings.get(game, ())) for game in games) if openings else ()


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
        if not isinstance(value, known[key]) or (
            isinstance(value, bool) and bool not in known[key]
        ):
            hint = "; what is played is `game`" if key == "games" else ""
            raise ContestFileError(f"{where}`{key}` is {_WORDS[known[key][0]]}{hint}")
