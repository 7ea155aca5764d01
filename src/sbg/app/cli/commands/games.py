"""`sbg games`: print a table of the bundled games."""

from __future__ import annotations

import shutil
import sys
from typing import Any

from cyclopts import App

from sbg.app.cli import options, terminal
from sbg.app.cli.terminal import bold, out
from sbg.language import games as bundled

app = App(
    name="games",
    usage="Usage: sbg games [OPTIONS]",
    help_epilogue="""\
Examples:
  sbg games
  sbg games --json
  sbg show breakthrough""",
)


@app.default
def games(*, json: options.Json = False) -> int:
    """Write name, title, size and description of each bundled game."""
    entries = [_entry(name) for name in bundled.names()]
    if json:
        terminal.out_json(entries)
        return 0
    times = "×" if terminal.can_write("×") else "x"
    rows = [
        (
            entry["name"],
            f"{entry['width']}{times}{entry['height']}",
            entry["title"],
            entry["description"],
        )
        for entry in entries
    ]
    # On a terminal a description is cut where the line ends; a pipe gets the whole of it.
    most = shutil.get_terminal_size().columns if terminal.is_terminal(sys.stdout) else None
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for *cells, description in rows:
        padded = [f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True)]
        line = "  ".join([*padded, description])
        if most is not None and len(line) > most:
            line = line[: most - 3].rstrip() + "..."
        out(bold(padded[0]) + line[widths[0] :])
    return 0


def _entry(name: str) -> dict[str, Any]:
    """What the table says about a game."""
    entry = bundled.about(name)
    entry["description"] = entry.pop("about")
    return entry
