"""The deep part of a profile: other players, and the game without each piece in turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from string import ascii_uppercase

import numpy as np

from sbg.engine import Game
from sbg.exact.solving.proof import Prover, UndecidedError
from sbg.language.model import CountGoal, Goal, Piece, SquareGoal
from sbg.play.players.arena import Games, Side, play_games
from sbg.play.tune.tuning import tune
from sbg.study.profiling.budget import Deep
from sbg.study.profiling.ladder import OPENING
from sbg.study.profiling.measure import Measure, clipped, evenness, paired_score
from sbg.study.profiling.result import Proof

_MEMORY = 256 << 20
"""Bytes of the tables of proof-number search."""
_NOISE = 15
_LEAST_GAMES = 6


def prove(game: Game, nodes: int) -> Proof | None:
    """Who wins, if proof-number search finds it out with so many positions."""
    prover = Prover(game.start, memory=_MEMORY)
    try:
        value = prover.value(nodes)
    except UndecidedError:
        return None
    return Proof(value, None, prover.bounds().nodes, "proof-number search")


@dataclass(frozen=True)
class Table:
    """Matches of one game."""

    game: Game
    budget: Deep
    games: int
    seed: Callable[[str], int]
    threads: int

    def monte_carlo(self) -> dict[str, Measure]:
        """Balance and depth as players see them who know nothing of the game but its rules."""
        strong, weak = (Side("mcts", nodes, hash_megabytes=16) for nodes in self.budget.playouts)
        return self._opinion("mcts", weak, strong, weak)

    def tuned(self) -> dict[str, Measure]:
        """Balance and depth between players with tuned weights, and what these score against the derived ones."""
        budget = self.budget
        seed = self.seed("tune") % 2**31
        found = tune(self.game, budget.tune_games, seed, budget.tune_nodes, 0)
        weights = found.weights
        strong = Side(nodes=budget.nodes, weights=weights)
        weak = Side(nodes=budget.nodes // 4, weights=weights)
        opinion = self._opinion("tuned", replace(strong, noise=_NOISE), strong, weak)
        gain = self._match("gain", strong, Side(nodes=budget.nodes))
        return opinion | ({} if gain is None else {"tuning_gain": _points(gain)})

    def _opinion(self, name: str, own: Side, strong: Side, weak: Side) -> dict[str, Measure]:
        even, ladder = self._match(f"{name} even", own, own), self._match(name, strong, weak)
        if even is None or ladder is None:
            return {}
        return {
            f"balance_{name}": evenness(_white(even)),
            f"depth_{name}": clipped(_points(ladder).map(lambda score: 2 * score - 1)),
        }

    def restricted(self, letter: str) -> Measure | None:
        """The score of a player who may not move a kind of piece, against one who may; colours in turn."""
        scores = []
        for colour, index in (("white", 0), ("black", 1)):
            game = without(self.game, letter, colour)
            if game is None:
                continue
            if game.start.outcome is not None:  # no move is left
                scores += [float(game.start.outcome.winner == colour)] * (self.games // 2)
                continue
            side = Side(nodes=self.budget.nodes, noise=_NOISE)
            found = self._match(f"without {letter} {colour}", side, side, game)
            if found is not None:
                scores += np.where(found.winners < 0, 0.5, found.winners == index).tolist()
        return paired_score(scores[: len(scores) // 2 * 2]) if scores else None

    def _match(
        self, name: str, first: Side, second: Side, game: Game | None = None
    ) -> Games | None:
        if self.games < _LEAST_GAMES:
            return None
        return play_games(
            game or self.game,
            first,
            second,
            self.games // 2 * 2,
            seed=self.seed(name),
            random_plies=OPENING,
            threads=self.threads,
        )


def _white(games: Games) -> Measure:
    return paired_score(np.where(games.winners < 0, 0.5, games.winners == 0).tolist())


def _points(games: Games) -> Measure:
    return paired_score(games.points.tolist())


def without(game: Game, letter: str, colour: str) -> Game | None:
    """The game in which a player may not move a kind of piece: theirs is another one, without a rule.

    None if the player has none of them, or there is no letter left.
    """
    description = game.description
    used = {piece.letter for piece in description.pieces}
    spare = next((other for other in ascii_uppercase if other not in used), None)
    own = letter if colour == "white" else letter.lower()
    if spare is None or not any(own in row for row in description.rows):
        return None
    other = spare if colour == "white" else spare.lower()

    still = [piece for piece in description.pieces if piece.rule is None]

    def renamed(goal: Goal) -> Goal:
        if goal.piece != own:
            return goal
        if isinstance(goal, CountGoal):
            return CountGoal(other, goal.count)
        return SquareGoal(other, goal.squares)

    return Game(
        replace(
            description,
            rows=tuple(row.replace(own, other) for row in description.rows),
            pieces=(
                *(piece for piece in description.pieces if piece.rule is not None),
                *sorted((*still, Piece(spare, None)), key=lambda piece: piece.letter),
            ),
            goals=tuple(map(renamed, description.goals)),
        )
    )
