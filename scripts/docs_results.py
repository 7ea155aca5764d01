"""Writes the tables of measurements into the pages of the documentation, from bench/results.

    <!-- engine of 2026-11-18-2057.json -->

stands before the tables of one section, and says which file they are made from.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results"
PAGE = "docs/benchmarks.md"
PAGES = (PAGE, "docs/batch.md", "docs/alphazero.md")
LEARN = "docs/learn.md"
"""A page with outputs of commands too."""

_BLOCK = re.compile(
    r"(?P<mark><!-- (?P<name>[a-z]+) of (?P<file>[\w.-]+) -->\n).*?(?P<end><!-- end -->)", re.DOTALL
)


def page(name: str = PAGE) -> str:
    """A page, with what stands between its marks made anew from the files that they name."""
    from bench import engine, language, run
    from scripts import docs_gpu, docs_learn

    texts: dict[str, Callable[[dict[str, Any]], str]] = {
        "machine": lambda found: run.described(found["machine"]) + ".",
        "engine": lambda found: engine.render(found["engine"]),
        "language": lambda found: language.render(found["language"]),
        "rates": docs_gpu.rates,
        "matches": docs_gpu.matches,
        "curve": docs_gpu.curve,
        "learning": docs_learn.summary,
        "needed": docs_learn.needed_games,
        "curves": docs_learn.curves,
        "held": docs_learn.held,
    }

    def tables(match: re.Match[str]) -> str:
        found: dict[str, Any] = json.loads((RESULTS / match["file"]).read_text(encoding="utf-8"))
        return f"{match['mark']}\n{texts[match['name']](found)}\n\n{match['end']}"

    return _BLOCK.sub(tables, (ROOT / name).read_text(encoding="utf-8"))
