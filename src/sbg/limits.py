"""The door to the sizes that a game may have: users know it as `sbg.limits`."""

from sbg.base.limits import *  # noqa: F403
