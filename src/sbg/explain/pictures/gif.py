"""Writes a game as an animated GIF (extra `gif`: Pillow and resvg).

Boards have no text, only strokes, so that no font is needed and the picture is the same on every machine.
"""

from __future__ import annotations

import io
from collections.abc import Sequence

from sbg.base.errors import SbgError, extra

MOST_FRAMES = 1000
"""Pictures of one GIF: its frames are in memory together."""

MOST_PIXELS = 400_000_000
"""Pixels of all pictures of one GIF together."""

_LAST = 3
"""How many times as long the last picture is shown."""


class MissingExtraError(SbgError, ImportError):
    """What the extra `gif` brings is not installed."""


class TooLargeError(SbgError, ValueError):
    """The pictures have too many pixels."""


def gif(pictures: Sequence[str], pause: float = 0.8) -> bytes:
    """Boards as a film that begins again; each stays for `pause` seconds, the last one longer.

    ValueError if there are no pictures or too many, TooLargeError if they are too large together, MissingExtraError
    without Pillow or resvg.
    """
    try:
        from PIL import Image
        from resvg_py import svg_to_bytes
    except ImportError as problem:
        raise MissingExtraError(
            f"Pillow or resvg-py is not installed; {extra('gif')} brings them"
        ) from problem
    if not pictures:
        raise ValueError("there is no picture to show")
    if len(pictures) > MOST_FRAMES:
        raise ValueError(f"a GIF shows {MOST_FRAMES:,} positions at most, not {len(pictures):,}")

    def drawn(picture: str) -> Image.Image:
        data = bytes(svg_to_bytes(svg_string=picture, skip_system_fonts=True))
        with Image.open(io.BytesIO(data)) as opened:
            # Corners outside the round paper take the colour of the paper: a GIF knows no half-transparent edge.
            frame = opened.convert("RGBA")
            ground = Image.new("RGBA", frame.size, frame.getpixel((frame.width // 2, 3)))
            ground.alpha_composite(frame)
            return ground.convert("RGB")

    first, last = drawn(pictures[0]), drawn(pictures[-1])
    if len(pictures) * first.width * first.height > MOST_PIXELS:
        raise TooLargeError(
            f"a GIF of {len(pictures)} pictures with {first.width}×{first.height} pixels is too large"
        )
    # One palette for all, of the busiest pictures: else colours flicker from frame to frame.
    sample = Image.new("RGB", (first.width, 2 * first.height))
    sample.paste(first, (0, 0))
    sample.paste(last, (0, first.height))
    palette = sample.quantize(255, dither=Image.Dither.NONE)
    # In colours of a palette a frame takes a third of the memory, so each is turned into them at once.
    shown = [drawn(one).quantize(palette=palette, dither=Image.Dither.NONE) for one in pictures]
    wait = max(20, round(pause * 1000))
    out = io.BytesIO()
    shown[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=shown[1:],
        duration=[wait] * (len(shown) - 1) + [wait * _LAST],
        loop=0,
        optimize=False,
    )
    return out.getvalue()
