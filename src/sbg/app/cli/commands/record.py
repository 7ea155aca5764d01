"""`sbg record`: play games and write down only what an observer sees, to learn rules from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from cyclopts import App, Parameter

from sbg.app.cli import completion, inputs, options, outputs
from sbg.app.cli.progress import Progress
from sbg.app.cli.terminal import Misuse, note, out
from sbg.base.version import made_by

app = App(
    name="record",
    usage="Usage: sbg record [OPTIONS] GAME",
    help_epilogue="""\
One JSON object a line: a header with the size of the board, then for each ply the
position, the move played, and legal moves; the end of each game with its result. The rules
are nowhere in it: `sbg learn` finds them.

--legal all writes all legal moves, a number such as 0.3 each of them with that probability,
none only the move that was played. --noise writes a share of the moves with wrong targets.

Examples:
  sbg record gardner --games 3 -o gardner.jsonl
  sbg record chess --games 100 --legal none --players alphabeta:level=3 random
  sbg record hexapawn --legal 0.3 --noise 0.02 --seed 7 --results-only""",
)


@app.default
def record(
    game: options.Game,
    /,
    *,
    games: Annotated[
        int, options.whole(1, 1_000_000), Parameter(metavar="N", help="How many games (1).")
    ] = 1,
    players: Annotated[
        list[str] | None,
        Parameter(
            metavar="PLAYER",
            consume_multiple=2,
            help="White and Black (random random).",
            completer=completion.players,
        ),
    ] = None,
    legal: Annotated[
        str, Parameter(metavar="all|P|none", help="Which legal moves to write (all).")
    ] = "all",
    noise: Annotated[
        float,
        options.number(0, 1),
        Parameter(metavar="Q", help="Share of moves with a wrong target (0)."),
    ] = 0.0,
    opening: Annotated[
        int, options.whole(0, 1000), Parameter(metavar="N", help="Random plies at first (0).")
    ] = 0,
    results_only: Annotated[bool, Parameter(help="Leave out why games end.")] = False,
    seed: Annotated[options.Seed, Parameter(help="The same seed gives the same games (0).")] = 0,
    output: Annotated[
        str | None,
        Parameter(name=["--output", "-o"], metavar="FILE", help="Write to FILE, not to stdout."),
    ] = None,
    force: outputs.Force = False,
) -> int:
    """Write down what an observer sees."""
    from sbg.play.players import PlayerFailure, SpecError
    from sbg.study.observe.data import clean_name, game_lines, header_line
    from sbg.study.observe.watching import Show, observed

    loaded = inputs.load_game(game)
    to_file = output not in (None, inputs.STDIN)
    more = {"made_by": made_by()} if to_file else {}
    specs = players or ["random", "random"]
    show = Show(_share(legal), noise, not results_only)

    def lines() -> Iterator[str]:
        with Progress() as progress:
            for number, seen in enumerate(observed(loaded, games, specs, show, opening, seed), 1):
                if number == 1:  # the players can play
                    name = clean_name(loaded.name)
                    yield header_line(loaded.width, loaded.height, name, **more)
                yield from game_lines(seen)
                progress.show(number / games)

    try:
        if output is None or output == inputs.STDIN:
            for line in lines():
                out(line)
            return 0
        outputs.allow(output, force)
        outputs.write_file(output, (f"{line}\n" for line in lines()), force)
    except (SpecError, PlayerFailure) as error:
        raise Misuse(str(error)) from None
    note(f"{output}: written")
    return 0


def _share(text: str) -> float:
    if text in ("all", "none"):
        return float(text == "all")
    try:
        share = float(text)
    except ValueError:
        share = -1
    if not 0 <= share <= 1:
        raise Misuse(f"--legal is `all`, `none` or a number from 0 to 1, not `{text}`")
    return share
