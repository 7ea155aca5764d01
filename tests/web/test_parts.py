"""The small parts that the server is made of: what is kept, what is forgotten, what is too fast."""

from __future__ import annotations

import asyncio
import io
import threading
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sbg
from sbg.players.catalogue import offered
from sbg.web import frames, requests
from sbg.web.cache import Cache
from sbg.web.pool import Pool
from sbg.web.process import Answer, WorkerGone
from sbg.web.profiler import Profiling
from sbg.web.quotas import WebLimits
from sbg.web.rate import Bucket
from sbg.web.requests import Refused, decode, encode
from sbg.web.searching import asked_player, score
from sbg.web.server import files_for
from tests.web.helpers import ROOT, slow_text

try:
    import resource
except ImportError:
    resource = None  # type: ignore[assignment]


@given(
    st.lists(st.tuples(st.sampled_from("abcdefgh"), st.integers(0, 30))),
    st.integers(1, 5),
    st.integers(0, 60),
)
def test_a_cache_keeps_what_was_used_last_within_its_bounds(
    uses: list[tuple[str, int]], most: int, most_bytes: int
) -> None:
    cache: Cache[int] = Cache(most, most_bytes)
    sizes: dict[str, int] = {}
    for key, size in uses:
        cache.put(key, size, size)
        sizes.pop(key, None)
        sizes[key] = size
        while len(sizes) > most or sum(sizes.values()) > most_bytes:
            del sizes[next(iter(sizes))]
        assert cache.bytes == sum(sizes.values()) <= most_bytes
        assert len(cache) == len(sizes) <= most
    for key in "abcdefgh":
        assert cache.get(key) == sizes.get(key)


def test_using_a_thing_keeps_it() -> None:
    cache: Cache[int] = Cache(2, 100)
    cache.put("a", 1, 1)
    cache.put("b", 2, 1)
    assert cache.get("a") == 1
    cache.put("c", 3, 1)
    assert (cache.get("a"), cache.get("b"), cache.get("c")) == (1, None, 3)


def test_a_bucket_lets_a_burst_pass_and_then_an_even_pace() -> None:
    now = 0.0
    bucket = Bucket(10, 5, lambda: now)
    assert [bucket.take() for _ in range(7)] == [True] * 5 + [False] * 2
    now = 0.25
    assert [bucket.take() for _ in range(4)] == [True, True, False, False]
    now = 100.0
    assert not bucket.take(6)  # more than it ever holds
    assert bucket.take(5)


def test_frames_come_back_as_they_went() -> None:
    stream = io.BytesIO(
        frames.pack({"task": "é\n"}, b"\x00\n{}") + frames.pack({}, b"") + b"\x00\x00"
    )
    assert frames.read(stream) == ({"task": "é\n"}, b"\x00\n{}")
    assert frames.read(stream) == ({}, b"")
    assert frames.read(stream) is None


@given(st.binary(max_size=200))
def test_nothing_but_a_refusal_comes_of_bytes_that_are_no_request(data: bytes) -> None:
    try:
        code, value = None, decode(data, 5)
    except Refused as refused:
        code, value = refused.code, {}
    assert code in (None, "bad-request")
    assert isinstance(value, dict)


def test_an_answer_is_ascii_whatever_the_text() -> None:
    assert encode({"text": "😀\ud800"}).isascii()


def test_nesting_is_counted() -> None:
    assert decode('{"a": [[1]]}', 3) == {"a": [[1]]}
    with pytest.raises(Refused):
        decode('{"a": [[[1]]]}', 3)


def test_a_drawn_score() -> None:
    from sbg.players import Score

    assert score(Score(drawn=True), "black") == {
        "text": "draw",
        "plies": None,
        "drawn": True,
        "centipawns": None,
        "white": 0.0,
    }
    assert score(Score(150), "black")["text"] == "-1.50"


def test_every_limit_is_documented() -> None:
    page = Path(ROOT, "docs", "server.md").read_text(encoding="utf-8").partition("## Limits")[2]
    default = WebLimits()
    for limit in fields(WebLimits):
        value = getattr(default, limit.name)
        shown = "" if limit.name == "searches" else f"{value:,g}" if value < 1e6 else f"{value:,}"
        start = f"| `{limit.name}` |"
        line = next((line for line in page.splitlines() if line.startswith(start)), None)
        assert line is not None, f"docs/server.md says nothing of {limit.name}"
        assert limit.metadata["about"] in line, line
        assert shown in line, line


def test_what_is_being_read_when_the_server_ends_may_be_asked_again() -> None:
    async def ask_and_end() -> Refused:
        pool = Pool(WebLimits(readers=1, players=1))
        await pool.start()
        reading = asyncio.create_task(pool.read("open", encode({"text": slow_text(1)}), "a client"))
        await asyncio.sleep(0.2)
        assert not reading.done()
        await pool.close()
        with pytest.raises(Refused) as refused:
            await reading
        return refused.value

    assert asyncio.run(ask_and_end()).code == "busy"


def test_one_reader_is_left_to_other_clients() -> None:
    async def run() -> tuple[int, int]:
        pool = Pool(WebLimits(readers=3))
        under_way = most = 0
        gate = asyncio.Event()

        async def read(task: str, body: bytes, on_part: object) -> Answer:
            nonlocal under_way, most
            under_way += 1
            most = max(most, under_way)
            await gate.wait()
            under_way -= 1
            return Answer({}, b"")

        pool._read = read  # type: ignore[method-assign]
        greedy = [asyncio.create_task(pool.read("check", b"", "one")) for _ in range(4)]
        await asyncio.sleep(0.01)
        alone = most
        other = asyncio.create_task(pool.read("check", b"", "another"))
        await asyncio.sleep(0.01)
        gate.set()
        await asyncio.gather(*greedy, other)
        return alone, most

    assert asyncio.run(run()) == (2, 3)


@pytest.mark.skipif(resource is None, reason="there is no limit of open files")
@pytest.mark.parametrize(
    ("connections", "soft", "hard", "asked", "allowed"),
    [
        (500, 600, 5_000, None, 500),
        (500, 599, 5_000, 600, 500),
        (500, 599, -1, 600, 500),
        (500, -1, -1, None, 500),
        (500, 200, 400, 400, 300),
        (500, 50, 60, 60, 10),
        (5, 50, 5_000, 105, 10),
    ],
)
def test_as_many_files_as_connections_need(
    monkeypatch: pytest.MonkeyPatch,
    connections: int,
    soft: int,
    hard: int,
    asked: int | None,
    allowed: int,
) -> None:
    """100 more than connections, as far as the system lets us; -1 is no limit."""
    said: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "RLIM_INFINITY", -1)
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda kind, limits: said.append(limits))
    assert files_for(connections) == allowed
    assert said == ([] if asked is None else [(asked, hard)])


@pytest.mark.skipif(resource is None, reason="there is no limit of open files")
def test_fewer_connections_where_more_files_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(kind: int, limits: tuple[int, int]) -> None:
        raise OSError

    monkeypatch.setattr(resource, "getrlimit", lambda kind: (300, 5_000))
    monkeypatch.setattr(resource, "setrlimit", refuse)
    assert files_for(500) == 200


def test_what_is_quoted_is_cut_beyond_its_length() -> None:
    assert requests._short("abcde", 5) == "abcde"
    assert requests._short("abcdef", 5) == "abcde…"
    assert requests._short("a" * 101) == "a" * 100 + "…"


def test_what_ends_its_reader_is_not_read_again() -> None:
    """A text that a reader had begun is refused when the reader ends; one that it had not begun gets another."""

    class Ends:
        gone = False

        def __init__(self, begins: bool) -> None:
            self.begins, self.asked = begins, 0

        def begin(self, head: object, body: bytes, on_begun: Callable[[bytes], None]) -> Ends:
            self.asked += 1
            if self.begins:
                on_begun(b"")
            return self

        @property
        async def answer(self) -> Answer:
            raise WorkerGone

        async def close(self) -> None: ...

    async def run(begins: bool) -> tuple[str, int]:
        pool = Pool(WebLimits(readers=2))
        readers = [Ends(begins) for _ in range(3)]
        for reader in readers:
            pool._idle.put_nowait(reader)  # type: ignore[arg-type]
        pool._replace = lambda process: None  # type: ignore[method-assign]
        with pytest.raises(Refused) as refused:
            await pool.read("open", b"", "a client")
        return refused.value.code, sum(reader.asked for reader in readers)

    assert asyncio.run(run(begins=True)) == ("limit", 1)
    assert asyncio.run(run(begins=False)) == ("internal", 3)


def test_flags_are_true_or_false() -> None:
    fields = requests.Fields({"on": True, "off": False, "one": 1}, WebLimits())
    assert [fields.flag(name) for name in ("on", "off", "missing")] == [True, False, False]
    with pytest.raises(Refused, match="`one` is true or false"):
        fields.flag("one")


def test_a_request_may_choose_who_plays_but_not_who_gives_hints() -> None:
    fields = requests.Fields({"player": "random"}, WebLimits())
    assert asked_player("play", fields) == "random"
    assert {asked_player(kind, fields) for kind in ("hint", "analyse")} == {offered()[0]}
    assert offered()[0] != "random"


def test_a_profile_that_is_stopped_says_so() -> None:
    ends: list[object] = []
    done, ready = threading.Event(), threading.Event()

    def finish(end: object) -> None:
        ends.append(end)
        done.set()

    def tell(progress: object) -> None:
        ready.wait(60)
        running.stop()

    running = Profiling(sbg.load("hexapawn"), 1, tell, finish)
    ready.set()
    assert done.wait(60)
    assert ends == [{"profile": None, "sentences": [], "stopped": True}]


def test_a_game_is_read_once_for_all_who_ask() -> None:
    async def run() -> tuple[int, int]:
        pool = Pool(WebLimits(readers=2))
        asked = 0

        async def read(task: str, body: bytes, on_part: object) -> Answer:
            nonlocal asked
            asked += 1
            await asyncio.sleep(0.01)
            return Answer({"heavy": False, "seconds": 0.0}, b"info")

        pool._read = read  # type: ignore[method-assign]
        await asyncio.gather(*(pool.open("key", "text", str(number)) for number in range(4)))
        together = asked
        await pool.open("key", "text", "later")
        return together, asked

    assert asyncio.run(run()) == (1, 1)


def test_one_client_waits_for_so_many_texts_at_most() -> None:
    async def run() -> tuple[str, int]:
        pool = Pool(WebLimits(readers=2, client_reads=3))
        gate = asyncio.Event()

        async def read(task: str, body: bytes, on_part: object) -> Answer:
            await gate.wait()
            return Answer({}, b"")

        pool._read = read  # type: ignore[method-assign]
        waiting = [asyncio.create_task(pool.read("check", b"", "one")) for _ in range(3)]
        await asyncio.sleep(0.01)
        with pytest.raises(Refused, match="too many of your texts") as refused:
            await asyncio.wait_for(pool.read("check", b"", "one"), 10)
        other = asyncio.create_task(pool.read("check", b"", "another"))
        gate.set()
        return refused.value.code, len(await asyncio.gather(*waiting, other))

    assert asyncio.run(run()) == ("busy", 4)
