"""Public name of `sbg.app.editor.highlighting`: colours for the text of games, for Pygments."""

from sbg.app.editor.highlighting import *  # noqa: F403
from sbg.app.editor.highlighting import __all__ as __all__
