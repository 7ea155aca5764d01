"""The schedule of a contest: all its games in a fixed order, so that each has a number.

Every opening is played twice, with colours swapped: games 2k and 2k+1 are such a pair. The order goes
round by round, so that at any time all pairings and all games have been played about equally often. What is added to a
contest later comes after all that was there before, so that a game never changes its number.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import Any, Literal, TypeAlias

from sbg.base.jobs.store import fingerprint
from sbg.engine import Game
from sbg.play.contests.control import Control
from sbg.play.contests.openings import Openings
from sbg.play.players import Player, parse
from sbg.play.players.budget import Limits
from sbg.play.players.catalogue import SpecError
from sbg.play.players.failures import PlayerFailure

Format: TypeAlias = Literal["round-robin", "gauntlet"]


@dataclass(frozen=True, slots=True)
class Task:
    """A game to be played."""

    id: int
    game: int
    """Number of the game among those of the contest."""
    white: int
    black: int
    opening: tuple[str, ...]
    seed: int


Slot: TypeAlias = tuple[int, int, int]
"""What is played in a round: the number of a game, and of two players, the lower first."""


@dataclass(frozen=True, slots=True)
class Segment:
    """Pairs of games whose numbers follow each other: in every round the same slots."""

    begin: int
    end: int
    """The number of the first pair, and the one after the last."""
    round: int
    """The round of the first pair, from 0."""
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Size:
    """How large a contest was at some time: so many of its players and games, and openings for each two of them."""

    players: int
    games: int
    pairs: int


@dataclass(frozen=True)
class Contest:
    """Who plays what against whom, how often, and within which limits."""

    players: tuple[str, ...]
    games: tuple[Game, ...]
    pairs: int
    """How often each two players meet in each game, twice each time: once with each colour."""
    format: Format = "round-robin"
    control: Control = field(default_factory=Control)
    plies: int = 4
    """Random plies of an opening."""
    seed: int = 0
    sprt: tuple[float, float] | None = None
    """Stop as soon as it is clear which of two differences in Elo is nearer to the truth. Two players only."""
    names: tuple[str, ...] = field(default=(), compare=False)
    """What the players are called in tables and records, each differently; made from `players` if not given."""
    own: Mapping[int, Player] = field(default_factory=dict, compare=False)
    """Players that are objects of this process, by number: of them `players` holds only what they are called."""
    controls: tuple[Control | None, ...] = ()
    """Limits of a player's own in place of those of the contest, for each player; empty if nobody has any."""
    lines: tuple[tuple[str, ...], ...] = ()
    """Openings of each game in place of random ones, as moves: `a2a3 b4b3`. They are taken in turn; a game without any
    has random ones."""
    sizes: tuple[Size, ...] = field(default=(), compare=False)
    """What the contest was before it was made larger, the smallest first."""
    without: frozenset[int] = field(default=frozenset(), compare=False)
    """Players that were taken out, by number: their games are neither played nor counted."""

    def __post_init__(self) -> None:
        if not self.names:
            object.__setattr__(self, "names", distinct(map(_called, self.players), self.players))

    def control_of(self, player: int) -> Control:
        """The limits of a player, by number."""
        own = self.controls[player] if self.controls else None
        return own or self.control

    @property
    def active(self) -> list[int]:
        """The players that take part, by number."""
        return [number for number in range(len(self.players)) if number not in self.without]

    def _pairings(self, players: int) -> list[tuple[int, int]]:
        found = combinations(range(players), 2)
        return [p for p in found if p[0] == 0] if self.format == "gauntlet" else list(found)

    @cached_property
    def pairings(self) -> list[tuple[int, int]]:
        """Who meets whom. In a gauntlet, the first meets all others."""
        pairings = self._pairings(len(self.players))
        return [pair for pair in pairings if not self.without.intersection(pair)]

    @cached_property
    def segments(self) -> list[Segment]:
        """What is played, in the order of numbers."""
        found: list[Segment] = []
        before, at, played = Size(0, 0, 0), 0, set[Slot]()
        for size in (*self.sizes, Size(len(self.players), len(self.games), self.pairs)):
            pairings = self._pairings(size.players)
            slots = tuple((game, *pairing) for game in range(size.games) for pairing in pairings)
            new = tuple(slot for slot in slots if slot not in played)
            rounds = (0, before.pairs, new), (before.pairs, size.pairs, slots)
            for first, last, each in rounds:
                if each and first < last:
                    found.append(Segment(at, at + (last - first) * len(each), first, each))
                    at = found[-1].end
            before, played = size, set(slots)
        return found

    def __len__(self) -> int:
        return 2 * self.pairs * len(self.games) * len(self.pairings)

    def _place(self, number: int) -> tuple[int, Slot]:
        """The round and the slot of the game with a number."""
        pair = number // 2
        for segment in self.segments:
            if pair < segment.end:
                rounds, at = divmod(pair - segment.begin, len(segment.slots))
                return segment.round + rounds, segment.slots[at]
        raise ValueError(f"the contest has no game {number + 1}")

    def seats(self, number: int) -> tuple[int, int, int]:
        """The game, white and black of the game with a number."""
        _, (game, first, second) = self._place(number)
        return (game, second, first) if number % 2 else (game, first, second)

    def counts(self, number: int) -> bool:
        """Whether the game with a number is one between players that take part."""
        return not self.without or self.without.isdisjoint(self.seats(number)[1:])

    def round(self, number: int) -> int:
        """The round of the game with a number, from 0: in a round everybody plays one opening of each game."""
        return self._place(number)[0]

    def tasks(self, done: Iterable[int] = ()) -> Iterator[Task]:
        """All games in order, but those that are done."""
        left = sorted(set(range(2 * self.segments[-1].end)) - set(done))
        openings = [Openings(game, self.plies, self.seed) for game in self.games]
        for number in left:
            if not self.counts(number):
                continue
            game, white, black = self.seats(number)
            lines = self.lines[game] if self.lines else ()
            opening = (
                tuple(lines[self.round(number) % len(lines)].split())
                if lines
                else tuple(map(str, openings[game][self.round(number)]))
            )
            digest = hashlib.sha256(f"{self.seed} {number}".encode()).digest()
            seed = int.from_bytes(digest[:4], "big") >> 1
            yield Task(number, game, white, black, opening, seed)

    @property
    def settings(self) -> dict[str, Any]:
        """All that has an influence on the results, as plain values."""
        own = [None if control is None else asdict(control) for control in self.controls]
        return {
            "players": list(self.players),
            "games": [{"name": game.name, "rules": game.rules_hash} for game in self.games],
            "pairs": self.pairs,
            "format": self.format,
            "control": asdict(self.control),
            "plies": self.plies,
            "seed": self.seed,
            "sprt": None if self.sprt is None else list(self.sprt),
            **({"controls": own} if any(own) else {}),
            **({"lines": [list(lines) for lines in self.lines]} if any(self.lines) else {}),
        }

    @property
    def fingerprint(self) -> str:
        """What tells one contest from another: equal for equal settings."""
        return fingerprint(self.settings)

    def verified(self) -> Contest:
        """The contest with the names that its engines give themselves.

        What is wrong with a player shows here, before the first game, as a SpecError: engines are started and get
        every game, our own players make a move.
        """
        names = list(self.names)
        specs = {n: parse(text) for n, text in enumerate(self.players) if n not in self.own}
        called = Counter(spec.name for spec in specs.values() if spec.name is not None)
        for name in [name for name, count in called.items() if count > 1]:
            raise SpecError(f"two players are called `{name}`; give one another name")
        for number, spec in specs.items():
            player = spec.make()
            try:
                for game in self.games:
                    player.new_game(game.start)
                    if not spec.kind.lasting and game.start.outcome is None:
                        player.choose(game.start, Limits(time=0.01, nodes=1, depth=1))
            except PlayerFailure as failure:
                raise SpecError(f"`{spec.text}` cannot play: it {failure.detail}") from None
            except Exception as problem:
                raise SpecError(f"`{spec.text}`: {problem}") from None
            finally:
                player.close()
            if spec.kind.lasting and spec.name is None:
                names[number] = getattr(player, "name", None) or names[number]
        given = {number for number, spec in specs.items() if spec.name is not None}
        return replace(self, names=distinct(names, self.players, given))


def short_books(contest: Contest) -> list[str]:
    """A sentence for each game whose given openings are fewer than are played."""
    return [
        f"{game.name.strip()}: {contest.pairs} openings are played and {len(lines)}"
        f" {'is' if len(lines) == 1 else 'are'} given, so they come again."
        for game, lines in zip(contest.games, contest.lines, strict=False)
        if 0 < len(lines) < contest.pairs
    ]


def _called(text: str) -> str:
    """What a player is called that has not been started yet."""
    try:
        return parse(text).name or text
    except SpecError:  # an object of some process, or a player of another version
        return text


def distinct(
    wanted: Iterable[str], specs: Sequence[str], given: Collection[int] = ()
) -> tuple[str, ...]:
    """Names of players, made different: those that several have give way to how the players are written.

    The names of the players with the numbers in `given` were chosen by somebody, and stay.
    """
    names = list(wanted)
    chosen = [
        spec if names.count(name) > 1 and number not in given else name
        for number, (name, spec) in enumerate(zip(names, specs, strict=True))
    ]
    found: list[str] = []
    for name in chosen:
        number, made = 1, name
        while made in found or (number > 1 and made in chosen):
            number += 1
            made = f"{name} ({number})"
        found.append(made)
    return tuple(found)
