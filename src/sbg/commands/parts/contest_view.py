"""Standings in; a live view on stderr while games are played, and tables on stdout at the end, out."""

from __future__ import annotations

import math
import sys
import time
from typing import TYPE_CHECKING

from rich import box
from rich.cells import cell_len, set_cell_size
from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from sbg.console import terminal
from sbg.contests.standings import Standings, Tally
from sbg.players.failures import FAILURES

if TYPE_CHECKING:
    from rich.live import Live

    from sbg.contests.referee import GameResult

_MOST_COLUMNS = 12
"""Players that a cross table shows: more do not fit into a line."""
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


def report(standings: Standings, console: Console) -> None:
    """Write everything that the games have shown."""
    contest = standings.contest
    games = ", ".join(game.name.strip() for game in contest.games)
    console.print(
        f"{games}: {standings.played} of {len(contest)} games, {contest.control}",
        soft_wrap=True,
    )
    console.print(players_table(standings))
    if len(contest.players) > 2:
        console.print(_cross_table(standings))
        for place, number in enumerate(standings.ranking[:_MOST_COLUMNS]):
            console.print(Text(f"  {_letter(place)}  {contest.names[number]}"), soft_wrap=True)
    else:
        _pairs(standings, console)
    if len(contest.games) > 1:
        console.print(_games_table(standings))
    _sprt(standings, console)
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
    contest = standings.contest
    table = _table("player", "games", "won", "drawn", "lost", "score", "Elo", "95 %")
    two = len(contest.players) == 2
    if two:
        table.add_column("LOS", justify="right")
    order = standings.ranking
    for number in order:
        row = [contest.names[number], *_tally(standings.tallies[number])]
        if two:
            found = standings.meetings[0, 1].estimate
            if found is None:
                row += ["", "", ""]
            elif number == 0:
                row += [
                    _elo(found.elo),
                    f"{_elo(found.elo_low)} … {_elo(found.elo_high)}",
                    f"{found.los:.1%}",
                ]
            else:
                row += [
                    _elo(-found.elo),
                    f"{_elo(-found.elo_high)} … {_elo(-found.elo_low)}",
                    f"{1 - found.los:.1%}",
                ]
        else:
            rating = standings.ratings[number]
            row += [_elo(rating.elo), f"{_elo(rating.low)} … {_elo(rating.high)}"]
        table.add_row(*map(Text, row))
    return table


def _table(first: str, *others: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(first, overflow="fold")
    for name in others:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _tally(tally: Tally) -> list[str]:
    score = f"{tally.points / tally.games:.1%}" if tally.games else ""
    return [str(tally.games), str(tally.wins), str(tally.draws), str(tally.losses), score]


def _elo(value: float) -> str:
    if not math.isfinite(value):
        return "+∞" if value > 0 else "-∞"
    return f"{round(value):+d}"


def _letter(number: int) -> str:
    return chr(ord("A") + number)


def _cross_table(standings: Standings) -> Table:
    """Points of each against each, the best first."""
    shown = standings.ranking[:_MOST_COLUMNS]
    table = _table("", *map(_letter, range(len(shown))))
    for place, number in enumerate(shown):
        row = [_letter(place)]
        for other in shown:
            meeting = standings.meetings.get((min(number, other), max(number, other)))
            if number == other or meeting is None or not meeting.tally.games:
                row.append("·")
                continue
            points = meeting.tally.points
            if meeting.first != number:
                points = meeting.tally.games - points
            row.append(f"{points:g}/{meeting.tally.games}")
        table.add_row(*map(Text, row))
    return table


def _pairs(standings: Standings, console: Console) -> None:
    """How often each score of a pair of games came about, for the best player."""
    best, scores = standings.ranking[0], standings.meetings[0, 1].counts
    if sum(scores):
        counts = zip(("0", "½", "1", "1½", "2"), scores[::-1] if best else scores, strict=True)
        listed = ", ".join(f"{count} × {points}" for points, count in counts)
        text = f"Pairs of games by points of {standings.contest.names[best]}: {listed}"
        console.print(Text(text), soft_wrap=True)


def _games_table(standings: Standings) -> Table:
    """How the meetings went in each game, from the side of the better player."""
    places = {number: place for place, number in enumerate(standings.ranking)}
    two = len(places) == 2
    table = _table("game", *([] if two else ["players"]), "games", "won", "drawn", "lost", "score")
    for game, tallies in zip(standings.contest.games, standings.by_game, strict=True):
        for (first, second), tally in tallies.items():
            better, worse = sorted((places[first], places[second]))
            if better != places[first]:
                tally = Tally(tally.losses, tally.draws, tally.wins)
            who = [] if two else [f"{_letter(better)}-{_letter(worse)}"]
            table.add_row(*map(Text, [game.name.strip(), *who, *_tally(tally)]))
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
    console.print(
        f"SPRT {test.elo0:g} {test.elo1:g}: LLR {test.llr:.2f} "
        f"in {test.lower:.2f} … {test.upper:.2f}, {words}",
        soft_wrap=True,
    )
