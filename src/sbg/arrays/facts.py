"""Names, types and shapes of the arrays that describe games of a batch, such as ply and winner."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

FACTS: Final[dict[str, tuple[Any, tuple[int, ...]]]] = {
    "ply": (np.int64, ()),
    "turn": (np.uint8, ()),
    "number": (np.int64, ()),
    "ended": (np.bool_, ()),
    "winners": (np.int8, ()),
    "reasons": (np.uint8, ()),
    "rewards": (np.float32, (2,)),
}
"""By name the type of the numbers, and their shape for one game; in the order of native/gpu/look.hpp."""
