"""A game and its players in; the game played in the terminal out.

Three ways, by what stdin and stdout are: on a terminal humans type their moves; lines that come through a pipe are
obeyed like typed ones; where there is neither a terminal nor a line, two machines play a short demonstration.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Mapping
from typing import Annotated

from cyclopts import App, Parameter

from sbg import players
from sbg.cli import completion, inputs, options, terminal
from sbg.cli.inputs import STDIN
from sbg.cli.terminal import Misuse, out
from sbg.cli.terminal_game import lines
from sbg.cli.terminal_game.screen import Screen
from sbg.cli.terminal_game.session import Session
from sbg.engine import Line
from sbg.model import Colour
from sbg.players.catalogue import DEFAULT_LEVEL, LEVELS

app = App(
    name="play",
    usage="Usage: sbg play [OPTIONS] [GAME]",
    help_epilogue="""\
Moves are typed as two squares: a2a3. While playing, `?` lists the legal moves, `undo`
takes back, `save` writes a record, `help` tells the rest. Without a terminal, and with
nothing to read, two machines play a short demonstration.

PLAYER is human, a name with options (alphabeta:level=7, mcts:time=1, greedy, random) or
an engine of your own: uci:COMMAND. `hint` shows what the machine would play for you.

Examples:
  sbg play                                    Gardner's chess against a middling machine
  sbg play chess --level 9                    against the strongest
  sbg play breakthrough --black human         two humans at one keyboard
  sbg play gardner --white random --black human --seed 7
  sbg play --from my.record                   go on with a saved game""",
)

HUMAN = "human"
_MACHINE = "alphabeta:level={}"
"""Who plays against a human who did not choose."""
_FIRST_GAME = "gardner"
_DEMONSTRATION = 40  # half-moves


@app.default
def play(
    game: Annotated[
        options.Game | None, Parameter(help="A bundled name, a path or - (gardner).")
    ] = None,
    /,
    *,
    white: Annotated[
        str | None,
        Parameter(
            metavar="PLAYER",
            help="Who plays white (human).",
            completer=completion.players,
        ),
    ] = None,
    black: Annotated[
        str | None,
        Parameter(
            metavar="PLAYER",
            help="Who plays black (alphabeta at --level).",
            completer=completion.players,
        ),
    ] = None,
    level: Annotated[
        int | None,
        options.whole(min(LEVELS), max(LEVELS)),
        Parameter(metavar="N", help="How strong the machine is, 1 to 9 (5)."),
    ] = None,
    fen: options.Fen = None,
    from_: Annotated[
        str | None,
        Parameter(name="--from", metavar="RECORD", help="Go on with the game of a record."),
    ] = None,
    seed: Annotated[
        options.Seed | None, Parameter(help="Makes machines play the same every time.")
    ] = None,
) -> int:
    """Play a game."""
    if fen is not None and from_ is not None:
        raise Misuse("--fen and --from cannot be given together", "a record has its own start")
    machine = _machine(level, black)
    if from_ is None:
        line = Line(inputs.position(inputs.load_game(game or _FIRST_GAME), fen))
        seated = ("", "")
    else:
        record, line = inputs.replayed(from_, game, "sbg play GAME --from RECORD")
        seated = (record.white, record.black)
    names: dict[Colour, str] = {
        "white": _name(white, seated[0], HUMAN),
        "black": _name(black, seated[1] if level is None else "", machine),
    }
    with contextlib.ExitStack() as stack:
        try:
            session = Session(line, names, _machines(names, seed, stack), Screen())
            _run(session, machine, seed, stack, readable=game != STDIN)
        except players.PlayerFailure as failure:
            raise Misuse(f"a player failed: {failure}") from None
        except players.WeightsError as error:
            raise Misuse(str(error)) from None
    return 0


def _run(
    session: Session, machine: str, seed: int | None, stack: contextlib.ExitStack, readable: bool
) -> None:
    """Play in the way that stdin and stdout allow."""
    names = session.names
    if HUMAN not in names.values():
        session.watch()
    elif terminal.is_terminal(sys.stdin) and terminal.is_terminal(sys.stdout):
        name = session.position.game.name.strip()
        out(f"{name}: white is {names['white']}, black is {names['black']}.")
        out("Type a move such as a2a3, ? for the legal moves, help for all commands.")
        lines.enable_editing(lambda: map(str, session.position.moves))
        session.run(lines.ask)
    else:
        session.show()  # first, so that a program can look before it types
        if readable and (first := lines.first_line()):
            session.run(lines.piped(first))
        else:
            out("There is no terminal to play in, so two machines play a demonstration.")
            names = {color: machine if name == HUMAN else name for color, name in names.items()}
            session.machines = _machines(names, 0 if seed is None else seed, stack)
            session.watch(_DEMONSTRATION)


# -- who plays what


def _machine(level: int | None, black: str | None) -> str:
    """The machine of a level."""
    if level is not None and black is not None:
        raise Misuse("--level is for a black player that is not named", "write alphabeta:level=N")
    return _MACHINE.format(DEFAULT_LEVEL if level is None else level)


def _name(option: str | None, recorded: str, default: str) -> str:
    """The name of a player: as it was asked for, as in the record if it can be had again, or the default."""
    if option is not None:
        return option
    return recorded if recorded == HUMAN or _is_known(recorded) else default


def _is_known(name: str) -> bool:
    """Whether a name in a record is that of a player of ours. A record starts no program of somebody else's."""
    try:
        return players.parse(name).kind.rest is None
    except players.SpecError:
        return False


def _machines(
    names: Mapping[Colour, str], seed: int | None, stack: contextlib.ExitStack
) -> dict[Colour, players.Player | None]:
    """The players of names, none for a human; the stack closes them."""
    machines: dict[Colour, players.Player | None] = {}
    for number, (color, name) in enumerate(names.items()):
        machines[color] = None
        if name != HUMAN:
            try:
                machine = players.player(name, None if seed is None else 2 * seed + number)
            except players.SpecError as error:
                known = ", ".join([HUMAN, *players.PLAYERS])
                raise Misuse(f"--{color}: {error}", f"players are {known}") from None
            stack.callback(machine.close)
            machines[color] = machine
    return machines
