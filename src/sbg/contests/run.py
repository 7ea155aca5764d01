"""A contest, its file and its pool in; all games played that were not yet, each written down as it ends."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from sbg.contests.control import Control
from sbg.contests.plan import Contest
from sbg.contests.pool import Pool, Unplayed
from sbg.contests.referee import GameResult
from sbg.contests.standings import Standings
from sbg.contests.store import Store
from sbg.engine import Game
from sbg.engine.record import Record


def run(
    contest: Contest,
    store: Store,
    pool: Pool,
    standings: Standings,
    on_result: Callable[[GameResult], None] = lambda _: None,
) -> list[Unplayed]:
    """Play what is left of a contest; the games that could not be played are given back.

    `standings` holds what the file held at the start, and grows with every game.
    """
    unplayed: list[Unplayed] = []
    if standings.is_over():
        return unplayed
    done = [result.id for result in store.results()]
    for result in pool.play(contest.tasks(done)):
        if isinstance(result, Unplayed):
            unplayed.append(result)
            continue
        store.add(result)
        standings.add(result)
        on_result(result)
        if standings.is_over():
            break
    return unplayed


def contest_of(store: Store, parse: Callable[[str], Game]) -> Contest:
    """The contest that a file holds the results of."""
    settings = store.settings
    sprt = settings["sprt"]
    return Contest(
        tuple(settings["players"]),
        tuple(map(parse, store.texts)),
        settings["pairs"],
        settings["format"],
        Control(**settings["control"]),
        settings["plies"],
        settings["seed"],
        None if sprt is None else (sprt[0], sprt[1]),
    )


def record_of(contest: Contest, result: GameResult) -> Record:
    """The record of a game of a contest."""
    game, white, black = contest.seats(result.id)
    return Record(
        contest.games[game].name,
        contest.games[game].rules_hash,
        tuple(result.moves.split()),
        white=contest.players[white],
        black=contest.players[black],
        date=result.date,
        result=result.result,
        reason=result.reason,
    )


def write_records(contest: Contest, results: list[GameResult], folder: Path) -> int:
    """Write the records that a folder lacks, each as a file named by its number from 1; how many were written."""
    folder.mkdir(parents=True, exist_ok=True)
    digits = max(4, len(str(len(contest))))
    written = 0
    for result in results:
        path = folder / f"{result.id + 1:0{digits}}.record"
        if path.exists():
            continue
        text = record_of(contest, result).write()
        draft = path.with_suffix(".new")
        draft.write_text(text, encoding="utf-8", newline="\n")
        os.replace(draft, path)
        written += 1
    return written
