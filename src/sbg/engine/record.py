"""`Record`: reads, writes and replays the record of a game, a text much like PGN.

    [Game "Simplified Gardner"]
    [Rules "6f1c…"]
    [White "human"]
    [Black "random"]
    [Date "2025-01-31"]
    [Result "white"]
    [Reason "goal"]

    a2a3 b4a3 {a comment} (c4c3 a3b4) b2a3

`Rules` is the SHA-256 of the canonical text of the game (`Game.rules_hash`), `Start` a FEN if the game did not begin at
the initial position, `Result` is `white`, `black`, `draw` or `*` for a game that goes on. A variation in parentheses
takes the place of the move before it. A record may hold the text of its game too, as it was written, with `\\n` where
a line ends: `[Text "//! P = runner\\n<<Three pawns>>\\n<BOARD>\\n3 3\\n|ppp|…"]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import get_args

from sbg.base.errors import SbgError, mistyped
from sbg.engine.game import Game, Position
from sbg.engine.line import Line
from sbg.engine.movetext import MoveTextError, Variation, read_moves, variations_of, write_moves
from sbg.language import model
from sbg.language.model import FenError, GameOverError, IllegalMoveError, Move, Outcome, Reason

UNFINISHED = "*"
TEXT = "Text"
"""The header line that holds the text of the game."""
MAX_TEXT = 100_000
"""Characters of a game that are kept in a record."""
RESULTS = ("white", "black", "draw", UNFINISHED)
_KNOWN = ("Game", "Rules", "Start", "White", "Black", "Date", "Result", "Reason")

_HEADER = re.compile(r'\[([A-Za-z]+) "((?:[^"\\]|\\.)*)"\]')


class RecordError(SbgError, ValueError):
    """A text that is no record, or not one of this game; the message begins with the line."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line
        self.message = message

    def __reduce__(self) -> tuple[type[RecordError], tuple[int, str]]:
        return RecordError, (self.line, self.message)


@dataclass(frozen=True)
class Record:
    """A game as it was written down: header lines and moves, not yet checked against the rules of the game."""

    game: str
    """The name of the game."""
    rules: str
    """`Game.rules_hash` of its rules."""
    moves: tuple[str, ...] = ()
    start: str = ""
    """The FEN of the first position; empty for the initial one."""
    white: str = "?"
    black: str = "?"
    date: str = "?"
    result: str = UNFINISHED
    reason: str = ""
    others: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Header lines with other names."""
    variations: tuple[Variation, ...] = ()
    """What could have been played instead: after how many moves of the game, and the moves."""
    _header_lines: Mapping[str, int] = field(default_factory=dict, repr=False, compare=False)
    _move_lines: tuple[int, ...] = field(default=(), repr=False, compare=False)

    def __repr__(self) -> str:
        names = f"{self.white!r} against {self.black!r}"
        return f"<sbg.Record of {self.game!r}, {names}: {len(self.moves)} moves, {self.result}>"

    @classmethod
    def of(cls, line: Line, white: str = "?", black: str = "?", date: str = "?") -> Record:
        """The record of a line of play."""
        result, reason = _result(line.outcome)
        return cls(
            line.game.name,
            line.game.rules_hash,
            tuple(map(str, line.moves)),
            "" if line.start == line.game.start else line.start.fen,
            white,
            black,
            date,
            result,
            reason,
        )

    def with_game(self, game: Game) -> Record:
        """The record with the text of its game, so that it can be replayed where the file of the game is missing.

        Comments and the names of pieces stand in it as they were written. A very long text is shortened to the names
        and the rules, or left out. RecordError if it is a record of another game.
        """
        self._check_rules(game)
        short = model.write_names(game.names, game.looks) + model.write(game.description)
        for text in (
            re.sub(r"\r\n?", "\n", game.text).removeprefix("\ufeff").strip(),
            short.strip(),
        ):
            if len(text) <= MAX_TEXT:
                return replace(self, others={**self.others, TEXT: text})
        return self

    def with_variations(self, lines: Iterable[Sequence[Move | str]]) -> Record:
        """The record with other lines of play from the same start; what they share with the game is written once."""
        if isinstance(lines, str | bytes) or not isinstance(lines, Iterable):
            raise mistyped("with_variations", "a list of lines of moves", lines)
        lines = [*lines]
        for line in lines:
            if isinstance(line, str | bytes) or not isinstance(line, Sequence):
                raise mistyped("with_variations", "lists of moves", line)
        found = variations_of(self.moves, ((0, [str(move) for move in line]) for line in lines))
        return replace(self, variations=found)

    @property
    def text(self) -> str | None:
        """The text of the game, if the record holds it."""
        return self.others.get(TEXT)

    def write(self, comments: Sequence[str] = ()) -> str:
        """The text of the record; `comments` go behind the moves, one for each, where they are not empty."""
        values = {name: getattr(self, name.lower()) for name in _KNOWN} | dict(self.others)
        lines = [f'[{name} "{_quoted(name, value)}"]' for name, value in values.items() if value]
        moves = write_moves(self.moves, comments, self.variations)
        return "\n".join([*lines, "", *moves]) + "\n"

    def replay(self, game: Game) -> Line:
        """The game move by move; RecordError where the record is not one of this game, or contradicts itself."""
        self._check_rules(game)
        line = Line(self._first(game))
        for number, text in enumerate(self.moves):
            self._play(line, text, number)
        self._check_result(line.outcome)
        for after, moves in self.variations:
            other = Line(line.positions[min(after, len(line))])
            for number, text in enumerate(moves):
                self._play(other, text, after + number, "variation, ")
        return line

    def _line_of(self, header: str) -> int:
        return self._header_lines.get(header, 1)

    def _check_rules(self, game: Game) -> None:
        if self.game != game.name:
            problem = f"this is a record of `{self.game}`, not of `{game.name}`"
            raise RecordError(self._line_of("Game"), problem)
        if self.rules.lower() != game.rules_hash:
            problem = f"this record was played with other rules than `{game.name}` has now"
            raise RecordError(self._line_of("Rules"), problem)

    def _first(self, game: Game) -> Position:
        if not self.start:
            return game.start
        try:
            return game.position(self.start)
        except FenError as error:
            raise RecordError(self._line_of("Start"), str(error)) from None

    def _play(self, line: Line, text: str, number: int, where: str = "") -> None:
        place = self._move_lines[min(number, len(self._move_lines) - 1)] if self._move_lines else 1
        move = Move.read(text)
        if move is None:
            shown = text if len(text) <= 20 else text[:20] + "…"
            problem = f"`{shown}` is not a move; a move is like `a2a3`"
            raise RecordError(place, f"{where}move {number + 1}: {problem}")
        try:
            line.play(move)
        except (IllegalMoveError, GameOverError) as error:
            raise RecordError(place, f"{where}move {number + 1}: {error}") from None

    def _check_result(self, outcome: Outcome | None) -> None:
        """The result must not contradict the moves.

        A game may end for other reasons than those of the rules (somebody resigned, or ran out of time).
        """
        place = self._line_of("Result")
        if outcome is not None:
            result, reason = _result(outcome)
            if self.result != result:
                raise RecordError(place, f"the result is `{result}`, not `{self.result}`")
            if self.reason not in ("", reason):
                place = self._line_of("Reason")
                raise RecordError(place, f"the reason is `{reason}`, not `{self.reason}`")
        elif self.result != UNFINISHED and self.reason in ("", *get_args(Reason)):
            problem = f"the result is `{self.result}`, but the moves do not end the game"
            raise RecordError(place, problem)


def read_record(text: str) -> Record:
    """The record that a text holds; its game is not needed. RecordError says where the text is none."""
    if not isinstance(text, str):
        raise mistyped("read_record", "the text of a record", text)
    head, body, first_line = _split(text)
    values = {name: value for name, (value, _) in head.items()}
    for name in ("Game", "Rules", "Result"):
        if name not in values:
            raise RecordError(len(head) + 1, f'the header has no line `[{name} "…"]`')
    if values["Result"] not in RESULTS:
        place, known = head["Result"][1], ", ".join(RESULTS)
        raise RecordError(place, f"a result is one of {known}, not `{values['Result']}`")
    try:
        played = read_moves(body, first_line)
    except MoveTextError as problem:
        raise RecordError(problem.line, str(problem)) from None
    return Record(
        values["Game"],
        values["Rules"],
        played.moves,
        **{name.lower(): values[name] for name in _KNOWN[2:] if name in values},
        others={name: value for name, value in values.items() if name not in _KNOWN},
        _header_lines={name: line for name, (_, line) in head.items()},
        variations=played.variations,
        _move_lines=played.lines,
    )


def signed(record: Record) -> Record:
    """The record with the version of sbg that writes it to a file; reading takes no notice of it."""
    from sbg.base.version import made_by

    return replace(record, others={**record.others, "Program": made_by()})


def _result(outcome: Outcome | None) -> tuple[str, str]:
    if outcome is None:
        return UNFINISHED, ""
    return outcome.winner or "draw", outcome.reason


def _quoted(name: str, value: str) -> str:
    lines = value.split("\n") if name == TEXT else [value]
    printable = ("".join(c if c.isprintable() else " " for c in line) for line in lines)
    return r"\n".join(line.replace("\\", "\\\\").replace('"', '\\"') for line in printable)


def _unquoted(name: str, value: str) -> str:
    return re.sub(r"\\(.)", lambda m: "\n" if m[0] == r"\n" and name == TEXT else m[1], value)


_Head = dict[str, tuple[str, int]]
"""Values of header lines, each with the number of its line."""


def _split(text: str) -> tuple[_Head, str, int]:
    """The header lines, the text after the empty line, and the number of the line on which that starts."""
    lines = re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))
    head: _Head = {}
    number = 0
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            break
        match = _HEADER.fullmatch(line.rstrip())
        if match is None:
            raise RecordError(
                number, 'a header line is `[Name "value"]`, and an empty line ends the header'
            )
        if match[1] in head:
            raise RecordError(number, f"`{match[1]}` stands here a second time")
        head[match[1]] = _unquoted(match[1], match[2]), number
    return head, "\n".join(lines[number:]), number + 1
