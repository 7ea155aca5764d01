"""`sbg.match`, `sbg.tournament` and `sbg.read_contest`: contests from Python."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TypeAlias

from sbg import pipeline
from sbg.base.errors import SbgError, mistyped
from sbg.base.jobs.here import HerePool
from sbg.base.jobs.local import LocalPool
from sbg.base.jobs.store import StoreError
from sbg.base.jobs.work import Pool
from sbg.base.numbers import whole
from sbg.engine import Game
from sbg.play.contests.plan import Contest, Task
from sbg.play.contests.referee import GameResult
from sbg.play.contests.run import Games, run
from sbg.play.contests.settings import MOST_JOBS, AnyOpenings, Seat, Settings
from sbg.play.contests.standings import Standings
from sbg.play.contests.store import (
    contest_in,
    forget_failures,
    open_results,
    stored,
)
from sbg.play.contests.table import PlayedGame, played_game
from sbg.play.players import parse
from sbg.play.players.own import Own, OwnPlayer

__all__ = ["ContestError", "match", "read_contest", "tournament"]

AnyPlayer: TypeAlias = str | Own
AnyGame: TypeAlias = str | os.PathLike[str] | Game
AnyPath: TypeAlias = str | os.PathLike[str]


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
    settings = Settings(
        rounds=rounds,
        move_time=move_time,
        clock=clock,
        nodes=nodes,
        depth=depth,
        margin=margin,
        opening=opening,
        openings=openings,
        sprt=sprt,
        seed=seed,
    )
    made = _contest("match", players, games, settings)
    if len(made.players) != 2:
        raise ValueError(f"a match has two players, not {len(made.players)}; see sbg.tournament")
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
    settings = Settings(
        rounds=rounds,
        gauntlet=gauntlet,
        move_time=move_time,
        clock=clock,
        nodes=nodes,
        depth=depth,
        margin=margin,
        opening=opening,
        openings=openings,
        seed=seed,
    )
    made = _contest("tournament", players, games, settings)
    return _play("tournament", made, jobs, file, on_game, without, again)


def read_contest(path: AnyPath) -> Standings:
    """The standings and games in a file that `match`, `tournament` or the commands wrote, also while they are playing.

    StoreError if it is none.
    """
    return Standings(*stored(_path("read_contest", path), pipeline.parse), keep=True)


# -- from arguments to a contest


def _contest(
    function: str,
    players: Sequence[AnyPlayer],
    games: AnyGame | Sequence[AnyGame],
    settings: Settings,
) -> Contest:
    """The contest that the arguments ask for; TypeError or ValueError says what is wrong with them."""
    if isinstance(players, str | bytes) or not isinstance(players, Sequence):
        raise mistyped(function, "a list of players", players)
    listed = [games] if isinstance(games, str | os.PathLike | Game) else games
    if not isinstance(listed, list | tuple):
        raise mistyped(function, "a game or a list of games", games)
    loaded = []
    for one in listed:
        game = one if isinstance(one, Game) else pipeline.load(one)
        loaded.append((game.name.strip() if isinstance(one, Game) else os.fspath(one), game))
    return settings.contest([_seat(player) for player in players], loaded).verified()


def _seat(player: AnyPlayer) -> Seat:
    if isinstance(player, str):
        return Seat(parse(player).text)
    own = OwnPlayer(player)
    return Seat(own.name, own=own)


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
    whole(jobs, "jobs", 1, MOST_JOBS)
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
