"""The whole pipeline on one screen: from the text of a game to a `Game`, or to all its mistakes."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from sbg.base import files
from sbg.base.errors import mistyped
from sbg.base.limits import MAX_FILE_BYTES
from sbg.base.named import Name, loaded
from sbg.language import model, syntax
from sbg.language.syntax import Diagnostic, InvalidGameError, Label, Source, fixes
from sbg.language.syntax.tree import File
from sbg.moves import automata

# A function imports what it alone needs: checking must not wait for the engine, nor playing for the warnings.
if TYPE_CHECKING:
    from sbg.engine import Game

__all__ = ["bundled", "check", "format", "load", "parse", "write"]


def load(game: str | os.PathLike[str]) -> Game:
    """The game of a bundled name or of a file (a path has a separator or ends in `.sbg`)."""
    from sbg.language import games

    if isinstance(game, str) and not is_path(game):
        return make(decode(games.read(game), f"{game}.sbg"))
    if not isinstance(game, str | os.PathLike):
        raise mistyped("load", "a bundled name or a path", game)
    return make(read_source(Path(game)))


def parse(text: str) -> Game:
    """The game that a text describes; InvalidGameError holds all that is wrong with it."""
    return make(_source(text, "parse"))


def check(text: str) -> list[Diagnostic]:
    """All that is wrong with a text: its errors or, where there are none, its warnings."""
    return diagnose(_source(text, "check"))


def format(text: str) -> str:
    """A text in canonical layout; InvalidGameError if it has syntax errors."""
    from sbg.language.syntax import formatter

    return formatter.format_source(_source(text, "format"))


def _source(text: str, function: str) -> Source:
    if not isinstance(text, str):
        raise mistyped(function, "the text of a game", text)
    return Source("<text>", text.removeprefix("\ufeff"))


def write(game: Game | model.Description | Name) -> str:
    """The text of a game, with names and looks of its pieces, or of a description, in canonical layout."""
    game = loaded(game)
    if isinstance(game, model.Description):
        return model.write(game)
    description = getattr(game, "description", None)
    if not isinstance(description, model.Description):
        raise mistyped("write", "a Game or a Description", game)
    comments = model.write_names(getattr(game, "names", {}), getattr(game, "looks", {}))
    return comments + model.write(description)


def bundled() -> list[str]:
    """The names of the games that come with the package, for `load`."""
    from sbg.language import games

    return games.names()


def find_bundled(name: str, rules_hash: str) -> str | None:
    """The bundled game with this name in its text and this `rules_hash`, as `load` knows it; None if there is none."""
    from sbg.language import games

    for found in games.names():
        text = games.read(found)
        if f"<<{name}>>".encode() in text and make(decode(text, found)).rules_hash == rules_hash:
            return found
    return None


def make(source: Source) -> Game:
    """The game of a source; InvalidGameError holds all that is wrong with it."""
    from sbg.engine import Game

    tree, description, dfas = _understand(source)
    comments = [comment.text for comment in tree.comments]
    names, looks = model.read_names(description, comments), model.read_looks(description, comments)
    return Game(description, dfas, source, names, looks)


def diagnose(source: Source) -> list[Diagnostic]:
    """Errors of a source or, where there are none, its warnings."""
    from sbg.explain import lint

    try:
        tree, description, dfas = _understand(source)
    except InvalidGameError as error:
        return _with_tried_fixes(source, error.diagnostics)
    return lint.lint(tree, source, description, dfas)


def sketch(source: Source) -> tuple[str, list[str]] | None:
    """The name and the board of a source that has errors, as far as these are not in its board."""
    parsed = syntax.parse(source)
    rows = syntax.sound_board(parsed)
    name = parsed.draft.name
    return None if rows is None else (name.text if name else "", rows)


_TRIED = 100_000
"""Characters that are read again to try the fixes of errors; no fix is offered that there is no room to try."""


def _with_tried_fixes(source: Source, found: list[Diagnostic]) -> list[Diagnostic]:
    """Errors, with those fixes alone after which a text has fewer of them."""
    before, left = None, _TRIED
    kept = []
    for one in found:
        fix = one.fix
        if fix is not None:
            left -= len(source.text)
            if left >= 0 and before is None:
                before = count_errors(source)
            if (
                before is None
                or left < 0
                or count_errors(Source("", fixes.apply(source.text, fix.edits))) >= before
            ):
                one = replace(one, fix=None)
        kept.append(one)
    return kept


def count_errors(source: Source) -> int:
    """How many errors a source has, however many of them are shown."""
    return syntax.check(syntax.parse(source)).count


def _understand(source: Source) -> tuple[File, model.Description, dict[str, automata.Dfa]]:
    """Text to tree to description to automata; InvalidGameError holds all errors."""
    parsed = syntax.parse(source)
    checked = syntax.check(parsed)
    if parsed.tree is None or checked.description is None:
        raise InvalidGameError(checked.diagnostics)
    try:
        dfas = automata.compile(checked.description)
    except automata.TooLarge as error:
        raise InvalidGameError([_too_large(error, parsed.tree, source)]) from None
    return parsed.tree, checked.description, dfas


def _too_large(error: automata.TooLarge, tree: File, source: Source) -> Diagnostic:
    """The limit on automata shows only while they are built; the rule's place comes from the tree."""
    rule = next(rule for rule in tree.rules if rule.piece == error.piece)
    label = Label(rule.piece_span, "rule of this piece")
    return Diagnostic("SBG307", "error", str(error), label, source=source)


def is_path(name: str) -> bool:
    """Whether a name of a game is a path: it has a separator or ends in `.sbg`."""
    return name.endswith(".sbg") or os.sep in name or bool(os.altsep and os.altsep in name)


def read_source(path: Path) -> Source:
    """The text of a file; OSError if it cannot be read. No more is read than a game may have."""
    with files.opened(path) as file:
        return decode(file.read(MAX_FILE_BYTES + 1), str(path))


def decode(data: bytes, name: str) -> Source:
    """Bytes as a source. Bytes that are not UTF-8 come through as lone surrogates, for the parser to report."""
    text = data.decode("utf-8", "surrogateescape")
    # Of a file that is too large only a part was read: it must not shrink below the limit.
    return Source(name, text if len(data) > MAX_FILE_BYTES else text.removeprefix("\ufeff"))
