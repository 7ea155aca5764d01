"""Small random games, and their exact values by exhaustive search on the reference alone."""

from __future__ import annotations

import random
from dataclasses import replace

import sbg
from sbg import reference
from sbg.language.model import Colour, Move
from sbg.limits import MAX_NUMBER


def text(seed: int) -> str:
    """The text of a small game: a board of at most nine squares, one or two kinds of pieces, leaps and rides, goals."""
    rng = random.Random(seed)
    width, height = rng.choice([(2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 2), (5, 1), (1, 5)])
    letters = ["A", "B"][: rng.choice([1, 1, 2])]
    squares = ["."] * (width * height)
    half = len(squares) // 2
    for colour, first in ((str.lower, 0), (str.upper, len(squares) - half)):
        for _ in range(rng.choice([1, 2, 2, 3])):
            squares[first + rng.randrange(half)] = colour(rng.choice(letters))
    rows = ["".join(squares[at : at + width]) for at in range(0, len(squares), width)]
    rules = [f"{letter} {_rule(rng, width, height)} &" for letter in letters]
    goals = [_goal(rng, letters, width, height) for _ in range(rng.choice([0, 1, 2, 2]))]
    limit = rng.choice([0, 1, 2, 4, 7, 10, 12, 16, 16])
    return "\n".join(
        [
            f"<<Small game {seed}>>",
            "<BOARD>",
            f"{width} {height}",
            *(f"|{row}|" for row in rows),
            "<PIECES>",
            *rules,
            "<GOALS>",
            f"{limit} &",
            *(f"{goal} &" for goal in goals),
        ]
    )


def _rule(rng: random.Random, width: int, height: int) -> str:
    parts = []
    for _ in range(rng.randint(2, 5)):
        near = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1, 1)]
        far = rng.randint(1 - width, width - 1), rng.randint(1 - height, height - 1)
        steps = [(dx, dy) for dx, dy in near if abs(dx) < width and abs(dy) < height]
        dx, dy = rng.choice([far, *steps])
        on = rng.choice("eeeepppw")
        parts.append(rng.choice([f"({dx},{dy},{on})", f"({dx},{dy},e)^*({dx},{dy},{on})"]))
    return " + ".join(parts)


def _goal(rng: random.Random, letters: list[str], width: int, height: int) -> str:
    letter = rng.choice([*letters, *(letter.lower() for letter in letters)])
    if rng.random() < 0.5:
        return f"#{letter} {rng.choice([0, 0, 1])}"
    return f"@{letter} {rng.randrange(width)} {rng.randrange(height)}"


def game(seed: int, limit: int | None = None) -> sbg.Game:
    """The small game of this number, with another turn limit if one is given."""
    made = sbg.parse(text(seed))
    if limit is None:
        return made
    return sbg.Game(replace(made.description, turn_limit=limit))


class Exhaustive:
    """All lines of play of so many plies, by the reference: who wins within them, and how soon."""

    def __init__(self, made: sbg.Game) -> None:
        self.limit = made.turn_limit
        self.description = replace(made.description, turn_limit=MAX_NUMBER)
        self._known: dict[tuple[str, int], tuple[Colour | None, int, Move | None]] = {}

    def start(self, position: sbg.Position) -> tuple[str, int | None]:
        """The value of a position with its turn limit: the winner or draw, and the plies of a win."""
        outcome = reference.Position(
            replace(self.description, turn_limit=self.limit), position.fen
        ).outcome
        if outcome is not None:
            return outcome.winner or "draw", 0
        winner, plies, _ = self.best(position.fen, self.limit - position.ply)
        return winner or "draw", plies if winner else None

    def best(self, fen: str, left: int) -> tuple[Colour | None, int, Move | None]:
        """Who wins within so many plies of a position without a last move, in how many, and the best move."""
        rows, player, _ = fen.split()
        fen = f"{rows} {player} {'wb'.index(player)}"
        if (fen, left) not in self._known:
            self._known[fen, left] = self._search(reference.Position(self.description, fen), left)
        return self._known[fen, left]

    def _search(
        self, position: reference.Position, left: int
    ) -> tuple[Colour | None, int, Move | None]:
        if position.outcome is not None:
            return position.outcome.winner, 0, None
        if left <= 0:
            return None, 0, None
        found: list[tuple[int, int, Colour | None, int, Move]] = []
        for move in position.moves:
            child = position.play(move)
            if child.event is not None:
                winner, plies = child.event.winner, 0
            else:
                winner, plies, _ = self.best(child.fen, left - 1)
            worth = 0 if winner is None else 1 if winner == position.turn else -1
            found.append((worth, -worth * plies, winner, plies + 1, move))
        _, _, winner, plies, move = max(found, key=lambda one: one[:2])
        return winner, plies, move
