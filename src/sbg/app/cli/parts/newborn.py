"""How `sbg generate` and `sbg mutate` give new games: as text, as JSON, or as files in a folder."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from cyclopts import Parameter

from sbg.app.cli import options, terminal
from sbg.app.cli.progress import Progress
from sbg.app.cli.terminal import Misuse, amount, note, out
from sbg.base.bounds import MAX_SEED

if TYPE_CHECKING:
    from sbg.engine import Game

Count: TypeAlias = Annotated[
    int, options.whole(1, 100_000), Parameter(metavar="N", help="How many games (1).")
]
Seed: TypeAlias = Annotated[options.Seed, Parameter(help="Another seed gives another game (0).")]
Folder: TypeAlias = Annotated[
    str | None, Parameter(name="--out", metavar="FOLDER", help="Write a file for each game.")
]


def enough_room(count: int, folder: str | None, json: bool) -> None:
    """Misuse if several games would go to stdout as one text."""
    if count > 1 and folder is None and not json:
        raise Misuse("several games do not fit into one text", "add `--out FOLDER`, or `--json`")


def enough_seeds(seed: int, count: int) -> None:
    """Misuse if there are not so many seeds from the first one on."""
    if seed + count - 1 > MAX_SEED:
        raise Misuse(f"--seed and --count together go beyond the last seed, {MAX_SEED:,}")


def read_board(text: str) -> tuple[int, int]:
    """Width and height of `6x8`; Misuse if it is no size."""
    found = re.fullmatch(r"([0-9]{1,3})[x×]([0-9]{1,3})", text, re.ASCII | re.IGNORECASE)
    if found is None:
        raise Misuse(f"--board is a width and a height such as 6x8, not `{text}`")
    return int(found[1]), int(found[2])


def give(
    games: Iterable[tuple[Game, dict[str, Any]]], count: int, folder: str | None, json: bool
) -> None:
    """Write games, each with what is said about it in JSON."""
    from sbg.study.evolve.birth import identity

    told = []
    with Progress() as progress:
        for number, (game, about) in enumerate(games):
            progress.show((number + 1) / count)
            data = {"name": game.name, **about, "identity": identity(game)}
            if folder is not None:
                data["file"] = str(write_game(game, Path(folder)))
            elif not json:
                out(game.text, end="")
            told.append(data if folder is not None else {**data, "text": game.text})
    if json:
        terminal.out_json(told)
    elif folder is not None:
        written = len({data["file"] for data in told})
        same = len(told) - written
        also = f"; {same} more turned out the same" if same else ""
        note(f"{folder}: {amount(written, 'game')} written{also}")


def write_game(game: Game, folder: Path) -> Path:
    """A file for a game, named after it; a file of another game keeps its name."""
    stem = "-".join(game.name.lower().split())
    number = 1
    try:
        folder.mkdir(parents=True, exist_ok=True)
        while True:
            path = folder / f"{stem}{'' if number == 1 else f'-{number}'}.sbg"
            if not path.exists():
                path.write_text(game.text, encoding="utf-8", newline="\n")
                return path
            if path.is_file() and path.read_text(encoding="utf-8", errors="replace") == game.text:
                return path
            number += 1
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise Misuse(f"`{folder}`: {reason[:1].lower()}{reason[1:]}") from None
