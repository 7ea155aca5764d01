"""Kills a match again and again, with kill -9, and looks each time whether a result was lost or changed.

    python bench/kills.py                         50 kills in the folder `kills/`; some minutes
    python bench/kills.py --kills 200 --folder d  more of them, elsewhere
    python bench/kills.py --fresh                 from the start

It may be stopped itself at any time: the folder holds the results of the match and the number of kills, and the same
command goes on there. When all kills are done, the match is played to its end, and once more without a kill: both files
must hold the same games, because the number of a game decides all of it. One of the players plays illegal moves.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import machine  # noqa: E402
from tests.cli.helpers import environment  # noqa: E402
from tests.contests.test_contests import rows  # noqa: E402
from tests.players.helpers import MARK, has_proc, living, rogue, wait_for  # noqa: E402

Rows = list[tuple[Any, ...]]
_SPARE = 20
"""Games that are left when the last kill is done."""


def command(folder: Path, games: int) -> list[str]:
    """The match."""
    words = [
        sys.executable,
        "-m",
        "sbg",
        "match",
        "random",
        rogue("illegal"),
        "--game",
        "breakthrough5",
    ]
    return [
        *words,
        "--games",
        str(games),
        "--jobs",
        "2",
        "--results",
        str(folder / "r.sqlite"),
        "--json",
    ]


def kill_once(folder: Path, games: int, number: int) -> tuple[Rows, Rows]:
    """Begin, or go on with, the match and kill it after a few games; what was there before, and what is there now."""
    random = Random(number)
    before = rows(folder / "r.sqlite")
    more = min(len(before) + random.randrange(1, 6), games - _SPARE // 2)
    mark = f"kill-{number}-{time.time_ns()}"
    process = subprocess.Popen(
        command(folder, games),
        env=environment(**{MARK: mark}),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        ready = lambda: len(rows(folder / "r.sqlite")) >= more or process.poll() is not None  # noqa: E731
        if not wait_for(ready):
            sys.exit(f"kill {number}: no game was played")
        time.sleep(random.random() / 20)
    finally:
        process.kill()
        process.wait()
    if has_proc() and not wait_for(lambda: not living(mark)):
        sys.exit(f"kill {number}: processes are left: {living(mark)}")
    return before, rows(folder / "r.sqlite")


def changed(before: Rows, now: Rows) -> list[Any]:
    """The numbers of games that were there and are lost or others now."""
    there = {row[0]: row for row in now}
    return [row[0] for row in before if there.get(row[0]) != row]


def main() -> None:
    """Kill, look, and say what was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kills", type=int, default=50, help="how often (50)")
    parser.add_argument("--folder", type=Path, default=Path("kills"), help="where (kills/)")
    parser.add_argument("--fresh", action="store_true", help="forget what is in the folder")
    chosen = parser.parse_args()
    folder: Path = chosen.folder.absolute()
    if chosen.fresh:
        shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    state = folder / "state.json"
    # Each kill comes after five games at most, two more may be under way.
    fresh = {"games": 2 * (4 * chosen.kills + _SPARE), "kills": 0, "seen": 0}
    done = json.loads(state.read_text()) if state.exists() else fresh
    while done["kills"] < chosen.kills and done["seen"] < done["games"] - _SPARE:
        before, now = kill_once(folder, done["games"], done["kills"])
        if lost := changed(before, now):
            sys.exit(f"kill {done['kills'] + 1}: these games are lost or changed: {lost}")
        done |= {"kills": done["kills"] + 1, "seen": len(now)}
        draft = state.with_suffix(".new")
        draft.write_text(json.dumps(done))
        draft.replace(state)
        print(
            f"kill {done['kills']} of {chosen.kills}: {len(now)} of {done['games']} games",
            flush=True,
        )
    calm = folder / "calm"
    calm.mkdir(exist_ok=True)
    for place in (folder, calm):
        subprocess.run(
            command(place, done["games"]), env=environment(), check=True, stdout=subprocess.DEVNULL
        )
    killed, undisturbed = rows(folder / "r.sqlite"), rows(calm / "r.sqlite")
    if killed != undisturbed or len(killed) != done["games"]:
        sys.exit("the match that was killed has other games than the one that was not")
    about = machine.describe()
    print(
        f"{done['kills']} kills of a match of {done['games']} games: nothing was lost, and the games are those of "
        f"a match that nobody killed. Load of the machine: {about['load']} on {about['cores']} cores."
    )


if __name__ == "__main__":
    main()
