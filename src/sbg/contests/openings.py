"""A game and a seed in; openings out: random plies that have not decided the game, all different if possible.

Nothing here knows a game: an opening is kept if the game goes on, the player to move cannot win at once, and has a
move after which his opponent cannot win at once either.
"""

from __future__ import annotations

from random import Random

from sbg.engine import Game, Position
from sbg.model import Move

_TRIES = 50
"""How often an opening of a length is looked for before a shorter one is, or one that was there before, will do."""


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
