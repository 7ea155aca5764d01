"""Extracts from a solved game the strategies that a certificate needs.

An oracle knows for a position how the game goes on from it with best play: a table, a finished search. A strategy takes
from it one move for each position that can come up, and no more: that is why certificates are small.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Mapping
from typing import TypeAlias

from sbg.base.errors import SbgError
from sbg.engine import Position
from sbg.exact.solving.certificate import Entry, board_of
from sbg.language.model import Colour, Move, opponent

Wins: TypeAlias = Callable[[Position], Move]
"""A move with which the player to move wins, asked for positions from which they do. It may not be a longer way from a
position to the end than from those before it, or the strategy would go round in circles: the shortest way will do."""
Holds: TypeAlias = Callable[[Position, int | None], Move]
"""A move after which the player to move does not lose within so many plies, its own included, or ever (None)."""


Values: TypeAlias = Callable[[Position], tuple[int, Move]]
"""The exact value of a position as certificates write it (0, 1 + 2n or 2 + 2n), and a best move."""


class OracleError(ValueError):
    """An oracle that is wrong: its moves do not lead where it says."""


def winning(start: Position, player: Colour, oracle: Wins) -> tuple[dict[bytes, Entry], int]:
    """The strategy of a player who wins from `start`, by board, and the plies that it takes at most.

    `start` is a position of a game without a turn limit.
    """
    moves: dict[bytes, Move] = {}
    ranks: dict[bytes, int] = {}
    if start.outcome is not None:
        return {}, 0
    roots = [start] if start.turn == player else _following(start, player)
    for root in roots:
        _rank(root, oracle, moves, ranks)
    entries = {board: (board, move, ranks[board]) for board, move in moves.items()}
    longest = max((ranks[board_of(root)] for root in roots), default=0)
    return entries, longest if start.turn == player else 1 + longest


def _following(position: Position, player: Colour) -> list[Position]:
    """What can come up after the next move, where the game goes on. If it does not, the player must have won."""
    following = []
    for child in map(position.play, position.moves) if position.outcome is None else [position]:
        if child.outcome is None:
            following.append(child)
        elif child.outcome.winner != player:
            raise OracleError(f"the move of the oracle does not win: `{child.fen}`")
    return following


def _rank(
    root: Position,
    oracle: Wins,
    moves: dict[bytes, Move],
    ranks: dict[bytes, int],
) -> None:
    """Choose moves for a position and for all that can follow it, and find their ranks."""
    stack: list[tuple[bytes, Position | None, list[bytes], int]] = [(board_of(root), root, [], 0)]
    while stack:
        board, position, children, least = stack.pop()
        if position is None:  # all that follow it are done
            if any(child not in ranks for child in children):
                raise OracleError("the moves of the oracle go round in circles")
            ranks[board] = max([least, *(2 + ranks[child] for child in children)])
            continue
        if board in moves:
            continue
        moves[board] = move = oracle(position)
        then = position.play(move)
        following = _following(then, root.turn)
        boards = [board_of(child) for child in following]
        stack.append((board, None, boards, 1 if then.outcome is not None else 2))
        for child_board, child in zip(boards, following, strict=True):
            if child_board not in moves:
                stack.append((child_board, child, [], 0))


def longest_line(
    position: Position, winner: Colour, entries: Mapping[bytes, Entry]
) -> tuple[Move, ...]:
    """The winner keeps to a strategy, the loser plays on for as long as they can."""
    line: list[Move] = []
    while position.outcome is None:
        if position.turn == winner:
            move = entries[board_of(position)][1]
        else:

            def rank(reply: Move, before: Position = position) -> int:
                entry = entries.get(board_of(before.play(reply)))
                return entry[2] if entry else 0

            move = max(position.moves, key=rank)
        line.append(move)
        position = position.play(move)
    return tuple(line)


def holding(
    start: Position, player: Colour, plies: int | None, oracle: Holds
) -> dict[bytes, Entry]:
    """The strategy of a player who does not lose within so many plies from `start`, or ever (None), by board.

    `start` is a position of a game without a turn limit.
    """
    found: dict[bytes, Entry] = {}
    tie = itertools.count()
    # The longest need first, so that no position comes up again with a longer one.
    waiting: list[tuple[int, int, Position]] = []

    def need(position: Position, left: int | None) -> None:
        if position.outcome is None and (left is None or left > 0):
            heapq.heappush(waiting, (-(left or 0), next(tie), position))

    def reply(position: Position, left: int | None) -> None:
        if position.outcome is None and (left is None or left > 1):
            for move in position.moves:
                need(position.play(move), None if left is None else left - 1)

    if start.turn == player:
        need(start, plies)
    else:
        reply(start, plies)
    while waiting:
        negative, _, position = heapq.heappop(waiting)
        left = None if plies is None else -negative
        board = board_of(position)
        if board in found:
            continue
        move = oracle(position, left)
        found[board] = board, move, left or 0
        reply(position.play(move), None if left is None else left - 1)
    return found


def reachable(
    start: Position, oracle: Values, most: int | None = None
) -> dict[Colour, dict[bytes, Entry]]:
    """All positions that can be reached from `start`, by the player to move and by board, with their values.

    SbgError if there are more than `most`.

    `start` is a position of a game without a turn limit.
    """
    found: dict[Colour, dict[bytes, Entry]] = {"white": {}, "black": {}}
    waiting = [start] if start.outcome is None else []
    while waiting:
        position = waiting.pop()
        entries, board = found[position.turn], board_of(position)
        if board in entries:
            continue
        if most is not None and len(found["white"]) + len(found["black"]) >= most:
            raise SbgError(
                f"more than {most:,} positions can be reached: too many for a certificate"
            )
        number, best = oracle(position)
        entries[board] = board, best, number
        following = found[opponent(position.turn)]
        waiting += [
            child
            for child in map(position.play, position.moves)
            if child.outcome is None and board_of(child) not in following
        ]
    return found
