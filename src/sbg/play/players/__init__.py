"""The players: every program here that can choose a move, and how to make one from its name."""

from __future__ import annotations

from sbg.play.players.analysis import Analyser, analyse
from sbg.play.players.budget import Limits
from sbg.play.players.catalogue import (
    PLAYERS,
    Kind,
    Option,
    Spec,
    SpecError,
    UnknownPlayerError,
    parse,
    player,
)
from sbg.play.players.failures import PlayerFailure
from sbg.play.players.interface import Player, Searcher, SearchOptions
from sbg.play.players.own import OwnPlayerError
from sbg.play.players.random import RandomPlayer
from sbg.play.players.score import Analysis, Info, Score, Thought
from sbg.play.players.weights import WeightsError

__all__ = [
    "PLAYERS",
    "Analyser",
    "Analysis",
    "Info",
    "Kind",
    "Limits",
    "Option",
    "OwnPlayerError",
    "Player",
    "PlayerFailure",
    "RandomPlayer",
    "Score",
    "SearchOptions",
    "Searcher",
    "Spec",
    "SpecError",
    "Thought",
    "UnknownPlayerError",
    "WeightsError",
    "analyse",
    "parse",
    "player",
]
