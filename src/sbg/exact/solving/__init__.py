"""Solves games exactly: who wins with best play on both sides, in how many plies, and why."""

from sbg.exact.solving.solution import Solution, Value

__all__ = ["Solution", "Value"]
