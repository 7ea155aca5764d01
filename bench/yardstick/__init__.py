"""Builds the hand-written breakthrough program and measures its speed, as a yardstick."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_name("breakthrough.cpp")


class Yardstick:
    """The measuring stick, built in a folder. `missing` says why there is none on this machine, or is empty."""

    def __init__(self, folder: Path) -> None:
        self.program = folder / "yardstick"
        compiler = os.environ.get("CXX") or next(
            filter(shutil.which, ("c++", "g++", "clang++")), None
        )
        if compiler is None:
            self.missing = "there is no C++ compiler"
            return
        options = ["-std=c++20", "-O3", "-march=native", "-Wall", "-Wextra", "-Werror"]
        command = [*compiler.split(), *options, str(SOURCE), "-o", str(self.program)]
        try:
            built = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError as error:
            self.missing = f"`{compiler}` cannot be run: {error.strerror}"
            return
        if built.returncode:
            self.missing = f"`{compiler}` cannot build it: {built.stderr.strip()[:300]}"
            return
        self.missing = "" if self._ask("perft", 0.0)["bmi2"] else "this processor has no BMI2"

    def rate(self, work: str, seconds: float) -> float:
        """Leaves a second of `perft`, or moves a second of `playouts`, by processor time."""
        return float(self._ask(work, seconds)["per_second"])

    def _ask(self, work: str, seconds: float) -> dict[str, float]:
        command = [str(self.program), work, str(seconds)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        answer: dict[str, float] = json.loads(done.stdout)
        return answer
