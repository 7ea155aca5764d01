"""Files in; all their mistakes out, for people or for programs."""

from __future__ import annotations

import sys
from typing import Annotated, Literal

from cyclopts import App, Parameter

from sbg import pipeline
from sbg.cli import inputs, terminal
from sbg.cli.terminal import Misuse, out
from sbg.syntax import Diagnostic, render

app = App(
    name="check",
    usage="Usage: sbg check [OPTIONS] FILE...",
    help_epilogue="""\
Errors make a file unusable; warnings point at what is allowed but hardly meant. The exit
code is 1 if there are errors, with --strict also if there are warnings.

Examples:
  sbg check my-game.sbg
  sbg check --strict games/*.sbg
  sbg check --format concise my-game.sbg     one line each, FILE:LINE:COL first
  generate-game | sbg check -                read from stdin""",
)


@app.default
def check(
    *files: Annotated[str, Parameter(name="FILE", help="Files to check; - is stdin.")],
    strict: Annotated[bool, Parameter(help="Exit with 1 for warnings too.")] = False,
    format: Annotated[
        Literal["full", "concise", "json"],
        Parameter(metavar="FORM", help="How to show diagnostics (full)."),
    ] = "full",
    json: Annotated[bool, Parameter(help="The same as --format json.")] = False,
) -> int:
    """Write the diagnostics of files to stdout."""
    if not files:
        raise Misuse("no file to check", "`sbg check FILE`; - is stdin")
    form = "json" if json else format
    code = 0
    found: list[Diagnostic] = []
    for file in files:
        try:
            here = pipeline.diagnose(inputs.read_source(file))
        except Misuse as misuse:
            terminal.error(str(misuse), misuse.help)
            code = 2
            continue
        found += here
        if form == "full":
            out(render.full(here, terminal.wants_color(sys.stdout)), end="")
        elif form == "concise":
            out(render.concise(here), end="")
    if form == "json":
        terminal.out_json(render.to_json(found))
    errors = sum(diagnostic.severity == "error" for diagnostic in found)
    if code < 2 and form == "full":
        terminal.note(_summary(len(files), errors, len(found) - errors))
    failed = errors or (strict and found)
    return max(code, 1 if failed else 0)


def _summary(files: int, errors: int, warnings: int) -> str:
    checked = "1 file" if files == 1 else f"{files} files"
    counts = [
        f"{number} {word}{'' if number == 1 else 's'}"
        for number, word in ((errors, "error"), (warnings, "warning"))
        if number
    ]
    return f"{checked} checked: {' and '.join(counts) or 'nothing to complain about'}"
