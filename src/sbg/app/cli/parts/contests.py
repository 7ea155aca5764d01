"""What `sbg match` and `sbg tournament` share: their options, and playing and reporting a contest."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from sbg.app.cli import completion, inputs, options, outputs, terminal
from sbg.app.cli.state import state_folder
from sbg.app.cli.terminal import Misuse, note
from sbg.base import bounds
from sbg.base.jobs.store import StoreError
from sbg.play.contests.described import ContestFileError, Described, read_described
from sbg.play.contests.growth import mended
from sbg.play.contests.openings import OpeningError, read_lines
from sbg.play.contests.plan import Contest, short_books
from sbg.play.contests.settings import (
    MOST_JOBS,
    MOST_OPENING,
    MOST_ROUNDS,
    Seat,
    Settings,
    rounds_of,
)
from sbg.play.contests.store import (
    Results,
    contest_in,
    forget_failures,
    open_results,
    read_results,
)
from sbg.play.players import SpecError, parse

if TYPE_CHECKING:
    from sbg.base.jobs.work import Failed, Pool
    from sbg.play.contests.plan import Task
    from sbg.play.contests.referee import GameResult
    from sbg.play.contests.standings import Standings

_INTERRUPTED = 130
_OF_A_RUN = (
    "jobs",
    "ray",
    "results",
    "records",
    "log",
    "plot",
    "force",
    "json",
    "without",
    "again",
)
"""Options that are no part of a contest, and may be given beside its file."""
_SETTINGS = ("move_time", "clock", "nodes", "depth", "margin", "opening", "sprt", "seed")
"""Options that are settings as they are."""


@Parameter(name="*")
@dataclass(frozen=True)
class Options:
    """The options that both commands have."""

    game: Annotated[
        list[str],
        Parameter(
            metavar="GAME",
            help="What to play; may be given several times.",
            completer=completion.games,
        ),
    ] = field(default_factory=list)
    games: Annotated[
        int | None,
        options.whole(2, 2 * MOST_ROUNDS),
        Parameter(metavar="N", help="Games per pairing and GAME (100, even)."),
    ] = None
    rounds: Annotated[
        int | None,
        options.whole(1, MOST_ROUNDS),
        Parameter(metavar="N", help="The same in rounds, of two games each, as in Python."),
    ] = None
    move_time: Annotated[options.Seconds | None, Parameter(help="Seconds for a move.")] = None
    clock: Annotated[
        str | None,
        Parameter(metavar="S[+S]", help="Seconds for a game, and those added with each move."),
    ] = None
    nodes: options.Nodes | None = None
    depth: options.Depth | None = None
    margin: Annotated[
        float,
        options.number(0.0, bounds.MAX_SECONDS),
        Parameter(metavar="S", help="Seconds by which a move may be late (0.1)."),
    ] = 0.1
    opening: Annotated[
        int,
        options.whole(0, MOST_OPENING),
        Parameter(metavar="N", help="Random plies before the players begin (4)."),
    ] = 4
    openings: Annotated[
        str | None,
        Parameter(metavar="FILE", help="Lines of moves in place of random openings."),
    ] = None
    sprt: Annotated[
        tuple[float, float] | None,
        Parameter(metavar="ELO ELO", help="Stop early by SPRT: H0 and H1 as Elo differences."),
    ] = None
    seed: Annotated[
        options.Seed, Parameter(help="Chooses the openings and all random numbers (0).")
    ] = 0
    jobs: Annotated[
        int,
        options.whole(1, MOST_JOBS),
        Parameter(metavar="N", help="How many games at a time (1)."),
    ] = 1
    ray: Annotated[
        str | None,
        Parameter(metavar="ADDRESS", help="Play on a Ray cluster instead of here (or auto)."),
    ] = None
    results: Annotated[
        str | None,
        Parameter(metavar="FILE", help="Keeps the results (one of the user's state folder)."),
    ] = None
    without: Annotated[
        list[str],
        Parameter(metavar="NAME", help="Take a player out of a contest that was begun."),
    ] = field(default_factory=list)
    again: Annotated[
        list[str],
        Parameter(metavar="NAME", help="Play again what a player lost by failing."),
    ] = field(default_factory=list)
    records: Annotated[
        str | None, Parameter(metavar="FOLDER", help="Write a record of every game.")
    ] = None
    log: Annotated[
        str | None, Parameter(metavar="FILE", help="Append what engines are told and answer.")
    ] = None
    plot: Annotated[str | None, Parameter(metavar="FILE", help="Draw the ratings, as SVG.")] = None
    force: outputs.Force = False
    json: options.Json = False


def make(players: Sequence[str], given: Options, gauntlet: bool = False) -> tuple[Contest, Options]:
    """The contest that the words of a command line ask for, or the TOML file that they name.

    The options come back with what the file says of the run. Misuse says what is wrong.
    """
    if len(players) == 1 and players[0].endswith(".toml"):
        file = players[0]
        found = _read(file, given)
        run = {key: value for key, value in found.run.items() if not _is_given(given, key)}
        given, seats, names = replace(given, **run), found.seats, list(found.games)
        settings, book, where = found.settings, found.book, f"`{file}`"
    else:
        if not given.game:
            hint = "add `--game GAME`; `sbg games` lists bundled games"
            raise Misuse("what is to be played?", hint)
        values = {key: getattr(given, key) for key in _SETTINGS}
        seats, names = tuple(map(Seat, players)), given.game
        book, where = given.openings, ""
        try:
            values["rounds"] = rounds_of(given.games, given.rounds)
            settings = Settings(gauntlet=gauntlet, **values)
        except ValueError as problem:
            raise Misuse(_as_option(problem)) from None
    seats = tuple(replace(seat, spec=parse_player(seat.spec)) for seat in seats)
    seats = tuple(seat for seat in seats if not _is_out(seat.spec, given.without))
    games = [(name, inputs.load_game(name)) for name in names]
    try:
        if book is not None:
            lines = read_lines(inputs.read_file(book).decode("utf-8", "replace"), names)
            settings = replace(settings, openings=dict(zip(names, lines, strict=True)))
        contest = settings.contest(seats, games)
        # On a cluster, the players need not be able to run here.
        return contest.verified() if given.ray is None else contest, given
    except SpecError as problem:
        raise Misuse(str(problem)) from None
    except OpeningError as problem:
        raise Misuse(f"{where if book is None else f'`{book}`'}: {problem}", code=1) from None
    except (TypeError, ValueError) as problem:
        text = f"{where}: {problem}" if where else _as_option(problem)
        raise Misuse(text, code=1 if where else 2) from None


def _read(file: str, given: Options) -> Described:
    """What a TOML file describes, to which the command line adds nothing but how it is run."""
    for one in fields(Options):
        if one.name not in _OF_A_RUN and _is_given(given, one.name):
            option = f"--{one.name.replace('_', '-')}"
            raise Misuse(f"{option} cannot be given beside a file: `{file}` says it")
    try:
        return read_described(inputs.read_file(file).decode("utf-8"))
    except UnicodeDecodeError:
        raise Misuse(f"`{file}`: not TOML: it is not UTF-8", code=1) from None
    except ContestFileError as problem:
        raise Misuse(f"`{file}`: {problem}", code=1) from None


def _as_option(problem: Exception) -> str:
    """What is wrong with a setting, with the setting as the option that it is."""
    name, space, rest = str(problem).partition(" ")
    known = {one.name for one in fields(Options)}
    return f"--{name.replace('_', '-')}{space}{rest}" if name in known else str(problem)


def _is_given(settings: Options, name: str) -> bool:
    return bool(getattr(settings, name) != getattr(Options(), name))


def _is_out(spec: str, without: Sequence[str]) -> bool:
    return not {spec, parse(spec).name or spec}.isdisjoint(without)


def parse_player(text: str) -> str:
    """A player as it is written, without the spaces around it; Misuse if there is none like it."""
    from sbg.play.players import PLAYERS

    try:
        return parse(text).text
    except SpecError as problem:
        raise Misuse(str(problem), f"players are {', '.join(PLAYERS)}") from None


def play(contest: Contest, settings: Options) -> int:
    """Play a contest, or what is left of it, and report on it; the exit code."""
    from sbg.play.contests.plot import PlotError, plot, require
    from sbg.play.contests.standings import Standings

    picture = None if settings.plot is None else Path(settings.plot)
    if settings.log is not None and settings.ray is not None:
        raise Misuse("--log is for engines on this machine; with --ray they run elsewhere")
    try:
        if settings.log is not None:
            with Path(settings.log).open("ab"):
                pass  # says before the first game what is wrong with the file
        if picture is not None:
            require(picture, settings.force)
        path = Path(settings.results) if settings.results else _own_file(contest)
        begun = path.is_file()
        before = _written(path) if begun else ()
        with open_results(path, contest, settings.without if begun else ()) as store:
            contest = contest_in(store, contest)
            for name, old, new in mended(before, contest):
                note(f"{name} was `{old}`, and is `{new}` from now on.")
            if settings.again:
                _play_again(store, contest, settings.again)
            for line in short_books(contest):
                note(line)
            standings = Standings(contest, store.results())
            if standings.played:
                note(f"{standings.played} of {len(contest)} games are in {path} already.")
            code, unplayed = _play(contest, store, standings, settings)
        for game in unplayed[:5]:
            terminal.error(f"game {game.number + 1} could not be played: {game.reason}")
        if code == 0 and picture is not None:
            plot(standings, picture, settings.force)
    except (StoreError, PlotError) as problem:
        raise Misuse(str(problem)) from None
    except OSError as problem:
        where = problem.filename or settings.records or settings.plot or ""
        raise inputs.unreadable(str(where), problem) from None
    if code == 0:
        _report(standings, settings, path)
        code = 1 if unplayed else 0
    return code


def _own_file(contest: Contest) -> Path:
    """Where the results are kept of who named no file."""
    folder = state_folder() / "contests"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{contest.fingerprint[:12]}.sqlite"


def _written(path: Path) -> tuple[str, ...]:
    """How the players of a file were written so far."""
    with read_results(path) as store:
        return tuple(map(str, store.settings.get("players", ())))


def _play_again(store: Results, contest: Contest, names: Sequence[str]) -> None:
    try:
        count = forget_failures(store, contest, names)
    except ValueError as problem:
        raise Misuse(str(problem)) from None
    lost = f"{count} {'game' if count == 1 else 'games'} lost by failing"
    note(f"{lost}, which {'is' if count == 1 else 'are'} played again.")


def _play(
    contest: Contest, store: Results, standings: Standings, settings: Options
) -> tuple[int, list[Failed]]:
    """Play with everything that goes with it; the exit code and the games that could not be played."""
    from sbg.app.cli.parts.contest_view import View
    from sbg.play.contests.run import run, write_records

    folder = None if settings.records is None else Path(settings.records)
    if folder is not None:
        write_records(contest, store.results(), folder)
    if standings.is_over():
        return 0, []
    pool = _pool(contest, settings)
    try:
        with View(standings) as view:

            def ended(result: GameResult) -> None:
                if folder is not None:
                    write_records(contest, [result], folder)
                view.update(result)

            unplayed = run(contest, store, pool, standings, ended)
        return 0, unplayed
    except KeyboardInterrupt:
        note(
            f"\nInterrupted. {len(store)} of {len(contest)} games are in {store.path}; "
            f"the same command goes on, and `sbg standings {store.path}` shows them."
        )
        return _INTERRUPTED, []
    except StoreError as problem:
        raise Misuse(
            str(problem),
            f"the {standings.played} games so far are kept; make room, and the same command goes on",
        ) from None
    finally:
        pool.close()


def _pool(contest: Contest, settings: Options) -> Pool[Task, GameResult]:
    from sbg.play.contests.run import Games

    if settings.ray is None:
        from sbg.base.jobs.local import LocalPool

        return LocalPool(Games(contest, settings.log), settings.jobs)
    from sbg.base.jobs.cluster import ClusterError, RayPool

    try:
        return RayPool(Games(contest), settings.ray)
    except ClusterError as problem:
        raise Misuse(str(problem)) from None


def _report(standings: Standings, settings: Options, path: Path) -> None:
    if settings.json:
        terminal.out_json(standings.json() | {"file": os.fspath(path)})
        return
    from sbg.app.cli.parts.contest_view import report

    report(standings, terminal.console(sys.stdout))
    note(f"The results are in {path}.")
