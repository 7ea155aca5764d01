"""The documentation as data: pages and the code blocks in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]

_BLOCK = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, and where it stands."""

    page: Path
    line: int
    info: str
    body: str

    def __str__(self) -> str:
        return f"{self.page.name}:{self.line}"


def blocks(page: Path, *infos: str) -> Iterator[Block]:
    """The blocks of a page in some languages."""
    text = page.read_text(encoding="utf-8")
    for match in _BLOCK.finditer(text):
        info = match["info"].strip()
        if info in infos:
            yield Block(page, text.count("\n", 0, match.start()) + 1, info, match["body"])


def all_blocks(*infos: str) -> list[Block]:
    """The blocks of all pages in some languages."""
    return [block for page in PAGES if page.exists() for block in blocks(page, *infos)]
