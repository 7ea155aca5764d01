"""A game or a position in; its exact value out, with a best line, and files that others can check or ask."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Any, Literal, TypeAlias

from sbg import _core
from sbg.bounds import MAX_THREADS
from sbg.engine import Game, Position, position_of
from sbg.engine.runs import Device, on_gpu
from sbg.errors import shown
from sbg.model import Colour, Move, opponent, write
from sbg.solving import certificate, strategy
from sbg.solving.limit import unlimited
from sbg.solving.plan import Plan, TooLargeError, make_plan
from sbg.solving.probe import best_line, probe, probe_moves
from sbg.solving.solution import Solution
from sbg.solving.special import special
from sbg.solving.table import Entry, FilledTable, Table, write_table
from sbg.solving.work import FolderStorage, Storage, fill

Report: TypeAlias = Callable[[float], None]

DEFAULT_MEMORY = 8 << 30
_MOST_VALUES = 3_000_000
"""Positions of a certificate with all values: more would take gigabytes and hours to check."""


@dataclass(frozen=True)
class ClassCount:
    """The values of one class of men, for each player to move. Positions that symmetries make equal count once."""

    men: str
    turn: Colour
    positions: int
    wins: int
    draws: int
    losses: int
    longest: int | None
    """Plies of the longest win or loss."""
    position: str | None
    """A position of it, as one line."""
    zugzwangs: int
    """Boards on which neither player wins when it is their move, and one of them loses."""


def solve(
    game: Game | Position,
    *,
    memory: int = DEFAULT_MEMORY,
    threads: int = 1,
    output: str | os.PathLike[str] | None = None,
    on_progress: Report | None = None,
    device: Device = "cpu",
) -> Solution:
    """The exact value of a game or a position: who wins with best play, in how many plies, and how.

    All positions with the same men or fewer are solved too, unless these are too many and the game is of a special
    kind: a sum of heaps of Nim, or an army against a lone man. TooLargeError says what it would take if `memory`
    (bytes) is not enough. `output` is a file for the certificate: a proof of the value, which `sbg.verify` checks. With
    `device="cuda"` a GPU finds the values, class by class; TooLargeError says what does not fit there.
    """
    position = position_of(game, "solve")
    check_numbers(memory, threads)
    by_classes = on_gpu(device)
    file = None if output is None else _path(output)
    if on_progress is not None and not callable(on_progress):
        raise TypeError(f"on_progress is a function, not {type(on_progress).__name__}")
    if position.outcome is not None:
        winner = position.outcome.winner
        return (
            Solution("draw", None, (), "table")
            if winner is None
            else Solution(winner, 0, (), "table")
        )
    try:
        plan = make_plan(position, memory, meet=False, by_classes=by_classes)
    except TooLargeError:
        found = special(position)
        if found is not None:
            if file is not None:
                found.write(file)
            return replace(found.solution, certificate=file)
        plan = make_plan(position, memory, by_classes=by_classes)
    table = fill_table(plan, threads=threads, on_progress=on_progress, device=device)
    solution = solution_of(table, position)
    if file is not None:
        write_proof(table, position, solution, file)
        solution = replace(solution, certificate=file)
    return solution


def _path(output: str | os.PathLike[str]) -> Path:
    if not isinstance(output, str | os.PathLike):
        raise TypeError(f"output is a path, not {type(output).__name__}")
    try:
        os.fsencode(output)
    except UnicodeError:
        raise ValueError(f"output is a path, not {shown(output)}") from None
    return Path(output)


def check_numbers(memory: int, threads: int) -> None:
    """TypeError or ValueError for numbers that make no sense."""
    for name, number, most in (("memory", memory, 1 << 62), ("threads", threads, MAX_THREADS)):
        if not isinstance(number, int) or isinstance(number, bool):
            raise TypeError(f"{name} is a whole number, not {type(number).__name__}")
        if not 1 <= number <= most:
            raise ValueError(f"{name} is a number from 1 to {most}, not {shown(number)}")


def fill_table(
    plan: Plan,
    *,
    threads: int = 1,
    folder: Path | None = None,
    on_progress: Report | None = None,
    device: Device = "cpu",
) -> FilledTable:
    """Solve all that is planned, in memory, or in a folder in which the same work can go on later."""
    begun = monotonic()
    storage = Storage(plan) if folder is None else FolderStorage(plan, folder)
    report = on_progress or (lambda _: None)
    if device == "cuda":
        from sbg.solving.device import fill_on_gpu

        fill_on_gpu(plan, storage, report)
    else:
        fill(plan, storage, threads, report)
    return FilledTable(plan, storage, _header(plan, monotonic() - begun, threads))


def _header(plan: Plan, seconds: float, threads: int) -> dict[str, Any]:
    game = plan.start.game
    return {
        "format": 1,
        "game": game.name,
        "rules": game.rules_hash,
        "text": write(game.description),
        "start": plan.start.fen,
        "scheme": plan.scheme,
        "kinds": [[kind.code, list(kind.squares)] for kind in plan.kinds],
        "classes": [list(men) for men in plan.classes],
        "flips": plan.flips,
        "turns": plan.men.turns,
        "mirrors": plan.mirrors and plan.scheme != "squares",
        "men": plan.most_men,
        "loud": [list(place) for place in plan.loud],
        "depth": plan.depth or 1,
        "made": {"version": _core.version(), "seconds": round(seconds, 1), "threads": threads},
    }


def save_table(table: FilledTable, path: Path, threads: int = 1) -> list[ClassCount]:
    """Write a table with its statistics, which are returned."""
    counts = count_classes(table, threads)
    header = {**table.header, "statistics": [count.__dict__ for count in counts]}
    write_table(path, table.plan, table.storage, header)
    return counts


def count_classes(table: FilledTable, threads: int = 1) -> list[ClassCount]:
    """Statistics of each class."""
    plan, tables = table.plan, table.plan.tables
    counts = []
    for half in sorted(half for unit in plan.units for half in unit):
        if not tables.size(half):
            continue
        found = tables.count(half, threads)
        men = _men(plan, half)
        longest = max(len(found.wins), len(found.losses)) - 1
        fen = _example(table, half, longest) if longest >= 0 else None
        counts.append(
            ClassCount(
                men,
                "black" if plan.scheme == "classes" and half % 2 else "white",
                tables.size(half) - found.none,
                sum(found.wins),
                found.draws,
                sum(found.losses),
                longest if longest >= 0 else None,
                fen,
                found.zugzwangs,
            )
        )
    return counts


def _men(plan: Plan, half: int) -> str:
    if plan.scheme != "classes":
        return "all"
    men = plan.classes[half // 2]
    sides = ["", ""]
    for kind, count in zip(plan.kinds, men, strict=True):
        sides[0 if kind.white else 1] += kind.letter * count
    return " ".join(side or "-" for side in sides)


def _example(table: FilledTable, half: int, plies: int) -> str | None:
    values = table.storage.values(half)
    for value in (1 + 2 * plies, 2 + 2 * plies):
        at = _first(values, value)
        found = None if at is None else table.plan.tables.board(half, at)
        if found is not None:
            board, side = found
            return Position._of(table.game, table.game.rules.position(board, side)).fen
    return None


def _first(values: Any, value: int) -> int | None:
    for at in range(0, len(values), 1 << 20):
        hits = (values[at : at + (1 << 20)] == value).nonzero()[0]
        if len(hits):
            return at + int(hits[0])
    return None


def solution_of(table: Table, position: Position, method: Literal["table"] = "table") -> Solution:
    """What a table says about a position, with a best line."""
    found = probe(table, position)
    if isinstance(table, FilledTable) and table.plan.scheme == "reachable":
        return Solution(found.value, found.plies, best_line(table, position), "reachable")
    return Solution(found.value, found.plies, best_line(table, position), method)


def write_proof(table: Table, position: Position, solution: Solution, path: Path) -> int:
    """Write a certificate of a solution that a table has: the moves of the winner, or of both for a draw."""
    free = unlimited(position)
    made: dict[str, object] = {"by": "table", "version": _core.version()}
    if solution.plies is None:
        if table[position].plies is not None:
            return _write_late_draw(table, position, free, path, made)
        sides = [
            strategy.holding(free, player, None, lambda at, _: _best(table, at)).values()
            for player in ("white", "black")
        ]
        return certificate.write_draw(path, position.game, position, *sides, made=made)
    winner: Colour = "white" if solution.value == "white" else "black"
    entries, plies = strategy.winning(free, winner, lambda at: _best(table, at))
    delay = strategy.holding(free, opponent(winner), plies - 1, lambda at, _: _best(table, at))
    return certificate.write_win(
        path,
        position.game,
        position,
        winner,
        plies,
        entries.values(),
        delay=delay.values(),
        made=made,
    )


def write_all_values(table: Table, position: Position, solution: Solution, path: Path) -> int:
    """Write a certificate with the value of every position that can be reached; SbgError if there are too many."""
    found = strategy.reachable(unlimited(position), lambda at: _value(table, at), _MOST_VALUES)
    claim = {"value": solution.value, "plies": solution.plies, "exact": True}
    made = {"by": "table", "version": _core.version()}
    sides = (found["white"].values(), found["black"].values())
    return certificate.write_strong(path, position.game, position, claim, *sides, made=made)


def _value(table: Table, position: Position) -> tuple[int, Move]:
    """A value as certificates write it, and a move that leads to it."""
    entry = table[position]
    number = 0 if entry.plies is None else 2 * entry.plies + (2 if entry.wins else 1)
    return number, _best(table, position)


def _write_late_draw(
    table: Table, position: Position, free: Position, path: Path, made: dict[str, object]
) -> int:
    """A draw because the turn limit comes before the end: both hold out for as many plies as are left."""
    left = position.game.turn_limit - position.ply
    sides = [
        strategy.holding(free, player, left, lambda at, _: _best(table, at)).values()
        for player in ("white", "black")
    ]
    return certificate.write_draw(path, position.game, position, *sides, made=made)


def _best(table: Table, position: Position) -> Move:
    return next(iter(probe_moves(table, position)))


__all__ = [
    "DEFAULT_MEMORY",
    "ClassCount",
    "Entry",
    "TooLargeError",
    "count_classes",
    "fill_table",
    "save_table",
    "solution_of",
    "solve",
    "write_all_values",
    "write_proof",
]
