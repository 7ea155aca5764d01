"""Settings that every test shares: in goes the environment, out comes a hypothesis profile."""

import os

from hypothesis import settings

# No deadline: a loaded machine must not fail a test that was only slow. On CI the examples are
# always the same, so that a red run means a change of ours; elsewhere they are new each time.
settings.register_profile("sbg", deadline=None, derandomize="CI" in os.environ, print_blob=True)
