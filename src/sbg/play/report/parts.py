"""The parts of a report's first page as HTML: summary, tables, plots and settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple
from html import escape

from sbg.explain.pictures import charts
from sbg.play.contests.plan import Contest
from sbg.play.contests.referee import GameResult
from sbg.play.contests.standings import Standings


def summary(standings: Standings) -> str:
    """How far the contest is, and what is played."""
    contest = standings.contest
    games = ", ".join(escape(game.name.strip()) for game in contest.games)
    done = (
        f"{standings.played:,} games"
        if standings.played == len(contest)
        else f"{standings.played:,} of {len(contest):,} games"
    )
    return f"{games} · {done} · {escape(str(contest.control))}"


def standings_table(standings: Standings) -> str:
    """The players, the best first, with ratings and their intervals."""
    names, *lines = standings.table()
    heads = ["", *(f"{name[:1].upper()}{name[1:]}" for name in names)]
    rows = []
    for place, (player, (_, *cells)) in enumerate(zip(standings.players, lines, strict=True), 1):
        failed = sum(player.failures.values())
        note = f'<span class="failed">{failed} by failure</span>' if failed else ""
        cells = [cell.replace("-", "−") for cell in cells]
        cells[5] = f"<strong>{cells[5]}</strong>"
        rows.append(
            _row([str(place), f'<th scope="row">{escape(player.player)} {note}</th>', *cells])
        )
    return _table("standings", heads, rows)


def cross_table(standings: Standings) -> str:
    """Points of each player against each other, both in the order of the standings."""
    contest = standings.contest
    order = standings.ranking
    heads = ["", "Player", *(str(place) for place in range(1, len(order) + 1))]
    rows = []
    for place, number in enumerate(order, 1):
        cells = [str(place), f'<th scope="row">{escape(contest.names[number])}</th>']
        for other in order:
            found = standings.crossed(number, other)
            if found is None:
                cells.append('<td class="none">·</td>')
                continue
            kind = ("even", "good", "bad")[found.clear]
            cells.append(f'<td class="{kind}">{found.points:g}<small>/{found.games}</small></td>')
        rows.append(_row(cells))
    return _table("cross", heads, rows)


def plots(standings: Standings, results: Sequence[GameResult]) -> str:
    """Ratings with intervals, how the games of each player ended, and how long the games were."""
    names = standings.contest.names
    order = standings.ranking
    rows = [charts.Interval(names[n], *astuple(standings.ratings[n])) for n in order]
    tallies = [(names[n], standings.tallies[n]) for n in order]
    drawn = [
        ("Ratings", charts.intervals(rows, "Ratings with 95 % intervals", "Elo")),
        (
            "Results",
            charts.bars(
                [(name, (tally.wins, tally.draws, tally.losses)) for name, tally in tallies],
                [("won", "mark"), ("drawn", "light"), ("lost", "enemy")],
                "Games won, drawn and lost",
            ),
        ),
        ("Lengths", charts.columns([r.plies for r in results], "Lengths of the games", "plies")),
    ]
    return "\n".join(
        f"<figure><figcaption>{caption}</figcaption>{picture}</figure>"
        for caption, picture in drawn
    )


def settings(contest: Contest) -> str:
    """How the contest can be played again."""
    rows = [
        ("Players", "<br>".join(_player(contest, n) for n in contest.active)),
        ("Format", contest.format),
        ("Limits", escape(str(contest.control))),
        ("Games per pairing and game", str(2 * contest.pairs)),
        ("Openings", _openings(contest)),
        ("Seed", str(contest.seed)),
        ("Fingerprint", f"<code>{contest.fingerprint[:12]}</code>"),
    ]
    return "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in rows)


def _player(contest: Contest, number: int) -> str:
    """How a player is written, after its name if that is another."""
    name, spec = contest.names[number], contest.players[number]
    own = contest.controls[number] if contest.controls else None
    limits = "" if own is None else f" ({escape(str(own))})"
    code = f"<code>{escape(spec)}</code>{limits}"
    return code if name == spec else f"{escape(name)}: {code}"


def _openings(contest: Contest) -> str:
    """Where openings come from; some games may have lines of their own."""
    given = [len(lines) for lines in contest.lines]
    kinds = [f"{sum(given)} given lines"] if any(given) else []
    kinds += [f"{contest.plies} random plies"] if not given or not all(given) else []
    return f"{' and '.join(kinds)}, each played twice with colours swapped"


def _row(cells: Sequence[str]) -> str:
    inner = "".join(cell if cell.startswith("<t") else f"<td>{cell}</td>" for cell in cells)
    return f"<tr>{inner}</tr>"


def _table(name: str, heads: Sequence[str], rows: Sequence[str]) -> str:
    head = "".join(f'<th scope="col">{text}</th>' if text else "<td></td>" for text in heads)
    return (
        f'<div class="wide"><table data-testid="{name}"><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )
