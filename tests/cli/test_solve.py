"""`sbg solve`, `sbg probe`, and the commands that use tables."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

import sbg
from sbg.app.cli.commands.serve import _use_tables
from sbg.app.cli.tables import Informed
from sbg.app.cli.terminal import Misuse
from sbg.app.web.desk.searching import TABLES
from sbg.exact.solving import solve
from sbg.exact.solving.known import Known
from sbg.exact.solving.plan import Plan
from sbg.exact.solving.solve import fill_table
from tests.cli.conftest import Command


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from sbg.exact.solving.plan import make_plan
    from sbg.exact.solving.solve import save_table

    path = tmp_path_factory.mktemp("tables") / "hexapawn.table"
    save_table(fill_table(make_plan(sbg.load("hexapawn").start, 1 << 20)), path)
    return path


def test_the_value_and_a_best_line(command: Command) -> None:
    found = command("solve", "hexapawn")
    assert found.code == 0
    value, line = found.out.splitlines()
    assert value == "black wins in 6 plies"
    assert len(line.split()) == 7
    assert found.err == ""


def test_only_what_is_kept_is_worked_on_in_a_folder(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = []

    def spy(plan: Plan, *, folder: Path | None, **others: Any) -> Any:
        folders.append(folder)
        return fill_table(plan, folder=folder, **others)

    monkeypatch.setattr(solve, "fill_table", spy)
    assert command("solve", "hexapawn").code == 0
    assert command("solve", "hexapawn", "-o", "x.table").code == 0
    assert folders == [None, Path("x.table.part")]
    assert [path.name for path in Path().iterdir()] == ["x.table"]


def test_json(command: Command) -> None:
    data = json.loads(command("solve", "hexapawn", "--json").out)
    assert (data["value"], data["plies"], data["method"]) == ("black", 6, "table")
    assert data["certificate"] is None
    assert len(data["line"]) == 6


def test_from_a_position(command: Command) -> None:
    assert command("solve", "hexapawn", "--from", "ppp/P2/1PP b 1").out.startswith(
        "black wins in 3"
    )
    over = command("solve", "hexapawn", "--from", "3/3/P2 b 1")
    assert over.out == "white wins in 0 plies\n"
    wrong = command("solve", "hexapawn", "--from", "x")
    assert wrong.code == 2
    assert "--from" in wrong.err


def test_what_is_too_large_is_refused_with_a_number(command: Command) -> None:
    found = command("solve", "gardner")
    assert found.code == 3
    assert " PB of memory; 8 GB of memory are allowed" in found.err
    assert command("solve", "octopawn", "--memory", "100K").code == 3
    assert command("solve", "octopawn", "--memory", "much").code == 2


def test_a_certificate_is_written_and_holds(command: Command, tmp_path: Path) -> None:
    for game, words in (("hexapawn", "black wins in 6 plies"), ("octopawn", "white wins in 11")):
        file = tmp_path / f"{game}.proof"
        assert command("solve", game, "-o", str(file)).code == 0
        assert words in command("verify", str(file)).out
        assert not Path(f"{file}.part").exists()
        assert sbg.verify(file).claim.exact


@pytest.mark.parametrize("limit", [20, 5, 6])
def test_certificates_of_draws(command: Command, tmp_path: Path, limit: int) -> None:
    """Hexapawn is drawn if its turn limit comes too early."""
    game = tmp_path / "short.sbg"
    text = sbg.load("hexapawn").text
    before = f"{sbg.load('hexapawn').turn_limit} &"
    game.write_text(text.replace(before, f"{limit} &", 1))
    file = tmp_path / "short.proof"
    assert command("solve", str(game), "-o", str(file)).code == 0
    assert sbg.verify(file).claim.value == ("draw" if limit < 6 else "black")


def test_a_drawn_position_has_a_certificate(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "kings.proof"
    answer = command("solve", "gardner", "--from", "4k/5/5/5/K4 w 0", "-o", str(file))
    assert answer.out.startswith("a draw with best play")
    assert sbg.verify(file).claim.value == "draw"


def test_a_proof_of_one_value(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "octopawn.proof"
    answer = command("solve", "octopawn", "--method", "proof", "--memory", "64M", "-o", file)
    assert answer.out.startswith("white wins in 11 plies\n")
    assert sbg.verify(file).claim.plies == 11
    late = command("solve", "gardner", "--method", "proof", "--memory", "8M", "--seconds", "0.2")
    assert late.code == 3
    assert "undecided after" in late.err
    assert command("solve", "hexapawn", "--method", "proof", "--men", "3").code == 2
    assert command("solve", "hexapawn", "--seconds", "3").code == 2


def test_a_table_is_written_and_probed(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "endings.table"
    found = command("solve", "gardner", "--men", "3", "-o", str(file))
    assert found.code == 0
    assert found.out.startswith(
        "all endings of Simplified Gardner with up to 3 men: 69,360 entries"
    )
    assert command("probe", str(file), "4k/5/5/5/KQ3 w 0").out.startswith("white wins in ")
    assert "QK k" in command("probe", str(file)).out
    assert command("solve", "gardner", "--men", "3", "-o", "x.proof").code == 2


def test_probe(command: Command, table: Path) -> None:
    found = command("probe", str(table), "ppp/P2/1PP b 1")
    lines = found.out.splitlines()
    assert lines[0] == "black wins in 3 plies"
    assert lines[1] == "  b3a2  black wins in 3 plies"
    assert len(lines) == 1 + len(sbg.load("hexapawn").position("ppp/P2/1PP b 1").moves)
    data = json.loads(command("probe", str(table), "ppp/P2/1PP b 1", "--json").out)
    assert data["moves"][0] == {"move": "b3a2", "value": "black", "plies": 3}
    head, *rows = command("probe", str(table)).out.splitlines()[1:]
    for name in ("men", "turn"):  # words begin and numbers end in one column
        begin = head.index(name)
        assert all(row[begin] != " " == (row[begin - 1] if begin else " ") for row in rows)
    for name in ("positions", "wins", "draws", "losses", "longest", "zugzwangs"):
        end = head.index(name) + len(name)
        assert all(row[end - 1] != " " == row[end] for row in rows)
    classes = json.loads(command("probe", str(table), "--json").out)["classes"]
    assert {row["men"] for row in classes} >= {"PPP ppp", "P p"}


def test_probe_refuses_what_is_no_table_or_not_in_it(
    command: Command, table: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.table"
    other.write_bytes(table.read_bytes()[:-1])
    assert command("probe", str(other)).code == 1
    assert "not complete" in command("probe", str(other)).err
    assert command("probe", str(tmp_path / "none.table")).code == 2
    assert command("probe", str(table), "x").code == 2
    missing = command("probe", str(table), "3/PPP/1P1 w 0")
    assert missing.code == 1
    assert "does not have" in missing.err


def test_analyse_uses_a_table(command: Command, table: Path, tmp_path: Path) -> None:
    found = command("analyse", "hexapawn", "--tables", str(table), "--lines", "2")
    assert found.out.splitlines()[-1].endswith("black wins in 6 plies")
    assert " 2. table" in found.out
    data = json.loads(command("analyse", "hexapawn", "--tables", str(table), "--json").out)
    assert data["table"] is True
    assert data["lines"][0]["plies"] == -6
    assert (data["lines"][0]["nodes"], data["lines"][0]["depth"]) == (
        0,
        None,
    )  # nothing was searched
    wrong = command("analyse", "octopawn", "--tables", str(table))
    assert wrong.code == 2
    assert "other rules" in wrong.err
    # The table beside a game's file is used unasked.
    game = tmp_path / "mine.sbg"
    game.write_text(sbg.load("hexapawn").text)
    (tmp_path / "mine.table").write_bytes(table.read_bytes())
    assert "table " in command("analyse", str(game)).out
    assert "table " not in command("analyse", str(game), "--tables", "none", "--depth", "2").out


def test_machines_play_by_a_table(command: Command, table: Path) -> None:
    """A table makes even the random player perfect: White, who is lost, lasts for six plies."""
    found = command(
        "play", "hexapawn", "--white", "random", "--black", "random", "--tables", str(table)
    )
    assert found.code == 0
    assert found.out.count(" plays ") == 6
    assert "Black wins" in found.out


def test_weak_levels_do_not_play_by_a_table(
    command: Command, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tmp_path / "mine.sbg"
    game.write_text(sbg.load("hexapawn").text)
    (tmp_path / "mine.table").write_bytes(table.read_bytes())
    looked: list[str] = []

    def look(_: object, position: sbg.Position, *__: object) -> Any:
        looked.append(position.fen)
        return position.moves[0]

    monkeypatch.setattr(Known, "look_up", look)
    monkeypatch.setattr(Informed, "choose", look)
    weak = ("--white", "alphabeta:level=1", "--black", "alphabeta:level=1")
    assert command("play", str(game), *weak).code == 0
    strong = ("--white", "alphabeta:depth=1", "--black", "alphabeta:depth=1")
    assert command("play", str(game), *strong, "--tables", "none").code == 0
    assert not looked
    assert command("play", str(game), *strong).code == 0
    assert looked


def test_a_server_uses_the_tables_of_its_folder(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TABLES, "")
    monkeypatch.chdir(tmp_path)
    _use_tables(None)
    assert TABLES not in os.environ
    monkeypatch.chdir(table.parent)
    _use_tables(None)
    assert os.environ[TABLES] == str(table.parent)
    _use_tables("none")
    assert TABLES not in os.environ
    _use_tables(table.name)
    assert os.environ[TABLES] == str(table)
    with pytest.raises(Misuse, match="--tables"):
        _use_tables("missing.table")


def test_every_entry_of_a_table_is_verified(command: Command, table: Path, tmp_path: Path) -> None:
    found = command("verify", str(table))
    assert found.code == 0
    assert "every entry follows from the engine's moves" in found.out
    data = json.loads(command("verify", str(table), "--json", "--jobs", "2").out)
    assert (data["verdict"], data["checked"], data["sampled"]) == ("checked", 1608, 1608)
    some = command("verify", str(table), "--sample", "5")
    assert "not proved: 5 entries" in some.out
    wrong = tmp_path / "wrong.table"
    wrong.write_bytes(table.read_bytes()[:-1])
    assert command("verify", str(wrong)).code == 1
    assert json.loads(command("verify", str(wrong), "--json").out)["verdict"] == "refused"
    assert command("verify", str(tmp_path / "none.table")).code == 2


def test_all_values(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "all.proof"
    done = command("solve", "hexapawn", "--strong", "-o", str(path))
    assert (done.code, done.out.splitlines()[0]) == (0, "black wins in 6 plies")
    assert sbg.verify(path).kind == "strong"
    for words in (["--strong"], ["--strong", "-o", "x.table"], ["--strong", "--method", "proof"]):
        assert command("solve", "hexapawn", *words).code == 2


def test_what_was_not_decided_is_kept_and_said(command: Command, tmp_path: Path) -> None:
    words = ("solve", "chess", "--method", "proof", "--memory", "16M", "--seconds", "0.2")
    found = command(*words, "-o", "x.proof")
    assert found.code == 3
    assert "the work is kept in x.proof.part: the same command goes on there" in found.err
    assert {"white.table", "black.table", "state.json"} <= set(os.listdir("x.proof.part"))
    again = command(*words, "-o", "x.proof")
    assert again.code == 3
    found = command(*words)
    assert "with -o FILE the work is" in found.err
    assert command("solve", "gardner", "--men", "3").code == 2
    assert command("solve", "gardner", "--men", "3", "--from", "4k/5/5/5/KQ3 w 0").code == 0
