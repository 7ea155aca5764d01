"""A picture in; its parts out, checked to be what every picture of ours is."""

from __future__ import annotations

import re
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
_ALLOWED = {"svg", "title", "style", "rect", "path", "circle", "g", "text", "marker"}


def read(picture: str, theme: str = "light") -> ElementTree.Element:
    """The picture as a tree: well formed, titled, sized, no script, and styled only where that is allowed."""
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    assert root.attrib["role"] == "img"
    assert root.findtext(f"{SVG}title", "").strip()
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    assert width > 0
    assert height > 0
    assert float(root.attrib["width"]) > 0
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in _ALLOWED
        assert "style" not in element.attrib
        assert not any(name.startswith("on") or "href" in name for name in element.attrib)
        assert theme == "auto" or "class" not in element.attrib
        for value in element.attrib.values():
            assert not re.search(r"nan|inf|e-\d|None", value), value
    styles = list(root.iter(f"{SVG}style"))
    assert len(styles) == (theme == "auto")
    for style in styles:
        assert (style.text or "").startswith("@media (prefers-color-scheme:dark){")
    return root


def box(root: ElementTree.Element) -> tuple[float, float]:
    """Width and height of the drawing's own coordinates."""
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    return width, height


def circles(root: ElementTree.Element, radius: str) -> list[tuple[float, float]]:
    """The places of the circles of a radius."""
    return [
        (float(circle.attrib["cx"]), float(circle.attrib["cy"]))
        for circle in root.iter(f"{SVG}circle")
        if circle.attrib["r"] == radius
    ]
