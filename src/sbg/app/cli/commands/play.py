"""`sbg play`: play a game in the terminal, against a player of the machine or between two.

Three ways, by what stdin and stdout are: on a terminal humans type their moves; lines that come through a pipe are
obeyed like typed ones; where there is neither a terminal nor a line, two machines play a short demonstration.
"""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import App, Parameter

from sbg.app.cli import completion, inputs, options, tables, terminal
from sbg.app.cli.inputs import STDIN
from sbg.app.cli.terminal import Misuse, out
from sbg.app.terminal import lines, seats
from sbg.app.terminal.saving import last_kept
from sbg.app.terminal.screen import Screen
from sbg.app.terminal.seats import HUMAN
from sbg.app.terminal.session import RESIGNATION, Maker, Session
from sbg.engine import Line, Record
from sbg.language.model import Colour
from sbg.play import players
from sbg.play.players.beside import NONE
from sbg.play.players.catalogue import LEVELS

if TYPE_CHECKING:
    from sbg.exact.solving.table import TableFile

app = App(
    name="play",
    usage="Usage: sbg play [OPTIONS] [GAME]",
    help_epilogue="""\
Moves are typed as two squares: a2a3. While playing, `?` lists the legal moves, `rules`
explains the game, `undo` takes back, `save` writes a record, `help` lists the rest. A game
that is left without being saved is kept, and `sbg play --continue` goes on with it. Without
a terminal, and with nothing to read, two machines play a short demonstration.

PLAYER is human, a name with options (alphabeta:level=7, mcts:time=1, greedy, random) or
an engine of your own: uci:COMMAND. `hint` shows what the machine would play for you.
With a table of exact values, of `sbg solve`, machines play by it where it has the position.

Examples:
  sbg play                                    Gardner's chess against a middling machine
  sbg play chess --level 9                    against the strongest
  sbg play chess --as black --level 3         the machine begins; you see black's side
  sbg play breakthrough --black human         two humans at one keyboard
  sbg play gardner --white random --black human --seed 7
  sbg play --white mcts --black alphabeta --save game.record
  sbg play --from my.record                   go on with a saved game
  sbg play --continue                         go on with the game that was left last""",
)

_FIRST_GAME = "gardner"
_DEMONSTRATION = 40  # plies


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
    side: Annotated[
        Literal["white", "black"] | None,
        Parameter(name="--as", metavar="COLOUR", help="Play white or black yourself (white)."),
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
    continue_: Annotated[
        bool, Parameter(name="--continue", help="Go on with the game that was left last.")
    ] = False,
    save: Annotated[
        str | None,
        Parameter(metavar="FILE", help="Write a record of the game when it ends or is left."),
    ] = None,
    seed: Annotated[
        options.Seed | None, Parameter(help="Makes machines play the same every time.")
    ] = None,
    table: Annotated[tables.Option, Parameter(name="--tables")] = None,
) -> int:
    """Play a game."""
    if fen is not None and from_ is not None:
        raise Misuse("--fen and --from cannot be given together", "a record has its own start")
    kept = _kept(game, fen, from_) if continue_ else None
    if kept is not None:
        from_ = str(kept)
    resigned: Colour | None = None
    if from_ is None:
        line = Line(inputs.position(inputs.load_game(game or _FIRST_GAME), fen))
        recorded = ("", "")
    else:
        record, line = inputs.replayed(from_, game, "sbg play GAME --from RECORD")
        recorded = (record.white, record.black)
        resigned = _resigned(record)
    names = seats.seated(
        {"white": white, "black": black},
        side,
        level,
        {"white": seats.known(recorded[0]), "black": seats.known(recorded[1])},
    )
    _check_target(save, from_)
    found = tables.find(line.game, table)
    with contextlib.ExitStack() as stack:
        try:
            screen = Screen(seats.seen_from(names) == "black")
            whole = not inputs.is_bundled(line.game)
            session = Session(line, names, _make(seed, stack, found, table), screen, whole=whole)
            session.begin(resigned, kept)
            # Also when the game is left by Ctrl-C, or ends because a player fails.
            if save is not None:
                stack.callback(session.save_to, save, again=save == from_)
            elif HUMAN in names.values():
                stack.callback(session.keep)
            demonstration = None if from_ else _make(0 if seed is None else seed, stack)
            _run(session, level, demonstration, readable=game != STDIN)
        except players.PlayerFailure as failure:
            raise Misuse(f"a player failed: it {failure.detail}") from None
        except players.WeightsError as error:
            raise Misuse(str(error)) from None
    return 0


def _kept(game: str | None, fen: str | None, from_: str | None) -> Path:
    """The record of the game that was left last."""
    if game is not None or fen is not None or from_ is not None:
        raise Misuse(
            "--continue goes on with the game that was left last", "give nothing beside it"
        )
    found = last_kept()
    if found is None:
        raise Misuse("no game was left that could be gone on with")
    return found


def _resigned(record: Record) -> Colour | None:
    """Who has given up in a record."""
    if record.reason != RESIGNATION:
        return None
    return "black" if record.result == "white" else "white"


def _check_target(save: str | None, from_: str | None) -> None:
    """Refuse a file that could not be written, before anybody plays."""
    if save is None:
        return
    path = Path(save).expanduser()
    if path.is_dir() or not path.parent.is_dir():
        raise Misuse(f"--save: `{save}` cannot be written")
    if path.exists() and save != from_:
        raise Misuse(f"--save: `{save}` exists, and is left as it is; choose another name")


def _run(session: Session, level: int | None, demonstration: Maker | None, readable: bool) -> None:
    """Play in the way that stdin and stdout allow. A game that is gone on with is nothing to demonstrate."""
    names = session.names
    on_terminal = terminal.is_terminal(sys.stdin) and terminal.is_terminal(sys.stdout)
    if on_terminal:
        name = session.position.game.name.strip()
        session.screen.say(f"{name}. {seats.introduced(names)}")
    session.introduce()
    if HUMAN not in names.values():
        session.watch()
    elif on_terminal:
        session.screen.say(
            f"Type a move such as {session.example}, ? for the legal moves, `rules` for how the"
            " pieces move, help for all commands."
        )
        lines.enable_editing(lambda: map(str, session.position.moves))
        session.run(lines.ask)
    else:
        session.show()  # first, so that a program can look before it types
        if readable and (first := lines.first_line()):
            session.run(lines.piped(first))
        elif demonstration is None:
            out("There is no terminal to play in and no move to read, so the game stays as it is.")
        else:
            out("There is no terminal to play in, so two machines play a demonstration.")
            machine = seats.machine(level)
            session.make = demonstration  # the same every time
            session.seat({c: machine if name == HUMAN else name for c, name in names.items()})
            session.watch(_DEMONSTRATION)
            session.begin()  # a demonstration is nobody's game


def _make(
    seed: int | None,
    stack: contextlib.ExitStack,
    table: TableFile | None = None,
    given: str | None = NONE,
) -> Maker:
    """How players are made; the stack closes them. They know what a table says, unless they err on purpose."""

    from sbg.play.players.alphabeta import AlphaBetaPlayer

    def make(color: Colour, name: str) -> players.Player:
        number = 0 if color == "white" else 1
        try:
            machine = players.player(name, None if seed is None else 2 * seed + number)
        except players.SpecError as error:
            known = ", ".join([HUMAN, *players.PLAYERS])
            raise Misuse(f"--{color}: {error}", f"players are {known}") from None
        stack.callback(machine.close)
        if isinstance(machine, AlphaBetaPlayer):
            if given == NONE:
                machine.forget_tables()
            if machine.errs:
                return machine
        return machine if table is None else tables.Informed(table, machine)

    return make
