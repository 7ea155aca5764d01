"""Public name of `sbg.language.reference`: play by the letter of the paper."""

from sbg.language.reference import *  # noqa: F403
from sbg.language.reference import __all__ as __all__
