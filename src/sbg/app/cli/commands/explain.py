"""`sbg explain`: print what a diagnostic code means, with a wrong and a right example."""

from __future__ import annotations

import difflib
import sys
import textwrap
from dataclasses import asdict
from typing import Annotated

from cyclopts import App, Parameter

from sbg import pipeline
from sbg.app.cli import options, terminal
from sbg.app.cli.completion import codes
from sbg.app.cli.terminal import Misuse, bold, out
from sbg.language.syntax import CODES, Code, Source, render

app = App(
    name="explain",
    usage="Usage: sbg explain [OPTIONS] [CODE]",
    help_epilogue="""\
Examples:
  sbg explain            list all codes
  sbg explain SBG201     what it means, how it looks, how to mend it""",
)


@app.default
def explain(
    code: Annotated[
        str | None,
        Parameter(help="A code such as SBG201; without it all are listed.", completer=codes),
    ] = None,
    /,
    *,
    json: options.Json = False,
) -> int:
    """Write what a code means, or the list of codes."""
    chosen = list(CODES.values()) if code is None else [_find(code)]
    if json:
        terminal.out_json(
            [asdict(entry) for entry in chosen] if code is None else asdict(chosen[0])
        )
    elif code is None:
        for entry in chosen:
            out(f"{entry.code}  {entry.severity:<7}  {entry.title}")
    else:
        _explain(chosen[0])
    return 0


def _find(code: str) -> Code:
    wanted = code.upper()
    if wanted.isdigit():
        wanted = f"SBG{wanted:>03}"
    if wanted in CODES:
        return CODES[wanted]
    digits = wanted[3:].translate(str.maketrans("OIL", "011"))  # letters that look like digits
    near = difflib.get_close_matches(wanted[:3] + digits, CODES, n=1)
    suggestion = f"the nearest is {near[0]}; " if near else ""
    raise Misuse(f"there is no code `{code}`", f"{suggestion}`sbg explain` lists all codes")


def _explain(entry: Code) -> None:
    out(bold(f"{entry.severity}[{entry.code}]: {entry.title}"))
    out()
    out(textwrap.fill(entry.explanation, 88, break_long_words=False, break_on_hyphens=False))
    if not entry.wrong:
        return
    source = Source("wrong.sbg", entry.wrong)
    # What follows from the same mistake is left out: this is about one code.
    shown = [found for found in pipeline.diagnose(source) if found.code == entry.code][:1]
    out()
    out(bold("Wrong:"))
    out()
    out(_indented(entry.wrong))
    out()
    out(_indented(render.full(shown, terminal.wants_color(sys.stdout))))
    out()
    out(bold("Right:"))
    out()
    out(_indented(entry.right))


def _indented(text: str) -> str:
    lines = text.rstrip("\n").split("\n")
    return "\n".join(f"    {_short(line)}".rstrip() for line in lines)


def _short(line: str, most: int = 200) -> str:
    """Examples of limits have long lines."""
    return line if len(line) <= most else f"{line[: most // 2]}…{line[-most // 4 :]}"
