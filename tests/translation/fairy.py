"""Variants played by Fairy-Stockfish through pyffish, as positions that can be counted and compared."""

from __future__ import annotations

import itertools
import re
from functools import cached_property
from types import ModuleType

import pytest

from sbg import Move, Outcome
from sbg.language.model import Coordinates
from sbg.language.model.notation import parse_move

_NUMBERS = itertools.count()


def pyffish() -> ModuleType:
    """pyffish, or the test is skipped."""
    module: ModuleType = pytest.importorskip(
        "pyffish", reason="pyffish, an optional oracle, is not published for this machine"
    )
    return module


def load(text: str) -> FairyPosition:
    """The initial position of the first variant of a `variants.ini`, under a name that was not used before."""
    size = [int(value) for value in re.findall(r"^max(?:Rank|File) = (\d+)", text, re.MULTILINE)]
    assert max(size) <= 12, "pyffish crashes on larger boards"
    name = f"x{next(_NUMBERS)}"
    module = pyffish()
    module.load_variant_config(
        re.sub(r"^\[[^]]+\]", f"[{name}]", text, count=1, flags=re.MULTILINE)
    )
    return FairyPosition(module, name, module.start_fen(name), [], None)


class FairyPosition:
    """A line of play of one variant as pyffish sees it.

    A pass is written with any square there; here it is a move of the piece `staying` to its own square.
    """

    def __init__(
        self, module: ModuleType, name: str, fen: str, line: list[str], staying: str | None
    ) -> None:
        self.module, self.name, self.fen, self.line, self.staying = module, name, fen, line, staying

    def with_staying(self, letter: str) -> FairyPosition:
        """The same position, when a piece with this letter is the one that may pass."""
        return FairyPosition(self.module, self.name, self.fen, self.line, letter)

    @cached_property
    def _texts(self) -> dict[Move, str]:
        """The legal moves, each as pyffish writes it."""
        texts = self.module.legal_moves(self.name, self.fen, self.line)
        found = {self._move(text): text for text in texts}
        assert len(found) == len(texts)
        return found

    def _move(self, text: str) -> Move:
        squares = parse_move(text)
        assert squares is not None, text
        origin, target = squares
        if origin == target:
            origin = target = self._standing()
        return Move(origin, target)

    def _standing(self) -> Coordinates:
        """Where the player's piece is that may pass."""
        assert self.staying is not None, "no piece may pass"
        board, player = self.module.get_fen(self.name, self.fen, self.line).split()[:2]
        letter = self.staying.upper() if player == "w" else self.staying.lower()
        rows = re.sub(r"\d+", lambda run: "." * int(run[0]), board.partition("[")[0]).split("/")
        for y, row in enumerate(reversed(rows)):
            if letter in row:
                return row.index(letter), y
        raise AssertionError("a pass without its piece")

    @property
    def moves(self) -> list[Move]:
        """The legal moves, in our order; none when the game is over."""
        return sorted(self._texts, key=lambda move: (move.origin[::-1], move.target[::-1]))

    @property
    def outcome(self) -> Outcome | None:
        """Who won, if the game is over; the reason is not known."""
        if self._texts:
            return None
        value = self.module.game_result(self.name, self.fen, self.line)
        white_to_move = self.module.get_fen(self.name, self.fen, self.line).split()[1] == "w"
        assert value
        return Outcome("white" if (value > 0) == white_to_move else "black", "goal")

    def play(self, move: Move) -> FairyPosition:
        """The position after a move."""
        line = [*self.line, self._texts[move]]
        return FairyPosition(self.module, self.name, self.fen, line, self.staying)
