"""The held-out rules are frozen: what the learner is judged by must not change with it."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

HELD_OUT = Path(__file__).resolve().parent.parent.parent / "bench" / "held_out"


@pytest.mark.parametrize(
    ("name", "count", "digest"),
    [
        ("rules.txt", 200, "45c510581c262e1d86634ea76fe7aae6472f95c13a1561c71b5501dcbe3fd75e"),
        ("fairies.txt", 30, "ba289d40927f59367abd015be7a9b68960fc3d5dd9da28875b99aea7064db1c6"),
    ],
)
def test_held_out_rules_never_change(name: str, count: int, digest: str) -> None:
    text = (HELD_OUT / name).read_text(encoding="utf-8")
    assert sum(line.endswith("&") for line in text.splitlines()) == count
    assert hashlib.sha256(text.encode()).hexdigest() == digest
