"""Many games at once, as arrays, and tree search over all of them: `sbg.Batch` and `sbg.Puct`.

In come a game, how many copies of it to play, and an array of moves for each step. Out come arrays of legal moves,
observations, rewards and results, on the processor or a GPU. Read `batch.py` first, then `puct.py`.
"""

from sbg.arrays.arrays import DeviceArray
from sbg.arrays.batch import REASONS, Batch
from sbg.arrays.puct import Puct, Searched

__all__ = ["REASONS", "Batch", "DeviceArray", "Puct", "Searched"]
