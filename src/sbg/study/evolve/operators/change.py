"""The result of a mutation operator: the changed genome, and a few words about the change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from sbg.study.evolve.draw import Draw
from sbg.study.evolve.genome import Genome


@dataclass(frozen=True, slots=True)
class Change:
    """A genome that was changed, and how."""

    genome: Genome
    what: str


Operator: TypeAlias = Callable[[Genome, Draw], Change | None]
"""Changes a genome at random; None where it cannot."""
