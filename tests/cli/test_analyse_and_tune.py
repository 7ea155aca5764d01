"""`sbg analyse` and `sbg tune`, and what the other commands have of the players: levels and hints."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

import sbg as library
from sbg.app.cli.commands.tune import _Curve
from sbg.base.statistics import Estimate, estimate_of
from sbg.play.players.alphabeta import AlphaBetaSearcher
from sbg.play.tune.tuning import Progress, Tuned, Tuner
from tests.cli.conftest import Command
from tests.cli.helpers import sbg


def test_lines_deepen() -> None:
    answer = sbg("analyse", "gardner", "--depth", "3")
    assert answer.code == 0
    lines = answer.out.splitlines()
    assert [line.split()[:2] for line in lines[:3]] == [
        ["depth", "1"],
        ["depth", "2"],
        ["depth", "3"],
    ]
    assert re.fullmatch(r"best ([a-e][1-5]){2}: [+-]\d+\.\d\d for white", lines[-1])


def test_a_solved_game_says_who_wins() -> None:
    answer = sbg("analyse", "hexapawn", "--seconds", "20")
    assert answer.out.splitlines()[-1].endswith("black wins in 6 plies")
    soon = sbg("analyse", "hexapawn", "--fen", "1p1/P1p/3 w 2", "--depth", "3")
    assert soon.out.splitlines()[-1].endswith("white wins in 1 ply")


def test_json_holds_several_lines() -> None:
    answer = sbg("analyse", "octopawn", "--seconds", "20", "--lines", "2", "--json")
    data = json.loads(answer.out)
    assert data["fen"] == "pppp/4/4/PPPP w 0"
    best, other = data["lines"]
    assert (best["proven"], best["plies"] > 0, best["score"]) == ("win", True, None)
    assert best["variation"][0] == data["move"] != other["variation"][0]


@pytest.mark.parametrize(
    "words",
    [
        ["gardner", "--depth", "0"],
        ["gardner", "--seconds", "-1"],
        ["gardner", "--seconds", "nan"],
        ["gardner", "--threads", "0"],
        ["gardner", "--weights", "none.json"],
        ["gardner", "--fen", "4k/5/5/5/4K w 100"],
        ["gardne"],
    ],
)
def test_misuse_of_analyse(words: list[str]) -> None:
    answer = sbg("analyse", *words)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("error: ")


def test_what_was_tuned_is_used(tmp_path: Path) -> None:
    words = ("--games", "16", "--nodes", "50", "--match", "2")
    answer = sbg("tune", "breakthrough5", *words, cwd=tmp_path)
    assert (answer.code, answer.out) == (0, "breakthrough-5x5.json\n")
    assert "16 games  error" in answer.err
    figures = r"player scored [0-9.]+% \([0-9.]+% to [0-9.]+%\) against the untuned one, in 4 games"
    assert re.search(figures, answer.err)
    told = dict(re.findall(r"^    ([Pp]) +(-?[0-9.]+) +-?[0-9.]+$", answer.err, re.MULTILINE))
    data = json.loads((tmp_path / "breakthrough-5x5.json").read_text(encoding="utf-8"))
    assert data["command"] == "sbg tune breakthrough5 --games 16 --nodes 50 --seed 0 --match 2"
    for letter, worth in told.items():
        table = [number for row in data["pieces"][letter]["squares"] for number in row]
        assert worth == f"{sum(table) / 2500:.2f}"
    assert set(told) == {"P", "p"}
    weights = ("--weights", "breakthrough-5x5.json", "--depth", "2")
    assert sbg("analyse", "breakthrough5", *weights, cwd=tmp_path).code == 0
    other = sbg("analyse", "gardner", *weights, cwd=tmp_path)
    assert other.code == 2
    assert "holds weights for `Breakthrough 5x5`, not for `Simplified Gardner`" in other.err
    black = "alphabeta:weights=breakthrough-5x5.json"
    refused = sbg("play", "gardner", "--black", black, stdin="a2a3\n", cwd=tmp_path)
    assert refused.code == 2
    assert "holds weights for" in refused.err


@pytest.mark.parametrize(
    "words",
    [["gardner", "--games", "4"], ["gardner", "--out", "no/such/folder/w.json"], ["nothing"]],
)
def test_misuse_of_tune(words: list[str]) -> None:
    answer = sbg("tune", *words)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("error: ")


def test_a_hint_and_a_level(tmp_path: Path) -> None:
    answer = sbg("play", "hexapawn", "--level", "1", "--seed", "1", stdin="hint\nquit\n")
    assert re.search(
        r"All moves lose .* [abc]1[abc]2 holds out longest \(loses in 6 plies\)\.", answer.out
    )
    for level in ("0", "10"):
        refused = sbg("play", "--level", level)
        assert refused.code == 2
        assert "--level is a whole number from 1 to 9" in refused.err
    assert sbg("play", "--level", "3", "--black", "random").code == 2


@pytest.mark.parametrize(("wins", "clear"), [(90, True), (51, False), (50, False), (20, False)])
def test_a_gain_is_told_only_where_it_is_clear(
    command: Command, monkeypatch: pytest.MonkeyPatch, wins: int, clear: bool
) -> None:
    match = estimate_of([1.0] * wins + [0.0] * (200 - 2 * wins) + [1.0] * wins)

    def tuned(game: library.Game, games: int, *_: object) -> Tuned:
        return Tuned(AlphaBetaSearcher().searcher(game).weights(), games, match, 200)

    monkeypatch.setattr("sbg.app.cli.commands.tune.tune", tuned)
    answer = command("tune", "hexapawn", "--games", "300", "--out", "w.json")
    assert answer.code == 0, answer.err
    assert f"scored {wins / 100:.1%} (" in answer.err
    assert "in 200 games that had no part in choosing them" in answer.err
    assert ("no clear gain" in answer.err) != clear
    data = json.loads(Path("w.json").read_text())
    assert data["games"] == 300
    assert data["match"]["low"] < data["match"]["score"] < data["match"]["high"]


def test_the_match_that_tells_the_gain_does_not_choose(monkeypatch: pytest.MonkeyPatch) -> None:
    """All matches but the last choose; the last has openings of its own, and only its result is told."""
    played: list[tuple[int, int]] = []
    luck = Random(1)

    def match(self: Tuner, weights: object, games: int, number: int = 0) -> Estimate:
        played.append((games, number))
        points = [float(luck.random() < 0.5) if number < 2 else 0.5 for _ in range(games)]
        found = estimate_of(points)
        assert found is not None
        return found

    monkeypatch.setattr(Tuner, "match", match)
    monkeypatch.setattr(Tuner, "fit", lambda self, trace: self.model.nothing())
    tuner = Tuner(library.load("hexapawn"))
    _, found = tuner.best(100)
    assert found is not None
    assert (found.score, played[-1]) == (0.5, (200, 2))
    assert played[:-1] == [(100, 0)] * 5 + [(200, 1)] * 2


def test_lines_of_the_learning_curve_are_means(capsys: pytest.CaptureFixture[str]) -> None:
    curve = _Curve(20)
    for games, error, white, length in (
        (1, 0.5, 1.0, 40.0),
        (2, 0.3, 0.5, 20.0),
        (3, 0.1, 0.0, 30.0),
    ):
        curve.add(Progress(games, error, white, length))
    assert capsys.readouterr().err.splitlines() == [
        "     1 games  error 0.500  white 100%   40.0 plies",
        "     3 games  error 0.200  white  25%   25.0 plies",
    ]


def test_the_picture_of_the_learning_curve() -> None:
    curve = _Curve(200)
    curve.errors = [0.4, 0.3, 0.2, 0.1, 0.0]
    assert "█▆▄▂ " in curve._picture(Progress(5, 0.0, 0.5, 10.0))
    curve.errors = [0.2, 0.6] * 30  # two in one mark: their mean
    picture = curve._picture(Progress(60, 0.6, 0.5, 10.0))
    assert picture.count("█") == 30
