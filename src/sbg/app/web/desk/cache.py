"""A least-recently-used cache, bounded by the number and the size of its entries."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

_Value = TypeVar("_Value")


class Cache(Generic[_Value]):
    """At most `most` things of at most `most_bytes` together. A thing larger than that is not kept."""

    def __init__(self, most: int, most_bytes: int) -> None:
        self._most = most
        self._most_bytes = most_bytes
        self._kept: OrderedDict[str, tuple[_Value, int]] = OrderedDict()
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: str) -> _Value | None:
        """What is kept under a key, which becomes the one used last."""
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key][0]

    def put(self, key: str, value: _Value, size: int) -> None:
        """Keep a thing, and forget the ones not used for longest where it needs their place."""
        if key in self._kept:
            self.bytes -= self._kept.pop(key)[1]
        self._kept[key] = value, size
        self.bytes += size
        while self._kept and (len(self._kept) > self._most or self.bytes > self._most_bytes):
            self.bytes -= self._kept.popitem(last=False)[1][1]
