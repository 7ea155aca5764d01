"""The board, the goals and the end of a game in English."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from sbg.explain.words.directions import listed
from sbg.explain.words.nouns import Nouns
from sbg.language.model import Coordinates, CountGoal, Description, Goal, SquareGoal, owner
from sbg.language.model.notation import file_name, square_name

MOST_SQUARES = 40
"""Parts of a goal that are named one by one; the rest is counted."""


def board(game: Description) -> list[str]:
    """The board, and who begins."""
    ranks = "rank 1" if game.height == 1 else f"ranks 1 to {game.height}"
    files = "file a" if game.width == 1 else f"files a to {file_name(game.width - 1)}"
    size = f"{game.width}×{game.height} square{'' if game.width == game.height == 1 else 's'}"
    return [f"The board has {size}: {files}, {ranks}.", "White moves first."]


def armies(game: Description, nouns: Nouns) -> list[str]:
    """What the players begin with."""
    white, black = (_army(game, nouns, case) for case in (str.upper, str.lower))
    if white == black:
        return [f"Each player has {white or 'no pieces'}."]
    return [f"White has {white or 'no pieces'}.", f"Black has {black or 'no pieces'}."]


def _army(game: Description, nouns: Nouns, case: Callable[[str], str]) -> str:
    standing = "".join(game.rows)
    counts = [(piece.letter, standing.count(case(piece.letter))) for piece in game.pieces]
    return listed([nouns.some(letter, count) for letter, count in counts if count] or [""], "and")


def goals(
    game: Description, nouns: Nouns, staying: Collection[str] = (), own_captures: bool = False
) -> list[str]:
    """The goals; what holds for both players alike is told once.

    Of a piece among `staying` some moves end where they began; `own_captures` if some pieces capture own ones.
    """
    told: dict[str, None] = {}
    counts = {(goal.piece, goal.count) for goal in game.goals if isinstance(goal, CountGoal)}
    squares: dict[str, set[Coordinates]] = {}
    for goal in game.goals:
        if isinstance(goal, SquareGoal):
            squares.setdefault(goal.piece, set()).update(goal.squares)
    for piece in dict.fromkeys(g.piece for g in game.goals if isinstance(g, SquareGoal)):
        told[_reaching(game, nouns, piece, squares, piece.upper() in staying)] = None
    for sentence in _losing(game, nouns, counts):
        told[sentence] = None
    if own_captures and len({type(goal) for goal in game.goals}) > 1:
        told["Losing by the capture of an own piece comes before winning on a goal square."] = None
    return list(told)


def _reaching(
    game: Description,
    nouns: Nouns,
    piece: str,
    squares: Mapping[str, set[Coordinates]],
    stays: bool,
) -> str:
    wanted = squares[piece]
    other = piece.swapcase()
    place = _relative(game, piece, wanted)
    standing = "".join(game.rows)
    what = nouns.their(piece.upper(), standing.count(piece) == standing.count(other) == 1)
    if place and place == _relative(game, other, squares.get(other, set())):
        return wins("A player", what, place, stays)
    if wanted == squares.get(other):
        return wins("A player", what, name_squares(game, wanted), stays)
    return goal(game, SquareGoal(piece, tuple(wanted)), nouns, stays)


def goal(game: Description, goal: Goal, nouns: Nouns, stays: bool = False) -> str:
    """One goal by itself; `stays` if the piece may end a move where it stands."""
    player = owner(goal.piece).capitalize()
    if isinstance(goal, CountGoal):
        return loses(player, nouns, [goal.piece], goal.count, _never(game, goal))
    squares = set(goal.squares)
    named, place = name_squares(game, squares), _relative(game, goal.piece, squares)
    alone = "".join(game.rows).count(goal.piece) == 1
    where = f"{place} ({named})" if place else named
    return wins(player, nouns.their(goal.piece, alone), where, stays)


def wins(player: str, what: str, place: str, stays: bool = False) -> str:
    """Who wins by which move; one that ends where it began counts too."""
    return f"{player} wins by moving {what} to {place}{', or by standing still there' if stays else ''}."


def loses(player: str, nouns: Nouns, pieces: Sequence[str], count: int, never: bool = False) -> str:
    """Who loses by which capture; `never` if there are not so many of the piece at first."""
    if count == 0:
        what = f"{listed(f'their last {nouns.one(piece)}' for piece in pieces)} is captured"
    else:
        left = listed(f"exactly {nouns.some(piece, count)}" for piece in pieces)
        what = f"a capture leaves them {left}"
    return f"{player} loses when {what}{_NEVER if never else ''}."


_NEVER = "; from the initial position that cannot happen"


def _never(game: Description, goal: CountGoal) -> bool:
    """Whether captures cannot bring the number of a piece down to that of the goal, for there are no more at first."""
    return "".join(game.rows).count(goal.piece) <= goal.count


def _relative(game: Description, piece: str, squares: set[Coordinates]) -> str | None:
    """Squares as the owner of a piece sees them, if they are the whole last row."""
    last = game.height - 1 if piece.isupper() else 0
    if game.height > 1 and squares == {(x, last) for x in range(game.width)}:
        return "the far row"
    return None


def _losing(game: Description, nouns: Nouns, counts: set[tuple[str, int]]) -> Iterable[str]:
    groups: dict[tuple[str, int, bool], list[str]] = {}
    for goal in game.goals:
        if isinstance(goal, CountGoal):
            both = (goal.piece.swapcase(), goal.count) in counts
            player = "A player" if both else owner(goal.piece).capitalize()
            pieces = groups.setdefault((player, goal.count, _never(game, goal)), [])
            letter = goal.piece.upper() if both else goal.piece
            if letter not in pieces:
                pieces.append(letter)
    for (player, count, never), pieces in groups.items():
        yield loses(player, nouns, pieces, count, never)


def name_squares(game: Description, squares: set[Coordinates]) -> str:
    """Squares by name; whole ranks and files, corners and the whole board are named as such."""
    width, height = game.width, game.height
    everything = {(x, y) for x in range(width) for y in range(height)}
    if squares == everything:
        return "any square"
    corners = {(x, y) for x in (0, width - 1) for y in (0, height - 1)}
    if squares == corners and len(corners) == 4:
        return "a corner"
    edge = {(x, y) for x, y in everything if x in (0, width - 1) or y in (0, height - 1)}
    if squares == edge and width > 2 and height > 2:
        return "the edge of the board"
    left = set(squares)
    ranks = [y for y in range(height) if width > 1 and {(x, y) for x in range(width)} <= left]
    left -= {(x, y) for x in range(width) for y in ranks}
    files = [x for x in range(width) if height > 1 and {(x, y) for y in range(height)} <= squares]
    files = [x for x in files if any((x, y) in left for y in range(height))]
    left -= {(x, y) for x in files for y in range(height)}
    parts = _ranges("rank", ranks, lambda y: str(y + 1)) + _ranges("file", files, file_name)
    parts += [square_name(square) for square in sorted(left, key=lambda s: (s[1], s[0]))]
    if len(parts) > MOST_SQUARES:
        more = len(parts) - MOST_SQUARES
        parts[MOST_SQUARES:] = [f"{more:,} more squares"]
    return listed(parts)


def _ranges(what: str, numbers: list[int], name: Callable[[int], str]) -> list[str]:
    """`rank 3`, `ranks 5 to 8`."""
    spans: list[list[int]] = []
    for n in numbers:
        if spans and spans[-1][1] == n - 1:
            spans[-1][1] = n
        else:
            spans.append([n, n])
    return [f"{what} {name(a)}" if a == b else f"{what}s {name(a)} to {name(b)}" for a, b in spans]


def ending(game: Description) -> list[str]:
    """What ends a game besides its goals."""
    told = []
    if _met_at_the_start(game):
        told.append("Goals are looked at after a move only, not in the initial position.")
    told.append("A player who is to move and has no legal move loses.")
    told.append(turn_limit(game.turn_limit))
    return told


def turn_limit(limit: int) -> str:
    """When the game is drawn."""
    if limit == 0:
        return "The turn limit is 0: the game is over before the first move."
    return f"After {plies(limit)} the game is drawn, if nothing else has ended it."


def plies(count: int) -> str:
    """`1 ply`, `1,000 plies`."""
    return f"{count:,} {'ply' if count == 1 else 'plies'}"


def _met_at_the_start(game: Description) -> bool:
    """Whether somebody might think that the game is over before it begins."""
    standing = "".join(game.rows)
    for goal in game.goals:
        if isinstance(goal, CountGoal):
            if standing.count(goal.piece) <= goal.count:
                return True
        elif any(game.at(x, y) == goal.piece for x, y in goal.squares):
            return True
    return False
