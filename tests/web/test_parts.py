"""The small parts that desk and server are made of: what is kept, what is forgotten, who waits for whom."""

from __future__ import annotations

import asyncio
import io
import json
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sbg
from sbg.app.web.desk import requests
from sbg.app.web.desk.cache import Cache
from sbg.app.web.desk.desk import REQUESTS, Desk
from sbg.app.web.desk.requests import POSTED, Refused, decode, encode, raw_text
from sbg.app.web.desk.searching import asked_player, score
from sbg.app.web.limits import WebLimits
from sbg.app.web.server import frames
from sbg.app.web.server.pool import Call, Pool
from sbg.app.web.server.process import WorkerGone
from sbg.app.web.server.run import files_for
from sbg.play.players.catalogue import offered
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


def test_frames_come_back_as_they_went() -> None:
    stream = io.BytesIO(frames.pack("read-record", b"\x00\n{}") + frames.pack("") + b"\x00\x00")
    assert frames.read(stream) == ("read-record", b"\x00\n{}")
    assert frames.read(stream) == ("", b"")
    assert frames.read(stream) is None


@given(st.binary(max_size=200))
def test_nothing_but_a_refusal_comes_of_bytes_that_are_no_request(data: bytes) -> None:
    try:
        code, value = None, decode(data)
    except Refused as refused:
        code, value = refused.code, {}
    assert code in (None, "bad-request")
    assert isinstance(value, dict)


def test_an_answer_is_ascii_whatever_the_text() -> None:
    assert encode({"text": "😀\ud800"}).isascii()


def test_every_request_that_may_be_posted_is_answered() -> None:
    assert set(POSTED) - {"check"} <= set(REQUESTS)
    desk = Desk(WebLimits())
    for name in POSTED:
        with pytest.raises(Refused, match=r"^`(text|target)` is "):
            desk.answer(name, b"{}")


def test_the_desk_answers_without_a_thread_or_a_process() -> None:
    """What a page without a server needs: bytes of a request in, bytes of its answer out."""
    program = (
        "import json, sys, threading; from sbg.app.web.desk.desk import Desk;"
        "from sbg.app.web.limits import WebLimits; desk = Desk(WebLimits()); told = [];"
        "text = json.loads(desk.answer('bundled', b'{\"name\": \"hexapawn\"}'))['text'];"
        "body = json.dumps({'text': text}).encode();"
        "print(json.loads(desk.answer('check', body, told.append))['game']['name'], len(told),"
        " threading.active_count(), sorted({'asyncio', 'starlette', 'subprocess'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "Hexapawn 1 1 []\n"


def test_a_drawn_score() -> None:
    from sbg.play.players import Score

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
    assert len(fields(WebLimits)) <= 12
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
        pool = Pool(WebLimits())
        await pool.start()
        body = encode({"text": slow_text(1)})
        reading = asyncio.create_task(pool.ask("check", body, "a client"))
        while not pool.status()["reads"]:
            await asyncio.sleep(0.01)
        await pool.close()
        with pytest.raises(Refused) as refused:
            await reading
        return refused.value

    assert asyncio.run(ask_and_end()).code == "busy"


class Worker:
    """Stands for a process that answers when it is told to."""

    gone = False

    def __init__(self, *frames: tuple[str, bytes]) -> None:
        self.frames = [*frames]
        self.sent: list[str] = []
        self.go = asyncio.Event()

    def send(self, word: str, body: bytes = b"") -> None:
        self.sent.append(word)

    async def receive(self) -> tuple[str, bytes]:
        await self.go.wait()
        if not self.frames:
            raise WorkerGone
        return self.frames.pop(0)

    async def close(self) -> None: ...


def pool_of(limits: WebLimits, *workers: Worker) -> Pool:
    """A pool of these and no others."""
    pool = Pool(limits)
    pool._processes = {*workers}  # type: ignore[arg-type]
    pool._idle = [*workers]  # type: ignore[list-item]
    pool._starting = 1  # it waits for another one, in vain
    return pool


ANSWERS = [("begun", b""), ("end", b"{}")]


def begun(workers: list[Worker]) -> int:
    return sum(len(worker.sent) for worker in workers)


@pytest.mark.parametrize(("name", "alone", "all_of_them"), [("check", 2, 3), ("games", 4, 5)])
def test_processes_are_left_to_other_addresses(name: str, alone: int, all_of_them: int) -> None:
    """Of those that read one, of all of them two; what is no text of a client does not wait for those that read."""

    async def run() -> list[int]:
        limits = WebLimits(searches=2)
        workers = [Worker(*ANSWERS * 9) for _ in range(limits.processes)]
        pool = pool_of(limits, *workers)
        tasks = [asyncio.create_task(pool.ask(name, b"", "one")) for _ in range(9)]
        await asyncio.sleep(0.01)
        counts = [begun(workers)]
        tasks.append(asyncio.create_task(pool.ask(name, b"", "another")))
        await asyncio.sleep(0.01)
        counts.append(begun(workers))
        for worker in workers:
            worker.go.set()
        await asyncio.gather(*tasks)
        return counts

    assert asyncio.run(run()) == [alone, all_of_them]


def test_moves_of_a_game_that_was_read_quickly_do_not_wait_for_those_who_read() -> None:
    async def run() -> list[int]:
        limits = WebLimits(searches=9)
        workers = [Worker(*ANSWERS * 9) for _ in range(limits.processes)]
        workers[-1].frames.insert(0, ("light", b""))
        workers[-1].go.set()
        pool = pool_of(limits, *workers)
        known, unknown = encode({"text": "known"}), encode({"text": "unknown"})
        await pool.ask("check", known, "")
        tasks = [asyncio.create_task(pool.ask("check", b"", "")) for _ in range(9)]
        workers[-1].go.clear()
        counts = []
        for name, body in (("moves", unknown), ("hint", known), ("moves", known), ("svg", known)):
            tasks.append(asyncio.create_task(pool.ask(name, body, "")))
            await asyncio.sleep(0.01)
            counts.append(begun(workers))
        for worker in workers:
            worker.go.set()
        await asyncio.gather(*tasks)
        return counts

    assert asyncio.run(run()) == [3, 4, 5, 5]


@pytest.mark.parametrize(
    "body",
    [
        b'{"text": "a", "text": "b"}',
        b'{"more": {"text": "a"}, "text": "b"}',
        b'{"more": {"text": "a"}}',
        b'{"a\\"text": "x", "text": "y"}',
    ],
)
def test_a_request_has_one_text(body: bytes) -> None:
    """The one that it is known by before it is decoded."""
    with pytest.raises(Refused, match="more than once"):
        decode(body)


@given(st.text(), st.text())
def test_the_text_of_a_request_is_found_without_decoding(text: str, other: str) -> None:
    body = encode({"type": other, "text": text, "record": other, "moves": [other]})
    found = raw_text(body)
    assert found is not None
    assert json.loads(found) == decode(body)["text"] == text


def test_short_requests_go_before_large_ones() -> None:
    async def run() -> list[str]:
        worker = Worker(*ANSWERS * 9)
        pool = pool_of(WebLimits(), worker)
        asked = [("first", 0), ("large", 500_000), ("less", 200_000), ("short", 9), ("last", 9)]
        tasks = [asyncio.create_task(pool.ask(name, b"x" * size, "")) for name, size in asked]
        await asyncio.sleep(0.01)
        worker.go.set()
        await asyncio.gather(*tasks)
        return worker.sent

    assert asyncio.run(run()) == ["first", "short", "last", "less", "large"]


def test_what_waits_has_a_limit_of_bytes() -> None:
    async def run() -> list[str]:
        pool = pool_of(WebLimits(body_bytes=10_000, read_seconds=0.05))
        answers = await asyncio.gather(
            *(pool.ask("check", b"x" * 9_000, "one") for _ in range(49)),
            *(pool.ask("check", b"x" * 9_000, "another") for _ in range(17)),
            return_exceptions=True,
        )
        return [str(answer) for answer in answers]

    answers = asyncio.run(run())
    refused = "too many requests wait for their turn"
    assert [at for at, answer in enumerate(answers) if answer == refused] == [48, 65]
    # The others are read by whoever has time for them.
    known = (refused, "too much is asked of this server", "this is not JSON")
    assert all(answer.startswith(known) for answer in answers)


def test_a_search_that_waits_can_be_stopped() -> None:
    async def run() -> Refused:
        pool = pool_of(WebLimits())
        call = Call()
        search = asyncio.create_task(pool.ask("hint", b"", "", None, call))
        await asyncio.sleep(0.01)
        call.stop()
        with pytest.raises(Refused, match="before it had begun") as refused:
            await search
        return refused.value

    assert asyncio.run(run()).code == "busy"


def test_what_ends_its_process_is_not_tried_again() -> None:
    """What a process had begun is refused when it ends; what it had not begun goes to another one."""

    async def run(*frames: tuple[str, bytes]) -> tuple[str, int]:
        workers = [Worker(*frames) for _ in range(9)]
        for worker in workers:
            worker.go.set()
        pool = pool_of(WebLimits(searches=2), *workers)
        with pytest.raises(Refused) as refused:
            await pool.ask("check", b"", "")
        return refused.value.code, sum(len(worker.sent) for worker in workers)

    assert asyncio.run(run(("begun", b""))) == ("limit", 1)
    assert asyncio.run(run()) == ("internal", 7)


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
    body = encode({"text": sbg.load("hexapawn").text, "seed": 1})
    told: list[bytes] = []
    end = Desk(WebLimits()).profile(body, told.append, lambda: len(told) > 1)
    assert json.loads(end) == {"profile": None, "sentences": [], "stopped": True}
    assert len(told) == 2
