"""`SbgError`, the base of all errors raised on purpose, and helpers that word bad arguments."""


class SbgError(Exception):
    """Something that `sbg` was asked for and cannot do; the message says why."""


def mistyped(function: str, takes: str, value: object) -> TypeError:
    """What to raise when an argument has a type that a function does not take."""
    return TypeError(f"{function} takes {takes}, not {type(value).__name__}")


def extra(name: str) -> str:
    """How to install what an extra of the package brings."""
    return f"`pip install '.[{name}]'` in the folder of the sources"


def shown(value: object, most: int = 60) -> str:
    """A value as Python writes it, shortened; its type where it cannot be written."""
    try:
        text = ascii(value)
    except Exception:  # whatever its own __repr__ raises, or a number too long to write
        return f"this {type(value).__name__}"
    return text if len(text) <= most else text[: most - 3] + "..."
