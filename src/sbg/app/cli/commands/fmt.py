"""`sbg fmt`: rewrite files in canonical layout, or show what would change."""

from __future__ import annotations

from typing import Annotated

from cyclopts import App, Parameter

from sbg import pipeline
from sbg.app.cli import inputs, outputs, terminal
from sbg.app.cli.inputs import STDIN
from sbg.app.cli.terminal import Misuse
from sbg.language.syntax import InvalidGameError, formatter

app = App(
    name="fmt",
    usage="Usage: sbg fmt [OPTIONS] FILE...",
    help_epilogue="""\
Comments are kept where they stood, and the game stays the same. A file whose lines all end
with CR LF keeps these line ends; where they are mixed, LF is written. A file with syntax
errors is left untouched. With - the text is read from stdin and written to stdout.

Examples:
  sbg fmt my-game.sbg
  sbg fmt --check games/*.sbg      write nothing, exit with 1 if something would change
  sbg fmt --diff my-game.sbg       write nothing, show what would change
  sbg fmt - < my-game.sbg""",
)


@app.default
def fmt(
    *files: Annotated[str, Parameter(name="FILE", help="Files to format; - is stdin to stdout.")],
    check: Annotated[
        bool, Parameter(help="Write nothing; exit with 1 if a file would change.")
    ] = False,
    diff: Annotated[bool, Parameter(help="Write nothing; show what would change.")] = False,
) -> int:
    """Format files, and go on after one that cannot be."""
    if not files:
        raise Misuse("no file to format", "`sbg fmt FILE`; - formats stdin to stdout")
    code = 0
    for file in files:
        try:
            changed = _format(file, write=not (check or diff), diff=diff)
            if changed and check:
                terminal.note(f"{file}: would be reformatted")
                code = max(code, 1)
        except InvalidGameError as error:
            terminal.diagnostics(error.diagnostics)
            code = max(code, 1)
        except Misuse as misuse:
            terminal.error(str(misuse), misuse.help)
            code = 2
    return code


def _format(file: str, *, write: bool, diff: bool) -> bool:
    """Format a file, show the difference or write the result; whether there is a difference."""
    before = inputs.read_file(file)
    source = pipeline.decode(before, file)
    after = formatter.format_source(source).encode()
    if _has_windows_lines(before):
        after = after.replace(b"\n", b"\r\n")
    changed = after != before
    if diff and changed:
        difference = outputs.difference(source.text, after.decode(), file, "formatted")
        terminal.out_bytes(difference.encode())
    if write and file == STDIN:
        terminal.out_bytes(after)
    elif write and changed:
        outputs.replace_file(file, after)
        ends = ", line ends are LF now" if b"\r" in before and b"\r" not in after else ""
        terminal.note(f"{file}: reformatted{ends}")
    return changed


def _has_windows_lines(text: bytes) -> bool:
    """Whether every line ends with CR LF."""
    ends = text.count(b"\r\n")
    return ends > 0 and ends == text.count(b"\n") == text.count(b"\r")
