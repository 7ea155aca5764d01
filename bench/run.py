"""Runs all measurements, prints tables, and keeps the results as JSON under bench/results.

    make bench                    all measurements
    make bench ARGS=--quick       less exact, in a third of the time

A section is a module of this folder with two functions: `measure(quick, say)` gives a dictionary that JSON can hold,
and `render` makes a text with tables from it. Adding one is adding its name to SECTIONS.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import machine  # noqa: E402

SECTIONS = ["language", "engine"]
RESULTS = ROOT / "bench" / "results"


def main() -> None:
    """Measure, print, keep."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="less exact, in a third of the time")
    parser.add_argument("--only", choices=SECTIONS, help="one section alone; nothing is kept")
    parser.add_argument("--out", type=Path, help="another file for the JSON")
    chosen = parser.parse_args()
    found: dict[str, Any] = {"machine": machine.describe(), "quick": chosen.quick}
    for name in [chosen.only] if chosen.only else SECTIONS:
        section = importlib.import_module(f"bench.{name}")
        found[name] = section.measure(chosen.quick, say)
        print(f"{section.render(found[name])}\n", flush=True)
    print(described(found["machine"]))
    if not chosen.only or chosen.out:
        path = (
            chosen.out
            or RESULTS / f"{found['machine']['date'].replace(' ', '-').replace(':', '')}.json"
        )
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8", newline="\n")
        say(f"{path.relative_to(ROOT) if path.is_relative_to(ROOT) else path}: written")


def say(what: str) -> None:
    """What goes on is not the product."""
    print(what, file=sys.stderr, flush=True)


def described(about: dict[str, Any]) -> str:
    """The machine in one line."""
    return (
        f"{about['processor']}, {about['cores']} cores (load {about['load']}), {about['system']}, "
        f"Python {about['python']}, {about['compiler']}, {'with' if about['bmi2'] else 'without'} BMI2, "
        f"sbg {about['sbg']}, {about['date']} UTC"
    )


if __name__ == "__main__":
    main()
