"""What the shell offers on Tab: games, players, codes, styles and other words with a short help."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cyclopts.completion import CompletionContext


def games(context: CompletionContext) -> list[str]:
    """Bundled games, and the files and folders that the word may become."""
    from sbg.language.games import names

    return [*names(), *_files(context.incomplete, ".sbg")]


def certificates(context: CompletionContext) -> list[str]:
    """Bundled certificates, and the files and folders that the word may become."""
    from sbg.language.games import certificates

    return [*certificates(), *_files(context.incomplete, ".proof")]


def _files(word: str, suffix: str) -> list[str]:
    import glob
    import os

    paths = [
        os.path.join(path, "") if os.path.isdir(path) else path
        for path in glob.glob(glob.escape(word) + "*")
    ]
    return sorted(path for path in paths if path.endswith((suffix, os.sep)))


def codes(context: CompletionContext) -> dict[str, str]:
    """Codes of diagnostics."""
    from sbg.language.syntax import CODES

    return {entry.code: entry.title for entry in CODES.values()}


def templates(context: CompletionContext) -> dict[str, str]:
    """What a new game can start from."""
    from sbg.app import editor

    return {template.name: template.about for template in editor.templates()}


def players(context: CompletionContext) -> list[str]:
    """Who can play."""
    from sbg.play.players import PLAYERS

    return ["human", *PLAYERS]


def targets(context: CompletionContext) -> dict[str, str]:
    """Languages that games can be written in."""
    from sbg.translation import TARGETS

    return {target.name: target.title for target in TARGETS.values()}


def styles(context: CompletionContext) -> dict[str, str]:
    """Styles of generated games."""
    from sbg.study.evolve.styles import style, style_names

    return {name: style(name).about for name in style_names()}


def sources(context: CompletionContext) -> dict[str, str]:
    """Languages that games can be read from."""
    from sbg.translation import SOURCES

    return {source.name: source.title for source in SOURCES.values()}
