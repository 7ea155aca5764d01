"""A position in; a move out: everybody who can play without a human, by name."""

from __future__ import annotations

from sbg.players.analysis import Analyser, analyse
from sbg.players.budget import Limits
from sbg.players.catalogue import (
    PLAYERS,
    Kind,
    Option,
    Spec,
    SpecError,
    UnknownPlayerError,
    parse,
    player,
)
from sbg.players.failures import PlayerFailure
from sbg.players.interface import Player, Searcher, SearchOptions
from sbg.players.own import OwnPlayerError
from sbg.players.random import RandomPlayer
from sbg.players.score import Analysis, Info, Score, Thought
from sbg.players.weights import WeightsError

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
