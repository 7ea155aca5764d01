"""Work on tables that is stopped, refused, spoiled and gone on with: the table is right, or there is none."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

import sbg
from sbg.base import files
from sbg.exact.solving import work
from sbg.exact.solving.folder import WorkError
from sbg.exact.solving.plan import Plan, make_plan
from sbg.exact.solving.solve import fill_table, save_table
from sbg.exact.solving.table import TableError, TableFile

ROOM = 1 << 30
GAMES = ("hexapawn", "octopawn")


class Killed(BaseException):
    """The process is gone; only what is in files is left."""


def plan_of(name: str, men: int | None = None) -> Plan:
    return make_plan(sbg.load(name).start, ROOM, men)


def whole(plan: Plan) -> list[bytes]:
    storage = fill_table(plan).storage
    return [bytes(storage.values(half)) for unit in plan.units for half in unit]


PLANS = {"gardner": plan_of("gardner", 2), "hexapawn": plan_of("hexapawn")}
RIGHT = {name: whole(plan) for name, plan in PLANS.items()}


class Work(RuleBasedStateMachine):
    """One folder, and everything that happens to it."""

    @initialize()
    def begin(self) -> None:
        self.place = Path(tempfile.mkdtemp())
        self.folder = self.place / "x.table.part"
        self.notes: list[bytes] = []

    def _state(self) -> Path:
        return self.folder / "state.json"

    @rule(name=st.sampled_from(list(PLANS)), share=st.floats(0, 1))
    def go_on_until(self, name: str, share: float) -> None:
        """Interrupted or killed after some of the work, or done."""

        def stop(done: float) -> None:
            if self._state().exists():
                self.notes.append(self._state().read_bytes())
            if done >= share < 1:
                raise Killed

        before = None
        values = self.folder / "values"
        if values.exists():
            before = (
                values.read_bytes(),
                self._state().read_bytes() if self._state().exists() else b"",
            )
        plan = PLANS[name]
        try:
            table = fill_table(plan, folder=self.folder, on_progress=stop)
        except Killed:
            return
        except WorkError:  # it holds the other one: nothing of it has changed
            assert before is None or before == (values.read_bytes(), self._state().read_bytes())
            return
        found = [bytes(table.storage.values(half)) for unit in plan.units for half in unit]
        assert found == RIGHT[name]
        table.storage.remove()
        assert not self.folder.exists()
        self.notes.clear()

    @rule(data=st.data())
    def an_older_note(self, data: st.DataObject) -> None:
        """Values are written at once, notes now and then."""
        if self.notes and self._state().exists():
            self._state().write_bytes(data.draw(st.sampled_from(self.notes)))

    @rule(
        text=st.sampled_from(
            ["", "[]", "{", '{"plan": 3}', "null", '{"plan": null}', "\ufeff{}", "[" * 5000]
        )
    )
    def a_spoiled_note(self, text: str) -> None:
        if self._state().exists():
            self._state().write_text(text)

    @rule(
        field=st.sampled_from(["finished", "level", "wide"]),
        value=st.sampled_from([999, -1, None, "1", [3], [[]], [1.5], True, 0.5, {}]),
    )
    def a_wrong_note(self, field: str, value: object) -> None:
        """Of a wrong kind, or beyond all units: so that it must be seen."""
        if self._state().exists():
            try:
                state = json.loads(self._state().read_text())
            except ValueError:
                return
            if isinstance(state, dict) and field in state:
                self._state().write_text(json.dumps({**state, field: value}))

    @rule(size=st.integers(0, 200))
    def values_of_another_size(self, size: int) -> None:
        if (self.folder / "values").exists():
            os.truncate(self.folder / "values", size)

    @rule()
    def values_are_gone(self) -> None:
        (self.folder / "values").unlink(missing_ok=True)

    def teardown(self) -> None:
        shutil.rmtree(self.place)


Work.TestCase.settings = settings(max_examples=20, stateful_step_count=10, deadline=None)
TestWork = Work.TestCase


def test_a_folder_that_is_not_ours_is_neither_changed_nor_removed(tmp_path: Path) -> None:
    folder = tmp_path / "h.table.part"
    folder.mkdir()
    (tmp_path / "h.part").symlink_to("h.table.part")
    (folder / "mine.txt").write_text("precious")
    with pytest.raises(WorkError, match=r"holds `mine.txt`, which is not ours"):
        sbg.solve(sbg.load("hexapawn"), output=tmp_path / "h.table")
    with pytest.raises(WorkError, match="is not a folder"):
        sbg.solve(sbg.load("hexapawn"), method="proof", output=tmp_path / "h")
    assert os.listdir(folder) == ["mine.txt"]
    (tmp_path / "g.table.part").write_text("a file")
    with pytest.raises(WorkError, match="is not a folder"):
        sbg.solve(sbg.load("hexapawn"), output=tmp_path / "g.table")
    assert not (tmp_path / "h.table").exists()


def test_a_full_disk_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int, count: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "reserve", full)
    with pytest.raises(files.FileError, match="no space left on device"):
        sbg.solve(sbg.load("hexapawn"), output=tmp_path / "h.table")
    assert os.listdir(tmp_path) == []


def test_room_on_the_disk_is_really_taken(tmp_path: Path) -> None:
    storage = work.FolderStorage(plan_of("hexapawn"), tmp_path / "x.part")
    file = (tmp_path / "x.part" / "values").stat()
    if hasattr(file, "st_blocks"):
        assert 512 * file.st_blocks >= file.st_size
    storage.remove()


def test_other_tables_stay_and_the_same_is_made_anew(tmp_path: Path) -> None:
    file = tmp_path / "h.table"
    sbg.solve(sbg.load("hexapawn"), output=file)
    before = file.read_bytes()
    with pytest.raises(files.FileError, match="holds something else"):
        sbg.solve(sbg.load("octopawn"), output=file)
    assert file.read_bytes() == before
    sbg.solve(sbg.load("hexapawn"), output=file)
    sbg.solve(sbg.load("octopawn"), output=file, force=True)
    assert TableFile(file).game.name == "Octopawn"


@pytest.mark.parametrize("name", GAMES)
def test_every_byte_of_a_table_is_covered(tmp_path: Path, name: str) -> None:
    """Whatever bit is flipped, bytes are cut off or added: without a position `probe` refuses the file."""
    file = tmp_path / "x.table"
    save_table(fill_table(plan_of(name)), file)
    right = file.read_bytes()
    TableFile(file).check_blocks()
    step = max(1, len(right) // 400)
    for at in range(0, len(right), step):
        damaged = bytearray(right)
        damaged[at] ^= 1 << at % 8
        file.write_bytes(damaged)
        with pytest.raises(TableError, match=r"damaged|not a table|other rules"):
            TableFile(file).check_blocks()
    for data in (right[:-1], right + b"\0", right[:100], b""):
        file.write_bytes(data)
        with pytest.raises(TableError, match=r"damaged|empty"):
            TableFile(file).check_blocks()


def test_a_table_that_is_cut_while_it_is_used_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "x.table"
    save_table(fill_table(plan_of("hexapawn")), file)
    table = TableFile(file)
    os.truncate(file, 100)
    with pytest.raises(TableError, match="not complete"):
        table.find(table.game.start)


FORGED: dict[str, list[object]] = {
    "blocks": [-1, 1 << 70, "1", None, 1.5],
    "block": [1, 0, 1 << 40],
    "slots": [7, -1, 1 << 61],
    "halves": [[], [[0, 1]], [[0, -5, 1, 0]], [[0, 1 << 61, 1, 0]], "x", [["a", 1, 1, 0]]],
    "scheme": ["none", 3, None],
    "kinds": [[], [[0, [0]]], [[1, [999]]], [[1, -1]], "x"],
    "classes": [[], [[300]], [["a"]], None],
    "flips": [None, "x"],
    "depth": [1 << 80, -1, "x"],
    "loud": [[[1]], [[1, 999]], "x", [["a", 1]]],
    "statistics": [[{}], [3], "x", None],
    "text": ["<<", 3, None],
    "start": [3, None],
}


@pytest.mark.parametrize("field", FORGED)
def test_forged_headers_are_refused(tmp_path: Path, field: str) -> None:
    """With checksums that fit: no field is believed."""
    import hashlib

    file = tmp_path / "x.table"
    save_table(fill_table(plan_of("hexapawn")), file)
    right = file.read_bytes()
    end = right.index(b"\n", 12)
    header = json.loads(right[12:end])
    room = 40 * (header["blocks"] + 1)
    for value in FORGED[field]:
        text = right[:12] + json.dumps({**header, field: value}).encode() + b"\n"
        head = text + right[end + 1 : end + 1 + room - 32]
        file.write_bytes(head + hashlib.sha256(head).digest() + right[end + 1 + room :])
        try:
            table = TableFile(file)
            table.find(table.game.start)
        except (TableError, sbg.SbgError):
            continue
        assert value in (None, "x"), (field, value)  # what counts as true or false
