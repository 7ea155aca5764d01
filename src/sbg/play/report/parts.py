"""The parts of the first page as HTML: a summary, the tables, the plots, and the settings of a contest."""

from __future__ import annotations

import math
from collections.abc import Sequence
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
    contest = standings.contest
    heads = ["", "Player", "Games", "Won", "Drawn", "Lost", "Score", "Elo", "95 % interval"]
    rows = []
    for place, number in enumerate(standings.ranking, 1):
        tally, (elo, low, high) = standings.tallies[number], rated(standings, number)
        failed = sum(n for (who, _), n in standings.failures.items() if who == number)
        note = f'<span class="failed">{failed} by failure</span>' if failed else ""
        score = f"{tally.points / tally.games:.1%}" if tally.games else "–"
        cells = [
            str(place),
            f'<th scope="row">{escape(contest.names[number])} {note}</th>',
            *(str(n) for n in (tally.games, tally.wins, tally.draws, tally.losses)),
            score,
            f"<strong>{_elo(elo)}</strong>",
            f"{_elo(low)} … {_elo(high)}",
        ]
        rows.append(_row(cells))
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
            meeting = standings.meetings.get((min(number, other), max(number, other)))
            if meeting is None or not meeting.tally.games:
                cells.append('<td class="none">·</td>')
                continue
            tally = meeting.tally
            points = tally.points if meeting.first == number else tally.games - tally.points
            found = meeting.estimate
            low, high = (found.score_low, found.score_high) if found else (0.0, 1.0)
            clear = 0 if low <= 0.5 <= high else 1 if low > 0.5 else -1
            kind = ("even", "good", "bad")[clear if meeting.first == number else -clear]
            cells.append(f'<td class="{kind}">{points:g}<small>/{tally.games}</small></td>')
        rows.append(_row(cells))
    return _table("cross", heads, rows)


def plots(standings: Standings, results: Sequence[GameResult]) -> str:
    """Ratings with intervals, how the games of each player ended, and how long the games were."""
    names = standings.contest.names
    order = standings.ranking
    rows = [charts.Interval(names[n], *rated(standings, n)) for n in order]
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


def rated(standings: Standings, number: int) -> tuple[float, float, float]:
    """A player's Elo and its interval."""
    rating = standings.ratings[number]
    return rating.elo, rating.low, rating.high


def _elo(value: float) -> str:
    if not math.isfinite(value):
        return "+∞" if value > 0 else "−∞"
    return f"{round(value):+d}".replace("-", "−")


def _row(cells: Sequence[str]) -> str:
    inner = "".join(cell if cell.startswith("<t") else f"<td>{cell}</td>" for cell in cells)
    return f"<tr>{inner}</tr>"


def _table(name: str, heads: Sequence[str], rows: Sequence[str]) -> str:
    head = "".join(f'<th scope="col">{text}</th>' if text else "<td></td>" for text in heads)
    return (
        f'<div class="wide"><table data-testid="{name}"><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )
