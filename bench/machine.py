"""Describes this machine and its software, for the head of a result."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from sbg import _core


def describe() -> dict[str, object]:
    """Enough to tell whose numbers these are, without naming the machine."""
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M"),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "sbg": version("simplified-boardgames"),
        "compiler": _core.compiler(),
        "bmi2": _core.has_bmi2() and not os.environ.get("SBG_NO_BMI2"),
    }


def _processor() -> str:
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
