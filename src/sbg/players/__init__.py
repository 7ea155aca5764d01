"""A position in; a move out: everybody who can play without a human, by name, and contests between them."""

from __future__ import annotations

from typing import cast

from sbg.players import registry, spec
from sbg.players.analysis import analyse
from sbg.players.budget import Limits
from sbg.players.interface import (
    Analysis,
    Info,
    Player,
    PlayerFailure,
    Score,
    Searcher,
    SearchOptions,
)
from sbg.players.random import RandomPlayer
from sbg.players.spec import Kind, Option, Spec, SpecError, UnknownPlayerError
from sbg.players.weights import WeightsError

__all__ = [
    "PLAYERS",
    "Analysis",
    "Info",
    "Kind",
    "Limits",
    "Option",
    "Player",
    "PlayerFailure",
    "RandomPlayer",
    "Score",
    "SearchOptions",
    "Searcher",
    "Spec",
    "SpecError",
    "UnknownPlayerError",
    "WeightsError",
    "analyse",
    "parse",
    "player",
]

PLAYERS: dict[str, Kind] = {kind.name: kind for kind in registry.KINDS}
"""Kinds of players by name."""


def parse(text: str) -> Spec:
    """The player that a text such as `alphabeta:depth=6` stands for; SpecError if it stands for none."""
    return spec.parse(text, PLAYERS.values())


def player(text: str, seed: int | None = None) -> Player:
    """The player of a text such as `mcts:time=0.5,threads=2`; SpecError suggests the nearest if there is none."""
    return cast(Player, parse(text).make(seed))
