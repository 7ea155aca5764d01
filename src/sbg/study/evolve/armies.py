"""Generates symmetric games: an army of officers behind pawns on each side."""

from __future__ import annotations

from sbg.language.model import Coordinates, CountGoal, Goal, SquareGoal
from sbg.study.evolve.draw import Draw
from sbg.study.evolve.genome import Gene, Genome, Symmetry
from sbg.study.evolve.known import worth
from sbg.study.evolve.moves import drawn_piece
from sbg.study.evolve.styles import Style

ROYAL, PAWN = "K", "P"
OFFICERS = "ABCDEFGHIJ"
"""Letters while a game is being made; `naming` gives it those that people would choose."""
LIMIT = 200


def board_of(style: Style, draw: Draw, board: tuple[int, int] | None) -> tuple[int, int]:
    """Width and height, as asked for or drawn."""
    width = int(style.number(draw, "board", "width"))
    height = max(3, width + int(style.number(draw, "board", "taller")))
    return board or (width, height)


def armies(style: Style, draw: Draw, board: tuple[int, int] | None) -> Genome:
    """A symmetric game."""
    width, height = board_of(style, draw, board)
    symmetry: Symmetry = (
        "rotate" if draw.weighted(style.tables["symmetry"]) == "rotate" else "reflect"
    )
    pieces: dict[str, Gene] = {}
    if style.happens(draw, "royal", "present"):
        pieces[ROYAL] = drawn_piece(
            draw,
            {**style.tables["royal"], "moves": style.tables["officers"]["moves"]},
            width,
            height,
        )
    officers = [
        drawn_piece(draw, style.tables["officers"], width, height)
        for _ in range(int(style.number(draw, "army", "kinds")))
    ]
    pieces |= dict(zip(OFFICERS, officers, strict=False))
    pawns = style.pick(draw, "army", "pawns")
    if style.happens(draw, "pawns", "same_as_officers"):
        pieces[PAWN] = officers[0]
    else:
        pieces[PAWN] = drawn_piece(draw, style.tables["pawns"], width, height)
    rows = _placed(style, draw, pieces, pawns, width, height)
    pieces, rows = _told_apart(pieces, rows)
    genome = Genome(width, height, symmetry, tuple(pieces.items()), rows, (), LIMIT)
    return _with_goals(style, draw, genome)


def _told_apart(
    pieces: dict[str, Gene], rows: tuple[str, ...]
) -> tuple[dict[str, Gene], tuple[str, ...]]:
    """One letter for pieces that move alike, but for the royal one."""
    first: dict[Gene, str] = {}
    for letter, gene in pieces.items():
        if letter != ROYAL:
            first.setdefault(gene, letter)
    codes = str.maketrans({one: first[gene] for one, gene in pieces.items() if one != ROYAL})
    kept = {one: gene for one, gene in pieces.items() if one == ROYAL or first[gene] == one}
    return kept, tuple(row.translate(codes) for row in rows)


def _placed(
    style: Style, draw: Draw, pieces: dict[str, Gene], pawns: str, width: int, height: int
) -> tuple[str, ...]:
    """The rows of White's army: the royal piece in the middle of the back row, pawns in front."""
    half = (height - 1) // 2
    """Rows that an army may take, so that one row at least is empty."""
    board = [["."] * width for _ in range(height)]  # from the own side
    filled = style.number(draw, "army", "filled")
    board[0] = _row(style, draw, pieces, width, filled)
    front = 1
    if half >= 3 and style.happens(draw, "army", "second_row"):
        board[1] = _row(style, draw, {k: v for k, v in pieces.items() if k != ROYAL}, width, 0.4)
        front = 2
    if pawns != "none" and half > front:
        front = min(half - 1, front + int(style.number(draw, "army", "gap")))
        first = draw.below(2)
        for x in range(width):
            if pawns == "full" or (x + first) % 2 == 0:
                board[front][x] = PAWN
    return tuple("".join(row) for row in reversed(board))


def _row(style: Style, draw: Draw, pieces: dict[str, Gene], width: int, filled: float) -> list[str]:
    """A row of officers, in pairs to both sides of the middle, or each by itself."""
    row = ["."] * width
    officers = [letter for letter in pieces if letter not in (ROYAL, PAWN)]
    middle = width // 2 - (draw.below(2) if width % 2 == 0 else 0)
    free = set(range(width))
    if ROYAL in pieces:
        row[middle] = ROYAL
        free.discard(middle)
    most = max(1, round(filled * width)) - (width - len(free))
    # Strong pieces are rare: one of each where there is no pair, from the strongest on.
    strongest = max(officers, key=lambda one: worth(pieces[one], width, width))
    queue = draw.shuffled(officers)
    while free and most > 0:
        if not queue:
            queue = draw.shuffled([one for one in officers if one != strongest] or officers)
        letter = queue.pop()
        x = draw.pick(sorted(free))
        places = [x]
        other = width - 1 - x
        several = letter != strongest and other in free and other != x
        if several and style.happens(draw, "army", "paired"):
            places.append(other)
        for place in places[:most]:
            row[place] = letter
            free.discard(place)
            most -= 1
    return row


# --- goals


def _with_goals(style: Style, draw: Draw, genome: Genome) -> Genome:
    goals: list[Goal] = []
    letters = [letter for letter in genome.letters if genome.count(letter)]
    if ROYAL in letters and style.happens(draw, "goals", "capture_royal"):
        goals.append(CountGoal(ROYAL, 0))
    if style.happens(draw, "goals", "reach"):
        who = style.pick(draw, "goals", "reach_by")
        where = style.pick(draw, "goals", "where")
        squares = places(draw, where, genome)
        goals += [SquareGoal(letter, squares) for letter in _who(draw, who, letters)]
    if style.happens(draw, "goals", "extinction"):
        others = [letter for letter in letters if letter != ROYAL]
        if others:
            letter = draw.pick(others)
            count = genome.count(letter)
            goals.append(CountGoal(letter, draw.below(max(1, (count + 1) // 2))))
    return Genome(
        genome.width,
        genome.height,
        genome.symmetry,
        genome.pieces,
        genome.army,
        tuple(goals),
        genome.limit,
    )


def _who(draw: Draw, who: str, letters: list[str]) -> list[str]:
    """The letters of the pieces that win by reaching squares."""
    officers = [letter for letter in letters if letter not in (ROYAL, PAWN)]
    if who == "all":
        return letters
    if who == "royal" and ROYAL in letters:
        return [ROYAL]
    if (who == "officers" or PAWN not in letters) and officers:
        return [draw.pick(officers)]
    return [PAWN] if PAWN in letters else letters[:1]


def places(draw: Draw, where: str, genome: Genome) -> tuple[Coordinates, ...]:
    """Goal squares of White by name: the far row, the centre, the far corners, the opponent's camp, or one square."""
    width, height = genome.width, genome.height
    top = height - 1
    if where == "centre":
        columns, rows = _middle(width), _middle(height)
        return tuple((x, y) for y in rows for x in columns)
    if where == "corners":
        return ((0, top), (width - 1, top))
    if where == "camp":
        return tuple((x, top) for x in _middle(width, 3))
    if where == "square":
        return ((draw.below(width), draw.between(height // 2, top)),)
    return tuple((x, top) for x in range(width))


def _middle(size: int, least: int = 1) -> range:
    """The middle of a side: one square or two, or more."""
    wide = least if (size - least) % 2 == 0 else least + 1
    wide = min(size, wide)
    first = (size - wide) // 2
    return range(first, first + wide)
