"""Solves a game on a GPU as a whole: values by class, the value of the start, and the strategies that prove it.

python -m bench.solve_cuda microchess --seconds 240 --out FOLDER         on a machine with a GPU
python -m bench.solve_cuda microchess --certify FOLDER -o FILE.proof     elsewhere: makes the certificate
    --other FILE.proof                                                   with the other player's half from there
python -m bench.solve_cuda microchess --sample FOLDER                    elsewhere: checks sampled values

What was found is written to the folder after every class, and when the time is over. The first needs no more than the
package and NumPy. Tables stay on the GPU.
"""

from __future__ import annotations

import argparse
import json
import lzma
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import sbg
from sbg.cuda import gpu
from sbg.cuda.device import Device
from sbg.cuda.errors import CudaError
from sbg.cuda.strategies import (
    AHEAD,
    BY_ALL_MEN,
    BY_MEN,
    BY_WINS,
    INDEX_BITS,
    MOST_STEEPLY,
    SHORTEST_WIN,
    STEEPLY,
    TO_HOLD,
    TO_WIN,
    Strategies,
    Way,
)
from sbg.cuda.tables import DeviceTables, Events, solve_unit
from sbg.engine import Position
from sbg.model import Colour, opponent
from sbg.solving import certificate
from sbg.solving.device import Numbering, entries_of, number_of, roots_of
from sbg.solving.plan import Plan, make_plan
from sbg.solving.solve import _men
from sbg.solving.table import decoded
from sbg.verification.reading import read

SAMPLE = 100_000
MOST_POSITIONS = 100_000_000
"""Of a strategy; more would not make a small certificate."""
MOST_SAVED = 12_000_000
PART_SAVED = 3_000_000
"""Positions of a file, so that none is too large to be carried."""
MOST_SECONDS = 10
"""For one way to find a strategy."""
SAVING = 30
"""Seconds that are kept for writing."""
BEGINNINGS = (
    (BY_WINS | BY_MEN | STEEPLY, False, 1 << 17),
    (BY_WINS | BY_MEN | STEEPLY, True, 1 << 12),
    (BY_WINS | BY_MEN | MOST_STEEPLY, True, 1 << 12),
    (BY_WINS | BY_ALL_MEN | STEEPLY, True, 1 << 12),
    (BY_WINS | BY_MEN | STEEPLY | AHEAD, True, 1 << 14),
    (BY_WINS | BY_MEN | STEEPLY | AHEAD, False, 1 << 17),
    (BY_WINS | BY_MEN | MOST_STEEPLY | AHEAD, True, 1 << 14),
    (BY_WINS | BY_MEN | STEEPLY | SHORTEST_WIN, True, 1 << 12),
    (BY_WINS | BY_MEN, True, 1 << 12),
    (BY_WINS | BY_MEN, False, 1 << 17),
    (BY_WINS, True, 1 << 12),
)
"""Policies, whether to close one line before the next, and how many positions at a time."""
IMPROVEMENTS = (
    (0, True, 1 << 10),
    (AHEAD, True, 1 << 13),
    (0, False, 1 << 13),
    (BY_WINS | BY_MEN | STEEPLY, True, 1 << 12),
    (BY_WINS | AHEAD, True, 1 << 13),
)


class TimeOverError(Exception):
    """There is no time left."""


class Run:
    """A run on a device."""

    def __init__(self, device: Device, plan: Plan, seconds: float, folder: Path) -> None:
        self.begun = time.perf_counter()
        self.device, self.plan, self.seconds, self.folder = device, plan, seconds, folder
        self.classes: list[dict[str, Any]] = []
        self.notes: dict[str, Any] = {
            "game": plan.start.game.name,
            "rules": plan.start.game.rules_hash,
            "start": plan.start.fen,
            "device": device.name,
            "entries": plan.entries,
            "men": plan.most_men,
            "complete": False,
            "classes": self.classes,
        }
        folder.mkdir(parents=True, exist_ok=True)

    def gone(self) -> float:
        """Seconds since the beginning."""
        return time.perf_counter() - self.begun

    def say(self, text: str) -> None:
        """A line of progress."""
        print(f"{self.gone():7.2f} s  {text}", flush=True)

    def write(self) -> None:
        """What is known so far."""
        self.notes["seconds"] = round(self.gone(), 2)
        path = self.folder / "summary.json"
        path.with_suffix(".new").write_text(json.dumps(self.notes, indent=1))
        path.with_suffix(".new").replace(path)

    def prepare(self) -> None:
        """Compile the kernels and take memory."""
        numbering = Numbering(self.plan)
        cuda = numbering.cuda_plan()
        self.device.prepare(cuda, gpu.SOLVING)
        self.tables = DeviceTables(
            self.device, cuda, numbering.numbers(self.device.kernels(cuda, "mark_level").set_words)
        )
        self.say(f"{self.plan.entries:,} entries on {self.device.name}")

    def solve(self) -> None:
        """All classes, the largest last."""
        sizes = {unit: sum(map(self.tables.sizes.__getitem__, unit)) for unit in self.plan.units}
        for unit in self.plan.units:
            self._solve_unit(unit, sizes[unit])
        self.notes["complete"] = True
        self.write()
        self.strategies = Strategies(self.tables)

    def _solve_unit(self, unit: tuple[int, ...], size: int) -> None:
        begun = before = time.perf_counter()
        levels: list[list[float]] = []
        large = size >= 100_000_000

        def check(level: int, happened: Events) -> None:
            nonlocal before
            now = time.perf_counter()
            levels.append([level, round(now - before, 4), happened.looked])
            before = now
            if happened.outside:
                raise RuntimeError(f"{happened.outside} moves lead out of the space: {unit}")
            self.notes["overflow"] = self.notes.get("overflow", 0) + happened.overflow
            if large and (level < 4 or level % 8 == 0):
                self.say(f"{unit} level {level}: {happened.looked:,}, {sum(happened.found):,} new")
            if self.gone() > self.seconds:
                self.notes["stopped"] = {"unit": unit, "level": level, "levels": levels}
                raise TimeOverError

        last = solve_unit(self.tables, unit, check)
        took = time.perf_counter() - begun
        looked = sum(int(entry[2]) for entry in levels)
        for half in unit:
            self.classes.append(self._count(half, levels, took))
        if large or len(self.classes) % 32 == 0:
            self.say(
                f"{_men(self.plan, unit[0])}: {size:,} entries, {last} levels, {took:.2f} s,"
                f" {looked / took / 1e9:.2f} G/s"
            )
            self.write()

    def _count(self, half: int, levels: list[list[float]], took: float) -> dict[str, Any]:
        *counts, without = self.tables.count(half).tolist()
        longest = max((value for value, count in enumerate(counts) if value and count), default=0)
        row = {
            "half": half,
            "men": _men(self.plan, half),
            "turn": "black" if half % 2 else "white",
            "entries": self.tables.sizes[half],
            "positions": self.tables.sizes[half] - without,
            "wins": sum(counts[2::2]),
            "draws": counts[0],
            "losses": sum(counts[1::2]),
            "zugzwangs": self.tables.count_zugzwangs(half),
            "plies": decoded(longest).plies if longest else None,
            "values": {str(value): count for value, count in enumerate(counts) if count},
            "seconds": round(took, 4),
            "levels": levels,
        }
        found = self.tables.find(half, longest) if longest else None
        if found is not None:
            board = self.plan.tables.board(half, found)
            assert board is not None
            game = self.plan.start.game
            row["position"] = Position._of(game, game.rules.position(*board)).fen
        return row

    def look_at_start(self) -> int:
        """The value of the start."""
        start = self.plan.start
        value = int(self._values([number_of(self.plan, start)])[0])
        self.notes["value"] = value
        self.notes["moves"] = {
            str(move): int(self._values([number_of(self.plan, after)])[0])
            for move in start.moves
            if (after := start.play(move)).outcome is None
        }
        self.say(f"the start has the value {value}: {decoded(value)}")
        self.say(f"its moves: {self.notes['moves']}")
        self.write()
        return value

    def _values(self, positions: list[int]) -> NDArray[np.uint16]:
        return self.strategies.look_up(np.array(positions, np.uint64))

    def sample(self) -> None:
        """Entries at random, with their values."""
        random = np.random.default_rng(1)
        sizes = np.array(self.tables.sizes, np.float64)
        halves = random.choice(len(sizes), SAMPLE // 2, p=sizes / sizes.sum())
        # As many from all classes alike, so that there are some that others can solve again.
        kept = [half for half, size in enumerate(self.tables.sizes) if size]
        halves = np.concatenate([halves, random.choice(kept, SAMPLE // 2)])
        indexes = (random.random(SAMPLE) * sizes[halves]).astype(np.uint64)
        positions = halves.astype(np.uint64) << np.uint64(INDEX_BITS) | indexes
        np.savez_compressed(
            self.folder / "sample.npz",
            positions=positions,
            values=self.strategies.look_up(positions),
        )
        self.say(f"a sample of {SAMPLE:,} entries")

    def prove(self, value: int, players: Sequence[Colour]) -> None:
        """The strategies that prove the value of the start."""
        start = self.plan.start
        found = decoded(value)
        aim = TO_HOLD
        if found.plies is not None:
            players, aim = [start.turn if found.wins else opponent(start.turn)], TO_WIN
        for player in players:
            left = self.seconds - SAVING - self.gone()
            search = Search(self, player, aim, left if player == players[-1] else left / 6)
            self.strategies.free = 1 if aim == TO_HOLD else 0
            search.each_root()
            for again in range(10):
                if search.left() > 0:
                    search.begin(again)
                    search.improve()
            if search.best is None:
                continue
            positions, moves = search.best
            self.notes.setdefault("strategies", {})[player] = len(positions)
            self.write()
            if len(positions) > MOST_SAVED:
                continue
            values = self.strategies.look_up(positions)
            save_strategy(self.folder / player, positions, moves, values, aim)
            self.say(f"{player}: saved")


def save_strategy(
    folder: Path,
    positions: NDArray[np.uint64],
    moves: NDArray[np.uint32],
    values: NDArray[np.uint16],
    aim: int,
) -> None:
    """Write a strategy in parts, each with its columns of bytes compressed."""
    folder.mkdir(exist_ok=True)
    differences = np.diff(positions, prepend=np.uint64(0))
    for at in range(0, len(positions), PART_SAVED):
        here = slice(at, at + PART_SAVED)
        columns = [
            np.ascontiguousarray(array[here].view(np.uint8).reshape(-1, array.itemsize).T)
            for array in (differences, moves, values)
        ]
        packed = lzma.compress(b"".join(column.tobytes() for column in columns), preset=1)
        (folder / f"{at // PART_SAVED}.xz").write_bytes(packed)
    (folder / "aim").write_text(str(aim))


def load_strategy(
    folder: Path,
) -> tuple[NDArray[np.uint64], NDArray[np.uint32], NDArray[np.uint16], int]:
    """What `save_strategy` wrote: positions, moves, values and the aim."""
    found: list[list[NDArray[Any]]] = [[], [], []]
    for number in range(len(list(folder.glob("*.xz")))):
        data = np.frombuffer(lzma.decompress((folder / f"{number}.xz").read_bytes()), np.uint8)
        columns = data.reshape(14, -1)
        for to, first, last, kind in zip(
            found, (0, 8, 12), (8, 12, 14), ("<u8", "<u4", "<u2"), strict=True
        ):
            to.append(np.ascontiguousarray(columns[first:last].T).view(kind).ravel())
    differences, moves, values = (np.concatenate(arrays) for arrays in found)
    positions = np.cumsum(differences, dtype=np.uint64)
    return positions, moves, values, int((folder / "aim").read_text())


class Search:
    """The search for a small strategy of a player."""

    def __init__(self, run: Run, player: Colour, aim: int, seconds: float) -> None:
        self.run, self.player, self.aim = run, player, aim
        self.until = run.gone() + seconds
        self.roots = roots_of(run.plan, run.plan.start, player)
        self.best: tuple[NDArray[np.uint64], NDArray[np.uint32]] | None = None
        self.most = MOST_POSITIONS
        self.seed = 100

    def left(self) -> float:
        """Seconds."""
        return self.until - self.run.gone()

    def try_way(self, way: Way, seconds: float, *, within: bool) -> int | None:
        """How many positions a strategy has, if it is smaller than the best one."""
        until = self.run.gone() + min(seconds, self.left())
        begun = self.run.gone()
        last = (0, 0)

        def check(positions: int, waiting: int) -> bool:
            nonlocal last
            last = positions, waiting
            return positions + waiting < self.most and self.run.gone() < until

        try:
            strategy = self.run.strategies.find(self.roots, self.aim, check, way, within=within)
        except (
            CudaError
        ) as error:  # some wins were too long for the tables, and count as draws there
            self.run.say(f"{self.player}: {way}: {error}")
            return None
        took = self.run.gone() - begun
        smaller = strategy is not None and len(strategy[0]) < self.most
        if not within or smaller or took > 2:
            size = "{:,} and {:,} waiting" if strategy is None else "{:,} positions"
            self.run.say(
                f"{self.player}: {way}: {size.format(*last)}, {took:.2f} s{' within' if within else ''}"
            )
        if strategy is None or not smaller:
            return None
        self.best, self.most = strategy, len(strategy[0])
        self.run.strategies.keep()
        return self.most

    def each_root(self) -> None:
        """How many positions each of the first ones takes alone, where it is soon known."""
        for root in self.roots if len(self.roots) > 1 else ():
            until = self.run.gone() + 1
            last = (0, 0)

            def check(positions: int, waiting: int) -> bool:
                nonlocal last
                last = positions, waiting
                return self.run.gone() < until  # noqa: B023

            way = Way(BY_WINS | BY_MEN | MOST_STEEPLY, 0, True, 1 << 12)
            try:
                found = self.run.strategies.find([root], self.aim, check, way)
            except CudaError as error:
                self.run.say(f"{self.player}: {root:x} alone: {error}")
                continue
            size = "{:,} and {:,} waiting" if found is None else "{:,} positions"
            self.run.say(f"{self.player}: {root:x} alone: {size.format(*last)}")

    def begin(self, seed: int) -> None:
        """Strategies by different ways; the smallest one is kept."""
        for policy, deep, most in BEGINNINGS:
            if self.left() <= 0:
                return
            best, least = self.best, self.most
            self.run.strategies.set_aside()
            if best is not None:
                self.most = least * 4 // 3  # more than what is needed comes up at first
            if self.try_way(Way(policy, seed, deep, most), MOST_SECONDS, within=False):
                for other in range(1, 4):
                    self.try_way(Way(0, other, True, 1 << 13), MOST_SECONDS, within=True)
            if best is not None and self.most >= least:
                self.best, self.most = best, least
                self.run.strategies.set_aside()

    def improve(self) -> None:
        """Smaller ones within the best, with noise, until nothing changes or the time is over."""
        failed = 0
        while self.best is not None and self.left() > 0 and failed < 2 * len(IMPROVEMENTS):
            for policy, deep, most in IMPROVEMENTS:
                if self.left() <= 0:
                    return
                self.seed += 1
                better = self.try_way(
                    Way(policy, self.seed, deep, most), 4 * MOST_SECONDS, within=True
                )
                failed = 0 if better else failed + 1


def certify(plan: Plan, folder: Path, path: Path, other: Path | None) -> None:
    """Make the certificate from the strategies of a folder, and of another certificate."""
    notes = json.loads((folder / "summary.json").read_text())
    found = decoded(notes["value"])
    start = plan.start
    made = {"by": "table", "device": notes["device"], "seconds": notes["seconds"]}

    def entries(player: Colour) -> list[certificate.Entry]:
        positions, moves, found, aim = load_strategy(folder / player)
        values = found.astype(np.uint32)
        ranks = (values - 1) // 2 if aim == TO_WIN else np.zeros_like(values)
        return list(entries_of(plan, player, positions, moves, ranks))

    held: list[Colour] = [player for player in ("white", "black") if (folder / player).exists()]
    if other is not None:
        theirs = opponent(held[0])
        halves = {
            held[0]: entries(held[0]),
            theirs: not_won_at_once(start, theirs, held_in(other, theirs)),
        }
        size = certificate.write_draw(
            path, start.game, start, halves["white"], halves["black"], made=made
        )
    elif found.plies is None and len(held) == 1:  # the other strategy was too large to be kept
        size = certificate.write_hold(path, start.game, start, held[0], entries(held[0]), made=made)
    elif found.plies is None:
        size = certificate.write_draw(
            path, start.game, start, entries("white"), entries("black"), made=made
        )
    else:
        winner = start.turn if found.wins else opponent(start.turn)
        size = certificate.write_win(
            path, start.game, start, winner, found.plies, entries(winner), made=made
        )
    print(f"{path}: {size:,} bytes")


def held_in(path: Path, player: Colour) -> list[certificate.Entry]:
    """The strategy of a player who does not lose, from a certificate."""
    data = read(path.read_bytes())
    strategy = next(one for one in data.strategies if (one.player, one.aim) == (player, "hold"))
    base = 1 + 2 * len(data.description.pieces)
    squares = data.description.width * data.description.height

    def board(key: bytes) -> bytes:
        number, digits = int.from_bytes(key, "big"), bytearray(squares)
        for square in reversed(range(squares)):
            number, digits[square] = divmod(number, base)
        return bytes(digits)

    return [
        (board(strategy.key(index)), data.move(strategy, index), strategy.number(index))
        for index in range(strategy.entries)
    ]


def not_won_at_once(
    start: Position, player: Colour, entries: list[certificate.Entry]
) -> list[certificate.Entry]:
    """Entries without those of positions that a move wins: a strategy that holds need not have them."""
    game, ply = start.game, 0 if player == "white" else 1

    def is_won(board: bytes) -> bool:
        position = Position._of(game, game.rules.position(board, ply))
        outcomes = (position.play(move).outcome for move in position.moves)
        return any(found is not None and found.winner == player for found in outcomes)

    return [entry for entry in entries if not is_won(entry[0])]


def check_sample(plan: Plan, folder: Path, most: int) -> int:
    """How many sampled values of classes with few men differ from those of this processor."""
    from sbg.solving.solve import fill_table

    data = np.load(folder / "sample.npz")
    small = make_plan(plan.start, 1 << 34, most)
    table = fill_table(small)
    checked = wrong = 0
    for number, value in zip(data["positions"].tolist(), data["values"].tolist(), strict=True):
        half, index = number >> INDEX_BITS, number & (1 << INDEX_BITS) - 1
        if sum(plan.classes[half // 2]) > most:
            continue
        found = plan.tables.board(half, index)
        checked += 1
        if found is None:
            wrong += value != 0xFFFF
            continue
        game = plan.start.game
        entry = table.find(Position._of(game, game.rules.position(*found)))
        wrong += entry is None or entry != decoded(value)
    print(f"{checked:,} sampled values of up to {most} men, {wrong} of them wrong")
    return wrong


def main() -> int:
    """Do what the arguments say."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game")
    parser.add_argument("--from", dest="start", help="a position instead of the initial one")
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--certify", type=Path)
    parser.add_argument("--other", type=Path, help="a certificate with the other player's half")
    parser.add_argument("-o", dest="output", type=Path)
    parser.add_argument("--sample", type=Path)
    parser.add_argument("--men", type=int, help="only classes with so many men at most")
    parser.add_argument("--players", default="white,black", help="whose strategies are wanted")
    given = parser.parse_args()
    game = sbg.load(given.game)
    start = game.position(given.start) if given.start else game.start
    men = given.men
    if given.sample:
        men = json.loads((given.sample / "summary.json").read_text()).get("men")
    plan = make_plan(start, 1 << 40, men)
    if given.certify:
        certify(plan, given.certify, given.output, given.other)
        return 0
    if given.sample:
        return int(bool(check_sample(plan, given.sample, given.men or 4)))
    run = Run(gpu.gpu(), plan, given.seconds, given.out)
    try:
        run.prepare()
        run.solve()
        run.sample()
        if not given.men:
            run.prove(run.look_at_start(), given.players.split(","))
    except TimeOverError:
        run.say("the time is over")
    finally:
        run.write()
    run.say("done")
    return 0


if __name__ == "__main__":
    sys.exit(main())
