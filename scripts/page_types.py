"""Writes the types of the server's answers as TypeScript, for the page."""

from __future__ import annotations

import ast
from pathlib import Path

from sbg.limits import MAX_BOARD_SIDE
from sbg.play.players.catalogue import DEFAULT_LEVEL

SOURCE = (
    Path(__file__).resolve().parent.parent / "src" / "sbg" / "app" / "web" / "desk" / "answers.py"
)
_PLAIN = {"str": "string", "int": "number", "float": "number", "bool": "boolean"}
_GIVEN = {"Colour": '"white" | "black"'}
"""Types that the source imports."""


def types() -> str:
    """The module of the page, its types in the order of the source."""
    tree = ast.parse(SOURCE.read_text(encoding="utf-8"))
    parts = [
        "// What the server answers: the JSON of its HTTP and WebSocket interfaces. Offsets are UTF-16 code units.\n"
        "// Written by scripts/generate.py from src/sbg/app/web/desk/answers.py: change them there."
    ]
    for node, after in zip(tree.body, [*tree.body[1:], None], strict=True):
        if isinstance(node, ast.ClassDef):
            parts.append(_interface(node))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            assert node.value is not None
            made = f"export type {node.target.id} = {_type(node.value)};"
            parts.append(_comment(after, "") + made)
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            (name,), fields = node.targets, node.value.args[1]
            assert isinstance(name, ast.Name)
            assert isinstance(fields, ast.Dict)
            lines = [
                f"  {ast.literal_eval(key)}: {_type(value)};\n"
                for key, value in zip(fields.keys, fields.values, strict=True)
                if key is not None
            ]
            made = f"export interface {name.id} {{\n{''.join(lines)}}}"
            parts.append(_comment(after, "") + made)
    parts.append(
        "/** The level of a computer until somebody chooses another: as in the terminal. */\n"
        f"export const DEFAULT_LEVEL = {DEFAULT_LEVEL};"
    )
    parts.append(f"/** The longest side of a board. */\nexport const LONGEST = {MAX_BOARD_SIDE};")
    return "\n\n".join(parts) + "\n"


def _interface(node: ast.ClassDef) -> str:
    bases = [
        base.id for base in node.bases if isinstance(base, ast.Name) and base.id != "TypedDict"
    ]
    lines = [f"export interface {node.name}{' extends ' if bases else ''}{', '.join(bases)} {{\n"]
    for field, after in zip(node.body, [*node.body[1:], None], strict=True):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            lines.append(_comment(after, "  "))
            lines.append(f"  {field.target.id}: {_type(field.annotation)};\n")
    return _comment(node.body[0], "") + "".join(lines) + "}"


def _comment(node: ast.stmt | None, indent: str) -> str:
    """A string that stands alone, as a comment above what it is about."""
    if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
        return ""
    return f"{indent}/** {node.value.value!s} */\n"


def _type(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=None):
            return "null"
        case ast.Name(id=name):
            return _PLAIN.get(name) or _GIVEN.get(name) or name
        case ast.BinOp(left=left, right=right):
            return f"{_type(left)} | {_type(right)}"
        case ast.Subscript(value=ast.Name(id="Literal"), slice=words):
            several = words.elts if isinstance(words, ast.Tuple) else [words]
            return " | ".join(f'"{ast.literal_eval(word)}"' for word in several)
        case ast.Subscript(value=ast.Name(id="list" | "Sequence"), slice=of):
            return f"{_type(of)}[]"
        case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[key, of])):
            record = f"Record<{_type(key)}, {_type(of)}>"
            return record if _type(key) == "string" else f"Partial<{record}>"
    raise TypeError(f"no type of the page for {ast.unparse(node)}")
