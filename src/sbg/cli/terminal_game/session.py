"""A position, the players and typed lines in; a game played out, with all that was played kept for a record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import ClassVar

from sbg import Move, Position, players
from sbg.cli.terminal_game import answers
from sbg.cli.terminal_game.saving import Saver
from sbg.cli.terminal_game.screen import Screen
from sbg.engine import Line, Record
from sbg.model import Colour

HELP = """\
  a2a3        move from a2 to a3
  ?           all legal moves; x marks a capture
  ? a2        the legal moves of the piece on a2 (also a2? or just a2)
  hint        what a strong player would do here
  undo        take back to your previous turn
  board       show the board again
  fen         the position as one line
  save FILE   write a record; `sbg play --from FILE` goes on with it
  help        this list
  quit        leave (also the end of input)"""


_HINT_SECONDS = 1.0
_HINT_DEPTH = 12
"""What a hint may cost."""


class Session:
    """A game that is being played. A player who is None is a human, who types."""

    def __init__(
        self,
        line: Line,
        names: Mapping[Colour, str],
        machines: Mapping[Colour, players.Player | None],
        screen: Screen,
    ) -> None:
        self.line = line
        self.names = names
        self.machines = machines
        self.screen = screen
        self.shown: Position | None = None
        self._tell_machines()
        self._saver = Saver()

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.line.position

    # -- the course of the game

    def run(self, read: Callable[[str], str | None]) -> None:
        """Play until somebody leaves; `read` asks for a line and gives None at the end of input."""
        going_on = True
        while going_on:
            while not self.position.outcome and self.machines[self.position.turn]:
                self._machine_moves()
            if self.position is not self.shown:
                self.show()
                if self.position.outcome:
                    self.screen.say("`save` keeps a record, `undo` takes back, Enter leaves.")
            line = read("game over> " if self.position.outcome else f"{self.position.turn}> ")
            going_on = line is not None and self.obey(line.strip())

    def watch(self, most: int | None = None) -> None:
        """Let the machines play, every position shown, to the end or for a number of half-moves."""
        first = len(self.line)
        if self.position is not self.shown:
            self.show()
        while not self.position.outcome:
            if most is not None and len(self.line) - first >= most:
                self.screen.say(f"The demonstration stops here, after {most} half-moves.")
                return
            self._machine_moves()
            self.show()

    def show(self) -> None:
        """Show the board, and who is to move or how the game has ended."""
        position = self.shown = self.position
        self.screen.board(position, self.line.last)
        if position.outcome:
            from sbg.words.outcome import ended

            self.screen.announce(ended(position, self.line.before, self.line.last))
        else:
            count = f"half-move {position.ply + 1} of {position.game.turn_limit}"
            self.screen.say(f"{position.turn.capitalize()} to move ({count}).")

    def _machine_moves(self) -> None:
        before = self.position
        machine = self.machines[before.turn]
        assert machine is not None
        move = machine.choose(before)
        self.line.play(move)
        piece, captured = before[move.origin], before.captured(move)
        takes = f" and takes {captured}" if captured else ""
        self.screen.say(f"{before.turn.capitalize()} plays {piece} {move}{takes}.")

    def _tell_machines(self) -> None:
        """Tell the machines where the game stands, when it did not get there by the next move."""
        for machine in self.machines.values():
            if machine is not None:
                machine.new_game(self.line.start, self.line.moves)

    # -- what a human types

    def obey(self, line: str) -> bool:
        """Carry out a line; whether to go on."""
        command, _, argument = line.partition(" ")
        command = command.lower()
        if command in ("quit", "exit", "q") or (not line and self.position.outcome):
            return False
        if command in self._commands:
            self._commands[command](self, argument.strip())
        elif not line:
            self.screen.say("Type a move such as a2a3, ? for the legal moves, or help.")
        elif square := answers.square_asked(self.position, line):
            self.screen.say(answers.moves_from(self.position, square))
        elif self.position.outcome:
            self.screen.say(
                "The game is over. `save` keeps a record, `undo` takes back, `quit` leaves."
            )
        elif isinstance(move := answers.read_move(self.position, line), Move):
            self.line.play(move)
        else:
            self.screen.say(move)
        return True

    def _help(self, _: str) -> None:
        self.screen.say(HELP)

    def _board(self, _: str) -> None:
        self.show()

    def _fen(self, _: str) -> None:
        self.screen.say(self.position.fen)

    def _ask(self, square: str) -> None:
        if not square:
            self.screen.say(answers.all_moves(self.position) or "There are no legal moves.")
        elif found := answers.square_asked(self.position, square):
            self.screen.say(answers.moves_from(self.position, found))
        else:
            self.screen.say(f"`{square}` is not a square; squares are named like a2.")

    def _hint(self, _: str) -> None:
        if self.position.outcome:
            self.screen.say("The game is over.")
            return
        info = players.analyse(self.position, _HINT_SECONDS, depth=_HINT_DEPTH).best
        self.screen.say(f"{info.variation[0]} looks best ({info.score}).")

    def _undo(self, _: str) -> None:
        """Take back to the last position, before this one, in which a human was to move."""
        for length in range(len(self.line) - 1, -1, -1):
            if self.machines[self.line.positions[length].turn] is None:
                self.line.back_to(length)
                self._tell_machines()
                return
        self.screen.say("There is nothing to take back.")

    def _save(self, file: str) -> None:
        white, black = self.names["white"], self.names["black"]
        record = Record.of(self.line, white, black, date.today().isoformat())
        self.screen.say(self._saver.save(record, file))

    _commands: ClassVar[dict[str, Callable[[Session, str], None]]] = {
        "help": _help,
        "h": _help,
        "board": _board,
        "fen": _fen,
        "?": _ask,
        "moves": _ask,
        "hint": _hint,
        "undo": _undo,
        "u": _undo,
        "save": _save,
    }
