"""What `sbg match` and `sbg tournament` share: options in; a contest played, shown and reported on out."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from sbg.cli import inputs, terminal
from sbg.cli.terminal import Misuse, note
from sbg.contests.control import Control, ControlError
from sbg.contests.plan import Contest, Format
from sbg.contests.store import Store, StoreError
from sbg.players import SpecError, parse

if TYPE_CHECKING:
    from sbg.contests.pool import Pool, Unplayed
    from sbg.contests.standings import Standings

_INTERRUPTED = 130
_MOST_GAMES = 10_000_000


@Parameter(name="*")
@dataclass(frozen=True)
class Options:
    """The options that both commands have."""

    games: Annotated[
        inputs.WholeNumber,
        Parameter(metavar="N", help="Games of each two players, of each GAME (100)."),
    ] = 100
    move_time: Annotated[float | None, Parameter(metavar="S", help="Seconds for a move.")] = None
    clock: Annotated[
        str | None,
        Parameter(metavar="S[+S]", help="Seconds for a game, and those added with each move."),
    ] = None
    nodes: Annotated[
        inputs.WholeNumber | None,
        Parameter(metavar="N", help="Positions searched for a move."),
    ] = None
    depth: Annotated[
        inputs.WholeNumber | None, Parameter(metavar="N", help="Half-moves to look ahead.")
    ] = None
    margin: Annotated[
        float, Parameter(metavar="S", help="Seconds by which a move may be late (0.1).")
    ] = 0.1
    opening: Annotated[
        inputs.WholeNumber,
        Parameter(metavar="N", help="Random half-moves before the players begin (4)."),
    ] = 4
    seed: Annotated[
        inputs.WholeNumber,
        Parameter(metavar="N", help="Chooses the openings and all random numbers (0)."),
    ] = 0
    jobs: Annotated[
        inputs.WholeNumber, Parameter(metavar="N", help="How many games at a time (1).")
    ] = 1
    ray: Annotated[
        str | None,
        Parameter(metavar="ADDRESS", help="Play on a Ray cluster instead of here (or auto)."),
    ] = None
    results: Annotated[
        str | None,
        Parameter(metavar="FILE", help="Keeps the results (named after the settings)."),
    ] = None
    records: Annotated[
        str | None, Parameter(metavar="FOLDER", help="Write a record of every game.")
    ] = None
    plot: Annotated[
        str | None, Parameter(metavar="FILE", help="Draw the ratings, as PNG or SVG.")
    ] = None
    json: Annotated[bool, Parameter(help="Write JSON.")] = False


def make(
    players: list[str],
    games: list[str],
    options: Options,
    format: Format = "round-robin",
    sprt: tuple[float, float] | None = None,
) -> Contest:
    """The contest that the words of a command line ask for; Misuse says what is wrong with them."""
    if not 0 < options.games <= _MOST_GAMES or options.games % 2:
        raise Misuse(
            f"--games is an even number from 2 up, not {options.games}",
            "every opening is played twice, with colours swapped",
        )
    if not 0 <= options.opening <= 1000:
        raise Misuse(f"--opening is a number from 0 to 1000, not {options.opening}")
    if not 1 <= options.jobs <= 1024:
        raise Misuse(f"--jobs is a number from 1 to 1024, not {options.jobs}")
    if sprt is not None and not sprt[0] < sprt[1]:
        raise Misuse(
            f"--sprt takes two differences in Elo, the lower first, not {sprt[0]:g} {sprt[1]:g}"
        )
    try:
        control = Control.read(
            options.move_time, options.clock, options.nodes, options.depth, options.margin
        )
    except ControlError as problem:
        raise Misuse(str(problem)) from None
    loaded = [inputs.load_game(game) for game in games]
    for number, game in enumerate(loaded):
        if game in loaded[:number]:
            raise Misuse(f"--game {games[number]} is given twice")
    contest = Contest(
        tuple(parse_player(player) for player in players),
        tuple(loaded),
        options.games // 2,
        format,
        control,
        options.opening,
        options.seed,
        sprt,
    )
    try:
        if options.ray is None:  # on a cluster, the players need not be able to run here
            contest.verify()
    except SpecError as problem:
        raise Misuse(str(problem)) from None
    return contest


def parse_player(text: str) -> str:
    """A player as it is written, without the spaces around it; Misuse if there is none like it."""
    from sbg.players import PLAYERS

    try:
        return parse(text).text
    except SpecError as problem:
        raise Misuse(str(problem), f"players are {', '.join(PLAYERS)}") from None


def play(contest: Contest, options: Options) -> int:
    """Play a contest, or what is left of it, and report on it; the exit code."""
    from sbg.contests.plot import PlotError, plot, require
    from sbg.contests.standings import Standings

    picture = None if options.plot is None else Path(options.plot)
    try:
        if picture is not None:
            require(picture)
        path = Path(options.results or f"contest-{contest.fingerprint[:12]}.sqlite")
        with Store.open(path, contest) as store:
            standings = Standings(contest, store.results())
            if standings.played:
                note(f"{standings.played} of {len(contest)} games are in {path} already.")
            code, unplayed = _play(contest, store, standings, options)
        for game in unplayed[:5]:
            terminal.error(f"game {game.id + 1} could not be played: {game.reason}")
        if code == 0 and picture is not None:
            plot(standings, picture)
    except (StoreError, PlotError) as problem:
        raise Misuse(str(problem)) from None
    except OSError as problem:
        where = problem.filename or options.records or options.plot or ""
        raise inputs.unreadable(str(where), problem) from None
    if code == 0:
        _report(standings, options, path)
        code = 1 if unplayed else 0
    return code


def _play(
    contest: Contest, store: Store, standings: Standings, options: Options
) -> tuple[int, list[Unplayed]]:
    """Play with everything that goes with it; the exit code and the games that could not be played."""
    from sbg.cli.contest_view import View
    from sbg.contests.referee import GameResult
    from sbg.contests.run import run, write_records

    folder = None if options.records is None else Path(options.records)
    if folder is not None:
        write_records(contest, store.results(), folder)
    if standings.is_over():
        return 0, []
    pool = _pool(contest, options)
    try:
        with View(standings) as view:

            def ended(result: GameResult) -> None:
                if folder is not None:
                    write_records(contest, [result], folder)
                view.update()

            unplayed = run(contest, store, pool, standings, ended)
        return 0, unplayed
    except KeyboardInterrupt:
        note(
            f"\nInterrupted. {len(store)} of {len(contest)} games are in {store.path}; "
            "the same command goes on."
        )
        return _INTERRUPTED, []
    except StoreError as problem:
        raise Misuse(
            str(problem),
            f"the {standings.played} games so far are kept; make room, and the same command goes on",
        ) from None
    finally:
        pool.close()


def _pool(contest: Contest, options: Options) -> Pool:
    from sbg.contests.pool import LocalPool

    if options.ray is None:
        return LocalPool(contest, options.jobs)
    from sbg.contests import worker
    from sbg.contests.cluster import ClusterError, RayPool

    try:
        return RayPool(worker.pack(contest), options.ray)
    except ClusterError as problem:
        raise Misuse(str(problem)) from None


def _report(standings: Standings, options: Options, path: Path) -> None:
    if options.json:
        terminal.out_json(standings.json() | {"file": os.fspath(path)})
        return
    from sbg.cli.contest_view import report

    report(standings, terminal.console(sys.stdout))
    note(f"The results are in {path}.")
