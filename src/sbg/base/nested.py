"""Deeply nested values that can be compared, hashed, printed and copied without recursion.

Parentheses may be nested 200 deep, and each brings a sum, a concatenation and a power. What dataclasses generate would
call itself, through C, a few times for each of these, and run out of stack on a file that is within its limits.
"""

from __future__ import annotations

from typing import Any, ClassVar


class Deep:
    """A frozen dataclass (`eq=False, repr=False`) whose fields hold more of its kind, or tuples of them."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]]

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(self) is not type(other):
            return NotImplemented
        return flattened(self) == flattened(other)

    def __hash__(self) -> int:
        return hash(tuple(flattened(self)))

    def __repr__(self) -> str:
        done: list[str] = []
        todo: list[object] = [self]
        while todo:
            value = todo.pop()
            if isinstance(value, _Verbatim):
                done.append(value)
            elif isinstance(value, Deep):
                inside: list[object] = []
                for name in value.__match_args__:
                    inside += [
                        _Verbatim(f", {name}=" if inside else f"{name}="),
                        getattr(value, name),
                    ]
                todo += [_Verbatim(")"), *reversed(inside), _Verbatim(f"{type(value).__name__}(")]
            elif type(value) is tuple:
                inside = [part for item in value for part in (_Verbatim(", "), item)][1:]
                todo += [
                    _Verbatim(",)" if len(value) == 1 else ")"),
                    *reversed(inside),
                    _Verbatim("("),
                ]
            else:
                done.append(repr(value))
        return "".join(done)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (flattened(self),)

    def __copy__(self) -> Deep:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Deep:
        return self  # nothing in it can change


class _Verbatim(str):
    """Text that is a part of a text, not a value in it."""

    __slots__ = ()


def flattened(root: Deep) -> list[Any]:
    """A value as a list: a type stands before the fields of its value, `tuple` and a length before its items."""
    flat: list[Any] = []
    todo: list[Any] = [root]
    while todo:
        value = todo.pop()
        if isinstance(value, Deep):
            flat.append(type(value))
            todo += [getattr(value, name) for name in reversed(value.__match_args__)]
        elif type(value) is tuple:
            flat += [tuple, len(value)]
            todo += reversed(value)
        else:
            flat.append(value)
    return flat


def _restored(flat: list[Any]) -> Any:
    """The value that was flattened."""
    done: list[
        Any
    ] = []  # from the end of the list to its beginning, so that a type finds its fields ready
    for value in reversed(flat):
        if value is tuple:
            length = done.pop()
            parts = tuple(done.pop() for _ in range(length))
            done.append(parts)
        elif isinstance(value, type) and issubclass(value, Deep):
            done.append(value(*(done.pop() for _ in value.__match_args__)))
        else:
            done.append(value)
    return done[0]
