"""Warnings about pieces or goals that break the symmetry that the board has."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sbg.explain.lint.removal import BLANK
from sbg.language.model import Coordinates, Description
from sbg.language.syntax import Label, fixes, tree
from sbg.language.syntax.collector import Collector
from sbg.moves.automata import Dfa
from sbg.moves.reach.ways import reach

_Mirror = Callable[[Coordinates], Coordinates]


def mirrors(description: Description) -> list[_Mirror]:
    """The ways to turn the board that bring each player's pieces to where the other's stood."""
    rows = [row.swapcase() for row in description.rows]
    across, up = description.width - 1, description.height - 1
    found: list[_Mirror] = []
    if rows[::-1] == list(description.rows):
        found.append(lambda square: (square[0], up - square[1]))
    if [row[::-1] for row in rows[::-1]] == list(description.rows):
        found.append(lambda square: (across - square[0], up - square[1]))
    return found


_CONTENTS = {
    "e": "onto an empty square",
    "p": "to capture",
    "w": "to capture an own piece",
}


def check_directions(
    file: tree.File, description: Description, dfas: Mapping[str, Dfa], collector: Collector
) -> None:
    """Warn about pieces that go to the right but never to the left, or the other way round.

    A rule serves both players, and left and right are the same for both: where the players' pieces are placed alike,
    such a piece drifts to one side of the board. Moves that end on an empty square, captures of the opponent's
    pieces and of own ones are looked at separately.
    """
    if description.width < 3 or not mirrors(description):
        return
    standing = {letter.upper() for row in description.rows for letter in row}
    for rule in file.rules:
        if rule.piece not in standing:
            continue
        for content, place in _CONTENTS.items():
            right, left = _sides(dfas[rule.piece], content)
            if right == left or not _goes_aside(dfas[rule.piece], description, content):
                continue
            way, other = ("right", "left") if right else ("left", "right")
            collector.add(
                "SBG416",
                f"piece `{rule.piece}` goes to the {way} but never to the {other}",
                rule.piece_span,
                place,
                help="`(dx,dy,on)` goes dx columns to the right, then dy rows forward: perhaps they are"
                f" swapped, or the same to the {other} is missing",
            )
            break


def _sides(dfa: Dfa, content: str) -> tuple[bool, bool]:
    """Whether words that end with this content may lead to the right, and to the left, as far as we know."""
    last = [edge for edge in dfa.transitions if edge[1].on == content and edge[2] in dfa.accepting]
    single = all(source == dfa.start for source, _, _ in last) and not any(
        target == dfa.start for _, _, target in dfa.transitions
    )
    # Of longer words any letter may bring the piece to a side.
    columns = {letter.dx for _, letter, _ in (last if single else dfa.transitions)}
    return bool(last) and max(columns) > 0, bool(last) and min(columns) < 0


_MOST_STARTS = 100
"""Squares from which it is tried whether a piece can go to the side at all."""


def _goes_aside(dfa: Dfa, description: Description, content: str) -> bool:
    """Whether some move that ends on such a square leads to another column; False if that is not found out.

    Of a word that meets a square twice the contents are compared.
    """
    width, height = description.width, description.height
    squares = [(x, y) for y in range(height) for x in range(width)]
    for start in squares[:: -(-len(squares) // _MOST_STARTS)]:
        found = reach(width, height, dfa, start)
        if any(x != start[0] and content in held for (x, _), held in found.targets.items()):
            return True
    return False


def check_mirrored_goals(file: tree.File, description: Description, collector: Collector) -> None:
    """Warn about the first goal that the other player has not, mirrored, though the board is."""
    ways = mirrors(description)
    if not ways:
        return
    without = [_without_counterpart(file, mirror) for mirror in ways]
    if not all(without):
        return
    goal = without[0][0]
    counterpart = goal.piece.swapcase()
    sign = "#" if isinstance(goal, tree.CountGoal) else "@"
    others = [one for one in file.goals if one.piece == counterpart and type(one) is type(goal)]
    text = collector.source.text
    fix = None
    if not others and isinstance(goal, tree.CountGoal):
        blank = BLANK.match(text, goal.span.end)
        assert blank is not None
        fix = fixes.insert(blank.end() + 1, f"\n#{counterpart} {goal.count.value} &", safe=False)
    collector.add(
        "SBG415",
        f"goal `{sign}{goal.piece}` has no counterpart `{sign}{counterpart}`"
        if not others
        else f"goals `{sign}{goal.piece}` and `{sign}{counterpart}` are not mirror images",
        goal.span,
        "though the pieces of both players are placed alike",
        secondary=tuple(Label(one.span, "the other player's goal") for one in others[:3]),
        help="give both players the same goals, seen from their own side; where the players' aims differ on"
        " purpose, nothing needs to change",
        fix=fix,
    )


def _without_counterpart(file: tree.File, mirror: _Mirror) -> list[tree.Goal]:
    """The goals that the other player has not, mirrored."""
    counts = {(one.piece, one.count.value) for one in file.goals if isinstance(one, tree.CountGoal)}
    squares: dict[str, set[Coordinates]] = {}
    for one in file.goals:
        if isinstance(one, tree.SquareGoal):
            places = {(square.x.value, square.y.value) for square in one.squares}
            squares.setdefault(one.piece, set()).update(places)
    found: list[tree.Goal] = []
    for one in file.goals:
        other = one.piece.swapcase()
        if isinstance(one, tree.CountGoal):
            alike = (other, one.count.value) in counts
        else:
            alike = {mirror(square) for square in squares[one.piece]} == squares.get(other)
        if not alike:
            found.append(one)
    return found
