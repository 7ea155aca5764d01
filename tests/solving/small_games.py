"""Small random games, made from a number, and their exact values by exhaustive search on the reference.

Used by the tests and by `bench/solve.py`, which looks at many more of them.
"""

from __future__ import annotations

import random
from dataclasses import replace

import sbg
from sbg.language.model import Description
from sbg.limits import MAX_NUMBER
from sbg.reference import Position

Value = tuple[str, int] | None
"""Who wins, and in how many plies; None for a draw."""


def small_game(seed: int) -> sbg.Game:
    """The game with this number: two to four squares a side, a few men, and rules of many shapes."""
    chooser = random.Random(f"small game {seed}")
    width, height = chooser.randint(1, 4), chooser.randint(2, 4)
    letters = "KPR"[: chooser.randint(1, 3)]
    rules = [f"{letter} {_rule(chooser, width, height)} &" for letter in letters]
    rows = _rows(chooser, width, height, letters)
    goals = [f"{chooser.choice([0, 1, 2, 3, 5, 8, 40, 40, 100])} &"]
    symmetric = chooser.random() < 0.6
    for letter in letters:
        if chooser.random() < 0.6:
            count = chooser.choice([0, 0, 0, 1])
            goals.append(f"#{letter} {count} &")
            if symmetric or chooser.random() < 0.5:
                goals.append(f"#{letter.lower()} {count} &")
        if chooser.random() < 0.4:
            squares = [(x, height - 1) for x in range(width) if chooser.random() < 0.8]
            if squares:
                goals.append(f"@{letter} " + ", ".join(f"{x} {y}" for x, y in squares) + " &")
                if symmetric:
                    turned = [(x, height - 1 - y) for x, y in squares]
                    both = ", ".join(f"{x} {y}" for x, y in turned)
                    goals.append(f"@{letter.lower()} {both} &")
    board = "\n".join(f"|{row}|" for row in rows)
    return sbg.parse(
        f"<<Small>>\n<BOARD>\n{width} {height}\n{board}\n<PIECES>\n"
        + "\n".join(rules)
        + "\n<GOALS>\n"
        + "\n".join(goals)
        + "\n"
    )


def _rows(chooser: random.Random, width: int, height: int, letters: str) -> list[str]:
    if chooser.random() < 0.5:  # both players have the same men
        half = height // 2
        upper = [
            "".join(chooser.choice("." + letters) for _ in range(width)).lower()
            for _ in range(half)
        ]
        middle = ["." * width] * (height % 2)
        return [*upper, *middle, *(row.upper() for row in reversed(upper))]
    men = "." * chooser.randint(1, 4) + letters + letters.lower()
    return ["".join(chooser.choice(men) for _ in range(width)) for _ in range(height)]


def _rule(chooser: random.Random, width: int, height: int) -> str:
    words = [_word(chooser, width, height) for _ in range(chooser.randint(1, 4))]
    if width > 1 and chooser.random() < 0.5:  # the same to the other side
        words += [
            word.replace("(", "(-").replace("(-0", "(0").replace("(--", "(") for word in words
        ]
    return " + ".join(dict.fromkeys(words))


def _word(chooser: random.Random, width: int, height: int) -> str:
    dx = chooser.randint(-min(1, width - 1), min(1, width - 1))
    dy = chooser.choice([1, 1, 1, 0, -1]) if height > 1 else 0
    shape = chooser.random()
    if shape < 0.45:
        return f"({dx},{dy},{chooser.choice('eeepppw')})"
    if shape < 0.6:
        return f"({dx},{dy},e)^*({dx},{dy},{chooser.choice('ep')})"
    if shape < 0.8:
        return f"({dx},{dy},{chooser.choice('ep')})({dx},{dy},{chooser.choice('epw')})"
    if shape < 0.85:
        return f"({dx},{dy},e)^0"
    return f"({dx},{dy},e)({-dx},{-dy},w)" if chooser.random() < 0.3 else f"({dx},{dy},e)"


def unlimited(description: Description) -> Description:
    """The game without its turn limit."""
    return replace(description, turn_limit=MAX_NUMBER)


def exhaustive(game: sbg.Game, most: int) -> dict[tuple[tuple[str, ...], str], Value] | None:
    """The value of every position that can be reached, by board and player to move; None if there are more.

    The turn limit is left out. Positions are searched with the reference, and no cleverness: at step n all values of n
    plies are found by looking at all positions.
    """
    start = Position(unlimited(game.description))
    positions = {(start.rows, start.turn): start}
    children: dict[tuple[tuple[str, ...], str], list[Position]] = {}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        after = [position.play(move) for move in position.moves]
        children[position.rows, position.turn] = after
        for child in after:
            key = child.rows, child.turn
            if child.event is None and key not in positions:
                positions[key] = child
                waiting.append(child)
                if len(positions) > most:
                    return None
    values: dict[tuple[tuple[str, ...], str], Value] = {}
    for plies in range(2 * len(positions) + 3):
        found: dict[tuple[tuple[str, ...], str], Value] = {}
        for key, position in positions.items():
            if key not in values:
                value = _value(position, children[key], values, plies)
                if value:
                    found[key] = value
        values.update(found)
    return {key: values.get(key) for key in positions}


def _value(
    position: Position,
    children: list[Position],
    values: dict[tuple[tuple[str, ...], str], Value],
    plies: int,
) -> Value:
    """The value of a position if it is one of so many plies."""
    other = "black" if position.turn == "white" else "white"
    if not children:
        return (other, 0) if plies == 0 else None
    results: list[Value] = []
    for child in children:
        if child.event is not None:
            assert child.event.winner is not None
            results.append((child.event.winner, 0))
        else:
            results.append(values.get((child.rows, child.turn)))
    if any(result and result == (position.turn, plies - 1) for result in results):
        return position.turn, plies
    if all(result and result[0] == other for result in results):
        longest = max(result[1] for result in results if result)
        return (other, plies) if longest + 1 == plies else None
    return None


def limited(game: sbg.Game, limit: int) -> Value:
    """The value of the initial position with this turn limit, by looking at every line of play."""
    known: dict[tuple[tuple[str, ...], int], Value] = {}

    def search(position: Position) -> Value:
        if position.outcome is not None:
            winner = position.outcome.winner
            return None if winner is None else (winner, 0)
        key = position.rows, position.ply
        if key not in known:
            results = [search(position.play(move)) for move in position.moves]
            wins = [result[1] for result in results if result and result[0] == position.turn]
            if wins:
                known[key] = position.turn, 1 + min(wins)
            elif any(result is None for result in results):
                known[key] = None
            else:
                other = "black" if position.turn == "white" else "white"
                known[key] = other, 1 + max(result[1] for result in results if result)
        return known[key]

    return search(Position(replace(game.description, turn_limit=limit)))
