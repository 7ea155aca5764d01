"""Many games at once, as arrays, and tree search over them."""

from sbg.arrays.arrays import DeviceArray
from sbg.arrays.batch import REASONS, Batch
from sbg.arrays.puct import Puct, Searched

__all__ = ["REASONS", "Batch", "DeviceArray", "Puct", "Searched"]
