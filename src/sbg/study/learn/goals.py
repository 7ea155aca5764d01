"""Learns goals and the turn limit, from how observed games ended or went on.

A move after which the game went on refutes every goal that it would have reached. A move that ended a game must have
reached one, unless the opponent could not move. So goals are a smallest set that explains every end and is refuted by
no move; whole rows, and the same goal for both players, are simple.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sbg.language.model import Coordinates, CountGoal, Goal, SquareGoal
from sbg.study.learn.choose import choose
from sbg.study.learn.terms import Candidate, Costs, Term
from sbg.study.observe.data import Ply, Seen

_COSTS = Costs(escape=200, wrong=200, open=0)

_EVERY = 22
"""Bits of a goal for every kind of piece of both players: fewer than for three kinds one by one."""


@dataclass(frozen=True, slots=True)
class Event:
    """What a move did: a piece came to a square, and the number of a captured piece sank to a count."""

    piece: str
    square: Coordinates
    captured: str | None
    count: int

    @classmethod
    def of(cls, ply: Ply) -> Event:
        """What the move of a ply did."""
        assert ply.played is not None
        (x, y), (tx, ty) = ply.played
        height = len(ply.rows)
        piece = ply.rows[height - 1 - y][x]
        held = ply.rows[height - 1 - ty][tx]
        if held == "." or (x, y) == (tx, ty):
            return cls(piece, (tx, ty), None, 0)
        return cls(piece, (tx, ty), held, sum(row.count(held) for row in ply.rows) - 1)


@dataclass(frozen=True)
class Endings:
    """The goals and the turn limit that were found."""

    goals: tuple[Goal, ...]
    turn_limit: int
    limit_seen: bool
    """Whether a game ended by the turn limit; if not, the limit is only known to be at least so large."""
    ends: int
    """Ends of games that had to be explained by a goal."""
    unexplained: int
    """Ends that are not explained."""
    contradicted: int
    """Moves that reached a goal and after which the game went on."""
    games: int = 0
    """Games in which a move was played."""
    assumed: tuple[Goal, ...] = ()
    """Goals by which no game was seen to end: the simplest set that explains the others has them too."""


def learn_endings(
    games: Sequence[Seen],
    height: int,
    width: int,
    stuck: Callable[[Ply], bool],
    noisy: bool = False,
) -> Endings:
    """The simplest goals for some games; `stuck` says whether the move of a ply leaves the opponent without any.

    If moves may be written down wrong, a few of them may contradict the goals.
    """
    finals: list[tuple[Event, str]] = []
    others: Counter[Event] = Counter()
    limits: Counter[int] = Counter()
    longest = count = 0
    for game in games:
        played = [ply for ply in game.plies if ply.played is not None]
        if not played:
            continue
        count += 1
        last = played[-1]
        going = played if game.result == "*" else played[:-1]
        others.update(Event.of(ply) for ply in going)
        # Before a move the limit is not reached; a game that was left may have been over.
        longest = max(longest, last.ply)
        if game.result == "draw":
            limits[last.ply + 1] += 1
            others[Event.of(last)] += 1
        elif game.result != "*":
            if game.reason == "no-moves":
                others[Event.of(last)] += 1
            elif game.reason or not (game.result == _mover(last) and stuck(last)):
                finals.append((Event.of(last), game.reason or _side(game, last)))
            # Else the opponent cannot move, and whether a goal was reached as well remains open.
    letters = {char for game in games for ply in game.plies[:1] for row in ply.rows for char in row}
    chosen, unexplained, contradicted = _cover(finals, others, width, height, noisy, letters)
    limit = limits.most_common(1)[0][0] if limits else longest + 1
    goals = _written(chosen)
    assumed = tuple(goal for goal in goals if not any(_met(goal, event) for event, _ in finals))
    seen = bool(limits)
    return Endings(goals, limit, seen, len(finals), unexplained, contradicted, count, assumed)


def _met(goal: Goal, event: Event) -> bool:
    """Whether an event reaches a goal."""
    if isinstance(goal, CountGoal):
        return (goal.piece, goal.count) == (event.captured, event.count)
    return event.piece == goal.piece and event.square in goal.squares


def _mover(ply: Ply) -> str:
    return "black" if ply.ply % 2 else "white"


def _side(game: Seen, last: Ply) -> str:
    """An end without a reason: a win for the mover, or a loss, which only a count can be."""
    return "any" if game.result == _mover(last) else "count"


@dataclass(frozen=True, slots=True)
class _Aim:
    """A goal, or several that belong together: what they are reached by."""

    bits: int
    counts: frozenset[tuple[str, int]] = frozenset()
    places: frozenset[tuple[str, Coordinates]] = frozenset()

    def reached(self, event: Event, reason: str) -> bool:
        """Whether an event ends the game by this, if it may have ended for a reason."""
        if reason != "goal" and event.captured and (event.captured, event.count) in self.counts:
            return True
        return reason != "count" and (event.piece, event.square) in self.places


def _cover(
    finals: list[tuple[Event, str]],
    others: Counter[Event],
    width: int,
    height: int,
    noisy: bool,
    letters: set[str],
) -> tuple[list[_Aim], int, int]:
    if not finals:
        return [], 0, 0
    going = list(others)
    known = (1 << len(finals)) - 1
    candidates: list[Candidate] = []
    aims: list[_Aim] = []
    for aim in dict.fromkeys(_aims(finals, width, height, letters)):
        hits = sum(1 << n for n, final in enumerate(finals) if aim.reached(*final))
        wrong = sum(1 << n for n, event in enumerate(going) if aim.reached(event, ""))
        candidates.append(Candidate(Term(aim.bits, label=str(len(aims))), hits, wrong, 0))
        aims.append(aim)
    sound = [one for one in candidates if not one.wrong]
    found = choose(sound, known, _COSTS)
    if found.left or noisy:  # somebody may have written something down wrong
        found = choose(candidates, known, Costs(escape=12, wrong=8, open=0))
    contradicted = 0
    for one in found.chosen:
        contradicted |= one.wrong
    chosen = [aims[int(one.term.name)] for one in found.chosen]
    return chosen, found.left.bit_count(), contradicted.bit_count()


def _aims(
    finals: list[tuple[Event, str]], width: int, height: int, letters: set[str]
) -> Iterator[_Aim]:
    """The goals that may explain some end, simple ones being cheap; both players have one if both have the piece."""
    for event, reason in finals:
        if reason != "goal" and event.captured:
            letter, count = event.captured, event.count
            extra = 4 if count else 0
            if letter.swapcase() in letters:
                yield _Aim(8 + extra, frozenset({(letter, count), (letter.swapcase(), count)}))
            yield _Aim(10 + extra, frozenset({(letter, count)}))
            every = [one for one in sorted(letters) if one.isalpha()]
            yield _Aim(_EVERY + extra, frozenset((one, count) for one in every))
        if reason != "count":
            both = event.piece.swapcase() in letters
            yield from _places(event.piece, event.square, width, height, both)


def _places(piece: str, square: Coordinates, width: int, height: int, both: bool) -> Iterator[_Aim]:
    x, y = square
    row = [(column, y) for column in range(width)]
    column = [(x, line) for line in range(height)]
    for bits, squares in ((10, row), (12, column), (14, [square])):
        own = frozenset((piece, one) for one in squares)
        yield _Aim(bits + 2, places=own)
        turns: list[Callable[[Coordinates], Coordinates]] = [
            lambda s: (s[0], height - 1 - s[1]),
            lambda s: (width - 1 - s[0], height - 1 - s[1]),
            lambda s: (width - 1 - s[0], s[1]),
            lambda s: s,
        ]
        for turn in turns if both else ():
            theirs = frozenset((piece.swapcase(), turn(one)) for one in squares)
            yield _Aim(bits, places=own | theirs)


def _written(chosen: list[_Aim]) -> tuple[Goal, ...]:
    places: dict[str, set[Coordinates]] = {}
    counts: set[tuple[str, int]] = set()
    for aim in chosen:
        counts |= aim.counts
        for piece, square in aim.places:
            places.setdefault(piece, set()).add(square)
    goals: list[Goal] = [
        SquareGoal(piece, tuple(sorted(places[piece], key=lambda s: (s[1], s[0]))))
        for piece in sorted(places)
    ]
    goals += [CountGoal(letter, count) for letter, count in sorted(counts)]
    return tuple(goals)
