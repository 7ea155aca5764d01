"""The largest values that options of searches, counts and measurements may have, as constants."""

from __future__ import annotations

MAX_THREADS = 1024
"""Threads of one search or count; the native core takes no more."""

MAX_HASH_MEGABYTES = 65_536
"""Size of a transposition table, or of a search tree."""

MAX_DEPTH = 200
"""Plies that a search looks ahead, or that perft counts."""

MAX_NODES = 10**15
"""Positions of a search, or playouts."""

MAX_LINES = 500
"""Best moves that a search reports on."""

MIN_SECONDS = 0.001
"""The shortest time of a search or a measurement."""

MAX_SECONDS = 1_000_000.0
"""The longest time of a search or a measurement."""

MAX_SEED = 2**63 - 1
"""The largest seed."""
