"""Learning a small game by self-play, without any library: a table of positions, and tree search over many games.

    python examples/self_play.py                    hexapawn, a few seconds
    python examples/self_play.py octopawn --rounds 40

Each round plays a batch of games with `sbg.Puct`, which asks the table about positions. What the search preferred, and
how the games ended, goes back into the table. Afterwards the table plays without any search against random moves.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

import sbg


class Table:
    """By position: the sum of the visits of each action, the sum of the results, and how often it was met."""

    def __init__(self) -> None:
        self.known: dict[bytes, list[Any]] = {}

    @staticmethod
    def keys(batch: sbg.Batch) -> list[bytes]:
        """What tells positions apart: board and player to move. How long the game has lasted is left out."""
        boards, turn = batch.boards.reshape(len(batch), -1), batch.turn[:, None]
        return [row.tobytes() for row in np.hstack((boards, turn))]

    def evaluate(self, batch: sbg.Batch) -> tuple[np.ndarray, np.ndarray]:
        """Policies and values of positions, as `sbg.Puct` asks for them; nothing is known about new ones."""
        policies = np.ones((len(batch), len(batch.actions)), np.float32)
        values = np.zeros(len(batch), np.float32)
        for slot, key in enumerate(self.keys(batch)):
            if key in self.known:
                visits, results, met = self.known[key]
                policies[slot] = visits + 0.1 * visits.sum() / len(visits)
                values[slot] = results / met
        return policies, values

    def learn(self, key: bytes, visits: np.ndarray, result: float) -> None:
        """Adds what a search and a game have shown; older things count less and less."""
        old = self.known.get(key, [np.zeros(len(visits)), 0.0, 0.0])
        self.known[key] = [0.9 * old[0] + visits, 0.9 * old[1] + result, 0.9 * old[2] + 1]


def play_round(
    game: sbg.Game, table: Table, games: int, simulations: int, opening: int, seed: int
) -> None:
    """Games of the table against itself, after some random plies, from which it learns."""
    batch = sbg.Batch(game, games, seed=seed, opening=opening)
    search = sbg.Puct(table.evaluate)
    told = []
    while not batch.ended.all():
        # Another seed for each ply: with one for all, every ply would be played with the same draws.
        ply_seed = seed + int(batch.ply.max())
        found = search.search(batch, simulations, noise=0.25, seed=ply_seed)
        told.append((~batch.ended, table.keys(batch), found.visits, batch.turn))
        batch.step(found.sample(seed=ply_seed))
    winners = batch.winners
    for playing, keys, visits, turns in told:
        for slot in np.flatnonzero(playing):
            result = 0.0 if winners[slot] < 0 else 1.0 if winners[slot] == turns[slot] else -1.0
            table.learn(keys[slot], visits[slot], result)


def against_random(game: sbg.Game, table: Table, colour: int, games: int, seed: int) -> list[int]:
    """Wins, draws and losses of the table alone, which plays the best move that it knows."""
    batch = sbg.Batch(game, games, seed=seed)
    while not batch.ended.all():
        policies, _ = table.evaluate(batch)
        best = (policies * batch.action_mask()).argmax(axis=1)
        batch.step(np.where(batch.turn == colour, best, batch.sample()))
    winners = batch.winners
    return [int((winners == side).sum()) for side in (colour, -1, 1 - colour)]


def train(name: str, rounds: int, games: int, simulations: int, seed: int) -> Table:
    """A table after some rounds of self-play."""
    table = Table()
    for number in range(rounds):
        play_round(sbg.load(name), table, games, simulations, number % 4, seed + 1000 * number)
    return table


def main() -> None:
    """Learn, then play."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="hexapawn", help="a bundled game or a file")
    parser.add_argument("--rounds", type=int, default=12, help="rounds of self-play (12)")
    parser.add_argument("--games", type=int, default=64, help="games of a round (64)")
    parser.add_argument("--simulations", type=int, default=40, help="walks of the search (40)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    table = train(given.game, given.rounds, given.games, given.simulations, given.seed)
    print(f"{len(table.known)} positions known")
    for colour, word in enumerate(("white", "black")):
        won, drawn, lost = against_random(sbg.load(given.game), table, colour, 500, 7)
        print(f"as {word} against random moves: {won} won, {drawn} drawn, {lost} lost")


if __name__ == "__main__":
    main()
