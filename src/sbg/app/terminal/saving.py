"""Saves the record of the game that is being played, and never overwrites other files."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from sbg.app.cli.state import state_folder
from sbg.engine import Record
from sbg.engine.record import signed

_GAMES = "games"
"""The folder of the games that were left without being saved, in that of the user's state."""


def last_kept() -> Path | None:
    """The game that was left last, if there is one."""
    found = (state_folder() / _GAMES).glob("*.record")
    return max(found, key=lambda path: path.stat().st_mtime_ns, default=None)


class Saver:
    """Saves a game as often as a player likes, and knows which files it has written."""

    def __init__(self) -> None:
        self._saved: set[Path] = set()
        self.kept: Path | None = None
        """Where a game is kept that is left without being saved, if it was kept before."""

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
                out.write(signed(record).write())
        except FileExistsError:
            return f"{path} exists, and is left as it is; choose another name."
        except (OSError, ValueError) as error:
            return f"{path} cannot be written: {getattr(error, 'strerror', None) or error}."
        self._saved.add(path)
        again = f"sbg play --from {shlex.quote(str(path))}"
        return f"Saved to {path}; `{again}` goes on with it."

    def keep(self, record: Record) -> str:
        """Write the record of a game that is left to the user's state folder; what to say about it."""
        folder = state_folder() / _GAMES
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            return f"The game is not kept: {folder} cannot be made ({error.strerror})."
        if self.kept is None:
            self.kept = self._free_name(record, folder)
        else:
            self._saved.add(self.kept)
        said = self.save(record, str(self.kept))
        if self.kept not in self._saved:
            return said
        return "The game is kept; `sbg play --continue` goes on with it."

    def _free_name(self, record: Record, folder: Path = Path()) -> Path:
        name = re.sub(r"[^a-z0-9]+", "-", record.game.lower()).strip("-") or "game"
        number = 1
        while (path := folder / f"{name}-{number}.record").exists() and path not in self._saved:
            number += 1
        return path
