"""The position (Glushkov) automaton of a regular expression: one state for each letter.

The construction is Glushkov's. It goes from right to left and always knows what may follow, so the
follow set of a letter is ready when the letter is met, and two occurrences of a letter with the
same follow set become one position.
"""

from __future__ import annotations

from dataclasses import dataclass

from sbg.language.model.regexp import IN_ORDER, Concat, Letter, Power, Regexp, Sum

END = 1
"""The bit in a set of positions for the end of the word; positions are the bits from 1 on."""


@dataclass(frozen=True, slots=True)
class Nfa:
    """Sets of positions are ints: `start` may come first, `follow[p]` after position p.

    `letter[p]` is the letter read at p, as its index in the alphabet, which is sorted.
    """

    alphabet: tuple[Letter, ...]
    start: int
    letter: list[int]
    follow: list[int]


def positions(regexp: Regexp) -> Nfa:
    """The position automaton of a regular expression."""
    builder = _Builder()
    start = builder.enter(without_idle_parts(regexp), END)
    builder.close_loops()
    alphabet = tuple(sorted(builder.indices, key=IN_ORDER))
    rank = {builder.indices[letter]: i for i, letter in enumerate(alphabet)}
    return Nfa(alphabet, start, [rank.get(i, -1) for i in builder.letter], builder.follow)


_EMPTY_WORD = Concat(())


def without_idle_parts(regexp: Regexp) -> Regexp:
    """An equal expression in which every part costs letters when powers are written out.

    Otherwise a thousand powers of the empty word inside each other would be entered, for nothing.
    """
    if isinstance(regexp, Letter):
        return regexp
    if isinstance(regexp, Power):
        body = without_idle_parts(regexp.body)
        if regexp.count == 0 or body is _EMPTY_WORD:
            return _EMPTY_WORD
        if regexp.count == 1 or (isinstance(body, Power) and body.count is None):
            return body
        return regexp if body is regexp.body else Power(body, regexp.count)
    parts: list[Regexp] = []
    optional = False
    for part in regexp.parts:
        busy = without_idle_parts(part)
        if busy is _EMPTY_WORD:
            optional = True
        else:
            parts.append(busy)
    if not parts:
        return _EMPTY_WORD
    if isinstance(regexp, Concat):
        return Concat(tuple(parts))
    return Sum((*parts, _EMPTY_WORD)) if optional else Sum(tuple(parts))


class _Builder:
    def __init__(self) -> None:
        self.indices: dict[Letter, int] = {}
        # Position 0 is the end. The position of a star reads no letter: it stands for the set that
        # `close_loops` puts in its place.
        self.letter = [-1]
        self.follow = [0]
        self.known: dict[tuple[int, int], int] = {}
        self.loops: list[int] = []

    def enter(self, regexp: Regexp, after: int) -> int:
        """The positions that may come next in front of `regexp`, given those behind it."""
        if isinstance(regexp, Letter):
            index = self.indices.setdefault(regexp, len(self.indices))
            bit = self.known.get((index, after))
            if bit is None:
                bit = self.known[index, after] = self.add(index, after)
            return bit
        if isinstance(regexp, Sum):
            first = 0
            for part in regexp.parts:
                first |= self.enter(part, after)
            return first
        if isinstance(regexp, Power):
            if regexp.count is None:
                loop = self.add(-1, 0)
                first = self.enter(regexp.body, loop) & ~loop | after
                self.follow[loop.bit_length() - 1] = first
                self.loops.append(loop)
                return first
            for _ in range(regexp.count):
                after = self.enter(regexp.body, after)
            return after
        for part in reversed(regexp.parts):
            after = self.enter(part, after)
        return after

    def add(self, index: int, after: int) -> int:
        self.letter.append(index)
        self.follow.append(after)
        return 1 << len(self.letter) - 1

    def close_loops(self) -> None:
        """Replace the bit of a star, wherever it follows, by the positions that come next there.

        Inside the body of a star nothing else can follow the body's end, so a follow set holds one
        such bit at most: that of the innermost star around its letter. Outer stars are entered into
        `loops` after inner ones.
        """
        if not self.loops:
            return
        stars = sum(self.loops)
        for loop in reversed(self.loops):
            self.replace(loop.bit_length() - 1, stars)
        for position, index in enumerate(self.letter):
            if index >= 0:
                self.replace(position, stars)

    def replace(self, position: int, stars: int) -> None:
        after = self.follow[position]
        loop = after & stars
        if loop:
            self.follow[position] = after ^ loop | self.follow[loop.bit_length() - 1]
