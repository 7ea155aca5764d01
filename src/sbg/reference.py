"""The door to play by the letter of the paper: users know it as `sbg.reference`."""

from sbg.language.reference import *  # noqa: F403
from sbg.language.reference import __all__ as __all__
