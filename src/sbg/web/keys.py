"""The text of a game in; the key that it is known by out."""

from __future__ import annotations

import hashlib


def key_of(text: str) -> str:
    """A hash: two texts that differ in anything have different keys."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
