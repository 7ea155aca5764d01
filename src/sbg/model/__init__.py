"""A parsed file in; a frozen, span-free `Description` of the game and the errors of meaning out."""

from sbg.model.check import Checked, check
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
    "Checked",
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
    "check",
]
