"""The settings of a contest: the same for Python, the command line and TOML files."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import TypeAlias

from sbg.base import bounds
from sbg.base.numbers import whole
from sbg.engine import Game
from sbg.play.contests.control import Control
from sbg.play.contests.openings import checked_lines
from sbg.play.contests.plan import Contest, distinct
from sbg.play.players import Player, parse

AnyOpenings: TypeAlias = Sequence[str] | Mapping[str, Sequence[str]]

MOST_ROUNDS = 5_000_000
MOST_OPENING = 1000
MOST_JOBS = 1024
_MOST_PLAYERS = 1000


@dataclass(frozen=True, slots=True)
class Seat:
    """A player of a contest as it is written, with limits of its own where it has any."""

    spec: str
    control: Control | None = None
    own: Player | None = None
    """The player itself, if it is an object; `spec` is what it is called."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How a contest is played. TypeError or ValueError says what is wrong, beginning with the name of the setting."""

    rounds: int = 50
    """How many openings everybody plays in each game, each twice, with colours swapped."""
    gauntlet: bool = False
    """Whether the first player meets all others, and these not each other."""
    move_time: float | None = None
    clock: float | str | None = None
    nodes: int | None = None
    depth: int | None = None
    margin: float = 0.1
    opening: int = 4
    """Random plies of an opening."""
    openings: AnyOpenings | None = None
    """Lines of moves in place of random ones, by the names of games; those of one game need no name."""
    sprt: tuple[float, float] | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        for name, least, most in (
            ("rounds", 1, MOST_ROUNDS),
            ("opening", 0, MOST_OPENING),
            ("seed", 0, bounds.MAX_SEED),
        ):
            object.__setattr__(self, name, whole(getattr(self, name), name, least, most))
        if not isinstance(self.gauntlet, bool):
            raise TypeError(f"gauntlet is True or False, not {type(self.gauntlet).__name__}")
        _ = self.control
        if self.sprt is not None:
            object.__setattr__(self, "sprt", _hypotheses(self.sprt))

    @property
    def control(self) -> Control:
        """The limits."""
        return Control.read(self.move_time, self.clock, self.nodes, self.depth, self.margin)

    def contest(self, seats: Sequence[Seat], games: Sequence[tuple[str, Game]]) -> Contest:
        """The contest of some players in some games, each with the name that it was asked for by."""
        if not 2 <= len(seats) <= _MOST_PLAYERS:
            raise ValueError(f"a contest has from 2 to {_MOST_PLAYERS} players, not {len(seats)}")
        if self.sprt is not None and len(seats) != 2:
            raise ValueError("sprt is for two players")
        if not games:
            raise ValueError("a contest needs a game")
        loaded = tuple(game for _, game in games)
        for at, (name, game) in enumerate(games):
            if game in loaded[:at]:
                raise ValueError(f"the game `{name}` is given twice")
        called = [one.spec if one.own else parse(one.spec).name or one.spec for one in seats]
        controls = tuple(one.control for one in seats)
        return Contest(
            tuple(f"python:{one.spec}" if one.own else one.spec for one in seats),
            loaded,
            self.rounds,
            "gauntlet" if self.gauntlet else "round-robin",
            self.control,
            self.opening,
            self.seed,
            self.sprt,
            distinct(called, [one.spec for one in seats]),
            {at: one.own for at, one in enumerate(seats) if one.own is not None},
            controls if any(controls) else (),
            self._lines(games),
        )

    def _lines(self, games: Sequence[tuple[str, Game]]) -> tuple[tuple[str, ...], ...]:
        """The openings of each game, checked."""
        given = self.openings
        if not given:
            return ()
        if not isinstance(given, Mapping):
            if len(games) != 1:
                raise ValueError("openings of several games are given by their names")
            given = {games[0][0]: given}
        found: list[tuple[str, ...]] = [()] * len(games)
        for name, lines in given.items():
            places = [
                at for at, (own, game) in enumerate(games) if name in (own, game.name.strip())
            ]
            if not places:
                raise ValueError(f"openings: `{name!s:.50}` is none of the games")
            if not isinstance(lines, list | tuple) or not all(isinstance(x, str) for x in lines):
                raise TypeError("openings are lists of lines such as `c2c3 b4c3`")
            found[places[0]] = checked_lines(games[places[0]][1], lines)
        return tuple(found)


def rounds_of(games: int | None, rounds: int | None) -> int:
    """The rounds of so many games per pairing; of both only one can be said."""
    if games is None:
        return Settings.rounds if rounds is None else rounds
    if rounds is not None:
        raise ValueError("games and rounds say the same: choose one; a round is two games")
    if whole(games, "games", 2, 2 * MOST_ROUNDS) % 2:
        raise ValueError(
            f"games is an even number, not {games}: each opening is played with both colours"
        )
    return games // 2


def _hypotheses(sprt: object) -> tuple[float, float]:
    if isinstance(sprt, Sequence) and len(sprt) == 2:
        low, high = sprt
        if all(isinstance(one, Real) and not isinstance(one, bool) for one in sprt):
            if -math.inf < low < high < math.inf:
                return float(low), float(high)
            raise ValueError(
                f"sprt is two differences in Elo, the lower first, not {low:g}, {high:g}"
            )
    raise TypeError("sprt is two differences in Elo, as 0, 10")
