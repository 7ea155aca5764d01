"""`sbg lsp`: run the language server, which helps editors with games."""

from __future__ import annotations

import re
from typing import Annotated

from cyclopts import App, Parameter

from sbg.app.cli.terminal import Misuse
from sbg.base.errors import extra

app = App(
    name="lsp",
    usage="Usage: sbg lsp [OPTIONS]",
    help_epilogue="""\
Editors start it by themselves: docs/editors.md tells how, for VS Code, Neovim and Helix. It
needs the extra lsp: `pip install '.[lsp]'` in the folder of the sources.

Examples:
  sbg lsp                          speak on stdin and stdout
  sbg lsp --tcp 127.0.0.1:2087     wait for one client on this address""",
)

_ADDRESS = re.compile(r"(?P<host>localhost|127(?:\.[0-9]{1,3}){3}|\[::1\]):(?P<port>[0-9]{1,5})")


@app.default
def lsp(
    *,
    tcp: Annotated[
        str | None,
        Parameter(metavar="HOST:PORT", help="Listen there, on this machine only, not on stdin."),
    ] = None,
) -> int:
    """Run the language server."""
    address = None if tcp is None else _address(tcp)
    try:
        from sbg.app.lsp import run
    except ImportError as missing:
        raise Misuse(
            f"the language server needs pygls 2 or later: {missing}",
            extra("lsp"),
        ) from None

    if address is None:
        return run.stdio()
    try:
        return run.tcp(*address)
    except OSError as error:
        raise Misuse(f"--tcp {tcp}: {error.strerror or error}") from None


def _address(text: str) -> tuple[str, int]:
    match = _ADDRESS.fullmatch(text)
    if match is None or int(match["port"]) > 65_535:
        raise Misuse(
            f"--tcp: `{text}` is not an address of this machine", "such as `127.0.0.1:2087`"
        )
    host = match["host"].strip("[]")
    return ("127.0.0.1" if host == "localhost" else host), int(match["port"])
