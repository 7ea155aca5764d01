"""Files of bench/results in; the page of benchmarks, with their tables, out.

    <!-- engine of 2026-11-15-2213.json -->

stands before the tables of one section, and says which file they are made from.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results"
PAGE = "docs/benchmarks.md"

_BLOCK = re.compile(
    r"(?P<mark><!-- (?P<name>[a-z]+) of (?P<file>[\w.-]+) -->\n).*?(?P<end><!-- end -->)", re.DOTALL
)


def page() -> str:
    """The page, with what stands between its marks made anew from the files that they name."""
    from bench import engine, language, run

    def tables(match: re.Match[str]) -> str:
        found: dict[str, Any] = json.loads((RESULTS / match["file"]).read_text(encoding="utf-8"))
        texts = {
            "machine": run.described(found["machine"]) + ".",
            "engine": engine.render(found["engine"]),
            "language": language.render(found["language"]),
        }
        return f"{match['mark']}\n{texts[match['name']]}\n\n{match['end']}"

    return _BLOCK.sub(tables, (ROOT / PAGE).read_text(encoding="utf-8"))
