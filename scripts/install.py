"""Makes or refreshes the virtual environment in .venv, for one kind of install.

Run by the Makefile with the interpreter that the environment is to have. Uses the standard library
only, and runs on old interpreters far enough to say that they are too old.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
WINDOWS = os.name == "nt"
VERSION = f"{sys.version_info[0]}.{sys.version_info[1]}"


def fail(*problems: str) -> None:
    """Say what is wrong and stop."""
    for problem in problems:
        print(f"\nerror: {problem}", file=sys.stderr)
    sys.exit(1)


def run(*command: str, **environment: str) -> None:
    """Show a command and run it; stop where it fails."""
    print("+", shlex.join(command), flush=True)
    result = subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, check=False)
    if result.returncode:
        fail(f"this command failed with status {result.returncode}: {shlex.join(command)}")


def venv_python(venv: Path) -> Path:
    return venv / ("Scripts/python.exe" if WINDOWS else "bin/python")


def interpreter_identity(python: str) -> str | None:
    """Version and home of an interpreter, equal for it and for the environments made from it."""
    code = "import os, sys; print(sys.version, os.path.realpath(sys.base_prefix))"
    try:
        found = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    except OSError:
        return None
    return found.stdout if found.returncode == 0 else None


def serves(venv: Path) -> bool:
    """Whether the environment works and was made from the interpreter that runs this script."""
    identity = interpreter_identity(str(venv_python(venv)))
    return identity is not None and identity == interpreter_identity(sys.executable)


def old_version() -> str:
    if tuple(sys.version_info) >= (3, 11):  # a tuple: type checkers take the bare form for granted
        return ""
    return (
        f"Python 3.11 or later is needed, and {sys.executable} is {sys.version.split()[0]}\n"
        "  name a later one, for example:  PYTHON=python3.12 make test"
    )


def missing_compiler() -> str:
    wanted = shlex.split(os.environ.get("CXX", ""))[:1] or ["c++", "g++", "clang++"]
    # On Windows CMake finds Visual Studio by itself, and it is not on the path.
    if WINDOWS or any(shutil.which(name) for name in wanted):
        return ""
    return (
        f"no C++ compiler found (looked for {', '.join(wanted)})\n"
        "  Debian, Ubuntu:  sudo apt-get install g++\n"
        "  Fedora:          sudo dnf install gcc-c++\n"
        "  macOS:           xcode-select --install"
    )


def missing_headers() -> str:
    header = Path(sysconfig.get_path("include")) / "Python.h"
    if header.is_file():
        return ""
    return (
        f"the headers of Python {VERSION} are missing (there is no {header})\n"
        f"  Debian, Ubuntu:  sudo apt-get install python{VERSION}-dev\n"
        "  Fedora:          sudo dnf install python3-devel"
    )


def missing_venv_module() -> str:
    try:
        import ensurepip
        import venv

        del ensurepip, venv
    except ImportError as error:
        return (
            f"Python's venv module is not complete ({error})\n"
            f"  Debian, Ubuntu:  sudo apt-get install python{VERSION}-venv\n"
            "  or install uv, which does without it"
        )
    return ""


def check_machine(uv: str) -> None:
    """Name everything that is missing at once, so that nobody has to come back for the rest."""
    problems = [old_version()]
    if not problems[0]:
        problems = [missing_compiler(), missing_headers(), "" if uv else missing_venv_module()]
    found = [problem for problem in problems if problem]
    if found:
        fail(*found)


def needs_cmake(specification: str) -> bool:
    """Whether the machine's own CMake is missing or older than asked for (">=X.Y")."""
    found = shutil.which("cmake")
    if found is None:
        return True
    said = subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout
    have = re.search(r"(\d+)\.(\d+)", said)
    want = re.search(r"(\d+)\.(\d+)", specification)
    if have is None or want is None:
        return True
    return tuple(map(int, have.groups())) < tuple(map(int, want.groups()))


def cmake_version(settings: dict[str, Any]) -> str:
    """The CMake that a build for this interpreter asks for (">=X.Y"): an override's, or else everybody's."""
    for override in settings["overrides"]:
        older = re.fullmatch(r"<(\d+)\.(\d+)", override["if"].get("python-version", ""))
        if older and tuple(sys.version_info) < tuple(map(int, older.groups())):
            return str(override["cmake"]["version"])
    return str(settings["cmake"]["version"])


def requirements(kind: str) -> list[str]:
    """What the environment holds besides the package: dependencies, build and other tools."""
    import tomllib  # here, because it came with 3.11 and the version is checked by now

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [*project["project"]["dependencies"], *project["build-system"]["requires"], "ninja"]
    if needs_cmake(cmake_version(project["tool"]["scikit-build"])):
        wanted.append("cmake")
    groups = project["dependency-groups"]

    def add(group: str) -> None:
        for item in groups[group]:
            if isinstance(item, str):
                wanted.append(item)
            else:
                add(item["include-group"])

    if kind == "dev":
        add("dev")
    if kind == "web":
        wanted.extend(project["project"]["optional-dependencies"]["web"])
    return wanted


def constraints_digest() -> str:
    return hashlib.sha256((ROOT / "constraints.txt").read_bytes()).hexdigest()


def holds(note: Path, wanted: list[str]) -> bool:
    """Whether the note of an earlier install covers all that is wanted, in the same versions."""
    if not note.exists():
        return False
    digest, present = json.loads(note.read_text(encoding="utf-8"))
    return digest == constraints_digest() and set(wanted) <= set(present)


def install(kind: str, venv: Path, uv: str) -> None:
    check_machine(uv)
    python = str(venv_python(venv))
    if not serves(venv):
        # A .venv made from another interpreter, or a broken one, is of no use to anybody.
        shutil.rmtree(venv, ignore_errors=True)
        if uv:
            run(uv, "venv", "--quiet", "--python", sys.executable, str(venv))
        else:
            # A pip of its own would take as long as all that this one installs.
            bare = ["--without-pip"] if lends_pip() else []
            run(sys.executable, "-m", "venv", *bare, str(venv))
    if uv:
        installer = [uv, "pip", "install", "--quiet", "--python", python]
    else:
        # What is never imported need not be compiled; the rest is when it first is.
        installer = [*find_pip(python), "install", "--quiet", "--no-compile"]
    wanted = requirements(kind)
    note = venv / ".requirements"
    if not holds(note, wanted):
        run(*installer, "--constraint", "constraints.txt", *wanted)
        note.write_text(json.dumps([constraints_digest(), wanted]), encoding="utf-8")
    # Without isolation the build uses the pinned tools just installed, and a second one is short.
    build = ["--no-build-isolation", "--no-deps", "--config-settings", "cmake.define.SBG_WERROR=ON"]
    build += ["--config-settings", f"cmake.define.SBG_PORTABLE={portable(kind, venv)}"]
    parallel = str(os.cpu_count() or 1)
    run(*installer, *build, "--editable", ".", CMAKE_BUILD_PARALLEL_LEVEL=parallel)


def lends_pip() -> bool:
    """Whether the pip of the interpreter that runs this script can install into other environments."""
    code = "import pip, sys; sys.exit(tuple(map(int, pip.__version__.split('.')[:2])) < (22, 3))"
    return subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0


def find_pip(python: str) -> list[str]:
    """The command for the environment of an interpreter: its own pip, or else ours, or else a new one."""
    if not importable(python, "pip"):
        if lends_pip():
            own = [sys.executable, "-m", "pip", "--python", python]
            return [*own, "--disable-pip-version-check"]
        run(python, "-m", "ensurepip")
    return [python, "-m", "pip", "--disable-pip-version-check"]


def portable(kind: str, venv: Path) -> str:
    """Whether to build the kernels for any processor: tests need them, and a game on this machine does not."""
    return "ON" if kind == "dev" or (venv / ".installed-dev").exists() else "OFF"


def importable(python: str, module: str) -> bool:
    found = subprocess.run([python, "-c", f"import {module}"], capture_output=True, check=False)
    return found.returncode == 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "kind",
        choices=["run", "web", "dev", "same"],
        help="run: what `sbg` needs; web: the server as well; dev: all tools; same: only say by the exit status "
        "whether the environment was made from this interpreter",
    )
    parser.add_argument("--venv", type=Path, default=Path(".venv"))
    parser.add_argument("--uv", default="", help="the uv to use; none: venv and pip")
    arguments = parser.parse_args()
    if arguments.kind == "same":
        sys.exit(0 if serves(arguments.venv) else 1)
    install(arguments.kind, arguments.venv, arguments.uv)


if __name__ == "__main__":
    main()
