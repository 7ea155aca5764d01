"""The table of players, and how one is written: `random`, `alphabeta:depth=6`, `uci:COMMAND`.

A player is a kind, or `kind:key=value,key=value`; what follows `uci:` is a command line, what follows `python:`
a function and its arguments. The key `name` says what a
player of any kind is called in tables and records. A new player is one entry of `PLAYERS`: every command that takes a
player, the playground and the tests read this table.
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from sbg.base import bounds
from sbg.base.errors import SbgError, mistyped
from sbg.base.numbers import span, whole

if TYPE_CHECKING:
    from sbg.engine.encoding import ActionNames
    from sbg.play.players.interface import Player, Searcher, SearchOptions

Value: TypeAlias = int | float | str | None
Evaluate: TypeAlias = Callable[[Any], tuple[Any, Any]]
"""A function that judges positions, a batch of them at a time: see `sbg.Puct`."""
Strength: TypeAlias = Literal["level", "seconds"]


class SpecError(SbgError, ValueError):
    """A text that names no player; the message says what is wrong with it."""


class UnknownPlayerError(SpecError, LookupError):
    """A name that no player has."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a player: its name, type, default (None: not set) and bounds."""

    name: str
    type: type[int] | type[float] | type[str]
    default: Value = None
    help: str = ""
    least: float | None = None
    most: float | None = None
    also: tuple[str, ...] = ()
    """Other names that are understood."""

    def read(self, text: str) -> Value:
        """The value that a text stands for; SpecError if it stands for none."""
        if self.type is str:
            if not text:
                raise SpecError(f"`{self.name}` has no value")
            return text
        value: int | float
        try:
            value = int(text, 10) if self.type is int else float(text)
        except ValueError:
            value = math.nan
        low = -math.inf if self.least is None else self.least
        high = math.inf if self.most is None else self.most
        if not low <= value <= high or not math.isfinite(value):
            kind = "a whole number" if self.type is int else "a number"
            allowed = f"{kind} {span(self.least, self.most)}".rstrip()
            raise SpecError(f"`{self.name}` is {allowed}, not `{text}`")
        return value


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of player: what it is called, what it does, its options, and the code that makes it.

    `make` is `module:name`, imported when a player of the kind is asked for and called with all options by keyword;
    where `rest` is set, it is called with the rest of the text by that keyword instead.
    """

    name: str
    help: str
    make: str
    options: tuple[Option, ...] = ()
    title: str = ""
    """What the playground calls it."""
    rest: str | None = None
    searcher: str | None = None
    """A `module:name` that is called with a `SearchOptions`, if the player can report on its search."""
    strength: Strength | None = None
    """How its strength is chosen where there is one choice only: by a level, or by seconds for a move. One that has
    neither moves at once."""
    offered: bool = False
    """Whether strangers may ask for it over the web: it reads no file and starts no program."""
    guided: str | None = None
    """A `module:name` that makes such a player with a function that judges positions, if it can use one: it is called
    with the function, how it numbers moves, and the options that were given."""
    lasting: bool = False
    """Whether a contest keeps the player between games, because it takes long to start."""

    def option(self, name: str) -> Option | None:
        """The option of a name."""
        named = (one for one in self.options if name == one.name or name in one.also)
        return next(named, None)

    def make_searcher(self, options: SearchOptions) -> Searcher:
        """A player of this kind as a searcher; ValueError if the options do not suit it."""
        from sbg.play.players.background import PlayerSearcher

        if self.searcher is not None:
            return cast("Searcher", resolve(self.searcher)(options))
        return PlayerSearcher(Spec(self, {}, self.name).make(options.seed))


@dataclass(frozen=True, slots=True)
class Level:
    """How strong to play: positions to visit, plies to look ahead, and an error in every judgement."""

    nodes: int
    depth: int | None = None
    noise: int = 0
    """In hundredths of a plain piece."""


LEVELS = {
    1: Level(200, 1, 400),
    2: Level(500, 1, 150),
    3: Level(1_000, 2, 100),
    4: Level(3_000, 3, 50),
    5: Level(10_000, 4, 25),
    6: Level(30_000, None, 10),
    7: Level(100_000),
    8: Level(400_000),
    9: Level(2_000_000),
}
DEFAULT_LEVEL = 5
"""The opponent of a human who did not choose."""

# -- the table

_SEED = Option(
    "seed", int, None, "the same seed plays the same; without one never twice", 0, bounds.MAX_SEED
)
_TIME = Option("time", float, None, "seconds for a move", bounds.MIN_SECONDS, bounds.MAX_SECONDS)
_PLAYOUTS = Option(
    "playouts", int, None, "random games for a move (also `nodes`)", 1, bounds.MAX_NODES, ("nodes",)
)
_THREADS = Option("threads", int, 1, "processor cores to use", 1, bounds.MAX_THREADS)
_WEIGHTS = Option(
    "weights",
    str,
    None,
    "a file that `sbg tune` wrote, or none; else those of the package, if it has some for the game",
)


_NAME = Option("name", str, None, "what the player is called in tables and records")
"""An option of every player."""

_VALUE = r"(?:'[^']*'|\"[^\"]*\"|[^\s'\"])*"
_NAME_WORD = re.compile(
    rf"(?P<before>(?:[A-Za-z][\w-]*={_VALUE}\s+)*?)name=(?P<name>{_VALUE})(?:\s+|$)"
)


def _hash(default: int, help: str) -> Option:
    return Option("hash", int, default, help, 1, bounds.MAX_HASH_MEGABYTES)


_KINDS = (
    Kind(
        "alphabeta",
        "looks ahead move by move and remembers what it has seen: the strongest in most games",
        "sbg.play.players.alphabeta:AlphaBetaPlayer",
        (
            Option("depth", int, None, "plies to look ahead", 1, bounds.MAX_DEPTH),
            Option("nodes", int, None, "positions to visit for a move", 1, bounds.MAX_NODES),
            _TIME,
            Option("level", int, None, "1 (weak) to 9 (strong)", min(LEVELS), max(LEVELS)),
            _THREADS,
            _hash(32, "megabytes to remember positions in"),
            _WEIGHTS,
            Option(
                "tables",
                str,
                None,
                "a table that `sbg solve` wrote, a folder of them, or none (that beside the game's file)",
            ),
            _SEED,
        ),
        title="Computer",
        searcher="sbg.play.players.alphabeta:AlphaBetaSearcher",
        strength="level",
        offered=True,
    ),
    Kind(
        "mcts",
        "random games from a tree that grows where they go well, with proofs of wins and losses",
        "sbg.play.players.montecarlo:MctsPlayer",
        (
            _PLAYOUTS,
            _TIME,
            _THREADS,
            _hash(128, "megabytes for the tree"),
            Option("exploration", float, 0.7, "how much to try what was tried little", 0, 100),
            _SEED,
        ),
        title="Tree search",
        searcher="sbg.play.players.montecarlo:TreeSearcher",
        guided="sbg.play.players.guided:GuidedPlayer",
        strength="seconds",
        offered=True,
    ),
    Kind(
        "montecarlo",
        "plays the same number of random games after each move",
        "sbg.play.players.montecarlo:MonteCarloPlayer",
        (_PLAYOUTS, _TIME, _THREADS, _SEED),
        title="Monte Carlo",
        searcher="sbg.play.players.montecarlo:FlatSearcher",
        strength="seconds",
        offered=True,
    ),
    Kind(
        "greedy",
        "the move after which the board looks best; it does not look further",
        "sbg.play.players.greedy:GreedyPlayer",
        (_WEIGHTS, _SEED),
        title="Greedy",
        offered=True,
    ),
    Kind(
        "random",
        "any legal move, each as likely as the others",
        "sbg.play.players.random:RandomPlayer",
        (_SEED,),
        title="Random",
        offered=True,
    ),
    Kind(
        "uci",
        "an engine in a process of its own that speaks UCI",
        "sbg.play.uci.client:UciPlayer",
        rest="command",
        lasting=True,
    ),
    Kind(
        "python",
        "an object of a Python file: what FILE.py:NAME gives, called with further words",
        "sbg.play.players.python:PythonPlayer",
        rest="factory",
        lasting=True,
    ),
)

PLAYERS: dict[str, Kind] = {kind.name: kind for kind in _KINDS}
"""Kinds of players by name, the strongest first."""


def strongest(options: SearchOptions) -> Searcher:
    """A searcher of the strongest kind, which `sbg uci` speaks for."""
    return _KINDS[0].make_searcher(options)


def offered() -> tuple[str, ...]:
    """The players that strangers may ask for, the strongest first."""
    return tuple(kind.name for kind in PLAYERS.values() if kind.offered)


# -- from a text to a player


@dataclass(frozen=True, slots=True)
class Spec:
    """A player, understood but not made yet: its kind and the options that were given."""

    kind: Kind
    given: Mapping[str, Value]
    text: str
    name: str | None = None
    """What the player is to be called, if that was given: `name=…`."""

    def make(self, seed: int | None = None) -> Player:
        """The player. The seed is for one that has the option and was not given it."""
        values: dict[str, Value] = {}
        if self.kind.rest is None:
            values = {option.name: option.default for option in self.kind.options}
            if "seed" in values and seed is not None:
                values["seed"] = seed
        return self._spelled(resolve(self.kind.make)(**values | dict(self.given)))

    def _spelled(self, made: Any) -> Player:
        """A player, who says how it is written."""
        if hasattr(made, "spec"):
            made.spec = self.text
        return cast("Player", made)

    def guided(self, evaluate: Evaluate, actions: ActionNames = "planes") -> Player:
        """The player with a function that judges positions for it, as `sbg.Puct` asks; SpecError if it takes none."""
        kind = self.kind
        given = {name: value for name, value in self.given.items() if name != "seed"}
        if kind.guided is None:
            able = " or ".join(f"`{name}`" for name, one in PLAYERS.items() if one.guided)
            raise SpecError(f"player `{kind.name}` takes no function that judges; {able} does")
        if "hash" in given:
            raise SpecError(
                f"player `{kind.name}` with a function that judges has no option `hash`"
            )
        return self._spelled(resolve(kind.guided)(evaluate, actions=actions, **given))


def parse(text: str, kinds: Mapping[str, Kind] = PLAYERS) -> Spec:
    """The player that a text such as `alphabeta:depth=6` stands for; SpecError says what is wrong with it."""
    name, colon, rest = text.strip().partition(":")
    kind = kinds.get(name)
    if kind is None:
        raise UnknownPlayerError(f"there is no player `{name}`{_hint(name, kinds)}")
    if kind.rest is not None:
        if not rest.strip():
            raise SpecError(f"`{name}` needs more: `{name}:{kind.rest.upper()}`")
        called, command = _called(rest.strip())
        return Spec(kind, {kind.rest: command}, text.strip(), called)
    if colon and not rest:
        raise SpecError(
            f"`{text.strip()}` ends where an option should be, as in `{name}:key=value`"
        )
    given: dict[str, Value] = {}
    called = None
    for part in rest.split(",") if rest else ():
        key, equals, value = (piece.strip() for piece in part.partition("="))
        option = _NAME if key == _NAME.name else kind.option(key)
        if option is None:
            known = [option.name for option in kind.options]
            listed = f"; it has {', '.join(known)}" if known else "; it has none"
            hint = _hint(key, known) or listed
            raise SpecError(f"player `{name}` has no option `{key}`{hint}")
        if option.name in given or (option is _NAME and called is not None):
            raise SpecError(f"`{key}` is given twice in `{text.strip()}`")
        if not equals:
            raise SpecError(f"`{key}` has no value; write `{name}:{key}=…`")
        if option is _NAME:
            called = str(option.read(value))
        else:
            given[option.name] = option.read(value)
    return Spec(kind, given, text.strip(), called)


def _called(rest: str) -> tuple[str | None, str]:
    """The name that a command line gives among the words `Key=value` before it, and the rest of it."""
    found = _NAME_WORD.match(rest)
    if found is None:
        return None, rest
    name = found["name"].strip("'\"")
    if not name.strip():
        raise SpecError(f"`{_NAME.name}` has no value")
    return name.strip(), found["before"] + rest[found.end() :]


def player(
    text: str,
    seed: int | None = None,
    *,
    evaluate: Evaluate | None = None,
    actions: ActionNames = "planes",
) -> Player:
    """The player of a text such as `mcts:time=0.5,threads=2`; SpecError suggests the nearest if there is none.

    `mcts` takes a function that judges positions instead of random games: `evaluate`, as `sbg.Puct` asks it, which
    numbers moves by these `actions`.
    """
    if not isinstance(text, str):
        raise mistyped("player", "text such as 'alphabeta:level=5'", text)
    if seed is not None:
        whole(seed, "seed")
    spec = parse(text)
    return spec.make(seed) if evaluate is None else spec.guided(evaluate, actions)


def resolve(name: str) -> Any:
    """The thing that `module:name` stands for, its module imported now."""
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)


def _hint(word: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(word.casefold(), list(known), n=1)
    return f"; did you mean `{near[0]}`?" if near else ""
