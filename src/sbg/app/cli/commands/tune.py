"""`sbg tune`: learn the weights of a game's evaluation by self-play."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Annotated

from cyclopts import App, Parameter

from sbg.app.cli import inputs, options, outputs, terminal
from sbg.app.cli.terminal import Misuse, note, out
from sbg.play.players import weights as weights_files
from sbg.play.tune.tuning import ROUNDS, Progress, tune

app = App(
    name="tune",
    usage="Usage: sbg tune [OPTIONS] GAME",
    help_epilogue="""\
The player plays against itself and learns from the results what pieces and squares are
worth, by TD(lambda). The curve shows by how much its judgements were wrong. At the end
matches against the untuned player choose between what was learned, and another one, which
has no part in the choice, tells what is gained, with its 95 % interval. The worth of each
piece is printed; the file has a number for every square.

Examples:
  sbg tune gardner                            writes simplified-gardner.json
  sbg tune my.sbg --games 2000 --out my.json  quicker
  sbg play my.sbg --black alphabeta:weights=my.json""",
)


@app.default
def tune_command(
    game: options.Game,
    /,
    *,
    games: Annotated[
        int,
        options.whole(ROUNDS, 10**7),
        Parameter(metavar="N", help="Games to learn from, at most (20000)."),
    ] = 20_000,
    nodes: Annotated[options.Nodes, Parameter(help="Positions to visit for a move (1000).")] = 1000,
    seed: Annotated[options.Seed, Parameter(help="The same seed learns the same (0).")] = 0,
    match: Annotated[
        int,
        options.whole(0, 10**6),
        Parameter(
            metavar="N",
            help="Games of each match against the untuned player at the end (100); the last three"
            " matches are twice as long.",
        ),
    ] = 100,
    file: Annotated[
        str | None,
        Parameter(name="--out", metavar="FILE", help="Where to write (named after the game)."),
    ] = None,
    force: outputs.Force = False,
) -> int:
    """Learn weights by self-play."""
    loaded = inputs.load_game(game)
    if loaded.start.outcome:
        raise Misuse(f"`{loaded.name.strip()}` is over before the first move")
    target = file or weights_files.file_name(loaded)
    outputs.allow(target, force)
    curve = _Curve(games)
    with curve:
        tuned = tune(loaded, games, seed, nodes, match, curve.add, _tell_match)
    shown = game if game != inputs.STDIN else "-"
    command = f"sbg tune {shown} --games {games} --nodes {nodes} --seed {seed} --match {match}"
    text = weights_files.write(
        loaded,
        tuned.weights,
        command,
        games=tuned.games,
        match=tuned.figures,
        match_games=tuned.match_games,
    )
    outputs.write_file(target, text, force)
    _tell_worths(weights_files.worths(loaded, tuned.weights))
    if tuned.figures:
        score, low, high = tuned.figures.values()
        clear = "" if tuned.better else ": no clear gain"
        note(
            f"with these weights the player scored {score:.1%} ({low:.1%} to {high:.1%}) against the untuned"
            f" one, in {tuned.match_games} games that had no part in choosing them{clear}"
        )
    out(target)
    return 0


def _tell_worths(worths: Mapping[str, tuple[float, float]]) -> None:
    """What was learned, in short; the file has a number for every square."""
    note("What the pieces are worth, in plain pieces (mean over all squares):")
    note("         early    late")
    for letter, (early, late) in worths.items():
        note(f"    {letter}  {early:>8.2f}{late:>8.2f}")


def _tell_match(games: int, score: float) -> None:
    note(f"{games:>6} games against the untuned player: {score:.1%}")


class _Curve:
    """The learning curve on stderr: a live picture on a terminal, a line now and then elsewhere."""

    _WIDTH = 50
    _MARKS = " ▁▂▃▄▅▆▇█"

    def __init__(self, games: int) -> None:
        self.games = games
        self.errors: list[float] = []
        self.recent: list[Progress] = []
        self.next = 0
        self.live = None
        if terminal.is_terminal(sys.stderr):
            from rich.live import Live

            self.live = Live(console=terminal.console(sys.stderr), transient=False)

    def __enter__(self) -> _Curve:
        if self.live:
            self.live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.live:
            self.live.stop()

    def add(self, progress: Progress) -> None:
        """A batch was played."""
        self.recent.append(progress)
        self.errors.append(progress.error)
        if self.live:
            self.live.update(self._picture(progress))
            return
        if progress.games >= self.next or progress.games >= self.games:
            self.next = progress.games + max(1, self.games // 10)
            count = len(self.recent)
            error = sum(p.error for p in self.recent) / count
            white = sum(p.white for p in self.recent) / count
            length = sum(p.length for p in self.recent) / count
            self.recent.clear()
            note(
                f"{progress.games:>6} games  error {error:.3f}  "
                f"white {white:4.0%}  {length:5.1f} plies"
            )

    def _picture(self, progress: Progress) -> str:
        step = max(1, -(-len(self.errors) // self._WIDTH))
        parts = [self.errors[i : i + step] for i in range(0, len(self.errors), step)]
        means = [sum(part) / len(part) for part in parts]
        most = max(max(means), 1e-9)
        marks = "".join(self._MARKS[round(8 * mean / most)] for mean in means)
        if not terminal.can_write(marks):
            marks = ""
        return (
            f"{marks}\n{progress.games:>6} of {self.games} games  "
            f"error {means[-1]:.3f} (at first {means[0]:.3f})"
        )
