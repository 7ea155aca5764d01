"""A game that was played in, its text out; and back, with every move replayed and checked.

    [Game "Simplified Gardner"]
    [Rules "6f1c…"]
    [White "human"]
    [Black "random"]
    [Date "2025-01-31"]
    [Result "white"]
    [Reason "goal"]

    a2a3 b4a3 {a comment} b2a3

`Rules` is the SHA-256 of the formatted text of the game without its comments, `Start` a position line if the game did
not begin at the initial position, `Result` is `white`, `black`, `draw` or `*` for a game that goes on.
"""

from __future__ import annotations

import hashlib
import re
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from typing import get_args

from sbg.engine.game import Game, Position
from sbg.model import FenError, GameOverError, IllegalMoveError, Move, Outcome, Reason
from sbg.model.notation import parse_move
from sbg.syntax.formatter import format_source

UNFINISHED = "*"
RESULTS = ("white", "black", "draw", UNFINISHED)

_HEADER = re.compile(r'\[([A-Za-z]+) "((?:[^"\\]|\\.)*)"\]')
_TOKEN = re.compile(r"\s+|\{[^}]*\}|[^\s{}]+|[{}]")


class RecordError(ValueError):
    """A text that is no record of this game; the message begins with the line."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line
        self.message = message


@dataclass(frozen=True)
class Record:
    """A game as it was played. `positions` are those before and after each move: one more than there are moves."""

    positions: tuple[Position, ...]
    moves: tuple[Move, ...]
    white: str = "?"
    black: str = "?"
    date: str = "?"
    result: str = UNFINISHED
    reason: str = ""

    @property
    def game(self) -> Game:
        """What was played."""
        return self.positions[0].game

    @classmethod
    def of(
        cls,
        start: Position,
        moves: Iterable[Move],
        white: str = "?",
        black: str = "?",
        date: str = "?",
    ) -> Record:
        """The record of a game from its start and its moves; errors as of `Position.play`."""
        positions = [start]
        played = []
        for move in moves:
            positions.append(positions[-1].play(move))
            played.append(move)
        result, reason = _result(positions[-1].outcome)
        return cls(tuple(positions), tuple(played), white, black, date, result, reason)


def rules_hash(game: Game) -> str:
    """What identifies the rules of a game in its records."""
    text = format_source(game.source, comments=False)
    return hashlib.sha256(text.encode()).hexdigest()


def write(record: Record) -> str:
    """The text of a record."""
    start = record.positions[0]
    headers = {
        "Game": record.game.name,
        "Rules": rules_hash(record.game),
        "Start": "" if start == record.game.start else start.fen,
        "White": record.white,
        "Black": record.black,
        "Date": record.date,
        "Result": record.result,
        "Reason": record.reason,
    }
    lines = [f'[{name} "{_quoted(value)}"]' for name, value in headers.items() if value]
    moves = textwrap.wrap(" ".join(map(str, record.moves)), 80)
    return "\n".join([*lines, "", *moves]) + "\n"


def headers(text: str) -> dict[str, str]:
    """The header lines of a record, by name; RecordError if one is none."""
    return {name: value for name, (value, _) in _split(text)[0].items()}


def read(text: str, game: Game) -> Record:
    """The record that a text holds, if it is one of this game; RecordError says where it is not."""
    head, body, first_line = _split(text)
    _check_rules(head, game)
    position = _start(head, game)
    positions = [position]
    moves: list[Move] = []
    for line, token in _moves(body, first_line):
        move, position = _play(position, token, line, len(moves) + 1)
        moves.append(move)
        positions.append(position)
    result, reason = _check_result(head, position.outcome)
    values = {name.lower(): head[name][0] for name in ("White", "Black", "Date") if name in head}
    return Record(tuple(positions), tuple(moves), **values, result=result, reason=reason)


def _result(outcome: Outcome | None) -> tuple[str, str]:
    if outcome is None:
        return UNFINISHED, ""
    return outcome.winner or "draw", outcome.reason


def _quoted(value: str) -> str:
    printable = "".join(c if c.isprintable() else " " for c in value)
    return printable.replace("\\", "\\\\").replace('"', '\\"')


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
        head[match[1]] = re.sub(r"\\(.)", r"\1", match[2]), number
    return head, "\n".join(lines[number:]), number + 1


def _required(head: _Head, name: str) -> tuple[str, int]:
    if name not in head:
        raise RecordError(len(head) + 1, f'the header has no line `[{name} "…"]`')
    return head[name]


def _check_rules(head: _Head, game: Game) -> None:
    name, line = _required(head, "Game")
    if name != game.name:
        raise RecordError(line, f"this is a record of `{name}`, not of `{game.name}`")
    rules, line = _required(head, "Rules")
    if rules.lower() != rules_hash(game):
        raise RecordError(line, f"the rules of `{name}` were others when this game was played")


def _start(head: _Head, game: Game) -> Position:
    if "Start" not in head:
        return game.start
    fen, line = head["Start"]
    try:
        return game.position(fen)
    except FenError as error:
        raise RecordError(line, str(error)) from None


def _moves(text: str, line: int) -> Iterable[tuple[int, str]]:
    """The moves as they are written, each with its line."""
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token == "{":
            raise RecordError(line, "a comment is never closed: `}` is missing")
        if token == "}":
            raise RecordError(line, "`}` without its `{`")
        if not token.isspace() and not token.startswith("{"):
            yield line, token
        line += token.count("\n")


def _play(position: Position, token: str, line: int, number: int) -> tuple[Move, Position]:
    squares = parse_move(token)
    if squares is None:
        shown = token if len(token) <= 20 else token[:20] + "…"
        raise RecordError(line, f"move {number}: `{shown}` is not a move; a move is like `a2a3`")
    move = Move(*squares)
    try:
        return move, position.play(move)
    except (IllegalMoveError, GameOverError) as error:
        raise RecordError(line, f"move {number}: {error}") from None


def _check_result(head: _Head, outcome: Outcome | None) -> tuple[str, str]:
    """The result as it stands in the header, which must not contradict the moves.

    A game may end for other reasons than those of the rules (somebody resigned, or ran out of time).
    """
    result, line = _required(head, "Result")
    if result not in RESULTS:
        raise RecordError(line, f"a result is one of {', '.join(RESULTS)}, not `{result}`")
    reason, reason_line = head.get("Reason", ("", line))
    if outcome is not None:
        true_result, true_reason = _result(outcome)
        if result != true_result:
            raise RecordError(line, f"the result is `{true_result}`, not `{result}`")
        if reason not in ("", true_reason):
            raise RecordError(reason_line, f"the reason is `{true_reason}`, not `{reason}`")
        return result, true_reason
    if result == UNFINISHED:
        return result, reason
    if reason in ("", *get_args(Reason)):
        raise RecordError(line, f"the result is `{result}`, but the moves do not end the game")
    return result, reason
