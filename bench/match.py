"""How fast the native match is, as a ratio to a loop in Python over the same searchers.

    python bench/match.py [--games 200] [--nodes 200] [--game gardner]

Both play the same games, move for move (a test compares them), so neither is stronger. They are measured in turn, and
medians are compared.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import sbg  # noqa: E402
from bench import machine  # noqa: E402
from sbg import _core  # noqa: E402
from sbg.players.arena import Side, play_games  # noqa: E402


def loop(game: sbg.Game, openings: list[sbg.Position], nodes: int, count: int) -> None:
    """The games as they were played before: by Python, one after the other."""
    searchers = [_core.Searcher(game.rules, 1 << 20) for _ in range(2)]
    for number in range(count):
        for searcher in searchers:
            searcher.clear()
        position = openings[number // 2]._native
        while position.outcome is None:
            mover = searchers[(position.ply + number) % 2]
            line = mover.search(position, _core.Stop(), nodes=nodes)[0]
            if abs(line.score) >= _core.PROVEN_SCORE:
                break
            after = position.play(line.moves[0])
            assert after is not None
            position = after


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--game", default="gardner")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    game = sbg.load(options.game)
    count: int = options.games
    pairs = play_games(game, Side("random"), games=count, random_plies=4)
    openings = [played.opening for played in pairs][::2]
    side = Side(nodes=options.nodes)
    times: dict[str, list[float]] = {"python": [], "native, 1 thread": [], "native": []}
    for _ in range(options.rounds):
        for name, seconds in times.items():
            begun = time.perf_counter()
            if name == "python":
                loop(game, openings, options.nodes, count)
            else:
                threads = 1 if name.endswith("1 thread") else None
                play_games(game, side, games=count, openings=openings, threads=threads)
            seconds.append(time.perf_counter() - begun)
    rates = {name: count * 3600 / median(seconds) for name, seconds in times.items()}
    for name, rate in rates.items():
        print(f"{name:18} {rate:12,.0f} games an hour  {rate / rates['python']:5.2f}")
    about = {"machine": machine.describe(), "games": count}
    print(json.dumps({**about, "nodes": options.nodes, "games_an_hour": rates}), file=sys.stderr)


if __name__ == "__main__":
    main()
