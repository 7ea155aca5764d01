"""Charts of lines: points lie where the numbers of the axes say."""

from __future__ import annotations

import itertools
import re
from xml.etree import ElementTree

import pytest

from sbg.explain.pictures import charts
from tests.svg.helpers import SVG, read

PLAIN, TENS = charts.Axis("x <axis>"), charts.Axis("y", log=True)


def texts(root: ElementTree.Element) -> dict[str, tuple[float, float]]:
    """The texts of a chart, and where they are."""
    return {
        text.text or "": (float(text.attrib["x"]), float(text.attrib["y"]))
        for text in root.iter(f"{SVG}text")
    }


def dots(root: ElementTree.Element) -> dict[str, tuple[float, float]]:
    """The points of a chart by what their titles say."""
    found = {}
    for path in root.iter(f"{SVG}path"):
        if (title := path.findtext(f"{SVG}title")) is not None:
            match = re.match(r"M([\d.]+) ([\d.]+)m", path.attrib["d"])
            assert match is not None
            found[title] = float(match[1]), float(match[2])
    return found


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_lines_of_every_theme(theme: str) -> None:
    line = charts.Line("<a> & b", "arrow", [(1, 5), (2, 7)], [(4, 6), (6, 8)])
    root = read(charts.lines([line], "<title>", PLAIN, TENS, theme), theme)
    assert root.findtext(f"{SVG}title") == "<title>"
    assert {"<a> & b", "x <axis>", "y"} <= set(texts(root))


def test_points_lie_at_their_numbers() -> None:
    line = charts.Line("a", "arrow", [(0, 10_000), (200, 1000), (400, 2_000_000)])
    root = read(charts.lines([line], "t", PLAIN, TENS, "light"))
    places, found = texts(root), dots(root)
    for title, across, up in (("a: 0, 10 k", "0", "10 k"), ("a: 200, 1 k", "200", "1 k")):
        x, y = found[title]
        assert (x, y + 4.5) == pytest.approx((places[across][0], places[up][1]), abs=0.01)
    assert places["1 M"][1] > found["a: 400, 2 M"][1] + 4.5 > places["10 M"][1]
    heights = [places[tick][1] for tick in ("1 k", "10 k", "100 k", "1 M", "10 M")]
    steps = [a - b for a, b in itertools.pairwise(heights)]
    assert steps == pytest.approx([steps[0]] * 4, abs=0.02)


def test_intervals_count_for_the_axis() -> None:
    line = charts.Line("a", "enemy", [(1, 50)], [(20, 99)])
    picture = charts.lines([line], "t", PLAIN, charts.Axis("y"), "light")
    ticks = texts(read(picture))
    found = re.search(r'd="M([\d.]+) ([\d.]+)V([\d.]+)" fill="none"', picture)
    assert found is not None
    low, high = float(found[2]), float(found[3])
    assert low == pytest.approx(ticks["20"][1] - 4.5, abs=0.01)
    assert ticks["100"][1] - 4.5 < high < ticks["80"][1] - 4.5


def test_lines_differ_by_their_markers() -> None:
    lines = [charts.Line(name, "arrow", [(1, 1)]) for name in "abcd"]
    picture = charts.lines(lines, "t", PLAIN, PLAIN, "light")
    shapes = re.findall(r'd="M[\d.]+ [\d.]+(m[^"]*)" fill="[^"]*"><title>', picture)
    assert len(shapes) == len(set(shapes)) == 4


@pytest.mark.parametrize("axis", [PLAIN, TENS])
def test_nothing_to_show(axis: charts.Axis) -> None:
    read(charts.lines([], "t", axis, axis, "light"))
    read(charts.lines([charts.Line("a", "arrow", [])], "t", axis, axis, "light"))


@pytest.mark.parametrize("value", [0.0, -1.0, float("nan"), float("inf")])
def test_a_logarithmic_axis_takes_positive_numbers(value: float) -> None:
    with pytest.raises(ValueError, match="the axis 'y' has no place"):
        charts.lines([charts.Line("a", "arrow", [(1, value)])], "t", PLAIN, TENS)
