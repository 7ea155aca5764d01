"""Writes constraints.txt: the exact versions of all packages that pyproject.toml asks for.

One resolution for all supported Python versions and systems, with markers where they differ. Names
and versions only: where packages come from is the business of the machine that installs them.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADER = """\
# Exact versions for development and CI, for every supported Python. Made by `make constraints`.
"""


def wanted() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = project["dependency-groups"].values()
    tools = [item for group in groups for item in group if isinstance(item, str)]
    own = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    return [*own, *tools, "cmake", "ninja"]


def resolve(uv: str) -> str:
    command = [uv, "pip", "compile", "--universal", "--python-version", "3.11", "--upgrade"]
    plain = ["--no-header", "--no-annotate", "--no-emit-index-url", "--quiet", "-"]
    text = "\n".join(wanted())
    done = subprocess.run(
        [*command, *plain], input=text, stdout=subprocess.PIPE, text=True, cwd=ROOT, check=True
    )
    return done.stdout


def main() -> None:
    uv = shutil.which("uv")
    with tempfile.TemporaryDirectory() as folder:
        if uv is None:  # only uv resolves for several Python versions at once; borrow one
            pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", folder, "uv"]
            subprocess.run(pip, check=True)
            uv = str(Path(folder) / "bin" / "uv")
        text = HEADER + resolve(uv)
    (ROOT / "constraints.txt").write_text(text, encoding="utf-8", newline="\n")
    print(f"constraints.txt: {text.count('==')} versions")


if __name__ == "__main__":
    main()
