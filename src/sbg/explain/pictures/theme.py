"""The colours of pictures, by theme: `light`, `dark`, or `auto`, which follows the reader's system."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

from sbg.base.errors import shown

ThemeName: TypeAlias = Literal["light", "dark", "auto"]
THEMES: tuple[ThemeName, ...] = get_args(ThemeName)

LIGHT = {
    "paper": "#faf7f1",
    "light": "#f1e8d9",
    "dark": "#d6c3a4",
    "frame": "#a8926f",
    "label": "#6b5d4a",
    "white": "#ffffff",
    "white-edge": "#4a4035",
    "white-ink": "#2b2622",
    "black": "#35302b",
    "black-edge": "#1c1916",
    "black-ink": "#faf6ee",
    "last": "#edc95a",
    "arrow": "#2563a8",
    "mark": "#2f7d4f",
    "empty": "#2a7a4b",
    "enemy": "#b8321f",
    "own": "#2457a6",
    "any": "#7a6f60",
    "way": "#7d7364",
    "ink": "#2b2622",
    "text": "#7a4a12",
    "start": "#dcebdd",
    "state": "#ffffff",
}
"""What each colour is for. `empty`, `enemy` and `own` tell the contents of squares apart, in targets and on the way."""

DARK = {
    "paper": "#1e2125",
    "light": "#59616b",
    "dark": "#434a53",
    "frame": "#6d7682",
    "label": "#b4bcc7",
    "white": "#f6f3ec",
    "white-edge": "#14171a",
    "white-ink": "#1d2126",
    "black": "#16181b",
    "black-edge": "#c3cad3",
    "black-ink": "#f2f4f7",
    "last": "#b9962c",
    "arrow": "#7db7f5",
    "mark": "#79d69c",
    "empty": "#79d69c",
    "enemy": "#ff9d87",
    "own": "#9cc2ff",
    "any": "#b9c0ca",
    "way": "#aab2bd",
    "ink": "#e6e9ee",
    "text": "#f0c487",
    "start": "#2f4a3a",
    "state": "#2b3036",
}

_CLASS = re.compile(r"sbg-([fs])-([a-z-]+)")


@dataclass(frozen=True, slots=True)
class Theme:
    """Gives an element its colours; `auto` is light, and dark where the reader's system is."""

    name: ThemeName
    own: Mapping[str, str] = field(default_factory=dict)
    """Colours in place of those of the theme, light or dark."""

    def with_players(self, looks: Mapping[str, str]) -> Theme:
        """The theme with the colours that the author of a game gave to the players, if any."""
        own: dict[str, str] = {}
        for player in ("white", "black"):
            if player in looks:
                own |= {f"{player}{part}": colour for part, colour in shades(looks[player]).items()}
        return Theme(self.name, own) if own else self

    def paint(self, fill: str | None = None, stroke: str | None = None) -> str:
        """The attributes for a fill and a stroke, by the names of their colours."""
        colors = {**(DARK if self.name == "dark" else LIGHT), **self.own}
        parts = [f'fill="{colors[fill]}"' if fill else 'fill="none"']
        if stroke:
            parts.append(f'stroke="{colors[stroke]}"')
        if self.name == "auto":
            names = ([f"sbg-f-{fill}"] if fill else []) + ([f"sbg-s-{stroke}"] if stroke else [])
            if names:
                parts.append(f'class="{" ".join(names)}"')
        return " ".join(parts)

    def head(self, body: str) -> str:
        """What stands once in a picture: nothing, or the colours of a dark system that its body uses."""
        if self.name != "auto":
            return ""
        used = set(_CLASS.findall(body))
        rules = "".join(
            f".sbg-{kind}-{name}{{{attribute}:{color}}}"
            for name, color in {**DARK, **self.own}.items()
            for kind, attribute in (("f", "fill"), ("s", "stroke"))
            if (kind, name) in used
        )
        return f"<style>@media (prefers-color-scheme:dark){{{rules}}}</style>"


def shades(colour: str) -> dict[str, str]:
    """A piece of a colour `#rrggbb`: its fill, and an edge and an ink that stand out from it."""
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    light = (0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2]) / 255
    towards, share = (0, 0.65) if light > 0.3 else (255, 0.45)
    edge = "#" + "".join(f"{round(part + (towards - part) * share):02x}" for part in parts)
    return {"": colour, "-edge": edge, "-ink": "#1d1a17" if light > 0.5 else "#faf6ee"}


def theme(name: str) -> Theme:
    """The theme of a name; ValueError names those that there are."""
    if not isinstance(name, str) or name not in THEMES:
        raise ValueError(f"there is no theme {shown(name)}; themes are {', '.join(THEMES)}")
    return Theme(name)
