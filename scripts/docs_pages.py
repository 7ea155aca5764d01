"""Writes the pages and pictures of the documentation that are made from the package itself.

`scripts/generate.py` writes them. Pages that are written by hand and show commands are brought up to date by
`scripts/docs_console.py`.
"""

from __future__ import annotations

import ast
import difflib
import inspect
import itertools
import json
import re
import subprocess
import sys
from collections.abc import Iterator

from sbg import pipeline
from sbg.base import limits
from sbg.language import games
from sbg.language.syntax import CODES, Code, Source, render

_FAMILIES = {
    "SBG0": "The text",
    "SBG1": "Syntax",
    "SBG2": "Meaning",
    "SBG3": "Limits",
    "SBG4": "Warnings",
    "SBG6": "Translations",
}
MADE = "<!-- Made by `make generate`; change {source} instead. -->\n"


# -- diagnostics


def diagnostics() -> str:
    """What each code means, how it looks, and how to mend it."""
    parts = [
        MADE.format(source="src/sbg/language/syntax/codes.py"),
        "# Diagnostics\n",
        "Everything that `sbg check` can say has a code. Codes are stable: a code is never given another meaning. "
        "`sbg explain CODE` shows what stands here. Errors make a file unusable; warnings point at what is allowed but "
        "hardly meant, hints at what often is a slip and may as well be meant.\n",
        "Where a warning says that something can never happen, that is computed. By brute force, which shares nothing "
        "with that computation, about 410,000 warnings on 135,000 games were found true; 132,000 fixes of repeated or "
        "idle parts left the moves as they were. [`bench/truth.py`](../bench/truth.py) repeats a part of it. A fix of "
        "an error is offered only if there are fewer errors after it, and a safe fix keeps every comment.\n",
    ]
    family = ""
    for entry in CODES.values():
        if not entry.code.startswith(family) or not family:
            family = entry.code[:4]
            parts.append(f"## {_FAMILIES[family]} (`{family}xx`)\n")
        parts += [f"### {entry.code}: {entry.title}\n", f"{entry.explanation}\n"]
        if entry.wrong:
            parts += _example(entry)
    return "\n".join(parts)


def _example(entry: Code) -> Iterator[str]:
    """The diagnostic as it is shown, and the lines to change."""
    found = pipeline.diagnose(Source("wrong.sbg", entry.wrong))
    shown = next(diagnostic for diagnostic in found if diagnostic.code == entry.code)
    yield _block("text", render.full([shown]))
    before, after = entry.wrong.splitlines(), entry.right.splitlines()
    changes = list(difflib.unified_diff(before, after, n=1, lineterm=""))[2:]
    lines = [line for line in changes if not line.startswith("@@")]
    if len(lines) > 16:
        lines = [*lines[:8], f" … {len(lines) - 16} lines …", *lines[-8:]]
    yield "To mend it:\n"
    yield _block("diff", "\n".join(lines))


def _block(language: str, text: str) -> str:
    lines = (_short(line.rstrip()) for line in text.rstrip().splitlines())
    return f"```{language}\n" + "\n".join(lines) + "\n```\n"


def _short(line: str, most: int = 110) -> str:
    """Examples of limits have long lines."""
    return line if len(line) <= most else f"{line[: most // 2]} … {line[-most // 3 :]}"


# -- games


def bundled_games() -> str:
    """The games that come with the package, and what the comment at the top of each says."""
    listing = [sys.executable, "-m", "sbg", "games", "--json"]
    done = subprocess.run(listing, capture_output=True, check=True, encoding="utf-8")
    entries = json.loads(done.stdout)
    parts = [
        MADE.format(source="the comments in src/sbg/language/games/*.sbg"),
        "# Games\n",
        f"{len(entries)} games come with sbg. `sbg play NAME` plays one and `sbg show NAME` explains its rules; in "
        'Python `sbg.load("NAME")` gives it.\n',
        "| name | board | game |\n|---|---|---|\n"
        + "".join(
            f"| [`{entry['name']}`](#{entry['name']}) | {entry['width']}×{entry['height']} | {entry['title']} |\n"
            for entry in entries
        ),
    ]
    for entry in entries:
        name = entry["name"]
        parts.append(f"({name})=\n## {entry['title']}\n")
        parts += [f"{paragraph}\n" for paragraph in _paragraphs(games.read(name).decode())]
        parts.append(f"File: [`{name}.sbg`](../src/sbg/language/games/{name}.sbg)\n")
    return "\n".join(parts)


def _paragraphs(text: str) -> list[str]:
    """The comment at the top of a file, as paragraphs of Markdown."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        lines.append(line.removeprefix("//").strip())
    paragraphs = "\n".join(lines).strip().split("\n\n")
    return [escaped(" ".join(paragraph.split())) for paragraph in paragraphs]


def escaped(text: str) -> str:
    """Text in which Markdown sees nothing special; letters of rules look best as code."""
    text = re.sub(r"([*_<>\[\]|`\\])", r"\\\1", text)
    return re.sub(r"(?<!\w)((?:\(-?\d+,-?\d+,[epw]\)(?:\^(?:\d+|\\\*))?)+)", _as_code, text)


def _as_code(match: re.Match[str]) -> str:
    return "`" + match[1].replace("\\", "") + "`"


# -- limits


def documented_limits() -> str:
    """The constants of `sbg.limits` with what stands below each."""
    parts = [
        MADE.format(source="src/sbg/base/limits.py"),
        "# Limits\n",
        "Every size that a file may have has a limit, so that no text can make the program crash, hang or fill the "
        "memory. The limits are far beyond any game that people play. Passing one is an error that names it (`SBG3xx` "
        "in [Diagnostics](diagnostics.md)). They are the constants of `sbg.limits`:\n",
        "| constant | limit | of what |\n|---|---:|---|",
    ]
    for name, text in _constants():
        parts.append(f"| `{name}` | {getattr(limits, name):,} | {text} |")
    return "\n".join(parts) + "\n"


def _constants() -> Iterator[tuple[str, str]]:
    body = ast.parse(inspect.getsource(limits)).body
    for assignment, text in itertools.pairwise(body):
        if isinstance(assignment, ast.Assign) and isinstance(text, ast.Expr):
            (target,) = assignment.targets
            assert isinstance(target, ast.Name)
            assert isinstance(text.value, ast.Constant)
            yield target.id, " ".join(str(text.value.value).split()).rstrip(".")
