"""`CudaError`, the one error for all that can go wrong with a GPU."""

from __future__ import annotations

from sbg.base.errors import SbgError


class CudaError(SbgError, RuntimeError):
    """There is no usable GPU, or it failed; the message says what to do."""
