"""Public name of `sbg.base.limits`: the limits of the language, such as the largest board."""

from sbg.base.limits import *  # noqa: F403
