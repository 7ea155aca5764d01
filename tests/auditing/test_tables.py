"""Tables of which every entry is checked: right ones pass, and single wrong entries are refused, however numbered."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sbg
from sbg import _core
from sbg.exact.auditing import tables as auditing
from sbg.exact.auditing.symmetries import check_symmetries
from sbg.exact.solving import plan as planning
from sbg.exact.solving.kinds import Men
from sbg.exact.solving.plan import Plan, make_plan
from sbg.exact.solving.solve import fill_table, save_table
from sbg.exact.solving.table import FilledTable
from sbg.exact.verification.table_file import TableData
from sbg.limits import MAX_NUMBER
from tests.solving.small_games import small_game

LOUD = sbg.parse(
    "<<Breakthrough 3x5>>\n<BOARD>\n3 5\n|ppp|\n|ppp|\n|...|\n|PPP|\n|PPP|\n<PIECES>\n"
    "P (0,1,e) + (-1,1,e) + (1,1,e) + (-1,1,p) + (1,1,p) &\n<GOALS>\n200 &\n"
    "@P 0 4, 1 4, 2 4 &\n@p 0 0, 1 0, 2 0 &\n"
)
KINGS = sbg.parse(
    "<<Kings>>\n<BOARD>\n3 4\n|.kr|\n|...|\n|...|\n|RK.|\n<PIECES>\n"
    "K (1,0,e) + (-1,0,e) + (0,1,e) + (0,-1,e) + (1,0,p) + (-1,0,p) + (0,1,p) + (0,-1,p) &\n"
    "R (1,1,e) + (-1,1,e) + (1,-1,e) + (-1,-1,e) + (1,1,p) + (-1,1,p) + (1,-1,p) + (-1,-1,p) &\n"
    "<GOALS>\n100 &\n#K 0 &\n#k 0 &\n"
)
ODDS = sbg.parse(KINGS.text.replace("|.kr|", "|.k.|"))


def reachable(game: sbg.Game) -> Plan:
    """The plan in which only positions that can be reached have an entry."""
    plan = planning._reachable(Men(game.start))
    assert plan is not None
    assert plan.tables.meet(game.start._native.board, 0, 1 << 20)
    return plan


def by_squares(game: sbg.Game) -> Plan:
    """The plan by squares, with an entry for every board."""
    plan = planning._numbered(Men(game.start), "squares")
    assert plan is not None
    return plan


PLANS: dict[str, Callable[[], Plan]] = {
    "classes": lambda: make_plan(KINGS.start, 1 << 30),
    "other men": lambda: make_plan(ODDS.start, 1 << 30),
    "endings": lambda: make_plan(sbg.load("gardner").start, 1 << 30, 3),
    "microchess": lambda: make_plan(sbg.load("microchess").start, 1 << 30, 3),
    "squares": lambda: by_squares(sbg.load("hexapawn")),
    "loud": lambda: make_plan(LOUD.start, 1 << 30),
    "reachable": lambda: reachable(KINGS),
    "reachable pawns": lambda: reachable(sbg.load("hexapawn")),
}


@pytest.fixture(scope="module")
def filled() -> Callable[[str], FilledTable]:
    """A table by the name of its plan, made once."""
    made: dict[str, FilledTable] = {}

    def table(name: str) -> FilledTable:
        if name not in made:
            made[name] = fill_table(PLANS[name]())
        return made[name]

    return table


@pytest.fixture(autouse=True)
def few_by_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reference has tests of its own; here it would take long."""
    monkeypatch.setattr(auditing, "REFERENCE_SAMPLE", 100)


@pytest.mark.parametrize("name", PLANS)
@pytest.mark.parametrize("threads", [1, 2])
def test_right_tables_pass(
    name: str, threads: int, filled: Callable[[str], FilledTable], tmp_path: Path
) -> None:
    table = filled(name)
    counts = save_table(table, tmp_path / "right.table")
    shares: list[float] = []
    found = sbg.verify_table(tmp_path / "right.table", None, threads, 1, shares.append)
    assert found.complete
    assert found.checked == found.entries == table.plan.entries
    assert found.sampled == 100
    assert (found.wins, found.draws, found.losses) == tuple(
        sum(getattr(count, value) for count in counts) for value in ("wins", "draws", "losses")
    )
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1.0)
    some = sbg.verify_table(tmp_path / "right.table", 20, threads, 1)
    assert (some.checked, some.sampled, some.wins, some.complete) == (0, 20, None, False)


def widened(table: FilledTable) -> None:
    """The same values with two bytes each."""
    for unit in table.plan.units:
        for half in unit:
            values = table.storage.values(half)
            table.storage.wide[half] = np.where(
                values == 255, 65535, values.astype(np.uint16)
            ).astype(np.uint16)


def places(table: FilledTable) -> Iterator[tuple[int, int]]:
    """Some entries of each kind: won, lost, drawn, without a board."""
    chooser = np.random.default_rng(1)
    for unit in table.plan.units:
        for half in unit:
            values = table.storage.values(half)
            none = values == np.iinfo(values.dtype).max
            won = ~none & (values != 0) & (values % 2 == 0)
            lost = ~none & (values % 2 == 1)
            for kind in (none, won, lost, values == 0):
                found = np.nonzero(kind)[0]
                for index in chooser.choice(found, min(3, len(found)), replace=False):
                    yield half, int(index)


def native_check(table: FilledTable) -> _core.TableCheck:
    """The check of the values that a table has in memory."""
    header = table.header
    halves = [
        (half, len(values), values.itemsize, values)
        for unit in table.plan.units
        for half in unit
        for values in [table.storage.values(half)]
    ]
    return _core.TableCheck(
        sbg.Game(replace(table.game.description, turn_limit=MAX_NUMBER)).rules,
        header["scheme"],
        header["kinds"],
        header["classes"],
        halves,
        flips=header["flips"],
        turns=header["turns"],
        mirrors=header["mirrors"],
        loud=header["loud"],
        slots=table.plan.tables.keys() if header["scheme"] == "reachable" else b"",
    )


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("name", PLANS)
def test_every_wrong_entry_is_refused(name: str, wide: bool, tmp_path: Path) -> None:
    table = fill_table(PLANS[name]())
    if wide:
        widened(table)
    check = native_check(table)
    chosen = list(places(table))
    random.Random(2).shuffle(chosen)
    reasons = set()
    for half, index in chosen[:60]:
        values = table.storage.values(half)
        right, none = int(values[index]), int(np.iinfo(values.dtype).max)
        assert check.check(half, index, index + 1).wrong is None
        near = {right ^ 1, *(right + more for more in (-4, -2, -1, 1, 2, 4))}
        for wrong in {0, 1, 2, 3, 4, none, *(one for one in near if 0 <= one < none)} - {right}:
            values[index] = wrong
            refused = check.check(half, index, index + 1).wrong
            assert refused is not None
            reasons.add(refused[0])
            assert refused[1] == index
            assert refused[4] == (0xFFFF if wrong == none else wrong)
        values[index] = right
    assert reasons >= {"value", "no value"}
    half, index = chosen[0]
    values = table.storage.values(half)
    values[index] = 0 if values[index] else 1
    save_table(table, tmp_path / "wrong.table")
    with pytest.raises(sbg.CertificateError) as error:
        sbg.verify_table(tmp_path / "wrong.table")
    assert "statistics" not in error.value.reason


def plans_of(game: sbg.Game) -> list[Plan]:
    """Every way of numbering a game's positions."""
    men = Men(game.start)
    found = [planning._by_classes(men, None), planning._numbered(men, "squares")]
    found.append(planning._by_squares(men, None))
    plans = [plan for plan in found if plan and plan.entries < 50_000]
    reached = planning._reachable(men)
    if reached and reached.tables.meet(game.start._native.board, 0, 5_000):
        plans.append(reached)
    return plans


@pytest.mark.parametrize("part", range(4))
def test_small_random_games(part: int, tmp_path: Path) -> None:
    path = tmp_path / "small.table"
    schemes = set()
    for seed in range(15 * part, 15 * part + 15):
        game = small_game(seed)
        chooser = random.Random(seed)
        if game.start.outcome is not None:
            continue
        for plan in plans_of(game):
            table = fill_table(plan)
            save_table(table, path)
            assert sbg.verify_table(path, seed=seed).complete
            schemes.add((plan.scheme, plan.flips, plan.mirrors))
            half = chooser.choice([half for unit in plan.units for half in unit])
            values = table.storage.values(half)
            if not len(values):
                continue
            index = chooser.randrange(len(values))
            values[index] = chooser.choice(
                [v for v in (0, 1, 2, 3, 4, 9, 255) if v != values[index]]
            )
            save_table(table, path)
            with pytest.raises(sbg.CertificateError):
                sbg.verify_table(path)
    assert len(schemes) > 4


def test_flipped_bits_are_refused_or_change_nothing(tmp_path: Path) -> None:
    path = tmp_path / "some.table"
    save_table(fill_table(PLANS["reachable pawns"]()), path)
    data = path.read_bytes()
    right = TableData(path)
    values = [right.values(half) for half in right.halves], right.slots
    chooser = random.Random(0)
    unnoticed = 0
    for bit in chooser.sample(range(8 * len(data)), 200):
        wrong = bytearray(data)
        wrong[bit // 8] ^= 1 << bit % 8
        path.write_bytes(wrong)
        try:
            sbg.verify_table(path)
        except sbg.CertificateError:
            continue
        # A run of equal bytes may be a copy of any of its earlier ones, and a few bits have no meaning.
        unnoticed += 1
        found = TableData(path)
        assert ([found.values(half) for half in found.halves], found.slots) == values
    assert unnoticed < 40


def test_cut_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.table"
    save_table(fill_table(PLANS["squares"]()), path)
    data = path.read_bytes()
    for wrong in (b"", data[:100], b"X" + data[1:], data[:-40], data + b"x", data[:-1]):
        path.write_bytes(wrong)
        with pytest.raises(sbg.CertificateError):
            sbg.verify_table(path)


def rewrite(path: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Change the header of a table and put its checksum right."""
    magic, text, rest = path.read_bytes().split(b"\n", 2)
    header = json.loads(text)
    blocks = header["blocks"] + (1 if header["slots"] else 0)
    starts = 8 * (blocks + 1) + 32 * blocks  # and the checksums of the blocks
    change(header)
    head = magic + b"\n" + json.dumps(header).encode() + b"\n" + rest[:starts]
    path.write_bytes(head + hashlib.sha256(head).digest() + rest[starts + 32 :])


CHANGES: dict[str, Callable[[dict[str, Any]], None]] = {
    "a class is missing": lambda header: header["classes"].pop(),
    "a class twice": lambda header: header["classes"].__setitem__(1, header["classes"][0]),
    "a kind is missing": lambda header: header["kinds"].pop(),
    "other squares": lambda header: header["kinds"][0][1].pop(),
    "squares off the board": lambda header: header["kinds"][0][1].append(99),
    "the squares of another": lambda header: header["kinds"][0][1].reverse(),
    "not folded": lambda header: header.__setitem__("mirrors", False),
    "not swapped": lambda header: header.__setitem__("flips", False),
    "another scheme": lambda header: header.__setitem__("scheme", "squares"),
    "no scheme": lambda header: header.__setitem__("scheme", "x"),
    "another start": lambda header: header.__setitem__("start", "x"),
    "a start that is not in it": lambda header: header.__setitem__("start", "KKK/KKK/3/3 w 0"),
    "statistics": lambda header: header["statistics"][0].__setitem__("wins", 5),
    "the longest win": lambda header: header["statistics"][0].__setitem__("longest", 99),
    "no statistics": lambda header: header.__setitem__("statistics", []),
    "a goal": lambda header: header.__setitem__("text", header["text"].replace("#K 0", "#K 1")),
    "sizes": lambda header: header["halves"][0].__setitem__(1, 1 << 60),
    "widths": lambda header: header["halves"][0].__setitem__(2, 2),
    "blocks": lambda header: header.__setitem__("blocks", -3),
    "no game": lambda header: header.__setitem__("text", 5),
    "no men": lambda header: header.__setitem__("classes", [["x"]]),
}


@pytest.mark.parametrize("name", CHANGES)
def test_changed_headers_are_refused(
    name: str, filled: Callable[[str], FilledTable], tmp_path: Path
) -> None:
    path = tmp_path / "some.table"
    save_table(filled("classes"), path)
    rewrite(path, lambda _: None)
    assert sbg.verify_table(path).complete
    if name == "the squares of another":  # the order of a list means nothing
        rewrite(path, CHANGES[name])
        assert sbg.verify_table(path).complete
        return
    rewrite(path, CHANGES[name])
    with pytest.raises(sbg.CertificateError):
        sbg.verify_table(path)


def test_mirror_images_that_are_not_equal_are_refused(tmp_path: Path) -> None:
    """Every entry follows from its successors, but positions are taken for equal that are not."""
    game = sbg.parse(
        "<<Lopsided>>\n<BOARD>\n3 3\n|ppp|\n|...|\n|PPP|\n<PIECES>\n"
        "P (0,1,e) + (1,1,p) &\n<GOALS>\n50 &\n@P 0 2, 1 2, 2 2 &\n@p 0 0, 1 0, 2 0 &\n"
    )
    plan = planning._by_classes(Men(game.start), None)
    assert plan is not None
    assert not plan.mirrors
    path = tmp_path / "some.table"
    save_table(fill_table(plan), path)
    assert sbg.verify_table(path).complete
    save_table(fill_table(replace(plan, mirrors=True)), path)
    with pytest.raises(sbg.CertificateError, match="takes positions for equal"):
        sbg.verify_table(path)


@pytest.mark.parametrize("turns", [False, True])
def test_colours_are_swapped_only_where_goals_are_the_same(turns: bool, tmp_path: Path) -> None:
    path = tmp_path / "some.table"
    save_table(fill_table(PLANS["squares"]()), path)
    rewrite(path, lambda header: header.__setitem__("turns", turns))
    table = TableData(path)
    text = sbg.load("hexapawn").text
    check_symmetries(sbg.parse(text), table)
    one_goal = "\n".join(line for line in text.splitlines() if not line.startswith("@p"))
    with pytest.raises(sbg.CertificateError, match="takes positions for equal"):
        check_symmetries(sbg.parse(one_goal), table)
