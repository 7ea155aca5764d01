"""The reference: plays a game by the letter of the paper, as an executable specification.

No automata and no tables: everything here is to be read beside the paper. The engine must agree with it.
"""

from sbg.language.reference.position import Position, ends, perft

__all__ = ["Position", "ends", "perft"]
