"""The public names: each is there, is what the pipeline means by it, and is imported only when it is used."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import sbg
from sbg import engine, pipeline, reference, svg
from sbg.language import model, syntax
from sbg.play import players


def test_every_name_is_there() -> None:
    assert {name for name in sbg.__all__ if getattr(sbg, name, None) is None} == set()
    assert set(sbg.__all__) <= set(dir(sbg))


def test_names_are_those_of_the_pipeline_not_of_a_stage() -> None:
    assert (sbg.parse, sbg.check) == (pipeline.parse, pipeline.check)
    assert (sbg.format, sbg.load) == (pipeline.format, pipeline.load)
    assert (sbg.Game, sbg.Position, sbg.perft) == (engine.Game, engine.Position, engine.perft)
    assert (sbg.Move, sbg.InvalidGameError) == (model.Move, syntax.InvalidGameError)
    assert (sbg.Fix, sbg.Edit) == (syntax.Fix, syntax.Edit)
    assert (sbg.player, sbg.reference, sbg.svg) == (players.player, reference, svg)


def test_unknown_name() -> None:
    with pytest.raises(AttributeError, match="no attribute 'lode'"):
        _ = sbg.lode  # type: ignore[attr-defined]


def test_importing_is_light() -> None:
    code = "import sbg, sys; print(*(m for m in sys.modules if m.startswith('sbg')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["sbg"]


def loaded(code: str) -> set[str]:
    """The modules of the package that a program loads."""
    code += "; import sys; print(*(m for m in sys.modules if m.startswith('sbg')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    names = [name.split(".")[1:3] for name in done.stdout.splitlines()[-1].split()]
    return {"/".join(name) for name in names if len(name) == 2 or name[:1] in PLAIN}


PLAIN = (["pipeline"], ["_core"], ["engine"])
"""Modules and storeys without rooms."""


MODEL = "base/errors base/named base/nested base/limits language/model"
COMPILED = f"{MODEL} moves/automata"


@pytest.mark.parametrize(
    ("code", "rooms"),
    [
        ("import sbg; sbg.describe", f"{COMPILED} moves/reach moves/shapes explain/words"),
        ("from sbg.language.model import Move", MODEL),
        ("import sbg; sbg.check", f"{COMPILED} base/files language/syntax pipeline"),
        ("import sbg; sbg.Move", MODEL),
        ("import sbg; sbg.Game", f"{COMPILED} base/bounds base/numbers engine _core"),
        ("import sbg; sbg.reference", f"{MODEL} base/numbers language/reference"),
    ],
)
def test_a_name_loads_what_it_needs_and_nothing_else(code: str, rooms: str) -> None:
    found = {room for room in loaded(code) if not room.startswith("engine/")}
    assert found <= set(rooms.split())


def test_type_checkers_see_the_same_names() -> None:
    assert sbg.__file__ is not None
    tree = ast.parse(Path(sbg.__file__).read_text(encoding="utf-8"))
    seen = {
        (f"{node.module}", alias.asname)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname is not None
    }
    assert seen == {
        *((module, name) for module, names in sbg._HOMES.items() for name in names.split()),
        *(("sbg", name) for name in sbg._MODULES),
    }


@pytest.mark.process
def test_no_submodule_takes_the_place_of_a_public_name() -> None:
    """Importing a submodule sets an attribute of its package, which must not be a public function."""
    code = """
import importlib, pkgutil, sbg
for module in pkgutil.walk_packages(sbg.__path__, "sbg."):
    if module.name != "sbg.__main__":
        try:
            importlib.import_module(module.name)
        except ImportError as problem:
            assert not str(problem.name).startswith("sbg"), problem
for name in sbg.__all__:
    value = getattr(sbg, name)
    assert name in sbg._MODULES or type(value).__name__ != "module", name
print("done")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.split()[-1:] == ["done"], done.stderr


def test_no_repr_is_longer_than_a_screen() -> None:
    game = sbg.load("chess")
    line = sbg.Line(game, ["b1c3", "b8c6", "c3b1", "c6b8"] * 60)
    standings = sbg.match(["random", "greedy"], "hexapawn", rounds=1)
    made = [game, line, line.position, sbg.Record.of(line), *standings.games, standings]
    made += [
        sbg.describe(game),
        sbg.canonical(game),
        sbg.translate(game, "ludii"),
    ]
    made += [sbg.analyse(game, depth=4, lines=20), sbg.Batch(game, 100), sbg.Actions(game)]
    made += [sbg.Observations(game), sbg.same(game, "gardner"), sbg.solve("hexapawn")]
    made += [sbg.profile("hexapawn", budget="quick"), sbg.Limits(nodes=5), sbg.player("random")]
    for one in made:
        assert len(repr(one)) < 1100, type(one)


def test_players_print_as_they_are_written() -> None:
    for text in ("random", "greedy", "mcts:playouts=5", "alphabeta:level=2"):
        assert repr(sbg.player(text)) == f"<sbg.Player '{text}'>"


def test_notebooks_show_lines_standings_and_analyses() -> None:
    line = sbg.Line("gardner", ["b1c3"])
    assert line._repr_svg_() == sbg.svg.board(line.position, last="b1c3", theme="auto")
    standings = sbg.match(["random:name=<b>", "greedy"], "hexapawn", rounds=1)
    assert "<td>&lt;b&gt;</td><td>2</td>" in standings._repr_html_()
    found = sbg.analyse("gardner", depth=2, lines=3)
    assert found._repr_html_().count("<tr>") == 4
