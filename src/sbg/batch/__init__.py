"""Many games at once, as arrays, and tree search over them."""

from sbg.batch.arrays import DeviceArray
from sbg.batch.batch import REASONS, Batch
from sbg.batch.puct import Puct, Searched

__all__ = ["REASONS", "Batch", "DeviceArray", "Puct", "Searched"]
