"""`sbg check`: report all errors and warnings of files, for people or as JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter

from sbg import pipeline
from sbg.app.cli import inputs, outputs, terminal
from sbg.app.cli.inputs import STDIN
from sbg.app.cli.terminal import Misuse, out
from sbg.language.syntax import Diagnostic, render
from sbg.language.syntax.diagnostic import SEVERITIES, Severity

app = App(
    name="check",
    usage="Usage: sbg check [OPTIONS] FILE...",
    help_epilogue="""\
Errors make a file unusable; warnings point at what is allowed but hardly meant, hints at
what often is a slip. The exit code is 1 if there are errors, with --strict also if there
are warnings.

Examples:
  sbg check my-game.sbg
  sbg check --strict games/*.sbg
  sbg check --format concise my-game.sbg     one line each, FILE:LINE:COL first
  sbg check --fix my-game.sbg                mend what can be mended safely
  sbg check --fix --diff my-game.sbg         write nothing, show what would change and what
                                             would remain
  generate-game | sbg check -                read from stdin""",
)


@app.default
def check(
    *files: Annotated[
        str, Parameter(name="FILE", help="Files to check, or folders of *.sbg files; - is stdin.")
    ],
    strict: Annotated[bool, Parameter(help="Exit with 1 for warnings too.")] = False,
    format: Annotated[
        Literal["full", "concise", "json"],
        Parameter(metavar="FORM", help="How to show diagnostics (full)."),
    ] = "full",
    json: Annotated[bool, Parameter(help="The same as --format json.")] = False,
    fix: Annotated[bool, Parameter(help="Mend what can be mended safely, then check.")] = False,
    unsafe: Annotated[
        bool, Parameter(help="With --fix: also carry out fixes that somebody should look at.")
    ] = False,
    diff: Annotated[
        bool, Parameter(help="With --fix: write nothing, show what would change.")
    ] = False,
) -> int:
    """Write the diagnostics of files to stdout."""
    if not files:
        raise Misuse("no file to check", "`sbg check FILE`; - is stdin")
    if (unsafe or diff) and not fix:
        raise Misuse(f"{'--unsafe' if unsafe else '--diff'} is for --fix")
    form = "diff" if diff else "json" if json else format
    code = checked = 0
    found: list[Diagnostic] = []
    for file in _with_folders(files):
        try:
            checked += 1
            here = _fix(file, unsafe=unsafe, diff=diff) if fix else _diagnose(file)
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
    counts = {word: sum(one.severity == word for one in found) for word in SEVERITIES}
    if code < 2 and form == "full":
        terminal.note(_summary(checked, counts))
    failed = counts["error"] or (strict and counts["warning"])
    return max(code, 1 if failed else 0)


def _with_folders(files: Iterable[str]) -> Iterator[str]:
    """The files, and those games that stand in folders."""
    for file in files:
        inside = sorted(Path(file).glob("*.sbg")) if file != STDIN and Path(file).is_dir() else []
        yield from map(str, inside) if inside else [file]


def _diagnose(file: str) -> list[Diagnostic]:
    return pipeline.diagnose(inputs.read_source(file))


def _fix(file: str, *, unsafe: bool, diff: bool) -> list[Diagnostic]:
    """Mend a file, or show how it would be mended; what is wrong with it then."""
    from sbg.app import editor

    if file == STDIN and not diff:
        raise Misuse("stdin cannot be mended", "with --diff it is shown what would change")
    data = inputs.read_file(file)
    source = pipeline.decode(data, file)
    text = data.decode("utf-8", "surrogateescape")
    mended = editor.fixed(text, file, unsafe=unsafe)
    if mended.text == text:
        found = pipeline.diagnose(source)
        if diff and found:
            terminal.diagnostics(found)
        return found
    after = mended.text.encode("utf-8", "surrogateescape")
    now = pipeline.decode(after, file)
    if diff:
        difference = outputs.difference(source.text, now.text, file, "mended")
        terminal.out_bytes(difference.encode("utf-8", "surrogateescape"))
        if remaining := pipeline.diagnose(now):
            terminal.note(f"{file}: after these changes there would remain:\n")
            terminal.diagnostics(remaining)
        return pipeline.diagnose(source)
    outputs.replace_file(file, after)
    for diagnostic in mended.done:
        assert diagnostic.fix is not None
        title = diagnostic.fix.title
        terminal.note(f"{file}:{diagnostic.line}: mended: {title[:1].lower()}{title[1:]}")
    return pipeline.diagnose(now)  # the editor counts a byte order mark as a column


def _summary(files: int, counts: Mapping[Severity, int]) -> str:
    checked = "1 file" if files == 1 else f"{files} files"
    words = [f"{n} {word}{'' if n == 1 else 's'}" for word, n in counts.items() if n]
    said = " and ".join(([", ".join(words[:-1])] if words[1:] else []) + words[-1:])
    return f"{checked} checked: {said or 'nothing to complain about'}"
