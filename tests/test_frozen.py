"""The file of facts and the script that compares it: they fit, and what is broken is seen."""

from __future__ import annotations

import pytest

import sbg
from scripts import freeze, freeze_facts


def compared(
    stored: dict[str, str], now: dict[str, str], permitted: str = "", skipped: tuple[str, ...] = ()
) -> list[tuple[str, str]]:
    facts = {name: freeze.stored_form(text) for name, text in stored.items()}
    permissions = freeze.read_permissions(permitted, "- `sbg.lode` is gone:\n  use `sbg.load`")
    return freeze.Comparison(facts, now, skipped, permissions).wrong


def test_what_comes_passes_and_what_goes_or_changes_does_not() -> None:
    stored = {"names/a": "", "names/b": "", "svg/chess": "x" * 9000}
    assert compared(stored, {**stored, "names/c": ""}) == []
    assert compared(stored, {"names/a": "", "svg/chess": "x" * 8999 + "y"}) == [
        ("names/b", "gone"),
        ("svg/chess", "changed"),
    ]
    assert compared(stored, {"names/a": ""}, skipped=("names/b", "svg")) == []
    assert compared(stored, {**stored, "svg/x/failed": "Trace"}) == [("svg/x/failed", "failed")]


def test_what_the_changelog_says_may_go() -> None:
    stored = {"names/sbg/lode": "", "names/sbg/x": "1"}
    said = "gone names/*/lode : `sbg.lode` is gone: use"
    assert compared(stored, {"names/sbg/x": "2"}, said) == [("names/sbg/x", "changed")]
    with pytest.raises(SystemExit, match=r"CHANGELOG\.md does not say"):
        compared(stored, stored, "gone names/*/lode : nobody misses it")
    with pytest.raises(SystemExit, match="not `gone"):
        compared(stored, stored, "went names/*/lode : `sbg.lode` is gone")


def test_differences_are_named() -> None:
    assert freeze.difference("a\nb", "a\nc") == ["-b", "+c"]
    lines = [f"line {i} of a long text" for i in range(800)]
    old = freeze.stored_form("\n".join(lines))
    assert len(str(old)) < 200
    lines[450] = "other"
    assert freeze.difference(old, "\n".join(lines)) == ["between lines 401 and 500 of 800"]


def test_the_file_is_of_the_script() -> None:
    stored = freeze.read_facts()
    assert len(stored["corpus"]) == freeze_facts.RANDOM_GAMES
    assert {name.split("/")[0] for name in stored["facts"]} == set(freeze_facts.KINDS)
    assert freeze.STORED.stat().st_size < 2_000_000
    freeze.read_permissions(
        freeze.ALLOWED.read_text(encoding="utf-8"), freeze.CHANGELOG.read_text(encoding="utf-8")
    )
    task: freeze_facts.Task = (["text", "best", "describe"], [("hexapawn", None)])
    found, missing, _ = freeze_facts.carry_out(task)
    assert missing == []
    assert found["text/hexapawn"] == sbg.format(sbg.load("hexapawn").text)
    for name, text in found.items():
        assert stored["facts"][name] == freeze.stored_form(text)
