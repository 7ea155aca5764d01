"""Weights: derived from the rules, learned, written, read, and refused where they do not belong."""

from __future__ import annotations

import inspect
import json
import math
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sbg
from sbg import _core
from sbg.base.statistics import Estimate, chances
from sbg.engine.native import piece_codes
from sbg.language import games
from sbg.play.players import weights
from sbg.play.players.alphabeta import AlphaBetaSearcher
from sbg.play.players.weights import Weights, WeightsError
from sbg.play.tune import fitting, tuning
from sbg.play.tune.fitting import Model
from sbg.play.tune.tuning import Progress, Tuner, tune


def derived(game: sbg.Game) -> Weights:
    return _core.Searcher(game.rules, 1 << 20).weights()


def worth(game: sbg.Game, letter: str) -> int:
    code = piece_codes(game.description)[letter]
    return derived(game).ordering[code]


def test_pieces_are_worth_what_they_reach() -> None:
    chess = sbg.load("chess")
    values = [worth(chess, letter) for letter in "PNBRQ"]
    assert values == sorted(values)
    assert worth(chess, "Q") > worth(chess, "R") + worth(chess, "P")
    assert [worth(chess, letter.lower()) for letter in "PNBRQK"] == [
        worth(chess, letter) for letter in "PNBRQK"
    ]


def test_a_runner_is_worth_more_the_nearer_its_goal() -> None:
    game = sbg.load("breakthrough")
    table = derived(game).square
    squares = game.width * game.height
    rows = [sum(table[squares + 8 * y : squares + 8 * y + 8]) for y in range(7)]
    assert rows == sorted(rows)
    assert rows[6] > 2 * rows[0]


def test_both_sides_of_a_symmetric_board_are_judged_alike() -> None:
    game = sbg.load("gardner")
    searcher = _core.Searcher(game.rules, 1 << 20)
    white = searcher.evaluate(game.position("4k/5/5/P4/4K w 0")._native)
    black = searcher.evaluate(game.position("4k/p4/5/5/4K b 1")._native)
    assert white == black
    assert white > 0


def test_weights_survive_their_file(tmp_path: Path) -> None:
    game = sbg.load("gardner")
    own = derived(game)
    file = tmp_path / "w.json"
    file.write_text(weights.write(game, own, "sbg tune gardner"), encoding="utf-8")
    assert weights.load(str(file), game) == own
    data = json.loads(file.read_text(encoding="utf-8"))
    assert data["game"] == game.name
    assert data["command"] == "sbg tune gardner"
    player = sbg.player(f"alphabeta:nodes=500,weights={file}")
    assert player.choose(game.start) in game.start.moves


def test_weights_of_another_game_are_refused(tmp_path: Path) -> None:
    gardner, other = sbg.load("gardner"), sbg.load("baby-chess")
    file = tmp_path / "w.json"
    file.write_text(weights.write(gardner, derived(gardner), "x"), encoding="utf-8")
    with pytest.raises(WeightsError, match="holds weights for `Simplified Gardner`, not for"):
        sbg.player(f"alphabeta:weights={file}").choose(other.start)
    text = gardner.text.replace("100 &", "99 &")
    with pytest.raises(WeightsError, match="was made for other rules"):
        weights.load(str(file), sbg.parse(text))


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "is no weights file"),
        (b"[1]", "is no weights file"),
        (b"[" * 200_000, "is no weights file: it is nested too deeply"),
        (b"\xff\xfe", "not UTF-8"),
        (b'{"rules": 1, "pieces": {}}', "holds weights for"),
    ],
)
def test_files_that_are_none(tmp_path: Path, content: bytes, problem: str) -> None:
    file = tmp_path / "w.json"
    file.write_bytes(content)
    with pytest.raises(WeightsError, match=problem):
        weights.load(str(file), sbg.load("gardner"))


def test_a_file_that_is_too_large_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = sbg.load("gardner")
    text = weights.write(game, derived(game), "sbg tune gardner")
    file = tmp_path / "w.json"
    file.write_text(text, encoding="utf-8")
    monkeypatch.setattr(weights, "_MAX_BYTES", len(text.encode()))
    assert weights.load(str(file), game) == weights.read(text, game, str(file))
    file.write_text(f"{text} ", encoding="utf-8")
    with pytest.raises(WeightsError, match="it is too large"):
        weights.load(str(file), game)


def test_damaged_files(tmp_path: Path) -> None:
    game = sbg.load("gardner")
    data = json.loads(weights.write(game, derived(game), "x"))
    file = tmp_path / "w.json"
    damages: list[Callable[[Any], object]] = [
        lambda d: d["pieces"].pop("K"),
        lambda d: d["pieces"]["K"]["squares"].pop(),
        # As many numbers as there are squares, but not in as many rows.
        lambda d: d["pieces"]["K"].update(squares=[[*chain(*d["pieces"]["K"]["squares"])]]),
        lambda d: d["pieces"]["K"].update(worth="much"),
        lambda d: d.update(tempo=10**9),
        lambda d: d["pieces"]["K"].pop("late"),
        lambda d: d["royal"].pop(),
        lambda d: d["runner"].append(0),
    ]
    for damage in damages:
        broken = json.loads(json.dumps(data))
        damage(broken)
        file.write_text(json.dumps(broken), encoding="utf-8")
        with pytest.raises(WeightsError, match="is damaged"):
            weights.load(str(file), game)
    with pytest.raises(WeightsError, match="no such file"):
        weights.load(str(tmp_path / "none.json"), game)


@pytest.mark.long
def test_tuning_is_repeatable_and_tells_its_progress() -> None:
    game = sbg.load("breakthrough5")
    told: list[Progress] = []
    first = tune(game, games=60, seed=3, nodes=60, match_games=4, on_progress=told.append)
    assert [progress.games for progress in told] == [12, 24, 36, 48, 60]
    assert all(0 <= progress.error <= 1 and progress.length > 1 for progress in told)
    assert first.weights.square != derived(game).square
    assert tune(game, games=60, seed=3, nodes=60, match_games=4) == first
    assert tune(game, games=60, seed=4, nodes=60, match_games=4).weights != first.weights


def test_weights_on_a_full_and_on_an_empty_board_are_blended() -> None:
    game = sbg.load("gardner")
    searcher = _core.Searcher(game.rules, 1 << 20)
    own = derived(game).replace(tempo=0, mobility=(0,) * 13)
    pawn = piece_codes(game.description)["P"]
    squares = game.width * game.height
    late = list(own.late)
    late[pawn * squares : (pawn + 1) * squares] = [500] * squares
    position = game.position("4k/5/5/P4/4K w 0")._native
    searcher.set_weights(own)
    early = searcher.evaluate(position)
    searcher.set_weights(own.replace(late=late))
    # Three of twenty pieces are left.
    worth = own.square[pawn * squares + 5]
    expected = 500 + int((worth - 500) * (256 * 3 // 20) / 256)
    assert searcher.evaluate(position) - early == expected - worth


@pytest.mark.parametrize("name", ["gardner", "breakthrough", "chess", "peasants-revolt"])
def test_the_model_that_learns_judges_as_the_core_does(name: str) -> None:
    """What is fitted is what is played with: on positions of random games, with weights that differ everywhere."""
    game = sbg.load(name)
    searcher = _core.Searcher(game.rules, 1 << 20)
    model = Model(game, derived(game))
    rng = np.random.default_rng(5)
    learned = rng.normal(0, 0.5, len(model.nothing())).astype(np.float32)
    searcher.set_weights(model.weights(learned))
    found = searcher.self_play(_core.Stop(), 12, 30, 7, noise=0)
    data = model.judged(found)
    assert data.telling.sum() > 20
    told = model.expected(data, slice(None), learned)[data.telling]
    # A line may end in the table with a score that is a little older.
    assert np.median(np.abs(told - data.score[data.telling])) < 4
    assert np.mean(np.abs(told - data.score[data.telling])) < 8


def test_learning_foretells_better_than_what_was_derived() -> None:
    game = sbg.load("breakthrough6")
    tuner = Tuner(game, seed=2, nodes=60)
    found = tuner.searcher.self_play(_core.Stop(), 60, 60, 1)
    data = tuner.model.judged(found)
    target = fitting.returns(data, 300, 0.5)
    rng = np.random.default_rng(0)
    learned = fitting.fit(tuner.model, data, target, 300, tuner.model.nothing(), 16, rng)

    def error(numbers: fitting.Floats) -> float:
        said = chances(tuner.model.expected(data, slice(None), numbers), 300)
        return float(np.mean((said - target)[data.telling] ** 2))

    assert error(learned) < 0.95 * error(tuner.model.nothing())


def test_returns_are_means_of_later_judgements_and_the_result() -> None:
    game = sbg.load("breakthrough5")
    tuner = Tuner(game, nodes=40)
    found = tuner.searcher.self_play(_core.Stop(), 3, 40, 1)
    data = tuner.model.judged(found)
    assert np.array_equal(fitting.returns(data, 200, 1.0), data.result)
    last = np.append(data.game[1:] != data.game[:-1], True)
    value = chances(data.score, 200)
    expected = np.where(last, data.result, np.append(value[1:], 0))
    assert np.allclose(fitting.returns(data, 200, 0.0), expected)


def test_bundled_weights_fit_the_bundled_games() -> None:
    folder = Path(games.__file__).parent
    shipped = {file.name.removesuffix(".weights.json") for file in folder.glob("*.weights.json")}
    assert shipped >= {"breakthrough", "chess", "gardner"}
    for name in shipped:
        game = sbg.load(name)
        assert weights.bundled(game) is not None, name
        text = games.read_weights(game.name)
        assert text is not None
        assert json.loads(text)["command"].startswith(f"sbg tune {name} ")
    for name in set(games.names()) - shipped:
        assert weights.bundled(sbg.load(name)) is None, name
    assert games.read_weights("Nothing of the kind") is None


def test_bundled_weights_are_used_by_default_and_win() -> None:
    """At a fixed number of nodes the same games come out everywhere: this is no matter of luck."""
    game = sbg.load("knightthrough")
    used, bundled = AlphaBetaSearcher().searcher(game), weights.bundled(game)
    assert bundled is not None
    assert used.weights() == bundled != derived(game)
    assert Tuner(game, seed=9).match(bundled, 20).score >= 0.6


def test_fitting_is_adam_with_a_falling_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same steps, written out once more: batches, both moments, the pull to zero, the mean of the last third."""
    monkeypatch.setattr(fitting, "_BATCH", 10)
    tuner = Tuner(sbg.load("breakthrough5"), nodes=40)
    data = tuner.model.judged(tuner.searcher.self_play(_core.Stop(), 12, 40, 1))
    target, start = fitting.returns(data, 200, 0.5), tuner.model.nothing()
    found = fitting.fit(tuner.model, data, target, 200, start, 3, np.random.default_rng(5))
    random, told = np.random.default_rng(5), np.flatnonzero(data.telling)
    batches = []
    for _ in range(3):
        random.shuffle(told)
        batches += [told[begin : begin + 10].copy() for begin in range(0, len(told), 10)]
    assert len(batches) == 3 * math.ceil(len(told) / 10) > 5
    numbers = start.astype(np.float64)
    moments = np.zeros((2, len(numbers)))
    kept = []
    for step, batch in enumerate(batches, start=1):
        said = chances(tuner.model.expected(data, batch, numbers.astype(np.float32)), 200)
        wrong = ((said - target[batch]) / len(batch)).astype(np.float32)
        slope = fitting._gradient(tuner.model, data, batch, wrong).astype(np.float64)
        slope += numbers / (fitting._CORRELATION * len(told))
        moments[0] = 0.9 * moments[0] + 0.1 * slope
        moments[1] = 0.99 * moments[1] + 0.01 * slope**2
        one, two = moments[0] / (1 - 0.9**step), moments[1] / (1 - 0.99**step)
        rate = fitting._RATE * (1 - 0.95 * step / len(batches))
        numbers = numbers - rate * one / (np.sqrt(two) + 1e-7)
        if step > 0.7 * len(batches):
            kept.append(numbers)
    assert np.abs(found).max() > 0.01
    assert np.allclose(found, np.mean(kept, axis=0), atol=2e-3)


def test_tuning_begins_with_the_same_seed_however_it_is_called() -> None:
    wanted = {"seed": 0, "nodes": 1000}
    given = inspect.signature(tune).parameters
    assert (given["games"].default, given["match_games"].default) == (20_000, 100)
    for call in (inspect.signature(tune), inspect.signature(Tuner)):
        assert {name: call.parameters[name].default for name in wanted} == wanted


def test_what_a_weight_is_the_sum_of() -> None:
    """A part for each piece, each of its rows, and each square, which is that of the mirrored one in two of them."""
    game = sbg.load("gardner")
    model = Model(game, derived(game))
    code, y, x = (
        one.tolist() for one in np.unravel_index(np.arange(model.size), (model.codes, 5, 5))
    )
    fold = [min(one, 4 - one) for one in x]
    wanted: list[list[list[int]]] = [
        [code],
        [code],
        [code, y],
        [code, y, fold],
        [code, y, fold],
        [code, y, x],
    ]
    for (index, _, count), columns in zip(model.parts, wanted, strict=True):
        keys = list(zip(*columns, strict=True))
        assert (index[: model.size] == index[model.size :]).all()
        both = set(zip(keys, index[: model.size].tolist(), strict=True))
        assert len(both) == len(set(keys)) == len({part for _, part in both}) <= count


def test_the_second_match_counts_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    tuner = Tuner(sbg.load("hexapawn"), nodes=20)
    fits = [np.full(3, number, np.float32) for number in range(4)]
    scores = {0: (0.1, 0.0), 1: (0.6, 0.5), 2: (0.55, 0.54), 3: (0.2, 0.0), 1.5: (0.0, 0.0)}
    monkeypatch.setattr(tuner, "fit", lambda trace: fits[tuning.TRACES.index(trace)])
    monkeypatch.setattr(tuner.model, "weights", lambda learned: float(learned[0]))
    told: list[tuple[int, float]] = []

    def match(tried: float, games: int, number: int) -> Estimate:
        score = scores[tried][number] if number < 2 else 0.25
        return Estimate(games // 2, score, score, score, 0.5)

    monkeypatch.setattr(tuner, "match", match)
    weights, found = tuner.best(10, lambda games, score: told.append((games, score)))
    assert float(str(weights)) == 2.0
    assert found is not None
    assert found.score == 0.25  # of games that chose nothing
    assert told == [(10, 0.1), (10, 0.6), (10, 0.55), (10, 0.2), (10, 0.0), (20, 0.5), (20, 0.54)]
    assert tuner.best(0)[1] is None


def test_moves_count_for_the_model_as_they_do_for_the_core() -> None:
    game = sbg.load("breakthrough6")
    model = Model(game, derived(game))
    learned = model.nothing()
    mobility = len(learned) - len(model.rest_spread)
    learned[mobility : mobility + model.codes] = 8.0
    searcher = _core.Searcher(game.rules, 1 << 20)
    searcher.set_weights(model.weights(learned))
    data = model.judged(searcher.self_play(_core.Stop(), 12, 30, 7, noise=0))
    told = model.expected(data, slice(None), learned)[data.telling]
    assert np.median(np.abs(told - data.score[data.telling])) < 3
