"""`sbg learn`: learn the rules of a game from records or observations of play."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from sbg.app.cli import completion, inputs, options, outputs, terminal
from sbg.app.cli.progress import Progress
from sbg.app.cli.terminal import Misuse, amount, note, out

if TYPE_CHECKING:
    from sbg.study.learn import Agreement, Learned
    from sbg.study.observe import Sightings

app = App(
    name="learn",
    usage="Usage: sbg learn [OPTIONS] [DATA...]",
    help_epilogue="""\
DATA are observations as `sbg record` writes them, records of games, or files of contests,
all of one game; of several, --game NAME chooses. The game is written as .sbg with each rule
in English beside it; what is certain and what is not goes to stderr: which moves the rule
assumes though none like them was seen, which are open, each with a position that would
settle it, and which no play can tell. Complete lists of legal moves teach most; moves that
were played alone teach too.

Complete lists are true unless there is significant evidence against them: what contradicts
a simple rule must lie about as mistakes do. --no-mistakes excludes them, as --ask always does.

Exit codes: 0 all that was seen is explained, but for moves that seem to be written down
wrong; 1 a piece or an end of a game is not explained in --seconds, a game did what no rule
of this language can, or DATA is broken or of several games; 2 misuse.

Examples:
  sbg learn seen.jsonl more.jsonl -o learned.sbg
  sbg record gardner --games 3 | sbg learn -
  sbg learn contest.db --json
  sbg learn --ask gardner --questions 10
  sbg learn seen.jsonl --against gardner -o learned.sbg""",
)

_SHOWN = 3
_MUCH_NOISE = 0.05


@app.default
def learn(
    data: Annotated[
        list[str] | None,
        Parameter(name="DATA", help="Files of observations, records or contests, or -."),
    ] = None,
    /,
    *,
    ask: Annotated[
        str | None,
        Parameter(
            metavar="GAME",
            help="Ask GAME for the legal moves of positions that settle most.",
            completer=completion.games,
        ),
    ] = None,
    questions: Annotated[
        int | None,
        options.whole(1, 10_000),
        Parameter(metavar="N", help="Questions for --ask (30)."),
    ] = None,
    reachable: Annotated[
        bool, Parameter(help="With --ask: positions of play, none that are set up.")
    ] = False,
    game: Annotated[
        list[str] | None,
        Parameter(metavar="NAME", help="Learn this game alone; several names are one game."),
    ] = None,
    no_mistakes: Annotated[
        bool,
        Parameter(help="Nothing in DATA is written down wrong."),
    ] = False,
    turn_limit: Annotated[
        int | None,
        options.whole(1, 1_000_000),
        Parameter(metavar="N", help="The turn limit, if no game was drawn."),
    ] = None,
    against: Annotated[
        str | None,
        Parameter(
            metavar="GAME",
            help="Compare with the true GAME on fresh positions: precision and recall.",
            completer=completion.games,
        ),
    ] = None,
    output: Annotated[
        str | None,
        Parameter(name=["--output", "-o"], metavar="FILE", help="Write to FILE, not to stdout."),
    ] = None,
    force: outputs.Force = False,
    seconds: Annotated[
        options.Seconds, Parameter(help="Time for each piece that is hard to explain (60).")
    ] = 60.0,
    json: options.Json = False,
) -> int:
    """Write the game that the observations show."""
    from sbg.study.learn.learned import learn_from
    from sbg.study.observe.data import DataError, joined

    if not data and ask is None:
        if not _piped():
            raise Misuse(
                "no DATA to learn from",
                "`sbg record GAME -o FILE` makes some, `-` reads stdin, --ask GAME asks",
            )
        data = [inputs.STDIN]
    if ask is None and (reachable or questions):
        raise Misuse(f"{'--reachable' if reachable else '--questions'} goes with --ask")
    if output is not None and output != inputs.STDIN:
        outputs.allow(output, force)
    true = None if against is None else inputs.load_game(against)
    parts: list[Sightings] = []
    try:
        observed = None
        if data:
            parts = [one for name in data for one in _read(name)]
            observed = joined(parts, game or ())
        if ask is not None:
            found = _asked(ask, observed, questions or 30, reachable, seconds, turn_limit)
        else:
            assert observed is not None
            with Progress() as progress:
                found = learn_from(
                    observed,
                    seconds=seconds,
                    progress=progress.show,
                    mistakes=not no_mistakes,
                    turn_limit=turn_limit,
                )
        agreement = None if true is None else found.against(true)
    except DataError as error:
        several = not error.line and len({one.name for one in parts}) > 1
        hint = "--game NAME learns one of them; --game A --game B takes both as one"
        raise Misuse(str(error), hint if several else None, code=1) from None
    except ValueError as error:
        raise Misuse(str(error), code=1) from None
    bad = (
        found.endings.unexplained
        or found.beyond
        or any(
            piece.status == "unexplained"
            or 2 * piece.movement.unexplained > piece.movement.moves
            or (found.mixed and piece.movement.unexplained + piece.movement.wrong)
            for piece in found.pieces
        )
    )
    if json:
        more = {} if agreement is None else {"against": agreement.to_dict()}
        terminal.out_json(found.to_dict() | more)
        return 1 if bad else 0
    if output is None or output == inputs.STDIN:
        out(found.commented, end="")
    else:
        outputs.write_file(output, found.commented, force)
    _report(found)
    if true is not None and agreement is not None:
        _report_agreement(agreement, true.name)
    if output is not None and output != inputs.STDIN:
        note(f"{output}: written")
    return 1 if bad else 0


def _piped() -> bool:
    """Whether another command writes to our standard input."""
    try:
        return sys.stdin is not None and stat.S_ISFIFO(os.fstat(sys.stdin.fileno()).st_mode)
    except (OSError, ValueError):
        return False


def _asked(
    name: str,
    observed: Sightings | None,
    questions: int,
    reachable: bool,
    seconds: float,
    turn_limit: int | None,
) -> Learned:
    """What is learned by asking a game, with the questions on stderr."""
    from sbg.study.learn.asking import ask
    from sbg.study.learn.learned import with_limit

    teacher = inputs.load_game(name)
    if observed is not None and (observed.width, observed.height) != (
        teacher.width,
        teacher.height,
    ):
        raise Misuse(f"the board of `{name}` has another size than that of DATA")
    found = None
    answers = ask(teacher, observed, questions=questions, reachable=reachable, seconds=seconds)
    for answer in answers:
        note(f"question {answer.number}: {answer.fen} ({answer.unsettled} cases left)")
        found = answer.learned
    assert found is not None
    return with_limit(found, turn_limit)


def _read(name: str) -> list[Sightings]:
    from sbg.study.observe.sources import read_path, read_stream

    try:
        if name == inputs.STDIN:
            if sys.stdin is None:
                raise Misuse("there is no standard input to read")
            return read_stream(sys.stdin.buffer, inputs.STDIN)
        return read_path(Path(name), name)
    except OSError as error:
        raise inputs.unreadable(name, error) from None


def _report(found: Learned) -> None:
    if found.mixed:
        note(f"warning: {found.mixed}: these seem to be several games; learn each by itself")
    if found.beyond:
        note(f"warning: {found.beyond}")
    kind = "complete lists" if found.complete else f"about {found.share:.0%} of the legal moves"
    games = f"{amount(found.games, 'game')}, " if found.games else ""
    note(f"learned from {games}{amount(found.plies, 'position')}, {kind}")
    if found.noise and not found.mixed:
        also = ", or they are of several games" if found.noise > _MUCH_NOISE else ""
        note(f"note: {found.noise:.1%} of the moves seem to be written down wrong{also}")
    for piece in found.pieces:
        movement = piece.movement
        if piece.status == "unknown":
            note(f"{piece.letter}: unknown, for it was never seen to move")
            continue
        seen = f"{amount(movement.moves, 'move')} seen"
        if movement.unexplained:
            seen += f", {movement.unexplained:,} not explained"
        status = "not explained" if piece.status == "unexplained" else piece.status
        note(f"{piece.letter}: {status}, {seen}, {movement.bits} bits")
        for what, cases in (
            ("assumed", piece.assumed),
            ("open", piece.open),
            ("no play can tell", piece.hidden),
        ):
            if cases:
                shown = "; ".join(map(str, cases[:_SHOWN]))
                more = f"; and {len(cases) - _SHOWN} more" if len(cases) > _SHOWN else ""
                note(f"  {what}: {shown}{more}")
    ends = found.endings
    if ends.unexplained:
        note(f"goals: {ends.unexplained} of {ends.ends} ends are not explained")
    if ends.assumed:
        note(f"goals assumed, for no game ended so: {', '.join(map(str, ends.assumed))}")
    if not ends.games:
        note("goals and turn limit: unknown, for no game was seen")
    elif not ends.limit_seen:
        note(f"turn limit: at least {ends.turn_limit}, for no game was drawn")


def _report_agreement(agreement: Agreement, name: str) -> None:
    differing = "; ".join(
        f"{letter}: {wrong} wrong, {missed} missed"
        for letter, (_, wrong, missed) in agreement.pieces.items()
        if wrong or missed
    )
    note(
        f"against {name}: precision {agreement.precision:.4f}, recall {agreement.recall:.4f} "
        f"in {agreement.positions} fresh positions" + (f" ({differing})" if differing else "")
    )
