"""One switch for all golden files: SBG_GOLDEN=write writes them anew. Read them before you commit them."""

import os


def writing() -> bool:
    """Whether golden files are written instead of compared."""
    return os.environ.get("SBG_GOLDEN") == "write"
