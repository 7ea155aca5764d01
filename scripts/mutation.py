"""Makes mutants: copies of a source file that differ from it in one place."""

from __future__ import annotations

import ast
import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SEED = 20250131

DRAWN_AS = {
    "app/cli/commands": "cli/commands",
    "app/cli/parts": "cli",
    "app/cli": "cli",
    "app/terminal": "cli/terminal_game",
    "app/web": "web",
    "base/jobs": "jobs",
    "language/model": "model",
    "language/reference": "reference",
    "moves/automata": "automata",
    "play/contests": "contests",
    "play/players": "players",
    "play/tune": "tune",
    "play/uci": "uci",
}
"""The names under which files that moved were first drawn: a move leaves the sample as it is."""

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
    """One change of one file."""

    name: str
    """The file, the line as it is written, where in it, and what is changed: other lines may come and go."""
    room: str
    file: str
    line: int
    change: str
    text: str
    lines: range
    """The lines of the statement, or of its head, that was changed."""
    at_import: bool


@dataclass(frozen=True)
class Place:
    """Where something can be changed, and how."""

    name: str
    path: Path
    node: int
    """The number of the node, as `ast.walk` counts."""
    change: str


def places_of(source: Path, path: Path) -> list[Place]:
    """The changes that a file allows, from its beginning to its end."""
    text = path.read_text(encoding="utf-8")
    tree, written = ast.parse(text), text.encode().split(b"\n")
    outside = {id(inner) for node in ast.walk(tree) for inner in unwanted(node)}
    found = [
        (getattr(node, "lineno", 1), getattr(node, "col_offset", 0), change, number)
        for number, node in enumerate(ast.walk(tree))
        if id(node) not in outside
        for change in changes_of(node)
    ]
    equal: Counter[str] = Counter()
    places = []
    for line, column, change, number in sorted(found):
        whole = written[line - 1]
        column -= len(whole) - len(whole.lstrip())
        words = whole.decode().partition("  #")[0].strip()
        name = f"{drawn_as(path.relative_to(source).as_posix())}: {words}: {change} at {column}"
        equal[name] += 1
        if equal[name] > 1:
            name += f", number {equal[name]}"
        places.append(Place(name, path, number, change))
    return places


def drawn_as(file: str) -> str:
    """The name of a file in the names of its mutants."""
    for now, first in DRAWN_AS.items():
        if file.startswith((f"{now}/", f"{now}.")):
            return first + file.removeprefix(now)
    return file


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


def sample(source: Path, count: int, rooms: list[str]) -> list[Place]:
    """Places, drawn evenly over all that there are, by their names: a change of one file leaves most of them."""
    everywhere = [
        place
        for room in rooms
        for path in sorted((source / room).rglob("*.py"))
        for place in places_of(source, path)
    ]
    return sorted(everywhere, key=lambda place: _drawn(place.name))[:count]


def _drawn(name: str) -> str:
    return hashlib.sha256(f"{SEED} {name}".encode()).hexdigest()


def mutant_at(source: Path, place: Place) -> Mutant:
    """One mutant."""
    tree = ast.parse(place.path.read_text(encoding="utf-8"))
    node = next(n for k, n in enumerate(ast.walk(tree)) if k == place.node)
    line = getattr(node, "lineno", 1)
    lines, at_import = surroundings(tree, node)
    apply(node, place.change)
    file = place.path.relative_to(source).as_posix()
    rooms = [room for room in DRAWN_AS if file.startswith(f"{room}/") and room.count("/") == 1]
    room = rooms[0] if rooms else file.partition("/")[0]
    text = ast.unparse(ast.fix_missing_locations(tree))
    return Mutant(place.name, room, file, line, place.change, text, lines, at_import)


def surroundings(tree: ast.Module, wanted: ast.AST) -> tuple[range, bool]:
    """The lines of the statement around a node, without its body; whether it runs when the module is imported."""
    best, inside = range(1, 1), False
    todo: list[tuple[ast.AST, range, bool]] = [(tree, best, False)]
    while todo:
        node, lines, function = todo.pop()
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            lines = range(node.lineno, body[0].lineno if body else (node.end_lineno or 0) + 1)
        if node is wanted:
            best, inside = lines or range(lines.start, lines.start + 1), function
        deep = function or isinstance(node, ast.Lambda)
        for part, value in ast.iter_fields(node):
            below = value if isinstance(value, list) else [value]
            is_body = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and part == "body"
            todo += [(one, lines, deep or is_body) for one in below if isinstance(one, ast.AST)]
    return best, not inside
