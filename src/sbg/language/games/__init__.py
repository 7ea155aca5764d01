"""The bundled games: every `*.sbg` file of this folder is one, found by its name.

A `*.proof` file is a certificate: it says who wins a game, and proves it. A `*.claim` file is the head of one that is
too large for the package. A `*.weights.json` file holds the tuned
evaluation of the game beside it.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sbg.base.errors import SbgError

if TYPE_CHECKING:
    from sbg.language.syntax.tree import File

_SUFFIX = ".sbg"
_CERTIFICATE = ".proof"
_CLAIM = ".claim"
_PROOFS = Path(__file__).resolve().parents[4] / "proofs"
"""In a copy of the sources: certificates that are too large for the package, which has their first two lines."""
_WEIGHTS = ".weights.json"


class UnknownGameError(SbgError, LookupError):
    """A name that no bundled game has; `nearest` is the most similar one, if any is similar."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.nearest = nearest(name)
        hint = f"; did you mean `{self.nearest}`?" if self.nearest else ""
        super().__init__(f"there is no bundled game `{name}`{hint}")

    def __reduce__(self) -> tuple[type[UnknownGameError], tuple[str]]:
        return UnknownGameError, (self.name,)


def names() -> list[str]:
    """The names of the bundled games, in alphabetical order."""
    return _names(_SUFFIX)


def _names(suffix: str) -> list[str]:
    entries = (entry.name for entry in files(__name__).iterdir())
    return sorted(name.removesuffix(suffix) for name in entries if name.endswith(suffix))


def path(name: str) -> Traversable:
    """Where the file of a bundled game is; UnknownGameError if there is none."""
    # Only a listed name is joined to the folder, so that no name can lead out of it.
    if name not in names():
        raise UnknownGameError(name)
    return files(__name__) / f"{name}{_SUFFIX}"


def read(name: str) -> bytes:
    """The bytes of a bundled game's file; UnknownGameError if there is none."""
    return path(name).read_bytes()


def certificates() -> list[str]:
    """The names of the certificates that are at hand, in alphabetical order."""
    return sorted([*_names(_CERTIFICATE), *filter(_is_beside, _names(_CLAIM))])


def _is_beside(name: str) -> bool:
    return (_PROOFS / f"{name}{_CERTIFICATE}").is_file()


def read_certificate(name: str) -> bytes:
    """The bytes of a bundled certificate; SbgError if there is none of this name, or if it is kept elsewhere."""
    if name in _names(_CLAIM):
        if not _is_beside(name):
            raise SbgError(
                f"the certificate of `{name}` is too large for the package: it is the file"
                f" `proofs/{name}{_CERTIFICATE}` of the sources, which `sbg verify` checks by its path"
            )
        return (_PROOFS / f"{name}{_CERTIFICATE}").read_bytes()
    if name not in certificates():
        raise SbgError(f"there is no bundled certificate `{name[:40]}`")
    return (files(__name__) / f"{name}{_CERTIFICATE}").read_bytes()


def proved(rules: str) -> tuple[str, str] | None:
    """The certificate of a game with a rules hash, and who wins by it; None if there is none."""
    for suffix in (_CERTIFICATE, _CLAIM):
        for name in _names(suffix):
            with (files(__name__) / f"{name}{suffix}").open("rb") as file:
                file.readline()
                header = json.loads(file.readline())
            if header["rules"] == rules:
                return name, str(header["claim"]["value"])
    return None


def read_weights(title: str) -> str | None:
    """The weights file beside the game of this title; None if there is no such game, or no weights for it."""
    name = _titles().get(title)
    if name is None or name not in _names(_WEIGHTS):
        return None
    return (files(__name__) / f"{name}{_WEIGHTS}").read_text(encoding="utf-8")


@cache
def _titles() -> dict[str, str]:
    """The names of the bundled games by what stands in their texts between `<<` and `>>`."""
    found = ((name, re.search(rb"<<(.*?)>>", read(name))) for name in names())
    return {title[1].decode(): name for name, title in found if title}


def about(name: str) -> dict[str, Any]:
    """Name, title, size and description of a bundled game: read off its text, which is quicker than making the game."""
    from sbg.language import syntax

    source = syntax.Source(f"{name}{_SUFFIX}", read(name).decode())
    tree = syntax.parse(source).tree
    assert tree is not None, name
    return {
        "name": name,
        "title": tree.name.text.strip(),
        "width": tree.board.width.value,
        "height": tree.board.height.value,
        "about": _first_sentence(source.text),
        "kinds": list(_kinds(tree)),
    }


def _kinds(tree: File) -> Iterator[str]:
    """What sort of game it is, in words that people look for."""
    goals = {type(goal).__name__ for goal in tree.goals}
    if "CountGoal" in goals:
        yield "capture"
    else:
        yield "race" if goals else "blockade"
    squares = "".join(row.squares for row in tree.board.rows)
    armies = [sorted(filter(own, squares)) for own in (str.isupper, str.islower)]
    if [letter.lower() for letter in armies[0]] != armies[1]:
        yield "hunt" if min(map(len, armies)) < max(map(len, armies)) / 2 else "unequal armies"


def _first_sentence(text: str) -> str:
    """The first sentence of the comment at the top of a file."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        lines.append(line.lstrip("/").strip())
    words = " ".join(lines).strip()
    sentence = re.match(r".*?(?<!\b[A-Z])[.!?](?=\s|$)", words)  # not after an initial
    return (sentence[0] if sentence else words).rstrip(".")


def nearest(name: str) -> str | None:
    """The bundled name most similar to a mistyped one, or None if none is similar."""
    key = _key(name)
    keys = {_key(known): known for known in names()}
    found = difflib.get_close_matches(key, keys, n=1)
    if found:
        return keys[found[0]]
    # `xiangqi mini` or `grand`: part of a name says more than the number of common characters.
    return next((known for short, known in keys.items() if len(key) > 2 and key in short), None)


def _key(name: str) -> str:
    """A name without what people write differently: case, spaces, hyphens and underscores."""
    return "".join(character for character in name.casefold() if character.isalnum())
