"""Files of results: what is kept, that the same command goes on, and that damage is said and not guessed at."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from sbg.base.jobs.local import LocalPool
from sbg.base.jobs.store import Format, Store, StoreError, fingerprint, resume
from sbg.base.jobs.work import Calls, Done, Failed
from tests.jobs import tasks
from tests.jobs.tasks import Square

FORMAT = Format(0x53424754, Square, settings="survey", results="square")
SETTINGS = {"upto": 10, "names": ["a", "b"]}


def test_results_come_back(tmp_path: Path) -> None:
    path = tmp_path / "squares.sqlite"
    with Store.open(path, FORMAT, SETTINGS, {"text": "kept"}) as store:
        store.add(Square(3, 9, 1, "ü", 0.5))
        store.add(Square(1, 1))
        assert store.numbers() == {1, 3}
    with Store.read(path, FORMAT) as store:
        assert store.results() == [Square(1, 1), Square(3, 9, 1, "ü", 0.5)]
        assert len(store) == 2
        assert store.settings == SETTINGS
        assert store.value("text") == "kept"
        assert store.value("missing") is None
    assert [entry.name for entry in tmp_path.iterdir()] == ["squares.sqlite"]


def test_the_columns_are_those_of_the_result(tmp_path: Path) -> None:
    path = tmp_path / "squares.sqlite"
    Store.open(path, FORMAT, SETTINGS).close()
    connection = sqlite3.connect(path)
    columns = [row[1:3] for row in connection.execute("PRAGMA table_info(square)")]
    connection.close()
    assert columns == [
        ("id", "INTEGER"),
        ("value", "INTEGER"),
        ("process", "INTEGER"),
        ("note", "TEXT"),
        ("seconds", "REAL"),
    ]


def test_a_file_of_other_settings_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "squares.sqlite"
    Store.open(path, FORMAT, SETTINGS).close()
    for settings, differ in (
        ({**SETTINGS, "upto": 11}, "upto differs"),
        ({"upto": 10}, "its settings differ"),
    ):
        with pytest.raises(StoreError, match=f"the results of another survey: {differ}"):
            Store.open(path, FORMAT, settings)


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "squares.sqlite"
    Store.open(path, FORMAT, SETTINGS).close()
    other = Format(0x53424755, Square, settings="survey", results="square")
    with pytest.raises(StoreError, match="of another program"):
        Store.read(path, other)


def test_equal_settings_have_equal_fingerprints() -> None:
    assert fingerprint({"a": 1, "b": [2]}) == fingerprint({"b": [2], "a": 1})
    assert fingerprint({"a": 1}) != fingerprint({"a": 2})


def test_the_same_command_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).resolve().parents[2])
    path = tmp_path / "squares.sqlite"

    def command(most: int) -> Iterator[Done[Square] | Failed]:
        """Up to so many of what is left to do."""
        pool = LocalPool(Calls(tasks.square), 2)
        with Store.open(path, FORMAT, SETTINGS) as store:
            todo = resume(store, pool, ((number, number) for number in range(30)))
            for _, answer in zip(range(most), todo, strict=False):
                yield answer
            pool.close()

    first = [answer.number for answer in command(7)]
    assert len(set(first)) == 7
    with Store.read(path, FORMAT) as store:
        kept = store.results()
    assert {square.id for square in kept} >= set(first)
    second = [answer.number for answer in command(100)]
    assert sorted({square.id for square in kept} | set(second)) == list(range(30))
    assert not {square.id for square in kept} & set(second)
    assert list(command(100)) == []
    with Store.read(path, FORMAT) as store:
        assert [square.value for square in store.results()] == [n**2 for n in range(30)]
        assert set(kept) <= set(store.results())  # what was there is not done again


@dataclass(frozen=True)
class Damage:
    """What somebody did to a file, and what is said about it."""

    statement: str
    said: str


@pytest.mark.parametrize(
    "damage",
    [
        Damage("UPDATE square SET value = 5", "5 is not the square of 1"),
        Damage("UPDATE square SET value = 'x'", "`value` is 'x'"),
        Damage("UPDATE square SET note = x'ff'", "`note` is b'"),
        Damage("UPDATE square SET note = CAST(x'ff41' AS TEXT)", "UTF-8"),
        Damage("UPDATE survey SET value = '{'", "Expecting property name"),
        Damage("UPDATE survey SET value = '[]'", "it has no settings"),
        Damage("UPDATE survey SET value = CAST(x'7bff7d' AS TEXT)", "UTF-8"),
        Damage("UPDATE survey SET value = x'00'", ""),
        Damage(f"UPDATE survey SET value = '{'[' * 100_000}'", "recursion"),
        Damage("DELETE FROM survey", "it has no settings"),
    ],
    ids=lambda damage: damage.statement[:40],
)
def test_damage_is_said(tmp_path: Path, damage: Damage) -> None:
    path = tmp_path / "squares.sqlite"
    with Store.open(path, FORMAT, SETTINGS) as store:
        store.add(Square(1, 1))
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(damage.statement)
    connection.close()
    with Store.read(path, FORMAT) as store, pytest.raises(StoreError) as caught:
        _ = store.settings, store.results()
    assert str(caught.value).startswith(f"`{path}` is damaged (")
    assert str(caught.value).endswith("); it is left as it is")
    assert damage.said in str(caught.value)
