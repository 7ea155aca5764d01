"""The house keeps its order: stages import only from earlier ones, files stay short and say what they are for."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src" / "sbg"
STAGES = [
    "syntax",
    "model",
    "automata",
    "lint",
    "svg",
    "words",
    "translation",
    "reference",
    "engine",
    "players",
    "games",
    "pipeline",  # one module that puts the stages together
    "",  # `sbg` itself, the public names: for whoever comes after the pipeline
    "editor",
    "lsp",
    "web",
    "cli",
]
"""In the order of the pipeline. `sbg.limits`, the native module and the lexer for Pygments stand outside."""

NOT_STAGES = {"limits", "highlight", "_core"}
FILES = sorted(SOURCE.rglob("*.py"))


def stage(module: list[str]) -> str:
    """The stage that a module under `sbg` belongs to."""
    return module[0] if module and module[0] in {*STAGES, *NOT_STAGES} else ""


def imported(path: Path) -> Iterator[tuple[str, int]]:
    """The stages that a file imports from, each with its line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: a relative import"
            modules = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        else:
            continue
        for module in modules:
            package, *rest = module.split(".")
            if package == "sbg":
                yield stage(rest), node.lineno


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_go_to_earlier_stages_only(path: Path) -> None:
    own = path.relative_to(SOURCE).with_suffix("").parts[0]
    if own in ("__init__", "__main__"):
        own = "cli" if own == "__main__" else ""
    if own in NOT_STAGES:
        assert not list(imported(path))
        return
    for found, line in imported(path):
        if found not in NOT_STAGES:
            assert STAGES.index(found) <= STAGES.index(own), f"line {line}: {own} imports {found}"


def test_every_folder_is_a_stage() -> None:
    folders = {path.parent.relative_to(SOURCE).parts[0] for path in FILES if path.parent != SOURCE}
    modules = {path.stem for path in SOURCE.glob("*.py")} - {"__init__", "__main__"}
    assert folders | modules <= {*STAGES, *NOT_STAGES}


def test_only_the_engine_and_its_version_touch_the_native_module() -> None:
    users = {
        path.relative_to(SOURCE).parts[0]
        for path in FILES
        if any(found == "_core" for found, _ in imported(path))
    }
    assert users <= {"engine", "players", "cli"}


def test_the_reference_rests_on_the_model_alone() -> None:
    used = {found for path in (SOURCE / "reference").glob("*.py") for found, _ in imported(path)}
    assert used == {"model", "reference"}  # no automata and no tables


def test_native_files_stay_short() -> None:
    native = SOURCE.parent.parent / "native"
    files = [path for path in native.rglob("*") if path.suffix in (".cpp", ".hpp", ".h")]
    assert files
    for path in files:
        assert path.read_text(encoding="utf-8").count("\n") <= 600, path


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_files_say_what_they_are_for_and_stay_short(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert ast.get_docstring(ast.parse(text)), (
        "a module begins with what comes in and what goes out"
    )
    assert text.count("\n") <= 600
