"""The player `python:FILE.py:NAME`: made by a function of a Python file or module."""

from __future__ import annotations

import inspect
import shlex
import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from sbg.play.players.catalogue import SpecError
from sbg.play.players.own import OwnPlayer


class PythonPlayer(OwnPlayer):
    """What a function gives, an object with `choose(position)`, as a player.

    The text names the function, as `FILE.py:NAME` or `MODULE:NAME`, and what it is called with: words, and `key=value`
    by keyword, always as text. SpecError if there is no such function.
    """

    def __init__(self, factory: str) -> None:
        try:
            target, *words = shlex.split(factory, posix=sys.platform != "win32")
        except ValueError:  # an open quotation mark
            raise SpecError(f"`{factory}` has a quotation mark without another") from None
        place, _, name = target.rpartition(":")
        if not place:
            raise SpecError(f"`{target}` names no function; write `FILE.py:NAME` or `MODULE:NAME`")
        make = getattr(_module(place), name, None)
        if not callable(make):
            raise SpecError(f"`{place}` has no function `{name}`")
        pairs = [word.partition("=") for word in words]
        plain = [word for word, equals, _ in pairs if not equals]
        named = {key: value for key, equals, value in pairs if equals}
        try:
            inspect.signature(make).bind(*plain, **named)
        except TypeError as problem:
            raise SpecError(f"`{target}` cannot be called so: {problem}") from None
        self._made = make(*plain, **named)
        super().__init__(self._made)

    def close(self) -> None:
        """Close the object, if it can be."""
        close = getattr(self._made, "close", None)
        if callable(close):
            close()


def _module(place: str) -> ModuleType:
    """The module of a file, or of a name."""
    try:
        if not place.endswith(".py"):
            return import_module(place)
        path = Path(place).resolve()
        name = f"sbg_player_{path.stem}"
        if name in sys.modules and sys.modules[name].__file__ == str(path):
            return sys.modules[name]
        spec = spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
        return module
    except (ImportError, OSError) as problem:
        raise SpecError(f"`{place}` cannot be loaded: {problem}") from None
