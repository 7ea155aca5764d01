"""How contests look in the terminal: progress while games are played, tables at the end."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from rich import box
from rich.cells import cell_len, set_cell_size
from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from sbg.app.cli import terminal
from sbg.play.contests.standings import Meeting, Standings
from sbg.play.contests.table import COUNTS, Tally
from sbg.play.players.failures import FAILURES

if TYPE_CHECKING:
    from rich.live import Live

    from sbg.play.contests.referee import GameResult

_MOST_COLUMNS = 12
"""Players that a cross table shows: more do not fit into a line."""
_WIDEST = 100
"""Characters of a cross table with names, where there is no end to a line."""
_PAUSE = 0.25
"""Seconds between two views: fast games need not wait for the screen."""
_LINE_PAUSE = 1.0
"""Seconds between two lines where there is no screen."""


class View:
    """A bar and a table that follow the games, if stderr is a terminal; otherwise a line now and then."""

    def __init__(self, standings: Standings) -> None:
        self._standings = standings
        self._drawn = time.monotonic()
        self._live = self._make() if terminal.is_terminal(sys.stderr) else None

    def __enter__(self) -> View:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    def _make(self) -> Live:
        from rich.live import Live
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

        self._bar = Progress(BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        standings = self._standings
        self._task = self._bar.add_task(
            "", total=len(standings.contest), completed=standings.played
        )
        return Live(
            self._draw(),
            console=terminal.console(sys.stderr),
            transient=True,
            refresh_per_second=4,
        )

    def _draw(self) -> Group:
        return Group(players_table(self._standings), self._bar)

    def update(self, result: GameResult) -> None:
        """Show a game that has just been counted."""
        pause = _LINE_PAUSE if self._live is None else _PAUSE
        if time.monotonic() - self._drawn <= pause:
            return
        self._drawn = time.monotonic()
        if self._live is None:
            terminal.note(progress_line(self._standings, result))
        else:
            self._bar.update(self._task, completed=self._standings.played)
            self._live.update(self._draw())


def progress_line(standings: Standings, result: GameResult) -> str:
    """How far a contest is, and the game that has just ended."""
    contest = standings.contest
    _, white, black = contest.seats(result.id)
    end = "draw" if result.result == "draw" else f"{result.result} wins"
    return (
        f"{standings.played} of {len(contest)} games; game {result.id + 1}: "
        f"{contest.names[white]} - {contest.names[black]}, {end} ({result.reason})"
    )


def report(standings: Standings, console: Console, pairings: bool = False) -> None:
    """Write everything that the games have shown; with `pairings` how each went in each game."""
    contest = standings.contest
    games = ", ".join(game.name.strip() for game in contest.games)
    console.print(
        f"{games}: {standings.played} of {len(contest)} games, {contest.control}",
        soft_wrap=True,
    )
    console.print(players_table(standings))
    if standings.duel is None:
        _cross_table(standings, console)
    else:
        _pairs(standings.duel, standings, console)
    if pairings or (len(contest.games) > 1 and standings.duel is not None):
        console.print(_games_table(standings))
    elif len(contest.games) > 1:
        console.print(
            "`sbg standings FILE --pairings` shows each pairing and game.", soft_wrap=True
        )
    for number in sorted(contest.without):
        text = f"{contest.names[number]} was taken out; their games are not counted."
        console.print(Text(text), soft_wrap=True)
    if contest.sizes:
        console.print(
            "The contest was made larger: if that was because of its results, intervals are too narrow.",
            soft_wrap=True,
        )
    _sprt(standings, console)
    _repeated(standings, console)
    for (number, reason), count in sorted(standings.failures.items()):
        times = "game" if count == 1 else "games"
        first = standings.first_failures[number, reason]
        detail = f" Game {first.id + 1}: {sentence(first.detail)}" if first.detail else ""
        text = f"{contest.names[number]} lost {count} {times}: it {FAILURES[reason]}.{detail}"
        console.print(Text(text), soft_wrap=True)


def sentence(detail: str) -> str:
    """What a player did, as a sentence."""
    return f"{detail[:1].upper()}{detail[1:]}."


def games_list(standings: Standings, console: Console) -> None:
    """Write a line for each game, to pick one from."""
    lines: list[tuple[str, ...]] = [
        ("number", "game", "white", "black", "winner", "reason", "plies", "seconds")
    ]
    for one in standings.games:
        end = one.result, one.reason, str(one.plies), f"{one.seconds:.3f}"
        lines.append((str(one.number), one.game, one.white, one.black, *end))
    widths = [max(map(cell_len, column)) for column in zip(*lines, strict=True)]
    right = (0, 6, 7)
    for line in lines:
        padded = [
            (" " * (width - cell_len(cell)) + cell) if at in right else set_cell_size(cell, width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        console.print(Text("  ".join(padded).rstrip()), soft_wrap=True)


def players_table(standings: Standings) -> Table:
    """The players, the best first."""
    heads, *lines = standings.table()
    table = _table(*heads)
    for line in lines:
        table.add_row(*map(Text, line))
    return table


def _table(first: str, *others: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(first, overflow="fold")
    for name in others:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _letter(number: int) -> str:
    return chr(ord("A") + number)


def _cross_table(standings: Standings, console: Console) -> None:
    """Points of each against each, the best first; with letters for names where these do not fit."""
    shown = standings.ranking[:_MOST_COLUMNS]
    names = [standings.contest.names[number] for number in shown]
    width = sum(max(cell_len(name), 7) + 3 for name in names) + max(map(cell_len, names))
    heads = names if width <= min(console.width, _WIDEST) else [*map(_letter, range(len(shown)))]
    table = _table("", *heads)
    for place, number in enumerate(shown):
        row = [names[place] if heads is names else f"{heads[place]}  {names[place]}"]
        for other in shown:
            found = standings.crossed(number, other)
            row.append("·" if found is None else f"{found.points:g}/{found.games}")
        table.add_row(*map(Text, row))
    console.print(table)


def _pairs(duel: Meeting, standings: Standings, console: Console) -> None:
    """How often each score of a pair of games came about, for the best player."""
    best, scores = standings.ranking[0], duel.counts
    if sum(scores):
        ordered = scores if best == duel.first else scores[::-1]
        counts = zip(("0", "½", "1", "1½", "2"), ordered, strict=True)
        listed = ", ".join(f"{count} × {points}" for points, count in counts)
        text = f"Pairs of games by points of {standings.contest.names[best]}: {listed}"
        console.print(Text(text), soft_wrap=True)


def _games_table(standings: Standings) -> Table:
    """How the meetings went in each game, the best players first, from the side of the better one."""
    places = {number: place for place, number in enumerate(standings.ranking)}
    names = standings.contest.names
    two = standings.duel is not None
    table = _table("game", *([] if two else ["players"]), *(name for name, _ in COUNTS))
    if not two:
        table.columns[1].justify = "left"
    rows = []
    for game, tallies in enumerate(standings.by_game):
        for (first, second), tally in tallies.items():
            better, worse = sorted((first, second), key=places.__getitem__)
            if better != first:
                tally = Tally(tally.losses, tally.draws, tally.wins)
            who = [] if two else [f"{names[better]} - {names[worse]}"]
            cells = [
                standings.contest.games[game].name.strip(),
                *who,
                *(text(tally) for _, text in COUNTS),
            ]
            rows.append((places[better], places[worse], game, cells))
    for *_, cells in sorted(rows):
        table.add_row(*map(Text, cells))
    return table


def _sprt(standings: Standings, console: Console) -> None:
    test = standings.sprt
    if test is None:
        return
    words = {
        "H1": f"accepted: the difference is nearer to {test.elo1:+g} than to {test.elo0:+g} Elo",
        "H0": f"rejected: the difference is nearer to {test.elo0:+g} than to {test.elo1:+g} Elo",
        None: "open",
    }[test.verdict]
    again = "" if test.different == test.pairs else f", {test.different} of them different"
    console.print(
        f"SPRT {test.elo0:g} {test.elo1:g}: LLR {test.llr:.2f} "
        f"in {test.lower:.2f} … {test.upper:.2f} after {test.pairs} pairs{again}, {words}",
        soft_wrap=True,
    )
    if test.verdict is not None:
        console.print(
            "The test chose when to stop, so the Elo above leans towards its verdict.",
            soft_wrap=True,
        )


def _repeated(standings: Standings, console: Console) -> None:
    """Say where games were played again: they tell nothing new."""
    different, played = len(standings.different_games), standings.played
    if different < played:
        console.print(
            f"Only {different} of the {played} games are different; "
            "pairs that were played again make no interval narrower.",
            soft_wrap=True,
        )
