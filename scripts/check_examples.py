"""Run pyright on the Python examples of README and docs, as their readers' editors do.

The examples of a page become one module, each line where it stands in the page, so that an error names its line.
"""

from __future__ import annotations

import doctest
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.docs.pages import PAGES, blocks  # noqa: E402 - found from the root alone

SETTINGS = {
    "typeCheckingMode": "standard",
    # An example knows what it shows: that its game is over, or that its file has an error.
    "reportOptionalMemberAccess": "none",
    "reportOptionalSubscript": "none",
}


def module(page: Path) -> str:
    """The examples of a page as a module, with empty lines for the rest; empty if it has none."""
    lines: list[str] = []
    for block in blocks(page, "python"):
        for example in doctest.DocTestParser().get_examples(block.body):
            lines += [""] * (block.line + example.lineno - len(lines))
            lines += example.source.splitlines()
    return "\n".join([*lines, ""]) if lines else ""


def errors(modules: dict[str, str]) -> tuple[list[str], int]:
    """What pyright says of modules, by the names of their pages, and how many modules it saw."""
    with tempfile.TemporaryDirectory() as folder:
        names = {}
        for number, (name, text) in enumerate(modules.items()):
            path = Path(folder).resolve() / f"page{number}.py"
            path.write_text(text, encoding="utf-8")
            names[path.name] = name
        settings = Path(folder) / "pyrightconfig.json"
        settings.write_text(json.dumps(SETTINGS), encoding="utf-8")
        command = [sys.executable, "-m", "basedpyright", "--outputjson", "--level", "error"]
        command += ["--pythonpath", sys.executable, "--project", str(settings)]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    found = json.loads(done.stdout)
    said = [
        f"{names[Path(one['file']).name]}:{one['range']['start']['line'] + 1}: {one['message']}"
        for one in found["generalDiagnostics"]
    ]
    return said, found["summary"]["filesAnalyzed"]


def main() -> None:
    made = {page.relative_to(ROOT).as_posix(): module(page) for page in PAGES}
    modules = {name: text for name, text in made.items() if text}
    said, seen = errors(modules)
    if seen != len(modules):
        sys.exit(f"pyright looked at {seen} of {len(modules)} pages")
    print(f"pyright: {len(said)} errors in the examples of {len(modules)} pages")
    sys.exit("\n".join(said) or None)


if __name__ == "__main__":
    main()
