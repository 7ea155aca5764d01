"""What the benchmarks and checks of a GPU say of a device; here it is this processor."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from bench import batch_cuda, check_cuda
from sbg.engine.gpu import gpu
from tests.cuda.twin import HostDevice, on_host


def test_checks_of_batches() -> None:
    wanted = {
        name: check
        for name, check in check_cuda.checks(small=True).items()
        if "xiangqi" not in name
    }
    with on_host():
        found = check_cuda.run(wanted)
    assert {name for name, result in found.items() if not result["passed"]} == set()
    assert len(found) >= 8


def test_only_programs_of_play_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that solve are for plans that number positions."""
    asked: list[str] = []
    monkeypatch.setattr(gpu, "machine_code", lambda plan, program, kind: asked.append(program))
    monkeypatch.setattr(gpu, "Gpu", HostDevice)
    monkeypatch.setattr(batch_cuda, "driver", lambda: SimpleNamespace(architecture=90))
    found = batch_cuda.compile_times("hexapawn")
    assert tuple(asked) == gpu.PLAYING
    assert found["first step"] > 0


def test_a_check_that_fails_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert not check_cuda.run({"no game": lambda: check_cuda.perft("nothing", 1)})["no game"][
        "passed"
    ]
    assert "FAIL no game" in capsys.readouterr().out


def test_measuring_batches(tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    said: list[str] = []
    with on_host():
        found = batch_cuda.measure(said.append, path, 0.0, (1, 10), ("gardner",), 20)
    assert json.loads(path.read_text()) == found
    assert set(found["growth"]) == {"1", "10"}
    assert all(rate > 0 for row in found["growth"].values() for rate in row.values())
    assert "Gardner with masks and float32 observations" in batch_cuda.render(found)
