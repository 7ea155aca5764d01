"""The folder in which commands keep the user's own things, such as unfinished games and contests."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def state_folder() -> Path:
    """Where to keep it: SBG_STATE where that is set, else where programs of this system keep such files."""
    own = os.environ.get("SBG_STATE")
    if own:
        return Path(own)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "sbg"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "sbg"
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "sbg"
