"""Checks the entries of a certificate's strategies, one by one, against the reference.

Why this suffices. A `win` entry has a rank. Its move must be legal, and then either the game is won, or every reply
ends it won or leads to an entry; the rank must be the number of plies that this takes at most, so that each entry leads
to lower ranks only. By induction the player who keeps to the strategy wins within as many plies as the rank says. The
turn limit is tested last, after a win on the same ply: a win within `limit - ply` plies is a win.

A `hold` entry says that its player does not lose within so many plies, or ever (0). Its move must be legal and not
lose, and no reply may lose either; after each reply there must be an entry that holds for two plies less, or a move
that wins at once. Holding for as many plies as are left before the limit is not losing.

A `value` entry is the exact value of a position. It must follow from those of all positions that its moves lead to,
each of which must have an entry too, or be an end. Wins and losses are then right by induction on their plies, and
what is left is drawn: a position that is won in n plies has a move to one that is lost in n - 1, so its value cannot be
another.

Boards are all that matters: the rules have no history, so entries are checked in the game without a turn limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from sbg.exact.verification.reading import Certificate, CertificateError, Strategy
from sbg.language.model import Colour, Move, opponent
from sbg.language.reference import Position

PLAYERS: tuple[Colour, Colour] = ("white", "black")


class Checker:
    """Checks a certificate: its frame, and entry by entry."""

    def __init__(self, certificate: Certificate) -> None:
        self.certificate = certificate

    # -- the frame: do the strategies, if they are sound, prove the claim?

    def check_claim(self) -> None:
        """Check that the claim follows from the strategies, provided that all their entries are sound."""
        certificate = self.certificate
        start, claim = certificate.start, certificate.claim
        outcome = start.outcome
        strong = certificate.kind == "strong"
        kinds = {"draw": "draw", "white-or-draw": "hold", "black-or-draw": "hold"}
        if not strong and certificate.kind != kinds.get(claim.value, "win"):
            raise CertificateError(f"a certificate of kind {certificate.kind} claims {claim.value}")
        if outcome is not None:
            if (outcome.winner or "draw") != claim.value or claim.plies != 0:
                raise CertificateError(f"the game is over at the start ({outcome})", start.fen)
            self._require([])
            return
        left = certificate.description.turn_limit - start.ply
        if strong:
            self._check_strong_claim(start, left)
            return
        if certificate.kind in ("draw", "hold"):
            if claim.plies is not None or claim.exact:
                raise CertificateError("where nobody wins there are neither plies nor a distance")
            self._require(
                [
                    (player, "hold")
                    for player in PLAYERS
                    if claim.value in ("draw", f"{player}-or-draw")
                ]
            )
            for strategy in certificate.strategies:
                self._check_held(self._unlimited(start), strategy, left)
            return
        winner = cast(Colour, claim.value)
        loser = opponent(winner)
        self._require([(winner, "win"), *([(loser, "hold")] if claim.exact else [])])
        longest = self._longest(self._unlimited(start), certificate.strategies[0])
        if longest != claim.plies:
            raise CertificateError(
                f"the strategy wins in {longest} plies, not in {claim.plies}", start.fen
            )
        if longest > left:
            raise CertificateError(
                f"the win takes {longest} plies, but the turn limit leaves {left}", start.fen
            )
        if claim.exact:
            self._check_held(self._unlimited(start), certificate.strategies[1], longest - 1)

    def _check_strong_claim(self, start: Position, left: int) -> None:
        self._require([("white", "value"), ("black", "value")])
        claim = self.certificate.claim
        strategy = self.certificate.strategies[PLAYERS.index(start.turn)]
        number = strategy.find(self.certificate.key(start))
        if number is None:
            raise CertificateError("there is no entry for the start", start.fen)
        found: tuple[str, int | None] = "draw", None
        if number and (number - 1) // 2 <= left:
            wins = number % 2 == 0
            found = start.turn if wins else opponent(start.turn), (number - 1) // 2
        if (claim.value, claim.plies) != found or not claim.exact:
            raise CertificateError(f"the values say otherwise: {found[0]}, {found[1]}", start.fen)

    def _require(self, wanted: list[tuple[str, str]]) -> None:
        found = [(strategy.player, strategy.aim) for strategy in self.certificate.strategies]
        if found != wanted:
            raise CertificateError(
                f"the claim needs the strategies {_listed(wanted)}, but the file has {_listed(found)}"
            )

    def _unlimited(self, position: Position) -> Position:
        """A position in the game without a turn limit."""
        return Position(self.certificate.unlimited, position.fen)

    def _longest(self, start: Position, strategy: Strategy) -> int:
        """How long the game lasts at most from the start."""
        if start.turn == strategy.player:
            rank = strategy.find(self.certificate.key(start))
            if rank is None:
                raise CertificateError("the strategy has no entry for the start", start.fen)
            return rank
        return 1 + self._slowest_reply(start, strategy)

    # -- entries

    def check_entries(self, number: int, indexes: Iterable[int]) -> None:
        """Check these entries of a strategy."""
        strategy = self.certificate.strategies[number]
        checks = {"win": self._check_win, "hold": self._check_hold, "value": self._check_value}
        check = checks[strategy.aim]
        for index in indexes:
            check(strategy, index)

    def _after(self, strategy: Strategy, index: int) -> tuple[Position, Position]:
        """The position of an entry, and that after its move."""
        position = self.certificate.position(strategy.key(index), strategy.player)
        move = self.certificate.move(strategy, index)
        if move not in position.moves:
            raise CertificateError(f"`{move}` is not a legal move", position.fen)
        return position, position.play(move)

    def _check_win(self, strategy: Strategy, index: int) -> None:
        position, after = self._after(strategy, index)
        rank = strategy.number(index)
        if after.outcome is not None:
            if after.outcome.winner != strategy.player:
                raise CertificateError(f"the move does not win: {after.outcome}", position.fen)
            longest = 1
        else:
            longest = 2 + self._slowest_reply(after, strategy)
        if rank != longest:
            raise CertificateError(
                f"the rank is {rank}, but the strategy takes {longest} plies", position.fen
            )

    def _slowest_reply(self, position: Position, strategy: Strategy) -> int:
        """How many plies the game lasts at most after the opponent's next move."""
        longest = 0
        for reply in position.moves:
            child = position.play(reply)
            if child.event is not None:
                if child.event.winner != strategy.player:
                    raise CertificateError(
                        f"the reply `{reply}` ends the game ({child.event})", position.fen
                    )
                continue
            rank = strategy.find(self.certificate.key(child))
            if rank is None:
                raise CertificateError(
                    f"the strategy has no answer to the reply `{reply}`", position.fen
                )
            longest = max(longest, rank)
        return longest

    def _check_hold(self, strategy: Strategy, index: int) -> None:
        position, after = self._after(strategy, index)
        plies = strategy.number(index)
        lost = opponent(strategy.player)
        if after.outcome is not None:
            if after.outcome.winner == lost:
                raise CertificateError(f"the move loses: {after.outcome}", position.fen)
            return
        self._check_held(after, strategy, plies - 1 if plies else None)

    def _check_value(self, strategy: Strategy, index: int) -> None:
        position = self.certificate.position(strategy.key(index), strategy.player)
        move = self.certificate.move(strategy, index)
        if move not in position.moves:
            raise CertificateError(f"`{move}` is not a legal move", position.fen)
        values = {reply: self._value_after(position, reply) for reply in position.moves}
        best = max(values.values(), key=_worth)
        if strategy.number(index) != best:
            raise CertificateError(
                f"the value is {strategy.number(index)}, but its moves make it {best}", position.fen
            )
        if values[move] != best:
            raise CertificateError(f"`{move}` does not lead to the value", position.fen)

    def _value_after(self, position: Position, move: Move) -> int:
        """What a move is worth to the player who makes it: as an entry of the position before it."""
        child = position.play(move)
        if child.event is not None:
            return 4 if child.event.winner == position.turn else 3
        other = self.certificate.strategies[PLAYERS.index(child.turn)]
        number = other.find(self.certificate.key(child))
        if number is None:
            if child.outcome is None:
                raise CertificateError(f"there is no entry after `{move}`", position.fen)
            return 4  # the opponent cannot move
        if not number:
            return 0
        # Lost in n for the one is won in n + 1 for the other, and the other way round.
        return number + 3 if number % 2 else number + 1

    def _check_held(self, position: Position, strategy: Strategy, plies: int | None) -> None:
        """Check that a player does not lose within so many plies of a position, or ever (None)."""
        if plies is not None and plies <= 0:
            return
        lost = opponent(strategy.player)
        if position.turn == strategy.player:
            self._check_entry_holds(position, strategy, plies)
            return
        for reply in position.moves:
            child = position.play(reply)
            if child.event is not None:
                if child.event.winner == lost:
                    raise CertificateError(
                        f"the reply `{reply}` ends the game ({child.event})", position.fen
                    )
                continue
            if plies is not None and plies <= 1:
                if not child.moves:
                    raise CertificateError(
                        f"the reply `{reply}` ends the game ({child.outcome})", position.fen
                    )
                continue
            self._check_entry_holds(child, strategy, None if plies is None else plies - 1)

    def _check_entry_holds(self, position: Position, strategy: Strategy, plies: int | None) -> None:
        found = strategy.find(self.certificate.key(position))
        if found is None:
            if _wins_at_once(position):
                return
            raise CertificateError("the strategy has no entry for a position", position.fen)
        if found and (plies is None or found < plies):
            need = "ever" if plies is None else f"{plies} plies"
            raise CertificateError(
                f"the strategy holds for {found} plies, but has to for {need}", position.fen
            )


def _wins_at_once(position: Position) -> bool:
    """Whether the player to move has a move that ends the game won."""
    after = [position.play(move) for move in position.moves]
    if any(child.event is not None and child.event.winner == position.turn for child in after):
        return True
    return any(child.event is None and not child.moves for child in after)


def _worth(number: int) -> tuple[int, int]:
    """Values in the order of how good they are: the soonest win, the draw, the latest loss."""
    plies = (number - 1) // 2
    if not number:
        return 0, 0
    return (1, -plies) if number % 2 == 0 else (-1, plies)


def _listed(strategies: Sequence[tuple[str, str]]) -> str:
    return ", ".join(f"{player}: {aim}" for player, aim in strategies) or "none"
