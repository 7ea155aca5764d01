"""The house keeps its order: a storey imports only earlier ones, files stay short and say what they are for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src" / "sbg"
NATIVE = SOURCE.parent.parent / "native"

STOREYS = [
    *("base", "language", "moves", "engine", "explain", "pipeline", "arrays", "translation"),
    *("exact", "play", "envs", "study", "app"),
]
"""The house from the ground up: a storey imports itself and those before it, lazily or not."""

DOORS = {
    "svg": "explain",
    "reach": "moves",
    "reference": "language",
    "shapes": "moves",
    "highlight": "app",
    "limits": "base",
}
"""Modules at the top that users know; each gives the names of one package, and nothing of ours imports them."""

LATE = {
    ("base/named.py", "engine"),  # a type alone
    ("base/named.py", "sbg"),  # whoever wants a game takes a name, which only the pipeline can read
    ("engine/game.py", "explain"),  # games, positions and lines draw themselves in notebooks
    ("engine/line.py", "explain"),
}
"""The only imports of something later, all lazy."""

FILES = sorted(SOURCE.rglob("*.py"))
INSIDE = [path for path in FILES if path.parent != SOURCE or path.name == "pipeline.py"]


def storey(path: Path) -> str:
    """The storey of a file."""
    return path.relative_to(SOURCE).with_suffix("").parts[0]


def named(module: str) -> str:
    """The storey of a module; `sbg` for the public names."""
    first = [*module.split("."), ""][1]
    return first if first in {*STOREYS, *DOORS, "_core"} else "sbg"


@cache
def imported(path: Path) -> tuple[tuple[str, int], ...]:
    """The modules that a file imports, or names in a text, each with its line."""
    return tuple(_imported(path))


def _imported(path: Path) -> Iterator[tuple[str, int]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: a relative import"
            modules = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            modules = [node.value.partition(":")[0]] if MODULE.fullmatch(node.value) else []
        else:
            continue
        for module in modules:
            if module.split(".")[0] == "sbg":
                yield module, node.lineno


MODULE = re.compile(r"sbg(\.[a-z_]+)+(:\w+)?")


def test_a_storey_imports_only_itself_and_those_before_it() -> None:
    late: dict[tuple[str, str], str] = {}
    for path in INSIDE:
        own = storey(path)
        before = {*STOREYS[: STOREYS.index(own) + 1], "_core"}
        if own == "app":
            before.add("sbg")  # the public names
        for module, line in imported(path):
            found = named(module)
            if found not in before:
                late[path.relative_to(SOURCE).as_posix(), found] = f"line {line}: {module}"
    assert {place: what for place, what in late.items() if place not in LATE} == {}
    assert set(late) == LATE


def test_at_the_top_are_the_storeys_the_doors_and_three_modules() -> None:
    found = {path.relative_to(SOURCE).parts[0] for path in FILES}
    files = {f"{module}.py" for module in ("__init__", "__main__", "pipeline", *DOORS)}
    assert found == {*STOREYS} - {"pipeline"} | files


def test_a_door_gives_the_names_of_one_package_and_nothing_else() -> None:
    for door, home in DOORS.items():
        path = SOURCE / f"{door}.py"
        assert {named(module) for module, _ in imported(path)} == {home}
        assert path.read_text(encoding="utf-8").count("\n") <= 5


def rooms_that_touch_the_core() -> set[str]:
    """The folders whose modules call C++."""
    users = [
        path for path in INSIDE if any(named(module) == "_core" for module, _ in imported(path))
    ]
    return {path.relative_to(SOURCE).parent.as_posix() for path in users}


def test_only_these_rooms_touch_the_native_module() -> None:
    assert rooms_that_touch_the_core() == {
        "app/cli",  # the version
        "app/cli/commands",  # the benchmark
        "arrays",
        "engine",
        "envs",
        "exact/auditing",
        "exact/solving",
        "play/players",
        "play/tune",
    }


def used_by(room: str) -> set[str]:
    """The rooms (two names below `sbg`) that the modules of a room import."""
    used = {module for path in (SOURCE / room).rglob("*.py") for module, _ in imported(path)}
    return {"/".join(module.split(".")[1:3]) for module in used} - {room}


def test_the_reference_rests_on_the_model_alone() -> None:
    assert used_by("language/reference") == {
        "base/numbers",
        "language/model",
    }  # no automata, no tables


def test_what_checks_certificates_shares_nothing_with_what_writes_them() -> None:
    """Neither solvers nor the engine: the parser, the model and the reference decide what is true."""
    storeys = {room.partition("/")[0] for room in used_by("exact/verification")}
    assert storeys == {"base", "language"}


def test_what_checks_tables_shares_nothing_with_what_makes_them() -> None:
    """The engine's moves and the reader of files; not the solver, and not its numbering."""
    assert "exact/solving" not in used_by("exact/auditing")
    rooms = (SOURCE / "exact" / "auditing").glob("*.py")
    text = "".join(path.read_text(encoding="utf-8") for path in rooms)
    assert set(re.findall(r"_core\.(\w+)", text)) == {"TableCheck", "CheckedEntries"}
    edges = included()
    needed = {"solve/check_table.cpp", "solve/check_numbering.cpp", "bindings/audit.cpp"}
    while more := {other for name in needed for other in edges[name]} - needed:
        needed |= more
    used = {name for name in needed if name.startswith("solve/")}
    assert used
    assert not {name for name in used if not name.startswith("solve/check_")}


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


NATIVE_FOLDERS = ["base", "rules", "play", "batch", "search", "solve", "xla", "bindings"]
"""The native core from the ground up: a folder includes itself and those before it."""

READING_ORDER = [
    *("base/bits", "base/bitboard", "rules/rules", "play/state", "play/movegen"),
    *("play/playout", "play/perft", "play/kernel", "play/position"),
]
"""How the part that plays reads: each of these includes only earlier ones of them."""


def included() -> dict[str, list[str]]:
    """What each native file includes of the others."""
    return {
        path.relative_to(NATIVE).as_posix(): re.findall(
            r'^#include "([^"]+)"', path.read_text(encoding="utf-8"), re.MULTILINE
        )
        for path in NATIVE.rglob("*.[ch]pp")
    }


def test_native_folders_include_only_those_before_them() -> None:
    for name, others in included().items():
        folder = name.partition("/")[0]
        before = (
            {"base/compiler.hpp"}  # what runs on a GPU shares nothing else with what runs here
            if folder == "gpu"
            else {*NATIVE_FOLDERS[: NATIVE_FOLDERS.index(folder) + 1]}
        )
        for other in others:
            assert {other, other.partition("/")[0]} & {*before, folder}, f"{name}: {other}"


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
    assert native_users(r"std::j?thread\b(?!::)") == {
        "base/threads.hpp",
        "base/threads.cpp",
        "base/pool.cpp",
    }


OLD_FORM = re.compile(
    r"\bin; |; .*\bout\b|\bin, .*\bout\b|\bin go(es)?\b|\bout comes?\b", re.IGNORECASE
)
"""How modules once began: "A game in; its rules in English out." """

SENTENCE = re.compile(r"[A-Z`][^\n]*[^\s.]{2}[.:]")


def is_sentence(line: str) -> bool:
    """Whether a first line says something: a few words, with a capital or code in front and a full stop."""
    return bool(SENTENCE.fullmatch(line)) and len(line.split()) >= 4 and not OLD_FORM.search(line)


def test_what_is_refused_as_a_first_line() -> None:
    for good in (
        "`sbg fmt`: rewrite files in canonical layout.",
        "Measures how long a call takes.",
    ):
        assert is_sentence(good)
    for bad in (
        "A game in; its rules in English out.",
        "An automaton in, a drawing of it in the DOT language out.",
        "In goes this machine; out come tables of what was measured on it.",
        "Tasks in; their results out: done by processes of this machine.",
        "Random games.",
        "what a module is for and how to use it.",
        "What a module is for and how to use it",
    ):
        assert not is_sentence(bad), bad


def test_files_begin_with_a_sentence_and_stay_short() -> None:
    top = SOURCE.parent.parent
    for path in [
        *FILES,
        *sorted((top / "scripts").glob("*.py")),
        *sorted((top / "bench").rglob("*.py")),
    ]:
        text = path.read_text(encoding="utf-8")
        first, *rest = (ast.get_docstring(ast.parse(text)) or "").split("\n")
        assert is_sentence(first), (
            f"{path}: a module begins with a sentence, what it is for: {first}"
        )
        assert len(first) <= 100, f"{path}: {first}"
        assert not rest or not rest[0], f"{path}: a blank line follows the first one"
        assert path not in FILES or text.count("\n") <= 600, path


def test_a_storey_says_what_goes_in_what_comes_out_and_what_to_read_first() -> None:
    folders = [SOURCE / name for name in STOREYS if (SOURCE / name).is_dir()]
    assert len(folders) == 12
    for folder in folders:
        text = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8")))
        assert text
        sentences = " ".join(text.split())
        taken, given, read = (sentences.find(word) for word in ("In come", "Out come", "Read `"))
        assert 0 < taken < given < read, folder
        for name in re.findall(r"`([^`]+\.py)`", sentences[read:]):
            assert (folder / name).is_file(), f"{folder}: {name}"
