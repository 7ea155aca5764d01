"""The files of `tests/golden/perft` in; what they say about numbers of move sequences out.

A file holds lines of four kinds; `#` begins a comment, empty lines mean nothing:

    rules NAME                 the bundled game NAME or, if it ends in `.sbg`, a file of `tests/golden`
    position start             the lines after it count from the initial position
    position FEN               the lines after it count from the position FEN
    DEPTH COUNT                there are COUNT move sequences of length DEPTH
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

import sbg

GOLDEN = Path(__file__).parent
PERFT = GOLDEN / "perft"


@dataclass(frozen=True)
class Counts:
    """The numbers of move sequences from one position of one game, by their length."""

    file: str
    rules: str
    fen: str | None
    counts: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        return self.file if self.fen is None else f"{self.file}: {self.fen}"

    @property
    def game(self) -> sbg.Game:
        """The game that is counted."""
        if self.rules.endswith(".sbg"):
            return sbg.load(GOLDEN / self.rules)
        return sbg.load(self.rules)

    def affordable(self, leaves: int) -> list[tuple[int, int]]:
        """The lines up to the first that counts more sequences than an engine can afford.

        Later ones cost more even where they count less: the sequences that end early are walked too.
        """
        return list(takewhile(lambda line: line[1] <= leaves, self.counts))


def read(path: Path) -> list[Counts]:
    """What a file says, position by position."""
    rules = ""
    positions: list[tuple[str | None, list[tuple[int, int]]]] = []
    for line in path.read_text("utf-8").splitlines():
        match line.partition("#")[0].split():
            case []:
                pass
            case ["rules", name]:
                rules = name
            case ["position", "start"]:
                positions.append((None, []))
            case ["position", *fields]:
                positions.append((" ".join(fields), []))
            case [depth, count]:
                positions[-1][1].append((int(depth), int(count)))
            case _:
                raise ValueError(f"{path.name}: cannot read `{line}`")
    return [Counts(path.stem, rules, fen, tuple(counts)) for fen, counts in positions]


def all_counts() -> list[Counts]:
    """What all files say."""
    return [counts for path in sorted(PERFT.glob("*.txt")) for counts in read(path)]
