"""How a profile looks in the terminal: sentences, bars with intervals, and tables."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

from rich.table import Table
from rich.text import Text

from sbg.app.cli import terminal
from sbg.app.cli.terminal import bold, out
from sbg.study.profiling import Contrast, Measure, Profile
from sbg.study.profiling.sentences import difference, label, nodes_a_move, sentences

_WIDTH = 88
_BAR = 24

SHARES = {
    "balance": "balance",
    "decisiveness": "decisiveness",
    "depth": "depth",
    "duration": "duration",
    "killer_moves": "killer moves",
    "use": "use",
    "legibility": "legibility",
    "completion": "completion",
    "drama": "drama",
    "least_use": "use of the idlest piece",
    "balance_mcts": "balance, Monte Carlo",
    "depth_mcts": "depth, Monte Carlo",
    "balance_tuned": "balance, tuned",
    "depth_tuned": "depth, tuned",
    "tuning_gain": "tuned against derived",
}
"""Measures between 0 and 1, and what to call them."""
_TOLD = ("completion", "use", "length", "branching", "words")
"""Measures that the sentences tell, or another measure."""
_LEGEND = (
    "1 is best: balance, both sides score the same; decisiveness, no draws; depth, thinking longer wins every game;"
    " duration, 20 to 120 plies; use, no piece stands idle; legibility, 12 words a piece or fewer. Killer moves: the"
    " largest gain of a ply; drama: how far behind the winner was; effective choice: moves worth a thought."
)
NUMBERS = {
    "length": "plies a game",
    "branching": "legal moves",
    "choice": "effective choice",
    "lead_changes": "lead changes a game",
    "words": "words a piece",
    "ladder_length": "clear rungs",
}


def show(profile: Profile) -> None:
    """Write the page."""
    out(bold(profile.name.strip() or profile.name))
    out(f"{profile.width}×{profile.height} squares, {profile.budget} budget, seed {profile.seed}")
    play = f"{profile.fitness_of_play:.2f} by play alone"
    out(f"Fitness {profile.fitness:.2f} of 1 ({play}), among games of a {profile.budget} budget")
    out()
    for sentence in sentences(profile):
        whole = sentence.replace(" %", "\0%")  # a number stays with its unit
        out(fill(whole, _WIDTH, initial_indent="  ", subsequent_indent="    ").replace("\0", " "))
    out()
    console = terminal.console()
    for table in (_measures(profile), _strengths(profile), _ladder(profile), _pieces(profile)):
        if table.row_count:
            console.print(table)
            out()
    if profile.tension:
        out(f"{bold('Tension')} from the first move to the last: {sparkline(profile.tension)}")
        out("  high: nobody is ahead; low: it is decided")
        out()
        out(fill(_LEGEND, _WIDTH))


def _table(title: str, *columns: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(title, header_style="bold", min_width=20)
    for column in columns:
        table.add_column(column, header_style="", justify="right")
    return table


def _measures(profile: Profile) -> Table:
    table = _table("Measures", "value", "95 % interval")
    table.add_column("0" + " " * (_BAR - 2) + "1", header_style="", min_width=_BAR)
    for name, words in SHARES.items():
        if name in profile.measures and name not in _TOLD:
            found = profile.measures[name]
            table.add_row(words, f"{found.value:.2f}", _interval(found, 2), bar(found))
    for name, words in NUMBERS.items():
        if name in profile.measures and name not in _TOLD:
            found = profile.measures[name]
            table.add_row(words, f"{found.value:.1f}", _interval(found, 1), "")
    return table


def _strengths(profile: Profile) -> Table:
    table = _table("Self-play", "games", "White scores", "95 % interval", "drawn", "plies")
    for one in profile.strengths:
        table.add_row(
            nodes_a_move(one.nodes) + ("" if one.opening else ", from the start"),
            f"{one.games:,}",
            f"{100 * one.white.value:.0f} %",
            _interval(one.white.map(lambda white: 100 * white), 0),
            f"{100 * one.draws.value:.0f} %",
            f"{one.plies.value:.0f}",
        )
    return table


def _ladder(profile: Profile) -> Table:
    table = _table("Ladder", "games", "score", "95 % interval")
    table.add_column("0" + " " * (_BAR - 2) + "1", header_style="", min_width=_BAR)
    for rung in profile.ladder:
        weak = f"{rung.weak:,} nodes" if rung.weak else "random moves"
        table.add_row(
            f"{rung.strong:,} against {weak}",
            f"{rung.games}",
            f"{100 * rung.score.value:.0f} %",
            _interval(rung.score.map(lambda score: 100 * score), 0),
            bar(rung.score),
        )
    return table


def _pieces(profile: Profile) -> Table:
    deep = any(piece.restricted for piece in profile.pieces)
    columns = ("moves", "captures", "last moves", "in games", "words")
    table = _table("Pieces", *columns, *(("without it",) if deep else ()))
    for piece in profile.pieces:
        table.add_row(
            f"{piece.letter} {piece.name or ''}".strip(),
            *(f"{100 * part:.0f} %" for part in (piece.moves, piece.captures, piece.finishes)),
            f"{100 * piece.games.value:.0f} %",
            f"{piece.words}",
            *((_score(piece.restricted),) if deep else ()),
        )
    return table


def show_contrasts(first: Profile, second: Profile, found: Sequence[Contrast]) -> None:
    """Write in what two games differ: sentences for what is significant, then all of it."""
    names = [profile.name.strip() or profile.name for profile in (first, second)]
    out(bold(f"{names[0]} and {names[1]}"))
    out(f"{first.budget} budget")
    out()
    significant = [one for one in found if one.significant]
    if not significant:
        out("  No difference is significant.")
    for one in significant:
        more = names[0] if one.difference.value > 0 else names[1]
        out(f"  {difference(more, one)}")
    out()
    table = _table("Measures", *("first", "second", "difference", "95 % interval", "significant"))
    for one in found:
        name = SHARES.get(one.measure) or NUMBERS.get(one.measure) or label(one.measure)
        table.add_row(
            name,
            f"{one.first.value:.2f}",
            f"{one.second.value:.2f}",
            f"{one.difference.value:+.2f}",
            _interval(one.difference, 2),
            "yes" if one.significant else "",
        )
    terminal.console().print(table)


def _score(measure: Measure | None) -> str:
    return "" if measure is None else f"{100 * measure.value:.0f} %"


def _interval(measure: Measure, digits: int) -> str:
    if measure.low == measure.high:
        return ""
    return f"{measure.low:.{digits}f} to {measure.high:.{digits}f}"


def bar(measure: Measure) -> Text:
    """A share as a bar: filled up to its value, the interval thin."""
    full, thin, none = ("━", "─", " ") if terminal.can_write("━─") else ("#", "-", " ")
    at, low, high = (round(_BAR * min(max(x, 0.0), 1.0)) for x in _three(measure))
    text = Text()
    for place in range(_BAR):
        inside = low <= place < high
        if place < at:
            text.append(full, style="cyan" if inside else "bold cyan")
        else:
            text.append(thin if inside else none, style="dim")
    return text


def _three(measure: Measure) -> tuple[float, float, float]:
    return measure.value, measure.low, measure.high


def sparkline(values: tuple[float, ...]) -> str:
    """Shares as small columns, or as digits where there are no such characters."""
    marks = "▁▂▃▄▅▆▇█"
    if terminal.can_write(marks):
        return "".join(marks[min(7, int(8 * value))] for value in values)
    return "".join(str(min(9, int(10 * value))) for value in values)
