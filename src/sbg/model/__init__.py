"""The values of the language: a frozen, span-free `Description`, moves, outcomes and their notation."""

from sbg.model.description import Coordinates, CountGoal, Description, Goal, Piece, SquareGoal
from sbg.model.play import (
    FenError,
    GameOverError,
    IllegalMoveError,
    Move,
    Outcome,
    Player,
    PlayError,
    Reason,
)
from sbg.model.regexp import Concat, Letter, Power, Regexp, Sum

__all__ = [
    "Concat",
    "Coordinates",
    "CountGoal",
    "Description",
    "FenError",
    "GameOverError",
    "Goal",
    "IllegalMoveError",
    "Letter",
    "Move",
    "Outcome",
    "Piece",
    "PlayError",
    "Player",
    "Power",
    "Reason",
    "Regexp",
    "SquareGoal",
    "Sum",
]
