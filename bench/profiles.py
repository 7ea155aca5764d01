"""Is the measure of games any good? It is asked about games of which something is known.

    python bench/profiles.py                             all sections, resumable
    python bench/profiles.py letters --mutants 3         some sections, or less of them
    python bench/profiles.py --table                     the tables of what has been measured
    python bench/profiles.py --jobs 2 --results FILE

Sections: `bundled` (each bundled game, three seeds: retest), `letters` (mutants of each bundled game, 1, 3, 8 changes
of letters of their rules), `flaws` (games with known flaws, and three without, deep).

Results go to bench/results/profiles.jsonl, a line each; what is there is not measured again. All seeds are frozen.
Bundled games are split in two halves by a hash of their names: thresholds and weights were chosen on the half `fit`
alone, and the tables say what holds for each half. Mutants whose automata are those of their parent are drawn again.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import count, islice
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import sbg  # noqa: E402
from bench.profile_tables import tables  # noqa: E402
from sbg.model.regexp import (  # noqa: E402
    Concat,
    Letter,
    Power,
    Regexp,
    concat,
    letters,
    sum_of,
)
from sbg.profiling import VERSION  # noqa: E402

RESULTS = ROOT / "bench" / "results" / "profiles.jsonl"
DOSES = (1, 3, 8)
MUTANTS = 10
"""Of each game and dose."""
TOO_LARGE = 150
"""Games on more squares are left out: the quick budget is not made for them."""
TRIES = 200
FLAWED = (
    "hexapawn",
    "octopawn",
    "northcott",
    "fox-and-hounds",
    "maharajah",
    "breakthrough5",
    "chess",
    "gardner",
    "breakthrough",
)
"""Games with a known flaw, and three without."""


@dataclass(frozen=True)
class Task:
    """One profile to be made: of a text, or of what cannot be made (None)."""

    key: tuple[Any, ...]
    text: Callable[[], str | None]
    seed: int = 0
    budget: str = "quick"


def main() -> None:
    """Measure what is missing, then print the tables."""
    sections: dict[str, Callable[[int], Iterable[Task]]] = {
        "bundled": bundled,
        "letters": lambda mutants: mutated("letters", mutants),
        "flaws": lambda _: flaws(),
    }
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sections", nargs="*", help=f"{', '.join(sections)} (all)")
    parser.add_argument("--mutants", type=int, default=MUTANTS, help=f"({MUTANTS})")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--table", action="store_true", help="only print the tables")
    chosen = parser.parse_args()
    known = {tuple(one["key"]): one for one in read(chosen.results)}
    if not chosen.table:
        tasks = (
            task
            for section in chosen.sections or sections
            for task in sections[section](chosen.mutants)
            if task.key not in known
        )
        for one in measured(tasks, chosen.jobs):
            keep(one, chosen.results)
            known[tuple(one["key"])] = one
            print(one["key"], one.get("fitness"), file=sys.stderr, flush=True)
    print(tables(list(known.values())))


def read(path: Path) -> Iterator[dict[str, Any]]:
    """What has been measured with this version; a line that was cut off by a kill is left out."""
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                one = json.loads(line)
            except ValueError:
                continue
            if one["version"] == VERSION:
                yield one


def keep(one: dict[str, Any], path: Path) -> None:
    """Add a result to the file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(one) + "\n")


def measured(tasks: Iterator[Task], jobs: int) -> Iterator[dict[str, Any]]:
    """The results of tasks, in order."""
    if jobs == 1:
        yield from map(measure, ((task.key, task.text(), task.seed, task.budget) for task in tasks))
        return
    with ProcessPoolExecutor(jobs) as pool:
        while some := list(islice(tasks, 16 * jobs)):
            given = [(task.key, task.text(), task.seed, task.budget) for task in some]
            yield from pool.map(measure, given)


def measure(task: tuple[tuple[Any, ...], str | None, int, str]) -> dict[str, Any]:
    """A profile, or a line that says that there is no such game."""
    key, text, seed, budget = task
    if text is None:
        return {"key": key, "version": VERSION, "missing": True}
    game = sbg.parse(text)
    begin = time.process_time()
    found = sbg.profile(game, seed=seed, budget=budget, gates=budget != "deep")
    data = found.data()
    return {
        "key": key,
        "version": VERSION,
        "squares": game.width * game.height,
        "seconds": round(time.process_time() - begin, 3),
        "fitness": found.fitness,
        "play": found.fitness_of_play,
        "rejected": found.rejected,
        "stage": found.stage,
        "proof": data["proof"],
        "measures": {
            name: [measure.value, measure.low] for name, measure in found.measures.items()
        },
        "white": [[one.nodes, one.white.value, one.white.low] for one in found.strengths],
        "rungs": [[one.strong, one.weak, one.score.value] for one in found.ladder],
    }


# --- sections


def names() -> list[str]:
    """The bundled games that are measured."""
    return [name for name in sbg.bundled() if _squares(sbg.load(name)) <= TOO_LARGE]


def _squares(game: sbg.Game) -> int:
    return game.width * game.height


def bundled(_: int = 0) -> Iterator[Task]:
    """Every bundled game with three seeds."""
    for name in names():
        for seed in range(3):
            yield Task(("bundled", name, 0, seed), sbg.load(name).text.strip, seed)


def mutated(kind: str, mutants: int) -> Iterator[Task]:
    """Mutants of bundled games."""
    for name in names():
        for dose in DOSES:
            for number in range(mutants):
                key = (kind, name, dose, number)
                yield Task(key, lambda key=key: mutant(*key))  # type: ignore[misc]


def mutant(kind: str, name: str, dose: int, number: int) -> str | None:
    """A game after some changes that were drawn by its key; None if there is none."""
    parent = sbg.load(name)
    for attempt in range(TRIES):
        seed = int.from_bytes(
            hashlib.blake2b(
                f"{kind} {name} {dose} {number} {attempt}".encode(), digest_size=7
            ).digest()
        )
        text = change_letters(parent, dose, seed)
        try:
            game = sbg.parse(text)
        except sbg.InvalidGameError:
            continue
        if dict(game.automata) != dict(parent.automata):
            return text
    return None


def change_letters(game: sbg.Game, dose: int, seed: int) -> str:
    """The text of a game with some changes of letters (dx,dy,on) in its rules.

    A change replaces a letter, puts one before it, or takes it out; new ones are drawn from -2 to 2 and e, p, w.
    """
    draw = random.Random(seed)
    rules = {piece.letter: piece.rule for piece in game.pieces if piece.rule is not None}
    for _ in range(dose):
        piece = draw.choice(sorted(rules))
        at = draw.randrange(sum(1 for _ in letters(rules[piece])))
        new = Letter(draw.randint(-2, 2), draw.randint(-2, 2), draw.choice("epw"))
        kind = draw.choice(("replace", "insert", "delete"))
        rules[piece] = edited(rules[piece], count(-at), kind, new) or rules[piece]
    pieces = tuple(replace(piece, rule=rules.get(piece.letter)) for piece in game.pieces)
    return sbg.write(replace(game.description, pieces=pieces))


def edited(rule: Regexp, numbers: Iterator[int], kind: str, new: Letter) -> Regexp | None:
    """A rule after a change of the letter that gets the number 0; None if nothing is left."""
    if isinstance(rule, Letter):
        if next(numbers):
            return rule
        return {"replace": new, "insert": concat([new, rule]), "delete": None}[kind]
    if isinstance(rule, Power):
        body = edited(rule.body, numbers, kind, new)
        return None if body is None else Power(body, rule.count)
    parts = [edited(part, numbers, kind, new) for part in rule.parts]
    left = [part for part in parts if part is not None]
    if not left:
        return None
    return concat(left) if isinstance(rule, Concat) else sum_of(left)


def flaws() -> Iterator[Task]:
    """Games with known flaws."""
    for name in FLAWED:
        yield Task(("flaws", name, 0, 0), sbg.load(name).text.strip, 0, "deep")


if __name__ == "__main__":
    main()
