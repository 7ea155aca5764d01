"""Writes the shapes of chess pieces as TypeScript, for the board of the page."""

from __future__ import annotations

import json

from sbg.explain.pictures.figures import FIGURES


def figures() -> str:
    """The module of the page, with a line for each path."""
    lines = [
        "// Letters of chess to figures: an outline to fill and the details on it, in a square of 40.",
        "// Written by scripts/generate.py from src/sbg/explain/pictures/figures.py: change them there.",
        "",
        "export const FIGURES: Readonly<Record<string, readonly [string, string]>> = {",
    ]
    for letter, paths in FIGURES.items():
        lines += [f"  {letter}: [", *(f"    {json.dumps(path)}," for path in paths), "  ],"]
    return "\n".join([*lines, "};", ""])
