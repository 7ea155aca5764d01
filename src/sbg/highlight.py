"""The door to the colours of a game's text: Pygments knows it as `sbg.highlight`."""

from sbg.app.editor.highlighting import *  # noqa: F403
from sbg.app.editor.highlighting import __all__ as __all__
