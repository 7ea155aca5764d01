"""The public names: each is there, is what the pipeline means by it, and is imported only when it is used."""

from __future__ import annotations

import subprocess
import sys

import pytest

import sbg
from sbg import engine, model, pipeline, players, reference, svg, syntax


def test_every_name_is_there() -> None:
    assert {name for name in sbg.__all__ if getattr(sbg, name, None) is None} == set()
    assert set(sbg.__all__) <= set(dir(sbg))


def test_names_are_those_of_the_pipeline_not_of_a_stage() -> None:
    assert (sbg.parse, sbg.check) == (pipeline.parse, pipeline.check)
    assert (sbg.format, sbg.load) == (pipeline.format, pipeline.load)
    assert (sbg.Game, sbg.Position, sbg.perft) == (engine.Game, engine.Position, engine.perft)
    assert (sbg.Move, sbg.SbgError) == (model.Move, syntax.SbgError)
    assert (sbg.Fix, sbg.Edit) == (syntax.Fix, syntax.Edit)
    assert (sbg.player, sbg.reference, sbg.svg) == (players.player, reference, svg)


def test_unknown_name() -> None:
    with pytest.raises(AttributeError, match="no attribute 'lode'"):
        _ = sbg.lode  # type: ignore[attr-defined]


def test_importing_is_light() -> None:
    code = "import sbg, sys; print(*(m for m in sys.modules if m.startswith('sbg')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["sbg"]
