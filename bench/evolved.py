"""What is left of the best games of runs when they are measured again, and twenty of them as files.

    python bench/evolved.py again RUN.sqlite...    the 50 best games, with new seeds and four times the games
    python bench/evolved.py ship RUN.sqlite...     the best games of different kinds go to examples/evolved
    python bench/evolved.py report                 the tables, and the file of results, of all that was measured

Several runs count as one. All that is measured is kept in the folder `evolve/` (`--folder`), and the same command goes
on there. Nothing is chosen by a number that is reported: games are chosen by measurements of their own, and those of
the table come after.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import mean
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import sbg  # noqa: E402
from bench import machine  # noqa: E402
from bench.evolve import SEARCHES, STEP, summary  # noqa: E402
from bench.tables import table  # noqa: E402
from sbg.evolution.archive import Archive, Elite  # noqa: E402
from sbg.evolution.cells import Cell  # noqa: E402
from sbg.evolution.run import archive_of, read_run  # noqa: E402
from sbg.profiling import BUDGETS  # noqa: E402
from sbg.profiling.budget import Budget, BudgetName  # noqa: E402

EXAMPLES = ROOT / "examples" / "evolved"
RESULTS = ROOT / "bench" / "results" / "evolve.json"
AGAIN, FOURFOLD, CHOICE, SHIPPED = 10_000_019, 20_000_003, 30_000_001, 40_000_003
"""Where the seeds of each kind of measurement begin."""
LONGEST = 20
"""Words of English a piece that a game may take to be shipped."""
ALIKE = 3
"""Games with the same kind of goal and of movement that are shipped at most."""


def fourfold() -> Budget:
    """The budget of searches with four times the games, against the same players."""
    quick = BUDGETS["quick"]
    return replace(
        quick,
        name="fourfold",
        random_games=4 * quick.random_games,
        random_moves=4 * quick.random_moves,
        strengths=tuple((nodes, 4 * games) for nodes, games in quick.strengths),
        rung_games=4 * quick.rung_games,
        part_nodes=4 * quick.part_nodes,
    )


@dataclass(frozen=True)
class Notes:
    """Measurements in a file, a line each: what is there is not made again."""

    path: Path

    def read(self) -> Iterator[dict[str, Any]]:
        """All of them; a line that a kill cut off is left out."""
        if self.path.exists():
            for line in self.path.read_text(encoding="utf-8").splitlines():
                try:
                    yield json.loads(line)
                except ValueError:
                    continue

    def get(self, key: Sequence[object], make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """The measurement of a key."""
        for one in self.read():
            if one["key"] == list(key):
                return one
        made = {"key": list(key), **make()}
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(made) + "\n")
        return made


def pooled(paths: Iterable[Path], first: int | None = None) -> list[Elite]:
    """The games of the archives of runs, as they were after the first so many games, best first, each once."""
    found: dict[str, Elite] = {}
    for path in paths:
        with read_run(path) as store:
            for elite in archive_of(store, first).best():
                known = found.get(elite.identity)
                if known is None or known.fitness < elite.fitness:
                    found[elite.identity] = elite
    return sorted(found.values(), key=lambda elite: (-elite.fitness, elite.identity))


def measured(elite: Elite, base: int, budget: BudgetName | Budget) -> dict[str, Any]:
    """A game with a seed of its own."""
    seed = base + int(elite.identity[:6], 16)
    found = sbg.profile(sbg.parse(elite.text), seed=seed, budget=budget)
    return {
        "seed": seed,
        "fitness": found.fitness,
        "play": found.fitness_of_play,
        "words": found.measures["words"].value,
        "rejected": found.rejected,
    }


# --- the best, again


def again(
    search: str, paths: Sequence[Path], most: int, notes: Notes, first: int | None = None
) -> dict[str, Any]:
    """The best games of runs with new seeds, and those of evolution with four times the games; the mean of each."""
    elites = pooled(paths, first)[:most]
    then = [elite.fitness for elite in elites]
    small = [
        notes.get(("again", elite.identity), partial(measured, elite, AGAIN, "quick"))
        for elite in elites
    ]
    now = [one["fitness"] for one in small]
    words = [one["words"] for one in small]
    found = {
        "search": search,
        "games": len(elites),
        "in_the_archive": round(mean(then), 4),
        "again": round(mean(now), 4),
        "shrinkage": round(1 - mean(now) / mean(then), 4),
        "rejected": now.count(0.0),
        "best_ten_again": round(mean(now[:10]), 4),
        "words_a_piece": round(mean(words), 2),
        "most_words": round(max(words), 2),
    }
    if search == "evolve":
        large = [
            notes.get(("fourfold", elite.identity), partial(measured, elite, FOURFOLD, fourfold()))
            for elite in elites
        ]
        found["fourfold"] = round(mean(one["fitness"] for one in large), 4)
        found["fourfold_rejected"] = sum(one["fitness"] == 0 for one in large)
    return found


# --- the games that are shipped


def choose(paths: Sequence[Path], candidates: int, notes: Notes) -> list[Elite]:
    """The best game of each cell, if its rules are short, best first by a new measurement with the standard budget."""
    tried: list[tuple[float, Elite]] = []
    cells: set[str] = set()
    for elite in pooled(paths):
        if len(tried) == candidates:
            break
        if elite.cell in cells:
            continue
        cells.add(elite.cell)
        found = notes.get(("choice", elite.identity), partial(measured, elite, CHOICE, "standard"))
        if found["words"] <= LONGEST and found["fitness"] > 0:
            tried.append((found["fitness"], elite))
    return [elite for _, elite in sorted(tried, key=lambda pair: (-pair[0], pair[1].identity))]


def ship(elites: Iterable[Elite], games: int, folder: Path, notes: Notes) -> None:
    """So many games of different kinds as files, with their profiles by the standard budget and a new seed."""
    folder.mkdir(parents=True, exist_ok=True)
    kinds: Counter[tuple[str, ...]] = Counter()
    names: set[str] = set()
    for elite in elites:
        kind, name = Cell.read(elite.cell)[2:], elite.name.strip().lower().replace(" ", "-")
        if len(names) == games or kinds[kind] == ALIKE or name in names:
            continue
        found = sbg.profile(sbg.parse(elite.text), seed=SHIPPED + int(elite.identity[:6], 16))
        print(f"{elite.name}: {found.rejected or found.fitness}", flush=True)
        if found.rejected is not None:
            continue
        kinds[kind] += 1
        names.add(name)
        notes.get(("shipped", elite.identity), partial(told, elite, notes))
        (folder / f"{name}.sbg").write_text(elite.text.strip() + "\n", encoding="utf-8")
        (folder / f"{name}.json").write_text(found.to_json() + "\n", encoding="utf-8")


def told(elite: Elite, notes: Notes) -> dict[str, Any]:
    """What the page says of a game that its profile does not."""
    (choice,) = (one for one in notes.read() if one["key"] == ["choice", elite.identity])
    return {
        "name": elite.name.strip(),
        "cell": elite.cell,
        "in_the_archive": round(elite.fitness, 4),
        "chosen_by": choice["fitness"],
    }


# --- results


def report(folder: Path, results: Path, shipped_to: Path, first: int | None = None) -> str:
    """Write down all that was measured, and show it."""
    notes = Notes(folder / "again.jsonl")
    runs, best = [], []
    for search in SEARCHES:
        paths = sorted(folder.glob(f"{search}-?.sqlite"))
        for path in paths:
            seed = int(path.stem[-1])
            runs += [{"search": search, "seed": seed, **one} for one in growth(path)]
        if paths:
            best.append(again(search, paths, 50, notes, first))
    names = {sbg.load(path).name for path in shipped_to.glob("*.sbg")}
    shipped = [one for one in notes.read() if one["key"][0] == "shipped" and one["name"] in names]
    data = {"machine": machine.describe(), "runs": runs, "best": best, "shipped": shipped}
    results.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    return "\n\n".join(
        table(list(rows[0]), [[str(row.get(name, "")) for name in rows[0]] for row in rows])
        for rows in (runs, best)
        if rows
    )


def growth(path: Path) -> Iterator[dict[str, float]]:
    """The archive of a run after each so many games, and at its end."""
    archive = Archive()
    with read_run(path) as store:
        for result in store.results():
            archive.apply(result)
            if archive.applied % STEP == 0:
                yield summary(archive)
    if archive.applied % STEP:
        yield summary(archive)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("again", "ship", "report"))
    parser.add_argument("runs", nargs="*", type=Path)
    parser.add_argument("--folder", type=Path, default=Path("evolve"))
    parser.add_argument("--most", type=int, default=50)
    parser.add_argument("--first", type=int, help="runs as they were after so many games (all)")
    parser.add_argument("--candidates", type=int, default=60)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--out", type=Path, default=EXAMPLES)
    parser.add_argument("--results", type=Path, default=RESULTS)
    asked = parser.parse_args()
    notes = Notes(asked.folder / "again.jsonl")
    if asked.what == "report":
        print(report(asked.folder, asked.results, asked.out, asked.first))
    elif not asked.runs:
        parser.error("which RUN.sqlite?")
    elif asked.what == "again":
        print(
            json.dumps(
                again(
                    asked.runs[0].stem.partition("-")[0],
                    asked.runs,
                    asked.most,
                    notes,
                    asked.first,
                )
            )
        )
    else:
        ship(choose(asked.runs, asked.candidates, notes), asked.games, asked.out, notes)


if __name__ == "__main__":
    main()
