"""The openings of a contest: random moves that decide nothing yet, or lines that were given.

Nothing here knows a game: a random opening is kept if the game goes on, the player to move cannot win at once, and has
a move after which the opponent cannot win at once either.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from sbg.base.errors import SbgError
from sbg.engine import Game, Line, Position
from sbg.language.model import Move, PlayError

_TRIES = 50
"""How often an opening of a length is looked for before a shorter one is, or one that was there before, will do."""


class OpeningError(SbgError, ValueError):
    """A line that cannot open a game, or a text that holds no openings; the message says why."""


def checked_lines(game: Game, lines: Iterable[str]) -> tuple[str, ...]:
    """Lines of moves, `a2a3 b4b3`, if they are legal and leave something to be played; else OpeningError."""
    found = []
    for line in lines:
        try:
            over = Line(game.start, line.split()).outcome is not None
        except (PlayError, ValueError) as problem:
            raise OpeningError(f"opening `{line}`: {problem}") from None
        if over:
            raise OpeningError(f"opening `{line}`: it ends the game")
        found.append(line)
    return tuple(found)


def read_lines(text: str, games: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The openings of each of some games in a text: a line for each, after `[GAME]` unless there is one game only.

    `#` begins a comment. OpeningError says what is wrong with the text.
    """
    found: dict[str, list[str]] = {game: [] for game in games}
    current = found[games[0]] if len(games) == 1 else None
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].strip()
        if words.startswith("[") and words.endswith("]"):
            name = words[1:-1].strip()
            if name not in found:
                raise OpeningError(f"line {number}: `{name}` is none of the games of this contest")
            current = found[name]
        elif words and current is None:
            raise OpeningError(
                f"line {number}: of which game? write `[{games[0]}]` before its openings"
            )
        elif words and current is not None:
            current.append(" ".join(words.split()))
    if not any(found.values()):
        raise OpeningError("there are no openings in it")
    return tuple(map(tuple, found.values()))


class Openings:
    """The openings of a game, by number; the same seed gives the same ones. Each is played twice, colours swapped."""

    def __init__(self, game: Game, plies: int, seed: int) -> None:
        self._game = game
        self._plies = plies
        self._random = Random(f"{seed} {game.name}")
        self._found: list[tuple[Move, ...]] = []
        self._seen: set[Position] = set()

    def __getitem__(self, number: int) -> tuple[Move, ...]:
        while len(self._found) <= number:
            self._found.append(self._next())
        return self._found[number]

    def _next(self) -> tuple[Move, ...]:
        again: tuple[Move, ...] | None = None
        for plies in range(self._plies, 0, -1):
            for _ in range(_TRIES):
                moves, position = self._walk(plies)
                if position is None or not is_open(position):
                    continue
                if position not in self._seen:
                    self._seen.add(position)
                    return moves
                again = again or moves
            if again is not None:
                return again
        return ()

    def _walk(self, plies: int) -> tuple[tuple[Move, ...], Position | None]:
        position = self._game.start
        moves: list[Move] = []
        for _ in range(plies):
            legal = position.moves
            if not legal:
                return (), None
            moves.append(self._random.choice(legal))
            position = position.play(moves[-1])
        return tuple(moves), position


def is_open(position: Position) -> bool:
    """Whether nobody has won a position or wins it at once, as far as two plies show."""
    after = [position.play(move) for move in position.moves]
    if not after or any(_won_by(next_, position.turn) for next_ in after):
        return False
    return any(
        next_.outcome is None
        and not any(_won_by(next_.play(reply), next_.turn) for reply in next_.moves)
        for next_ in after
    )


def _won_by(position: Position, player: str) -> bool:
    return position.outcome is not None and position.outcome.winner == player
