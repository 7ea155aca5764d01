"""The file of results: what it keeps, what it refuses, and that it leaves alone what it refuses."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import sbg
from sbg.app.cli import run
from sbg.base.jobs.store import StoreError
from sbg.play.contests.plan import Contest
from sbg.play.contests.referee import GameResult, Referee
from sbg.play.contests.standings import Standings
from sbg.play.contests.store import FORMAT, contest_of, open_results, read_results

CONTEST = Contest(("random", "random:seed=1"), (sbg.load("hexapawn"),), 5)


def result(number: int) -> GameResult:
    return GameResult(number, "white", "goal", "", "a1a2 b3b2", 2, 0.5, 0.25, "2025-01-31")


def refused(path: Path, contest: Contest = CONTEST) -> str:
    """What is said about a file that is not taken; it must stay as it is, with nothing beside it."""
    before = path.read_bytes()
    beside = sorted(path.parent.iterdir())
    with pytest.raises(StoreError) as caught:
        open_results(path, contest).close()
    assert path.read_bytes() == before
    assert sorted(path.parent.iterdir()) == beside
    return str(caught.value)


def test_results_come_back(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    with open_results(path, CONTEST) as store:
        store.add(result(3))
        store.add(result(1))
    with open_results(path, CONTEST) as store:
        assert store.results() == [result(1), result(3)]
        assert store.settings == CONTEST.settings
    assert [entry.name for entry in tmp_path.iterdir()] == ["results.sqlite"]
    with read_results(path) as store:
        assert len(store.results()) == 2
        assert store.value("texts") == [CONTEST.games[0].text]
        assert contest_of(store, sbg.parse) == CONTEST
    assert [entry.name for entry in tmp_path.iterdir()] == ["results.sqlite"]


def test_a_game_is_counted_once(tmp_path: Path) -> None:
    with open_results(tmp_path / "results.sqlite", CONTEST) as store:
        store.add(result(1))
        with pytest.raises(StoreError, match="UNIQUE"):
            store.add(replace(result(1), result="black"))
        assert store.results() == [result(1)]


def test_the_file_says_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    open_results(path, CONTEST).close()
    connection = sqlite3.connect(path)
    values = [
        connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("application_id", "user_version", "journal_mode")
    ]
    connection.close()
    assert values == [FORMAT.application_id, FORMAT.version, "wal"]


def test_another_contest_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    open_results(path, CONTEST).close()
    message = refused(path, replace(CONTEST, pairs=6, seed=3))
    assert message.endswith("holds the results of another contest: its seed: 0, here 3")


def test_a_file_in_use_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    path = tmp_path / "results.sqlite"
    with open_results(path, CONTEST) as store:
        store.add(result(0))
        with pytest.raises(StoreError, match="is being written by another process"):
            open_results(path, CONTEST)
        store.add(result(1))
        with read_results(path) as reader:  # looking is allowed
            assert len(reader.results()) == 2
    open_results(path, CONTEST).close()


@pytest.mark.parametrize(
    "data", [b"", b"my notes\n", b"SQLite format 3\0", bytes(5000), b"\x89PNG\r\n" * 1000]
)
def test_an_unrelated_file_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "results.sqlite"
    path.write_bytes(data)
    assert refused(path).endswith("is not a file of results; it is left as it is")


def test_the_database_of_another_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE game (id INTEGER)")
    connection.commit()
    connection.close()
    assert refused(path).endswith("is a SQLite file of another program; it is left as it is")


@pytest.mark.parametrize("version", [1, 3])
def test_another_format_is_refused(tmp_path: Path, version: int) -> None:
    path = tmp_path / "results.sqlite"
    open_results(path, CONTEST).close()
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {version}")
    connection.close()
    assert f"another version of sbg (format {version}, this is 2)" in refused(path)


@pytest.mark.parametrize("damage", ["zeroes", "cut", "noise"])
def test_a_damaged_file_is_refused(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "results.sqlite"
    with open_results(path, replace(CONTEST, pairs=100)) as store:
        for number in range(200):
            store.add(replace(result(number), moves="a1a2 b3b2 " * 40))
    data = bytearray(path.read_bytes())
    if damage == "cut":
        del data[len(data) // 2 :]
    else:
        middle = range(4096, len(data) - 4096)
        for index in middle:
            data[index] = 0 if damage == "zeroes" else index * 7919 % 251
    path.write_bytes(data)
    message = refused(path, replace(CONTEST, pairs=100))
    assert "is damaged" in message or "malformed" in message


def test_folders_and_missing_folders(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is a folder, not a file"):
        open_results(tmp_path, CONTEST)
    with pytest.raises(StoreError, match="cannot be used: unable to open database file"):
        open_results(tmp_path / "no" / "results.sqlite", CONTEST)
    with pytest.raises(StoreError, match="cannot be read: no such file"):
        read_results(tmp_path / "results.sqlite")


def spoiled(data: bytes, random: Random) -> bytes:
    """A file in which some bits are flipped, some bytes overwritten, or a text changed."""
    spoilt = bytearray(data)
    way = random.randrange(3)
    if way == 0:
        for _ in range(random.choice((1, 2, 50))):
            spoilt[random.randrange(len(spoilt))] ^= 1 << random.randrange(8)
    elif way == 1:
        start, size = random.randrange(len(spoilt)), random.choice((4, 100, 4096))
        spoilt[start : start + size] = random.randbytes(len(spoilt[start : start + size]))
    else:
        texts = [at for at in range(4096, len(spoilt)) if 32 <= spoilt[at] < 127]
        for _ in range(random.choice((1, 3))):
            spoilt[random.choice(texts)] = random.choice(b'\0\x80\xff"{A0')
    return bytes(spoilt)


def test_damaged_files_end_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "results.sqlite"
    with open_results(path, CONTEST) as store:
        for task in CONTEST.tasks():
            store.add(Referee(CONTEST).play(task))
    data = path.read_bytes()
    refusals: list[str] = []
    for case in range(300):
        path.write_bytes(spoiled(data, Random(case)))
        try:
            with read_results(path) as store:
                Standings(contest_of(store, sbg.parse), store.results()).json()
        except StoreError as problem:
            refusals.append(str(problem))
        if case % 3 == 0:
            code = run(["replay", str(path), "3"])
            assert code in (0, 1, 2), case
            assert "mistake in sbg" not in capsys.readouterr().err, case
    assert 100 < len(refusals) < 300
    assert all(refusal.startswith(f"`{path}` ") for refusal in refusals)


def test_a_file_without_names_has_those_of_the_players(tmp_path: Path) -> None:
    """As files had before players could be given names."""
    path = tmp_path / "results.sqlite"
    open_results(path, CONTEST).close()
    with sqlite3.connect(path) as connection:
        connection.execute(f"DELETE FROM {FORMAT.settings} WHERE key = 'names'")
    connection.close()
    with read_results(path) as store:
        assert store.value("names") is None
        assert contest_of(store, sbg.parse).names == CONTEST.names
