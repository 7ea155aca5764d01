"""Solves one position by proof-number search, and finds the strategies that prove the result.

Two questions are asked, "does White win?" and "does Black win?", each in two ways that take turns and share what they
find: within all the plies that the turn limit leaves, which is best where games cannot go on for long, and within 1, 3,
5 … plies, which is best where positions repeat. A value needs one yes, or two times no.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from sbg import _core
from sbg.base.errors import SbgError
from sbg.engine import Position
from sbg.exact.solving.certificate import Entry, board_of, write_certificate, write_draw, write_win
from sbg.exact.solving.folder import WorkFolder
from sbg.exact.solving.limit import unlimited
from sbg.exact.solving.solution import Solution, Value
from sbg.exact.solving.strategy import OracleError, holding, longest_line, winning
from sbg.language.model import Colour, Move, opponent

DEFAULT_MEMORY = 1 << 30
"""Bytes of the tables."""
_FIRST_NODES = 20_000
"""Positions of the first turn of each question; later turns have twice as many as those before."""
_MOST_SQUARES = 192
_FIRST_BYTES = 64 << 20
"""Bytes of each table at first."""
_FULL = 500
"""Thousandths of a table in use from which it grows."""
_SAVE_SECONDS = 60.0
_SLICE_SECONDS = 1.0
"""How long a search goes on before progress is shown."""
_LINE_PLIES = 40
"""Plies of best play that are shown of a draw."""
_DOUBLINGS = 20
"""How often more is tried where a table has lost a move."""
_LEAST_REFINEMENT = 1_000_000
"""Positions for finding the exact distance of a win, however quickly the win was found."""
_REFINEMENT = 1.0
"""How much effort goes into finding the exact distance of a win, as a share of that for finding the win."""

COLOURS: tuple[Colour, Colour] = ("white", "black")


class UndecidedError(SbgError):
    """A search that came to its limit before it knew the answer; `bounds` is what it knows."""

    def __init__(self, bounds: Bounds) -> None:
        super().__init__(f"undecided after {bounds.nodes:,} positions: {bounds}")
        self.bounds = bounds

    def __reduce__(self) -> tuple[type[UndecidedError], tuple[Bounds]]:
        return UndecidedError, (self.bounds,)


@dataclass(frozen=True)
class Bounds:
    """What a search knows so far: each player does not win within so many plies (None: never, -1: nothing known)."""

    white: int | None
    black: int | None
    nodes: int
    seconds: float
    use: int
    """How much of the tables is in use, in thousandths."""

    def __str__(self) -> str:
        known = []
        for player, plies in (("White", self.white), ("Black", self.black)):
            if plies is None:
                known.append(f"{player} cannot win")
            elif plies > 0:
                known.append(f"{player} does not win within {plies} plies")
        return ", ".join(known) or "nothing is known yet"


@dataclass
class _Question:
    """Does this player win?"""

    player: Colour
    searcher: _core.ProofSearcher
    proved: int | None = None
    refuted: int = -1
    nodes: int = 0

    def note(self, found: _core.ProofResult) -> None:
        self.nodes += found.nodes
        if found.proved is not None:
            self.proved = found.proved if self.proved is None else min(self.proved, found.proved)
        self.refuted = max(self.refuted, found.refuted)


class Prover:
    """Searches for the value of a position; what it has found so far is kept, and saved if there is a folder for it."""

    def __init__(
        self,
        position: Position,
        *,
        memory: int = DEFAULT_MEMORY,
        threads: int = 1,
        folder: str | os.PathLike[str] | None = None,
        on_progress: Callable[[Bounds], object] | None = None,
    ) -> None:
        self._begun = time.monotonic()
        self.position = position
        self.free = unlimited(position)
        self.left = position.game.turn_limit - position.ply
        self.threads = threads
        self._on_progress = on_progress
        self._stop = _core.Stop()
        self._most: int | None = None
        game = self.free.game
        if game.width * game.height > _MOST_SQUARES:
            raise SbgError(
                f"proofs are for boards of at most {_MOST_SQUARES} squares;"
                f" this one has {game.width * game.height}"
            )
        self._bytes = min(memory // 2, _FIRST_BYTES)
        self._most_bytes = memory // 2
        self._questions = {
            player: _Question(player, _core.ProofSearcher(game.rules, number, self._bytes))
            for number, player in enumerate(COLOURS)
        }
        self._saved = time.monotonic()
        self._save_every = 1.0
        self._folder = None if folder is None else WorkFolder(Path(folder), self._about)
        self._load()

    # -- searching

    def run(self, seconds: float | None = None) -> Solution:
        """The value of the position; UndecidedError if the time is over before it is known."""
        if self.position.outcome is not None:
            return Solution(self.position.outcome.winner or "draw", 0, (), "proof")
        end = None if seconds is None else self._begun + seconds
        winner = self._search(end)
        if winner is None:
            return Solution("draw", None, self._drawn_line(), "proof")
        self._refine(winner, end)
        entries, plies = self.wins(winner)
        line = longest_line(self.free, winner, entries)
        exact = self._questions[winner].refuted >= plies - 1
        return Solution(winner, plies, line, "proof", exact=exact)

    def value(self, nodes: int) -> Value:
        """Who wins; UndecidedError if that is not known after about so many positions, the same on every machine."""
        if self.position.outcome is not None:
            return self.position.outcome.winner or "draw"
        self._most = nodes
        return self._search(None) or "draw"

    def bounds(self) -> Bounds:
        """What is known so far."""
        white, black = (
            None if question.refuted >= self.left else question.refuted
            for question in self._questions.values()
        )
        questions = self._questions.values()
        nodes = sum(question.nodes for question in questions)
        use = max(question.searcher.use() for question in questions)
        return Bounds(white, black, nodes, time.monotonic() - self._begun, use)

    def exact(self, winner: Colour) -> bool:
        """Whether the shortest win of the winner is known."""
        question = self._questions[winner]
        return question.proved is not None and question.refuted >= question.proved - 1

    def _search(self, end: float | None) -> Colour | None:
        """Who wins; None for a draw."""
        most = min(self.left, _core.PROOF_PLIES)
        nodes = _FIRST_NODES
        while True:
            spent = sum(question.nodes for question in self._questions.values())
            if self._most is not None and spent >= self._most:
                raise UndecidedError(self.bounds())
            for question in self._questions.values():
                if question.refuted >= self.left:
                    continue
                for plies in self._asked(question, most, nodes):
                    self._ask(question, plies, nodes, end)
                    if question.proved is not None and question.proved <= self.left:
                        return question.player
                    if question.refuted >= self.left:
                        break
            if all(question.refuted >= self.left for question in self._questions.values()):
                return None
            nodes *= 2

    def _asked(self, question: _Question, most: int, nodes: int) -> Iterable[int]:
        """The plies to ask about in one turn: all that are left, then as many as are not known yet, step by step."""
        yield most
        before = question.nodes
        while question.nodes - before < nodes:
            plies = min(max(question.refuted, 0) + 2, most)
            known = question.refuted
            yield plies
            if question.refuted <= known or plies == most:
                break

    def _ask(self, question: _Question, plies: int, nodes: int, end: float | None) -> None:
        """Search for so many positions, in slices between which progress is shown and tables are saved."""
        spent = 0
        while True:
            seconds = _SLICE_SECONDS if self._most is None else 0.0
            if end is not None:
                seconds = min(seconds, end - time.monotonic())
                if seconds <= 0:
                    self._save()
                    raise UndecidedError(self.bounds())
            try:
                found = question.searcher.search(
                    self.free._native,
                    self._stop,
                    plies,
                    nodes=max(nodes - spent, 1) if nodes else 0,
                    seconds=seconds,
                    threads=self.threads,
                )
            except KeyboardInterrupt:
                self._save()
                if self._on_progress is not None:
                    self._on_progress(self.bounds())
                raise
            question.note(found)
            spent += found.nodes
            self._make_room()
            if self._on_progress is not None:
                self._on_progress(self.bounds())
            if time.monotonic() - self._saved > self._save_every:
                self._save()
            if found.refuted >= plies or (found.proved is not None and found.proved <= plies):
                return
            if nodes and spent >= nodes:
                return

    def _make_room(self) -> None:
        """Let tables grow with the work: memory that is touched takes time, and so does saving it."""
        if self._bytes < self._most_bytes and any(
            question.searcher.use() > _FULL for question in self._questions.values()
        ):
            self._bytes = min(4 * self._bytes, self._most_bytes)
            for question in self._questions.values():
                question.searcher.grow(self._bytes)

    def _refine(self, winner: Colour, end: float | None) -> None:
        """Look for a shorter win, until the shortest is known or it takes too long."""
        question = self._questions[winner]
        spent = sum(one.nodes for one in self._questions.values())
        budget = max(_LEAST_REFINEMENT, int(_REFINEMENT * spent))
        while question.proved is not None and not self.exact(winner) and budget > 0:
            before = question.nodes
            try:
                self._ask(question, question.proved - 1, budget, end)
            except UndecidedError:
                return
            budget -= max(question.nodes - before, 1)

    # -- strategies

    def wins(self, player: Colour) -> tuple[dict[bytes, Entry], int]:
        """The strategy with which a player wins, by board, and the plies that it takes at most."""
        question = self._questions[player]
        assert question.proved is not None
        oracle = _WinOracle(self, question, question.proved)
        while True:
            try:
                entries, plies = winning(self.free, player, oracle)
            except (
                OracleError
            ):  # a position came up again with fewer plies left: once more, with these
                if not oracle.changed:
                    raise
            else:
                if plies <= self.left and (plies <= question.proved or not oracle.changed):
                    return entries, plies
            oracle.changed = False

    def holds(self, player: Colour, plies: int) -> dict[bytes, Entry]:
        """The strategy with which a player does not lose within so many plies."""
        question = self._questions[opponent(player)]

        def oracle(position: Position, need: int | None) -> Move:
            return self._holding_move(question, position, plies if need is None else need)

        return holding(self.free, player, plies, oracle)

    def _holding_move(self, question: _Question, position: Position, need: int) -> Move:
        for move in position.moves:
            child = position.play(move)
            if child.outcome is not None:
                if child.outcome.winner != question.player:
                    return move
            elif need <= 1 or question.searcher.probe(child._native).refuted >= need - 1:
                return move
        return self._again(question, position, need, lambda found: found.refuted >= need - 1)[0]

    def _again(
        self,
        question: _Question,
        position: Position,
        plies: int,
        enough: Callable[[_core.ProofResult], bool],
    ) -> tuple[Move, _core.ProofResult]:
        """A move of which the table has lost that it is good enough: all are searched again, a little at a time."""
        children = [(move, position.play(move)) for move in position.moves]
        going = [(move, child) for move, child in children if child.outcome is None]
        most = min(plies - 1, _core.PROOF_PLIES)
        for doubling in range(_DOUBLINGS if most > 0 else 0):
            for move, child in going:
                found = question.searcher.search(
                    child._native, self._stop, most, _FIRST_NODES << doubling, threads=self.threads
                )
                if enough(found):
                    return move, found
        raise OracleError(f"the table has lost `{position.fen}`; more memory helps")

    def _drawn_line(self) -> tuple[Move, ...]:
        line: list[Move] = []
        position = self.free
        left = min(self.left, _LINE_PLIES)
        while position.outcome is None and len(line) < left:
            question = self._questions[opponent(position.turn)]
            need = min(self.left - len(line), _core.PROOF_PLIES)
            line.append(self._holding_move(question, position, need))
            position = position.play(line[-1])
        return tuple(line)

    def certify(
        self, path: str | os.PathLike[str], solution: Solution, made: dict[str, object]
    ) -> int:
        """Write the certificate of a solution that `run` found; the size of the file."""
        game, start = self.position.game, self.position
        if start.outcome is not None:
            kind = "draw" if solution.value == "draw" else "win"
            claim = {"value": solution.value, "plies": 0, "exact": False}
            return write_certificate(path, game, start, kind, claim, [], made)
        if solution.value == "draw":
            white, black = (self.holds(player, self.left).values() for player in COLOURS)
            return write_draw(path, game, start, white, black, made=made)
        winner = solution.value
        entries, plies = self.wins(winner)
        question = self._questions[winner]
        delay = None
        if question.refuted >= plies - 1:
            delay = self.holds(opponent(winner), plies - 1).values()
        return write_win(path, game, start, winner, plies, entries.values(), delay=delay, made=made)

    # -- files

    @property
    def _about(self) -> str:
        """What saved tables belong to: the board and rules, and nothing of the start, for all positions of them."""
        return f"proof {self.free.game.rules_hash}"

    @property
    def _mark(self) -> int:
        digest = hashlib.sha256(self.free.game.rules_hash.encode()).digest()
        return int.from_bytes(digest[:8], "big")

    def _save(self) -> None:
        if self._folder is None:
            return
        begun = time.monotonic()
        path = self._folder.path
        try:
            for player, question in self._questions.items():
                question.searcher.save(str(path / f"{player}.new"), self._mark)
                os.replace(path / f"{player}.new", path / f"{player}.table")
            self._folder.note({"bytes": self._bytes})
        except OSError as error:
            raise SbgError(
                f"`{path}`: what was found cannot be saved: {error.strerror or error}"
            ) from None
        self._saved = time.monotonic()
        took = self._saved - begun
        self._save_every = max(20 * took, min(_SAVE_SECONDS, (self._saved - self._begun) / 10), 1.0)

    def _load(self) -> None:
        if self._folder is None:
            return
        saved = self._folder.state.get("bytes")
        try:
            if isinstance(saved, int) and self._bytes < saved:
                self._bytes = min(saved, self._most_bytes)
                for question in self._questions.values():
                    question.searcher.grow(self._bytes)
            for player, question in self._questions.items():
                path = self._folder.path / f"{player}.table"
                if path.exists() and self._folder.state:
                    question.searcher.load(str(path), self._mark)
            if not self._folder.state:
                self._folder.note({})
        except (OSError, ValueError) as error:
            raise SbgError(f"`{self._folder.path}`: {error}; remove it to begin anew") from None

    def remove(self) -> None:
        """Leave nothing of the work behind."""
        if self._folder is not None:
            self._folder.remove()

    def close(self) -> None:
        """Let others go on with the work."""
        if self._folder is not None:
            self._folder.close()


class _WinOracle:
    """Moves of a player who is known to win, from the table; what the table has lost is searched again."""

    def __init__(self, prover: Prover, question: _Question, plies: int) -> None:
        self._prover = prover
        self._question = question
        self._within: dict[bytes, int] = {}
        self._plies = plies
        self.changed = False

    def __call__(self, position: Position) -> Move:
        within = self._within.get(board_of(position), self._plies)
        known = self._question.searcher.probe(position._native).proved
        if known is not None:
            within = min(within, known)
        best: tuple[int, Move] | None = None
        for move in position.moves:
            after = position.play(move)
            if after.outcome is not None:
                if after.outcome.winner == position.turn:
                    return move
                continue
            found = self._question.searcher.probe(after._native).proved
            if found is not None and found < within and (best is None or found < best[0]):
                best = found, move
        if best is None:
            move, result = self._prover._again(
                self._question,
                position,
                within,
                lambda found: found.proved is not None and found.proved < within,
            )
            assert result.proved is not None
            best = result.proved, move
        self._promise(position.play(best[1]), best[0])
        return best[1]

    def _promise(self, after: Position, plies: int) -> None:
        """After each reply the win must come within as many plies less one."""
        for reply in after.moves:
            child = after.play(reply)
            if child.outcome is None:
                board = board_of(child)
                before = self._within.get(board)
                if before is None or plies - 1 < before:
                    self._within[board] = plies - 1
                    self.changed = self.changed or before is not None
