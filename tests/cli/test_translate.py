"""`sbg translate`: games in the languages of other programs, and refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sbg
from sbg import translation
from sbg.translation import TargetName
from tests.cli.conftest import Command
from tests.cli.helpers import THREE_PAWNS, WRONG_ROW

EXACT: tuple[TargetName, ...] = ("gdl", "rbg")


@pytest.mark.parametrize("target", EXACT)
def test_translate(command: Command, target: TargetName) -> None:
    answer = command("translate", "gardner", "--to", target)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == sbg.translate(sbg.load("gardner"), target).text


def test_from_stdin(command: Command) -> None:
    answer = command("translate", "-", "--to", "rbg", stdin=THREE_PAWNS)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("// Three pawns")


def test_json(command: Command) -> None:
    data = json.loads(command("translate", "hexapawn", "--to", "gdl", "--json").out)
    assert data == {
        "game": "Hexapawn",
        "target": "gdl",
        "text": sbg.translate(sbg.load("hexapawn"), "gdl").text,
        "exact_until": None,
        "notes": [],
    }


def test_output(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "hexapawn.kif"
    answer = command("translate", "hexapawn", "--to", "gdl", "-o", str(file))
    assert (answer.code, answer.out) == (0, "")
    assert answer.err == f"{file}: written\n"
    assert file.read_text(encoding="utf-8") == sbg.translate(sbg.load("hexapawn"), "gdl").text
    game = tmp_path / "pawns.sbg"
    game.write_text(THREE_PAWNS, encoding="utf-8")
    answer = command("translate", str(game), "--to", "gdl", "-o", str(game))
    assert answer.code == 2
    assert game.read_text(encoding="utf-8") == THREE_PAWNS


def test_targets(command: Command) -> None:
    answer = command("translate", "--targets")
    assert (answer.code, answer.err) == (0, "")
    data = json.loads(command("translate", "--targets", "--json").out)
    assert [target["name"] for target in data["targets"]] == list(translation.TARGETS)
    for target in translation.TARGETS.values():
        assert target.title in answer.out
        assert target.expresses in answer.out


def test_refusal(command: Command) -> None:
    answer = command("translate", "self-capture-chess", "--to", "fsf")
    assert (answer.code, answer.out) == (1, "")
    with pytest.raises(sbg.Inexpressible) as refused:
        sbg.translate(sbg.load("self-capture-chess"), "fsf")
    assert refused.value.reasons
    for reason in refused.value.reasons:
        assert f"error[{reason.code}]: {reason.message}" in answer.err
        assert command("explain", reason.code).code == 0
    data = command("translate", "self-capture-chess", "--to", "fsf", "--json")
    assert data.code == 1
    reasons = json.loads(data.out)["reasons"]
    assert [reason["code"] for reason in reasons] == [r.code for r in refused.value.reasons]
    assert all(set(reason) >= {"piece", "limit", "word", "position"} for reason in reasons)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], "GAME"),
        (["gardner"], "--to"),
        (["gardner", "--to", "gdl", "--from", "fsf"], "either"),
        (["gardner", "--to", "gld"], "gdl"),
        (["gardner", "--to", "gdl", "--allow", "turn-limit"], "turn-limit"),
        (
            ["mini-xiangqi", "--to", "fsf", "--allow", "turn-limt"],
            "there is no loss to allow for fsf `turn-limt`\n  = help: did you mean `turn-limit`?",
        ),
        (["gardner", "--to", "gdl", "--piece", "N"], "--piece"),
        (["gardner", "--to", "gdl", "--board", "8x8"], "--board"),
        (["gardner", "--from", "nonsense"], "nonsense"),
        (["gardner", "--to", "gdl", "-o", ""], "name"),
        (["gardner", "--to", "gdl", "-o", "no/such/folder/x"], "folder"),
        (["nosuchgame", "--to", "gdl"], "nosuchgame"),
        (["gardner", "--to", "rg"], "no target `rg`: use `rbg`"),
    ],
)
def test_misuse(command: Command, words: list[str], complaint: str) -> None:
    answer = command("translate", *words)
    assert (answer.code, answer.out) == (2, "")
    assert complaint in answer.err


def test_a_wrong_file(command: Command) -> None:
    answer = command("translate", "-", "--to", "gdl", stdin=WRONG_ROW)
    assert (answer.code, answer.out) == (1, "")
    assert "SBG201" in answer.err


def test_in_python() -> None:
    game = sbg.load("hexapawn")
    for wrong in (
        {"target": "gld"},
        {"target": "gdl", "allow": ["x"]},
        {"target": "rbg", "piece": "P"},
    ):
        with pytest.raises(sbg.TranslationError):
            sbg.translate(game, **wrong)
    assert sbg.translate(game.description, "rbg").text.count("\n") > 50
