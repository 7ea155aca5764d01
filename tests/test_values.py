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
    "app.editor.scan": "RuleText GoalText Scan",
    "app.lsp.documents": "Document",
    "engine.gpu.plan": "Side Plan",
    "envs.xla_cuda": "Function",
    "exact.auditing.tables": "_Counts",
    "exact.solving.proof": "_Question",
    "exact.solving.sums": "_Part",
    "explain.lint.parts": "Part",
    "explain.pictures.graph": "_Node",
    "language.model.writing": "Item",
    "language.syntax.parser": "Draft",
    "moves.automata.dfa": "Table Budget",
    "moves.shapes.decompose": "_Graph",
    "play.contests.standings": "Meeting",
    "play.contests.table": "Tally",
    "study.evolve.archive": "Elite Archive",
    "study.evolve.schedule": "Schedule",
    "study.profiling.stages": "_Run",
    "translation.fairy.ends": "Ends",
    "translation.fairy.file": "Section",
    "translation.fairy.pieces": "Side FairyPiece",
    "translation.fitting.fit": "Labels Need",
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
