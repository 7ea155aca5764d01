"""Writes an automaton in Graphviz's language DOT."""

from __future__ import annotations

from collections import defaultdict

from sbg.moves.automata.dfa import Dfa


def labels(dfa: Dfa) -> dict[tuple[int, int], list[str]]:
    """What stands at the arrow from one state to another, a line for each step.

    Letters with one source, one target and the same step share a line: `(0,1,ep)` stands for
    `(0,1,e)` and `(0,1,p)`.
    """
    contents: defaultdict[tuple[int, int], defaultdict[tuple[int, int], str]]
    contents = defaultdict(lambda: defaultdict(str))
    for source, letter, target in dfa.transitions:
        contents[source, target][letter.dx, letter.dy] += letter.on
    return {
        pair: [f"({dx},{dy},{on})" for (dx, dy), on in steps.items()]
        for pair, steps in contents.items()
    }


def dot(dfa: Dfa, name: str = "") -> str:
    """The automaton as a directed graph; its title is the name."""
    lines = [f"digraph {_quoted(name)} {{", "  rankdir=LR", f"  label={_quoted(name)}"]
    lines += ["  node [shape=circle]", "  begin [shape=point]", f"  begin -> {dfa.start}"]
    lines += [f"  {state} [shape=doublecircle]" for state in sorted(dfa.accepting)]
    for (source, target), steps in labels(dfa).items():
        label = "\\n".join(steps)
        lines.append(f'  {source} -> {target} [label="{label}"]')
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
