"""One game in the terminal from start to end: turns, commands such as undo, and its record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import ClassVar

from sbg import Move, Position
from sbg.app.terminal import answers, seats
from sbg.app.terminal.saving import Saver
from sbg.app.terminal.screen import Screen
from sbg.engine import Line, Record
from sbg.explain.words import Rules, describe
from sbg.language.model import Colour, opponent, owner
from sbg.language.model.notation import square_name
from sbg.play import players
from sbg.play.players.catalogue import LEVELS

HELP = """\
  {example:<10}  move from {origin} to {target}
  ?           all legal moves; x marks a capture, (own) one of your own pieces
  ? {origin:<8}  the legal moves of the piece on {origin} (also {origin}? or just {origin})
  hint        what a strong player would do here
  undo        take back to your previous turn
  redo        play again what was taken back
  new         begin the game anew (also restart; redo brings this one back)
  moves       the moves played so far
  rules       the rules of the game
  board       show the board again
  flip        turn the board
  level N     how strong the machine is, 1 (weak) to 9 (strong)
  resign      give up
  fen         the position as one line
  save FILE   write a record; `sbg play --from FILE` goes on with it
  help        this list
  quit        leave (also the end of input)"""

RESIGNATION = "resignation"
"""The reason in a record for the end of a game that a player has given up."""

_HINT_SECONDS = 1.0
_HINT_DEPTH = 12
"""What a hint may cost."""

Maker = Callable[[Colour, str], players.Player]
"""Makes the player of a colour from how it is written; it is closed at the end."""


class Session:
    """A game that is being played. A player who is None is a human, who types."""

    def __init__(
        self,
        line: Line,
        names: Mapping[Colour, str],
        make: Maker,
        screen: Screen,
        *,
        whole: bool = True,
    ) -> None:
        """`whole` records hold the text of the game too, so that they can be read without its file."""
        self.line = line
        self.names = dict(names)
        self.make = make
        self.screen = screen
        self.whole = whole
        self.shown: Position | None = None
        self.resigned: Colour | None = None
        self.machines: dict[Colour, players.Player | None] = {}
        self.seat(names)
        self._saver = Saver()
        self._undone: list[list[Move]] = []
        self._safe = self._state
        """What is in a file already."""
        self._rules: Rules | None = None

    def seat(self, names: Mapping[Colour, str]) -> None:
        """Let these players go on with the game."""
        self.names = dict(names)
        self.machines = {
            colour: None if name == seats.HUMAN else self.make(colour, name)
            for colour, name in names.items()
        }
        self._tell_machines()

    @property
    def _state(self) -> tuple[tuple[Move, ...], Colour | None]:
        return tuple(self.line.moves), self.resigned

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.line.position

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or because somebody has resigned."""
        return self.position.outcome is not None or self.resigned is not None

    @property
    def rules(self) -> Rules:
        """The rules of the game in words."""
        if self._rules is None:
            self._rules = describe(self.line.game)
        return self._rules

    @property
    def example(self) -> Move:
        """A move to show how moves are written, a legal one where there is one."""
        moves = self.position.moves or self.line.start.moves
        return moves[0] if moves else Move((0, 0), (0, 0))

    # -- the course of the game

    def run(self, read: Callable[[str], str | None]) -> None:
        """Play until somebody leaves; `read` asks for a line and gives None at the end of input."""
        going_on = True
        while going_on:
            while not self.over and self.machines[self.position.turn]:
                self._machine_moves()
            if self.position is not self.shown:
                self.show()
                if self.over:
                    self.screen.say("`save` keeps a record, `undo` takes back, Enter leaves.")
            line = read("game over> " if self.over else f"{self.position.turn}> ")
            going_on = line is not None and self.obey(line.strip())

    def watch(self, most: int | None = None) -> None:
        """Let the machines play, every position shown, to the end or for a number of plies."""
        first = len(self.line)
        if self.position is not self.shown:
            self.show()
        while not self.position.outcome:
            if most is not None and len(self.line) - first >= most:
                self.screen.say(f"The demonstration stops here, after {most} plies.")
                return
            self._machine_moves()
            self.show()

    def introduce(self) -> None:
        """Say how to win, and what the letters on the board are."""
        names = self.rules.nouns.names
        pieces = ", ".join(f"{letter} {name}" for letter, name in names.items())
        known = [f"Pieces: {pieces}."] if pieces else []
        self.screen.say("\n".join([*self.rules.goals, *self.rules.ending, *known]))

    def _named(self, letter: str) -> str:
        """What a piece is called: by its name, or where it has none by its letter."""
        return self.rules.nouns.one(letter)

    def show(self) -> None:
        """Show the board, and who is to move or how the game has ended."""
        position = self.shown = self.position
        self.screen.board(position, self.line.last)
        if position.outcome:
            self.screen.announce(self._ending())
        elif self.resigned:
            winner = opponent(self.resigned).capitalize()
            self.screen.announce(f"{winner} wins: {self.resigned} has resigned.")
        else:
            count = f"ply {position.ply + 1} of {position.game.turn_limit}"
            self.screen.say(f"{position.turn.capitalize()} to move ({count}).")

    def _ending(self) -> str:
        from sbg.explain.words.outcome import ended

        return ended(self.position, self.line.before, self.line.last, nouns=self.rules.nouns)

    def _machine_moves(self) -> None:
        machine = self.machines[self.position.turn]
        assert machine is not None
        self.line.play(machine.choose(self.position))
        self.screen.say(self._played(len(self.line) - 1))

    def _played(self, number: int) -> str:
        """A move, counted from 0, as a sentence."""
        player = self.line.positions[number].turn
        what = f"{self._named(self.line.moved(number))} {self.line.moves[number]}"
        return f"{player.capitalize()} plays {what}{self._takes(number)}."

    def _takes(self, number: int) -> str:
        """What a move captured."""
        captured = self.line.captured(number)
        if not captured:
            return ""
        if owner(captured) == self.line.positions[number].turn:
            return f" and takes their own {self._named(captured)}"
        return f" and takes {self.rules.nouns.their(captured, alone=False)}"

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
        if command in ("quit", "exit", "q") or (not line and self.over):
            return False
        if command in self._commands:
            self._commands[command](self, argument.strip())
        elif not line:
            self.screen.say(f"Type a move such as {self.example}, ? for the legal moves, or help.")
        elif square := answers.square_asked(self.position, line):
            self.screen.say(answers.moves_from(self.position, square, self._named))
        elif self.over:
            self.screen.say(
                "The game is over. `save` keeps a record, `undo` takes back, `quit` leaves."
            )
        elif isinstance(move := answers.read_move(self.position, line, self._named), Move):
            self.line.play(move)
            self._undone.clear()
            if self.line.captured(-1):
                self.screen.say(self._played(len(self.line) - 1))
        else:
            self.screen.say(move)
        return True

    def _help(self, _: str) -> None:
        move = self.example
        origin, target = map(square_name, (move.origin, move.target))
        self.screen.say(HELP.format(example=str(move), origin=origin, target=target))

    def _tell_rules(self, _: str) -> None:
        self.screen.say(str(self.rules))

    def _flip(self, _: str) -> None:
        self.screen.turned = not self.screen.turned
        self.show()

    def _history(self, _: str) -> None:
        if not self.line.moves:
            self.screen.say("No move has been played yet; ? lists the legal moves.")
            return
        first = self.line.start.ply
        width = len(str(first + len(self.line)))
        for number, move in enumerate(self.line.moves):
            player = self.line.positions[number].turn
            what = f"{self._named(self.line.moved(number))} {move}{self._takes(number)}"
            self.screen.say(f"  {first + number + 1:>{width}}  {player}  {what}")

    def _resign(self, _: str) -> None:
        if self.over:
            self.screen.say("The game is over.")
            return
        self.resigned, self.shown = self.position.turn, None

    def _level(self, text: str) -> None:
        """Show or change how strong the machines are that have levels."""
        machines = {color: name for color, name in self.names.items() if name != seats.HUMAN}
        if not machines:
            self.screen.say("Both players are human, so there is no level.")
            return
        if not text:
            self.screen.say(f"{seats.introduced(self.names)} `level N` changes the level.")
            return
        if text not in map(str, LEVELS):
            self.screen.say(f"A level is a number from {min(LEVELS)} (weak) to {max(LEVELS)}.")
            return
        changed = {color: seats.at_level(name, int(text)) for color, name in machines.items()}
        new: dict[Colour, str] = {color: name for color, name in changed.items() if name}
        if not new:
            names = " and ".join(machines.values())
            self.screen.say(f"{names} has no levels; alphabeta has.")
            return
        self.seat({**self.names, **new})
        said = (f"{c.capitalize()} is now {seats.called(name)}" for c, name in new.items())
        self.screen.say("; ".join(said) + ".")

    def _board(self, _: str) -> None:
        self.show()

    def _fen(self, _: str) -> None:
        self.screen.say(self.position.fen)

    def _ask(self, square: str) -> None:
        if not square:
            listed = answers.all_moves(self.position, self._named)
            self.screen.say(listed or "There are no legal moves.")
        elif found := answers.square_asked(self.position, square):
            self.screen.say(answers.moves_from(self.position, found, self._named))
        else:
            self.screen.say(f"`{square}` is not a square; squares are named like a2.")

    def _hint(self, _: str) -> None:
        if self.over:
            self.screen.say("The game is over.")
            return
        info = players.analyse(self.position, _HINT_SECONDS, depth=_HINT_DEPTH).best
        self.screen.say(answers.hint(info))

    def _undo(self, _: str) -> None:
        """Take back a resignation, or to the last position, before this one, in which a human was to move."""
        if self.resigned is not None:
            self.resigned, self.shown = None, None
            return
        for length in range(len(self.line) - 1, -1, -1):
            if self.machines[self.line.positions[length].turn] is None:
                self._undone.append(self.line.moves[length:])
                self.line.back_to(length)
                self._tell_machines()
                return
        self.screen.say("There is nothing to take back.")

    def _redo(self, _: str) -> None:
        """Play again what the last `undo` took back."""
        if not self._undone or self.resigned is not None:
            self.screen.say("Nothing was taken back.")
            return
        for move in self._undone.pop():
            self.line.play(move)
        self._tell_machines()

    def _save(self, file: str) -> None:
        said = self._saver.save(self.record(), file)
        if said.startswith("Saved"):
            self._safe = self._state
        self.screen.say(said)

    def save_to(self, file: str, *, again: bool = False) -> None:
        """Save to a file that was chosen at the start; `again` if it may be there already, as ours."""
        if again:
            if self._state == self._safe:
                return
            self._saver.own(file)
        self._save(file)

    def begin(self, resigned: Colour | None = None, kept: Path | None = None) -> None:
        """Take the game as it stands for one that needs no keeping; `kept` is where it was kept when it was left."""
        self.resigned = resigned or self.resigned
        self._saver.kept = kept
        self._safe = self._state

    def keep(self) -> None:
        """Keep a game that is left, unless it is in a file already."""
        if self._state == self._safe or not self.line.moves:
            return
        self._safe = self._state
        self.screen.say(self._saver.keep(self.record()))

    def _new(self, _: str) -> None:
        """Begin anew; the game so far is kept, and can be had back."""
        if not self.line.moves:
            self.screen.say("No move has been played yet.")
            return
        self.keep()
        self._saver.kept = None
        self._undone.append(list(self.line.moves))
        self.resigned, self.shown = None, None
        self.line.back_to(0)
        self._safe = self._state
        self._tell_machines()

    def record(self) -> Record:
        """The game so far."""
        white, black = self.names["white"], self.names["black"]
        record = Record.of(self.line, white, black, date.today().isoformat())
        if self.resigned is not None and self.position.outcome is None:
            record = replace(record, result=opponent(self.resigned), reason=RESIGNATION)
        return record.with_game(self.line.game) if self.whole else record

    _commands: ClassVar[dict[str, Callable[[Session, str], None]]] = {
        "help": _help,
        "h": _help,
        "board": _board,
        "fen": _fen,
        "?": _ask,
        "rules": _tell_rules,
        "moves": _history,
        "flip": _flip,
        "level": _level,
        "resign": _resign,
        "hint": _hint,
        "undo": _undo,
        "u": _undo,
        "redo": _redo,
        "new": _new,
        "restart": _new,
        "save": _save,
    }
