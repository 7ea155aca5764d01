"""`sbg.ask` and `sbg.teach`: which positions to ask about, and which teach a game best."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import gcd
from random import Random
from time import monotonic

from sbg.base.bounds import MAX_SEED
from sbg.base.errors import mistyped
from sbg.base.named import Name
from sbg.base.numbers import positive, whole
from sbg.engine import Game, game_of
from sbg.language.model import Coordinates
from sbg.language.model.notation import write_fen
from sbg.moves.reach import same
from sbg.moves.shapes.paths import Vector
from sbg.study.learn.certificate import Alternative
from sbg.study.learn.learned import Learned, learn_from
from sbg.study.observe.data import Ply, Seen, Sightings, clean_name

_TRIED = 60
"""Positions among which the best is chosen."""

_SECONDS = 20.0
"""Seconds for a piece of a lesson that is hard to explain; another position may make it easier."""

Case = tuple[str, Vector, str]
"""A piece, a displacement, a content."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A question that was asked, and what is known after it."""

    number: int
    fen: str
    learned: Learned
    unsettled: int
    """Single moves that are still assumed or open."""


def ask(
    teacher: Game | Name,
    seen: Sightings | None = None,
    *,
    questions: int = 100,
    reachable: bool = False,
    seconds: float = 60.0,
    seed: int = 0,
) -> Iterator[Answer]:
    """Ask a teacher for the legal moves of positions, the most telling one each time, until nothing is open.

    The teacher is a game, a bundled name or a path, and makes no mistakes; `seen` is what is known before. Positions
    are set up, or with `reachable` come from random play. `seconds` is the time for each piece that is hard to explain.
    Goals are not asked for. Each answer has what is learned so far: `answer.learned` of the last one is the result.
    """
    game = game_of(teacher, "ask")
    if seen is not None and not isinstance(seen, Sightings):
        raise mistyped("ask", "observations or None as seen", seen)
    whole(questions, "questions", 1, 1_000_000)
    whole(seed, "seed", 0, MAX_SEED)
    if type(reachable) is not bool:
        raise mistyped("ask", "True or False as reachable", reachable)
    if seen is not None and (seen.width, seen.height) != (game.width, game.height):
        raise ValueError("the board of the teacher has another size than what was seen")
    return _asking(game, seen, questions, reachable, positive(seconds, "seconds", 1e9), seed)


def _asking(
    teacher: Game,
    seen: Sightings | None,
    questions: int,
    reachable: bool,
    seconds: float,
    seed: int,
) -> Iterator[Answer]:
    positions = _Positions(teacher, Random(seed), reachable)
    games = [] if seen is None else list(seen.games)
    fen = teacher.start.fen
    before = 0
    for number in range(1, questions + 1):
        games.append(Seen((_answered(teacher, fen),)))
        observed = Sightings(
            teacher.width, teacher.height, tuple(games), clean_name(teacher.name), "<answers>"
        )
        learned = learn_from(observed, seconds=seconds, mistakes=False)
        cases = _unsettled(learned, teacher)
        yield Answer(number, fen, learned, len(cases))
        if not cases:
            return
        shown = [case.fen for piece in learned.pieces for case in (*piece.assumed, *piece.open)]
        if 0 < before <= len(cases) and shown and not reachable:
            fen = shown[number % len(shown)]  # what tells most by itself has not told
        else:
            best = max(positions.some(_TRIED), key=lambda rows: _settles(rows, cases))
            if not _settles(best, cases):
                return
            fen = write_fen(best, 0)
        before = len(cases)


def _answered(teacher: Game, fen: str) -> Ply:
    position = teacher.position(fen)
    legal = frozenset((move.origin, move.target) for move in position.moves)
    return Ply(position.rows, position.ply, None, legal, True)


def _unsettled(learned: Learned, teacher: Game) -> set[Case]:
    """What is assumed or open; of a piece that was not seen to move, or is not explained, everything near."""
    found: set[Case] = set()
    known = set()
    for piece in learned.pieces:
        if piece.movement.moves:
            if piece.status != "unexplained":
                known.add(piece.letter)
            cases: tuple[Alternative, ...] = (*piece.assumed, *piece.open)
            found |= {(piece.letter, case.displacement, case.on) for case in cases}
    for one in teacher.pieces:
        if one.letter not in known and one.rule is not None:
            found |= {
                (one.letter, (dx, dy), on)
                for dx in range(-2, 3)
                for dy in range(-2, 3)
                for on in "epw"
                if dx or dy
            }
    return found


def _settles(rows: tuple[str, ...], cases: set[Case]) -> int:
    """How many cases a position with white to move settles."""
    height, width = len(rows), len(rows[0])
    held = {(x, height - 1 - y): rows[y][x] for y in range(height) for x in range(width)}
    own = [(square, letter) for square, letter in held.items() if letter.isupper()]
    found = set()
    for (x, y), letter in own:
        for (tx, ty), other in held.items():
            on = "e" if other == "." else "w" if other.isupper() else "p"
            case = letter, (tx - x, ty - y), on
            if case in cases and _free(held, (x, y), (tx, ty)):
                found.add(case)
    return len(found)


def _free(held: dict[Coordinates, str], origin: Coordinates, target: Coordinates) -> bool:
    """Whether all squares straight between two squares are empty."""
    (x, y), (tx, ty) = origin, target
    times = gcd(tx - x, ty - y) or 1
    dx, dy = (tx - x) // times, (ty - y) // times
    return all(held[x + n * dx, y + n * dy] == "." for n in range(1, times))


class _Positions:
    """Random positions of a game with white to move."""

    def __init__(self, game: Game, random: Random, reachable: bool) -> None:
        self.game, self.random, self.reachable = game, random, reachable
        self.letters = [piece.letter for piece in game.pieces]

    def some(self, count: int) -> list[tuple[str, ...]]:
        """Some rows of boards."""
        return [self._played() if self.reachable else self._set_up() for _ in range(count)]

    def _set_up(self) -> tuple[str, ...]:
        share = self.random.choice((0.15, 0.25, 0.4, 0.55))
        both = [letter for one in self.letters for letter in (one, one.lower())]
        return tuple(
            "".join(
                self.random.choice(both) if self.random.random() < share else "."
                for _ in range(self.game.width)
            )
            for _ in range(self.game.height)
        )

    def _played(self) -> tuple[str, ...]:
        position = before = self.game.start
        for _ in range(2 * self.random.randrange(1, 40)):
            if position.outcome is not None:
                break
            if position.turn == "white":
                before = position
            position = position.play(self.random.choice(position.moves))
        return before.rows


@dataclass(frozen=True, slots=True)
class Lesson:
    """Positions that teach a game, and what is learned from them."""

    seen: Sightings
    learned: Learned
    complete: bool
    """Whether every piece is learned exactly."""

    def __bool__(self) -> bool:
        return self.complete


def teach(
    game: Game | Name,
    *,
    most: int = 60,
    seconds: float = 300.0,
    seed: int = 0,
    progress: Callable[[int], None] = lambda _: None,
) -> Lesson:
    """A small set of set-up positions from which the pieces of a game are learned exactly.

    Positions are added where what is learned so far is wrong most often; then all that are not needed are left out. It
    ends with `most` positions, or after about so many seconds; a lesson is true if it is complete. `progress` is called
    with the number of positions.
    """
    known = game_of(game, "teach")
    whole(most, "most", 1, 1000)
    whole(seed, "seed", 0, MAX_SEED)
    if not any(piece.rule is not None for piece in known.pieces):
        raise ValueError("this game has no piece that moves")
    if not callable(progress):
        raise mistyped("teach", "a function as progress", progress)
    return _taught(known, most, monotonic() + positive(seconds, "seconds", 1e9), seed, progress)


def _taught(
    game: Game, most: int, end: float, seed: int, progress: Callable[[int], None]
) -> Lesson:
    positions = _Positions(game, Random(seed), reachable=False)
    chosen: list[Ply] = [_answered(game, game.start.fen)]
    lesson = _lesson(game, chosen, end)
    while not lesson.complete and len(chosen) < most and monotonic() < end:
        learned = lesson.learned.game
        best = max(positions.some(_TRIED), key=lambda rows: _mistakes(game, learned, rows))
        chosen.append(_answered(game, write_fen(best, 0)))
        lesson = _lesson(game, chosen, end)
        progress(len(chosen))
    if lesson.complete:
        for ply in list(chosen[1:]):
            if monotonic() > end:
                break
            fewer = [one for one in chosen if one is not ply]
            trial = _lesson(game, fewer, end)
            if trial.complete:
                chosen, lesson = fewer, trial
                progress(len(chosen))
    return lesson


def _lesson(game: Game, plies: list[Ply], end: float) -> Lesson:
    games = tuple(Seen((replace(ply, line=0),)) for ply in plies)
    seen = Sightings(game.width, game.height, games, clean_name(game.name), "<lesson>")
    left = max(1.0, end - monotonic())
    learned = learn_from(seen, seconds=min(_SECONDS, left), mistakes=False)
    known = {piece.letter for piece in learned.pieces}
    complete = all(
        piece.letter in known and same(learned.game, game, piece=piece.letter, seconds=min(5, left))
        for piece in game.pieces
        if piece.rule is not None
    )
    return Lesson(seen, learned, complete)


def _mistakes(game: Game, learned: Game, rows: tuple[str, ...]) -> int:
    """How many moves of a position a learned game has wrong; pieces that it does not know have all wrong."""
    fen = write_fen(rows, 0)
    true = set(game.position(fen).moves)
    letters = {piece.letter for piece in learned.pieces}
    strange = {char.upper() for row in rows for char in row if char != "."} - letters
    if strange:
        return len(true)
    return len(true ^ set(learned.position(fen).moves))
