"""Random choices that come out the same everywhere for the same seed.

Python promises the bits and fractions of its generator for a seed, but not what `choice` or `sample` make of them. So
everything here is made from the two.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import TypeVar

Item = TypeVar("Item")


class Draw:
    """A stream of random choices; equal keys give equal streams, different keys have nothing to do with each other."""

    def __init__(self, *keys: int | str) -> None:
        text = "\0".join(map(str, keys)).encode()
        digest = hashlib.blake2b(text, digest_size=16).digest()
        self._random = Random(int.from_bytes(digest, "big"))

    def below(self, number: int) -> int:
        """A whole number from 0 to `number` - 1, each equally likely."""
        bits = number.bit_length()
        while (found := self._random.getrandbits(bits)) >= number:
            pass
        return found

    def between(self, least: int, most: int) -> int:
        """A whole number from `least` to `most`, both included."""
        return least + self.below(most - least + 1)

    def fraction(self) -> float:
        """A number from 0 to 1, without 1."""
        return self._random.random()

    def chance(self, probability: float) -> bool:
        """Whether something happens that does with a probability."""
        return self._random.random() < probability

    def pick(self, items: Sequence[Item]) -> Item:
        """One of some things, each equally likely."""
        return items[self.below(len(items))]

    def weighted(self, weights: Mapping[Item, float]) -> Item:
        """One of some things, by their weights, which need not add up to 1."""
        left = self._random.random() * sum(weights.values())
        for item, weight in weights.items():
            left -= weight
            if left < 0:
                return item
        return next(reversed([item for item, weight in weights.items() if weight > 0]))

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """All of some things in a random order."""
        found = list(items)
        for last in reversed(range(1, len(found))):
            other = self.below(last + 1)
            found[last], found[other] = found[other], found[last]
        return found
