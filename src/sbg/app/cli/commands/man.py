"""`sbg man`: print the manual page of `sbg`, made from the help of its commands."""

from __future__ import annotations

import io

from cyclopts import App

from sbg.app.cli.terminal import out
from sbg.base.version import version

app = App(
    name="--man",
    usage="Usage: sbg --man",
    help_epilogue="""\
The page is written for man(1), from the help of all commands.

Examples:
  sbg --man > sbg.1
  sbg --man | man -l -""",
)


@app.default
def man() -> int:
    """Write the manual page."""
    from sbg.app.cli.app import COMMANDS

    out(f'.TH SBG 1 "" "sbg {version()}" "Simplified Boardgames"')
    out(".SH NAME\nsbg \\- read, check, explain, format and play any game of Simplified Boardgames")
    out(".SH SYNOPSIS\n.B sbg\n.I COMMAND\n[\\fIOPTIONS\\fR]")
    for group, commands in COMMANDS.items():
        out(f".SH {_escaped(group.upper())}")
        for name, help in commands.items():
            out(f".TP\n.B {_escaped(name)}\n{_escaped(help)}")
    for commands in COMMANDS.values():
        for name in commands:
            if name.startswith("-"):
                continue
            out(f".SH sbg {_escaped(name)}\n.nf")
            out(_escaped(_help(name)))
            out(".fi")
    return 0


def _help(name: str) -> str:
    """The help of a command as plain text."""
    from rich.console import Console

    from sbg.app.cli.app import make

    text = io.StringIO()
    make().help_print([name], console=Console(file=text, width=78, no_color=True))
    return "\n".join(line.rstrip() for line in text.getvalue().strip().splitlines())


def _escaped(text: str) -> str:
    """Text in which nothing is a request or an escape of roff."""
    lines = text.replace("\\", "\\e").replace("-", "\\-").splitlines()
    return "\n".join(f"\\&{line}" if line[:1] in (".", "'") else line for line in lines)
