"""`sbg uci-check`: test whether an engine follows the UCI protocol as documented."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from cyclopts import App, Parameter

from sbg.app.cli import inputs, options, terminal
from sbg.app.cli.terminal import Misuse, out
from sbg.base import bounds
from sbg.play.players import SpecError

app = App(
    name="uci-check",
    usage="Usage: sbg uci-check [OPTIONS] COMMAND",
    help_epilogue="""\
COMMAND is a command line, quoted as one word, as after `uci:` for `sbg match`; words of the
form Name=value before it set options. The engine is started, asked for moves under every
kind of limit, and plays a short game against itself. docs/protocol.md says what is expected.

Exit codes: 0 all tests passed, warnings aside; 1 some failed; 2 misuse.

Examples:
  sbg uci-check 'python examples/player.py'
  sbg uci-check 'Threads=2 ./my-engine' --game breakthrough
  sbg uci-check ./my-engine --json""",
)

_MARKS = {"pass": "ok", "warn": "warning", "fail": "FAILED", "skip": "left out"}


@app.default
def uci_check(
    command: Annotated[str, Parameter(name="COMMAND", help="How the engine is started.")],
    /,
    *,
    game: Annotated[
        options.Game,
        Parameter(name="--game", metavar="GAME", help="What it has to play (gardner)."),
    ] = "gardner",
    margin: Annotated[
        float,
        options.number(0.0, bounds.MAX_SECONDS),
        Parameter(metavar="S", help="Seconds by which a move may be late (0.1)."),
    ] = 0.1,
    json: options.Json = False,
) -> int:
    """Test an engine."""
    from sbg.play.uci.checks import examine

    played = inputs.load_game(game)
    if played.start.outcome is not None:
        raise Misuse("the game is over before its first move; choose another with --game")
    found = []
    try:
        for finding in examine(command.removeprefix("uci:"), played, margin):
            found.append(finding)
            if not json:
                detail = f"  {finding.detail}" if finding.detail else ""
                out(f"{finding.check:<14} {_MARKS[finding.verdict]:<8}{detail}".rstrip())
                terminal.flush()
    except SpecError as problem:
        raise Misuse(str(problem)) from None
    failed = sum(finding.verdict == "fail" for finding in found)
    if json:
        terminal.out_json({"passed": not failed, "checks": [asdict(one) for one in found]})
    elif failed:
        out(f"{failed} of {len(found)} tests failed; docs/protocol.md says what is expected.")
    else:
        out("The engine follows the protocol.")
    return 1 if failed else 0
