"""Checks certificates of sums: games that fall into parts which are heaps of Nim.

Why this suffices. A part is a set of squares that no letter of a rule of its men leaves: a word goes from letter to
letter, so no move of these men enters, or looks at, a square of another part. Parts have no square in common. So a
move changes one part alone, and is legal or not whatever is on the others. There are no goals: who cannot move loses.

An entry is a position of one part, alone on the board. Its nimber must be the least number that is missing among those
after White's moves, and the same among those after Black's; its plies one more than the most after any move. So play
in a part ends, and each is a heap of Nim for both players, by induction on the plies. By the theorem of Sprague and
Grundy the player to move wins if the nimbers of the parts, added without carrying, do not make 0. The game must end
within the turn limit; the winner makes the last move.
"""

from __future__ import annotations

from collections.abc import Iterable

from sbg.model import Coordinates, Letter, opponent
from sbg.model.notation import write_fen
from sbg.model.regexp import letters
from sbg.reference import Position
from sbg.verification.reading import Certificate, CertificateError, Strategy


class Sum:
    """Checks a certificate of this kind: its claim, and entry by entry."""

    def __init__(self, certificate: Certificate) -> None:
        self.certificate = certificate
        self.width = certificate.description.width
        self.height = certificate.description.height

    def check_claim(self) -> None:
        """Check that the claim follows from the entries, provided that all of them are right."""
        certificate = self.certificate
        start, claim = certificate.start, certificate.claim
        if certificate.description.goals:
            raise CertificateError("a game with goals is no sum of its parts")
        if start.outcome is not None:
            raise CertificateError("the game is over at the start", start.fen)
        aims = [(strategy.player, strategy.aim) for strategy in certificate.strategies]
        if aims != [("white", "nimber")]:
            raise CertificateError("a sum needs one list of nimbers, and nothing else")
        total = longest = 0
        for part in self._parts():
            nimber, plies = self._entry(self._alone(start, part))
            total ^= nimber
            longest += plies
        winner = start.turn if total else opponent(start.turn)
        plies = longest - (longest % 2 != (winner == start.turn))
        if (claim.value, claim.plies, claim.exact) != (winner, plies, False):
            raise CertificateError(f"the sum says that {winner} wins in at most {plies} plies")
        if longest > certificate.description.turn_limit - start.ply:
            raise CertificateError("the turn limit may come before the end", start.fen)

    def check_entries(self, indexes: Iterable[int]) -> None:
        """Check these entries."""
        strategy = self.certificate.strategies[0]
        for index in indexes:
            self._check(strategy, index)

    def _check(self, strategy: Strategy, index: int) -> None:
        key, number = strategy.key(index), strategy.number(index)
        longest = 0
        for player in ("white", "black"):
            position = self.certificate.position(key, player)
            after = [self._entry(position.play(move)) for move in position.moves]
            longest = max([longest, *(plies + 1 for _, plies in after)])
            least = _missing({nimber for nimber, _ in after})
            if least != number >> 16:
                raise CertificateError(
                    f"the nimber is {number >> 16}, but the moves make it {least}", position.fen
                )
        if longest != number & 0xFFFF:
            raise CertificateError(
                f"play lasts {longest} plies at most, not {number & 0xFFFF}", position.fen
            )

    def _entry(self, position: Position) -> tuple[int, int]:
        """The nimber of a position, and the plies that it lasts at most."""
        number = self.certificate.strategies[0].find(self.certificate.key(position))
        if number is None:
            raise CertificateError("there is no entry for a part", position.fen)
        return number >> 16, number & 0xFFFF

    # -- parts

    def _parts(self) -> list[set[Coordinates]]:
        """The squares of each part, which have to be apart from each other, and to have all men."""
        parts = []
        listed = self.certificate.header.get("parts")
        squares = range(self.width * self.height)
        if not isinstance(listed, list):
            raise CertificateError("the header has no list of parts")
        for one in listed:
            if not isinstance(one, list) or not all(type(n) is int and n in squares for n in one):
                raise CertificateError("a part is a list of squares")
            parts.append({self.certificate.square(n) for n in one})
        board = self.certificate.start.board
        if sum(map(len, parts)) != len(set[Coordinates]().union(*parts)):
            raise CertificateError("two parts share a square")
        if not set(board) <= set[Coordinates]().union(*parts):
            raise CertificateError("a man is in none of the parts")
        for part in parts:
            for letter in {board[square] for square in part if square in board}:
                self._check_closed(part, letter)
        return parts

    def _check_closed(self, part: set[Coordinates], letter: str) -> None:
        forward = 1 if letter.isupper() else -1
        for step in self._letters(letter):
            for x, y in part:
                there = x + step.dx, y + forward * step.dy
                inside = 0 <= there[0] < self.width and 0 <= there[1] < self.height
                if inside and there not in part:
                    raise CertificateError(f"`{letter}` may leave its part by {step}")

    def _letters(self, letter: str) -> set[Letter]:
        """All letters of the rule of a man."""
        for piece in self.certificate.description.pieces:
            if piece.letter == letter.upper():
                return set() if piece.rule is None else set(letters(piece.rule))
        return set()

    def _alone(self, start: Position, part: set[Coordinates]) -> Position:
        """The men of a part, without the others."""
        rows = [
            "".join(
                start.board.get((x, y), ".") if (x, y) in part else "." for x in range(self.width)
            )
            for y in reversed(range(self.height))
        ]
        return Position(self.certificate.unlimited, write_fen(tuple(rows), 0))


def _missing(numbers: set[int]) -> int:
    """The least number that is missing."""
    found = 0
    while found in numbers:
        found += 1
    return found
