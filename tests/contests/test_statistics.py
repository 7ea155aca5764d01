"""Elo, its interval, superiority, the sequential test and ratings, against independent computation and simulation."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from random import Random

import numpy as np
import pytest

from sbg.base import statistics
from sbg.base.statistics import SCORES, elo, estimate, expected
from sbg.play.contests.ratings import Pair, ratings
from sbg.play.contests.sprt import _most_likely, log_likelihood_ratio, sprt

# A pair of games whose results go together: each probability is that of a score of 0, ½, 1, 1½, 2.
EVEN = (0.1, 0.2, 0.4, 0.2, 0.1)
STRONG = (0.02, 0.08, 0.2, 0.3, 0.4)


def mean(chances: Sequence[float]) -> float:
    return sum(p * a for p, a in zip(chances, SCORES, strict=True))


def draw(random: np.random.Generator, chances: Sequence[float], pairs: int) -> list[int]:
    return [int(n) for n in random.multinomial(pairs, chances)]


def student(t: float, freedom: int) -> float:
    """Student's distribution, by adding up its density."""
    steps = np.linspace(0, t, 200_001)
    constant = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2))
    density = (1 + steps**2 / freedom) ** (-(freedom + 1) / 2)
    area = float((density[1:] + density[:-1]).sum() / 2 * (steps[1] - steps[0]))
    return 0.5 + constant / math.sqrt(freedom * math.pi) * area


# -- Elo


@pytest.mark.parametrize(
    ("difference", "score"),
    [(0, 0.5), (100, 0.640065), (200, 0.759747), (400, 0.909091), (-400, 0.090909)],
)
def test_elo_and_the_expected_score(difference: float, score: float) -> None:
    assert expected(difference) == pytest.approx(score, abs=1e-6)
    assert elo(expected(difference)) == pytest.approx(difference)


def test_an_estimate_by_hand() -> None:
    """100 pairs: the mean is 0.61, the variance 0.0754, the standard error 0.02746."""
    counts = [5, 15, 30, 31, 19]
    found = estimate(counts)
    assert found is not None
    assert found.score == pytest.approx(0.61)
    variance = 0.05 * 0.61**2 + 0.15 * 0.36**2 + 0.3 * 0.11**2 + 0.31 * 0.14**2 + 0.19 * 0.39**2
    half = 1.959964 * math.sqrt(variance / 100)
    assert found.score_low == pytest.approx(0.61 - half, abs=0.004)  # Wilson's differs a little
    assert found.score_high == pytest.approx(0.61 + half, abs=0.004)
    assert found.elo == pytest.approx(77.7, abs=0.05)
    games = 100 * 0.61 * 0.39 / variance  # that vary as much; a score of ½ has a variance of ¼
    assert found.los == pytest.approx(student(0.11 / math.sqrt(0.25 / games), 99), abs=1e-6)


def test_pairs_of_independent_games_are_like_games() -> None:
    """Without draws and without dependence the interval is Wilson's for so many coins."""
    found = estimate([25, 0, 50, 0, 25])
    assert found is not None
    n, z = 200, 1.984217  # Student's, for 99 degrees of freedom
    half = z * math.sqrt(0.25 / n + z * z / (4 * n * n)) / (1 + z * z / n)
    assert found.score_high == pytest.approx(0.5 + half, abs=1e-6)


@pytest.mark.parametrize(
    ("freedom", "value"), [(3, 3.1824), (5, 2.5706), (9, 2.2622), (30, 2.0423), (1000, 1.9623)]
)
def test_students_distribution(freedom: int, value: float) -> None:
    assert statistics.student(statistics.Z95, freedom) == pytest.approx(value, rel=0.01)
    assert student(value, freedom) == pytest.approx(0.975, abs=1e-5)


def test_extremes_make_sense() -> None:
    assert estimate([0] * 5) is None
    won = estimate([0, 0, 0, 0, 10])
    assert won is not None
    assert won.elo == won.elo_high == math.inf
    assert 100 < won.elo_low < 200  # ten pairs: at least 10 / (10 + 1.96²), about 0.72
    assert 0.99 < won.los < 0.999
    drawn = estimate([0, 0, 20, 0, 0])
    assert drawn is not None
    assert drawn.elo == 0
    assert drawn.los == pytest.approx(0.5)
    assert 0.4 < drawn.score_low < 0.48  # twenty pairs, all drawn: the next may be another
    mixed = estimate([0, 1, 18, 1, 0])
    assert mixed is not None
    assert drawn.score_low < mixed.score_low + 0.05


def all_counts(pairs: int, scores: int = len(SCORES)) -> Iterator[list[int]]:
    """Every outcome of a match of so many pairs."""
    if scores == 1:
        yield [pairs]
        return
    for first in range(pairs + 1):
        for rest in all_counts(pairs - first, scores - 1):
            yield [first, *rest]


def test_one_pair_says_little_about_who_is_stronger() -> None:
    for counts, least, most in (
        ([0, 0, 0, 0, 1], 0.75, 0.85),
        ([0, 0, 0, 1, 0], 0.6, 0.7),
        ([0, 0, 1, 0, 0], 0.5, 0.5),
    ):
        found = estimate(counts)
        assert found is not None
        assert least <= found.los <= most


@pytest.mark.parametrize("pairs", [1, 2, 3, 5, 8])
def test_superiority_and_the_interval_say_the_same(pairs: int) -> None:
    """Where one of them is 97.5 % sure of the stronger player, so is the other; and colours do not matter."""
    for counts in all_counts(pairs):
        found, mirrored = estimate(counts), estimate(counts[::-1])
        assert found is not None
        assert mirrored is not None
        assert (found.los > 0.975) == (found.score_low > 0.5), counts
        assert (found.los < 0.025) == (found.score_high < 0.5), counts
        assert mirrored.los == pytest.approx(1 - found.los)
        assert (found.los > 0.5) == (found.score > 0.5), counts


@pytest.mark.parametrize("chances", [EVEN, STRONG])
@pytest.mark.parametrize("pairs", [10, 20, 200])
def test_interval_and_superiority_are_calibrated(chances: Sequence[float], pairs: int) -> None:
    """The interval covers the truth in 95 of 100 simulated matches; among equals, superiority is as often above 0.75
    as it says, and above 0.975 in the matches whose interval misses on that side."""
    random = np.random.default_rng(pairs)
    truth = mean(chances)
    trials = 3000
    hits = high = sure = missed = 0
    for _ in range(trials):
        found = estimate(draw(random, chances, pairs))
        assert found is not None
        hits += found.score_low <= truth <= found.score_high
        missed += truth < found.score_low
        high += found.los > 0.75
        sure += found.los > 0.975
    assert 0.935 <= hits / trials <= 0.975
    if chances is EVEN:
        assert 0.19 <= high / trials <= 0.28
        assert sure == missed
        assert sure / trials <= 0.035


@pytest.mark.parametrize("pairs", [2, 5, 20])
def test_of_players_who_look_stronger_so_many_are(pairs: int) -> None:
    """Players of all strengths: among those with a superiority of 80 to 90 %, so many are the stronger ones."""
    random = np.random.default_rng(pairs)
    told: list[tuple[float, bool]] = []
    for _ in range(6000):
        chance = random.uniform(0.2, 0.8)
        games = random.random((pairs, 2)) < chance
        found = estimate(np.bincount(2 * games.sum(axis=1), minlength=5).tolist())
        assert found is not None
        told.append((found.los, chance > 0.5))
    for low, high in ((0.6, 0.8), (0.8, 0.9), (0.9, 1.0)):
        some = [(los, stronger) for los, stronger in told if low < los <= high]
        if len(some) >= 200:
            claimed = sum(los for los, _ in some) / len(some)
            true = sum(stronger for _, stronger in some) / len(some)
            assert true == pytest.approx(claimed, abs=0.1)


# -- the sequential test


def test_no_distribution_with_the_mean_is_more_likely() -> None:
    random = np.random.default_rng(2)
    scores = np.array(SCORES)
    # Directions that keep the sum of the probabilities and the mean.
    basis = np.linalg.svd(np.array([np.ones(5), scores]))[2][2:]
    for _ in range(20):
        shares = random.dirichlet(np.ones(5)) * 0.99 + 0.002
        target = expected(float(random.uniform(-300, 300)))
        best = np.array(_most_likely(list(shares), target))
        assert best.sum() == pytest.approx(1)
        assert best @ scores == pytest.approx(target)
        assert (best > 0).all()
        likelihood = shares @ np.log(best)
        for _ in range(50):
            other = best + random.normal(0, 0.01, 3) @ basis
            if (other > 0).all():
                assert shares @ np.log(other) <= likelihood + 1e-12


def test_the_ratio_is_near_its_normal_approximation() -> None:
    counts = [60, 190, 490, 200, 60]
    low, high = expected(-2), expected(6)
    score, variance = statistics.moments(counts)
    rough = sum(counts) * (high - low) * (2 * score - low - high) / (2 * variance)
    assert log_likelihood_ratio(counts, -2, 6) == pytest.approx(rough, rel=0.02)
    assert log_likelihood_ratio(counts, 6, -2) == pytest.approx(-rough, rel=0.02)
    assert log_likelihood_ratio([0] * 5, 0, 10) == 0


def test_bounds_and_verdicts() -> None:
    state = sprt([0] * 5, 0, 10)
    assert state.lower == pytest.approx(-2.944, abs=1e-3)
    assert state.upper == pytest.approx(2.944, abs=1e-3)
    assert state.verdict is None
    assert sprt([0, 0, 10, 50, 100], 0, 10).verdict == "H1"
    assert sprt([100, 50, 10, 0, 0], 0, 10).verdict == "H0"
    assert sprt([0, 0, 3, 0, 0], 0, 10).verdict is None


def test_the_test_errs_no_more_often_than_promised() -> None:
    """Among equals, and with a difference as in H1: a wrong verdict in about one of twenty cases."""
    random = np.random.default_rng(3)
    gap = elo(0.5 + 0.05)
    better = (0.05, 0.2, 0.4, 0.2, 0.15)
    assert elo(mean(better)) == pytest.approx(gap)
    wrong = {"H0": 0, "H1": 0}
    trials = 120
    for chances, error in ((EVEN, "H1"), (better, "H0")):
        for _ in range(trials):
            counts = np.zeros(5, dtype=int)
            verdict = None
            while verdict is None:
                counts += random.multinomial(8, chances)
                verdict = sprt([int(n) for n in counts], 0, gap).verdict
            wrong[error] += verdict == error
    # 5 % of 120 is 6; 14 or more would happen once in 500 times.
    assert max(wrong.values()) <= 13
    assert sum(wrong.values()) >= 1


# -- ratings of many


def test_two_players_have_the_rating_of_their_match() -> None:
    counts = [50, 150, 300, 310, 190]
    pairs = [Pair(0, 1, i / 2) for i, n in enumerate(counts) for _ in range(n)]
    first, second = ratings(2, pairs)
    found = estimate(counts)
    assert found is not None
    assert first.elo == pytest.approx(-second.elo)
    assert first.elo - second.elo == pytest.approx(found.elo, rel=0.01)
    assert 2 * (first.high - first.low) / 2 == pytest.approx(
        (found.elo_high - found.elo_low) / 2, rel=0.02
    )


@pytest.mark.parametrize("players", [3, 8])
@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_intervals_of_ratings_cover_from_the_first_pair_on(players: int, rounds: int) -> None:
    """Also where pairs are mostly drawn, so that a few of them hardly vary."""
    random = Random(rounds)
    inside = trials = 0
    for draws in (0.0, 0.6):
        for _ in range(60 if players == 3 else 12):
            pairs = [
                Pair(i, j, sum(one_game(random, draws) for _ in range(2)))
                for i in range(players)
                for j in range(i + 1, players)
                for _ in range(rounds)
            ]
            found = ratings(players, pairs)
            inside += sum(rating.low <= 0 <= rating.high for rating in found)
            trials += players
    assert inside / trials >= 0.93


def one_game(random: Random, draws: float) -> float:
    return 0.5 if random.random() < draws else float(random.random() < 0.5)


def test_known_strengths_are_found_again() -> None:
    random = Random(4)
    truth = [-150.0, -50.0, 0.0, 200.0]
    inside = trials = 0
    for _ in range(12):
        pairs = []
        for i in range(4):
            for j in range(i + 1, 4):
                chance = expected(truth[i] - truth[j])
                pairs += [
                    Pair(i, j, float(sum(random.random() < chance for _ in range(2))))
                    for _ in range(60)
                ]
        for rating, true in zip(ratings(4, pairs), truth, strict=True):
            assert rating.elo == pytest.approx(true, abs=100)
            inside += rating.low <= true <= rating.high
            trials += 1
    assert inside / trials >= 0.85


def test_ratings_stay_finite() -> None:
    winner, loser = ratings(2, [Pair(0, 1, 2.0)] * 10)
    assert 200 < winner.elo < 2000
    assert loser.elo == pytest.approx(-winner.elo)
    # Who has won everything may be stronger still: the width is the model's, not that of results that never vary.
    assert winner.high - winner.low > 600
    even = ratings(2, [Pair(0, 1, 1.0)] * 10)
    assert 50 < even[0].high - even[0].low < 100
    assert [rating.elo for rating in ratings(3, [])] == [0, 0, 0]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_without_games_the_drawn_game_that_each_is_lent_says_all(players: int) -> None:
    """Half a game against the average tells 1/8 about a rating; only differences from the mean count."""
    spread = 1.959963984540054 * math.sqrt(8 * (1 - 1 / players)) * 400 / math.log(10)
    for rating in ratings(players, []):
        assert rating.elo == pytest.approx(0.0)
        assert (rating.low, rating.high) == pytest.approx((-spread, spread))


def test_who_wins_everything_has_no_better_score_than_everything() -> None:
    """Rounding must not lead beyond: there is no rating for more than all."""
    for pairs in range(1, 200):
        assert statistics.wilson(1.0, 2.0 * pairs)[1] <= 1.0
        assert statistics.wilson(0.0, 2.0 * pairs)[0] >= 0.0


def test_the_fewest_pairs_have_the_widest_points() -> None:
    one, two, three = (statistics.student(1.96, freedom) for freedom in (1, 2, 3))
    assert one == two > three > 1.96  # its expansion is of no use below 2
