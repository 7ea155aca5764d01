"""The native half of sbg: private, use the sbg package instead."""

from collections.abc import Sequence
from typing import overload

def version() -> str:
    """The package's version when this module was compiled."""

def compiler() -> str:
    """Name and version of the compiler that built this module."""

def has_bmi2() -> bool:
    """Whether this processor has the PEXT and PDEP instructions."""

class Rules:
    """
    A game's rules as tables. The last four arguments are for tests and measurements.
    """

    def __init__(
        self,
        width: int,
        height: int,
        start: bytes,
        dfas: Sequence[tuple[int, bytes, bytes] | None],
        count_goals: Sequence[tuple[int, int]],
        square_goals: Sequence[tuple[int, Sequence[int]]],
        limit: int,
        move_type: object,
        *,
        bmi2: bool = True,
        part_bits: int = 18,
        merged_bits: int = 9,
        set_wise: bool = True,
    ) -> None: ...
    def position(self, board: bytes | None = None, ply: int = 0) -> Position:
        """The initial position, or one without a last move."""

    def finished(self, board: bytes, ply: int, reason: int, winner: int) -> Position:
        """A position with the outcome that its last move brought about."""

    @property
    def table_bytes(self) -> int:
        """The size of the tables."""

    @property
    def bmi2(self) -> bool:
        """Whether play uses the PEXT and PDEP instructions."""

class Position:
    """A position: a value."""

    @property
    def board(self) -> bytes:
        """One byte per square: 0, or the code of the piece."""

    @property
    def ply(self) -> int:
        """The number of half-moves made."""

    @property
    def zobrist(self) -> int:
        """A 64-bit hash of board and player to move."""

    @property
    def outcome(self) -> tuple[int, int] | None:
        """Reason and winner as numbers, or None while the game goes on."""

    def moves(self) -> list[object]:
        """The legal moves in order."""

    def play(self, move: object) -> Position | None:
        """The position after a move, or None when it is not legal."""

    def perft(self, depth: int, threads: int = 1, hash_bytes: int = 0) -> int: ...
    def divide(
        self, depth: int, threads: int = 1, hash_bytes: int = 0
    ) -> list[tuple[object, int]]: ...
    def playouts(self, games: int, seed: int = 0, threads: int = 1) -> tuple[int, int, int, int]:
        """Wins of white, wins of black, draws, plies."""

    @overload
    def __eq__(self, arg: Position, /) -> bool: ...
    @overload
    def __eq__(self, arg: object, /) -> bool: ...
    def __hash__(self) -> int: ...

class Stop:
    """Ends a search from another thread; each search has its own."""

    def __init__(self) -> None: ...
    def set(self) -> None: ...

class Searcher:
    """Alpha-beta search with its memory."""

    def __init__(self, rules: Rules, hash_bytes: int) -> None: ...
    def search(
        self,
        position: Position,
        stop: Stop,
        depth: int = 0,
        nodes: int = 0,
        seconds: float = 0.0,
        enough: float = 0.0,
        threads: int = 1,
        lines: int = 1,
        on_line: object | None = None,
    ) -> list[tuple[int, int, int, int, bool, int, float, int, list[object]]]:
        """
        The best lines: rank, depth, selective depth, score, proven, nodes, seconds, table use, moves.
        """

    def evaluate(self, position: Position, quiet: bool = False) -> int: ...
    def features(self, position: Position) -> list[int]:
        """What the evaluation sees beside where pieces stand."""

    def weights(
        self,
    ) -> tuple[
        list[int],
        list[int],
        list[int],
        list[int],
        list[int],
        list[int],
        list[int],
        list[int],
        list[int],
        int,
    ]:
        """The numbers of native/search/weights.hpp, without the dangers."""

    def set_weights(
        self,
        weights: tuple[
            Sequence[int],
            Sequence[int],
            Sequence[int],
            Sequence[int],
            Sequence[int],
            Sequence[int],
            Sequence[int],
            Sequence[int],
            Sequence[int],
            int,
        ],
    ) -> None: ...
    def self_play(
        self, stop: Stop, games: int, nodes: int, seed: int, most_opening: int = 10, noise: int = 15
    ) -> tuple[bytes, bytes, bytes, bytes, bytes, bytes, bytes, int]:
        """The arrays of native/search/self_play.hpp, as bytes."""

    def set_noise(self, noise: int, seed: int) -> None: ...
    def clear(self) -> None: ...

class Tree:
    """Monte Carlo search with its tree."""

    def __init__(
        self,
        rules: Rules,
        bytes: int,
        *,
        flat: bool = False,
        exploration: float = 0.7,
        seed: int = 0,
    ) -> None: ...
    def search(
        self,
        position: Position,
        stop: Stop,
        playouts: int = 0,
        seconds: float = 0.0,
        threads: int = 1,
        lines: int = 1,
        on_line: object | None = None,
    ) -> list[tuple[int, int, int, int, bool, int, float, int, list[object]]]:
        """As Searcher.search; nodes are playouts."""

    def clear(self) -> None: ...
