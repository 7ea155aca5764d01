"""Runs the native core under sanitizers for undefined behaviour, memory errors and data races.

Three runs, each with its own build under build/: the native tests under ASan and UBSan, the same under
TSan, and the Python tests of play with a module built with ASan. `--quick` takes shallow counts and
leaves the third out.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
JOBS = str(os.cpu_count() or 1)


def run(command: list[str], **environment: str) -> None:
    """Show a command and run it; stop where it fails."""
    print("+", shlex.join(command), flush=True)
    result = subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, check=False)
    if result.returncode:
        sys.exit(f"error: this command failed with status {result.returncode}")


def tool(name: str) -> str:
    """A program of the environment, or else of the system, which the installer takes where it is new enough."""
    folder = str(Path(sys.executable).parent)
    found = shutil.which(name, path=os.pathsep.join([folder, os.environ.get("PATH", os.defpath)]))
    return found or sys.exit(f"error: {name} was not found; `make install` brings it")


def build(sanitizers: str, target: str) -> Path:
    """Build a target with these sanitizers; the folder it is in."""
    folder = ROOT / "build" / f"sanitize-{sanitizers.replace(',', '-')}"
    cmake = tool("cmake")
    nanobind = subprocess.run(
        [sys.executable, "-m", "nanobind", "--cmake_dir"],
        capture_output=True,
        text=True,
        check=True,
    )
    options = {
        "CMAKE_BUILD_TYPE": "RelWithDebInfo",
        "CMAKE_CXX_FLAGS_RELWITHDEBINFO": "",
        "CMAKE_MAKE_PROGRAM": tool("ninja"),
        "Python_EXECUTABLE": sys.executable,
        "SBG_SANITIZE": sanitizers,
        "SBG_WERROR": "ON",
        "SKBUILD_PROJECT_VERSION": "0",
        "nanobind_DIR": nanobind.stdout.strip(),
    }
    defines = [f"-D{name}={value}" for name, value in options.items()]
    run([cmake, "-S", ".", "-B", str(folder), "-G", "Ninja", *defines])
    run([cmake, "--build", str(folder), "--target", target, "--parallel", JOBS])
    return folder


def python_tests(folder: Path) -> None:
    """The tests of play, with the module of this folder in place of the installed one."""
    package = folder / "package" / "sbg"
    package.mkdir(parents=True, exist_ok=True)
    for item in [*(ROOT / "src" / "sbg").iterdir(), *folder.glob("_core*.so")]:
        if item.name.startswith("_core") and item.parent != folder:
            continue
        link = package / item.name
        link.unlink(missing_ok=True)
        link.symlink_to(item)
    compiler = os.environ.get("CXX", "c++")
    # libstdc++ too, before the interpreter starts: ASan looks up how exceptions are thrown only then.
    libraries = [
        subprocess.run(
            [compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=True
        ).stdout.strip()
        for name in ("libasan.so", "libstdc++.so.6")
    ]
    run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "tests/play",
            "tests/engine",
        ],
        LD_PRELOAD=" ".join(libraries),
        PYTHONPATH=str(package.parent),
        # The interpreter itself leaves memory at its end, and its allocator would hide overruns.
        ASAN_OPTIONS="detect_leaks=0",
        PYTHONMALLOC="malloc",
        SBG_FUZZ_GAMES="15",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a part, within three minutes")
    quick = parser.parse_args().quick
    depth = ["quick"] if quick else []
    address = build("address,undefined", "native_tests")
    run([str(address / "native_tests"), *depth])
    thread = build("thread", "native_tests")
    run([str(thread / "native_tests"), "threads"])
    if not quick:
        python_tests(build("address,undefined", "_core"))


if __name__ == "__main__":
    main()
