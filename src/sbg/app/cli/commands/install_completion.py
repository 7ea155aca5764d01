"""`sbg install-completion`: install or print the completion script of a shell."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter

from sbg.app.cli.terminal import Misuse, note, out

app = App(
    name="--install-completion",
    usage="Usage: sbg --install-completion [OPTIONS]",
    help_epilogue="""\
The script is written to the folder where the shell looks for such scripts; for bash, zsh
and PowerShell a line that loads it is added to the shell's own start-up file.

Examples:
  sbg --install-completion
  sbg --install-completion --shell zsh
  sbg --install-completion --shell bash --show > sbg-completion.bash""",
)


@app.default
def install_completion(
    *,
    shell: Annotated[
        Literal["bash", "zsh", "fish", "powershell"] | None,
        Parameter(metavar="SHELL", help="Which shell (the one in use)."),
    ] = None,
    show: Annotated[bool, Parameter(help="Write the script to stdout, install nothing.")] = False,
) -> int:
    """Install completion for a shell."""
    from cyclopts.completion import ShellDetectionError

    from sbg.app.cli.app import make

    try:
        if show:
            out(make().generate_completion(shell=shell))
            return 0
        before = _startup()
        path = make().install_completion(shell=shell)
    except ShellDetectionError:
        raise Misuse("cannot tell which shell this is", "name it with --shell") from None
    except OSError as error:
        raise Misuse(f"cannot install: {error}") from None
    note(f"installed {path}")
    for file, lines in _startup().items():
        added = [line for line in lines[len(before[file]) :] if line.strip()]
        if added:
            note(f"added to {file}:")
            for line in added:
                note(f"  {line}")
    note("it works in the next shell that you open")
    return 0


def _startup() -> dict[Path, list[str]]:
    """The lines of the files that shells read when they start, to which an installation appends."""
    files = [Path.home() / name for name in (".bashrc", ".zshrc")]
    return {
        file: file.read_text(encoding="utf-8", errors="replace").splitlines()
        if file.is_file()
        else []
        for file in files
    }
