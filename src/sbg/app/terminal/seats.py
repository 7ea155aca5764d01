"""Decides who plays which side in the terminal, from the options or from a record."""

from __future__ import annotations

from collections.abc import Mapping

from sbg.app.cli.terminal import Misuse
from sbg.language.model import Colour
from sbg.play import players
from sbg.play.players.catalogue import DEFAULT_LEVEL

HUMAN = "human"
_STRENGTH = ("level", "depth", "nodes", "time")
"""The options that say how strong a player is."""


def machine(level: int | None) -> str:
    """Who plays against a human who did not choose."""
    return f"alphabeta:level={DEFAULT_LEVEL if level is None else level}"


def called(name: str) -> str:
    """What a player is called who sits opposite, in a sentence."""
    spec = _spec(name)
    if spec is None or spec.kind.rest is not None or spec.name is not None:
        return (spec and spec.name) or name
    if set(spec.given) == {"level"}:
        return f"the computer, level {spec.given['level']}"
    return f"the computer ({name})"


def introduced(names: Mapping[Colour, str]) -> str:
    """Who plays which side, in a sentence."""
    humans = [colour for colour, name in names.items() if name == HUMAN]
    if len(humans) == 2:
        return "White and Black are both played here."
    if not humans:
        white, black = called(names["white"]), called(names["black"])
        return f"White is {white}; Black is {black}."
    other: Colour = "black" if humans[0] == "white" else "white"
    opposite = called(names[other])
    comma = "," if "," in opposite else ""
    return f"You are {humans[0].capitalize()}; {opposite}{comma} is {other.capitalize()}."


def seated(
    given: Mapping[Colour, str | None],
    side: Colour | None,
    level: int | None,
    recorded: Mapping[Colour, str],
) -> dict[Colour, str]:
    """The names of both players.

    `given` are those of --white and --black, `side` is that of --as, and `recorded` are those of the record that is
    gone on with (empty where there is none, or where the player cannot be had again).
    """
    if side is not None and given[side] not in (None, HUMAN):
        raise Misuse(f"--as {side} and --{side} {given[side]} cannot be given together")
    human = _side_of_the_human(given, side, level, recorded)
    colours: tuple[Colour, ...] = ("white", "black")
    names = {}
    for colour in colours:
        name = HUMAN if colour == side else given[colour]
        if name is None and level is None and not (side and recorded[colour] == HUMAN):
            name = recorded[colour] or None
        names[colour] = name or (HUMAN if colour == human else machine(level))
    return names if level is None else _at_level(names, given, level)


def _side_of_the_human(
    given: Mapping[Colour, str | None],
    side: Colour | None,
    level: int | None,
    recorded: Mapping[Colour, str],
) -> Colour:
    """Where a human sits unless somebody is named there."""
    if side is not None:
        return side
    if level is not None and given["black"] == HUMAN and given["white"] is None:
        return "black"  # a level asks for a machine
    if recorded["black"] == HUMAN and recorded["white"] not in ("", HUMAN):
        return "black"
    return "white"


def _at_level(
    names: Mapping[Colour, str], given: Mapping[Colour, str | None], level: int
) -> dict[Colour, str]:
    """The players with a level for those who were named without their strength."""
    chosen = {}
    taken = False
    for colour, name in names.items():
        spec = _spec(name)
        chosen[colour] = name
        if given[colour] is None and name != HUMAN:
            taken = True
        elif spec and spec.kind.option("level") and not set(_STRENGTH) & set(spec.given):
            chosen[colour] = with_level(spec, level)
            taken = True
    if not taken:
        raise Misuse(
            "--level is for an alphabeta player whose strength is not given, and there is none here",
            "write alphabeta:level=N, or leave --white or --black out",
        )
    return chosen


def with_level(spec: players.Spec, level: int) -> str:
    """A player with another level in place of its strength."""
    options = [f"{key}={value}" for key, value in spec.given.items() if key not in _STRENGTH]
    if spec.name is not None:
        options.insert(0, f"name={spec.name}")
    return f"{spec.kind.name}:{','.join([*options, f'level={level}'])}"


def at_level(name: str, level: int) -> str | None:
    """A player, as it is written, at a level; nothing if it has no levels."""
    spec = _spec(name)
    return with_level(spec, level) if spec and spec.kind.option("level") else None


def known(name: str) -> str:
    """A name in a record if it is a human or a player of ours. A record starts no program of somebody else's."""
    spec = _spec(name)
    return name if name == HUMAN or (spec is not None and spec.kind.rest is None) else ""


def seen_from(names: Mapping[Colour, str]) -> Colour:
    """The side from which the board is seen: that of the human, if there is one alone."""
    return "black" if names["black"] == HUMAN != names["white"] else "white"


def _spec(name: str) -> players.Spec | None:
    try:
        return players.parse(name)
    except players.SpecError:
        return None
