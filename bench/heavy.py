"""How long the heaviest games that `sbg check` accepts take to check and to play.

    python bench/heavy.py                      all games of tests/heavy.py
    python bench/heavy.py --game "star"        one of them
    python bench/heavy.py --ordinary 300       time to build random games of ordinary size instead

Measured by the clock, each in a process of its own:

- moves: from the text to the list of first moves, at most 2 s. Where there are very many moves, most of it goes into
  making objects of them, so their number stands beside it.
- alphabeta and mcts: a search of one second with a new searcher, at most 2 s.
- Ctrl-C: the longest time between the signal and the end of a process that was making its first moves, searching
  without a limit (alphabeta, mcts), counting (perft) or playing random games; at most 0.5 s.
"""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import machine  # noqa: E402
from bench.tables import table  # noqa: E402
from tests import heavy, ordinary  # noqa: E402

MOVES, SEARCH, CTRL_C = 2.0, 2.0, 0.5
"""What is asked for, in seconds."""

PATIENCE = 120
"""Seconds after which a process counts as hanging."""

CHILD = """
import json, signal, sys, time
import sbg
from sbg.play.players import Limits
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have told us to ignore it
text = sys.stdin.read()
def timed(call):
    begun = time.perf_counter()
    result = call()
    return time.perf_counter() - begun, result
def search(player, seconds):
    return sbg.player(player).analyse(start, Limits(time=seconds))
what = sys.argv[1]
if what == "moves":
    print("go", flush=True)
ready, start = timed(lambda: sbg.parse(text).start)
if what == "measure":
    listing, moves = timed(lambda: len(start.moves))
    found = {"moves_s": ready + listing, "moves": moves}
    if moves:
        found["alphabeta_s"] = timed(lambda: search("alphabeta", 1))[0]
        found["mcts_s"] = timed(lambda: search("mcts", 1))[0]
    print(json.dumps(found))
elif what == "moves":
    while True:
        sbg.parse(text).start.moves
else:
    print("go", flush=True)
    while True:
        if what == "perft":
            sbg.perft(start, 9)
        elif what == "playouts":
            sbg.playouts(start, 10**7)
        else:
            search(what, 1000)
"""

CALLS = ("moves", "alphabeta", "mcts", "perft", "playouts")


def child(what: str) -> subprocess.Popen[str]:
    """A process that does something with the game that it reads."""
    return subprocess.Popen(
        [sys.executable, "-c", CHILD, what],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def waited(text: str) -> dict[str, Any]:
    """How long first moves and searches take; empty if they never come."""
    process = child("measure")
    try:
        out, _ = process.communicate(text, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return {}
    return json.loads(out) if process.returncode == 0 else {}


def reaction(text: str, what: str, after: float) -> float:
    """Seconds from Ctrl-C, so long after the call began, to the end of the process."""
    process = child(what)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(text)
    process.stdin.close()
    process.stdout.readline()
    time.sleep(after)
    begun = time.perf_counter()
    process.send_signal(signal.SIGINT)
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    return time.perf_counter() - begun


def measure(names: list[str], say: Any = lambda _: None) -> dict[str, dict[str, Any]]:
    """What was measured, by the name of the game."""
    found = {}
    for name in names:
        say(name)
        text = heavy.GAMES[name]()
        entry = waited(text)
        if entry and entry["moves"]:
            entry["ctrl_c_s"] = {what: reaction(text, what, 0.3) for what in CALLS}
        found[name] = entry
    return found


def render(found: dict[str, dict[str, Any]]) -> str:
    """A table; what is beyond its bar has a mark."""

    def cell(seconds: float | None, bar: float) -> str:
        if seconds is None:
            return "–"
        return f"{seconds:.2f} s{' !' if seconds > bar else ''}"

    rows = []
    for name, entry in found.items():
        if not entry:
            rows.append([name, "", "hangs !", "", "", ""])
            continue
        slowest = max(entry.get("ctrl_c_s", {}).values(), default=None)
        rows.append(
            [
                name,
                f"{entry['moves']:,}",
                cell(entry["moves_s"], MOVES),
                cell(entry.get("alphabeta_s"), SEARCH),
                cell(entry.get("mcts_s"), SEARCH),
                cell(slowest, CTRL_C),
            ]
        )
    bars = ["at most", "", f"{MOVES:.0f} s", f"{SEARCH:.0f} s", f"{SEARCH:.0f} s", f"{CTRL_C} s"]
    heads = ["game", "first moves", "until then", "alphabeta, 1 s", "mcts, 1 s", "Ctrl-C"]
    return table(heads, [*rows, bars])


def ordinary_builds(count: int) -> dict[str, Any]:
    """Processor time from a description to the first moves, of random games on boards of side 6 to 14."""
    import sbg

    times = []
    for seed in range(count):
        game = sbg.parse(ordinary.text(seed))
        begun = time.process_time()
        game.start.moves  # noqa: B018 - making the list is what is measured
        times.append(time.process_time() - begun)
    return {
        "games": count,
        "worst_s": max(times),
        "mean_s": sum(times) / count,
        "beyond_0.3_s": sum(one > 0.3 for one in times),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", action="append", choices=list(heavy.GAMES), metavar="NAME")
    parser.add_argument("--ordinary", type=int, metavar="N", help="N random games of ordinary size")
    parser.add_argument("--json", action="store_true", help="JSON instead of a table")
    chosen = parser.parse_args()
    if chosen.ordinary:
        print(json.dumps(ordinary_builds(chosen.ordinary), indent=2))
        return
    found = measure(
        chosen.game or list(heavy.GAMES), lambda name: print(f"… {name}", file=sys.stderr)
    )
    if chosen.json:
        print(json.dumps({"machine": machine.describe(), "heavy": found}, indent=2))
    else:
        print(render(found))


if __name__ == "__main__":
    main()
