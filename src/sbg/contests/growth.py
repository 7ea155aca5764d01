"""How a contest grows: more games, other players or other games with the same file of results.

The number of a game says who plays what. With another player or game the numbers of those that are played change too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sbg.contests.plan import Contest

_FIXED = {
    "format": "its format is another",
    "control": "its limits are others",
    "plies": "its openings have another length",
    "seed": "its seed is another",
    "sprt": "its sequential test is another",
}
"""Settings that cannot change, and what to say if they do."""


def renumbering(there: Mapping[str, Any], contest: Contest) -> Callable[[int], int]:
    """The number that a game of a file with some settings has in a contest; ValueError says why it has none.

    All that was played must belong to the contest: the same limits, openings and seed, the same players and games or
    more of them, and not fewer games for each pairing.
    """
    settings = contest.settings
    for key, reason in _FIXED.items():
        if there.get(key) != settings.get(key):
            raise ValueError(reason)
    players = _places(there["players"], settings["players"])
    now, before = settings.get("controls"), there.get("controls")
    for number, place in enumerate(players):
        if (before[number] if before else None) != (now[place] if now else None):
            raise ValueError(f"the limits of `{there['players'][number]}` are others")
    games = _places(there["games"], settings["games"])
    now, before = settings.get("lines"), there.get("lines")
    for number, place in enumerate(games):
        if (before[number] if before else []) != (now[place] if now else []):
            raise ValueError(
                f"the openings of `{there['games'][number]['name'].strip()}` are others"
            )
    if contest.format == "gauntlet" and players[0] != 0:
        raise ValueError(f"`{there['players'][0]}` was the first player")
    if there["pairs"] > contest.pairs:
        raise ValueError(
            f"it was begun with {2 * there['pairs']} games per pairing, which cannot become fewer"
        )
    old = Contest(
        tuple(there["players"]),
        tuple(contest.games[n] for n in games),
        there["pairs"],
        contest.format,
    )
    places = {pair: place for place, pair in enumerate(contest.pairings)}

    def renumber(number: int) -> int:
        game, white, black = old.seats(number)
        seats = players[white], players[black]
        pair = min(seats), max(seats)
        round_and_game = old.round(number) * len(contest.games) + games[game]
        return 2 * (round_and_game * len(places) + places[pair]) + (seats != pair)

    return renumber


def _places(before: Sequence[Any], now: Sequence[Any]) -> list[int]:
    """Where each player, or game, is now."""
    if list(before) == list(now):
        return list(range(len(now)))
    for one in before:
        named = one["name"].strip() if isinstance(one, dict) else one
        if one not in now:
            raise ValueError(f"`{named}` belongs to it and is missing here")
        if list(before).count(one) > 1 or list(now).count(one) > 1:
            raise ValueError(f"`{named}` is in it twice, so that players cannot be added")
    return [list(now).index(one) for one in before]
