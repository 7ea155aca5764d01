"""Threads of the core: what goes wrong in them, or at the end of the interpreter, never ends the process."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest

import sbg
from sbg import _core
from tests.cli.helpers import environment

pytestmark = pytest.mark.process


def run(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env=environment(),
        timeout=60,
        check=False,
    )


FEW_THREADS = """
import resource, sbg
position = sbg.load("gardner").start
sbg.analyse(position, nodes=1000, hash_megabytes=1)
with open("/proc/self/statm") as file:
    used = int(file.read().split()[0]) * resource.getpagesize()
room = used + (100 << 20)  # a thread takes eight megabytes of addresses and more
resource.setrlimit(resource.RLIMIT_AS, (room, room))
try:
    {call}
except (OSError, MemoryError) as problem:
    print(type(problem).__name__, problem)
print(sbg.perft(position, 4))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc and a limit on addresses")
@pytest.mark.parametrize(
    "call",
    [
        "sbg.perft(position, 8, threads=200)",
        "sbg.playouts(position, 10**9, threads=200)",
        "sbg.analyse(position, depth=60, threads=200, hash_megabytes=1)",
        'sbg.player("mcts:playouts=1000000000,threads=200,hash=1").choose(position)',
    ],
)
def test_threads_that_cannot_be_had_are_an_error(call: str) -> None:
    for _ in range(5):
        done = run(FEW_THREADS.format(call=call))
        # The C library itself gives up where it has no memory for what a new thread needs to throw; that is rare.
        if "cannot allocate memory for thread-local data" not in done.stderr:
            break
    assert done.returncode == 0, done.stderr
    problem, count = done.stdout.splitlines()
    assert "threads could be started" in problem or "memory" in problem
    assert count == "5000"


AT_WORK = """
import threading, time, sbg
position = sbg.load("gardner").start
begun = threading.Event()

def work():
    begun.set()
    {call}

threading.Thread(target=work, daemon=True).start()
begun.wait()
time.sleep(0.1)
"""


@pytest.mark.parametrize(
    "call",
    [
        "sbg.perft(position, 30)",
        "sbg.playouts(position, 10**12, threads=2)",
        "sbg.analyse(position, 1e6)",
        "sbg.analyse(position, 1e6, on_info=lambda info: None)",
        "sbg.player('mcts:time=1000').choose(position)",
        "sbg.player('alphabeta:time=1000,threads=2').choose(position)",
    ],
)
def test_the_interpreter_ends_while_a_thread_is_at_work(call: str) -> None:
    done = run(AT_WORK.format(call=call))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_searcher_does_one_thing_at_a_time() -> None:
    game = sbg.load("gardner")
    native = game.start._native
    searcher = _core.Searcher(game.rules, 1 << 20)
    weights = searcher.weights()
    stop = _core.Stop()
    begun = threading.Event()
    search = threading.Thread(
        target=lambda: searcher.search(native, stop, on_line=lambda line: begun.set())
    )
    search.start()
    assert begun.wait(60)
    calls = (
        searcher.clear,
        searcher.weights,
        lambda: searcher.set_weights(weights),
        lambda: searcher.set_noise(3, 4),
        lambda: searcher.evaluate(native),
        lambda: searcher.features(native),
        lambda: searcher.search(native, stop),
        lambda: searcher.self_play(stop, 1, 1, 1),
    )
    for call in calls:
        with pytest.raises(RuntimeError, match="one thing at a time"):
            call()
    stop.set()
    search.join()
    searcher.set_noise(3, 4)
    searcher.clear()


def test_a_searcher_refuses_calls_from_its_own_callback() -> None:
    game = sbg.load("gardner")
    searcher = _core.TreeSearcher(game.rules, 1 << 20)
    with pytest.raises(RuntimeError, match="one thing at a time"):
        searcher.search(
            game.start._native, _core.Stop(), playouts=100, on_line=lambda line: searcher.clear()
        )
    assert searcher.search(game.start._native, _core.Stop(), playouts=100)


def test_many_threads_may_analyse_one_game_at_once() -> None:
    game = sbg.parse(sbg.load("gardner").text)  # nobody has derived its evaluation yet
    found: list[str] = []
    threads = [
        threading.Thread(target=lambda: found.append(str(sbg.analyse(game, nodes=300).move)))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(found)) == 1
