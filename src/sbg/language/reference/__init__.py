"""A description in; play straight from the paper's definition out: the executable specification.

No automata and no tables: everything here is to be read beside the paper. The engine must agree with it.
"""

from sbg.language.reference.position import Position, ends, perft

__all__ = ["Position", "ends", "perft"]
