"""The native half of sbg: private, use the sbg package instead."""

from collections.abc import Callable, Sequence
from typing import Any

def version() -> str:
    """The package's version when this module was compiled."""

def compiler() -> str:
    """Name and version of the compiler that built this module."""

def has_bmi2() -> bool:
    """Whether this processor has the PEXT and PDEP instructions."""

def has_portable() -> bool:
    """Whether this module has code for processors without BMI2."""

class Stop:
    """Ends a long call from another thread; each call has its own."""

    def __init__(self) -> None: ...
    def set(self) -> None: ...
    def is_set(self) -> bool: ...

def stop_calls(stop: Stop | None) -> None:
    """What ends the long calls of this thread from now on; None for nothing."""

class Game:
    """
    A game's rules as tables. `move_type` makes moves, `outcome_type` outcomes.

    Moves are made from two squares (x, y), outcomes from a winner and a reason. `walks` are smaller automata
    than `dfas`, nondeterministic, with the same words: they are walked instead. The last four arguments are for
    tests and measurements.
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
        outcome_type: object,
        *,
        walks: Sequence[tuple[int, bytes, bytes] | None] = (),
        bmi2: bool = True,
        part_bits: int = ...,
        merged_bits: int = ...,
        set_wise: bool = True,
    ) -> None: ...
    def position(self, board: bytes | None = None, ply: int = 0) -> Position:
        """The initial position, or one without a last move."""

    def finished(self, board: bytes, ply: int, winner: str | None, reason: str) -> Position:
        """A position with the outcome that its last move brought about."""

    @property
    def table_bytes(self) -> int:
        """The size of the tables."""

    @property
    def bmi2(self) -> bool:
        """Whether play uses the PEXT and PDEP instructions."""

class Tally:
    """Results of playouts."""

    @property
    def white(self) -> int: ...
    @property
    def black(self) -> int: ...
    @property
    def draws(self) -> int: ...
    @property
    def plies(self) -> int:
        """The moves of all games together."""

class EndCount:
    """Finished games of one length."""

    @property
    def white(self) -> int: ...
    @property
    def black(self) -> int: ...
    @property
    def draws(self) -> int: ...

class Position:
    """A position: a value."""

    @property
    def board(self) -> bytes:
        """One byte per square: 0, or the code of the piece."""

    @property
    def ply(self) -> int:
        """The number of plies played."""

    @property
    def zobrist(self) -> int:
        """A 64-bit hash of board and player to move."""

    @property
    def outcome(self) -> Any:
        """
        What the game's outcome_type makes of the winner and the reason; None while the game goes on.
        """

    def moves(self) -> list[Any]:
        """The legal moves in order."""

    def play(self, move: object | None) -> Position | None:
        """The position after a move, or None when it is not legal."""

    def perft(
        self, depth: int, threads: int = 1, hash_bytes: int = 0, stop: Stop | None = None
    ) -> int:
        """The number of move sequences; without meaning if it was stopped."""

    def ends(self, depth: int, threads: int = 1) -> list[EndCount]:
        """Finished games by their length, from 0 to depth."""

    def playouts(self, games: int, seed: int = 0, threads: int = 1) -> Tally: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

MOST_THREADS: int = 1024

MOST_DEPTH: int = 255

class TermShape:
    """A term of the evaluation."""

    @property
    def name(self) -> str: ...
    @property
    def per(self) -> str:
        """
        What has numbers of its own: a `square` (of each code), a `code`, a `side`, the `game`.
        """

    @property
    def rows(self) -> int:
        """Each of them has a table of rows and columns."""

    @property
    def columns(self) -> int: ...
    @property
    def about(self) -> str:
        """What its numbers mean."""

    def size(self, codes: int, squares: int) -> int:
        """How many numbers it has in a game."""

def terms() -> tuple[TermShape, ...]:
    """The terms of the evaluation, in the order of their numbers."""

class Weights:
    """
    The numbers of an evaluation, a value. Terms that are not given are 0.

    Codes are odd for white's pieces and even for black's, from 1 on.
    """

    def __init__(self, codes: int, squares: int, **numbers: Sequence[int] | int) -> None: ...
    @property
    def codes(self) -> int: ...
    @property
    def squares(self) -> int: ...
    @property
    def square(self) -> tuple[int, ...]:
        """
        What a piece is worth there on a board as full as at the start, negative for black's.
        """

    @property
    def late(self) -> tuple[int, ...]:
        """
        The same on an empty board; in between, the number of pieces left decides.
        """

    @property
    def ordering(self) -> tuple[int, ...]:
        """What a piece is worth as a victim."""

    @property
    def mobility(self) -> tuple[int, ...]:
        """For each of its moves, in 1/16."""

    @property
    def hanging(self) -> tuple[int, ...]:
        """For each piece that the player to move could take, for its owner."""

    @property
    def attacked(self) -> tuple[int, ...]:
        """For each piece of the player to move that could be taken."""

    @property
    def royal(self) -> tuple[int, ...]:
        """
        For each number of safe squares that the royal piece can go to, then of unsafe ones.
        """

    @property
    def formation(self) -> tuple[int, ...]:
        """
        For each pair of the commonest piece beside, behind and across each other.
        """

    @property
    def runner(self) -> tuple[int, ...]:
        """
        For the moves that the nearest free runner needs, if it is to move, then if it is not.
        """

    @property
    def tempo(self) -> int:
        """For the player to move."""

    def numbers(self) -> dict[str, tuple[int, ...] | int]:
        """Those of all terms, by name."""

    def replace(self, **numbers: Sequence[int] | int) -> Weights:
        """The same with other numbers for some terms."""

    def __eq__(self, other: object, /) -> bool: ...
    def __getstate__(self) -> tuple[object, ...]: ...
    def __setstate__(self, state: object, /) -> None: ...

def code_features() -> tuple[str, ...]:
    """What the evaluation sees of each code, in order."""

def side_features() -> tuple[str, ...]:
    """What the evaluation sees of each side, in order."""

LAST_CAPTURE_DANGER: int = 240

class Line:
    """A line of a search."""

    @property
    def rank(self) -> int:
        """1 is the best."""

    @property
    def depth(self) -> int: ...
    @property
    def selective_depth(self) -> int: ...
    @property
    def score(self) -> int:
        """
        For the player to move; from PROVEN_SCORE on WIN_SCORE less the plies to the end.
        """

    @property
    def proven(self) -> bool:
        """Whether the score is certain, also that of a draw."""

    @property
    def nodes(self) -> int:
        """Or playouts."""

    @property
    def seconds(self) -> float: ...
    @property
    def hash_permille(self) -> int:
        """How much of the table or the tree is in use."""

    @property
    def moves(self) -> list[Any]: ...

class Judgements:
    """
    The positions that a searcher judged in games against itself: arrays as bytes.
    """

    @property
    def boards(self) -> bytes:
        """uint8: a code for every square."""

    @property
    def features(self) -> bytes:
        """
        uint16: code_features() for every code, then side_features() for both sides.
        """

    @property
    def movers(self) -> bytes:
        """uint8: who is to move, 0 for white."""

    @property
    def scores(self) -> bytes:
        """int32: for white."""

    @property
    def telling(self) -> bytes:
        """uint8: whether the estimate of the position is the score."""

    @property
    def games(self) -> bytes:
        """uint32: the game that it belongs to."""

    @property
    def results(self) -> bytes:
        """int32, by game: 1 if white won, 0, -1."""

    @property
    def plies(self) -> int:
        """Of all games."""

class Searcher:
    """Alpha-beta search with its memory."""

    def __init__(self, game: Game, hash_bytes: int) -> None: ...
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
        on_line: Callable[[Line], object] | None = None,
    ) -> list[Line]:
        """The best lines, the best first. 0 is no limit."""

    def evaluate(self, position: Position) -> int:
        """What a position is worth to the player to move, without looking ahead."""

    def features(self, position: Position) -> dict[str, list[int]]:
        """
        What the evaluation sees beside where pieces stand: code_features() by code, side_features() by side.
        """

    def weights(self) -> Weights: ...
    def set_weights(self, weights: Weights) -> None: ...
    def self_play(
        self,
        stop: Stop,
        games: int,
        nodes: int,
        seed: int,
        most_opening: int = ...,
        noise: int = ...,
    ) -> Judgements: ...
    def set_noise(self, noise: int, seed: int) -> None:
        """Adds up to that to estimates, or takes it away, by position and seed."""

    def clear(self) -> None:
        """Forgets everything."""

class TreeSearcher:
    """Monte Carlo search with its tree."""

    def __init__(
        self, game: Game, bytes: int, *, flat: bool = False, exploration: float = ..., seed: int = 0
    ) -> None: ...
    def search(
        self,
        position: Position,
        stop: Stop,
        playouts: int = 0,
        seconds: float = 0.0,
        threads: int = 1,
        lines: int = 1,
        on_line: Callable[[Line], object] | None = None,
    ) -> list[Line]:
        """As Searcher.search; nodes are playouts."""

    def clear(self) -> None:
        """Forgets the tree."""

WIN_SCORE: int = 32000

PROVEN_SCORE: int = 31000

EXPLORATION: float = 0.7

class MatchSide:
    """A player of a match: 0 alphabeta, 1 mcts, 2 random."""

    def __init__(
        self,
        kind: int = 0,
        nodes: int = 200,
        depth: int = 0,
        noise: int = 0,
        hash_bytes: int = ...,
        exploration: float = ...,
        weights: Weights | None = None,
    ) -> None: ...

class MatchGames:
    """The games of a match: arrays as bytes."""

    @property
    def winners(self) -> bytes:
        """int8, by game: 0 white, 1 black, -1 nobody."""

    @property
    def reasons(self) -> bytes:
        """uint8, by game: 1 count, 2 goal, 3 no moves, 4 turn limit; 0 proven."""

    @property
    def lengths(self) -> bytes:
        """uint32, by game: plies after the opening."""

    @property
    def openings(self) -> bytes:
        """uint8, by game: a code for every square."""

    @property
    def begun(self) -> bytes:
        """uint32, by game: the ply of the opening."""

    @property
    def moves(self) -> bytes:
        """uint16, by ply: origin and target."""

    @property
    def scores(self) -> bytes:
        """int32, by ply: for white, as the player who moved saw it."""

    @property
    def branching(self) -> bytes:
        """uint32, by ply: legal moves."""

    @property
    def moved(self) -> bytes:
        """uint8, by ply: the code of the piece."""

    @property
    def captured(self) -> bytes:
        """uint8, by ply: the code of the piece, or 0."""

def match(
    game: Game,
    first: MatchSide,
    second: MatchSide,
    games: int,
    seed: int = 0,
    first_game: int = 0,
    openings: Sequence[Position] = (),
    random_plies: int = 4,
    adjudicate: bool = True,
    threads: int = 1,
) -> MatchGames:
    """Games between two players, the same on any number of threads."""

class ProofResult:
    """What is known of a position."""

    @property
    def proved(self) -> int | None:
        """The attacker wins within so many plies; None if that is not known."""

    @property
    def refuted(self) -> int:
        """
        The attacker does not win within so many plies; -1 if that is not known.
        """

    @property
    def proof(self) -> int: ...
    @property
    def disproof(self) -> int: ...
    @property
    def nodes(self) -> int:
        """Positions that the search looked at."""

class ProofSearcher:
    """Searches for wins of one player, with its memory."""

    def __init__(self, game: Game, attacker: int, bytes: int) -> None: ...
    def search(
        self,
        position: Position,
        stop: Stop,
        plies: int,
        nodes: int = 0,
        seconds: float = 0.0,
        threads: int = 1,
    ) -> ProofResult:
        """Whether the attacker wins within so many plies. 0 is no limit."""

    def probe(self, position: Position) -> ProofResult: ...
    def use(self) -> int:
        """How much of the table is in use, in thousandths."""

    def save(self, path: str, mark: int) -> None:
        """Writes the table; the mark says what it belongs to."""

    def load(self, path: str, mark: int) -> None: ...
    def grow(self, bytes: int) -> None:
        """Makes room for more positions; what is known stays."""

PROOF_ENDLESS: int = 1000000000

PROOF_PLIES: int = 2000

def array_parts(array: object) -> tuple[int, tuple[int, ...], str, int, int, bool] | None:
    """
    Address, shape, type of items, device, its number, and whether it can be written.
    """

def array_of(
    owner: object, address: int, shape: Sequence[int], item: str, device: int, number: int
) -> Any:
    """Memory of a device as an array that speaks DLPack."""

class Actions:
    """The numbers of a game's moves: 0 planes, 1 pairs, 2 squares."""

    def __init__(
        self,
        game: Game,
        kind: int,
        size: int,
        plane_of: object = None,
        steps: object = None,
        index: object = None,
        origins: object = None,
        targets: object = None,
    ) -> None: ...

class Batch:
    """How the games of a batch begin and go on. All arrays are the caller's."""

    def __init__(
        self,
        actions: Actions,
        slots: int,
        seed: int = 0,
        starts: object = None,
        opening: int = 0,
        auto_reset: bool = False,
        illegal_loses: bool = False,
        threads: int = 1,
    ) -> None: ...
    @property
    def words(self) -> int:
        """32-bit words of a record."""

    def begin(self, state: object, out: object, mask: object) -> None:
        """
        All first games, or without None the next ones of the slots with a mark.
        """

    def step(self, state: object, out: object, actions: object, legal: object) -> int:
        """
        Plays an action in each game; the first slot with an illegal one, or -1.
        """

    def random(self, state: object, out: object, plies: int) -> Tally:
        """Plays so many random plies in each game."""

    def sample(self, state: object, out: object) -> None:
        """The action that the next random ply of each game would play, or -1."""

    def legal(self, state: object, out: object) -> None:
        """The sets of legal targets by origin."""

    def mask(self, state: object, out: object, ended: bool = False) -> None:
        """
        1 for each legal action; `ended` for all actions of a game that is over.
        """

    def observe(self, state: object, out: object) -> None: ...
    def boards(self, state: object, out: object) -> None: ...
    def pack(self, boards: object, plies: object, status: object, out: object) -> None:
        """Records from boards; a status of 2**32 - 1 is found out."""

    def check(self, state: object) -> None:
        """ValueError if a record is not of a position of this game."""

class Puct:
    """Trees of many games, judged by the caller."""

    def __init__(self, batch: Batch, exploration: float = 1.5) -> None: ...
    def begin(self, state: object) -> None:
        """Forgets all and begins anew."""

    def select(self, leaves: object) -> int:
        """
        Writes the records of the positions to judge into the first rows; their number.
        """

    def expand(self, policies: object, values: object, leaves: object = None) -> int:
        """What was found out about them; with leaves it also selects the next."""

    def mix(self, policies: object, part: float) -> None:
        """Mixes other policies into those of the roots."""

    def visits(self, out: object) -> None: ...
    def values(self, out: object) -> None: ...

class XlaGame:
    """A game that programs of XLA may step, by its key."""

    def __init__(self, batch: Batch, key: str) -> None: ...

def xla_targets() -> dict[str, object]:
    """The functions that such programs call, as capsules."""

class Settled:
    """How far settling has come."""

    @property
    def next(self) -> int:
        """All entries before this one are settled."""

    @property
    def entries(self) -> int:
        """How many entries were settled."""

    @property
    def overflow(self) -> bool:
        """Whether a distance did not fit into a byte."""

class Sweep:
    """How far sweeps have come."""

    @property
    def level(self) -> int:
        """The next level."""

    @property
    def done(self) -> bool: ...
    @property
    def overflow(self) -> bool:
        """Whether a distance did not fit into a byte."""

class TableCount:
    """The values of a table, counted."""

    @property
    def losses(self) -> list[int]:
        """By plies."""

    @property
    def wins(self) -> list[int]:
        """By plies."""

    @property
    def draws(self) -> int: ...
    @property
    def none(self) -> int:
        """Entries without a board."""

    @property
    def zugzwangs(self) -> int:
        """
        Boards on which neither wins when it is their move, and one of them loses.
        """

class Tables:
    """Positions numbered, and the memory that Python lends for their values."""

    def __init__(
        self,
        game: Game,
        kinds: Sequence[tuple[int, Sequence[int]]],
        classes: Sequence[bytes],
        pairs: bytes,
        *,
        by_squares: bool,
        hashed: bool,
        flips: bool,
        mirrors: bool,
        depth: int,
        loud: Sequence[tuple[int, int]] = (),
        turns: bool = False,
    ) -> None: ...
    def size(self, half: int) -> int:
        """How many entries it has."""

    def attach(self, half: int, memory: Any, wide: bool = False) -> None:
        """Lends memory for the values of a half; None takes it back."""

    def find(self, board: bytes, side: int) -> tuple[int, int] | None:
        """Half and index of a position."""

    def board(self, half: int, index: int) -> tuple[bytes, int] | None:
        """The board of an entry, and the side to move."""

    def meet(self, board: bytes, side: int, most: int) -> bool:
        """
        Meets all positions that can be reached; False if there are more than `most`.
        """

    @property
    def met(self) -> int: ...
    def keys(self) -> bytes:
        """The slots, 64 bits each."""

    def recall(self, keys: bytes) -> None: ...
    def settle(self, half: int, first: int, seconds: float, threads: int = 1) -> Settled: ...
    def sweep(
        self, halves: Sequence[int], level: int, seconds: float, threads: int = 1
    ) -> Sweep: ...
    def count(self, half: int, threads: int = 1) -> TableCount: ...
    def inconsistent(self, half: int, first: int, last: int, threads: int = 1) -> int:
        """How many of these entries do not follow from their successors."""

class CheckedEntries:
    """Entries of a table that were checked."""

    @property
    def wins(self) -> int: ...
    @property
    def draws(self) -> int: ...
    @property
    def losses(self) -> int: ...
    @property
    def longest(self) -> int:
        """Plies of the longest win or loss, or -1 where there is none."""

    @property
    def none(self) -> int:
        """Entries without a board."""

    @property
    def wrong(self) -> tuple[str, int, bytes, int, int, int] | None:
        """
        The first wrong one: why, its index, its board and side, the value that it has, and the one that the moves make.
        """

class TableCheck:
    """Checks a table of values, with a numbering of its own."""

    def __init__(
        self,
        game: Game,
        scheme: str,
        kinds: Sequence[tuple[int, Sequence[int]]],
        classes: Sequence[Sequence[int]],
        halves: Sequence[tuple[int, int, int, Any]],
        *,
        flips: bool,
        turns: bool,
        mirrors: bool,
        loud: Sequence[tuple[int, int]] = (),
        slots: bytes = b"",
    ) -> None: ...
    def check(self, half: int, first: int, last: int, threads: int = 1) -> CheckedEntries:
        """Whether these entries follow from those after their moves."""

    def find(self, board: bytes, side: int) -> tuple[int, int] | None:
        """Half and index of a position."""

def xla_serve(key: str, start: int, enter: int, context: int, launches: Sequence[object]) -> None:
    """
    Kernels that programs of XLA start by this key; see native/xla/launches.hpp.
    """

def xla_gpu_target() -> object:
    """The function that such programs call on a GPU, as a capsule."""
