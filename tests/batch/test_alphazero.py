"""The example of AlphaZero learns, goes on from its checkpoint, refuses that of another game, and plays in contests."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

import sbg

pytestmark = pytest.mark.extras("torch")

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "alphazero.py"
SMALL = (
    "--device cpu --minutes 60 --blocks 1 --channels 16 --games 64 --simulations 16 --fast 4 --share 0.5 --batch 64"
    " --reuse 8 --rate 0.01 --drawn 4 --every 1000 --curve-games 20 --opponent random"
)


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("alphazero", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["alphazero"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def trained(example: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkpoint of hexapawn, trained in two parts."""
    path = tmp_path_factory.mktemp("alphazero") / "run.pt"
    for steps in ("40", "200"):
        example.main(["train", "hexapawn", str(path), "--steps", steps, *SMALL.split()])
    return path


def test_training_goes_on_from_its_checkpoint(example: ModuleType, trained: Path) -> None:
    curve = json.loads(trained.with_suffix(".json").read_text(encoding="utf-8"))["curve"]
    assert [point["steps"] >= least for point, least in zip(curve, (40, 200), strict=True)]
    assert 0 < curve[0]["evaluations"] < curve[1]["evaluations"]
    assert curve[0]["games"] < curve[1]["games"]
    run = example.Run.load(sbg.load("hexapawn"), trained, "cpu")
    assert run.spent["steps"] >= curve[1]["steps"]


def test_what_was_learned_is_better_than_nothing(example: ModuleType, trained: Path) -> None:
    """It has learned what is legal, which nobody told it."""
    game = sbg.load("hexapawn")
    untrained = example.Run(game, "cpu", 1, 16).net
    net = example.Run.load(game, trained, "cpu").net
    batch = sbg.Batch(game, 200, actions="pairs", opening=2, seed=5)
    legal = batch.action_mask()
    weights = [
        (example.Evaluator(example.served(one), 200)(batch)[0] * legal).sum(1).mean()
        for one in (untrained, net)
    ]
    assert weights[1] > 0.6 > weights[0]


def test_checkpoints_of_other_games_are_refused(
    example: ModuleType, trained: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(sbg.EncodingError, match="other rules"):
        example.Run.load(sbg.load("gardner"), trained, "cpu")
    with pytest.raises(SystemExit, match="error: this belongs to other rules"):
        example.main(["match", "gardner", str(trained), "random"])
    with pytest.raises(SystemExit, match=r"error: .*nothing\.pt"):
        example.main(["match", "gardner", "nothing.pt", "random"])


def test_match(example: ModuleType, trained: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = "random --games 20 --simulations 30 --device cpu"
    example.main(["match", "hexapawn", str(trained), *words.split()])
    found = json.loads(capsys.readouterr().out)
    assert sum(found["won_drawn_lost"]) == 20
    assert found["won_drawn_lost"][0] > found["won_drawn_lost"][2]
    assert found["interval"][0] < found["score"] < found["interval"][1]


def test_its_player_enters_contests(trained: Path) -> None:
    spec = f"python:name=Zero {EXAMPLE}:player {trained} 20 device=cpu"
    standings = sbg.match([spec, "random"], "hexapawn", rounds=2)
    assert {standing.player for standing in standings.players} == {"Zero", "random"}
    with pytest.raises(sbg.SpecError, match="other rules"):
        sbg.match([spec, "random"], "gardner", rounds=1)
