"""What a shell may complete: a half-typed word in, the possible words with a few words about each out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cyclopts.completion import CompletionContext


def games(context: CompletionContext) -> list[str]:
    """Bundled games, and the files and folders that the word may become."""
    import glob
    import os

    from sbg.games import names

    word = context.incomplete
    paths = [
        os.path.join(path, "") if os.path.isdir(path) else path
        for path in glob.glob(glob.escape(word) + "*")
    ]
    files = [path for path in paths if path.endswith((".sbg", os.sep))]
    return [*names(), *sorted(files)]


def codes(context: CompletionContext) -> dict[str, str]:
    """Codes of diagnostics."""
    from sbg.syntax import CODES

    return {entry.code: entry.title for entry in CODES.values()}


def templates(context: CompletionContext) -> dict[str, str]:
    """What a new game can start from."""
    from sbg import editor

    return {template.name: template.about for template in editor.templates()}


def players(context: CompletionContext) -> list[str]:
    """Who can play."""
    from sbg.players import PLAYERS

    return ["human", *PLAYERS]


def targets(context: CompletionContext) -> dict[str, str]:
    """Languages that games can be written in."""
    from sbg.translation import TARGETS

    return {target.name: target.title for target in TARGETS.values()}


def sources(context: CompletionContext) -> dict[str, str]:
    """Languages that games can be read from."""
    from sbg.translation import SOURCES

    return {source.name: source.title for source in SOURCES.values()}
