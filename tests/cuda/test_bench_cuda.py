"""What `bench/cuda.py` says of a device; here it is this processor."""

from __future__ import annotations

from bench import cuda
from tests.cuda.twin import HostDevice


def test_it_checks_and_measures() -> None:
    device = HostDevice()
    assert cuda.check("hexapawn", device, 50) == (True, True)
    assert cuda.moves_per_second("hexapawn", device, 0.001) > 0
    depth, rate = cuda.leaves_per_second("hexapawn", device, 0.01)
    assert depth >= 2
    assert rate > 0
