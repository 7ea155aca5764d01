"""What `sbg match` and `sbg tournament` share: options in; a contest played, shown and reported on out."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from sbg import bounds
from sbg.console import completion, inputs, options, outputs, terminal
from sbg.console.state import state_folder
from sbg.console.terminal import Misuse, note
from sbg.contests.control import Control, ControlError
from sbg.contests.described import ContestFileError, read_described
from sbg.contests.growth import mended
from sbg.contests.openings import OpeningError, checked_lines, read_lines
from sbg.contests.plan import Contest, Format, short_books
from sbg.contests.store import (
    Results,
    contest_in,
    forget_failures,
    open_results,
    read_results,
)
from sbg.engine import Game
from sbg.jobs.store import StoreError
from sbg.players import SpecError, parse

if TYPE_CHECKING:
    from sbg.contests.plan import Task
    from sbg.contests.referee import GameResult
    from sbg.contests.standings import Standings
    from sbg.jobs.work import Failed, Pool

_INTERRUPTED = 130
_MOST_GAMES = 10_000_000
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


@Parameter(name="*")
@dataclass(frozen=True)
class Settings:
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
        int,
        options.whole(2, _MOST_GAMES),
        Parameter(metavar="N", help="Games per pairing and GAME (100, even)."),
    ] = 100
    rounds: Annotated[
        int | None,
        options.whole(1, _MOST_GAMES // 2),
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
        options.whole(0, 1000),
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
        options.whole(1, 1024),
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
    plot: Annotated[
        str | None, Parameter(metavar="FILE", help="Draw the ratings, as PNG or SVG.")
    ] = None
    force: outputs.Force = False
    json: options.Json = False


def make(
    players: Sequence[str],
    settings: Settings,
    format: Format = "round-robin",
) -> Contest:
    """The contest that the words of a command line ask for; Misuse says what is wrong with them."""
    if not settings.game:
        raise Misuse("what is to be played?", "add `--game GAME`; `sbg games` lists bundled games")
    if settings.rounds is not None and _is_given(settings, "games"):
        raise Misuse("--games and --rounds: choose one", "a round is two games")
    if settings.games % 2:
        raise Misuse(
            f"--games is an even number, not {settings.games}",
            "every opening is played twice, with colours swapped",
        )
    sprt = settings.sprt
    if sprt is not None and not sprt[0] < sprt[1]:
        raise Misuse(
            f"--sprt takes two differences in Elo, the lower first, not {sprt[0]:g} {sprt[1]:g}"
        )
    if sprt is not None and len(players) != 2:
        raise Misuse("--sprt is for two players")
    try:
        control = Control.read(
            settings.move_time, settings.clock, settings.nodes, settings.depth, settings.margin
        )
    except ControlError as problem:
        raise Misuse(str(problem)) from None
    games = _load(settings.game)
    contest = Contest(
        _players(players, settings),
        games,
        settings.rounds or settings.games // 2,
        format,
        control,
        settings.opening,
        settings.seed,
        sprt,
        lines=_lines(settings.openings or (), settings.game, games, "--openings"),
    )
    return _verified(contest, settings)


def _lines(
    openings: tuple[tuple[str, ...], ...] | str,
    names: Sequence[str],
    games: Sequence[Game],
    where: str,
) -> tuple[tuple[str, ...], ...]:
    """The openings of some games, from a file where a path is given; `where` is where they come from otherwise."""
    try:
        if isinstance(openings, str):
            where = f"`{openings}`"
            openings = read_lines(inputs.read_file(openings).decode("utf-8", "replace"), names)
        return tuple(map(checked_lines, games, openings))
    except OpeningError as problem:
        raise Misuse(f"{where}: {problem}", code=1) from None


def make_described(file: str, settings: Settings) -> tuple[Contest, Settings]:
    """The contest of a TOML file, and the settings with what else it says; Misuse if it is none."""
    for one in fields(Settings):
        if one.name not in _OF_A_RUN and _is_given(settings, one.name):
            option = f"--{one.name.replace('_', '-')}"
            raise Misuse(f"{option} cannot be given beside a file: `{file}` says it")
    try:
        found = read_described(inputs.read_file(file).decode("utf-8"))
    except UnicodeDecodeError:
        raise Misuse(f"`{file}`: not TOML: it is not UTF-8", code=1) from None
    except ContestFileError as problem:
        raise Misuse(f"`{file}`: {problem}", code=1) from None
    games = _load(found.games)
    specs = _players(found.players, settings)
    kept = [n for n, text in enumerate(found.players) if parse_player(text) in specs]
    controls = tuple(found.controls[n] for n in kept)
    contest = Contest(
        specs,
        games,
        found.pairs,
        found.format,
        found.control,
        found.opening,
        found.seed,
        found.sprt,
        controls=controls if any(controls) else (),
        lines=_lines(found.openings, found.games, games, f"`{file}`"),
    )
    given = {key: value for key, value in found.run.items() if not _is_given(settings, key)}
    return _verified(contest, settings), replace(settings, **given)


def _is_given(settings: Settings, name: str) -> bool:
    return bool(getattr(settings, name) != getattr(Settings(), name))


def _load(names: Sequence[str]) -> tuple[Game, ...]:
    loaded: list[Game] = []
    for name in names:
        game = inputs.load_game(name)
        if game in loaded:
            raise Misuse(f"the game `{name}` is given twice")
        loaded.append(game)
    return tuple(loaded)


def _verified(contest: Contest, settings: Settings) -> Contest:
    try:
        # On a cluster, the players need not be able to run here.
        return contest.verified() if settings.ray is None else contest
    except SpecError as problem:
        raise Misuse(str(problem)) from None


def _players(players: Sequence[str], settings: Settings) -> tuple[str, ...]:
    """The players as they are written, but for those who are to be taken out."""
    specs = [parse_player(player) for player in players]
    found = tuple(
        spec
        for spec in specs
        if not {spec, parse(spec).name or spec}.intersection(settings.without)
    )
    if len(found) < 2:
        raise Misuse("a contest needs two players or more")
    return found


def parse_player(text: str) -> str:
    """A player as it is written, without the spaces around it; Misuse if there is none like it."""
    from sbg.players import PLAYERS

    try:
        return parse(text).text
    except SpecError as problem:
        raise Misuse(str(problem), f"players are {', '.join(PLAYERS)}") from None


def play(contest: Contest, settings: Settings) -> int:
    """Play a contest, or what is left of it, and report on it; the exit code."""
    from sbg.contests.plot import PlotError, plot, require
    from sbg.contests.standings import Standings

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
    contest: Contest, store: Results, standings: Standings, settings: Settings
) -> tuple[int, list[Failed]]:
    """Play with everything that goes with it; the exit code and the games that could not be played."""
    from sbg.commands.parts.contest_view import View
    from sbg.contests.run import run, write_records

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


def _pool(contest: Contest, settings: Settings) -> Pool[Task, GameResult]:
    from sbg.contests.run import Games

    if settings.ray is None:
        from sbg.jobs.local import LocalPool

        return LocalPool(Games(contest, settings.log), settings.jobs)
    from sbg.jobs.cluster import ClusterError, RayPool

    try:
        return RayPool(Games(contest), settings.ray)
    except ClusterError as problem:
        raise Misuse(str(problem)) from None


def _report(standings: Standings, settings: Settings, path: Path) -> None:
    if settings.json:
        terminal.out_json(standings.json() | {"file": os.fspath(path)})
        return
    from sbg.commands.parts.contest_view import report

    report(standings, terminal.console(sys.stdout))
    note(f"The results are in {path}.")
