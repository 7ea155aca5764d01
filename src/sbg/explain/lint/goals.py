"""Warnings about goals that cannot be met, and about games that nobody can win."""

from __future__ import annotations

from collections.abc import Sequence

from sbg.explain.lint.removal import remove_goal, remove_square
from sbg.language.syntax import Label, Span, fixes, tree
from sbg.language.syntax.collector import Collector
from sbg.moves.reach.armies import Armies


def check_goals(file: tree.File, armies: Armies | None, collector: Collector) -> None:
    """Warn about goals; without armies, only about what can be seen in the text."""
    _repeated_squares(file.goals, collector)
    standing = {letter for row in file.board.rows for letter in row.squares}
    present = []
    for goal in file.goals:
        if goal.piece in standing:
            present.append(goal)
        else:
            _absent(goal, standing, collector)
    if armies is None:
        return
    limit = file.turn_limit
    if limit.value == 0 and not armies.white_is_stuck():
        _nobody_wins(limit, "the game is over before the first move", collector)
        return  # that no goal can be reached has the same cause
    met_first = _met_first(present, armies)
    reachable = [goal for goal in present if _check_goal(goal, met_first, limit, armies, collector)]
    if reachable or limit.value == 0 or armies.may_run_out_of_moves():
        return
    _nobody_wins(limit, "every game goes on to the turn limit", collector)


def _nobody_wins(limit: tree.Number, why: str, collector: Collector) -> None:
    collector.add(
        "SBG411",
        "no player can win this game",
        limit.span,
        why,
        help="add a goal that can be reached"
        if limit.value
        else "the turn limit is the number of plies after which the game is a draw",
    )


def _repeated_squares(goals: Sequence[tree.Goal], collector: Collector) -> None:
    first: dict[tuple[str, int, int], Span] = {}  # the squares of all goals of a piece are united
    for goal in goals:
        if isinstance(goal, tree.CountGoal):
            continue
        for square in goal.squares:
            x, y = square.x.value, square.y.value
            other = first.setdefault((goal.piece, x, y), square.span)
            if other is not square.span:
                collector.add(
                    "SBG406",
                    f"goal square `{x} {y}` of piece `{goal.piece}` is repeated",
                    square.span,
                    "again here",
                    secondary=(Label(other, "first here"),),
                    help="remove one of the two",
                    fix=None
                    if collector.full
                    else remove_square(collector.source.text, goal, square),
                )


def _absent(goal: tree.Goal, standing: set[str], collector: Collector) -> None:
    swapped = goal.piece.swapcase()
    collector.add(
        "SBG402",
        f"goal for piece `{goal.piece}`, which is not on the board",
        goal.piece_span,
        "no such piece",
        help=f"`{swapped}` is on the board: upper-case letters are white's, lower-case black's"
        if swapped in standing
        else "put the piece on the board, or remove the goal",
        fix=fixes.replace(goal.piece_span, swapped, safe=False)
        if swapped in standing
        else remove_goal(collector.source.text, goal),
    )


def _met_first(goals: Sequence[tree.Goal], armies: Armies) -> dict[str, tree.CountGoal]:
    """For each piece the `#` goal that is met before all others: captures take one piece after the other."""
    first: dict[str, tree.CountGoal] = {}
    for goal in goals:
        if isinstance(goal, tree.CountGoal) and goal.count.value < armies.count(goal.piece):
            other = first.setdefault(goal.piece, goal)
            if goal.count.value > other.count.value:
                first[goal.piece] = goal
    return first


def _check_goal(
    goal: tree.Goal,
    met_first: dict[str, tree.CountGoal],
    limit: tree.Number,
    armies: Armies,
    collector: Collector,
) -> bool:
    """Warn about a goal that can never be reached; returns whether it can."""
    if isinstance(goal, tree.CountGoal):
        count = armies.count(goal.piece)
        if goal.count.value == count:
            _holds_already(goal, count, collector)
            return False
        return _check_count(goal, count, met_first.get(goal.piece), limit, armies, collector)
    squares = 0
    for square in goal.squares:
        squares |= 1 << square.y.value * armies.width + square.x.value
    ends = armies.ends(goal.piece)
    if limit.value and squares & ends:
        _check_squares(goal, ends, armies, collector)
        return True
    if goal.piece.upper() in armies.walks:  # else it has no rule, which is reported as such
        where = "this square" if len(goal.squares) == 1 else "one of these squares"
        collector.add(
            "SBG405",
            f"goal `@{goal.piece}` can never be met",
            Span(goal.squares[0].span.start, goal.squares[-1].span.end),
            f"no move of `{goal.piece}` ends on {where}"
            if limit.value
            else "the game is over before the first move",
            help=_forward(goal.piece)
            if armies.only_backward(goal.piece)
            else "squares are columns and rows counted from `0 0` in the lower left corner, for both players",
        )
    return False


def _forward(piece: str) -> str:
    return (
        f"no step of `{piece.upper()}` goes forward: in `(dx,dy,on)` a positive dy does, which is up the board for"
        " White and down for Black, by one and the same rule"
    )


def _check_squares(goal: tree.SquareGoal, ends: int, armies: Armies, collector: Collector) -> None:
    """Warn about those of several squares that the piece can never enter."""
    never = [
        square
        for square in goal.squares
        if not ends >> square.y.value * armies.width + square.x.value & 1
    ]
    if not never:
        return
    count = "a goal square" if len(never) == 1 else f"{len(never)} of its goal squares"
    collector.add(
        "SBG414",
        f"piece `{goal.piece}` can never enter {count}",
        never[0].span,
        f"no move of `{goal.piece}` ends here",
        secondary=tuple(Label(square.span, "nor here") for square in never[1:4]),
        help="squares are columns and rows, in this order, counted from `0 0` in the lower left corner,"
        " for both players",
        fix=None if collector.full else remove_square(collector.source.text, goal, never[0]),
    )


def _holds_already(goal: tree.CountGoal, count: int, collector: Collector) -> None:
    collector.add(
        "SBG404",
        f"goal `#{goal.piece} {count}` holds already",
        goal.count.span,
        f"so many `{goal.piece}` are on the board at first",
        help="a player loses when a capture brings the number of their pieces down to this one; "
        "give a smaller number",
    )


def _check_count(
    goal: tree.CountGoal,
    count: int,
    met_first: tree.CountGoal | None,
    limit: tree.Number,
    armies: Armies,
    collector: Collector,
) -> bool:
    piece, wanted = goal.piece, goal.count.value
    secondary: tuple[Label, ...] = ()
    capturable = armies.capturable(piece)
    if wanted > count:
        why = f"only {count} `{piece}` on the board"
    elif limit.value == 0:
        why = "the game is over before the first move"
    elif capturable == 0:
        why = f"no `{piece}` can ever be captured"
    elif capturable < count - wanted:
        why = f"only {capturable} of the {count} `{piece}` can ever be captured"
    elif met_first is not None and wanted < met_first.count.value:
        why = "the game is over before"
        secondary = (Label(met_first.span, "by this goal"),)
    else:
        return True
    collector.add(
        "SBG403",
        f"goal `#{piece} {wanted}` can never be reached",
        goal.span,
        why,
        secondary=secondary,
        help="a player loses when a capture brings the number of their pieces down to this one",
    )
    return False
