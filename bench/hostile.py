"""Broken and hostile files for `sbg learn`: each must be learned from or refused with a diagnostic.

    python bench/learn.py hostile --count 5000

Files are drawn from frozen seeds: observations, records and contests with bytes changed, with fields replaced by
values of every wrong kind, and files made to cost much. Each goes through the command, in processes whose address
space is bounded. What counts as a failure: an exception, a traceback in the output, an error without the name of the
file, more time or more memory than allowed.
"""

from __future__ import annotations

import contextlib
import io
import json
import multiprocessing
import random
import resource
import signal
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sbg
from sbg import cli
from sbg.observations import data

SEED = 20_000
MEMORY = 2_000_000_000
"""Bytes of address space for a process."""

SECONDS = 60
"""Processor time for one file."""

BATCH = 100


@dataclass(frozen=True)
class Outcome:
    """What became of one file: `learned`, `unexplained`, `refused`, or what went wrong."""

    number: int
    kind: str
    outcome: str
    seconds: float
    detail: str = ""

    @property
    def failed(self) -> bool:
        """Whether the command did anything but learn or refuse."""
        return self.outcome not in ("learned", "unexplained", "refused")


# --- making files


class Files:
    """Draws files; number i is always the same."""

    def __init__(self) -> None:
        games = [sbg.load(name) for name in ("hexapawn", "breakthrough5", "gardner")]
        self.observed = [
            data.write(sbg.watch(game, 2, legal=legal, seed=7)).encode()
            for game in games
            for legal in (1.0, 0.3)
        ]
        self.records = [_record(game).encode() for game in games]
        self.contest = _contest()
        self.kinds: list[tuple[str, int, Callable[[random.Random], bytes]]] = [
            ("bytes", 40, lambda draw: _damaged(draw.choice(self.observed), draw)),
            ("fields", 30, lambda draw: _replaced(draw.choice(self.observed), draw)),
            ("record", 12, lambda draw: _damaged(draw.choice(self.records), draw)),
            ("contest", 6, lambda draw: _damaged(self.contest, draw)),
            ("costly", 8, _costly),
            ("noise", 4, lambda draw: draw.randbytes(draw.randrange(2000))),
        ]

    def file(self, number: int) -> tuple[str, bytes]:
        """The kind of a file, and what is in it."""
        draw = random.Random(SEED + number)
        (chosen,) = draw.choices(self.kinds, [weight for _, weight, _ in self.kinds])
        return chosen[0], chosen[2](draw)


def _record(game: sbg.Game) -> str:
    position = game.start
    moves: list[sbg.Move] = []
    draw = random.Random(3)
    while position.outcome is None and len(moves) < 12:
        moves.append(draw.choice(position.moves))
        position = position.play(moves[-1])
    return sbg.Record.of(sbg.Line(game.start, moves)).write()


def _contest() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "contest.db"
        sbg.match(["random:seed=1", "random:seed=2"], ["hexapawn"], rounds=1, file=path)
        return path.read_bytes()


_BITS = (
    b"{",
    b"}",
    b"[[[[",
    b'"',
    b"9" * 30,
    b"\n",
    b"null",
    b"\0",
    b"-",
    b"\xff\xfe",
    b"1e999",
    b"/",
)


def _damaged(good: bytes, draw: random.Random) -> bytes:
    raw = bytearray(good)
    for _ in range(draw.randrange(1, 6)):
        at = draw.randrange(len(raw)) if raw else 0
        match draw.randrange(5):
            case 0 if raw:
                raw[at] = draw.randrange(256)
            case 1:
                del raw[at : at + draw.randrange(1, 40)]
            case 2:
                raw[at:at] = draw.choice(_BITS)
            case 3:
                raw[at:at] = raw[max(0, at - 200) : at]
            case _:
                if draw.randrange(4) == 0:
                    del raw[at:]
    return bytes(raw)


_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 65, 10**9, 10**30, 1.5, float("nan"), float("inf")),
    *("", " ", "a", "a1a2", "a1a1", "z9z9", "ppp/3/PPP w 0", "ppp/3/PPP b 1", "w", "é", "\ud800"),
    *("9" * 5000, "1/" * 3000, "99999999/99 w 0", "ppp/3/PPP w 99999999999999999999", "draw"),
    *([], {}, [[]], ["a1a2"] * 500, [1, 2], {"fen": 1}, ["a1a2", None]),
    *("white", "goal", "no-moves", "turn-limit", "count", "observations", "K" * 100),
)
_FIELDS = (
    "sbg",
    "width",
    "height",
    "name",
    "fen",
    "played",
    "legal",
    "complete",
    "result",
    "reason",
)


def _replaced(good: bytes, draw: random.Random) -> bytes:
    lines = [json.loads(line) for line in good.splitlines()]
    for _ in range(draw.randrange(1, 4)):
        at = 0 if draw.randrange(5) == 0 else draw.randrange(len(lines))
        match draw.randrange(6):
            case 0:
                lines[at] = draw.choice(_VALUES)
            case 1:
                lines.insert(at, draw.choice(lines))
            case 2 if isinstance(lines[at], dict) and lines[at]:
                del lines[at][draw.choice(sorted(lines[at]))]
            case 3:
                del lines[at]
                if not lines:
                    return b""
            case _ if isinstance(lines[at], dict):
                names = draw.choice((sorted(lines[at]) or list(_FIELDS), list(_FIELDS)))
                lines[at][draw.choice(names)] = draw.choice(_VALUES)
    return "\n".join(json.dumps(line) for line in lines).encode("utf-8", "surrogatepass")


def _header(width: int, height: int) -> str:
    return json.dumps({"sbg": "observations", "width": width, "height": height})


def _costly(draw: random.Random) -> bytes:
    """Files that are long, deep, or valid and large."""
    side = draw.choice((8, 16, 32, 64))
    match draw.randrange(8):
        case 0:
            return b'{"a":' * draw.choice((100, 10_000, 100_000))
        case 1:
            return f"{_header(3, 3)}\n".encode() + b'"' + b"x" * draw.choice((999_990, 1_000_010))
        case 2:
            return f"{_header(3, 3)}\n".encode() + b"{}\n" * 100_000
        case 3:
            return f'{_header(3, 3)}\n{{"fen": {"[" * 100_000}'.encode()
        case 4:
            return b"\xef\xbb\xbf" * draw.randrange(1, 1000) + f"{_header(3, 3)}\n".encode()
        case 5:
            return f"[Game {'x' * 200_000}\n".encode() + b"[a]\n" * 10_000
        case 6:
            return f"{_header(draw.choice((64, 65, 10**9)), 64)}\n".encode()
        case _:
            return _crowded(side, draw)


def _crowded(side: int, draw: random.Random) -> bytes:
    """A large board, many kinds of pieces, and moves that no rule explains."""
    letters = draw.choice(("Pp", "KkQqPp", "ABCDEFGHIJabcdefghij"))
    lines = [_header(side, side)]
    for turn in range(draw.randrange(1, 4)):
        rows = [
            "".join(draw.choice(letters) if draw.random() < 0.3 else "1" for _ in range(side))
            for _ in range(side)
        ]
        fen = "/".join(_runs(row) for row in rows)
        own = [
            (x, side - 1 - y)
            for y, row in enumerate(rows)
            for x, char in enumerate(row)
            if char.isalpha() and char.isupper() == (turn % 2 == 0)
        ]
        legal = sorted(
            {
                sbg.Move(draw.choice(own), (draw.randrange(side), draw.randrange(side))).__str__()
                for _ in range(draw.randrange(60))
            }
            if own
            else ()
        )
        ply = {
            "fen": f"{fen} {'wb'[turn % 2]} {turn}",
            "played": None,
            "legal": legal,
            "complete": draw.random() < 0.7,
        }
        lines.append(json.dumps(ply))
    return "\n".join(lines).encode()


def _runs(row: str) -> str:
    text, run = "", 0
    for char in row:
        if char == "1":
            run += 1
        else:
            text, run = text + (str(run) if run else "") + char, 0
    return text + (str(run) if run else "")


# --- trying them


def tried(number: int, kind: str, raw: bytes, folder: Path) -> Outcome:
    """One file given to the command."""
    path = folder / f"{number}.data"
    path.write_bytes(raw)
    out, err = io.StringIO(), io.StringIO()
    begin = time.process_time()
    signal.signal(signal.SIGVTALRM, _too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = cli.run(["learn", str(path), "--seconds", "1"])
    except TimeoutError:
        return Outcome(number, kind, "hang", time.process_time() - begin)
    except BaseException:
        return Outcome(
            number, kind, "exception", time.process_time() - begin, traceback.format_exc()[-2000:]
        )
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        path.unlink()
    seconds = time.process_time() - begin
    said = err.getvalue()
    if "Traceback" in said + out.getvalue():
        return Outcome(number, kind, "traceback", seconds, said[-2000:])
    if code == 0:
        return Outcome(number, kind, "learned", seconds)
    if code == 1 and out.getvalue():
        return Outcome(number, kind, "unexplained", seconds)
    if code == 1 and path.name in said:
        return Outcome(number, kind, "refused", seconds)
    return Outcome(number, kind, "no diagnostic", seconds, f"exit code {code}: {said[-500:]}")


def _too_long(*_: object) -> None:
    raise TimeoutError


def _batch(numbers: list[int], memory: int, results: Any) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    files = Files()
    with tempfile.TemporaryDirectory() as folder:
        for number in numbers:
            results.put(tried(number, *files.file(number), Path(folder)))
    results.put(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def run(count: int, first: int = 0, memory: int = MEMORY) -> Iterator[Outcome | int]:
    """The outcomes of files, and after each batch the peak memory of its process in kB."""
    context = multiprocessing.get_context("spawn")
    for begin in range(first, first + count, BATCH):
        numbers = list(range(begin, min(begin + BATCH, first + count)))
        results = context.Queue()
        process = context.Process(target=_batch, args=(numbers, memory, results))
        process.start()
        while True:
            try:
                found = results.get(timeout=5)
            except Exception:
                if process.is_alive():
                    continue
                yield Outcome(begin, "batch", "crash", 0.0, f"exit code {process.exitcode}")
                break
            yield found
            if isinstance(found, int):
                break
        process.join()


def report(outcomes: list[Outcome], peak: int) -> str:
    """What became of all files, as text."""
    kinds = Counter(one.kind for one in outcomes)
    counts = Counter(one.outcome for one in outcomes)
    slowest = max(outcomes, key=lambda one: one.seconds)
    lines = [
        f"{len(outcomes)} files ({', '.join(f'{n} {kind}' for kind, n in sorted(kinds.items()))})",
        ", ".join(f"{n} {outcome}" for outcome, n in counts.most_common()),
        f"slowest {slowest.seconds:.1f} s (number {slowest.number}, {slowest.kind}), "
        f"peak memory {peak / 1024:.0f} MB",
    ]
    lines += [
        f"{one.number} {one.kind}: {one.outcome}\n{one.detail}" for one in outcomes if one.failed
    ]
    return "\n".join(lines)
