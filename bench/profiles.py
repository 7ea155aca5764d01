"""Is the measure of games any good? It is asked about games of which something is known.

    python bench/profiles.py                             all sections, resumable
    python bench/profiles.py letters --mutants 3         some sections, or less of them
    python bench/profiles.py --table                     the tables of what has been measured
    python bench/profiles.py --jobs 2 --results FILE

Sections: `bundled` (each bundled game, three seeds: retest), `letters` and `families` (mutants of each bundled game: 1,
3, 8 changes of letters of their rules, or of families of moves, which are repaired), `generated` (games that
`sbg.generate` made), `close` (mutants of the half `fit` that are about as good as their parents, with two more seeds),
`opinions` (each bundled game as tuned and as Monte Carlo players see it), `flaws` (games with known flaws, and three
without, deep).

Results go to bench/results/profiles.jsonl, a line each; what is there is not measured again. All seeds are frozen.
Bundled games are split in two halves by a hash of their names: thresholds and weights were chosen on the half `fit`
alone, and the tables say what holds for each half. No mutant has the automata of its parent.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import sbg  # noqa: E402
from bench.profile_tables import RETESTS, close_pairs, tables  # noqa: E402
from sbg.evolution.draw import Draw  # noqa: E402
from sbg.evolution.mutate import with_other_letters  # noqa: E402
from sbg.profiling import BUDGETS, VERSION  # noqa: E402
from sbg.profiling.budget import Deep  # noqa: E402

RESULTS = ROOT / "bench" / "results" / "profiles.jsonl"
DOSES = (1, 3, 8)
MUTANTS = 10
"""Of each game and dose."""
TOO_LARGE = 150
"""Games on more squares are left out: the quick budget is not made for them."""
GENERATED = 300
STYLES = ("chess", "shogi", "xiangqi", "breakthrough", "hunt", "wild", "metagame")
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


OPINIONS = replace(
    BUDGETS["standard"],
    name="opinions",
    deep=Deep(
        proof_nodes=1,
        playouts=(400, 100),
        games=60,
        nodes=400,
        tune_games=1_000,
        tune_nodes=100,
        start_games=2,
        start_nodes=1,
        start_budget=1,
    ),
)
"""The standard budget, and what other players say."""


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
        "families": lambda mutants: mutated("families", mutants),
        "generated": lambda _: generated(chosen.generated),
        "close": lambda _: close(list(known.values())),
        "opinions": lambda _: opinions(),
        "flaws": lambda _: flaws(),
    }
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sections", nargs="*", help=f"{', '.join(sections)} (all)")
    parser.add_argument("--mutants", type=int, default=MUTANTS, help=f"({MUTANTS})")
    parser.add_argument("--generated", type=int, default=GENERATED, help=f"({GENERATED})")
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


def measure(task: tuple[tuple[Any, ...], str | None, int, Any]) -> dict[str, Any]:
    """A profile, or a line that says that there is no such game."""
    key, text, seed, budget = task
    if text is None:
        return {"key": key, "version": VERSION, "missing": True}
    game = sbg.parse(text)
    begin = time.process_time()
    found = sbg.profile(
        game,
        seed=seed,
        budget=OPINIONS if budget == "opinions" else budget,
        gates=budget == "quick",
    )
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
    game = sbg.load(name)
    try:
        if kind == "letters":
            return with_other_letters(game, Draw(kind, name, dose, number), dose).game.text
        for change in range(dose):
            game = sbg.mutate(game, seed=1000 * number + change, operator="family")
    except sbg.StyleError:
        return None
    return None if sbg.canonical(game).hash == sbg.canonical(sbg.load(name)).hash else game.text


def generated(wanted: int) -> Iterator[Task]:
    """Games of all styles in turn, on boards of 25 to 64 squares."""
    found = 0
    for seed in count():
        style = STYLES[seed % len(STYLES)]
        game = sbg.generate(style, seed=seed)
        if 25 <= _squares(game) <= 64:
            yield Task(("generated", style, 0, seed), game.text.strip)
            found += 1
        if found == wanted:
            return


def close(lines: Sequence[dict[str, Any]]) -> Iterator[Task]:
    """Mutants that the first seed hardly tells from their parents, with the other two seeds of these."""
    for key in close_pairs(lines):
        for seed in RETESTS:
            text = partial(mutant, *key)
            yield Task((f"close {seed}", *key[1:]), text, seed)


def opinions() -> Iterator[Task]:
    """Every bundled game as players with tuned weights and Monte Carlo players see it."""
    for name in names():
        yield Task(("opinions", name, 0, 0), sbg.load(name).text.strip, 0, "opinions")


def flaws() -> Iterator[Task]:
    """Games with known flaws."""
    for name in FLAWED:
        yield Task(("flaws", name, 0, 0), sbg.load(name).text.strip, 0, "deep")


if __name__ == "__main__":
    main()
