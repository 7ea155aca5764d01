"""Finds the letters of a rule that no move on this board can use, and warns about them.

The rule becomes a graph: nodes are places in the rule with powers written out, edges are letters. A
letter of the text is used when one of its edges lies on an accepted walk from some square.
"""

from __future__ import annotations

from sbg.explain.lint.parts import Part, Parts
from sbg.explain.lint.removal import remove_alternative
from sbg.language.model import Concat, Letter, Power, Regexp, Sum
from sbg.language.syntax.collector import Collector
from sbg.moves.automata.nfa import without_idle_parts
from sbg.moves.automata.relaxation import EMPTY, OutOfWorkError, Work, useful_edges


def check_letters(parts: Parts, width: int, height: int, work: Work, collector: Collector) -> None:
    """Warn about parts of a rule that no move uses: the largest such parts, not their letters."""
    unused = unused_letters(parts, width, height, work)
    if not unused:
        return
    wholly = _wholly(parts, unused)
    stack = [(parts.root, "")]
    while stack:
        part, why = stack.pop()
        # A part that may be empty can be read, even if none of its letters can. Of a sum it is
        # better to hear about each alternative.
        if part not in wholly or part.nullable or part.kind == "sum":
            if part.kind == "power" and part.count == 0:
                why = "repeated 0 times"
            stack += [(inner, why) for inner in reversed(part.parts)]
            continue
        letter = part.letter
        what = f"letter `({letter.dx},{letter.dy},{letter.on})`" if letter else "part of the rule"
        collector.add(
            "SBG409",
            f"{what} is used by no move on this board",
            part.span,
            why,
            help="remove it"
            if why
            else f"no word through it can be read from any square of a {width}×{height} board; "
            "remove it",
            fix=None if collector.full else remove_alternative(collector.source.text, part.span),
        )


def _wholly(parts: Parts, unused: set[Part]) -> set[Part]:
    """The parts of which no letter is used."""
    wholly = set(unused)
    for part in reversed(parts.in_order):
        if part.parts and all(inner in wholly for inner in part.parts):
            wholly.add(part)
    return wholly


def unused_letters(parts: Parts, width: int, height: int, work: Work) -> set[Part]:
    """The letters that lie on no accepted walk; perhaps not all of them when the work runs out."""
    try:
        work.spend(len(parts.in_order), 0)
        return _unused_letters(parts, width, height, work)
    except OutOfWorkError:
        return set()


def _unused_letters(parts: Parts, width: int, height: int, work: Work) -> set[Part]:
    regexps: dict[Part, Regexp] = {}
    occurrences: dict[int, Part] = {}  # by the identity of their letters: each has one of its own
    for part in reversed(parts.in_order):
        inner = tuple(regexps[one] for one in part.parts)
        if part.letter is not None:
            letter = Letter(part.letter.dx, part.letter.dy, part.letter.on)
            occurrences[id(letter)] = part
            regexps[part] = letter
        elif part.kind == "power":
            regexps[part] = Power(inner[0], part.count)
        else:
            regexps[part] = Concat(inner) if part.kind == "concat" else Sum(inner)
    graph = _Graph(without_idle_parts(regexps[parts.root]), work)
    useful = useful_edges(width, height, graph.alphabet, graph.edges, graph.accepting, work)
    used = {occurrences.get(graph.letters[node][number]) for node, number in useful}
    return {letter for letter in parts.letters if letter not in used}


class _Graph:
    """Node 0 is the beginning of a rule; the edges of a node are letters, known by identity."""

    def __init__(self, regexp: Regexp, work: Work) -> None:
        self.work = work
        self.indices: dict[Letter, int] = {}
        self.edges: list[list[tuple[int, int]]] = [[]]
        self.letters: list[list[int]] = [[]]
        end = self.add(regexp, 0)
        self.accepting = [node == end for node in range(len(self.edges))]
        self.alphabet = list(self.indices)

    def add(self, regexp: Regexp, start: int) -> int:
        """Add a part that begins at a node; returns the node at which it ends.

        What stands later gets higher numbers, as a search that takes lower ones first likes it.
        """
        if isinstance(regexp, Letter):
            end = self.node()
            self.edge(start, end, regexp)
            return end
        if isinstance(regexp, Concat):
            for part in regexp.parts:
                start = self.add(part, start)
            return start
        if isinstance(regexp, Sum):
            ends = []
            for part in regexp.parts:  # a comprehension would be one more frame: rules nest deeply
                ends.append(self.add(part, start))  # noqa: PERF401
            end = self.node()
            for one in ends:
                self.edge(one, end)
            return end
        if regexp.count is None:
            loop = self.node()
            self.edge(start, loop)
            self.edge(self.add(regexp.body, loop), loop)
            return loop
        for _ in range(regexp.count):
            start = self.add(regexp.body, start)
        return start

    def node(self) -> int:
        self.edges.append([])
        self.letters.append([])
        return len(self.edges) - 1

    def edge(self, source: int, target: int, letter: Letter | None = None) -> None:
        self.work.spend(1, 0)
        index = EMPTY
        if letter is not None:
            index = self.indices.setdefault(letter, len(self.indices))
        self.edges[source].append((index, target))
        self.letters[source].append(id(letter))
