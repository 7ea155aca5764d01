"""Writes the record of a game that is being played, never over a file of somebody else's."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from sbg.engine import Record


class Saver:
    """Saves a game as often as a player likes, and knows which files it has written."""

    def __init__(self) -> None:
        self._saved: set[Path] = set()

    def own(self, file: str) -> None:
        """A file may be written again though it was there before."""
        self._saved.add(Path(file).expanduser())

    def save(self, record: Record, file: str) -> str:
        """Write a record to a file, or to one named after the game; what to say about it."""
        path = Path(file).expanduser() if file else self._free_name(record)
        # A file is overwritten only if it is our own, saved earlier in this game.
        mode = "w" if path in self._saved else "x"
        try:
            with path.open(mode, encoding="utf-8", newline="\n") as out:
                out.write(record.write())
        except FileExistsError:
            return f"{path} exists, and is left as it is; choose another name."
        except (OSError, ValueError) as error:
            return f"{path} cannot be written: {getattr(error, 'strerror', None) or error}."
        self._saved.add(path)
        again = f"sbg play --from {shlex.quote(str(path))}"
        return f"Saved to {path}; `{again}` goes on with it."

    def _free_name(self, record: Record) -> Path:
        name = re.sub(r"[^a-z0-9]+", "-", record.game.lower()).strip("-") or "game"
        number = 1
        while (path := Path(f"{name}-{number}.record")).exists() and path not in self._saved:
            number += 1
        return path
