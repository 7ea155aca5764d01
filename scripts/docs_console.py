"""Runs the commands in the console blocks of a Markdown page, and writes their output into it.

    ```console
    $ sbg check pawns.sbg
    1 file checked: nothing to complain about
    ```

Each line that starts with `$` is run in a shell, in an empty folder; the lines after it are what it prints. A
`code-block` with a caption is a file of that name, and so is a comment that begins with `<!-- file: NAME`: a page can
write a game and then use it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

PAGES = [
    "README.md",
    "docs/certificates.md",
    "docs/cli.md",
    "docs/generate.md",
    "docs/learn.md",
    "docs/profile.md",
    "docs/solve.md",
    "docs/translate.md",
    "docs/tutorial.md",
    "docs/words.md",
]
"""The pages with console blocks."""

_BLOCK = re.compile(
    r"^```(?P<info>[^\n`]*)\n(?P<body>.*?)^```$"
    r"|^<!-- file: (?P<hidden>\S+)\n(?P<text>.*?)^-->$",
    re.MULTILINE | re.DOTALL,
)
_CAPTION = re.compile(r":caption: (?P<name>\S+)\n\n?(?P<text>.*)", re.DOTALL)


Runner = Callable[[str, Path], str]
"""A command and the folder that it runs in; what it prints."""


def refresh(page: str, run: Runner | None = None) -> str:
    """The page with its outputs made anew, by a shell if nothing else is given."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def block(match: re.Match[str]) -> str:
            if match["hidden"]:
                write(match["hidden"], match["text"])
            elif match["info"].strip() == "console":
                return f"```console\n{_session(match['body'], folder, run or in_a_shell)}```"
            elif match["info"].startswith("{code-block}"):
                file = _CAPTION.match(match["body"])
                if file:
                    write(file["name"], file["text"])
            return match[0]

        def write(name: str, text: str) -> None:
            (folder / name).write_text(text, encoding="utf-8", newline="\n")

        return _BLOCK.sub(block, page)


def _session(body: str, folder: Path, run: Runner) -> str:
    commands = [line for line in body.splitlines() if line.startswith("$ ")]
    return "".join(f"{command}\n{tidy(run(command[2:], folder))}" for command in commands)


def in_a_shell(command: str, folder: Path) -> str:
    """What a command prints, on both streams, without colour and in the order of writing."""
    environment = {
        **{key: value for key, value in os.environ.items() if not key.startswith("SBG_")},
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]),
        "COLUMNS": "92",
        "NO_COLOR": "1",
        "PYTHONUNBUFFERED": "1",
        "PYTHONUTF8": "1",
        "SBG_STATE": str(folder / ".state"),
    }
    environment.pop("FORCE_COLOR", None)
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    return done.stdout


def tidy(said: str) -> str:
    """An output as a page shows it: no blanks at ends of lines, no empty lines around."""
    lines = (line.rstrip() for line in said.splitlines())
    return "".join(f"{line}\n" for line in lines).strip("\n") + "\n" if said.strip() else ""
