"""Makes the environment for `make test-extras`, with heavy packages that few tests need.

It sees the packages of `.venv` behind its own, so nothing is built again and `.venv` stays as it is.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts import install

LIST = install.ROOT / "scripts" / "extras.txt"


def packages_of(venv: Path) -> Path:
    """Where an environment keeps its packages."""
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    done = subprocess.run(
        [str(install.venv_python(venv)), "-c", code], capture_output=True, text=True, check=True
    )
    return Path(done.stdout.strip())


def look_behind(venv: Path, base: Path) -> None:
    """Let an environment see the packages of another, editable ones included."""
    line = f"import site; site.addsitedir({str(base)!r})\n"
    (packages_of(venv) / "zz-development.pth").write_text(line, encoding="utf-8")


def main() -> None:
    """Run by the Makefile with the interpreter of `.venv`."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--venv", type=Path, default=Path(".venv-extras"))
    parser.add_argument("--uv", default="", help="the uv to use; none: venv and pip")
    options = parser.parse_args()
    python = str(install.venv_python(options.venv))
    base = Path(sysconfig.get_path("purelib")).resolve()
    if not install.serves(options.venv):
        install.run(sys.executable, "-m", "venv", "--clear", str(options.venv))
    if options.uv:
        installer = [options.uv, "pip", "install", "--quiet", "--python", python]
    else:
        installer = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    seen = packages_of(options.venv) / "zz-development.pth"
    seen.unlink(missing_ok=True)  # what is there behind would count as installed
    install.run(*installer, "--constraint", "constraints.txt", "--requirement", os.fspath(LIST))
    look_behind(options.venv, base)


if __name__ == "__main__":
    main()
