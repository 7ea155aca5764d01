"""Writes a game as C++ constants, to be compiled together with the kernels of native/gpu."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from sbg.engine.gpu.plan import Plan

_HERE = Path(__file__).resolve().parent


def headers() -> Path:
    """The folder of the kernels: beside this file in an installed package, else in the sources."""
    installed = _HERE / "native"
    return installed if installed.is_dir() else _HERE.parents[3] / "native"


def write_source(plan: Plan) -> str:
    """The game as a struct of constants, and the kernels for it."""
    n = plan.set_words

    def row(numbers: Iterable[int]) -> str:
        return "{" + ", ".join(_number(number) for number in numbers) + "}"

    def squares(number: int) -> str:
        return "{{" + ", ".join(f"{word:#x}u" for word in set_of(number, n)) + "}}"

    tables: list[str] = []

    def table(kind: str, name: str, rows: Sequence[str]) -> None:
        # A table without rows would not be C++.
        tables.append(f"__device__ constexpr {kind} {name}[] = {{{', '.join(rows) or '{}'}}};")

    columns = [squares(plan.columns(dx)) for dx in range(1 - plan.width, plan.width)]
    table(f"Set<{n}>", "column_sets", columns)
    ops = [
        f"{{{depth}u, {kinds}u, {row(element)}, {group}}}"
        for depth, kinds, *element, group in plan.ops
    ]
    table("Op", "op_table", ops)
    table("Word", "word_table", [row(word) for word in plan.words])
    table("Element", "element_table", [row(element) for element in plan.elements])
    table("u32", "first_table", [f"{first}u" for first in plan.firsts])
    table("Transition", "transition_table", [row(letter) for letter in plan.transitions])
    for number, side in enumerate(plan.sides):
        table("u32", f"back_table{number}", [f"{back}u" for back in side.backs])
        table("Bunch", f"bunch_table{number}", [row(bunch) for bunch in side.bunches])
        table("Single", f"single_table{number}", [row(single) for single in side.singles])
        table("Walk", f"walk_table{number}", [row(walk) for walk in side.walks])
        goals = [f"{{{kind}u, {squares(where)}}}" for kind, where in side.goals]
        table(f"Goal<{n}>", f"goal_table{number}", goals)
        table("Count", f"count_table{number}", [row(count) for count in side.counts])

    def sized(name: str, lengths: Sequence[int]) -> str:
        white, black = lengths
        return f"    static constexpr int {name}(int side) {{ return side ? {black} : {white}; }}"

    def chosen(kind: str, name: str) -> str:
        return (
            f"    static constexpr {kind} {name}(int side, int i)"
            f" {{ return side ? {name}_table1[i] : {name}_table0[i]; }}"
        )

    def item(kind: str, name: str, index: str) -> str:
        return f"    static constexpr {kind} {name}({index} i) {{ return {name}_table[i]; }}"

    def flag(value: bool) -> str:
        return "true" if value else "false"

    sides = plan.sides
    most_groups = max(1, *(len(side.backs) for side in sides))
    most_bunched = max(1, *(bunch[3] for side in sides for bunch in side.bunches), 1)
    lines = [
        '#include "gpu/game.hpp"',
        "namespace sbg::gpu {",
        *tables,
        "struct Game {",
        f"    static constexpr int words = {n}, width = {plan.width}, squares = {plan.squares};",
        f"    static constexpr int kinds = {plan.kinds}, planes = {plan.planes},"
        f" most_planes = {max(plan.planes, 1)}, most_groups = {most_groups},"
        f" bunch_size = {most_bunched}, op_unroll = {4096 if plan.unrolled else 1};",
        f"    static constexpr u32 limit = {plan.limit}u, scratch_words = {plan.scratch_words}u;",
        f"    static constexpr bool captures_own = {flag(plan.captures_own)},"
        f" rides = {flag(plan.rides)}, traces = {flag(plan.traces)};",
        f"    static constexpr Set<{n}> board() {{ return {squares((1 << plan.squares) - 1)}; }}",
        f"    static constexpr Set<{n}> columns(int dx) {{ return column_sets[dx + width - 1]; }}",
        sized("groups", [len(side.backs) for side in sides]),
        sized("bunches", [len(side.bunches) for side in sides]),
        sized("singles", [len(side.singles) for side in sides]),
        sized("walks", [len(side.walks) for side in sides]),
        sized("goals", [len(side.goals) for side in sides]),
        sized("counts", [len(side.counts) for side in sides]),
        chosen("Bunch", "bunch"),
        chosen("u32", "back"),
        chosen("Single", "single"),
        chosen("Walk", "walk"),
        chosen(f"Goal<{n}>", "goal"),
        chosen("Count", "count"),
        item("Op", "op", "int"),
        item("Word", "word", "int"),
        item("Element", "element", "int"),
        item("u32", "first", "u32"),
        item("Transition", "transition", "u32"),
        "};",
        *_space(plan, squares),
        "}  // namespace sbg::gpu",
        '#include "gpu/kernels.hpp"',
        "",
    ]
    return "\n".join(lines)


def _space(plan: Plan, squares: Callable[[int], str]) -> list[str]:
    """How positions are numbered, for kernels that solve."""
    space = plan.space
    if space is None:
        return []
    rows = [
        f"{{{place.side}u, {place.kind}u, {place.most}u, {place.before}ull, {place.anchored}ull,"
        f" {squares(place.squares)}}}"
        for place in space.places
    ]
    places, kind = len(rows), f"Place<{plan.set_words}>"
    return [
        "}  // namespace sbg::gpu",
        '#include "gpu/space.hpp"',
        "namespace sbg::gpu {",
        f"__device__ constexpr {kind} place_table[] = {{{', '.join(rows)}}};",
        "struct Space {",
        f"    static constexpr int places = {places}, most_places = {places}, swaps = {space.swaps};",
        f"    static constexpr bool mirrors = {'true' if space.mirrors else 'false'};",
        f"    static constexpr {kind} place(int i) {{ return place_table[i]; }}",
        "};",
    ]


def set_of(number: int, words: int) -> list[int]:
    """A set of squares, given as the bits of a number, as words of 32 bits."""
    return [number >> (32 * i) & 0xFFFF_FFFF for i in range(words)]


def _number(number: int) -> str:
    return f"{number}u" if number >= 0 else str(number)
