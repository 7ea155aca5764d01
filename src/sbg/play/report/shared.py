"""What reports and galleries share: HTML templates, boards as data, and writing pages."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from sbg.base import files
from sbg.base.version import made_by
from sbg.engine import Game
from sbg.explain.pictures.figures import figure_of
from sbg.explain.pictures.theme import shades


def document(page: str, values: Mapping[str, str]) -> str:
    """A whole HTML document from the template of what its body holds."""
    mark = f'{values["mark"]}\n<meta name="version" content="{made_by()}">'
    return _filled(asset("frame.html").replace("{{page}}", page), {**values, "mark": mark})


def _filled(template: str, values: Mapping[str, str]) -> str:
    """A template with each `{{name}}` replaced by its value."""
    pieces = template.split("{{")
    return pieces[0] + "".join(
        values[name] + rest for name, _, rest in (piece.partition("}}") for piece in pieces[1:])
    )


def board_data(game: Game) -> dict[str, Any]:
    """A game; its pieces are drawn as figures where all of them have one, or the author says so."""
    letters = sorted({letter.upper() for row in game.start.rows for letter in row} - {"."})
    found = {letter: figure_of(letter, game.looks) for letter in letters}
    chosen = any(letter in game.looks for letter in letters) or None not in found.values()
    return {
        "name": game.name.strip(),
        "rows": list(game.start.rows),
        "figures": {letter: figure for letter, figure in found.items() if figure} if chosen else {},
        "colours": {
            f"--{player}{part}": colour
            for player in ("white", "black")
            if player in game.looks
            for part, colour in shades(game.looks[player]).items()
        },
    }


def script_json(value: object) -> str:
    """JSON that ends no script, whatever names and details hold."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e")


def asset(name: str, room: str = "sbg.play.report") -> str:
    """A file that comes with a room."""
    return resources.files(room).joinpath(name).read_text(encoding="utf-8")


def folder_for(folder: Path, mark: str, command: str, force: bool) -> Pages:
    """A folder for pages with a mark; FileError if it holds other pages."""
    first = folder / "index.html"
    if folder.exists() and not folder.is_dir():
        raise files.FileError(f"`{folder}` is a file, not a folder")
    if first.exists() and not force and not _holds(os.fspath(first), mark):
        raise files.FileError(f"`{first}` is not a page of `{command}`; it is left as it is")
    try:
        (folder / "games").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise files.failed(folder, error) from None
    return Pages(folder, mark, force or first.exists())


@dataclass(frozen=True)
class Pages:
    """A folder of pages that are written again and again, and may hold somebody's own files too."""

    folder: Path
    mark: str
    known: bool

    def write(self, name: str, text: str) -> Path:
        """Write one of the files, and where it is; another file of that name stays as it is."""
        path = self.folder / name
        files.write(path, text, self.known, lambda there: _holds(there, self.mark))
        return path


def _holds(path: str, mark: str) -> bool:
    return mark in Path(path).read_text(encoding="utf-8", errors="replace")
