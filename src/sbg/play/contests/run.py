"""Plays the games of a contest that are still missing, and stores each result as it comes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sbg.base import files
from sbg.base.jobs.store import resume
from sbg.base.jobs.work import Failed, Pool
from sbg.engine.record import Record, RecordError, read_record, signed
from sbg.play.contests.plan import Contest, Task
from sbg.play.contests.referee import GameResult, Referee
from sbg.play.contests.standings import Standings
from sbg.play.contests.store import Results


@dataclass(frozen=True)
class Games:
    """The work of a contest: its tasks are games, which a referee has played."""

    contest: Contest
    log: str | None = None
    """The file that keeps what engines are told and answer."""

    def worker(self) -> Referee:
        return Referee(self.contest, self.log)


def run(
    contest: Contest,
    results: Results | None,
    pool: Pool[Task, GameResult],
    standings: Standings,
    on_result: Callable[[GameResult], None] = lambda _: None,
) -> list[Failed]:
    """Play what is left of a contest; the games that could not be played are given back.

    `standings` holds what the file held at the start, and grows with every game. Without a file they alone keep them.
    """
    unplayed: list[Failed] = []
    if standings.is_over():
        return unplayed
    done = () if results is None else results.numbers()
    tasks = ((task.id, task) for task in contest.tasks(done))
    for answer in pool.run(tasks) if results is None else resume(results, pool, tasks):
        if isinstance(answer, Failed):
            unplayed.append(answer)
            continue
        standings.add(answer.result)
        on_result(answer.result)
        if standings.is_over():
            break
    return unplayed


def record_of(contest: Contest, result: GameResult) -> Record:
    """The record of a game of a contest."""
    game, white, black = contest.seats(result.id)
    return Record(
        contest.games[game].name,
        contest.games[game].rules_hash,
        tuple(result.moves.split()),
        white=contest.names[white],
        black=contest.names[black],
        date=result.date,
        result=result.result,
        reason=result.reason,
        others={"Detail": result.detail} if result.detail else {},
    )


def record_text(contest: Contest, result: GameResult) -> str:
    """The record of a game as text, with the rules of the game, and time, depth and score of each move in comments."""
    game = contest.games[contest.seats(result.id)[0]]
    record = signed(record_of(contest, result)).with_game(game)
    return record.write([_comment(one) for one in result.thoughts.split()])


def _comment(thought: str) -> str:
    """`0.012 s, depth 5, +34` of `0.012/5/+34`; nothing for a move of the opening."""
    seconds, depth, score = (*thought.split("/"), "", "", "")[:3]
    if seconds in ("", "-"):
        return ""
    return ", ".join(
        [f"{seconds} s", *([f"depth {depth}"] if depth else []), *([score] if score else [])]
    )


def _is_written(path: Path, contest: Contest, result: GameResult) -> bool:
    """Whether a file holds this game; it may have been played again."""
    if not path.exists():
        return False
    try:
        there = read_record(path.read_text(encoding="utf-8", errors="replace"))
    except RecordError:
        return True  # somebody's own file
    record = record_of(contest, result)
    return (there.white, there.black, there.moves) == (record.white, record.black, record.moves)


def write_records(contest: Contest, results: list[GameResult], folder: Path) -> int:
    """Write the records that a folder lacks, each as a file named by its number from 1; how many were written."""
    folder.mkdir(parents=True, exist_ok=True)
    digits = max(4, len(str(len(contest))))
    written = 0
    for result in results:
        path = folder / f"{result.id + 1:0{digits}}.record"
        if _is_written(path, contest, result):
            continue
        text = record_text(contest, result)
        files.write(path, text.encode(), force=True)
        written += 1
    return written
