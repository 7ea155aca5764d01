"""Checks by simulation that the intervals, tests and verdicts that `sbg` prints are true.

    python bench/figures.py                  all parts; some twenty minutes on one core
    python bench/figures.py sprt ratings     some of them
    python bench/figures.py match --runs 500

Each part draws results from known chances with the code of the package itself, and prints a table.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast
from unittest import mock

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import sbg
from bench.tables import table
from sbg.base.statistics import Estimate, elo, estimate, estimate_of, expected
from sbg.play.contests.ratings import Pair, ratings
from sbg.play.contests.sprt import SequentialTest
from sbg.play.players.arena import Games, Side, play_games
from sbg.study.profiling import ladder, play

Heads = tuple[str, ...]
Rows = list[list[str]]


def share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %"


# -- a match between two


def pair(random: Random, score: float, draws: float, together: float) -> tuple[float, float]:
    """Two games with one opening: `draws` of them are drawn, if the score allows it; so many pairs go `together`."""
    draws = min(draws, 2 * min(score, 1 - score))

    def game() -> float:
        if random.random() < draws:
            return 0.5
        return float(random.random() < (score - draws / 2) / (1 - draws)) if draws < 1 else 0.5

    first = game()
    return first, first if random.random() < together else game()


def counts_of(pairs: Sequence[tuple[float, float]]) -> list[int]:
    counts = [0] * 5
    for first, second in pairs:
        counts[round(2 * (first + second))] += 1
    return counts


def match(runs: int) -> tuple[Heads, Rows]:
    """How often the interval of a match holds the true score."""
    random, rows = Random(1), []
    for draws, together in ((0.0, 0.0), (0.4, 0.0), (0.0, 0.5), (0.7, 0.5)):
        for difference in (0, 200):
            cells = []
            for pairs in (1, 2, 5, 10, 50):
                truth, hits = expected(difference), 0
                for _ in range(runs):
                    played = [pair(random, truth, draws, together) for _ in range(pairs)]
                    found = estimate(counts_of(played))
                    assert found is not None
                    hits += found.score_low <= truth <= found.score_high
                cells.append(share(hits, runs))
            rows.append([f"{difference} Elo", f"{draws:.0%}", f"{together:.0%}", *cells])
    return ("difference", "draws", "games alike", *(f"{n} pairs" for n in (1, 2, 5, 10, 50))), rows


def tournament(runs: int) -> tuple[Heads, Rows]:
    """How often the interval of a rating holds the true one, where everybody meets everybody."""
    random, rows = Random(2), []
    for players in (3, 4, 8):
        for spread in (0, 200):
            truth = [spread * (2 * n / (players - 1) - 1) for n in range(players)]
            for draws in (0.0, 0.6):
                cells = []
                for each in (1, 2, 5, 25):
                    hits = total = 0
                    for _ in range(max(10, runs // players)):
                        pairs = [
                            Pair(i, j, sum(pair(random, expected(truth[i] - truth[j]), draws, 0.3)))
                            for i in range(players)
                            for j in range(i + 1, players)
                            for _ in range(each)
                        ]
                        for found, true in zip(ratings(players, pairs), truth, strict=True):
                            hits += found.low <= true <= found.high
                            total += 1
                    cells.append(share(hits, total))
                rows.append([str(players), f"±{spread} Elo", f"{draws:.0%}", *cells])
    return ("players", "strengths", "draws", *(f"{n} pairs each" for n in (1, 2, 5, 25))), rows


# -- looking while games are played


def verdicts(
    random: Random, truth: float, bounds: tuple[float, float], jobs: int, slow: float
) -> str:
    """The verdict of a test where the first player's losses take so many times as long."""
    test, waiting = SequentialTest(*bounds), dict[int, float]()
    playing: list[tuple[float, int, float]] = []
    now, begun, score = 0.0, 0, expected(truth)
    while test.state.verdict is None:
        while len(playing) < jobs:
            points = float(random.random() < score)
            long = random.uniform(0.8, 1.2) * (1.0 if points else slow)
            heappush(playing, (now + long, begun, points))
            begun += 1
        now, number, points = heappop(playing)
        if number // 2 in waiting:
            test.add(number // 2, round(2 * (waiting.pop(number // 2) + points)))
        else:
            waiting[number // 2] = points
    return test.state.verdict


def sprt(runs: int) -> tuple[Heads, Rows]:
    """How often SPRT 0 100 ends with the difference of 100 Elo, with several games at a time."""
    rows = []
    for jobs, slow in ((1, 1), (16, 1), (16, 2), (8, 5), (16, 5), (64, 2), (64, 5)):
        cells = []
        for truth in (0, 50, 100):
            random = Random(truth)
            found = [verdicts(random, truth, (0.0, 100.0), jobs, slow) for _ in range(runs)]
            cells.append(share(found.count("H1"), runs))
        rows.append([str(jobs), f"{slow} ×", *cells])
    return ("games at a time", "losses take", *(f"true {n} Elo" for n in (0, 50, 100))), rows


def stopped(runs: int) -> tuple[Heads, Rows]:
    """The Elo of matches that SPRT 0 50 has ended."""
    rows = []
    for truth in (0, 20, 50):
        random, ends = Random(truth), {"H0": list[float](), "H1": list[float]()}
        for _ in range(runs):
            test, counts = SequentialTest(0.0, 50.0), [0] * 5
            while test.state.verdict is None:
                score = round(2 * sum(pair(random, expected(truth), 0.3, 0.0)))
                counts[score] += 1
                test.add(test.state.pairs, score)
            found = estimate(counts)
            assert found is not None
            ends[test.state.verdict].append(found.score)
        rows.append([f"{truth:+d}", share(len(ends["H1"]), runs)])
        for scores in ends.values():
            rows[-1].append(f"{elo(sum(scores) / len(scores)):+.0f}" if scores else "")
    return ("true Elo", "ends with H1", "mean Elo after H0", "mean Elo after H1"), rows


def looks(runs: int) -> tuple[Heads, Rows]:
    """How often a match of equals looks decided at some time, for one who looks after every ten pairs."""
    random, rows = Random(5), []
    for draws in (0.0, 0.4):
        seen = dict.fromkeys((10, 50, 100, 200), 0)
        for _ in range(runs):
            counts, decided = [0] * 5, False
            for number in range(1, 201):
                counts[round(2 * sum(pair(random, 0.5, draws, 0.2)))] += 1
                if number % 10 == 0:
                    found = estimate(counts)
                    assert found is not None
                    decided |= not found.score_low <= 0.5 <= found.score_high
                if number in seen:
                    seen[number] += decided
        rows.append([f"{draws:.0%}", *(share(n, runs) for n in seen.values())])
    return ("draws", *(f"up to {n} pairs" for n in (10, 50, 100, 200))), rows


# -- profiles and tuning

MEASURES = ("drama", "killer_moves", "lead_changes")


def some(games: Games, pairs: Sequence[int]) -> Games:
    """Some pairs of games, as far as the measures of a course look at them."""
    ends = np.cumsum(games.lengths)
    numbers = [number for pair in pairs for number in (2 * pair, 2 * pair + 1)]
    scores = [games.scores[ends[n] - games.lengths[n] : ends[n]] for n in numbers]
    found = _Some(games.winners[numbers], games.lengths[numbers], np.concatenate(scores))
    return cast(Games, found)


@dataclass(frozen=True)
class _Some:
    winners: Any
    lengths: Any
    scores: Any

    def __len__(self) -> int:
        return len(self.winners)


def course(runs: int) -> tuple[Heads, Rows]:
    """How often intervals of a profile, of a few pairs of 3,000 games, hold what all the games have."""
    rows = []
    for name in ("clobber", "knightthrough", "breakthrough6", "gardner"):
        for nodes, pairs in ((100, 30), (200, 50)):
            side = Side(nodes=nodes, noise=15)
            pool = play_games(
                sbg.load(name), side, games=3000, seed=1, random_plies=2, adjudicate=False
            )
            truth, random = play.course(pool).measures, Random(0)
            hits = dict.fromkeys(MEASURES, 0)
            for _ in range(runs):
                found = play.course(some(pool, random.sample(range(1500), pairs))).measures
                for one in MEASURES:
                    hits[one] += found[one].low <= truth[one].value <= found[one].high
            shares = [share(hits[one], runs) for one in MEASURES]
            rows.append([name, str(nodes), str(pairs), *shares])
    return ("game", "nodes", "pairs", *(one.replace("_", " ") for one in MEASURES)), rows


def rungs(runs: int) -> tuple[Heads, Rows]:
    """Rungs of a deep profile, which end when they are clear: how often they are, and how often the interval holds."""
    rows = []
    game = sbg.load("hexapawn")
    for score in (0.5, 0.6, 0.7, 0.85):
        random = Random(int(100 * score))
        clear = held = games = 0
        with mock.patch.object(
            ladder,
            "play_games",
            lambda *_, **__: SimpleNamespace(
                points=np.array([float(random.random() < score) for _ in range(8)])  # noqa: B023
            ),
        ):
            for _ in range(runs):
                rung = ladder.climb(game, 4, 1, 96, 0, 1, racing=True)
                clear += rung.score.low > 0.6
                held += rung.score.low <= score <= rung.score.high
                games += rung.games
        rows.append([f"{score:.0%}", share(clear, runs), share(held, runs), f"{games / runs:.0f}"])
    return ("true score", "called clear", "interval holds", "games"), rows


def tuning(runs: int) -> tuple[Heads, Rows]:
    """Fits of `sbg tune` that score the same: what the winner's own match shows, and what the match after it."""
    rows = []
    for truth in (0.48, 0.5, 0.55):
        random, own, after, clear, held = Random(int(100 * truth)), 0.0, 0.0, 0, 0
        for _ in range(runs):

            def played(games: int) -> Estimate:
                points = [float(random.random() < truth) for _ in range(games)]  # noqa: B023
                found = estimate_of(points)
                assert found is not None
                return found

            firsts = sorted((played(100).score for _ in range(5)), reverse=True)[:2]
            best = max(
                (first + 2 * second, second) for first in firsts for second in [played(200).score]
            )
            last = played(200)
            own, after = own + best[1], after + last.score
            clear += last.score_low > 0.5
            held += last.score_low <= truth <= last.score_high
        means = f"{own / runs:.1%}", f"{after / runs:.1%}"
        rows.append([f"{truth:.0%}", *means, share(clear, runs), share(held, runs)])
    return ("true score", "winner's own", "match after it", "a clear gain", "interval holds"), rows


PARTS: dict[str, tuple[Callable[[int], tuple[Heads, Rows]], int]] = {
    "match": (match, 4000),
    "ratings": (tournament, 1000),
    "sprt": (sprt, 1000),
    "stopped": (stopped, 1000),
    "looks": (looks, 2000),
    "course": (course, 150),
    "rungs": (rungs, 2000),
    "tune": (tuning, 3000),
}
"""Each part, and how many runs it makes of each row."""


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--runs", type=int, help="simulations for each cell")
    given = parser.parse_args(words)
    for line in report(given.parts or list(PARTS), given.runs):
        print(line, flush=True)


def report(parts: Sequence[str], runs: int | None = None) -> Iterator[str]:
    """The tables of some parts."""
    for name in parts:
        part, usual = PARTS[name]
        heads, rows = part(runs or usual)
        yield f"\n{part.__doc__} ({runs or usual} runs)\n"
        yield table(heads, rows)


if __name__ == "__main__":
    main()
