"""Without the package that an environment is for, importing it says what to install."""

from __future__ import annotations

import importlib
import sys

import pytest

import sbg


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("gymnasium", "gymnasium", "envs"),
        ("pettingzoo", "pettingzoo", "envs"),
        ("open_spiel", "pyspiel", "openspiel"),
        ("jax", "jax", "jax"),
    ],
)
def test_the_message(
    module: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, f"sbg.envs.{module}", raising=False)
    with pytest.raises(ImportError, match=rf"is not installed; .*'.\[{extra}\]'") as caught:
        importlib.import_module(f"sbg.envs.{module}")
    assert isinstance(caught.value, sbg.SbgError)


def test_pictures_need_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    from sbg.envs.common import render

    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ImportError, match=r"Pillow or resvg-py is not installed.*\[gif\]"):
        render(sbg.load("hexapawn").start, "rgb_array")
