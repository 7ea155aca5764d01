"""Contests from Python: matches and tournaments among players of any kind, played in this process, and read back."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from sbg import bounds, pipeline
from sbg.contests.control import Control
from sbg.contests.openings import checked_lines
from sbg.contests.plan import Contest, Format, Task, distinct
from sbg.contests.referee import GameResult
from sbg.contests.run import Games, run
from sbg.contests.standings import Standings
from sbg.contests.store import (
    contest_in,
    contest_of,
    forget_failures,
    open_results,
    read_results,
)
from sbg.contests.table import PlayedGame, played_game
from sbg.engine import Game
from sbg.errors import SbgError, mistyped
from sbg.jobs.here import HerePool
from sbg.jobs.local import LocalPool
from sbg.jobs.store import StoreError
from sbg.jobs.work import Pool
from sbg.players import Limits, Player, parse
from sbg.players.budget import whole
from sbg.players.own import Own, OwnPlayer

__all__ = ["ContestError", "match", "read_contest", "tournament"]

AnyPlayer: TypeAlias = str | Own
AnyGame: TypeAlias = str | os.PathLike[str] | Game
AnyPath: TypeAlias = str | os.PathLike[str]
AnyOpenings: TypeAlias = Sequence[str] | Mapping[str, Sequence[str]]

_MOST_ROUNDS = 5_000_000
_MOST_OPENING = 1000
_MOST_PLAYERS = 1000
_MOST_JOBS = 1024


class ContestError(SbgError, RuntimeError):
    """A game that could not be played, through no fault of a player; all others are played and kept."""


def match(
    players: Sequence[AnyPlayer],
    games: AnyGame | Sequence[AnyGame],
    *,
    rounds: int = 50,
    move_time: float | None = None,
    clock: float | str | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    margin: float = 0.1,
    opening: int = 4,
    openings: AnyOpenings | None = None,
    seed: int = 0,
    sprt: tuple[float, float] | None = None,
    jobs: int = 1,
    file: AnyPath | None = None,
    again: Sequence[str] = (),
    on_game: Callable[[PlayedGame], object] | None = None,
) -> Standings:
    """Have two players play a match, and return the standings.

    A player is text such as `"alphabeta:level=5"` or `"uci:COMMAND"`, or an object with `choose(position)`. `games` are
    bundled names, paths or Games. In each of the `rounds` (`--rounds` of the command, whose `--games` counts twice as
    many) an opening of `opening` random plies is played twice in every game, with colours swapped. `openings` are lines
    such as `"c2c3 b4c3"` to be played in turn instead: a list for one game, or lists by the names of games.

    `move_time` is seconds for a move, `clock` seconds for a game (`"60+0.5"` with an increment), `nodes` and `depth`
    limit a search; a move that is late by more than `margin` seconds loses. `sprt` takes two differences in Elo, and
    ends the match when it is clear which is nearer to the truth.

    With a `file`, every game is kept there as it ends, and the same call, or one with more `rounds`, goes on where it
    stopped; what a player named in `again` lost by failing is played once more. `on_game` is called with each game.
    `jobs` games are played at a time, in processes of their own; objects play in this process, one after the other.
    """
    limits = move_time, clock, nodes, depth, margin
    made = _contest("match", players, games, rounds, "round-robin", limits, opening, openings, seed)
    if len(made.players) != 2:
        raise ValueError(f"a match has two players, not {len(made.players)}; see sbg.tournament")
    if sprt is not None:
        made = replace(made, sprt=_sprt(sprt))
    return _play("match", made, jobs, file, on_game, again=again)


def tournament(
    players: Sequence[AnyPlayer],
    games: AnyGame | Sequence[AnyGame],
    *,
    rounds: int = 50,
    gauntlet: bool = False,
    move_time: float | None = None,
    clock: float | str | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    margin: float = 0.1,
    opening: int = 4,
    openings: AnyOpenings | None = None,
    seed: int = 0,
    jobs: int = 1,
    file: AnyPath | None = None,
    without: Sequence[str] = (),
    again: Sequence[str] = (),
    on_game: Callable[[PlayedGame], object] | None = None,
) -> Standings:
    """Have every two of the players meet, or in a `gauntlet` the first all others, and return the standings.

    The arguments are those of `match`. A player is known by the name; one named in `without` is taken out of the
    contest in the `file`.
    """
    if not isinstance(gauntlet, bool):
        raise mistyped("tournament", "True or False as gauntlet", gauntlet)
    limits = move_time, clock, nodes, depth, margin
    format: Format = "gauntlet" if gauntlet else "round-robin"
    made = _contest("tournament", players, games, rounds, format, limits, opening, openings, seed)
    return _play("tournament", made, jobs, file, on_game, without, again)


def read_contest(path: AnyPath) -> Standings:
    """The standings and games in a file that `match`, `tournament` or the commands wrote, also while they are playing.

    StoreError if it is none.
    """
    with read_results(_path("read_contest", path)) as results:
        return Standings(contest_of(results, pipeline.parse), results.results(), keep=True)


# -- from arguments to a contest

_Limits: TypeAlias = tuple[
    float | None, float | str | None, int | None, int | None, float
]  # move_time, clock, nodes, depth, margin


def _contest(
    function: str,
    players: Sequence[AnyPlayer],
    games: AnyGame | Sequence[AnyGame],
    rounds: int,
    format: Format,
    limits: _Limits,
    opening: int,
    openings: AnyOpenings | None,
    seed: int,
) -> Contest:
    """The contest that the arguments ask for; TypeError or ValueError says what is wrong with them."""
    whole(rounds, "rounds", 1, _MOST_ROUNDS)
    whole(opening, "opening", 0, _MOST_OPENING)
    whole(seed, "seed", 0, bounds.MAX_SEED)
    specs, names, own = _players(function, players)
    loaded = _games(function, games)
    contest = Contest(
        specs,
        loaded,
        int(rounds),
        format,
        _control(function, *limits),
        int(opening),
        int(seed),
        None,
        names,
        own,
        lines=_lines(function, openings, loaded, games),
    )
    return contest.verified()


def _players(
    function: str, players: Sequence[AnyPlayer]
) -> tuple[tuple[str, ...], tuple[str, ...], dict[int, Player]]:
    """How the players are written, what they are called, and those that are objects."""
    if isinstance(players, str | bytes) or not isinstance(players, Sequence):
        raise mistyped(function, "a list of players", players)
    if not 2 <= len(players) <= _MOST_PLAYERS:
        raise ValueError(f"a {function} has from 2 to {_MOST_PLAYERS} players, not {len(players)}")
    specs: list[str] = []
    names: list[str] = []
    own: dict[int, Player] = {}
    for number, player in enumerate(players):
        if isinstance(player, str):
            spec = parse(player)
            names.append(spec.name or spec.text)
            specs.append(spec.text)
        else:
            made = own[number] = OwnPlayer(player)
            names.append(made.name)
            specs.append(f"python:{made.name}")
    return tuple(specs), distinct(names, names), own


def _games(function: str, games: AnyGame | Sequence[AnyGame]) -> tuple[Game, ...]:
    listed = [games] if isinstance(games, str | os.PathLike | Game) else games
    if not isinstance(listed, list | tuple):
        raise mistyped(function, "a game or a list of games", games)
    loaded = [one if isinstance(one, Game) else pipeline.load(one) for one in listed]
    if not loaded:
        raise ValueError(f"a {function} needs a game")
    for number, game in enumerate(loaded):
        if game in loaded[:number]:
            raise ValueError(f"the game `{game.name.strip()}` is given twice")
    return tuple(loaded)


def _lines(
    function: str,
    openings: AnyOpenings | None,
    loaded: Sequence[Game],
    games: AnyGame | Sequence[AnyGame],
) -> tuple[tuple[str, ...], ...]:
    """The openings of each game; they are named as the games were given, or as the games call themselves."""
    if openings is None:
        return ()
    if not isinstance(openings, Mapping):
        if len(loaded) != 1:
            raise ValueError("openings of several games are given by their names: {'gardner': […]}")
        openings = {loaded[0].name.strip(): openings}
    given = [games] if isinstance(games, str | os.PathLike | Game) else games
    names = [
        {game.name.strip(), *([os.fspath(one)] if isinstance(one, str | os.PathLike) else [])}
        for game, one in zip(loaded, given, strict=True)
    ]
    found: list[tuple[str, ...]] = [()] * len(loaded)
    for name, lines in openings.items():
        number = next((n for n, those in enumerate(names) if name in those), None)
        if number is None:
            raise ValueError(f"openings: {name!r:.50} is none of the games")
        if not isinstance(lines, list | tuple) or not all(isinstance(one, str) for one in lines):
            raise mistyped(function, "lists of lines such as 'c2c3 b4c3' as openings", lines)
        found[number] = checked_lines(loaded[number], lines)
    return tuple(found)


def _control(
    function: str,
    move_time: float | None,
    clock: float | str | None,
    nodes: int | None,
    depth: int | None,
    margin: float,
) -> Control:
    text = None
    if isinstance(clock, str):
        text, clock = clock, None
    Limits(move_time, clock, nodes=nodes, depth=depth, margin=margin)  # names what is none
    if margin is None:
        raise mistyped(function, "a number as margin", margin)
    if text is not None:
        return Control.read(move_time, text, nodes, depth, margin)
    return Control(move_time, clock, 0.0, nodes, depth, margin)


def _sprt(sprt: tuple[float, float]) -> tuple[float, float]:
    if not isinstance(sprt, Sequence) or len(sprt) != 2:
        raise mistyped("match", "two differences in Elo as sprt", sprt)
    low, high = sprt
    for value in (low, high):
        Limits(clock=value)  # any finite number will do
    if not low < high:
        raise ValueError(
            f"sprt takes two differences in Elo, the lower first, not {low:g}, {high:g}"
        )
    return float(low), float(high)


def _path(function: str, file: AnyPath) -> Path:
    if not isinstance(file, str | os.PathLike):
        raise mistyped(function, "the path of a file", file)
    path = Path(file)
    try:
        os.fsencode(path)
    except UnicodeError:
        raise StoreError(f"{os.fspath(path)!a} is not the name of a file") from None
    return path


# -- playing


def _play(
    function: str,
    contest: Contest,
    jobs: int,
    file: AnyPath | None,
    on_game: Callable[[PlayedGame], object] | None,
    without: Sequence[str] = (),
    again: Sequence[str] = (),
) -> Standings:
    for named in (without, again):
        if isinstance(named, str) or not all(isinstance(name, str) for name in named):
            raise mistyped(function, "lists of names as without and again", named)
    if file is None and (without or again):
        raise ValueError("without and again change the contest in a file: give `file`")
    if on_game is not None and not callable(on_game):
        raise mistyped(function, "a function as on_game", on_game)
    whole(jobs, "jobs", 1, _MOST_JOBS)
    if jobs > 1 and contest.own:
        raise ValueError("jobs is for players that are text: objects play one game at a time")

    def ended(result: GameResult) -> None:
        if on_game is not None:
            on_game(played_game(contest, result))

    results = None if file is None else open_results(_path(function, file), contest, without)
    with nullcontext() if results is None else results:  # an empty file is false
        if results is not None:
            contest = contest_in(results, contest)
            forget_failures(results, contest, again)
        kept = () if results is None else results.results()
        standings = Standings(contest, kept, keep=True)
        work = Games(contest)
        pool: Pool[Task, GameResult] = HerePool(work) if jobs == 1 else LocalPool(work, int(jobs))
        try:
            unplayed = run(contest, results, pool, standings, ended)
        finally:
            pool.close()
    if unplayed:
        first = unplayed[0]
        raise ContestError(f"game {first.number + 1} could not be played: {first.reason}")
    return standings
