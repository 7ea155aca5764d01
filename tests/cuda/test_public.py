"""The device of the public functions: a GPU where there is one, a clear message where there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

import sbg
from sbg.engine.gpu import driver, gpu, nvrtc
from sbg.engine.gpu.plan import make_plan
from tests.cuda.twin import HostDevice


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> None:
    """This processor instead of a GPU."""
    monkeypatch.setattr(gpu, "gpu", HostDevice)


@pytest.mark.usefixtures("host")
def test_perft_on_a_device() -> None:
    game = sbg.load("gardner")
    for depth in range(5):
        assert sbg.perft(game, depth, device="cuda") == sbg.perft(game, depth)
    black = game.start.play("c2c3")
    assert sbg.perft(black, 3, device="cuda") == sbg.perft(black, 3)


@pytest.mark.usefixtures("host")
def test_perft_ends_with_the_game() -> None:
    text = sbg.load("hexapawn").text
    game = sbg.parse(text.replace("100 &", "2 &")) if "100 &" in text else sbg.load("hexapawn")
    for depth in range(12):
        assert sbg.perft(game, depth, device="cuda") == sbg.perft(game, depth)
    over = sbg.load("hexapawn").start
    while over.outcome is None:
        over = over.play(over.moves[0])
    assert sbg.perft(over, 0, device="cuda") == 1
    assert sbg.perft(over, 1, device="cuda") == 0


@pytest.mark.usefixtures("host")
def test_playouts_on_a_device() -> None:
    game = sbg.load("breakthrough5")
    found = sbg.playouts(game, 300, seed=4, device="cuda")
    assert found.games == 300
    assert found == sbg.playouts(game, 300, seed=4, device="cuda")
    assert found != sbg.playouts(game, 300, seed=5, device="cuda")
    assert sbg.playouts(game, 0, device="cuda").games == 0
    # As on the processor, within six standard deviations.
    other = sbg.playouts(game, 300, seed=4)
    assert abs(found.white - other.white) < 6 * (300 / 2) ** 0.5
    assert abs(found.plies - other.plies) / 300 < 3


@pytest.mark.usefixtures("host")
def test_playouts_of_a_game_that_is_over() -> None:
    position = sbg.load("hexapawn").start
    while position.outcome is None:
        position = position.play(position.moves[0])
    assert sbg.playouts(position, 7, device="cuda") == sbg.playouts(position, 7)


@pytest.mark.usefixtures("host")
def test_stopping_perft() -> None:
    from sbg.engine import Stop, Stopped, perft

    stop = Stop()
    stop.set()
    with pytest.raises(Stopped):
        perft(sbg.load("gardner"), 4, stop=stop, device="cuda")


def test_devices_that_there_are_not() -> None:
    game = sbg.load("hexapawn")
    with pytest.raises(ValueError, match="device is 'cpu' or 'cuda', not 'tpu'"):
        sbg.playouts(game, 1, device="tpu")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="hash_megabytes is for the device 'cpu'"):
        sbg.perft(game, 1, hash_megabytes=1, device="cuda")


def test_without_a_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "LIBRARY", "there-is-no-such-library.so")
    monkeypatch.setattr(gpu, "gpu", gpu.Gpu)
    driver.driver.cache_clear()
    with pytest.raises(sbg.CudaError, match="there is no NVIDIA GPU here"):
        sbg.playouts(sbg.load("hexapawn"), 1, device="cuda")
    with pytest.raises(sbg.CudaError, match="there is no NVIDIA GPU here"):
        sbg.perft(sbg.load("hexapawn"), 1, device="cuda")
    monkeypatch.setenv("SBG_NVRTC", "there-is-no-such-library.so")
    nvrtc.nvrtc.cache_clear()
    with pytest.raises(sbg.CudaError, match=r"pip install '\.\[cuda\]'"):
        nvrtc.nvrtc()


def test_machine_code_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Per game, program and kind of GPU; a cache that cannot be written is none."""
    compiled = []

    class Compiler:
        version = (13, 4)

        def architectures(self) -> list[int]:
            return [75, 80, 90, 120]

        def compile(self, source: str, options: list[str]) -> tuple[bytes, str]:
            compiled.append(options)
            return source.encode(), ""

    monkeypatch.setattr(gpu, "nvrtc", Compiler)
    monkeypatch.setenv("SBG_CACHE", str(tmp_path / "kernels"))
    hexapawn, gardner = (sbg.load(name).plan for name in ("hexapawn", "gardner"))
    code = gpu.machine_code(hexapawn, "playouts", 90)
    assert gpu.machine_code(hexapawn, "playouts", 90) == code
    assert len(compiled) == 1
    assert "--gpu-architecture=sm_90" in compiled[0]
    gpu.machine_code(hexapawn, "leaves0", 90)
    gpu.machine_code(gardner, "playouts", 90)
    gpu.machine_code(hexapawn, "playouts", 121)
    assert len(compiled) == 4
    assert "--gpu-architecture=sm_120" in compiled[3]
    with pytest.raises(sbg.CudaError, match="does not compile for this GPU"):
        gpu.machine_code(hexapawn, "playouts", 61)
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SBG_CACHE", str(tmp_path / "file"))
    gpu.machine_code(hexapawn, "playouts", 90)
    assert len(compiled) == 5


def test_plans_use_words_where_they_can() -> None:
    for name in ("chess", "xiangqi", "grasshopper-chess", "breakthrough"):
        assert all(not side.walks and not side.singles for side in sbg.load(name).plan.sides)
    wandering = sbg.load("leapfrog")
    assert all(side.walks for side in wandering.plan.sides)
    walked = make_plan(wandering.description, wandering.automata, ways=())
    assert walked == wandering.plan
