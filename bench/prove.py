"""Proofs: are they right, and what do they take?

    python bench/prove.py generated --games 2000       values and certificates of small games, against exhaustive search
    python bench/prove.py endings --positions 10000    endings of three men of Gardner's chess, against a table
    python bench/prove.py certify fox-and-hounds FILE  prove a game, write its certificate, check all of it
    python bench/prove.py search silverman --seconds 3600 --threads 2 --memory 8 --folder DIR

A game is a bundled name, a path, or `breakthrough-WxH` for breakthrough on a board of that size. Each command writes
what it found as JSON. `generated` can be interrupted: `--first` goes on at a number. `search` goes on where it was
when it has the same `--folder`.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import sbg  # noqa: E402
from bench import machine  # noqa: E402
from sbg.model.notation import write_fen  # noqa: E402
from sbg.solving.plan import make_plan  # noqa: E402
from sbg.solving.probe import probe  # noqa: E402
from sbg.solving.proof import Bounds, Prover, UndecidedError  # noqa: E402
from sbg.solving.solve import fill_table  # noqa: E402
from tests.solving import small  # noqa: E402


def breakthrough(width: int, height: int) -> str:
    """The text of breakthrough on a board of any size."""
    rows = ["p" * width] * 2 + ["." * width] * (height - 4) + ["P" * width] * 2
    top, bottom = (", ".join(f"{x} {y}" for x in range(width)) for y in (height - 1, 0))
    board = "\n".join(f"|{row}|" for row in rows)
    return (
        f"<<Breakthrough {width}x{height}>>\n<BOARD>\n{width} {height}\n{board}\n<PIECES>\n"
        "P (0,1,e) + (-1,1,e) + (-1,1,p) + (1,1,e) + (1,1,p) &\n"
        f"<GOALS>\n100 &\n@P {top} &\n@p {bottom} &\n"
    )


def load(name: str) -> sbg.Game:
    """The game of a name."""
    size = re.fullmatch(r"breakthrough-(\d+)x(\d+)", name)
    return sbg.parse(breakthrough(int(size[1]), int(size[2]))) if size else sbg.load(name)


def generated(first: int, games: int) -> dict[str, Any]:
    """Prove small random games and compare; ends with the first that differs."""
    counts = Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.proof"
        for seed in range(first, first + games):
            start = small.game(seed).start
            expected = small.Exhaustive(start.game).start(start)
            prover = Prover(start, memory=1 << 18)
            solution = prover.run()
            prover.certify(path, solution, {})
            claim = sbg.verify(path).claim
            for value, plies in ((solution.value, solution.plies), (claim.value, claim.plies)):
                if (value, plies or 0) != (expected[0], expected[1] or 0):
                    raise SystemExit(f"game {seed}: {value} in {plies}, not {expected}")
            counts["over" if start.outcome else expected[0]] += 1
            if seed % 100 == 99:
                print(f"{seed + 1}: {dict(counts)}", file=sys.stderr, flush=True)
    return {"first": first, "games": games, "agree": dict(counts)}


def endings(positions: int) -> dict[str, Any]:
    """Prove random endings with few plies left, and compare with a table; ends with the first that differs."""
    game = sbg.load("gardner")
    table = fill_table(make_plan(game.start, 1 << 30, 3))
    rng = random.Random(1)
    counts = Counter[str]()
    while sum(counts.values()) < positions:
        position = ending(game, rng)
        entry = table.find(position) if position.outcome is None else None
        if entry is None:
            continue
        expected = probe(table, position)
        solution = Prover(position, memory=1 << 20).run()
        if (solution.value, solution.plies) != (expected.value, expected.plies):
            raise SystemExit(f"{position.fen}: {solution}, not {expected}")
        counts[expected.value] += 1
    return {"positions": positions, "agree": dict(counts)}


def ending(game: sbg.Game, rng: random.Random) -> sbg.Position:
    """Two kings and another man anywhere, with 1 to 14 plies left."""
    squares = ["."] * (game.width * game.height)
    places = rng.sample(range(len(squares)), 3)
    for place, letter in zip(places, ["K", "k", rng.choice("PRNBQprnbq")], strict=True):
        squares[place] = letter
    rows = tuple(
        "".join(squares[at : at + game.width]) for at in range(0, len(squares), game.width)
    )
    return game.position(write_fen(rows, game.turn_limit - rng.randint(1, 14)))


def _progress(every: float = 20.0) -> Any:
    last = [time.monotonic()]

    def show(bounds: Bounds) -> None:
        if time.monotonic() - last[0] > every:
            last[0] = time.monotonic()
            rate = bounds.nodes / bounds.seconds
            print(
                f"{bounds.seconds:.0f} s, {bounds.nodes:,} positions ({rate:,.0f}/s), tables"
                f" {bounds.use / 10:.0f} %: {bounds}",
                file=sys.stderr,
                flush=True,
            )

    return show


def search(options: argparse.Namespace) -> tuple[Prover, dict[str, Any]]:
    """Search for the value of a game."""
    begun = time.process_time()
    prover = Prover(
        load(options.game).start,
        memory=int(options.memory * (1 << 30)),
        threads=options.threads,
        folder=options.folder,
        on_progress=_progress(),
    )
    found: dict[str, Any] = {"game": options.game, "threads": options.threads}
    try:
        found["solution"] = prover.run(options.seconds)
        found |= {"value": found["solution"].value, "plies": found["solution"].plies}
    except UndecidedError as error:
        found["undecided"] = str(error)
    bounds = prover.bounds()
    found["positions"] = bounds.nodes
    found["processor_seconds"] = round(time.process_time() - begun, 1)
    return prover, found


def certify(options: argparse.Namespace) -> dict[str, Any]:
    """Prove a game, write its certificate, and check every entry of it."""
    prover, found = search(options)
    solution = found.pop("solution", None)
    if solution is None:
        return found
    made = {
        "program": f"sbg {machine.describe()['sbg']}",
        "method": "proof",
        "positions": found["positions"],
        "seconds": found["processor_seconds"],
    }
    found["bytes"] = prover.certify(options.file, solution, made)
    begun = time.process_time()
    checked = sbg.verify(options.file)
    found |= {"claim": str(checked.claim), "entries": checked.entries}
    found["seconds_to_check"] = round(time.process_time() - begun, 1)
    return found


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("generated")
    one.add_argument("--first", type=int, default=0)
    one.add_argument("--games", type=int, default=2000)
    one = commands.add_parser("endings")
    one.add_argument("--positions", type=int, default=10_000)
    for name in ("certify", "search"):
        one = commands.add_parser(name)
        one.add_argument("game")
        if name == "certify":
            one.add_argument("file", type=Path)
        one.add_argument("--seconds", type=float, default=600.0)
        one.add_argument("--threads", type=int, default=1)
        one.add_argument("--memory", type=float, default=1.0, help="GiB")
        one.add_argument("--folder", type=Path)
    options = parser.parse_args()
    if options.command == "generated":
        found = generated(options.first, options.games)
    elif options.command == "endings":
        found = endings(options.positions)
    elif options.command == "certify":
        found = certify(options)
    else:
        found = search(options)[1]
        found.pop("solution", None)
    print(json.dumps({**found, "machine": machine.describe()}, indent=2))


if __name__ == "__main__":
    main()
