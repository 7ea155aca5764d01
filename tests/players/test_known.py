"""The player alphabeta with tables: exact values where a table has the position, a search elsewhere."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import sbg
from sbg.exact.solving.plan import make_plan
from sbg.exact.solving.probe import probe_moves
from sbg.exact.solving.solve import fill_table, save_table
from sbg.exact.solving.table import TableFile
from sbg.play.players.alphabeta import AlphaBetaPlayer, AlphaBetaSearcher
from sbg.play.players.budget import Limits
from sbg.play.players.interface import SearchOptions
from sbg.play.players.score import Info, Score


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a table of octopawn, and a file that is none."""
    place = tmp_path_factory.mktemp("tables")
    save_table(fill_table(make_plan(sbg.load("octopawn").start, 1 << 30)), place / "octopawn.table")
    (place / "other.table").write_bytes(b"nothing")
    return place


@pytest.mark.parametrize("name", ["", "octopawn.table"])
def test_the_lines_are_those_of_the_table(folder: Path, name: str) -> None:
    start = sbg.load("octopawn").start
    told: list[Info] = []
    searcher = AlphaBetaSearcher(SearchOptions(lines=2, tables=str(folder / name)))
    found = searcher.search(start, Limits(depth=1), told.append)
    assert tuple(told) == found.lines
    assert found.score == Score(plies=11)
    assert len(found.lines) == 2
    best = found.lines[0]
    assert len(best.variation) == 11
    values = probe_moves(TableFile(folder / "octopawn.table"), start)
    assert [move for move, _ in best.exact] == list(values)
    for move, score in best.exact:
        assert score.plies is not None
        assert abs(score.plies) == values[move].plies
        assert (score.plies > 0) == (values[move].value == "white")
    assert found.lines[1].exact == ()


def test_a_player_with_tables_wins_as_soon_as_can_be(folder: Path) -> None:
    game = sbg.load("octopawn")
    first = AlphaBetaPlayer(depth=1, tables=str(folder))
    position = game.start
    while position.outcome is None:
        player = first if position.turn == "white" else AlphaBetaPlayer(depth=1, seed=1)
        position = position.play(player.choose(position))
    assert position.outcome.winner == "white"
    assert position.ply <= 11


def test_other_games_are_searched(folder: Path) -> None:
    found = AlphaBetaSearcher(SearchOptions(tables=str(folder))).search(
        sbg.load("gardner").start, Limits(depth=2)
    )
    assert found.lines[0].exact == ()
    assert found.lines[0].nodes > 10


def test_weak_players_do_not_look(folder: Path) -> None:
    options = SearchOptions(level=1, tables=str(folder), seed=0)
    found = AlphaBetaSearcher(options).search(sbg.load("octopawn").start, Limits(depth=1))
    assert found.lines[0].exact == ()


def test_a_spec_with_tables(folder: Path) -> None:
    player = sbg.player(f"alphabeta:depth=1,tables={folder}")
    assert str(player.choose(sbg.load("octopawn").start)) in {
        str(move)
        for move, value in probe_moves(
            TableFile(folder / "octopawn.table"), sbg.load("octopawn").start
        ).items()
        if value.plies == 11
    }
    with pytest.raises(sbg.SbgError, match="is not a table"):
        sbg.player(f"alphabeta:tables={folder / 'other.table'}").choose(sbg.load("octopawn").start)
    with pytest.raises(sbg.SbgError, match="there is no file"):
        sbg.player(f"alphabeta:tables={folder / 'none.table'}").choose(sbg.load("octopawn").start)


@pytest.fixture
def beside(folder: Path, tmp_path: Path) -> Path:
    """The file of a game with a table beside it."""
    (tmp_path / "mine.sbg").write_text(sbg.load("octopawn").text)
    (tmp_path / "mine.table").write_bytes((folder / "octopawn.table").read_bytes())
    return tmp_path / "mine.sbg"


def exact(player: AlphaBetaPlayer, position: sbg.Position) -> bool:
    """Whether a player finds the value of a position in a table."""
    return bool(player.analyse(position, Limits(depth=1)).lines[0].exact)


def test_the_table_beside_a_games_file_is_used(beside: Path) -> None:
    start = sbg.load(beside).start
    player = AlphaBetaPlayer(depth=1)
    assert exact(player, start)
    assert not exact(player, sbg.load("octopawn").start)  # bundled
    assert exact(player, start)
    assert not exact(player, sbg.parse(beside.read_text()).start)  # a text
    assert not exact(AlphaBetaPlayer(depth=1, tables="none"), start)
    assert not exact(AlphaBetaPlayer(level=1), start)  # errs on purpose
    assert not AlphaBetaSearcher().search(start, Limits(depth=1)).lines[0].exact
    player.forget_tables()
    assert not exact(AlphaBetaPlayer(depth=1, tables="none"), start)


@pytest.mark.parametrize("data", [b"", b"nothing", None])
def test_a_table_beside_that_is_none_is_ignored(beside: Path, data: bytes | None) -> None:
    table = beside.with_suffix(".table")
    if data is None:
        table.unlink()
        table.mkdir()
    else:
        table.write_bytes(data)
    assert not exact(AlphaBetaPlayer(depth=1), sbg.load(beside).start)


def test_a_table_of_other_rules_beside_is_ignored(beside: Path) -> None:
    beside.write_text(sbg.load("hexapawn").text)
    assert not exact(AlphaBetaPlayer(depth=1), sbg.load(beside).start)


def test_a_table_that_is_damaged_in_use_is_refused_or_done_without(tmp_path: Path) -> None:
    """A player says so; the server, which nobody watches, searches."""
    file = tmp_path / "octopawn.table"
    save_table(fill_table(make_plan(sbg.load("octopawn").start, 1 << 30)), file)
    start = sbg.load("octopawn").start
    strict = AlphaBetaSearcher(SearchOptions(tables=str(file)))
    served = AlphaBetaSearcher(SearchOptions(tables=str(file), needs_tables=False))
    assert strict.search(start, Limits(depth=1)).score == Score(plies=11)
    assert served.search(start, Limits(depth=1)).score == Score(plies=11)
    data = file.read_bytes()
    half = len(data) // 2
    file.write_bytes(data[:half] + bytes(byte ^ 1 for byte in data[half:]))
    for searcher in (strict, AlphaBetaSearcher(SearchOptions(tables=str(file)))):
        searcher._tables = None  # and the block that it has kept
        with pytest.raises(sbg.TableError, match="another checksum"):
            searcher.search(start, Limits(depth=1))
    served._tables = None
    assert served.search(start, Limits(depth=1)).lines[0].variation
    file.unlink()
    assert served.search(start, Limits(depth=1)).lines[0].variation


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pipes with names")
def test_a_pipe_in_a_folder_of_tables_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.table")
    searcher = AlphaBetaSearcher(SearchOptions(tables=str(tmp_path)))
    assert not searcher.search(sbg.load("octopawn").start, Limits(depth=1)).lines[0].exact
