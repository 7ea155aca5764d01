"""How much of a game must be seen to learn it: games needed, precision, recall, held-out rules.

    python bench/learn.py --jobs 2              all sections, resumable
    python bench/learn.py --estimate            what is missing, and about how long it takes
    python bench/learn.py complete noise        some sections
    python bench/learn.py complete partial --names gardner chess --seeds 1 --sizes 1 3 12
    python bench/learn.py rules --first 1 --last 50
    python bench/learn.py --minutes 30          stop after so long; the next call goes on
    python bench/learn.py --table               the tables of what has been measured
    python bench/learn.py --keep FILE.json      what has been measured as one file, for docs/learn.md
    python bench/learn.py wild                  whether exact means exact, on 200 generated games
    python bench/learn.py wild --first 2001     the same on 200 others

Results go to bench/results/learn.jsonl, a line each with the commit that it belongs to; what is there is not measured
again. Game number i of a seed is
the same whatever the size, and seeds are frozen. Exact has three levels: `same`, proved by `sbg.same` in every position
of the board; `relaxed`, proved in all positions that the relaxation allows, where each piece may be on any square that
it can ever come to; or else `fresh`, no difference on 10,000 fresh positions of random and of alphabeta play.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import sbg  # noqa: E402
from bench import machine  # noqa: E402
from bench.learn_tables import tables  # noqa: E402
from bench.tables import table  # noqa: E402
from sbg.language.model import Goal, Piece  # noqa: E402
from sbg.language.model.notation import write_fen  # noqa: E402
from sbg.study.learn.learned import with_endings  # noqa: E402
from sbg.study.observe.data import Ply, Seen, Sightings, move_name  # noqa: E402

RESULTS = ROOT / "bench" / "results" / "learn.jsonl"
HELD_OUT = ROOT / "bench" / "held_out"
SEEDS = (1, 2, 3, 4, 5)
SIZES = (1, 2, 3, 5, 8, 12, 20, 50, 100, 300)
FRESH = 10_000
SET_UP = 500
FRESH_GAMES = 300
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
}
"""What is seen in each section of games."""

ENDS: dict[str, dict[str, Any]] = {
    "goals": {"legal": 0.0},
    "no-reasons": {"legal": 0.0, "reasons": False},
}
"""Sections of goals and turn limit alone, by random play; how the pieces move is given."""

GRID: dict[str, tuple[int, ...]] = {
    "complete": SIZES,
    "partial": (1, 3, 8, 20),
    "played": (8, 20, 100, 300),
    "noise": (1, 2, 3, 5, 12),
    "alphabeta": (100, 1000),
    "goals": SIZES,
    "no-reasons": SIZES,
}
"""The sizes that are tried in each section: all of them do not fit into the time."""

HUGE = ("steppe", "great-plain")
"""Games on 12×12 and 16×16 squares, which are measured last where lists are not complete."""

HELD = {"rules": 200, "fairies": 30}
WILD, WILD_FIRST, WILD_SIDE = "wild", 7001, 6
WILD_COUNT = 200
WILD_SIZES = (5, 40, 400)
"""Games that are seen of each generated game, and positions that are set up, to see whether exact means exact."""

SECTIONS = (*WATCHING, *ENDS, *HELD)
GUESS = 5.0
"""Seconds for a result, where nothing like it has been measured."""

Key = tuple[Any, ...]
Part = tuple[str, str, int, tuple[int, ...]]
"""What is measured at a stretch: section, game or rule, seed, and sizes."""


def main() -> None:
    """Measure what is missing, then print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sections", nargs="*", help=f"{', '.join(SECTIONS)} (all)")
    parser.add_argument("--names", nargs="*", help="bundled games (all)")
    parser.add_argument("--seeds", nargs="*", type=int, default=SEEDS)
    parser.add_argument("--sizes", nargs="*", type=int, help="games that are seen (1 to 300)")
    parser.add_argument(
        "--first", type=int, default=1, help="first held-out rule or generated game (1)"
    )
    parser.add_argument("--last", type=int, default=10**9, help="last held-out rule")
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--minutes", type=float, default=120.0, help="begin nothing later (120)")
    parser.add_argument("--estimate", action="store_true", help="only say what is missing")
    parser.add_argument(
        "--show-failed", action="store_true", help="print held-out rules that were not learned"
    )
    parser.add_argument("--keep", type=Path, help="only write what has been measured to a file")
    parser.add_argument("--table", action="store_true", help="only print the tables")
    chosen = parser.parse_args()
    unknown = set(chosen.sections) - {*SECTIONS, WILD}
    if unknown:
        parser.error(f"no section {', '.join(sorted(unknown))}")
    if WILD in chosen.sections:
        sys.exit(try_wild(chosen.first, min(chosen.last, chosen.first + WILD_COUNT - 1)))
    known = {tuple(one["key"]): one for one in read(chosen.results)}
    missing = list(parts(chosen, known))
    if chosen.keep:
        some = {key: one for key, one in known.items() if key[2] in chosen.seeds}
        chosen.keep.write_text(kept(some), encoding="utf-8", newline="\n")
        return
    if chosen.estimate:
        print(estimate(missing, known.values(), chosen.jobs))
    elif not chosen.table:
        for one in measured(missing, chosen.jobs, chosen.minutes, chosen.results):
            known[tuple(one["key"])] = one
            shown = {what: one[what] for what in ("key", "level", "seconds", "spent")}
            print(json.dumps(shown), file=sys.stderr, flush=True)
    if not chosen.estimate:
        print(tables(list(known.values()), (*WATCHING, *ENDS), HELD, chosen.show_failed))


def try_wild(first: int, last: int) -> int:
    """Games with generated pieces; 1 if a piece that is called exact is not the true one."""
    rows = []
    wrong: list[str] = []
    for size in WILD_SIZES:
        status: dict[str, int] = defaultdict(int)
        same = 0
        for number in range(first, last + 1):
            game = sbg.generate(WILD, seed=WILD_FIRST - 1 + number, board=(WILD_SIDE, WILD_SIDE))
            found = sbg.learn(wild_data(game, size), seconds=SECONDS)
            for piece in found.pieces:
                answer = sbg.same(found.game, game, piece=piece.letter, seconds=5)
                status[piece.status] += 1
                same += answer.verdict == "same"
                if (
                    piece.status == "exact"
                    and answer.verdict == "different"
                    and not (size < WILD_SIZES[-1] and same_in_play(game, found.game, piece.letter))
                ):
                    wrong.append(f"game {number}, {size}: {answer.reason}")
        counts = [
            status[one] for one in ("exact", "consistent", "unknown", "unexplained", "likely")
        ]
        seen = f"{size} games" if size < WILD_SIZES[-1] else f"{size} set-up positions"
        rows.append([seen, *map(str, [sum(counts), same, *counts])])
        print(rows[-1], file=sys.stderr, flush=True)
    head = ("seen", "pieces", "right", "exact", "consistent", "unknown", "not explained", "likely")
    print(table(head, rows))
    print("\n".join([f"{len(wrong)} are called exact and are not", *wrong]))
    return int(bool(wrong))


def wild_data(game: sbg.Game, size: int) -> Sightings:
    """Games of random play or, of the last size, set-up positions."""
    return sbg.watch(game, size, seed=1) if size < WILD_SIZES[-1] else set_up(game, size, 1)


def parts(chosen: argparse.Namespace, known: dict[Key, Any]) -> Iterator[Part]:
    """What is missing: held-out rules first, then seed after seed, the largest games last."""
    sections = chosen.sections or SECTIONS
    for section in HELD:
        if section in sections:
            for number in range(chosen.first, min(chosen.last, HELD[section]) + 1):
                if (section, str(number), 1, SET_UP) not in known:
                    yield section, str(number), 1, (SET_UP,)
    wanted = [
        (section in WATCHING and section != "complete" and name in HUGE, seed, name, section)
        for seed in chosen.seeds
        for name in chosen.names or sbg.bundled()
        for section in sections
        if section not in HELD
    ]
    for _, seed, name, section in sorted(wanted, key=lambda one: one[:2]):
        sizes = tuple(
            size
            for size in chosen.sizes or GRID[section]
            if (section, name, seed, size) not in known
        )
        if sizes:
            yield section, name, seed, sizes


def measured(
    missing: Sequence[Part], jobs: int, minutes: float, results: Path
) -> Iterator[dict[str, Any]]:
    """The results of parts, one after the other or in several processes; each is kept at once."""
    end = time.monotonic() + 60 * minutes
    waiting = iter(missing)
    if jobs == 1:
        for part in waiting:
            if time.monotonic() > end:
                return
            for one in results_of(part):
                keep(one, results)
                yield one
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        running = [pool.apply_async(_collected, (part, results)) for part in islice(waiting, jobs)]
        while running and time.monotonic() < end:  # what is not done by then is stopped
            done = next((one for one in running if one.ready()), None)
            if done is None:
                time.sleep(0.05)
                continue
            running.remove(done)
            running += [
                pool.apply_async(_collected, (part, results)) for part in islice(waiting, 1)
            ]
            yield from done.get()


def _collected(part: Part, results: Path) -> list[dict[str, Any]]:
    found = []
    for one in results_of(part):
        keep(one, results)  # a short line, which is added in one piece
        found.append(one)
    return found


def results_of(part: Part) -> Iterator[dict[str, Any]]:
    """The results of a part, each with all the processor time that it took."""
    section, name, seed, sizes = part
    begin = time.process_time()
    todo = held_out(section, int(name)) if section in HELD else games(section, name, seed, sizes)
    for one in todo:
        now = time.process_time()
        yield {**one, "spent": round(now - begin, 3), "commit": commit()}
        begin = now


@lru_cache
def commit() -> str:
    """The commit whose code is measured; nothing outside a clone."""
    command = ["git", "-C", str(ROOT), "rev-parse", "--short=7", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def estimate(missing: Sequence[Part], known: Iterable[dict[str, Any]], jobs: int) -> str:
    """What is missing and about how long it takes, by what the same took before."""
    spent: dict[Key, list[float]] = defaultdict(list)
    for one in known:
        section, name, _, size = one["key"]
        if "spent" in one:
            for like in ((section, name, size), (section, size), (size,), (section,), ()):
                spent[like].append(one["spent"])
    total = 0.0
    lines = []
    for section in SECTIONS:
        rows = [(part, size) for part in missing if part[0] == section for size in part[3]]
        seconds = 0.0
        for (_, name, _, _), size in rows:
            likes = ((section, name, size), (section, size), (size,), (section,), ())
            before = next((spent[like] for like in likes if like in spent), [GUESS])
            seconds += statistics.mean(before)
        if rows:
            lines.append((section, str(len(rows)), f"{seconds / 60:.1f}"))
            total += seconds
    lines.append(("all", str(sum(int(line[1]) for line in lines)), f"{total / 60:.1f}"))
    text = table(("section", "results missing", "minutes of processor time"), lines)
    return f"{text}\nabout {total / 60 / jobs:.0f} minutes with --jobs {jobs}"


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


def kept(known: dict[Key, Any]) -> str:
    """All results in order, a line each, with the machine; without the rules, which are held out."""
    rows = []
    for key in sorted(known, key=lambda key: (SECTIONS.index(key[0]), key[1:])):
        one = {what: value for what, value in known[key].items() if what not in ("rule", "name")}
        rows.append(json.dumps(one))
    lines = ",\n".join(rows)
    return (
        f'{{"machine": {json.dumps(machine.describe())},\n"learn": {{"results": [\n{lines}\n]}}}}\n'
    )


# --- games


def games(section: str, name: str, seed: int, sizes: Sequence[int]) -> Iterator[dict[str, Any]]:
    """A game learned from more and more of its games."""
    game = sbg.load(name)
    watching = (WATCHING | ENDS)[section]
    seen = sbg.watch(game, max(sizes), seed=seed, **watching)
    measure = ended if section in ENDS else judged
    for size in sizes:
        part = replace(seen, games=seen.games[:size])
        result = measure(name, part)
        yield {"key": (section, name, seed, size), **result}


def judged(name: str, seen: Sightings) -> dict[str, Any]:
    """What is learned from some observations, and how good it is."""
    game = sbg.load(name)
    begin = time.process_time()
    found = sbg.learn(seen, seconds=SECONDS)
    seconds = time.process_time() - begin
    learned = with_rules_of(game, found)
    level, precision, recall = verdict(name, learned.description.pieces)
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


def ended(name: str, seen: Sightings) -> dict[str, Any]:
    """The goals and the limit that are learned from some games, with the rules of the pieces given."""
    game = sbg.load(name)
    begin = time.process_time()
    described, endings = with_endings(game.description, seen)
    seconds = time.process_time() - begin
    right = goals_of(described) == goals_of(game.description)
    reached = endings.turn_limit == game.turn_limit
    return {
        "level": "same" if right else "fresh" if ends_alike(name, described.goals) else "different",
        "goals": right,
        "limit": "exact" if reached else "wrong" if endings.limit_seen else "bound",
        "seconds": round(seconds, 3),
    }


@lru_cache(maxsize=64)
def ends_alike(name: str, goals: tuple[Goal, ...]) -> bool:
    """Whether fresh games end at the same ply and with the same winner under other goals."""
    game = sbg.load(name)
    other = sbg.Game(replace(game.description, goals=goals))
    for seen in sbg.watch(game, FRESH_GAMES, legal=0.0, seed=3_000_003).games:
        for ply in seen.plies:
            assert ply.played is not None
            outcome = other.position(ply.fen).play(move_name(ply.played)).outcome
            result = None if outcome is None else outcome.winner or "draw"
            if result != (seen.result if ply is seen.plies[-1] else None):
                return False
    return True


def goals_of(description: sbg.Description) -> list[str]:
    """The goals in order."""
    return sorted(map(str, description.goals))


def with_rules_of(game: sbg.Game, found: sbg.Learned) -> sbg.Game:
    """The game with the rules that were learned instead of its own; a piece that was never seen cannot move."""
    rules = {piece.letter: piece.movement.rule for piece in found.pieces}
    pieces = tuple(Piece(piece.letter, rules.get(piece.letter)) for piece in game.pieces)
    return sbg.Game(replace(game.description, pieces=pieces))


@lru_cache(maxsize=4096)
def verdict(name: str, pieces: tuple[Piece, ...]) -> tuple[str, float, float]:
    """How exact the pieces of a game are, and their precision and recall; the same rules come often."""
    learned = sbg.Game(replace(sbg.load(name).description, pieces=pieces))
    precision, recall = quality(name, learned)
    if precision < 1 or recall < 1:
        return "different", precision, recall
    return exactness(name, learned), precision, recall


def exactness(name: str, learned: sbg.Game) -> str:
    """`same`, `relaxed`, `fresh` or `different`."""
    game = sbg.load(name)
    answers = [
        sbg.same(learned, game, piece=piece.letter, seconds=5).verdict for piece in game.pieces
    ]
    if all(answer == "same" for answer in answers):
        return "same"
    letters = [
        piece.letter for piece, answer in zip(game.pieces, answers, strict=True) if answer != "same"
    ]
    if all(same_in_play(game, learned, letter) for letter in letters):
        return "relaxed"
    for ply in _plies(name, FRESH, 1_000_003):
        if {(m.origin, m.target) for m in learned.position(ply.fen).moves} != ply.legal:
            return "different"
    return "fresh"


def same_in_play(game: sbg.Game, learned: sbg.Game, letter: str, seconds: float = 5.0) -> bool:
    """Whether two rules are proved the same wherever pieces of a game can stand while it goes on."""
    return all(
        sbg.same(game, learned, piece=one, reachable=True, seconds=seconds).verdict == "same"
        for one in (letter, letter.lower())
    )


@lru_cache(maxsize=2)
def _plies(name: str, count: int, seed: int) -> tuple[Ply, ...]:
    """Positions of random and of alphabeta play that no learner has seen, with all legal moves."""
    game = sbg.load(name)
    strong = ("alphabeta:level=2", "alphabeta:level=2")
    found: list[Ply] = []
    number = 0
    while len(found) < count:
        players = strong if number % 2 else ("random", "random")
        seen = sbg.watch(game, 1, players=players, legal=1.0, opening=4, seed=seed + number)
        number += 1
        found += seen.plies
    return tuple(found[:count])


def quality(name: str, learned: sbg.Game, count: int = 300) -> tuple[float, float]:
    """Precision and recall of the legal moves in fresh positions."""
    right = said = true = 0
    for ply in _plies(name, count, 2_000_003):
        ours = {(move.origin, move.target) for move in learned.position(ply.fen).moves}
        right += len(ours & ply.legal)
        said += len(ours)
        true += len(ply.legal)
    return _share(right, said), _share(right, true)


def _share(part: int, whole: int) -> float:
    """A share with five digits; 1 is all of it."""
    return 1.0 if part == whole else min(0.99999, round(part / max(whole, 1), 5))


# --- held-out rules


def held_out(section: str, number: int) -> Iterator[dict[str, Any]]:
    """A rule that was frozen before the learner was written, from set-up positions with complete lists."""
    side = 6 if section == "rules" else 8
    name, rule = list(frozen(section))[number - 1]
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
        "key": (section, str(number), 1, SET_UP),
        "name": name,
        "level": level,
        "moves": piece.movement.moves,
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
    letters = "".join(piece.letter for piece in game.pieces)
    both = letters + letters.lower()
    while len(found) < count:
        share = draw.choice((0.1, 0.2, 0.35, 0.5, 0.65))
        rows = tuple(
            "".join(draw.choice(both) if draw.random() < share else "." for _ in range(game.width))
            for _ in range(game.height)
        )
        turn = len(found) % 2
        mine = letters if turn == 0 else letters.lower()
        if not any(letter in row for row in rows for letter in mine):
            continue
        moves = game.position(write_fen(rows, turn)).moves
        legal = frozenset((move.origin, move.target) for move in moves)
        found.append(Seen((Ply(rows, turn, None, legal, True),)))
    return Sightings(game.width, game.height, tuple(found), "x")


if __name__ == "__main__":
    main()
