"""What all environments share: games by name, pictures, and the error for a missing package."""

from __future__ import annotations

import io
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sbg.base.errors import SbgError, extra
from sbg.engine import Position
from sbg.explain.pictures import board

PICTURES = ("PIL", "resvg_py")


def render_modes() -> list[str]:
    """On the terminal, as text, and as an array of pixels where the packages for that are installed."""
    pictures = all(map(find_spec, PICTURES))
    return ["human", "ansi", *(["rgb_array"] if pictures else [])]


RENDER_MODES = render_modes()


class MissingExtraError(SbgError, ImportError):
    """The package that an environment is for is not installed."""


def missing(package: str, name: str) -> MissingExtraError:
    """What to raise where a package is missing."""
    return MissingExtraError(f"{package} is not installed; {extra(name)} brings it")


def checked_mode(mode: str | None) -> str | None:
    """A mode of rendering that is there."""
    if mode == "rgb_array" and mode not in RENDER_MODES:
        raise missing("Pillow or resvg-py", "gif")
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)}, not {mode!r}")
    return mode


def render(position: Position, mode: str | None) -> str | NDArray[np.uint8] | None:
    """A position in a mode of rendering: printed, as text, or as an array of pixels (extra `gif`)."""
    if mode == "rgb_array":
        return pixels(board(position))
    text = f"{position}\n{position.turn} to move, ply {position.ply}\n"
    if mode == "ansi":
        return text
    if mode == "human":
        print(text)
    return None


def pixels(picture: str) -> NDArray[np.uint8]:
    """An SVG as an array of rows, columns and three colours."""
    try:
        from PIL import Image
        from resvg_py import svg_to_bytes
    except ImportError:
        raise missing("Pillow or resvg-py", "gif") from None
    data = bytes(svg_to_bytes(svg_string=picture, skip_system_fonts=True))
    with Image.open(io.BytesIO(data)) as opened:
        frame = opened.convert("RGBA")
        ground = Image.new("RGBA", frame.size, "white")
        ground.alpha_composite(frame)
        found: Any = np.asarray(ground.convert("RGB"), np.uint8)
        return np.array(found)
