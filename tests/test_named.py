"""Wherever a game is wanted its name will do, and where a position is, that is its start."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import sbg
from sbg import reach, reference, svg

NAME = "hexapawn"

GAMES: dict[str, Callable[[sbg.Game | str | Path], object]] = {
    "describe": lambda game: str(sbg.describe(game)),
    "same": lambda game: bool(sbg.same(game, game)),
    "canonical": lambda game: sbg.canonical(game).hash,
    "translate": lambda game: sbg.translate(game, "gdl").text,
    "write": lambda game: sbg.write(game),
    "pairs": lambda game: reach.pairs(game)["P"].shape,
    "solve": lambda game: sbg.solve(game).plies,
    "profile": lambda game: sbg.profile(game, budget="quick").stage,
    "mutate": lambda game: sbg.mutate(game, seed=1).rules_hash,
    "watch": lambda game: len(sbg.watch(game, 1).games),
    "Actions": lambda game: len(sbg.Actions(game)),
    "Observations": lambda game: sbg.Observations(game).mirrors,
    "Batch": lambda game: len(sbg.Batch(game, 2)),
    "board": lambda game: svg.board(game),
    "movement": lambda game: svg.movement(game, "P"),
    "reference": lambda game: reference.Position(game).fen,
}
POSITIONS: dict[str, Callable[[sbg.Position | sbg.Game | str | Path], object]] = {
    "perft": lambda position: sbg.perft(position, 2),
    "ends": lambda position: sbg.ends(position, 2),
    "playouts": lambda position: sbg.playouts(position, 5).plies,
    "analyse": lambda position: sbg.analyse(position, nodes=50).move,
    "Line": lambda position: sbg.Line(position).start.fen,
}


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("named") / "own.sbg"
    found.write_text(sbg.write(sbg.load(NAME)), encoding="utf-8")
    return found


@pytest.mark.parametrize("function", GAMES)
def test_a_name_or_a_path_is_a_game(function: str, path: Path) -> None:
    call = GAMES[function]
    assert call(NAME) == call(sbg.load(NAME))
    assert call(path) == call(sbg.load(path))


@pytest.mark.parametrize("function", POSITIONS)
def test_a_name_or_a_path_is_the_start_of_a_game(function: str, path: Path) -> None:
    call = POSITIONS[function]
    assert call(NAME) == call(sbg.load(NAME).start) == call(path)


@pytest.mark.parametrize("function", [*GAMES.values(), *POSITIONS.values()])
def test_a_wrong_name_is_said(function: Callable[[str], object]) -> None:
    with pytest.raises(sbg.UnknownGameError, match="hexapwan"):
        function("hexapwan")
