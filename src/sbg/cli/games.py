"""Nothing in; a table of the bundled games out."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import Annotated, Any

from cyclopts import App, Parameter

from sbg import games as bundled
from sbg import syntax
from sbg.cli import terminal
from sbg.cli.terminal import out
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
    if terminal.is_terminal(sys.stdout):
        _draw(rows)
        return 0
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for *cells, description in rows:
        padded = (f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True))
        out("  ".join([*padded, description]))
    return 0


def _draw(rows: Sequence[tuple[str, ...]]) -> None:
    """The table for a terminal: descriptions are wrapped within their column."""
    from rich.table import Table

    drawn = Table(box=None, pad_edge=False, header_style="bold")
    for title, style in (("name", "bold"), ("size", ""), ("title", ""), ("description", "")):
        drawn.add_column(title, style=style, no_wrap=title in ("name", "size"))
    for row in rows:
        drawn.add_row(*row)
    terminal.console().print(drawn)


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
