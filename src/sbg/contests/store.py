"""The file that holds the results of a contest, and the contest that such a file belongs to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from sbg.contests.control import Control
from sbg.contests.plan import Contest
from sbg.contests.referee import GameResult
from sbg.engine import Game
from sbg.jobs.store import Format, Store

FORMAT = Format(0x53424743, GameResult, settings="contest", results="game")  # "SBGC"

Results: TypeAlias = Store[GameResult]


def open_results(path: Path, contest: Contest) -> Results:
    """The file of a contest, made if there is none; StoreError if it is another's or not usable."""
    return Store.open(
        path,
        FORMAT,
        contest.settings,
        {"texts": [game.text for game in contest.games], "names": list(contest.names)},
    )


def read_results(path: Path) -> Results:
    """A file of results to look at; StoreError if it is none."""
    return Store.read(path, FORMAT)


def contest_of(results: Results, parse: Callable[[str], Game]) -> Contest:
    """The contest that a file holds the results of."""
    with results.sound():
        settings = results.settings
        sprt = settings["sprt"]
        return Contest(
            tuple(map(str, settings["players"])),
            tuple(map(parse, results.value("texts"))),
            int(settings["pairs"]),
            settings["format"],
            Control(**settings["control"]),
            int(settings["plies"]),
            int(settings["seed"]),
            None if sprt is None else (float(sprt[0]), float(sprt[1])),
            tuple(map(str, results.value("names") or ())),
        )
