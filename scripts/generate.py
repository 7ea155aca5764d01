"""Writes all files that are generated from others, or with --check only compares them.

Adding a generated file is adding one function to PRODUCTS. `make generate` writes them and
`make check` fails where a committed one is no longer what its source would give.
"""

from __future__ import annotations

import argparse
import difflib
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from sbg.explain.pictures.theme import DARK, LIGHT  # noqa: E402
from scripts import (  # noqa: E402
    docs_console,
    docs_evolved,
    docs_gpu,
    docs_learn,
    docs_pages,
    docs_picture,
    docs_results,
    docs_tables,
    page_figures,
    page_types,
)


def native_stub() -> str:
    """Types of the native module, read off the compiled module itself."""
    with tempfile.TemporaryDirectory() as folder:
        stub = Path(folder) / "_core.pyi"
        generator = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "sbg._core", "-o"]
        subprocess.run([*generator, str(stub)], check=True)
        settings = str(ROOT / "pyproject.toml")
        formatter = [sys.executable, "-m", "ruff", "format", "--quiet", "--config", settings]
        subprocess.run([*formatter, str(stub)], check=True)
        return stub.read_text(encoding="utf-8")


def console_page(name: str) -> str:
    """A page that is written by hand, with the outputs of the commands in it made anew."""
    return docs_console.refresh((ROOT / name).read_text(encoding="utf-8"))


BOARD = {
    "square-light": "light",
    "square-dark": "dark",
    **{f"to-{content}": content for content in ("empty", "enemy", "own")},
    **{name: name for player in ("white", "black") for name in (player, f"{player}-edge")},
    **{name: name for name in ("white-ink", "black-ink", "last", "arrow")},
}
"""Variables of style sheets, each with the name of its colour in pictures."""


def style_sheet(name: str) -> str:
    """A style sheet that is written by hand, with the colours that boards have in pictures."""

    def colour(found: re.Match[str]) -> str:
        named = BOARD.get(found[1])
        return f"--{found[1]}: light-dark({LIGHT[named]}, {DARK[named]});" if named else found[0]

    text = (ROOT / name).read_text(encoding="utf-8")
    return re.sub(r"--([a-z-]+): light-dark\(#\w+, #\w+\);", colour, text)


PRODUCTS: dict[str, Callable[[], str]] = {
    "src/sbg/_core.pyi": native_stub,
    **{
        name: partial(style_sheet, name)
        for name in ("src/sbg/play/report/report.css", "web/src/styles/base.css")
    },
    "docs/_static/gardner.svg": docs_picture.gardner,
    **docs_picture.PICTURES,
    "docs/_static/tables.svg": docs_tables.picture,
    "docs/_static/profile.svg": docs_picture.profile,
    **docs_evolved.PICTURES,
    **docs_gpu.CHARTS,
    **docs_learn.CHARTS,
    "web/src/board/figures.ts": page_figures.figures,
    "web/src/lib/types.ts": page_types.types,
    "docs/diagnostics.md": docs_pages.diagnostics,
    **{name: partial(docs_results.page, name) for name in docs_results.PAGES},
    "docs/games.md": docs_pages.bundled_games,
    "docs/evolved.md": docs_evolved.page,
    "docs/limits.md": docs_pages.documented_limits,
    **{name: partial(console_page, name) for name in docs_console.PAGES},
    docs_results.LEARN: lambda: docs_console.refresh(docs_results.page(docs_results.LEARN)),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--check", action="store_true", help="write nothing, show what would change"
    )
    check = parser.parse_args().check
    stale = False
    for name, make in PRODUCTS.items():
        path = ROOT / name
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        new = make()
        if old == new:
            print(f"{name}: up to date")
        elif check:
            stale = True
            lines = old.splitlines(keepends=True), new.splitlines(keepends=True)
            sys.stdout.writelines(difflib.unified_diff(*lines, name, f"{name} (generated)"))
        else:
            path.write_text(new, encoding="utf-8", newline="\n")
            print(f"{name}: written")
    if stale:
        sys.exit("error: generated files are out of date: run `make generate`")


if __name__ == "__main__":
    main()
