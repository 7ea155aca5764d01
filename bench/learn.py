"""How much must be seen of a game to learn it: games to exactness, precision, recall, and the held-out rules.

    python bench/learn.py                       all sections, resumable; at most two hours on two cores
    python bench/learn.py complete noise        some sections
    python bench/learn.py complete --names gardner chess --seeds 1 --sizes 1 3 10
    python bench/learn.py --table               the tables of what has been measured

Results go to bench/results/learn.jsonl, a line each; what is there is not measured again. Game number i of a seed is
the same whatever the size, and seeds are frozen. Exact means: `sbg.same` proves every piece the same (level `same`), or
else there is no difference on 10,000 fresh positions of random and of alphabeta play (level `fresh`).
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import sbg  # noqa: E402
from bench.tables import table  # noqa: E402
from sbg.learning.data import Ply, Seen, Sightings  # noqa: E402
from sbg.model import Piece  # noqa: E402
from sbg.model.notation import write_fen  # noqa: E402

RESULTS = ROOT / "bench" / "results" / "learn.jsonl"
HELD_OUT = ROOT / "bench" / "held_out"
SEEDS = (1, 2, 3, 4, 5)
SIZES = (1, 2, 3, 5, 8, 12, 20, 50, 100, 300)
FRESH = 10_000
SET_UP = 500
SECONDS = 20.0

WATCHING: dict[str, dict[str, Any]] = {
    "complete": {"legal": 1.0},
    "partial": {"legal": 0.3},
    "played": {"legal": 0.0},
    "noise": {"legal": 1.0, "noise": 0.02},
    "alphabeta": {
        "legal": 0.0,
        "players": ("alphabeta:level=2", "alphabeta:level=2"),
        "opening": 2,
    },
    "no-reasons": {"legal": 1.0, "reasons": False},
}
"""What is seen in each section of games."""

HELD = ("rules", "fairies")


def main() -> None:
    """Measure what is missing, then print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sections", nargs="*", help=f"{', '.join((*WATCHING, *HELD))} (all)")
    parser.add_argument("--names", nargs="*", help="bundled games (all)")
    parser.add_argument("--seeds", nargs="*", type=int, default=SEEDS)
    parser.add_argument("--sizes", nargs="*", type=int, default=SIZES)
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--table", action="store_true", help="only print the tables")
    chosen = parser.parse_args()
    known = {tuple(one["key"]): one for one in read(chosen.results)}
    if not chosen.table:
        for section in chosen.sections or (*WATCHING, *HELD):
            if section in HELD:
                todo = held_out(section, known)
            else:
                names = chosen.names or sbg.bundled()
                todo = games(section, names, chosen.seeds, chosen.sizes, known)
            for one in todo:
                keep(one, chosen.results)
                known[tuple(one["key"])] = one
                print(json.dumps(one), file=sys.stderr, flush=True)
    print(tables(list(known.values())))


def read(path: Path) -> Iterator[dict[str, Any]]:
    """What has been measured; a line that was cut off by a kill is left out."""
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                yield json.loads(line)
            except ValueError:
                continue


def keep(one: dict[str, Any], path: Path) -> None:
    """Add a result to the file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(one) + "\n")


# --- games


def games(
    section: str,
    names: Iterable[str],
    seeds: Iterable[int],
    sizes: Iterable[int],
    known: dict[tuple[Any, ...], Any],
) -> Iterator[dict[str, Any]]:
    """Games learned from more and more of their games."""
    for name in names:
        game = sbg.load(name)
        for seed in seeds:
            missing = [size for size in sizes if (section, name, seed, size) not in known]
            if not missing:
                continue
            seen = sbg.watch(game, max(missing), seed=seed, **WATCHING[section])
            for size in missing:
                part = replace(seen, games=seen.games[:size])
                yield {"key": (section, name, seed, size), **judged(game, part)}


def judged(game: sbg.Game, seen: Sightings) -> dict[str, Any]:
    """What is learned from some observations, and how good it is."""
    begin = time.process_time()
    found = sbg.learn(seen, seconds=SECONDS)
    seconds = time.process_time() - begin
    learned = with_rules_of(game, found)
    level = exactness(game, learned)
    precision, recall = quality(game, learned)
    reached = found.endings.turn_limit == game.turn_limit
    return {
        "level": level,
        "precision": precision,
        "recall": recall,
        "goals": goals_of(found.description) == goals_of(game.description),
        "limit": "exact" if reached else "wrong" if found.endings.limit_seen else "bound",
        "seconds": round(seconds, 3),
        "plies": found.plies,
        "noise": round(found.noise, 4),
    }


def goals_of(description: sbg.Description) -> list[str]:
    """The goals in order."""
    return sorted(map(str, description.goals))


def with_rules_of(game: sbg.Game, found: sbg.Learned) -> sbg.Game:
    """The game with the rules that were learned instead of its own; a piece that was never seen cannot move."""
    rules = {piece.letter: piece.movement.rule for piece in found.pieces}
    pieces = tuple(Piece(piece.letter, rules.get(piece.letter)) for piece in game.pieces)
    return sbg.Game(replace(game.description, pieces=pieces))


def exactness(game: sbg.Game, learned: sbg.Game) -> str:
    """`same`, `fresh` or `different`."""
    answers = [
        sbg.same(learned, game, piece=piece.letter, seconds=5).verdict for piece in game.pieces
    ]
    if all(answer == "same" for answer in answers):
        return "same"
    for fen in fresh(game, FRESH):
        if learned.position(fen).moves != game.position(fen).moves:
            return "different"
    return "fresh"


def fresh(game: sbg.Game, count: int, seed: int = 1_000_003) -> Iterator[str]:
    """Positions of random and of alphabeta play that no learner has seen."""
    strong = ("alphabeta:level=2", "alphabeta:level=2")
    number = left = 0
    left = count
    while left > 0:
        players = strong if number % 2 else ("random", "random")
        seen = sbg.watch(game, 1, players=players, legal=0.0, opening=4, seed=seed + number)
        number += 1
        for ply in seen.plies:
            yield ply.fen
            left -= 1
            if not left:
                return


def quality(game: sbg.Game, learned: sbg.Game, count: int = 300) -> tuple[float, float]:
    """Precision and recall of the legal moves in fresh positions."""
    right = said = true = 0
    for fen in fresh(game, count, seed=2_000_003):
        ours, theirs = set(learned.position(fen).moves), set(game.position(fen).moves)
        right += len(ours & theirs)
        said += len(ours)
        true += len(theirs)
    return round(right / max(said, 1), 5), round(right / max(true, 1), 5)


# --- held-out rules


def held_out(section: str, known: dict[tuple[Any, ...], Any]) -> Iterator[dict[str, Any]]:
    """Rules that were frozen before the learner was written, each from set-up positions with complete lists."""
    side = 6 if section == "rules" else 8
    for name, rule in frozen(section):
        if (section, name, 1, SET_UP) in known:
            continue
        game = alone(rule, side)
        begin = time.process_time()
        found = sbg.learn(set_up(game, SET_UP, 1), seconds=SECONDS)
        seconds = time.process_time() - begin
        learned = with_rules_of(game, found)
        level: str = sbg.same(learned, game, piece="A", seconds=20).verdict
        if level != "same":
            same = all(
                learned.position(ply.fen).moves == game.position(ply.fen).moves
                for ply in set_up(game, FRESH, 2).plies
            )
            level = "fresh" if same else "different"
        (piece,) = found.pieces
        yield {
            "key": (section, name, 1, SET_UP),
            "level": level,
            "unexplained": piece.movement.unexplained,
            "bits": piece.movement.bits,
            "seconds": round(seconds, 3),
            "rule": rule,
        }


def frozen(section: str) -> Iterator[tuple[str, str]]:
    """The frozen rules, with names or numbers."""
    name = ""
    for number, line in enumerate((HELD_OUT / f"{section}.txt").read_text("utf-8").splitlines()):
        if line.startswith("//"):
            name = line[3:]
        else:
            yield name if section == "fairies" else f"rule {number}", line.removesuffix(" &")


def alone(rule: str, side: int) -> sbg.Game:
    """A game with one piece."""
    rows = "|".join(["a" + "." * (side - 1), *(["." * side] * (side - 2)), "A" + "." * (side - 1)])
    rows = rows.replace("|", "||")
    return sbg.parse(f"<<x>> <BOARD> {side} {side} |{rows}| <PIECES> A {rule} & <GOALS> 9 &")


def set_up(game: sbg.Game, count: int, seed: int) -> Sightings:
    """Random positions of all densities, with all their legal moves."""
    draw = random.Random(seed)
    found: list[Seen] = []
    while len(found) < count:
        share = draw.choice((0.1, 0.2, 0.35, 0.5, 0.65))
        rows = tuple(
            "".join(draw.choice("Aa") if draw.random() < share else "." for _ in range(game.width))
            for _ in range(game.height)
        )
        turn = len(found) % 2
        if not any("Aa"[turn] in row for row in rows):
            continue
        moves = game.position(write_fen(rows, turn)).moves
        legal = frozenset((move.origin, move.target) for move in moves)
        found.append(Seen((Ply(rows, turn, None, legal, True),)))
    return Sightings(game.width, game.height, tuple(found), "x")


# --- tables


def tables(results: list[dict[str, Any]]) -> str:
    """What was measured, as texts."""
    parts = []
    for section in WATCHING:
        rows = [one for one in results if one["key"][0] == section]
        if rows:
            parts.append(f"{section}\n{section_table(rows)}\n{curve(rows)}")
    for section in HELD:
        rows = [one for one in results if one["key"][0] == section]
        if rows:
            parts.append(held_table(section, rows))
    return "\n\n".join(parts)


def stable(rows: list[dict[str, Any]], good: Any) -> int | None:
    """The least size from which on everything that was tried is good."""
    found = None
    for one in sorted(rows, key=lambda one: -one["key"][3]):
        if not good(one):
            break
        found = one["key"][3]
    return found


def section_table(rows: list[dict[str, Any]]) -> str:
    """For each game the median of the games needed, over the seeds."""
    lines = []
    needed: list[float] = []
    for name in sorted({one["key"][1] for one in rows}):
        own = [one for one in rows if one["key"][1] == name]
        sizes, ends = [], []
        for seed in sorted({one["key"][2] for one in own}):
            of_seed = [one for one in own if one["key"][2] == seed]
            sizes.append(stable(of_seed, lambda one: one["level"] != "different") or 10**9)
            ends.append(
                stable(of_seed, lambda one: one["goals"] and one["limit"] != "wrong") or 10**9
            )
        middle = statistics.median_high(sizes)
        needed.append(middle)
        seconds = max(one["seconds"] for one in own)
        lines.append((name, number(middle), number(statistics.median_high(ends)), f"{seconds:.1f}"))
    done = [size for size in needed if size < 10**9]
    text = table(("game", "games needed", "for goals", "most seconds"), lines)
    if done:
        tenth = sorted(needed)[max(0, -(-9 * len(needed) // 10) - 1)]
        text += f"\n{len(done)} of {len(needed)} stably exact; median {number(statistics.median_high(needed))}"
        text += f", 90th percentile {number(tenth)}"
    return text


def number(size: float) -> str:
    """A size, or that none was enough."""
    return "-" if size >= 10**9 else str(int(size))


def curve(rows: list[dict[str, Any]]) -> str:
    """Precision and recall by size, means over games and seeds."""
    lines = []
    for size in sorted({one["key"][3] for one in rows}):
        own = [one for one in rows if one["key"][3] == size]
        exact = sum(one["level"] != "different" for one in own) / len(own)
        means = [statistics.mean(one[what] for one in own) for what in ("precision", "recall")]
        lines.append((str(size), *(f"{mean:.4f}" for mean in means), f"{exact:.2f}"))
    return table(("games", "precision", "recall", "exact"), lines)


def held_table(section: str, rows: list[dict[str, Any]]) -> str:
    """How many held-out rules were learned, and which were not."""
    good = [one for one in rows if one["level"] != "different"]
    proved = sum(one["level"] == "same" for one in rows)
    text = f"{section}: {len(good)} of {len(rows)} exact, {proved} of them proved the same"
    for one in rows:
        if one["level"] == "different":
            text += f"\n  {one['key'][1]} ({one['unexplained']} unexplained): {one['rule'][:100]}"
    return text


if __name__ == "__main__":
    main()
