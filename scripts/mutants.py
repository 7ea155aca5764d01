"""Do the tests bite? Makes random single mutants of the sources, and runs the tests of their rooms on each.

A mutant differs from the source in one place: a comparison, a sign, a constant, a condition or a statement. The seed is
frozen, so the sample is the same as long as the sources are. Results go into a JSON file after every mutant; the same
command goes on where it stopped. Mutants that mean the same as the source are in `scripts/equivalent-mutants.txt` after
somebody has looked at each, and are left out of the score.

    make mutants                         the whole sample
    make mutants ARGS="--count 30 --room uci"
    make mutants ARGS=--report           what is known so far
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "sbg"
RESULTS = ROOT / "build" / "mutants.json"
EQUIVALENT = ROOT / "scripts" / "equivalent-mutants.txt"
SEED = 20250131
COUNT = 300
PATIENCE = 420.0
"""Seconds after which the tests of a mutant are ended: it hangs, and so it was caught."""

TESTS = {
    "model": "tests/model tests/play tests/test_nesting.py",
    "reference": "tests/play tests/golden/test_perft.py",
    "automata": "tests/automata tests/play",
    "engine": "tests/engine tests/play tests/golden/test_playthroughs.py",
    "players": "tests/players tests/uci/test_server.py tests/cli/test_analyse_and_tune.py",
    "tune": "tests/players tests/cli/test_analyse_and_tune.py",
    "contests": "tests/contests",
    "jobs": "tests/jobs tests/contests",
    "uci": "tests/uci tests/contests/test_referee.py",
    "web": "tests/web",
    "cli": "tests/cli tests/contests/test_contests.py tests/docs/test_pages.py",
}
"""The rooms that are mutated, and the tests that must notice."""

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One change of one file. Its name is stable as long as the line and what comes before it on it are."""

    room: str
    file: str
    line: int
    column: int
    change: str
    text: str

    @property
    def name(self) -> str:
        return f"{self.file}:{self.line}:{self.column} {self.change}"


def places_of(path: Path) -> Iterator[tuple[int, str]]:
    """The changes that a file allows, each with the number of its node."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    outside = {id(inner) for node in ast.walk(tree) for inner in unwanted(node)}
    for number, node in enumerate(ast.walk(tree)):
        if id(node) not in outside:
            for change in changes_of(node):
                yield number, change


def unwanted(node: ast.AST) -> Iterator[ast.AST]:
    """Parts that no test has to notice: annotations, texts for people, and what only type checkers see."""
    if isinstance(node, ast.AnnAssign):
        yield from ast.walk(node.annotation)
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        for argument in ast.walk(node.args):
            if isinstance(argument, ast.arg) and argument.annotation:
                yield from ast.walk(argument.annotation)
        if node.returns:
            yield from ast.walk(node.returns)
        for decorator in node.decorator_list:
            yield from ast.walk(decorator)
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        yield from ast.walk(node)
    if isinstance(node, ast.Assert | ast.JoinedStr | ast.Raise):
        yield from ast.walk(node)


def changes_of(node: ast.AST) -> list[str]:
    """What can be changed at a node."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _COMPARISONS:
        return ["comparison"]
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        texts = (node.left, node.right)
        if any(isinstance(p, ast.Constant | ast.JoinedStr) and not _number(p) for p in texts):
            return []
        return ["operator"]
    if isinstance(node, ast.BoolOp):
        return ["and/or", "condition dropped"]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return ["not dropped"]
    if isinstance(node, ast.Constant) and type(node.value) is bool:
        return ["constant"]
    if isinstance(node, ast.Constant) and _number(node):
        return ["constant"]
    if isinstance(node, ast.If):
        return ["always", "never"]
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return ["call dropped"]
    if isinstance(node, ast.AugAssign):
        return ["assignment dropped"]
    if isinstance(node, ast.Break | ast.Continue):
        return ["jump dropped"]
    return []


def _number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def apply(node: ast.AST, change: str) -> None:
    """Change a node in place."""
    match node:
        case ast.Compare():
            node.ops = [_COMPARISONS[type(node.ops[0])]()]
        case ast.BinOp():
            node.op = _OPERATORS[type(node.op)]()
        case ast.BoolOp() if change == "and/or":
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        case ast.BoolOp():
            node.values = node.values[:-1] if len(node.values) > 2 else [node.values[0]] * 2
        case ast.UnaryOp():
            node.op = ast.Not()
            node.operand = ast.UnaryOp(ast.Not(), node.operand)
        case ast.Constant() if type(node.value) is bool:
            node.value = not node.value
        case ast.Constant() if isinstance(node.value, int | float):
            node.value = node.value + 1
        case ast.If():
            node.test = ast.Constant(change == "always")
        case ast.Expr() | ast.AugAssign() | ast.Break() | ast.Continue():
            _become_nothing(node)
        case _:
            raise AssertionError(node)


def _become_nothing(node: ast.AST) -> None:
    place = {name: getattr(node, name) for name in ("lineno", "col_offset")}
    node.__class__ = ast.Pass
    node.__dict__.clear()
    node.__dict__.update(place)


def sample(count: int, rooms: list[str]) -> list[tuple[Path, int, str]]:
    """Places and changes, drawn evenly over all that there are."""
    everywhere = [
        (path, number, change)
        for room in rooms
        for path in sorted((SOURCE / room).rglob("*.py"))
        for number, change in places_of(path)
    ]
    random.Random(SEED).shuffle(everywhere)
    return everywhere[:count]


def mutant_at(path: Path, number: int, change: str) -> Mutant:
    """One mutant."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    node = next(n for k, n in enumerate(ast.walk(tree)) if k == number)
    line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
    apply(node, change)
    name = path.relative_to(SOURCE).as_posix()
    text = ast.unparse(ast.fix_missing_locations(tree))
    return Mutant(name.split("/")[0], name, line, column, change, text)


def caught(mutant: Mutant, tree: Path, workers: int) -> tuple[bool, float]:
    """Whether a test notices a mutant, and how long that took."""
    place = tree / "src" / "sbg" / mutant.file
    before = place.read_text(encoding="utf-8")
    begun = time.monotonic()
    place.write_text(mutant.text, encoding="utf-8")
    tests = [test for test in TESTS[mutant.room].split() if (tree / test).exists()]
    options = ["-x", "-q", "-n", str(workers), "-p", "no:cacheprovider", "-W", "ignore"]
    environment = {**os.environ, "PYTHONPATH": str(tree / "src"), "CI": "true"}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *options, "--hypothesis-profile=quick", *tests],
            cwd=tree,
            env=environment,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        found = done.returncode != 0
    except subprocess.TimeoutExpired:
        found = True
    finally:
        place.write_text(before, encoding="utf-8")
    return found, time.monotonic() - begun


def copied() -> Path:
    """A copy of what the tests need, in which files may be changed."""
    folder = Path(tempfile.mkdtemp(prefix="mutants-"))
    left_out = shutil.ignore_patterns(".git", ".venv", "build", "node_modules", "__pycache__")
    shutil.copytree(ROOT, folder / "sbg", ignore=left_out, symlinks=True)
    return folder / "sbg"


def equivalent() -> set[str]:
    """The names of mutants that were judged to mean the same as the source."""
    if not EQUIVALENT.exists():
        return set()
    lines = EQUIVALENT.read_text(encoding="utf-8").splitlines()
    return {line.partition("  #")[0].strip() for line in lines if line and line[0] != "#"}


def report(known: dict[str, dict[str, object]]) -> None:
    """Print the score by room, and who survived."""
    leave = equivalent()
    rows: dict[str, list[bool]] = {}
    for name, result in known.items():
        if name not in leave:
            rows.setdefault(str(result["room"]), []).append(bool(result["caught"]))
    for room, found in sorted(rows.items()):
        print(f"{room:10} {sum(found):4} of {len(found):4}  {100 * sum(found) / len(found):5.1f} %")
    every = [one for found in rows.values() for one in found]
    if every:
        print(
            f"{'all':10} {sum(every):4} of {len(every):4}  {100 * sum(every) / len(every):5.1f} %"
        )
    for name, result in sorted(known.items()):
        if not result["caught"]:
            print(f"survived: {name}" + ("  (equivalent)" if name in leave else ""))


def main() -> int:
    """Run the sample, or what is left of it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--count", type=int, default=COUNT, help="mutants to make")
    parser.add_argument("--room", action="append", choices=TESTS, help="only these rooms")
    parser.add_argument("--workers", type=int, default=2, help="processes that run tests")
    parser.add_argument("--report", action="store_true", help="only show what is known")
    options = parser.parse_args()
    known = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    if not options.report:
        tree = copied()
        try:
            chosen = sample(options.count, options.room or list(TESTS))
            for number, (path, node, change) in enumerate(chosen, start=1):
                mutant = mutant_at(path, node, change)
                if mutant.name in known or mutant.name in equivalent():
                    continue
                found, seconds = caught(mutant, tree, options.workers)
                known[mutant.name] = {"room": mutant.room, "caught": found}
                RESULTS.parent.mkdir(exist_ok=True)
                draft = RESULTS.with_suffix(".new")
                draft.write_text(json.dumps(known, indent=1), encoding="utf-8")
                os.replace(draft, RESULTS)
                word = "caught" if found else "SURVIVED"
                print(f"{number:4} {word:8} {seconds:5.0f} s  {mutant.name}", flush=True)
        except KeyboardInterrupt:
            print("interrupted; the same command goes on", file=sys.stderr)
            return 130
        finally:
            shutil.rmtree(tree.parent)
    report(known)
    return 0


if __name__ == "__main__":
    sys.exit(main())
