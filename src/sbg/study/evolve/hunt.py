"""Generates hunt games: a few strong pieces against many weak ones."""

from __future__ import annotations

from sbg.language.model import CountGoal, Goal, SquareGoal
from sbg.study.evolve.armies import LIMIT, board_of, places
from sbg.study.evolve.draw import Draw
from sbg.study.evolve.genome import Gene, Genome
from sbg.study.evolve.known import worth
from sbg.study.evolve.moves import drawn_piece
from sbg.study.evolve.styles import Style

QUARRY = "F"
HUNTERS = "HG"


def hunt(style: Style, draw: Draw, board: tuple[int, int] | None) -> Genome:
    """A game in which the quarry begins at the bottom and the hunters come from the top, or the other way round."""
    width, height = board_of(style, draw, board)
    count = min(int(style.number(draw, "quarry", "count")), width)
    quarry = drawn_piece(draw, style.tables["quarry"], width, height)
    kinds = int(style.number(draw, "hunters", "kinds"))
    hunters = [drawn_piece(draw, style.tables["hunters"], width, height) for _ in range(kinds)]
    strength = count * worth(quarry, width, height) * style.number(draw, "hunters", "strength")
    rows = [["."] * width for _ in range(height)]  # from the quarry's side
    for x in draw.shuffled(range(width))[:count] if count > 1 else [width // 2]:
        rows[0][x] = QUARRY
    left = strength
    placed = 0
    for y in range(height - 1, max(1, height // 2), -1):
        every = 2 if draw.chance(0.3) else 1
        for x in range(0, width, every):
            if left <= 0 and placed > width // 2:
                break
            placed += 1
            kind = 0 if kinds == 1 or y > height - 2 else 1
            rows[y][x] = HUNTERS[kind]
            left -= max(0.5, worth(hunters[kind], width, height))
    pieces = ((QUARRY, quarry), *zip(HUNTERS, hunters, strict=False))
    return _coloured(style, draw, Genome(width, height, "none", pieces, (), (), LIMIT), rows)


def _coloured(style: Style, draw: Draw, genome: Genome, rows: list[list[str]]) -> Genome:
    """The game with its goals, the quarry being White or Black."""
    white = style.happens(draw, "quarry", "white")

    def colour(letter: str, quarry: bool) -> str:
        return letter if quarry == white else letter.lower()

    board = ["".join(colour(c, c == QUARRY) for c in row) for row in rows]
    army = tuple(reversed(board)) if white else tuple(board)
    pieces: tuple[tuple[str, Gene], ...] = genome.pieces
    placed = Genome(genome.width, genome.height, "none", pieces, army, (), genome.limit)
    goals: list[Goal] = []
    if style.happens(draw, "goals", "quarry_reaches"):
        squares = places(draw, style.pick(draw, "goals", "where"), genome)
        if not white:
            squares = tuple((x, genome.height - 1 - y) for x, y in squares)
        goals.append(SquareGoal(colour(QUARRY, True), squares))
    for hunter in HUNTERS[: len(pieces) - 1]:
        letter = colour(hunter, False)
        if style.happens(draw, "goals", "quarry_captures"):
            goals.append(CountGoal(letter, draw.below(max(1, placed.count(letter) // 2))))
    if style.happens(draw, "goals", "capture_quarry"):
        goals.append(CountGoal(colour(QUARRY, True), 0))
    return Genome(genome.width, genome.height, "none", pieces, army, tuple(goals), genome.limit)
