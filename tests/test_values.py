"""Values are values: what one part of a program holds, no other part can change."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import ModuleType

import sbg

CHANGE = {
    "auditing.tables": "_Counts",
    "automata.dfa": "Table Budget",
    "batch.xla_cuda": "Function",
    "contests.standings": "Tally Meeting",
    "cuda.plan": "Side Plan",
    "editor.scan": "RuleText GoalText Scan",
    "evolution.archive": "Elite Archive",
    "evolution.schedule": "Schedule",
    "fairy.ends": "Ends",
    "fairy.file": "Section",
    "fairy.pieces": "Side FairyPiece",
    "fitting.fit": "Labels Need",
    "lint.parts": "Part",
    "lsp.documents": "Document",
    "model.writing": "Item",
    "profiling.stages": "_Run",
    "shapes.decompose": "_Graph",
    "solving.proof": "_Question",
    "solving.sums": "_Part",
    "svg.graph": "_Node",
    "syntax.parser": "Draft",
}
"""What is filled step by step, by those who make it."""


def modules() -> Iterator[ModuleType]:
    """All of the package that can be imported here."""
    for module in pkgutil.walk_packages(sbg.__path__, "sbg."):
        if not module.name.endswith("__main__"):
            try:
                yield importlib.import_module(module.name)
            except ImportError:  # it needs an extra
                continue


def test_values_do_not_change() -> None:
    seen = 0
    for module in modules():
        for name, found in vars(module).items():
            if not (inspect.isclass(found) and dataclasses.is_dataclass(found)):
                continue
            if found.__module__ != module.__name__ or found.__name__ != name:
                continue
            seen += 1
            may = name in CHANGE.get(module.__name__.removeprefix("sbg."), "").split()
            frozen = found.__setattr__ is not object.__setattr__
            assert frozen != may, f"{module.__name__}.{name}"
    assert seen > 150
