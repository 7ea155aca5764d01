"""`sbg.solve`: finds the exact value of a game or position, and writes tables and certificates."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any, Literal, TypeAlias, get_args, overload

from sbg import _core
from sbg.base import files
from sbg.base.bounds import MAX_THREADS
from sbg.base.errors import shown
from sbg.base.named import Name
from sbg.base.numbers import positive, whole
from sbg.engine import Game, Position, position_of
from sbg.engine.runs import Device, on_gpu
from sbg.exact.solving import certificate, strategy
from sbg.exact.solving.limit import unlimited
from sbg.exact.solving.plan import Plan, TooLargeError, make_plan
from sbg.exact.solving.probe import best_line, probe, probe_moves
from sbg.exact.solving.solution import Solution
from sbg.exact.solving.table import ClassCount, Entry, FilledTable, Table, has_table_of, write_table
from sbg.exact.solving.work import FolderStorage, Storage, fill
from sbg.language.model import Colour, Move, opponent, write

Report: TypeAlias = Callable[[float], None]

Method: TypeAlias = Literal["auto", "table", "proof"]
METHODS: tuple[Method, ...] = get_args(Method)

DEFAULT_MEMORY = 8 << 30
_MANY = 1_000_000
"""With more positions than this it is said beforehand what they take."""
_MOST_VALUES = 3_000_000
"""Positions of a certificate with all values: more would take gigabytes and hours to check."""


@overload
def solve(
    game: Game | Position | Name,
    *,
    method: Method = ...,
    seconds: float | None = ...,
    men: None = ...,
    memory: int = ...,
    threads: int = ...,
    output: str | os.PathLike[str] | None = ...,
    strong: bool = ...,
    force: bool = ...,
    on_progress: Report | None = ...,
    on_note: Callable[[str], None] | None = ...,
    device: Device = ...,
) -> Solution: ...
@overload
def solve(
    game: Game | Position | Name,
    *,
    men: int | None,
    method: Method = ...,
    seconds: float | None = ...,
    memory: int = ...,
    threads: int = ...,
    output: str | os.PathLike[str] | None = ...,
    strong: bool = ...,
    force: bool = ...,
    on_progress: Report | None = ...,
    on_note: Callable[[str], None] | None = ...,
    device: Device = ...,
) -> Solution | None: ...
def solve(
    game: Game | Position | Name,
    *,
    method: Method = "auto",
    seconds: float | None = None,
    men: int | None = None,
    memory: int = DEFAULT_MEMORY,
    threads: int = 1,
    output: str | os.PathLike[str] | None = None,
    strong: bool = False,
    force: bool = False,
    on_progress: Report | None = None,
    on_note: Callable[[str], None] | None = None,
    device: Device = "cpu",
) -> Solution | None:
    """The exact value of a game or a position: who wins with best play, in how many plies, and how.

    All positions with the same men or fewer are solved too. TooLargeError says what it would take if `memory`
    (bytes) is not enough. `method="proof"` looks for this one value, for so many `seconds` or as
    long as it takes; UndecidedError says what is known when the time is over.

    `output` is a file: one that ends in `.table` gets all values, for `sbg.probe`; any other a certificate, a proof
    of the value, which `sbg.verify` checks, or with `strong` one of the values of all positions that can be
    reached. The work is kept in a folder beside it, and goes on there if it was stopped. A file that holds something
    else stays, unless `force` is set. `men` solves all endings with so many men at most, for a table; the value is None
    if the position has more.

    `on_progress` is told what share is done, `on_note` what it takes and what is known so far, in sentences. With
    `device="cuda"` a GPU finds the values, class by class; TooLargeError says what does not fit there.
    """
    position = position_of(game, "solve")
    whole(memory, "memory", 1, 1 << 62)
    whole(threads, "threads", 1, MAX_THREADS)
    by_classes = on_gpu(device)
    file = None if output is None else _path(output)
    as_table = file is not None and file.suffix == ".table"
    _check_options(position, method, seconds, men, file, strong, by_classes)
    for name, function in (("on_progress", on_progress), ("on_note", on_note)):
        if function is not None and not callable(function):
            raise TypeError(f"{name} is a function, not {type(function).__name__}")
    note = on_note or (lambda _: None)
    if position.outcome is not None:
        winner = position.outcome.winner
        return (
            Solution("draw", None, (), "table")
            if winner is None
            else Solution(winner, 0, (), "table")
        )
    folder = None if file is None else Path(f"{file}.part")
    if file is not None and not as_table:
        files.allow(file, force)
    if method == "proof":
        return _prove(position, seconds, memory, threads, file, folder, note)
    plan = make_plan(position, memory, men, by_classes=by_classes, on_note=note)
    if file is not None and as_table:
        files.allow(file, force, lambda path: has_table_of(path, plan))
    if plan.entries > _MANY:
        note(
            f"{plan.entries:,} positions, {files.size(plan.memory)} of memory,"
            f" about {plan.seconds(threads):,.0f} s"
        )
    table = fill_table(plan, threads=threads, folder=folder, on_progress=on_progress, device=device)
    try:
        solution = None
        if position in table:
            solution = replace(solution_of(table, position), positions=plan.entries)
        if file is not None and as_table:
            save_table(table, file, threads)
        elif file is not None and solution is not None:
            (write_all_values if strong else write_proof)(table, position, solution, file)
            solution = replace(solution, certificate=file)
        table.storage.remove()
    finally:
        table.storage.close()
    return solution


def _check_options(
    position: Position,
    method: str,
    seconds: float | None,
    men: int | None,
    file: Path | None,
    strong: bool,
    by_classes: bool,
) -> None:
    """TypeError or ValueError for what does not go together."""
    if method not in METHODS:
        raise ValueError(f"method is one of {', '.join(METHODS)}, not {shown(method)}")
    as_table = file is not None and file.suffix == ".table"
    if seconds is not None:
        positive(seconds, "seconds")
        if method != "proof":
            raise ValueError("seconds is for the method proof")
    if men is not None:
        whole(men, "men", 1, 128)
        there = sum(square != "." for row in position.rows for square in row)
        if file is not None and not as_table:
            raise ValueError("men gives a table: the output ends in `.table`")
        if file is None and there > men:
            raise ValueError(
                f"this position has {there} men; its endings with up to {men} are for a table:"
                " name a file for it that ends in `.table`"
            )
    if strong and (file is None or as_table or method not in ("auto", "table")):
        raise ValueError("strong gives a certificate from a table: name a file for it")
    if method == "proof" and (men is not None or as_table or by_classes):
        raise ValueError("the method proof finds one value: no men, no table, no GPU")


def _prove(
    position: Position,
    seconds: float | None,
    memory: int,
    threads: int,
    file: Path | None,
    folder: Path | None,
    note: Callable[[str], None],
) -> Solution:
    """Search for a proof of one value."""
    from sbg.exact.solving.proof import Bounds, Prover

    def show(bounds: Bounds) -> None:
        note(f"{bounds.nodes:,} positions, {bounds.seconds:,.0f} s: {bounds}")

    prover = Prover(position, memory=memory, threads=threads, folder=folder, on_progress=show)
    try:
        solution = prover.run(seconds)
        if file is not None:
            prover.certify(file, solution, {"by": "proof"})
            solution = replace(solution, certificate=file)
            prover.remove()
        return solution
    finally:
        prover.close()


def _path(output: str | os.PathLike[str]) -> Path:
    if not isinstance(output, str | os.PathLike):
        raise TypeError(f"output is a path, not {type(output).__name__}")
    try:
        os.fsencode(output)
    except UnicodeError:
        raise ValueError(f"output is a path, not {shown(output)}") from None
    return Path(output)


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
    try:
        if device == "cuda":
            from sbg.exact.solving.device import fill_on_gpu

            fill_on_gpu(plan, storage, report)
        else:
            fill(plan, storage, threads, report)
    except BaseException:
        storage.close()
        raise
    return FilledTable(plan, storage, _header(plan, monotonic() - begun, threads))


def _header(plan: Plan, seconds: float, threads: int) -> dict[str, Any]:
    game = plan.start.game
    return {
        "format": 2,
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
