"""The values of the language: descriptions of games, rules, moves, outcomes, and their notation."""

from sbg.language.model.description import (
    AnyGame,
    Coordinates,
    CountGoal,
    Described,
    Description,
    Goal,
    HasDescription,
    Piece,
    SquareGoal,
    description_of,
)
from sbg.language.model.names import read_looks, read_names, write_names
from sbg.language.model.play import (
    Colour,
    FenError,
    GameOverError,
    IllegalMoveError,
    Move,
    Outcome,
    PlayError,
    Reason,
    opponent,
    owner,
)
from sbg.language.model.regexp import Concat, Letter, Power, Regexp, Sum
from sbg.language.model.validity import DescriptionError, validate
from sbg.language.model.writing import write

__all__ = [
    "AnyGame",
    "Colour",
    "Concat",
    "Coordinates",
    "CountGoal",
    "Described",
    "Description",
    "DescriptionError",
    "FenError",
    "GameOverError",
    "Goal",
    "HasDescription",
    "IllegalMoveError",
    "Letter",
    "Move",
    "Outcome",
    "Piece",
    "PlayError",
    "Power",
    "Reason",
    "Regexp",
    "SquareGoal",
    "Sum",
    "description_of",
    "opponent",
    "owner",
    "read_looks",
    "read_names",
    "validate",
    "write",
    "write_names",
]
