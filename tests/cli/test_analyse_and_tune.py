"""`sbg analyse` and `sbg tune`, and what the other commands have of the players: levels and hints."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import sbg as library
from sbg.players.alphabeta import AlphaBetaSearcher
from sbg.studies.tune import _Curve
from sbg.tune.tuning import Progress, Tuned
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
    assert re.search(r"player scored [0-9.]+% against the untuned one, in \d+ games", answer.err)
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
    [["gardner", "--games", "0"], ["gardner", "--out", "no/such/folder/w.json"], ["nothing"]],
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


@pytest.mark.parametrize(("score", "verdict"), [(0.51, ""), (0.5, ", so they are no better")])
def test_weights_that_are_no_better_are_said_to_be(
    command: Command, monkeypatch: pytest.MonkeyPatch, score: float, verdict: str
) -> None:
    def tuned(game: library.Game, games: int, *_: object) -> Tuned:
        return Tuned(AlphaBetaSearcher().searcher(game).weights(), games, score, 200)

    monkeypatch.setattr("sbg.studies.tune.tune", tuned)
    answer = command("tune", "hexapawn", "--games", "300", "--out", "w.json")
    assert answer.code == 0, answer.err
    said = f"scored {score:.1%} against the untuned one, in 200 games{verdict}"
    assert said in answer.err
    assert ("no better" in answer.err) == bool(verdict)
    assert json.loads(Path("w.json").read_text())["games"] == 300


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
