"""The house keeps its order: rooms import only along allowed edges, files stay short and say what they are for."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src" / "sbg"
NATIVE = SOURCE.parent.parent / "native"

EDGES = {
    # The language.
    "errors": "",
    "base": "",
    "named": "engine sbg",
    "files": "errors",
    "limits": "",
    "nested": "",
    "version": "",
    "model": "errors named limits nested",
    "syntax": "errors limits nested model",
    "automata": "errors limits model",
    "reference": "errors model",
    "reach": "errors model automata",
    "shapes": "model automata",
    "lint": "model syntax automata reach",
    "svg": "errors named model automata reach",
    "words": "named model automata reach shapes",
    "games": "errors syntax",
    "fitting": "errors version model automata words",
    "fairy": "limits syntax model automata fitting",
    "translation": "errors named model automata words fitting fairy",
    # Play.
    "bounds": "",
    "cuda": "errors model automata",
    "engine": "errors named version bounds model automata cuda reach svg _core",
    "players": "errors files named version bounds model games engine _core",
    "jobs": "errors files",
    "uci": "bounds model engine players jobs",
    "contests": "base errors files version bounds model svg engine players uci jobs",
    "tune": "base model engine players _core",
    "report": "version files svg engine contests",
    "solving": "errors named files limits bounds model syntax reach cuda engine _core",
    "verification": "errors files limits model syntax reference games jobs",
    "auditing": "errors bounds model engine verification _core",
    # Modules that put the rooms together, and the public names.
    "pipeline": "errors files named limits model syntax automata lint engine games",
    "batch": "errors named bounds model cuda engine players _core",
    "envs": "errors games svg engine players pipeline batch",
    "compete": "errors engine players jobs contests pipeline",
    "observations": "errors files named limits bounds model syntax engine players jobs contests pipeline",
    "learning": "errors named version limits bounds model automata reach shapes words engine observations",
    "profiling": "base errors named bounds model syntax shapes svg words games engine players tune solving"
    " pipeline",
    "evolution": "errors files named version bounds model syntax automata reach shapes words games engine jobs"
    " pipeline profiling",
    "gallery": "base errors files words svg engine players tune report pipeline profiling evolution",
    "sbg": "errors gallery games model syntax reach cuda engine players jobs contests words reference svg translation"
    " solving pipeline batch compete observations learning profiling verification auditing evolution",
    # Interfaces.
    "highlight": "",
    "editor": "limits model syntax automata words pipeline",
    "lsp": "limits syntax editor pipeline",
    "web": "limits model syntax words svg translation games engine players pipeline profiling editor sbg",
    "console": "errors files limits bounds model syntax svg games translation engine players solving pipeline evolution"
    " sbg editor",
    "terminal_game": "model words engine players sbg console",
    "studies": "errors files version bounds model games engine players tune jobs solving pipeline observations learning"
    " profiling evolution gallery sbg console _core",
    "commands": "errors files limits bounds model syntax automata reach svg words games translation engine players"
    " uci contests report jobs solving pipeline sbg editor lsp web console terminal_game",
    "cli": "errors version syntax console _core",
}
"""What each room may import, lazy imports included: rooms in the order of the house, none from a later one."""

FILES = sorted(SOURCE.rglob("*.py"))


def room(path: Path) -> str:
    """The room of a file: its folder, or its own name."""
    first = path.relative_to(SOURCE).with_suffix("").parts[0]
    return {"__init__": "sbg", "__main__": "cli"}.get(first, first)


@cache
def imported(path: Path) -> tuple[tuple[str, int], ...]:
    """The rooms that a file imports from, each with its line."""
    return tuple(_imported(path))


def _imported(path: Path) -> Iterator[tuple[str, int]]:
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
                first = rest[0] if rest else ""
                yield first if first in {*EDGES, "_core"} else "sbg", node.lineno


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_room_imports_only_what_the_list_allows(path: Path) -> None:
    own = room(path)
    allowed = {own, *EDGES[own].split()}
    for found, line in imported(path):
        assert found in allowed, f"line {line}: {own} imports {found}"


def test_every_allowed_edge_is_used() -> None:
    used = {(room(path), found) for path in FILES for found, _ in imported(path)}
    listed = {(own, other) for own, others in EDGES.items() for other in others.split()}
    assert listed - used == set()


def test_no_edge_leads_to_a_later_room() -> None:
    order = ["_core", *EDGES]
    for own, others in EDGES.items():
        if (
            own == "named"
        ):  # a door: whoever wants a game takes a name, which only the pipeline can read
            continue
        later = [other for other in others.split() if order.index(other) >= order.index(own)]
        assert not later, own


def test_every_folder_and_module_is_a_room() -> None:
    assert {room(path) for path in FILES} == set(EDGES)


def test_only_these_rooms_touch_the_native_module() -> None:
    users = {room(path) for path in FILES if any(found == "_core" for found, _ in imported(path))}
    assert users == {
        "engine",
        "batch",
        "players",
        "solving",
        "auditing",
        "tune",
        "studies",
        "cli",
    }  # studies: the benchmark; cli: the version


def test_the_reference_rests_on_the_model_alone() -> None:
    used = {found for path in (SOURCE / "reference").glob("*.py") for found, _ in imported(path)}
    assert used == {"errors", "model", "reference"}  # no automata and no tables


def test_what_checks_certificates_shares_nothing_with_what_writes_them() -> None:
    """Neither solvers nor the engine: the parser, the model and the reference decide what is true."""
    used = {found for path in (SOURCE / "verification").glob("*.py") for found, _ in imported(path)}
    assert used == {*EDGES["verification"].split(), "verification"}
    assert not used & {"solving", "engine", "automata", "_core"}


def test_what_checks_tables_shares_nothing_with_what_makes_them() -> None:
    """The engine's moves and the reader of files; not the solver, and not its numbering."""
    used = {found for path in (SOURCE / "auditing").glob("*.py") for found, _ in imported(path)}
    assert used == {*EDGES["auditing"].split(), "auditing"}
    assert "solving" not in used
    text = "".join(path.read_text(encoding="utf-8") for path in (SOURCE / "auditing").glob("*.py"))
    assert set(re.findall(r"_core\.(\w+)", text)) == {"TableCheck", "CheckedEntries"}
    edges = included()
    needed = {"check_table.hpp", "check_table.cpp", "check_numbering.hpp", "check_numbering.cpp"}
    needed |= {"bindings/audit.cpp"}
    while more := {other for name in needed for other in edges[name]} - needed:
        needed |= more
    assert not {name for name in needed if Path(name).name.startswith("solve")}


def test_no_room_is_too_large() -> None:
    """With all its folders: what grows beyond this is two rooms, and has a seam."""
    sizes = Counter[str]()
    for path in FILES:
        sizes[room(path)] += len(path.read_bytes().splitlines())
    assert {own: size for own, size in sizes.items() if size > 4150} == {}


def test_native_files_stay_short() -> None:
    files = [path for path in NATIVE.rglob("*") if path.suffix in (".cpp", ".hpp", ".h")]
    assert files
    for path in files:
        assert path.read_text(encoding="utf-8").count("\n") <= 600, path


def native_users(pattern: str) -> set[str]:
    """The native files in which something is found."""
    files = NATIVE.rglob("*.[ch]pp")
    holding = (path for path in files if re.search(pattern, path.read_text(encoding="utf-8")))
    return {path.relative_to(NATIVE).as_posix() for path in holding}


def test_only_the_bindings_know_python() -> None:
    users = native_users("#include <nanobind")
    assert users
    assert {user.split("/")[0] for user in users} == {"bindings"}
    assert not {user for user in native_users('"bindings/') if not user.startswith("bindings/")}


NATIVE_EDGES = {"bindings": "search"}
"""What each folder of the native core may include besides itself and the headers at the top."""

READING_ORDER = [
    "bits",
    "bitboard",
    "rules",
    "state",
    "movegen",
    "playout",
    "perft",
    "kernel",
    "position",
]
"""How the top of the native core reads: each of these includes only earlier ones of them."""


def included() -> dict[str, list[str]]:
    """What each native file includes of the others."""
    return {
        path.relative_to(NATIVE).as_posix(): re.findall(
            r'^#include "([^"]+)"', path.read_text(encoding="utf-8"), re.MULTILINE
        )
        for path in NATIVE.rglob("*.[ch]pp")
    }


def test_native_folders_include_only_what_the_list_allows() -> None:
    for name, others in included().items():
        folder = name.rpartition("/")[0]
        allowed = {"", folder, *NATIVE_EDGES.get(folder, "").split()}
        assert {other.rpartition("/")[0] for other in others} <= allowed, name


def test_native_headers_include_nothing_that_includes_them() -> None:
    edges = included()
    depth: dict[str, int] = {}
    left = set(edges)
    while left:
        free = {name for name in left if not left & (set(edges[name]) - {name})}
        assert free, sorted(left)
        depth |= dict.fromkeys(free, len(depth))
        left -= free
    order = [depth[f"{name}.hpp"] for name in READING_ORDER]
    assert order == sorted(order)


def test_only_two_files_start_threads() -> None:
    """What goes wrong in a thread has to reach the caller, or the process ends."""
    assert native_users(r"std::j?thread\b(?!::)") == {"threads.hpp", "threads.cpp", "pool.cpp"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_files_say_what_they_are_for_and_stay_short(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert ast.get_docstring(ast.parse(text)), "a module begins with what it is for"
    assert text.count("\n") <= 600
