"""Writes the page about the games in examples/evolved, and pictures of their boards."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import sbg
from sbg.study.evolve.cells import Cell
from sbg.study.profiling.sentences import sentences
from scripts.docs_pages import MADE, escaped

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "examples" / "evolved"
RESULTS = ROOT / "bench" / "results" / "evolve.json"
_LINEAGE = re.compile(r"^// (?=Made by|From|Changed|Crossed)")

_HEAD = """# Evolved games

These {count} games were found by `sbg evolve` ([how](evolve.md)): the best ones of {runs} runs together, one for each
cell of the archive, at most three with the same kind of goal and of movement, and none that takes more than twenty
words of English a piece. {changed} of them come from others by changes or crossing; the rest were generated, and
nothing that came later was better. Nobody designed them, and nobody has said yet that they are fun: "good" means good
play between machines.

The files are in the folder `examples/evolved` of the repository, each with its profile as JSON:

```text
sbg play examples/evolved/{first}.sbg
sbg profile examples/evolved/{first}.sbg --seed {seed}
```

*Found* is the fitness of a game in its run, with the quick budget; the best of many measurements is too good. *Chosen*
is the measurement, with the standard budget, by which it was chosen. *Fitness* was measured last, with the standard
budget and a new seed: it is the one to believe, and the one in the profile.

| game | board | kind | found | chosen | fitness | words a piece |
|---|---|---|--:|--:|--:|--:|
"""


def names() -> list[str]:
    """The games, by the names of their files."""
    return sorted(path.stem for path in FOLDER.glob("*.sbg"))


def page() -> str:
    """The page: a table of the games, then each with its board, its rules and what its profile says."""
    data = json.loads(RESULTS.read_text(encoding="utf-8"))
    found = {one["name"]: one for one in data["shipped"]}
    games = {name: (_game(name), _profile(name)) for name in names()}
    order = sorted(games, key=lambda name: -games[name][1].fitness)
    runs = len({run["seed"] for run in data["runs"] if run["search"] == "evolve"})
    first = order[0]
    parts = [
        MADE.format(source="examples/evolved or scripts/docs_evolved.py"),
        _HEAD.format(
            count=len(games),
            runs=runs,
            changed=sum(len(list(_lineage(game.text))) > 1 for game, _ in games.values()),
            first=first,
            seed=games[first][1].seed,
        )
        + "".join(_row(name, *games[name], found[games[name][0].name]) for name in order),
    ]
    for name in order:
        parts += _section(name, *games[name])
    return "\n".join(parts)


def _game(name: str) -> sbg.Game:
    return sbg.load(FOLDER / f"{name}.sbg")


def _profile(name: str) -> sbg.Profile:
    return sbg.Profile.from_json((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def _row(name: str, game: sbg.Game, profile: sbg.Profile, found: dict[str, object]) -> str:
    cell = Cell.read(str(found["cell"]))
    return (
        f"| [{game.name}](#evolved-{name}) | {game.width}×{game.height} | {cell.goal}, {cell.style} |"
        f" {found['in_the_archive']:.2f} | {found['chosen_by']:.2f} | {profile.fitness:.2f} |"
        f" {profile.measures['words'].value:.0f} |\n"
    )


def _section(name: str, game: sbg.Game, profile: sbg.Profile) -> Iterator[str]:
    told = sbg.describe(game)
    yield f"(evolved-{name})=\n## {game.name}\n"
    yield f"```{{image}} _static/evolved/{name}.svg\n:alt: the initial position of {game.name}\n:width: 240px\n```\n"
    yield f"{escaped(told.board)}\n"
    yield "".join(f"- {escaped(str(piece))}\n" for piece in told.pieces)
    yield " ".join(escaped(one) for one in (*told.goals, *told.ending)) + "\n"
    yield "*Profile.* " + " ".join(map(escaped, sentences(profile))) + "\n"
    yield "*How it came about.* " + " ".join(map(escaped, _lineage(game.text))) + "\n"
    files = (f"[`{name}.{end}`](../examples/evolved/{name}.{end})" for end in ("sbg", "json"))
    yield f"Files: {', '.join(files)}\n"


def _lineage(text: str) -> Iterator[str]:
    """The comments of a file that say where the game comes from, each as one line."""
    lines: list[str] = []
    for line in text.splitlines():
        if _LINEAGE.match(line):
            lines.append(line.removeprefix("// "))
        elif lines and line.startswith("//"):
            lines[-1] += " " + line.removeprefix("//").strip()
    return (line if line.endswith(".") else f"{line}." for line in lines)


def _board(name: str) -> str:
    return sbg.svg.board(_game(name), theme="auto", size=240)


PICTURES: dict[str, Callable[[], str]] = {
    f"docs/_static/evolved/{name}.svg": partial(_board, name) for name in names()
}
