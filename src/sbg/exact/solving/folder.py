"""The folder in which a long solve keeps its work, locked for one process at a time."""

from __future__ import annotations

import contextlib
import json
import os
import re
from pathlib import Path
from typing import Any

from sbg.base import files
from sbg.base.errors import SbgError

_STATE = "state.json"
_LOCK = "lock"
_OURS = re.compile(
    r"lock|state\.json|values|wide-[0-9]+|(white|black)\.table|(state|white|black)\.new"
)
"""The names of files that we write; a folder with others is not touched."""


class WorkError(SbgError):
    """Work that cannot go on where it stopped; the message says why."""


class WorkFolder:
    """A folder with the work on one thing. Whose it is, is asked before anything in it changes."""

    def __init__(self, path: Path, about: str) -> None:
        self.path = path
        self.about = about
        self._lock: int | None = None
        if path.is_symlink() or (path.exists() and not path.is_dir()):
            raise WorkError(f"`{path}` is not a folder; the work would be kept there")
        self.fresh = not path.exists()
        """Whether it was made for this."""
        try:
            names = [] if self.fresh else os.listdir(path)
            strange = next((n for n in names if not self._is_ours(n)), None)
            if strange is not None:
                raise WorkError(
                    f"`{path}` holds `{strange}`, which is not ours; the work would be kept there"
                )
            path.mkdir(exist_ok=True)
            self._lock = files.locked(path / _LOCK)
        except OSError as error:
            raise WorkError(str(files.failed(path, error))) from None
        try:
            self.state = self._read()
        except BaseException:
            self.close()
            raise

    def _is_ours(self, name: str) -> bool:
        file = self.path / name
        return bool(_OURS.fullmatch(name)) and file.is_file() and not file.is_symlink()

    def _read(self) -> dict[str, Any]:
        """What was noted last; nothing where that is damaged. WorkError if it is about something else."""
        path = self.path / _STATE
        if not path.exists():
            return {}
        try:
            state = json.loads(files.read(path, 1 << 24))
        except (ValueError, RecursionError):
            return {}
        except files.FileError as error:
            raise WorkError(str(error)) from None
        if not isinstance(state, dict) or not isinstance(state.get("plan"), str):
            return {}
        if state["plan"] != self.about:
            raise WorkError(f"`{self.path}` holds work on something else; remove it to begin anew")
        return state

    def note(self, state: dict[str, Any]) -> None:
        """Remember how far the work has come."""
        files.write(self.path / _STATE, json.dumps({"plan": self.about, **state}), force=True)

    def close(self) -> None:
        """Let others go on with it."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def remove(self) -> None:
        """Leave nothing behind but what is not ours."""
        with contextlib.suppress(OSError):
            for name in os.listdir(self.path):
                if name != _LOCK and self._is_ours(name):
                    os.unlink(self.path / name)
            os.unlink(self.path / _LOCK)
            os.rmdir(self.path)
        self.close()

    def __del__(self) -> None:
        self.close()
