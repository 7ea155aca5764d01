"""The base of every error that the package raises on purpose."""


class SbgError(Exception):
    """Something that `sbg` was asked for and cannot do; the message says why."""
