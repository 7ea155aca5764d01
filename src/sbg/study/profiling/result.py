"""`Profile` and its parts: what was measured of a game, readable and writable as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from sbg.base.errors import SbgError, mistyped, shown
from sbg.study.profiling.measure import Measure

VERSION = 2
"""Of the definitions of all measures: profiles of different versions are not comparable."""

FITNESS = ("balance", "decisiveness", "depth", "duration", "killer_moves", "use")
"""The measures of which `Profile.fitness` is made; `legibility` is added where it is asked for."""

_FLOOR = 0.01


class ProfileError(SbgError):
    """A text that is not a profile, or two profiles that cannot be compared."""


@dataclass(frozen=True, slots=True)
class Strength:
    """Self-play at one strength: `nodes` a move (0: random moves)."""

    nodes: int
    games: int
    white: Measure
    """Share of the points that White got."""
    draws: Measure
    plies: Measure
    opening: int = 2
    """Random plies before the first move of a player."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A match of a player with more nodes a move against one with fewer (0: random moves)."""

    strong: int
    weak: int
    games: int
    score: Measure


@dataclass(frozen=True, slots=True)
class PieceUse:
    """How a kind of piece is used in self-play; shares are of all moves, captures and last moves of games."""

    letter: str
    name: str | None
    moves: float
    captures: float
    finishes: float
    games: Measure
    """Share of the games in which one was moved."""
    words: int
    """Words of English that its rule takes."""
    movable: bool
    """Whether it has a rule at all."""
    restricted: Measure | None = None
    """Deep: the score of a player who may not move this piece; ½ is dead weight, 0 all-important."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof that was found: who wins the initial position ("draw": nobody)."""

    value: str
    plies: int | None
    nodes: int
    by: str
    """What found it: `search` or `proof-number search`."""


@dataclass(frozen=True)
class Profile:
    """A measured game. Equal games, seeds and budgets have equal profiles."""

    name: str
    rules: str
    """The `rules_hash` of the game."""
    width: int
    height: int
    seed: int
    budget: str
    stage: int
    """The last stage that was finished: 0 rules, 1 random play, 2 self-play, 3 ladder, 4 deep."""
    rejected: str | None
    """Why the game is not worth measuring further, as a sentence; None if every gate was passed."""
    rejected_at: int | None
    """The stage at which that was found."""
    measures: Mapping[str, Measure]
    strengths: tuple[Strength, ...] = ()
    ladder: tuple[Rung, ...] = ()
    pieces: tuple[PieceUse, ...] = ()
    endings: Mapping[str, float] = field(default_factory=dict)
    """Shares of the games of self-play by how they ended: count, goal, no-moves, turn-limit."""
    proof: Proof | None = None
    warnings: tuple[str, ...] = ()
    """Codes of the warnings of `sbg check`."""
    tension: tuple[float, ...] = ()
    """How open games are from their begin to their end, in ten parts: 1 nobody is ahead, 0 all is decided."""
    notes: tuple[str, ...] = ()
    """What was measured otherwise than usual, as sentences."""
    version: int = VERSION

    @property
    def fitness(self) -> float:
        """The harmonic mean of `FITNESS` and legibility, each by a standard error lower; 0 for a rejected game."""
        return self._mean((*FITNESS, "legibility"))

    @property
    def fitness_of_play(self) -> float:
        """The same without legibility: by play alone."""
        return self._mean(FITNESS)

    def _mean(self, names: tuple[str, ...]) -> float:
        if self.rejected is not None or not all(name in self.measures for name in names):
            return 0.0
        lows = [max(self.measures[name].cautious, _FLOOR) for name in names]
        return round(len(lows) / sum(1 / low for low in lows), 6)

    @property
    def trivial(self) -> bool:
        """Whether a proof was found of who wins."""
        return self.proof is not None

    def data(self) -> dict[str, Any]:
        """As a value for JSON, with the fitness, which follows from the rest."""
        return asdict(self) | {"fitness": self.fitness, "fitness_of_play": self.fitness_of_play}

    def to_json(self) -> str:
        """One line of JSON."""
        return json.dumps(self.data(), separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Profile:
        """What `to_json` wrote; ProfileError if it is anything else."""
        if not isinstance(text, str):
            raise mistyped("Profile.from_json", "text", text)
        try:
            data = json.loads(text)
            if not isinstance(data, dict):
                raise ProfileError("this is not a profile")
            return _read(data)
        except KeyError as error:
            raise ProfileError(f"this is not a profile: there is no {error}") from None
        except (ValueError, TypeError, AttributeError, RecursionError):
            raise ProfileError("this is not a profile") from None


_PLAIN = {str: ("name", "rules", "budget"), int: ("width", "height", "seed", "stage")}
"""Values of a profile that are what they seem to be."""


def _read(data: dict[str, Any]) -> Profile:
    if data["version"] != VERSION:
        raise ProfileError(
            f"this is a profile of version {shown(data['version'])}; this program makes version {VERSION}"
        )
    for kind, names in _PLAIN.items():
        if not all(type(data[name]) is kind for name in names):
            raise ValueError("a value has the wrong type")
    made = {name: value for name, value in data.items() if not name.startswith("fitness")}
    made["measures"] = {name: _measure(value) for name, value in data["measures"].items()}
    made["strengths"] = tuple(
        Strength(**{**one, **_measures(one, "white", "draws", "plies")})
        for one in data["strengths"]
    )
    made["ladder"] = tuple(Rung(**{**one, **_measures(one, "score")}) for one in data["ladder"])
    made["pieces"] = tuple(_piece(one) for one in data["pieces"])
    made["proof"] = None if data["proof"] is None else Proof(**data["proof"])
    for name in ("warnings", "tension", "notes"):
        made[name] = tuple(data[name])
    return Profile(**made)


def _piece(data: dict[str, Any]) -> PieceUse:
    restricted = None if data["restricted"] is None else _measure(data["restricted"])
    return PieceUse(**{**data, **_measures(data, "games"), "restricted": restricted})


def _measures(data: dict[str, Any], *names: str) -> dict[str, Measure]:
    return {name: _measure(data[name]) for name in names}


def _measure(data: dict[str, Any]) -> Measure:
    return Measure.of(*(float(data[name]) for name in ("value", "low", "high")))
