"""What pages of results share: boards as data for scripts, templates, and files that are never half-written."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from sbg.engine import Game
from sbg.svg.figures import figure_of
from sbg.svg.theme import shades


def document(page: str, values: Mapping[str, str]) -> str:
    """A whole HTML document from the template of what its body holds."""
    return _filled(asset("frame.html").replace("{{page}}", page), values)


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


def asset(name: str, room: str = "sbg.report") -> str:
    """A file that comes with a room."""
    return files(room).joinpath(name).read_text(encoding="utf-8")


def replace_file(path: Path, text: str) -> None:
    """Write a file, which never exists half-written."""
    draft = path.with_name(path.name + ".new")
    draft.write_text(text, encoding="utf-8", newline="\n")
    os.replace(draft, path)
