"""How a contest grows in its file: more games, new players, or a corrected engine command.

A player is their name. What was played keeps its number; what is added comes after it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sbg.play.contests.control import Control
from sbg.play.contests.plan import Contest, Size
from sbg.play.players import parse
from sbg.play.players.catalogue import SpecError

_FIXED = {
    "format": "format",
    "plies": "number of random plies",
    "seed": "seed",
    "sprt": "sequential test",
}
"""Settings that cannot change, and what they are called."""


def grown(
    there: Mapping[str, Any],
    names: Sequence[str],
    gone: Collection[int],
    sizes: Sequence[Size],
    contest: Contest,
    without: Collection[str] = (),
) -> Contest:
    """What a file becomes that was begun with some settings: a contest with its players first, in their order.

    `gone` are the numbers of those who were taken out before, and `without` the names of those who are now.
    ValueError says why it cannot: all that was played must belong to the contest, with the same limits, openings and
    seed; the same players, but for those in `without`, and games, or more; not fewer games for each pairing.
    """
    _same_settings(there, contest)
    places = _players(there["players"], names, gone, contest, without)
    players = [n for n in places if n is not None]
    players += [n for n in range(len(contest.players)) if n not in players]
    new = [n for n in players if n not in places]
    if contest.format == "gauntlet" and places[0] != 0:
        raise ValueError(f"`{names[0]}` was the first player")
    before = there.get("controls") or [None] * len(places)
    for name, place, control in zip(names, places, before, strict=True):
        own = None if control is None else Control(**control)
        now = contest.controls[place] if place is not None and contest.controls else None
        if place is not None and own != now:
            raise ValueError(f"{_both(f'the limits of `{name}`', own, now, 'those of all')}")
    games = _games(there, contest)
    if there["pairs"] > contest.pairs:
        raise ValueError(
            f"it was begun with {2 * there['pairs']} games per pairing, which cannot become fewer"
        )
    last = Size(len(places), len(there["games"]), there["pairs"])
    size = Size(len(places) + len(new), len(games), contest.pairs)
    controls = [None if one is None else Control(**one) for one in before]
    controls += [contest.controls[n] if contest.controls else None for n in new]

    def kept(there: Sequence[str], now: Sequence[str]) -> tuple[str, ...]:
        old = (
            text if place is None else now[place] for text, place in zip(there, places, strict=True)
        )
        return (*old, *(now[n] for n in new))

    numbers = [*places, *new]
    return replace(
        contest,
        players=kept(there["players"], contest.players),
        names=kept(names, contest.names),
        own={
            at: contest.own[n] for at, n in enumerate(numbers) if n is not None and n in contest.own
        },
        games=tuple(contest.games[n] for n in games),
        controls=tuple(controls) if any(controls) else (),
        lines=tuple(contest.lines[n] for n in games) if contest.lines else (),
        sizes=tuple(sizes) if last == size else (*sizes, last),
        without=frozenset(n for n, place in enumerate(places) if place is None),
    )


def mended(there: Sequence[str], contest: Contest) -> list[tuple[str, str, str]]:
    """Players of a file that are written otherwise now: their names, and how they were and are written."""
    now = zip(contest.names, there, contest.players, strict=False)
    return [(name, old, new) for name, old, new in now if old != new]


def _same_settings(there: Mapping[str, Any], contest: Contest) -> None:
    settings = contest.settings
    for key, called in _FIXED.items():
        if there.get(key) != settings.get(key):
            raise ValueError(_both(f"its {called}", there.get(key), settings.get(key), "none"))
    control = Control(**there["control"])
    if control != contest.control:
        raise ValueError(_both("its limits", control, contest.control, "none"))


def _both(what: str, there: object, now: object, nothing: str) -> str:
    """That something is another: both values; of limits those parts that differ."""
    if isinstance(there, Control) and isinstance(now, Control):
        parts = {name: getattr(there, name) for name in Control.__slots__}
        differ = [name for name, value in parts.items() if value != getattr(now, name)]
        words = [
            f"{name.replace('_', ' ')} {_said(parts[name], 'none')}, here {_said(getattr(now, name), 'none')}"
            for name in differ
        ]
        return f"{what}: {'; '.join(words)}"
    return f"{what}: {_said(there, nothing)}, here {_said(now, nothing)}"


def _said(value: object, nothing: str) -> str:
    if isinstance(value, list | tuple):
        return " ".join(f"{one:g}" for one in value)
    return nothing if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def _players(
    specs: Sequence[str],
    names: Sequence[str],
    gone: Collection[int],
    contest: Contest,
    without: Collection[str],
) -> list[int | None]:
    """Where each player of a file is now; None for who was taken out."""
    for name in without:
        if name not in names:
            raise ValueError(
                f"it has no player `{name}` to leave out; there are {', '.join(names)}"
            )
    found: list[int | None] = [None] * len(names)
    ways: list[tuple[Sequence[object], Sequence[object]]] = [
        (list(names), list(contest.names)),
        (list(specs), list(contest.players)),
        (list(map(_nameless, specs)), list(map(_nameless, contest.players))),
    ]
    for there, now in ways:
        for at, what in enumerate(there):
            free = (n for n, own in enumerate(now) if own == what and n not in found)
            if found[at] is None and names[at] not in without:
                found[at] = next(free, None)
    missing = [
        name
        for number, name in enumerate(names)
        if found[number] is None and name not in without and number not in gone
    ]
    if missing:
        name = missing[0]
        raise ValueError(
            f"`{name}` belongs to it and is missing here; `--without {name}` leaves them out"
        )
    return found


def _nameless(text: str) -> object:
    """What a player is but for the name."""
    try:
        spec = parse(text)
    except SpecError:
        return text
    return spec.kind.name, tuple(sorted(spec.given.items()))


def _games(there: Mapping[str, Any], contest: Contest) -> list[int]:
    """The games of a contest in the order of a file, new ones last."""
    settings = contest.settings
    places = []
    for one in there["games"]:
        if one not in settings["games"]:
            raise ValueError(f"the game `{one['name'].strip()}` belongs to it and is missing here")
        places.append(settings["games"].index(one))
    now, before = settings.get("lines"), there.get("lines")
    for number, place in enumerate(places):
        if (before[number] if before else []) != (now[place] if now else []):
            game = there["games"][number]["name"].strip()
            raise ValueError(f"the openings of `{game}` are others")
    return places + [n for n in range(len(settings["games"])) if n not in places]
