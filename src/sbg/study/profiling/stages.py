"""`sbg.profile`: goes through the stages of a profile, and stops early at a bad game."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np

from sbg.base import bounds
from sbg.base.errors import mistyped, shown
from sbg.base.named import Name
from sbg.base.numbers import whole
from sbg.engine import Game, game_of, playouts
from sbg.explain.words.goals import plies as plies_words
from sbg.explain.words.goals import turn_limit as turn_limit_words
from sbg.explain.words.outcome import ended
from sbg.play.players import Analyser
from sbg.play.players.arena import Games, Side, play_games
from sbg.study.profiling import deep, ladder, play, rules
from sbg.study.profiling.budget import BUDGETS, Budget, BudgetName, Deep
from sbg.study.profiling.measure import Measure, clipped, evenness, share
from sbg.study.profiling.result import PieceUse, Profile, Proof, Rung, Strength


@dataclass(frozen=True, slots=True)
class Progress:
    """What is being done, and the share of the whole profile that is done."""

    stage: str
    share: float


OnProgress: TypeAlias = Callable[[Progress], object]

STAGES = ("rules", "random play", "self-play", "ladder", "deep")
_BEGINS = (0.0, 0.05, 0.15, 0.55, 0.7)
"""The share of a profile that is done when each stage begins, as it is for most games."""

MOST_PLIES = 1_000
"""Games are drawn after so many plies if their own turn limit is higher: a profile has to end."""
_MOST_MOVES = 500_000
"""Legal moves that may be looked at in one game: on huge boards games are cut sooner."""
_LEAST_PLIES = 60
_HUGE = 400
"""Squares of a board on which few moves at first say nothing of how many there are later."""
_LONG = 150
"""What random games take beyond this is no sign that games of players are as long."""
_NOISE = 15
"""Added to the scores of self-play or taken away, in hundredths of a plain piece, so that games differ."""
_OPENING = 2
"""Random plies at the begin of self-play: one move of each player."""
_LEAST_GAMES = 6
_START_MEGABYTES = 32
_TRACED = 8
"""Random games of which every ply is looked at."""

LENGTHS = (20, 120)
"""Plies that a game may take: it is worth less the shorter or longer it is."""

DRAWN = "% of the games between players are drawn."
"""How a game is rejected that is hardly ever decided."""

RARE = 0.1
"""A kind of piece that is moved in fewer games than this share is hardly used."""
_SHORTEST = 3
"""Random games that take fewer plies are no games."""
_CHOICES = 0.1
"""The least share of plies with a choice of moves."""
_DECISIVE = 0.2
"""The least decisiveness and balance that must be possible within their intervals."""
_EVEN = 0.4


def profile(
    game: Game | Name,
    *,
    seed: int = 0,
    budget: BudgetName | Budget = "standard",
    gates: bool = True,
    threads: int = 1,
    on_progress: OnProgress | None = None,
) -> Profile:
    """Measure a game.

    `budget` is `quick`, `standard` or `deep`. With `gates` the first thing that makes a game not worth playing ends
    the work; without, only what makes it impossible. The result depends on game, seed and budget alone.
    """
    game = game_of(game, "profile")
    if isinstance(budget, str):
        if budget not in BUDGETS:
            raise ValueError(f"budget is one of {', '.join(BUDGETS)}, not {shown(budget)}")
        budget = BUDGETS[budget]
    elif not isinstance(budget, Budget):
        raise mistyped("profile", "the name of a budget, or a Budget", budget)
    if on_progress is not None and not callable(on_progress):
        raise mistyped("profile", "a function as on_progress", on_progress)
    whole(seed, "seed", 0, bounds.MAX_SEED)
    whole(threads, "threads", 1, bounds.MAX_THREADS)
    return _Run(game, seed, budget, gates, threads, on_progress or (lambda progress: None)).run()


class _Rejected(Exception):  # noqa: N818 - no error: a profile may end early
    """The game is not worth going on with."""


@dataclass
class _Run:
    """One profile while it is made."""

    game: Game
    seed: int
    budget: Budget
    gates: bool
    threads: int
    on_progress: OnProgress
    stage: int = -1
    rejected: str | None = None
    rejected_at: int | None = None
    measures: dict[str, Measure] = field(default_factory=dict)
    strengths: list[Strength] = field(default_factory=list)
    rungs: list[Rung] = field(default_factory=list)
    pieces: tuple[PieceUse, ...] = ()
    found: dict[str, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    plies: float = 0.0
    """What a game between players may take, as far as is known."""
    weight: float = 1.0
    """What a node costs, compared with one of a game of ordinary size."""

    def run(self) -> Profile:
        stages = [self._rules, self._random, self._self_play, self._ladder]
        if (budget := self.budget.deep) is not None:
            stages.append(lambda: self._deep(budget))
        for number, stage in enumerate(stages):
            self.tell(STAGES[number], _BEGINS[number])
            try:
                stage()
            except _Rejected:
                break
            self.stage = number
        self.tell("done", 1.0)
        return Profile(
            name=self.game.name,
            rules=self.game.rules_hash,
            width=self.game.width,
            height=self.game.height,
            seed=self.seed,
            budget=self.budget.name,
            stage=max(self.stage, 0),
            rejected=self.rejected,
            rejected_at=self.rejected_at,
            measures=self.measures,
            strengths=tuple(self.strengths),
            ladder=tuple(self.rungs),
            pieces=self.pieces,
            notes=tuple(self.notes),
            **self.found,
        )

    def tell(self, stage: str, share: float) -> None:
        """Report how far the work is."""
        self.on_progress(Progress(stage, share))

    def part_seed(self, part: str) -> int:
        """The seed of a part: parts do not share their random games."""
        data = f"{self.seed} {part}".encode()
        return int.from_bytes(hashlib.blake2b(data, digest_size=7).digest())

    def reject(self, reason: str, *, hopeless: bool = False) -> None:
        """Note what is wrong; the first reason counts."""
        if self.rejected is None:
            self.rejected, self.rejected_at = reason, self.stage + 1
        if self.gates or hopeless:
            raise _Rejected

    def games(self, wanted: int, nodes: int) -> int:
        """How many games of players with so many nodes together on two plies the budget allows."""
        plies = max(self.plies, 1.0)
        affordable = self.budget.part_nodes / (self.weight * plies * nodes / 2)
        if _LEAST_GAMES / 4 <= affordable < _LEAST_GAMES:
            return _LEAST_GAMES
        return min(wanted, int(affordable) // 2 * 2)

    # -- the stages

    def _rules(self) -> None:
        legible = rules.read(self.game)
        self.legible = legible
        self.measures |= legible.measures
        self.found["warnings"] = legible.warnings
        outcome = self.game.start.outcome
        if outcome is not None:
            said = ended(self.game.start)
            self.reject(f"The game is over before its first move. {said}", hopeless=True)
        branching = len(self.game.start.moves)
        most = max(_LEAST_PLIES, min(MOST_PLIES, _MOST_MOVES // branching))
        self.played = self.game
        if self.game.turn_limit > most:
            said = turn_limit_words(self.game.turn_limit)
            self.notes.append(f"Games were drawn after {most:,} plies. ({said})")
            short = replace(self.game.description, turn_limit=most)
            self.played = Game(short, self.game.automata)
        self.weight = _weight(branching, self.game.width * self.game.height)

    def _random(self) -> None:
        budget, game = self.budget, self.played
        branching = len(game.start.moves)
        first = playouts(game, 2, self.part_seed("first"), self.threads)
        moves = max(first.plies / 2, 1) * branching
        games = int(min(budget.random_games, max(4, budget.random_moves / moves)))
        found = playouts(game, games, self.part_seed("random"), self.threads)
        self.plies = found.plies / found.games
        traced = play_games(
            game,
            Side("random"),
            games=max(2, min(_TRACED, games // 2 * 2)),
            seed=self.part_seed("traced"),
            random_plies=0,
            threads=self.threads,
        )
        self.measures["completion"] = share(found.games - found.draws, found.games)
        self.measures["branching"] = Measure.of(float(traced.branching.mean()))
        squares = game.width * game.height
        if squares > _HUGE:
            branching = max(branching, round(float(traced.branching.mean())))
            self.weight = _weight(branching, squares)
        self.strengths.append(
            Strength(
                0,
                found.games,
                share(found.white + found.draws / 2, found.games),
                share(found.draws, found.games),
                Measure.of(self.plies),
            )
        )
        chosen = float((traced.branching > 1).mean())
        if chosen < _CHOICES:
            self.reject(f"There is a choice of moves in only {100 * chosen:.0f} % of the plies.")
        self._prove()
        if self.plies < _SHORTEST:
            self.reject(f"Games are over after {self.plies:.1f} plies of random moves.")
        if self.games(_LEAST_GAMES, 2 * budget.main) < _LEAST_GAMES:
            self.plies = min(self.plies, _LONG)
            if self.games(_LEAST_GAMES, 2 * budget.main) < _LEAST_GAMES:
                self.reject(
                    f"The game is too large for the budget: {branching:,} moves to choose from on"
                    f" {game.width}×{game.height} squares.",
                    hopeless=True,
                )

    def _prove(self) -> None:
        """Look for a proof of who wins."""
        nodes = int(self.budget.proof_nodes / self.weight)
        found = Analyser(hash_megabytes=4).analyse(self.game, nodes=max(nodes, 100))
        score = found.score
        if not score.proven:
            return
        value = "draw" if score.plies is None else ("white" if score.plies > 0 else "black")
        plies = None if score.plies is None else abs(score.plies)
        proof = Proof(value, plies, found.nodes, "search")
        self.found["proof"] = proof
        how = "a draw" if plies is None else f"{value.capitalize()} wins in {plies_words(plies)}"
        looked = "1 position" if found.nodes == 1 else f"{found.nodes:,} positions"
        self.reject(f"The game is trivial: {how}, by a search of {looked}.")

    def _self_play(self) -> None:
        for nodes, wanted in self.budget.strengths:
            games = self.games(wanted, 2 * nodes)
            if games < _LEAST_GAMES:
                self.notes.append(f"Too large for self-play with {nodes:,} nodes a move.")
                continue
            played = self._match(nodes, games)
            self.strengths.append(play.strength(nodes, played))
            self.plies = self.strengths[-1].plies.value
            if nodes == self.budget.main:
                self._main(played, self.strengths[-1])
            self.tell(STAGES[2], _BEGINS[2] + 0.4 * len(self.strengths) / 4)

    def _from_the_start(self, budget: Deep) -> None:
        """The initial position between players as strong as the budget allows: openings may hide what it is worth."""
        cost = self.weight * max(self.plies, 1.0) * budget.start_games
        nodes = int(min(budget.start_nodes, budget.start_budget / cost))
        if nodes <= max(nodes for nodes, _ in self.budget.strengths):
            return
        self.tell("initial position", _BEGINS[4])
        played = play_games(
            self.played,
            Side(nodes=nodes, noise=_NOISE, hash_megabytes=_START_MEGABYTES),
            games=budget.start_games,
            seed=self.part_seed("start"),
            random_plies=0,
            threads=self.threads,
        )
        self.strengths.append(play.from_the_start(nodes, played))

    def _match(self, nodes: int, games: int) -> Games:
        return play_games(
            self.played,
            Side(nodes=nodes, noise=_NOISE),
            games=games,
            seed=self.part_seed(f"self-play {nodes}"),
            random_plies=_OPENING,
            adjudicate=False,
            threads=self.threads,
        )

    def _main(self, played: Games, found: Strength) -> None:
        """The measures of self-play, and its gates."""
        course = play.course(played)
        self.measures |= course.measures
        self.pieces = play.piece_use(self.played, played, self.legible)
        self.found["tension"] = course.tension
        if not course.telling:
            self.notes.append(
                "The players' scores hardly foretell who wins or do it all too well: drama, killer moves and"
                " lead changes say little here."
            )
        self.found["endings"] = play.endings(played)
        self.measures["balance"] = evenness(found.white)
        self.measures["decisiveness"] = found.draws.map(lambda draws: 1 - draws)
        self.measures["length"] = found.plies
        self.measures["duration"] = _duration(found.plies)
        self.measures["choice"] = play.choice(played, self.budget.choices)
        self.measures["branching"] = Measure.of(float(np.mean(played.branching)))
        used = [piece.games for piece in self.pieces if piece.movable]
        self.measures["least_use"] = Measure.of(
            *(min(getattr(games, bound) for games in used) for bound in ("value", "low", "high"))
        )
        self.measures["use"] = clipped(self.measures["least_use"].map(lambda use: use / RARE))
        if self.measures["decisiveness"].high < _DECISIVE:
            self.reject(f"{100 * found.draws.value:.0f} {DRAWN}")
        if self.measures["balance"].high < _EVEN:
            side = "White" if found.white.value > 0.5 else "Black"
            score = max(found.white.value, 1 - found.white.value)
            self.reject(f"{side} wins {100 * score:.0f} % of the games between players.")

    def _ladder(self) -> None:
        done = 0
        for strong, weak in self.budget.rungs:
            games = self.games(self.budget.rung_games, strong + max(weak, 1))
            if games < _LEAST_GAMES:
                self.notes.append(f"Too large for a player with {strong:,} nodes a move.")
                continue
            seed = self.part_seed(f"rung {strong} {weak}")
            racing = self.budget.racing
            self.rungs.append(
                ladder.climb(self.played, strong, weak, games, seed, self.threads, racing=racing)
            )
            done += 1
            self.tell(STAGES[3], _BEGINS[3] + 0.15 * done / len(self.budget.rungs))
        self.measures["depth"] = ladder.depth(self.rungs, self.budget.rungs)
        self.measures["ladder_length"] = ladder.length(self.rungs)

    def _deep(self, budget: Deep) -> None:
        """A second opinion by other players, and what each piece is good for."""
        if self.found.get("proof") is None:
            proof = deep.prove(self.game, budget.proof_nodes)
            if proof is not None:
                self.found["proof"] = proof
                won = "drawn" if proof.value == "draw" else f"won by {proof.value.capitalize()}"
                self.notes.append(f"The game is {won} with best play, which a search has proved.")
        self._from_the_start(budget)
        games = self.games(budget.games, 2 * budget.nodes)
        table = deep.Table(self.played, budget, games, self.part_seed, self.threads)
        for number, (name, part) in enumerate(
            (("monte carlo", table.monte_carlo), ("tuned weights", table.tuned))
        ):
            self.tell(name, _BEGINS[4] + 0.1 * number)
            self.measures |= part()
        pieces = []
        for number, piece in enumerate(self.pieces):
            self.tell(f"without {piece.letter}", 0.9 + 0.1 * number / len(self.pieces))
            restricted = table.restricted(piece.letter) if piece.movable else None
            pieces.append(replace(piece, restricted=restricted))
        self.pieces = tuple(pieces)


def _weight(branching: int, squares: int) -> float:
    """What a node costs with so many moves on so many squares, compared with one of a game of ordinary size."""
    return float(max(1.0, branching / 40) * max(1.0, squares / 100) ** 0.5)


def _duration(plies: Measure) -> Measure:
    """1 for games of ordinary length, less for shorter and longer ones."""
    short, long = LENGTHS

    def worth(length: float) -> float:
        return min(1.0, max(length, 0.0) / short, long / max(length, 1.0))

    high = 1.0 if plies.low <= long and plies.high >= short else max(map(worth, _ends(plies)))
    return clipped(Measure.of(worth(plies.value), min(map(worth, _ends(plies))), high))


def _ends(measure: Measure) -> tuple[float, float]:
    return measure.low, measure.high
