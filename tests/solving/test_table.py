"""Tables hold the values that exhaustive search on the reference finds; damaged ones are refused."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import sbg
from sbg.exact.solving import plan as planning
from sbg.exact.solving.folder import WorkError
from sbg.exact.solving.kinds import Men
from sbg.exact.solving.plan import Plan, TooLargeError, make_plan
from sbg.exact.solving.probe import NotInTableError, best_line, probe, probe_moves
from sbg.exact.solving.solve import fill_table, save_table
from sbg.exact.solving.table import Entry, Table, TableError, TableFile
from sbg.exact.solving.work import FolderStorage, Storage, fill
from sbg.language.model.notation import write_fen
from tests.solving.small_games import Value, exhaustive, limited, small_game

ROOM = 1 << 30


def plans_of(game: sbg.Game) -> list[Plan]:
    """Every way of numbering a game's positions."""
    men = Men(game.start)
    found = [planning._by_classes(men, None), planning._numbered(men, "squares")]
    skipping = planning._by_squares(men, None)
    found += [skipping] if skipping and skipping.loud else []
    plans = [plan for plan in found if plan and plan.entries < 50_000]
    reachable = planning._reachable(men)
    if reachable and reachable.tables.meet(game.start._native.board, 0, 10_000):
        plans.append(reachable)
    return plans


def value_of(table: Table, position: sbg.Position) -> Value:
    entry = table[position]
    if entry.plies is None:
        return None
    other = "black" if position.turn == "white" else "white"
    return position.turn if entry.wins else other, entry.plies


@pytest.mark.parametrize("seed", range(120))
def test_values_are_those_of_exhaustive_search(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = small_game(seed)
    expected = exhaustive(game, 60)
    if expected is None:
        pytest.skip("this one is too large for the reference")
    for plan in plans_of(game):
        for in_levels in (False,) if plan.loud else (False, True):
            with monkeypatch.context() as patch:
                if in_levels:  # every game can be swept, also those that need not be
                    patch.setattr(Plan, "acyclic", lambda self, unit: False)
                table = fill_table(plan, threads=1 + seed % 2)
            for (rows, turn), value in expected.items():
                position = game.position(write_fen(rows, 0 if turn == "white" else 1))
                assert value_of(table, position) == value, (plan.scheme, in_levels, position.fen)
            for unit in plan.units:
                for half in unit:
                    assert plan.tables.inconsistent(half, 0, plan.tables.size(half)) == 0


@pytest.mark.parametrize("seed", range(1, 26))
def test_turn_limits_around_the_distance(seed: int) -> None:
    game = small_game(seed)
    expected = exhaustive(game, 60)
    if expected is None:
        pytest.skip("this one is too large for the reference")
    root = expected[game.start.rows, "white"]
    plies = root[1] if root else 4
    for limit in sorted({0, 1, max(plies - 1, 0), plies, plies + 1}):
        text = sbg.write(game).replace(f"{game.turn_limit} &", f"{limit} &", 1)
        other = sbg.parse(text)
        assert other.turn_limit == limit
        found = sbg.solve(other)
        exact = limited(game, limit)
        assert (found.value, found.plies) == (exact or ("draw", None)), (limit, text)


@pytest.mark.parametrize("in_levels", [False, True])
def test_long_distances_get_more_room(
    in_levels: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Two men on long roads, and an opponent who waits until they have arrived."""
    board = "|...|\n" * 39 + "|RRw|\n"
    game = sbg.parse(
        f"<<Roads>>\n<BOARD>\n3 40\n{board}<PIECES>\nR (0,1,e) &\nW (0,0,w) &\n<GOALS>\n400 &\n"
    )
    if in_levels:
        monkeypatch.setattr(Plan, "acyclic", lambda self, unit: False)
    table = fill_table(make_plan(game.start, ROOM))
    assert table[game.start] == Entry(False, 2 * 78)
    assert table.storage.wide
    path = tmp_path / "roads.table"
    save_table(table, path)
    assert TableFile(path)[game.start] == Entry(False, 2 * 78)
    assert TableFile(path).inconsistent() == 0


def test_known_games() -> None:
    found = {name: sbg.solve(sbg.load(name)) for name in ("hexapawn", "octopawn")}
    assert (found["hexapawn"].value, found["hexapawn"].plies) == ("black", 6)
    assert (found["octopawn"].value, found["octopawn"].plies) == ("white", 11)
    assert len(found["octopawn"].line) == 11
    position = sbg.load("octopawn").start
    for move in found["octopawn"].line:
        position = position.play(move)
    assert position.outcome
    assert position.outcome.winner == "white"


def test_what_does_not_fit_is_refused_with_a_number() -> None:
    with pytest.raises(TooLargeError, match=r"take .* (GB|TB|positions)"):
        make_plan(sbg.load("gardner").start, ROOM)
    with pytest.raises(
        TooLargeError, match=r"endings of up to 6 men take .* GB of memory; 1 GB are allowed"
    ):
        make_plan(sbg.load("gardner").start, ROOM, 6)
    with pytest.raises(TooLargeError, match="at most 128 squares"):
        make_plan(sbg.load("great-plain").start, ROOM)
    with pytest.raises(TooLargeError, match="only 1 men"):
        make_plan(sbg.load("gardner").start, ROOM, 1)


def test_an_interrupted_count_says_how_far_it_came(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted:
        met = 1234567

        def meet(self, *_: object) -> bool:
            raise KeyboardInterrupt

        def size(self, _: int) -> int:
            return 1 << 60

    start = sbg.load("clobber").start
    monkeypatch.setattr(Plan, "tables", Interrupted())
    told: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        make_plan(start, ROOM, on_note=told.append)
    assert told == ["1,234,567 positions that can be reached were counted so far"]


@pytest.fixture(scope="module")
def endings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All endings of Gardner's chess with three men."""
    path = tmp_path_factory.mktemp("tables") / "gardner.table"
    plan = make_plan(sbg.load("gardner").start, ROOM, 3)
    assert plan.flips
    assert plan.mirrors
    save_table(fill_table(plan, threads=2), path)
    return path


def test_endings_of_gardner(endings: Path) -> None:
    table = TableFile(endings)
    position = table.game.position("4k/5/5/5/KQ3 w 0")
    found = probe(table, position)
    assert found.value == "white"
    assert found.plies == len(best_line(table, position))
    assert next(iter(probe_moves(table, position).values())) == found
    drawn = table.game.position("4k/5/5/5/K4 w 0")
    assert probe(table, drawn).value == "draw"
    assert len(best_line(table, drawn)) > 0
    assert table.inconsistent() == 0
    with pytest.raises(NotInTableError):
        probe(table, table.game.start)
    rows = {(row["men"], row["turn"]): row for row in table.header["statistics"]}
    assert rows["QK k", "white"]["losses"] == 0
    assert rows["QK k", "white"]["wins"] == rows["QK k", "white"]["positions"]
    longest = rows["RK k", "white"]
    assert probe(table, table.game.position(longest["position"])).plies == longest["longest"]


def test_a_win_beyond_the_turn_limit_is_a_draw(endings: Path) -> None:
    table = TableFile(endings)
    limit = table.game.turn_limit
    longest = next(r for r in table.header["statistics"] if r["men"] == "RK k")
    board = longest["position"].rpartition(" ")[0].removesuffix(" w")
    for left, value in ((longest["longest"] + 1, "white"), (longest["longest"] - 1, "draw")):
        ply = limit - left
        if ply % 2 == 0:
            assert probe(table, table.game.position(f"{board} w {ply}")).value == value


def test_a_table_that_was_altered_is_refused(endings: Path, tmp_path: Path) -> None:
    data = endings.read_bytes()
    begin = data.index(b"\n", 20) + 1
    other = tmp_path / "other.table"
    for at in (0, 5, 30, begin - 2, begin, begin + 9, begin + 60):
        other.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        with pytest.raises(TableError):
            TableFile(other)
    for size in (0, 5, 40, begin, begin + 100, len(data) - 1):
        other.write_bytes(data[:size])
        with pytest.raises(TableError):
            TableFile(other)
    # In a block: found when the block is read.
    other.write_bytes(data[:-200] + bytes([data[-200] ^ 1]) + data[-199:])
    with pytest.raises(TableError, match="damaged"):
        TableFile(other).inconsistent()
    with pytest.raises(TableError, match="other rules"):
        TableFile(endings, sbg.load("hexapawn"))


def test_a_wrong_value_does_not_follow_from_the_others(tmp_path: Path) -> None:
    plan = make_plan(sbg.load("hexapawn").start, ROOM)
    table = fill_table(plan)
    half = plan.units[-1][0]
    values = table.storage.values(half)
    for at in np.flatnonzero((values != 255) & (values != 0))[::37]:
        for changed in (int(values[at]) + 2, int(values[at]) ^ 3, 0):
            before = int(values[at])
            values[at] = changed
            path = tmp_path / "wrong.table"
            save_table(table, path)
            assert TableFile(path).inconsistent() > 0, (at, before, changed)
            values[at] = before
    save_table(table, tmp_path / "right.table")
    assert TableFile(tmp_path / "right.table").inconsistent() == 0


def test_work_goes_on_where_it_stopped(tmp_path: Path) -> None:
    plan = make_plan(sbg.load("gardner").start, ROOM, 3)
    whole = fill_table(plan)
    folder = tmp_path / "work.part"

    class Enough(Exception):  # noqa: N818
        pass

    def stop(share: float) -> None:
        if share > 0.5:
            raise Enough

    with pytest.raises(Enough):
        fill_table(plan, folder=folder, on_progress=stop)
    storage = FolderStorage(plan, folder)
    storage.note(storage.finished, 0, now=True)
    storage.close()
    finished = json.loads((folder / "state.json").read_text())["finished"]
    assert finished < len(plan.units)
    again = fill_table(make_plan(sbg.load("gardner").start, ROOM, 3), folder=folder)
    for unit in plan.units:
        for half in unit:
            assert (whole.storage.values(half) == again.storage.values(half)).all()
    with pytest.raises(WorkError, match="another process is at work"):
        fill_table(make_plan(sbg.load("gardner").start, ROOM, 3), folder=folder)
    again.storage.close()
    with pytest.raises(WorkError, match="something else"):
        fill_table(make_plan(sbg.load("hexapawn").start, ROOM), folder=folder)
    again.storage.remove()
    assert not folder.exists()


def test_a_level_that_was_cut_off_is_done_again() -> None:
    plan = make_plan(sbg.load("gardner").start, ROOM, 3)
    whole = fill_table(plan)
    fill(plan, Storage(plan), 1, lambda _: None)
    storage = Storage(plan)
    for unit in plan.units:
        for half in unit:
            plan.tables.attach(half, storage.values(half))
        level, done = 0, False
        while not done:
            found = plan.tables.sweep(unit, level, 0.0)
            again = plan.tables.sweep(unit, level, 0.0)  # as after a crash before it was noted
            assert (found.level, found.done) == (again.level, again.done)
            level, done = again.level, again.done
        for half in unit:
            assert (storage.values(half) == whole.storage.values(half)).all()


def test_men_that_win_at_once_have_no_entries(tmp_path: Path) -> None:
    """Positions with such men have the values of a table that has entries for all."""
    game = sbg.parse(
        "<<Breakthrough 3x5>>\n<BOARD>\n3 5\n|ppp|\n|ppp|\n|...|\n|PPP|\n|PPP|\n<PIECES>\n"
        "P (0,1,e) + (-1,1,e) + (1,1,e) + (-1,1,p) + (1,1,p) &\n<GOALS>\n200 &\n"
        "@P 0 4, 1 4, 2 4 &\n@p 0 0, 1 0, 2 0 &\n"
    )
    plan = make_plan(game.start, ROOM)
    assert plan.scheme == "squares"
    assert len(plan.loud) == 6
    full = replace(plan, loud=())
    assert full.entries > 5 * plan.entries
    table, other = fill_table(plan), fill_table(full)
    assert plan.tables.inconsistent(0, 0, plan.entries) == 0
    path = tmp_path / "loud.table"
    save_table(table, path)
    read = TableFile(path, game)
    assert read.inconsistent() == 0
    loud = 0
    for seed in range(200):
        position = game.start
        choose = random.Random(seed)
        while position.outcome is None:
            assert table[position] == read[position] == other[position]
            loud += plan.tables.find(position._native.board, position.ply % 2) is None
            position = position.play(choose.choice(position.moves))
    assert loud > 200


def test_what_wins_at_once() -> None:
    """A step to a goal that nothing can prevent; octopawns can be blocked."""
    assert Men(sbg.load("octopawn").start).wins_at_once == frozenset()
    found = Men(sbg.load("breakthrough5").start).wins_at_once
    assert found == {(1, 15 + x) for x in range(5)} | {(2, 5 + x) for x in range(5)}
