"""`sbg.Puct`: tree search (PUCT) over many games at once, guided by any evaluation function."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sbg import _core
from sbg.arrays.batch import Batch
from sbg.arrays.cpu import CpuBackend
from sbg.base import bounds
from sbg.base.errors import mistyped
from sbg.base.numbers import real, seed_bits, whole

Evaluate: TypeAlias = Callable[[Batch], tuple[Any, Any]]
"""Takes positions as a batch; gives for each a weight for every action, and a value for the player to move."""


@dataclass(frozen=True, eq=False)
class Searched:
    """What a search found, by game."""

    visits: NDArray[np.int32]
    """How often each action was tried."""
    values: NDArray[np.float32]
    """The mean value for the player to move, from -1 to 1."""

    @property
    def actions(self) -> NDArray[np.int32]:
        """The action that was tried most often, as `Batch.step` takes it; -1 where the game is over."""
        best = self.visits.argmax(axis=1).astype(np.int32)
        return np.where(self.visits.any(axis=1), best, np.int32(-1))

    def policies(self, temperature: float = 1.0) -> NDArray[np.float32]:
        """Visits as probabilities, to the power of 1 / temperature; all 0 where the game is over."""
        if not temperature > 0:
            raise ValueError(
                "temperature is a number above 0; for the best action there is `actions`"
            )
        weights = self.visits.astype(np.float32)
        if temperature != 1:
            weights /= np.maximum(weights.max(axis=1, keepdims=True), 1)
            weights **= np.float32(1 / temperature)
        return _normal(weights)

    def sample(self, temperature: float = 1.0, seed: int | None = None) -> NDArray[np.int32]:
        """An action for each game, drawn by these probabilities; -1 where the game is over.

        Every call draws anew, unless there is a seed.
        """
        sums = self.policies(temperature).cumsum(axis=1)
        total = sums[:, -1:]
        drawn = _generator(seed).random((len(sums), 1), np.float32) * total
        drawn = np.minimum(drawn, np.nextafter(total, np.float32(0)))  # it may have been rounded up
        chosen = (sums > drawn).argmax(axis=1).astype(np.int32)
        return np.where(self.visits.any(axis=1), chosen, np.int32(-1))


class Puct:
    """A tree search that asks `evaluate` about positions, one of each game at a time and all games together.

    `evaluate(leaves)` takes a `Batch` of positions and returns two arrays: policies, a finite weight that is not
    negative for every action (those of illegal ones are ignored; of logits the softmax), and values from -1 to 1, for
    the player to move. They may be of any library that NumPy can read. `exploration` weighs the policies against the
    values found so far.
    """

    def __init__(self, evaluate: Evaluate, exploration: float = 1.5) -> None:
        if not callable(evaluate):
            raise mistyped("Puct", "a function that judges a batch of positions", evaluate)
        self.evaluate = evaluate
        self.exploration = real(exploration, "exploration")
        self._kept: tuple[_core.Puct, Batch] | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_kept": None}

    def search(
        self,
        batch: Batch,
        simulations: int = 100,
        *,
        seconds: float | None = None,
        noise: float = 0.0,
        alpha: float = 0.3,
        seed: int | None = None,
    ) -> Searched:
        """Searches the positions of all games, with so many walks down the tree of each; the batch is not changed.

        It ends sooner, after at least two walks, when these `seconds` are over.
        `noise` is the part of the roots' policies that is drawn from a Dirichlet distribution with parameter `alpha`:
        anew by every call, unless there is a seed. ValueError names the first slot for which `evaluate` gives a weight
        or a value that is none.
        """
        if not isinstance(batch, Batch):
            raise mistyped("search", "a Batch", batch)
        rounds = whole(simulations, "simulations", 2, bounds.MAX_NODES)
        part, width = real(noise, "noise", 0, 1), real(alpha, "alpha")
        until = None if seconds is None else time.monotonic() + real(seconds, "seconds")
        trees, leaves = self._taken(batch)
        trees.begin(np.asarray(batch.state))
        backend = _cpu(leaves)
        count = trees.select(backend.state)
        trees.expand(*self._judged(leaves, count))
        if part:
            trees.mix(_noise(batch, width, seed), part)
        count = trees.select(backend.state)
        for _ in range(rounds - 2):
            if until is not None and time.monotonic() >= until:
                break
            count = trees.expand(*self._judged(leaves, count), backend.state)
        trees.expand(*self._judged(leaves, count))
        visits = np.empty((len(batch), len(batch.actions)), np.int32)
        values = np.empty(len(batch), np.float32)
        trees.visits(visits)
        trees.values(values)
        self._kept = trees, leaves
        return Searched(visits, values)

    def _taken(self, batch: Batch) -> tuple[_core.Puct, Batch]:
        """Trees for the games of a batch, and room for their leaves: those of the last search, if they fit."""
        kept, self._kept = self._kept, None  # a search in another thread makes its own
        threads = batch._backend.settings.threads
        if kept is not None:
            old = kept[1]
            shape = len(old), old.game, old.actions.name, _cpu(old).settings.threads
            if shape == (len(batch), batch.game, batch.actions.name, threads):
                return kept
        leaves = Batch(batch.game, len(batch), actions=batch.actions.name, threads=threads)
        return _core.Puct(_cpu(leaves).numbered, self.exploration), leaves

    def _judged(self, leaves: Batch, count: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """What `evaluate` says about the first of the leaves."""
        wanted = (count, len(leaves.actions))
        if not count:
            return np.zeros(wanted, np.float32), np.zeros(0, np.float32)
        answer = self.evaluate(leaves if count == len(leaves) else leaves.take(np.arange(count)))
        if not isinstance(answer, tuple) or len(answer) != 2:
            raise TypeError("evaluate returns two arrays: policies and values")
        weights, judged = (np.ascontiguousarray(part, np.float32) for part in answer)
        if weights.shape != wanted or judged.size != count:
            raise ValueError(
                f"evaluate returns policies with shape {wanted} and {count} values,"
                f" not {weights.shape} and {judged.shape}"
            )
        return weights, judged.reshape(-1)


def _cpu(batch: Batch) -> CpuBackend:
    backend = batch._backend
    assert isinstance(backend, CpuBackend)
    return backend


def _generator(seed: int | None) -> np.random.Generator:
    return np.random.default_rng(None if seed is None else seed_bits(seed))


def _noise(batch: Batch, alpha: float, seed: int | None) -> NDArray[np.float32]:
    """A Dirichlet distribution over the legal actions of each game."""
    mask = np.asarray(batch.action_mask())
    drawn = np.zeros(mask.shape, np.float32)
    drawn[mask] = _generator(seed).gamma(alpha, size=int(mask.sum()))
    return _normal(drawn)


def _normal(weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """Rows as probabilities; those without any weight stay 0."""
    total = weights.sum(axis=1, keepdims=True)
    return np.asarray(weights / np.where(total > 0, total, np.float32(1)))
