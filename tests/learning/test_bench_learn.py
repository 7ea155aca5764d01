"""The benchmark of learning: how exactness is decided, and the tables."""

from __future__ import annotations

import json

import pytest

import sbg
from bench import learn, learn_tables
from scripts import docs_learn, docs_results


def test_exact_is_proved_in_all_positions_or_in_those_of_play() -> None:
    """Pawns of Hexapawn that capture backward too: an enemy behind a pawn has won, so no play can tell."""
    game = sbg.load("hexapawn")
    rule = str(game.pieces[0].rule)
    backward = sbg.parse(game.text.replace(rule, f"{rule} + (1,-1,p)"))
    assert learn.exactness("hexapawn", game) == "same"
    assert learn.exactness("hexapawn", backward) == "relaxed"
    sideways = sbg.parse(game.text.replace(rule, f"{rule} + (1,0,p)"))
    assert learn.exactness("hexapawn", sideways) == "different"
    assert not learn.same_in_play(game, sideways, "P")


def result(section: str, size: int, level: str, spent: float = 1.0) -> dict[str, object]:
    return {
        "key": (section, "gardner", 1, size),
        "level": level,
        "precision": 1.0,
        "recall": 1.0 if level != "different" else 0.5,
        "goals": True,
        "limit": "bound",
        "seconds": 0.5,
        "spent": spent,
    }


def test_tables_say_what_decided() -> None:
    rows = [
        result("complete", 1, "different"),
        result("complete", 3, "relaxed"),
        result("complete", 8, "same"),
    ]
    text = learn_tables.tables(rows, learn.WATCHING, learn.HELD)
    line = next(line for line in text.splitlines() if line.startswith("| gardner"))
    assert [cell.strip() for cell in line.split("|")[2:4]] == ["3", "relaxed"]
    unstable = [*rows, result("complete", 20, "different")]
    text = learn_tables.tables(unstable, learn.WATCHING, learn.HELD)
    assert "| gardner |            - " in text


def test_the_time_that_is_left_is_estimated_from_what_was_measured() -> None:
    missing = [("complete", "gardner", 2, (1, 3)), ("noise", "chess", 1, (1,))]
    known = [result("complete", 1, "same", 60.0), result("complete", 3, "same", 120.0)]
    text = learn.estimate(missing, known, 2)
    assert "| complete |               2 |                       3.0 |" in text
    assert "about 2 minutes with --jobs 2" in text


def test_the_page_shows_what_was_measured() -> None:
    kept = (docs_results.ROOT / docs_results.LEARN).read_text(encoding="utf-8")
    assert kept.count("<!-- end -->") == 4
    assert kept == docs_results.page(docs_results.LEARN)  # else `make generate`


@pytest.mark.parametrize("name", docs_learn.CHARTS)
def test_charts_show_what_was_measured(name: str) -> None:
    kept = (docs_results.ROOT / name).read_text(encoding="utf-8")
    assert kept == docs_learn.CHARTS[name]()  # else `make generate`


def test_a_file_of_results_has_no_held_out_rules() -> None:
    one = {"key": ("rules", "1", 1, 500), "level": "same", "name": "rule 1", "rule": "(1,2,e)"}
    known = {
        ("rules", "1", 1, 500): one,
        ("complete", "gardner", 1, 3): result("complete", 3, "same"),
    }
    text = learn.kept(known)
    assert "(1,2,e)" not in text
    first, second = json.loads(text)["learn"]["results"]
    assert (first["key"], second["key"]) == (["complete", "gardner", 1, 3], ["rules", "1", 1, 500])


def test_goals_that_end_games_alike_are_told_from_others() -> None:
    game = sbg.load("hexapawn")
    assert learn.ends_alike("hexapawn", game.description.goals)
    assert not learn.ends_alike("hexapawn", game.description.goals[:1])
    found = learn.ended("hexapawn", sbg.watch(game, 20, legal=0.0, seed=1))
    assert (found["level"], found["goals"]) == ("same", True)


def test_exact_means_exact(capsys: pytest.CaptureFixture[str]) -> None:
    """The first of the 200 generated games whose pieces are learned and compared with the true ones."""
    assert learn.try_wild(1, 6) == 0
    captured = capsys.readouterr()
    assert "0 are called exact and are not" in captured.out
    exact = [int(line.split("|")[4]) for line in captured.out.splitlines()[2:5]]
    assert exact[2] >= 10
