"""The native half of sbg: private, use the sbg package instead."""

def version() -> str:
    """The package's version when this module was compiled."""

def compiler() -> str:
    """Name and version of the compiler that built this module."""

def has_bmi2() -> bool:
    """Whether this processor has the PEXT and PDEP instructions."""
