"""Many games at once, as arrays."""

from sbg.batch.batch import REASONS, Batch

__all__ = ["REASONS", "Batch"]
