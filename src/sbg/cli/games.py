"""Nothing in; a table of the bundled games out."""

from __future__ import annotations

import re
import shutil
import sys
from typing import Annotated, Any

from cyclopts import App, Parameter

from sbg import games as bundled
from sbg import syntax
from sbg.cli import terminal
from sbg.cli.terminal import bold, out
from sbg.pipeline import decode

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
def games(*, json: Annotated[bool, Parameter(help="Write JSON.")] = False) -> int:
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
    """What the table says about a game: read off its text alone, which is quicker than making the game."""
    source = decode(bundled.read(name), f"{name}.sbg")
    tree = syntax.parse(source).tree
    assert tree is not None, name
    return {
        "name": name,
        "title": tree.name.text.strip(),
        "width": tree.board.width.value,
        "height": tree.board.height.value,
        "description": _first_sentence(source.text),
    }


def _first_sentence(text: str) -> str:
    """The first sentence of the comment at the top of a file."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        lines.append(line.lstrip("/").strip())
    words = " ".join(lines).strip()
    sentence = re.match(r".*?(?<!\b[A-Z])[.!?](?=\s|$)", words)  # not after an initial
    return (sentence[0] if sentence else words).rstrip(".")
