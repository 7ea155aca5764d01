"""A contest, its file and its pool in; all games played that were not yet, each written down as it ends."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from sbg.engine import Game
from sbg.engine.record import Record, write
from sbg.model import Move
from sbg.model.notation import parse_move
from sbg.players.contest.plan import Contest
from sbg.players.contest.pool import Pool, Unplayed
from sbg.players.contest.referee import GameResult
from sbg.players.contest.standings import Standings
from sbg.players.contest.store import Store


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


def record(game: Game, white: str, black: str, result: GameResult) -> str:
    """The text of the record of a game."""
    position = game.start
    positions = [position]
    moves: list[Move] = []
    for text in result.moves.split():
        squares = parse_move(text)
        assert squares is not None
        moves.append(Move(*squares))
        position = position.play(moves[-1])
        positions.append(position)
    played = Record(
        tuple(positions), tuple(moves), white, black, result.date, result.result, result.reason
    )
    return write(played)


def write_records(contest: Contest, results: list[GameResult], folder: Path) -> int:
    """Write the records that a folder lacks, each as a file named by its number from 1; how many were written."""
    folder.mkdir(parents=True, exist_ok=True)
    digits = max(4, len(str(len(contest))))
    written = 0
    for result in results:
        path = folder / f"{result.id + 1:0{digits}}.record"
        if path.exists():
            continue
        game, white, black = contest.seats(result.id)
        text = record(contest.games[game], contest.players[white], contest.players[black], result)
        draft = path.with_suffix(".new")
        draft.write_text(text, encoding="utf-8", newline="\n")
        os.replace(draft, path)
        written += 1
    return written
