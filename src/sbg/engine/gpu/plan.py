"""The tables that GPU kernels need of a game: how each kind of piece moves, and how games end.

There are three ways, the fastest first. *Groups* are words that all pieces of some kinds follow at once. *Singles* are
kinds whose words are followed from one origin at a time. *Walks* follow the automaton itself, for all other rules.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sbg.engine.gpu import words as words_
from sbg.engine.gpu.space import Space
from sbg.engine.gpu.words import OWN, Element, Word
from sbg.language.model import CountGoal, Description, SquareGoal
from sbg.moves.automata import Dfa

MOST_ELEMENTS = 1500
"""Elements of the words of one side; beyond that, pieces are walked."""

MOST_ELEMENTS_ON_LARGE = 300
"""The same on boards whose sets do not fit into registers."""

MOST_UNROLLED = 320
"""Elements of one side, times the words of a set, that are written out as instructions; more take long to compile."""

WORDS_IN_REGISTERS = 12

MOST_DEPTH = 8
"""Elements of one word."""

TRACED = 1 << 31


@dataclass(slots=True)
class Side:
    """What the pieces of one player do; the fields of native/gpu/game.hpp."""

    backs: list[int] = field(default_factory=list)  # of each group
    bunches: list[tuple[int, int, int, int]] = field(default_factory=list)  # ops; first and number
    singles: list[tuple[int, int, int]] = field(default_factory=list)  # kind, ops from and to
    walks: list[tuple[int, int, int, int]] = field(default_factory=list)  # kind first states stays
    goals: list[tuple[int, int]] = field(default_factory=list)  # kind, squares as a number
    counts: list[tuple[int, int]] = field(default_factory=list)  # kind, left


@dataclass(slots=True)
class Plan:
    """A game as the kernels take it."""

    width: int
    height: int
    limit: int
    kinds: int
    captures_own: bool = False
    unrolled: bool = True
    """Whether the words are written out as instructions; else the kernels go through tables."""
    sides: tuple[Side, Side] = field(default_factory=lambda: (Side(), Side()))
    ops: list[tuple[int, int, int, int, int, int, int]] = field(default_factory=list)
    elements: list[tuple[int, int, int, int]] = field(
        default_factory=list
    )  # step dx content stages
    words: list[tuple[int, int]] = field(default_factory=list)  # first elements
    firsts: list[int] = field(default_factory=list)
    transitions: list[tuple[int, int, int, int, int, int]] = field(default_factory=list)
    space: Space | None = None
    """How positions are numbered, for kernels that solve."""

    @property
    def squares(self) -> int:
        """The number of squares."""
        return self.width * self.height

    @property
    def set_words(self) -> int:
        """The words of 32 bits of a set of squares."""
        return (self.squares + 31) // 32

    @property
    def planes(self) -> int:
        """The sets that tell the kinds apart."""
        return max(self.kinds - 1, 0).bit_length()

    @property
    def rides(self) -> bool:
        """Whether the origin of some group is found by going back along a ride."""
        backs = [back for side in self.sides for back in side.backs]
        return any(back >> 16 for back in backs if back < TRACED)

    @property
    def traces(self) -> bool:
        """Whether the origin of some group is found by tracing its word back."""
        return any(back >= TRACED for side in self.sides for back in side.backs)

    @property
    def bunch_size(self) -> int:
        """How many groups are counted together: as many as fit into registers."""
        return max(4, 64 // self.set_words) if self.unrolled else 64

    @property
    def scratch_words(self) -> int:
        """Memory for walking, in words of 32 bits a thread."""
        states = max((walk[2] for side in self.sides for walk in side.walks), default=0)
        return 2 * states * self.set_words

    def columns(self, dx: int) -> int:
        """The squares where a step by dx columns may arrive."""
        row = sum(1 << x for x in range(self.width) if 0 <= x - dx < self.width)
        return sum(row << (y * self.width) for y in range(self.height))


def make_plan(
    description: Description,
    automata: Mapping[str, Dfa],
    *,
    ways: Iterable[str] = ("group", "single"),
) -> Plan:
    """The plan of a game. `ways` are those that may be used beside walking; every choice plays alike."""
    plan = Plan(
        description.width,
        description.height,
        min(description.turn_limit, 0xFFFF_FFFF),
        len(description.pieces),
    )
    for number, side in enumerate(plan.sides):
        _add_moves(plan, side, description, automata, bool(number), frozenset(ways))
        _add_ends(plan, side, description, bool(number))
    plan.captures_own = any(
        letter.on == "w" and target in dfa.accepting
        for dfa in automata.values()
        for _, letter, target in dfa.transitions
    )
    return plan


def _add_moves(
    plan: Plan,
    side: Side,
    description: Description,
    automata: Mapping[str, Dfa],
    black: bool,
    ways: frozenset[str],
) -> None:
    groups: dict[tuple[Word, ...], int] = defaultdict(int)
    singles: list[tuple[int, tuple[Word, ...]]] = []
    written = 0
    most = MOST_ELEMENTS if plan.set_words <= WORDS_IN_REGISTERS else MOST_ELEMENTS_ON_LARGE
    for kind, piece in enumerate(description.pieces):
        dfa = automata.get(piece.letter)
        if dfa is None:
            continue
        words = words_.words_of(dfa, black, plan.width, plan.height) if ways else None
        size = sum(len(word) for word in words or ())
        if words is None or written + size > most or max(map(len, words), default=0) > MOST_DEPTH:
            _add_walk(plan, side, kind, dfa, black)
            continue
        grouped = _grouped(words, plan) if "group" in ways else None
        if grouped is None:
            singles.append((kind, words))
            written += size
            continue
        for group in grouped:
            written += 0 if group in groups else sum(map(len, group))
            groups[group] |= 1 << kind
    if not black:
        plan.unrolled = written * plan.set_words <= MOST_UNROLLED
    _add_bunches(plan, side, groups)
    for kind, words in singles:
        first = len(plan.ops)
        _add_ops(plan, [(1 << kind, word, 0) for word in words])
        side.singles.append((kind, first, len(plan.ops)))


def _add_bunches(plan: Plan, side: Side, groups: Mapping[tuple[Word, ...], int]) -> None:
    # Those of the same pieces together: they begin alike.
    order = sorted(groups.items(), key=lambda item: (item[1], item[0]))
    for start in range(0, len(order), plan.bunch_size):
        bunch = order[start : start + plan.bunch_size]
        first = len(plan.ops)
        _add_ops(
            plan,
            [(kinds, word, i) for i, (group, kinds) in enumerate(bunch) for word in group],
        )
        side.bunches.append((first, len(plan.ops), len(side.backs), len(bunch)))
        side.backs += [_back(plan, group) for group, _ in bunch]


def _add_ops(plan: Plan, words: list[tuple[int, Word, int]]) -> None:
    """Ops for words of kinds, whose targets go to groups. What words have in common at their beginning is done once."""
    nothing = (0, 0, 0, 0)
    before: tuple[int, tuple[tuple[int, int, int, int], ...]] | None = None
    for kinds, word, group in sorted(words):
        elements = tuple(_element(plan, word, i) for i in range(len(word)))
        common = 0
        if before is None or before[0] != kinds:
            plan.ops.append((0, kinds, *nothing, -1 if word else group))
        else:
            while common < min(len(elements), len(before[1])) and (
                elements[common] == before[1][common]
            ):
                common += 1
            if common == len(elements):  # the word before went on from here, or is the same
                common -= bool(elements)
                if not elements:
                    plan.ops.append((0, kinds, *nothing, group))
        for depth in range(common, len(elements)):
            ends = depth + 1 == len(elements)
            plan.ops.append((depth + 1, kinds, *elements[depth], group if ends else -1))
        before = kinds, elements


def _element(plan: Plan, word: Word, i: int) -> tuple[int, int, int, int]:
    element = word[i]
    stages = words_.length(word, i, plan.width, plan.height).bit_length() if element.ride else 0
    return element.dy * plan.width + element.dx, element.dx, element.content, stages


def _grouped(words: tuple[Word, ...], plan: Plan) -> list[tuple[Word, ...]] | None:
    """Words in groups such that a target of a group tells its origin, and no move is in two; None if there are none."""
    size = plan.width, plan.height
    finite: dict[tuple[int, int], list[Word]] = defaultdict(list)
    groups: list[tuple[Word, ...]] = []
    for word in words:
        if any(element.ride for element in word):
            if not words_.traceable(word):
                return None
            groups.append((word,))
        else:
            by = sum(element.dx for element in word), sum(element.dy for element in word)
            if abs(by[0]) < size[0] and abs(by[1]) < size[1]:
                finite[by].append(word)
    groups += [tuple(same) for same in finite.values()]
    taken: dict[tuple[int, int], int] = defaultdict(int)
    for group in groups:
        contents = 0
        for word in group:
            contents |= words_.last_contents(word)
        for by in words_.displacements(group[0], *size):
            if taken[by] & contents:
                return None
            taken[by] |= contents
    return groups


def _step(plan: Plan, element: Element) -> int:
    return element.dy * plan.width + element.dx


def _back(plan: Plan, group: tuple[Word, ...]) -> int:
    """How an origin is found; see `origin_of` in native/gpu/moves.hpp."""
    word = group[0]
    if not any(element.ride for element in word):
        return sum(_step(plan, element) for element in word) & 0xFFFF
    if len(word) == 2 and word[0].ride and not word[1].ride and word[0][:2] == word[1][:2]:
        return _step(plan, word[0]) & 0xFFFF | word[0].content << 16
    plan.words.append((len(plan.elements), len(word)))
    plan.elements += [_element(plan, word, i) for i in range(len(word))]
    return TRACED | len(plan.words) - 1


def _add_walk(plan: Plan, side: Side, kind: int, dfa: Dfa, black: bool) -> None:
    moves = words_.edges(dfa, black)
    side.walks.append((kind, len(plan.firsts), dfa.state_count, int(0 in dfa.accepting)))
    for out in moves:
        plan.firsts.append(len(plan.transitions))
        for (dx, dy, target), content in out.items():
            step = dy * plan.width + dx
            accepting, goes_on = int(target in dfa.accepting), int(bool(moves[target]))
            plan.transitions.append((step, dx, content, target, accepting, goes_on))
    plan.firsts.append(len(plan.transitions))


def _add_ends(plan: Plan, side: Side, description: Description, black: bool) -> None:
    kinds = {
        piece.letter.lower() if black else piece.letter: kind
        for kind, piece in enumerate(description.pieces)
    }
    goals: dict[int, int] = defaultdict(int)
    for goal in description.goals:
        kind = kinds.get(goal.piece)
        if kind is None:
            continue
        if isinstance(goal, SquareGoal):
            for x, y in goal.squares:
                goals[kind] |= 1 << (y * plan.width + x)
        elif isinstance(goal, CountGoal) and goal.count < plan.squares:
            side.counts.append((kind, goal.count))
    side.goals += goals.items()


__all__ = ["OWN", "Plan", "Side", "make_plan"]
