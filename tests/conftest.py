"""Settings that every test shares: in goes the environment, out comes a hypothesis profile."""

import os
import signal

from hypothesis import settings

# No deadline: a loaded machine must not fail a test that was only slow. On CI the examples are
# always the same, so that a red run means a change of ours; elsewhere they are new each time.
settings.register_profile("sbg", deadline=None, derandomize="CI" in os.environ, print_blob=True)

# Many more examples, for a night: make test ARGS="--hypothesis-profile=fuzz -k grammar"
settings.register_profile("fuzz", settings.get_profile("sbg"), max_examples=20_000)

# A shell starts background jobs with SIGINT ignored, and the commands that we start would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
