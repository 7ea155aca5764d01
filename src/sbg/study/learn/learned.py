"""`Learned`: the game that was learned, and what is certain about it."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from math import log
from statistics import median
from typing import Any

import numpy as np

from sbg.base.version import made_by
from sbg.engine import Game
from sbg.explain.words import PieceWords, describe
from sbg.language import model
from sbg.language.model import Description, Goal, Piece, SquareGoal
from sbg.study.learn import certificate
from sbg.study.learn.certificate import Alternative
from sbg.study.learn.evidence import MOST_PLACES, Evidence, Views
from sbg.study.learn.goals import Endings, learn_endings
from sbg.study.learn.movement import Learner, Movement, contradictions
from sbg.study.learn.terms import EXACT, Costs
from sbg.study.learn.walks import rule as walk
from sbg.study.observe.data import DataError, Pair, Ply, Seen, Sightings, beyond, codes_of, mixed
from sbg.study.observe.watching import watch


@dataclass(frozen=True, repr=False)
class LearnedPiece:
    """A piece: its movement, and the alternatives that what was seen leaves open."""

    movement: Movement
    certain: bool
    """Whether all legal moves were seen wherever the piece stood, and none of them is taken for a mistake."""
    assumed: tuple[Alternative, ...]
    """Moves that the rule allows though none like them was seen."""
    open: tuple[Alternative, ...]
    """Moves that the rule forbids though nothing that was seen refutes them, and play could."""
    hidden: tuple[Alternative, ...]
    """Moves that the rule forbids, where no play of this game can ever tell."""
    mistakes: bool = True
    """Whether moves that were seen may be mistakes; if not, one that the rule does not allow is not explained."""

    @property
    def letter(self) -> str:
        """The letter of the piece."""
        return self.movement.letter

    @property
    def status(self) -> str:
        """How sure the rule is, in a word.

        `unknown` if the piece was never seen to move; `unexplained` if no rule was found for some of its moves;
        `likely` if lists of moves were partial or have mistakes; otherwise `consistent`, or `exact` if nothing is left
        open.
        """
        if not self.movement.moves:
            return "unknown"
        if (self.certain or not self.mistakes) and (
            self.movement.unexplained or self.movement.wrong
        ):
            return "unexplained"
        if not self.certain:
            return "likely"
        return "consistent" if self.assumed or self.open else "exact"

    def __repr__(self) -> str:
        return f"<LearnedPiece {self.letter}: {self.status}, {self.movement.moves} moves seen>"


@dataclass(frozen=True)
class Agreement:
    """How the moves that were learned agree with those of the true game, in positions that were not learned from."""

    positions: int
    pieces: Mapping[str, tuple[int, int, int]]
    """For each piece the moves that both games allow, those that only the learned one does, and only the true one."""

    @property
    def precision(self) -> float:
        """The share of the moves of the learned game that are legal in the true one."""
        return self._share(1)

    @property
    def recall(self) -> float:
        """The share of the legal moves of the true game that the learned one has."""
        return self._share(2)

    def _share(self, other: int) -> float:
        right = sum(counts[0] for counts in self.pieces.values())
        whole = right + sum(counts[other] for counts in self.pieces.values())
        return right / whole if whole else 1.0

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain values."""
        return {
            "positions": self.positions,
            "precision": round(self.precision, 5),
            "recall": round(self.recall, 5),
            "pieces": {
                letter: dict(zip(("right", "wrong", "missed"), counts, strict=True))
                for letter, counts in self.pieces.items()
            },
        }


@dataclass(frozen=True, repr=False)
class Learned:
    """A game that was learned."""

    description: Description
    pieces: tuple[LearnedPiece, ...]
    endings: Endings
    games: int
    """Games in which a move was played; positions that were only set up are none."""
    plies: int
    complete: bool
    """Whether all lists of legal moves were complete."""
    noise: float
    """The share of moves that seem to be written down wrong."""
    share: float
    """The share of the legal moves that was seen."""
    mixed: str = ""
    """Where what was seen contradicts itself as if it were of several games; empty if it does not."""
    beyond: str = ""
    """What the game did that no rule of this language can, with the first place; empty if nothing was seen of it."""

    def __repr__(self) -> str:
        pieces = ", ".join(f"{piece.letter} {piece.status}" for piece in self.pieces)
        return (
            f"<Learned {self.description.name}: {pieces}; {self.games} games, {self.plies} plies>"
        )

    @cached_property
    def game(self) -> Game:
        """The game, ready to play."""
        return Game(self.description)

    @cached_property
    def text(self) -> str:
        """The description as a file."""
        return model.write(self.description)

    @cached_property
    def commented(self) -> str:
        """The same with the moves of each piece in English beside its rule."""
        lines = [f"// Learned by {made_by()}."]
        for line in self.text.splitlines():
            letter = line[:1]
            if line[1:2] == " " and letter in self.words:
                sentences = " ".join(self.words[letter].sentences)
                lines += [f"// {part}" for part in textwrap.wrap(sentences, 96)]
            if line == f"{self.description.turn_limit} &" and not self.endings.limit_seen:
                lines.append(f"// {self.limit}")
            lines.append(line)
        if self.mixed:
            notes = f"What was seen seems to be of several games: {self.mixed}"
            lines = [*(f"// {part}" for part in textwrap.wrap(notes, 96)), *lines]
        if self.beyond:
            notes = f"The game that was seen does more than these rules: {self.beyond}"
            lines = [*(f"// {part}" for part in textwrap.wrap(notes, 96)), *lines]
        return "\n".join(lines) + "\n"

    @property
    def limit(self) -> str:
        """What is known of the turn limit, if no game was drawn by it."""
        if not self.endings.games:
            return f"No game was seen: a turn limit of {self.description.turn_limit} is a guess."
        return (
            f"The turn limit is at least {self.endings.turn_limit}: no game was seen to be drawn."
        )

    def against(self, game: Game, *, positions: int = 300, seed: int = 0) -> Agreement:
        """How the moves agree with those of the true game, in fresh positions of random play.

        ValueError if its board has another size.
        """
        if (game.width, game.height) != (self.description.width, self.description.height):
            raise ValueError("the board of the true game has another size")
        known = {piece.letter: piece.rule for piece in self.description.pieces}
        pieces = tuple(Piece(one.letter, known.get(one.letter)) for one in game.pieces)
        ours = Game(replace(game.description, pieces=pieces))
        counts = {piece.letter: [0, 0, 0] for piece in game.pieces}
        number = left = 0
        while left < positions:
            (seen,) = watch(game, 1, seed=_FRESH + seed * _FRESH + number).games
            number += 1
            if not seen.plies:
                break
            for ply in seen.plies[: positions - left]:
                said = {(move.origin, move.target) for move in ours.position(ply.fen).moves}
                left += 1
                for which, moves in enumerate(
                    (said & ply.legal, said - ply.legal, ply.legal - said)
                ):
                    for (x, y), _ in moves:
                        counts[ply.rows[game.height - 1 - y][x].upper()][which] += 1
        found = {letter: (one[0], one[1], one[2]) for letter, one in counts.items()}
        return Agreement(left, found)

    @cached_property
    def words(self) -> dict[str, PieceWords]:
        """How each piece moves, in English."""
        return {piece.letter: piece for piece in describe(self.game).pieces}

    @property
    def exact(self) -> bool:
        """Whether nothing is left open within the class of single moves from anywhere; goals are not counted."""
        return all(piece.status == "exact" for piece in self.pieces)

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain values."""
        return {
            "name": self.description.name,
            "text": self.text,
            "games": self.games,
            "mixed": self.mixed or None,
            "beyond": self.beyond or None,
            "plies": self.plies,
            "complete": self.complete,
            "noise": round(self.noise, 5),
            "share": round(self.share, 5),
            "exact": self.exact,
            "pieces": [
                {
                    "letter": piece.letter,
                    "status": piece.status,
                    "rule": None if piece.movement.rule is None else str(piece.movement.rule),
                    "bits": piece.movement.bits,
                    "words": list(self.words[piece.letter].sentences),
                    "places": piece.movement.places,
                    "moves": piece.movement.moves,
                    "unexplained": piece.movement.unexplained,
                    "wrong": piece.movement.wrong,
                    "assumed": [one.to_dict() for one in piece.assumed],
                    "open": [one.to_dict() for one in piece.open],
                    "hidden": [one.to_dict() for one in piece.hidden],
                }
                for piece in self.pieces
            ],
            "goals": {
                "goals": [str(goal) for goal in self.endings.goals],
                "assumed": [str(goal) for goal in self.endings.assumed],
                "turn_limit": self.description.turn_limit,
                "limit_seen": self.endings.limit_seen,
                "ends": self.endings.ends,
                "unexplained": self.endings.unexplained,
                "contradicted": self.endings.contradicted,
            },
        }


def learn_from(
    observed: Sightings,
    *,
    seconds: float = 60.0,
    progress: Callable[[float], None] = lambda _: None,
    mistakes: bool = True,
    turn_limit: int | None = None,
) -> Learned:
    """Learn a game; `seconds` are for each piece. Without `mistakes` everything that was seen is true."""
    try:
        return with_limit(_learned(observed, seconds, progress, mistakes), turn_limit)
    except MemoryError:
        message = "there is not enough memory to learn from these observations"
    raise DataError(observed.source, 1, message)


def with_limit(found: Learned, turn_limit: int | None) -> Learned:
    """The same with a turn limit that is known."""
    if turn_limit is None:
        return found
    ends = found.endings
    if turn_limit < ends.turn_limit and ends.games:
        raise ValueError(
            f"a turn limit of {turn_limit} is too small: a game of {ends.turn_limit} plies was seen"
        )
    return replace(
        found,
        description=replace(found.description, turn_limit=turn_limit),
        endings=replace(ends, turn_limit=turn_limit, limit_seen=True),
    )


def _learned(
    observed: Sightings, seconds: float, progress: Callable[[float], None], mistakes: bool
) -> Learned:
    plies = list(observed.plies)
    if not plies:
        message = "there is nothing to learn from: no position was observed"
        raise DataError(observed.source, 1, message)
    complete = all(ply.complete for ply in plies)
    views = Views.of(plies if complete else _distinct(plies), observed.width, observed.height)
    letters = views.letters()
    found, costs = _movements(views, letters, complete, seconds, progress, mistakes)
    rules = {one.letter: one.rule for one in found}
    pieces = tuple(Piece(letter, rules[letter]) for letter in letters)
    rows = _first(observed.games)
    bare = Description(observed.name, observed.width, observed.height, rows, pieces, (), 0)
    described, endings = with_endings(bare, observed)
    judged = certificate.judge(described, views, found) if costs == EXACT else {}
    made = tuple(
        LearnedPiece(one, costs == EXACT, *judged.get(one.letter, ((), (), ())), mistakes)
        for one in found
    )
    allowed = sum(one.allowed for one in found)
    moves = sum(one.moves for one in found)
    # A move with a wrong target is in a complete list instead of the right one: two contradictions.
    bad = sum((one.unexplained + one.wrong) / 2 if complete else one.unexplained for one in found)
    bad = 0 if costs == EXACT or not mistakes else bad
    share = min(1.0, moves / allowed) if allowed else 1.0
    return Learned(
        described,
        made,
        endings,
        endings.games,
        len(plies),
        complete,
        bad / moves if moves else 0.0,
        1.0 if complete else share,
        mixed(observed),
        beyond(observed),
    )


def _distinct(plies: Iterable[Ply]) -> list[Ply]:
    """Each position once with the same moves: players who always choose alike show nothing new there."""
    known = {(ply.rows, ply.ply % 2, codes_of(ply.legal), ply.complete): ply for ply in plies}
    return list(known.values())


def with_endings(bare: Description, observed: Sightings) -> tuple[Description, Endings]:
    """A description with the goals and the turn limit that observations tell; its pieces are known."""
    endings = learn_endings(observed.games, observed.height, observed.width, _stuck(bare, observed))
    limit = endings.turn_limit if endings.games else _GUESSED
    described = replace(bare, goals=endings.goals, turn_limit=limit)
    described = replace(described, goals=_reachable(described))
    assumed = tuple(goal for goal in endings.assumed if goal in described.goals)
    return described, replace(endings, goals=described.goals, assumed=assumed)


def _movements(
    views: Views,
    letters: list[str],
    complete: bool,
    seconds: float,
    progress: Callable[[float], None],
    mistakes: bool,
) -> tuple[list[Movement], Costs]:
    """The movements of all pieces, and the costs by which they were found.

    Complete lists are true unless the exceptions from a simple rule lie about as only mistakes do.
    """
    if not complete:
        return _likely(views, letters, complete, seconds, progress, mistakes)
    exact = _exactly(views, letters, seconds, progress) if mistakes else None
    if exact is None and mistakes:
        found, costs = _likely(views, letters, complete, seconds, progress, mistakes)
        if _contradict(views.plies) or scattered(views, found):
            return found, costs
    return exact or [Learner(views, one, EXACT, seconds).learn() for one in letters], EXACT


def _likely(
    views: Views,
    letters: list[str],
    complete: bool,
    seconds: float,
    progress: Callable[[float], None],
    mistakes: bool,
) -> tuple[list[Movement], Costs]:
    """Movements by which what was seen is most likely, and their costs."""
    squares = views.width * views.height
    least, noise = (0.002, 0.01) if mistakes else (_NEVER, _NEVER)
    share, spread = 0.5 if complete else _first_share(views), 1.0
    rounds = 4
    small = squares * len(letters) <= _SMALL
    kept: dict[str, Learner] = {}
    found: list[Movement] = []
    for turn in range(rounds):
        if turn == _FIRM and spread == 1:
            continue
        costs = Costs.of(noise, share, squares, spread)
        before = {one.letter: one.terms for one in found}
        found = []
        for number, letter in enumerate(letters):
            if turn < rounds - 1:
                rough = kept.get(letter) or Learner(views, letter, most_places=_ROUGHLY)
                found.append(rough.by(costs, before.get(letter, ())))
                if small:
                    kept[letter] = rough
            else:
                learner = Learner(views, letter, costs, seconds, guess=before.get(letter, ()))
                found.append(learner.learn())
            progress((turn + (number + 1) / len(letters)) / rounds)
        moves = sum(one.moves for one in found)
        allowed = sum(one.allowed for one in found)
        bad = sum(one.unexplained for one in found)
        noise = min(0.2, max(least, bad / moves if mistakes and moves else 0.0))
        share = min(0.9, max(0.005, (moves - bad) / allowed if allowed else 0.1))
        spread = _spread(found) if turn >= _FIRM - 1 else 1.0
    return found, costs


def _contradict(plies: Iterable[Ply]) -> bool:
    """Whether complete lists of one and the same position differ."""
    known: dict[tuple[tuple[str, ...], int], Set[Pair]] = {}
    return any(known.setdefault((ply.rows, ply.ply % 2), ply.legal) != ply.legal for ply in plies)


def scattered(views: Views, found: Sequence[Movement]) -> bool:
    """Whether what contradicts some rules lies about as mistakes do.

    Moves that are written down by mistake go anywhere, and any move of a rule may be missing; what a wrong rule
    forgets, or allows too often, are always the same displacements.
    """
    counts = [list(zip(*contradictions(views, one), strict=True)) for one in found]
    return all(_by_chance(kind) for kind in zip(*counts, strict=True))


def _by_chance(pieces: Iterable[Sequence[tuple[int, int]]]) -> bool:
    """Whether counts may be in proportion to weights, by the likelihood ratios of 2,000 samples."""
    random = np.random.default_rng(0)
    ratios = np.zeros(_SAMPLES + 1)
    for cells in pieces:
        counts, weights = np.array([cell for cell in cells if cell[1]], float).reshape(-1, 2).T
        total = int(counts.sum())
        if total:
            shares = weights / weights.sum()
            trials = np.vstack([counts, random.multinomial(total, shares, _SAMPLES)])
            ratios += (trials * np.log(np.maximum(trials, 1) / (total * shares))).sum(axis=1)
    return int((ratios[1:] >= ratios[0] - _ROUNDING).sum()) > _BY_CHANCE * _SAMPLES


_ROUNDING = 1e-9
_SAMPLES = 2000
_BY_CHANCE = 0.001
"""Contradictions that chance would draw up as unevenly less often than this are none of mistakes."""

_NEVER = 1e-6
"""The share of mistakes where there are none: what was seen is explained if that is possible at all."""

_GUESSED = 100
"""The turn limit where no game was seen."""

_FRESH = 4_000_003
"""Seeds of games from here on are for positions that were not learned from."""

_FIRM = 2
"""Rounds before it is asked whether the shares of single moves vary: those of a wrong rule do in any case."""


_EXPECTED = 3.0
"""Moves of a kind that must be expected for its share to tell something."""

_MEDIAN = 0.4549
"""Of the square of a standard normal variable."""


def _spread(found: Sequence[Movement]) -> float:
    """By how much less a move that was not seen tells, because shares of single moves vary more than by chance.

    Quiet moves and captures are compared among themselves. The squared deviations of the shares have a median of about
    1, up to 2, in random play; with players that choose well it is far more. If the shares vary like a gamma
    distribution, n times that a move was not seen do not count n-fold but as a logarithm of n; this is the quotient of
    the two where n is typical.
    """
    squares: list[float] = []
    for one in found:
        scale = max(1.0, one.places / MOST_PLACES)  # rates come from so many places
        for rates in one.rates:
            allowed, seen = (sum(rate[which] for rate in rates) for which in (0, 1))
            share = seen / max(1, allowed)
            known = [rate for rate in rates if rate[0] * share >= _EXPECTED]
            if len(known) > 1 and share < 1:
                scaled = scale * len(known) / (len(known) - 1)
                for count, times in known:
                    expected = count * share
                    squares.append(scaled * (times - expected) ** 2 / (expected * (1 - share)))
    excess = median(squares) / _MEDIAN - 1 if squares else 1.0
    return (excess - 1) / log(excess) if excess > 1 else 1.0


_SMALL = 2000
"""Squares times pieces up to which what was computed for all pieces is kept from round to round: it takes memory."""

_FEW = 0.1
"""If no larger share of moves contradicts a simple rule, words for them are not looked for very long."""

_MOST = 0.4
"""The share of moves that no family explains where mistakes refute nearly every family."""

_ROUGHLY = 2000
"""Places from which a rule is learned to see what mistakes would cost, and which shares of moves are seen."""

_MISTAKES = Costs(escape=14, wrong=7, open=0)
"""What mistakes cost while it is not known whether there are any."""


def _exactly(
    views: Views, letters: list[str], seconds: float, progress: Callable[[float], None]
) -> list[Movement] | None:
    """Rules that nothing contradicts; None if mistakes in the data are the shorter explanation for most moves."""
    found: list[Movement] = []
    mistaken = 0
    for number, letter in enumerate(letters):
        learner = Learner(views, letter, EXACT, seconds, most_bits=0)
        one = learner.learn()
        if one.unexplained:
            rough = Learner(views, letter, _MISTAKES, seconds, most_places=_ROUGHLY).learn()
            price = (
                rough.bits + _MISTAKES.escape * rough.unexplained + _MISTAKES.wrong * rough.wrong
            )
            errors = rough.unexplained + rough.wrong
            few = 0 < errors < _FEW * rough.moves
            if few and one.unexplained > _MOST * one.moves:
                # A simple rule for all but a few moves, and none at all without exceptions: mistakes.
                found.append(one)
                mistaken += one.moves
                continue
            one = learner.go_on(min(seconds, 5.0) if few else seconds, price)
            if one.unexplained or one.bits > price:
                mistaken += one.moves
        found.append(one)
        progress((number + 1) / len(letters))
    return None if 2 * mistaken > sum(one.moves for one in found) else found


def _first_share(views: Views) -> float:
    """A first guess of which share of the legal moves was seen: where only one is listed, it is small."""
    partial = [len(ply.legal) for ply in views.plies if not ply.complete]
    mean = sum(partial) / max(1, len(partial))
    return 0.05 if mean < 1.5 else 0.25


def _first(games: Iterable[Seen]) -> tuple[str, ...]:
    """The board at the beginning: that of most games."""
    seen: dict[tuple[str, ...], int] = {}
    for game in games:
        if game.plies:
            first = game.plies[0]
            seen[first.rows] = seen.get(first.rows, 0) + (1000 if first.ply == 0 else 1)
    return max(seen, key=lambda rows: seen[rows])


def _stuck(description: Description, observed: Sightings) -> Callable[[Ply], bool]:
    """Whether the move of a ply leaves the opponent without a legal move, by the rules that were learned."""
    rules = {piece.letter: piece.rule for piece in description.pieces}

    def stuck(ply: Ply) -> bool:
        after = Ply(ply.after(), ply.ply + 1, None, frozenset(), False)
        views = Views.of([after], observed.width, observed.height)
        for letter, rule in rules.items():
            places = views.places(letter)
            if rule is not None and len(places) and walk(Evidence(views, places), rule):
                return False
        return True

    return stuck


def _reachable(description: Description) -> tuple[Goal, ...]:
    """The goals without squares to which the piece can never move."""
    ends = certificate.Armed(description).ends
    goals: list[Goal] = []
    for goal in description.goals:
        if isinstance(goal, SquareGoal):
            squares = tuple(square for square in goal.squares if ends(goal.piece, square))
            if squares:
                goals.append(SquareGoal(goal.piece, squares))
        else:
            goals.append(goal)
    return tuple(goals)
