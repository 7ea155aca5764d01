"""The native match: the same games as a loop in Python, on any number of threads, cut anywhere."""

from __future__ import annotations

import numpy as np
import pytest

import sbg
from sbg import _core
from sbg.play.players.arena import Games, Side, play_games

GARDNER = sbg.load("gardner")
HEXAPAWN = sbg.load("hexapawn")


def by_hand(opening: sbg.Position, sides: tuple[Side, Side], white: int) -> list[str]:
    """The moves of a game between two alphabeta players, played by a loop."""
    searchers = [_core.Searcher(opening.game.rules, side.hash_megabytes << 20) for side in sides]
    position, moves = opening, []
    while position.outcome is None:
        number = white ^ (position.ply % 2)
        line = searchers[number].search(position._native, _core.Stop(), nodes=sides[number].nodes)[
            0
        ]
        if abs(line.score) >= _core.PROVEN_SCORE:
            break
        moves.append(str(line.moves[0]))
        position = position.play(line.moves[0])
    return moves


def test_the_games_are_those_of_a_loop() -> None:
    sides = Side(nodes=150), Side(nodes=40)
    for played in play_games(GARDNER, *sides, games=8, seed=3):
        white = 0 if played.first == "white" else 1
        assert list(map(str, played.moves)) == by_hand(played.opening, sides, white)
        assert played.ending != "proven" or played.winner is not None
        line = played.line
        if played.ending != "proven":
            assert line.outcome is not None
            assert (line.outcome.winner, line.outcome.reason) == (played.winner, played.ending)
        counts = [len(position.moves) for position in line.positions[: len(line)]]
        assert list(played.branching) == counts


def same(one: Games, other: Games) -> bool:
    return all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("winners", "endings", "lengths", "openings", "moves", "scores", "captured")
    )


@pytest.mark.parametrize("kind", ["alphabeta", "mcts", "random"])
def test_threads_and_portions_change_nothing(kind: str) -> None:
    sides = Side(kind, nodes=60, noise=20), Side("random")  # type: ignore[arg-type]
    whole = play_games(GARDNER, *sides, games=12, seed=5, threads=1)
    for threads in (2, 3, 8):
        assert same(whole, play_games(GARDNER, *sides, games=12, seed=5, threads=threads))
    parts = [
        play_games(GARDNER, *sides, games=count, seed=5, first_game=first)
        for first, count in ((0, 5), (5, 7))
    ]
    assert np.concatenate([part.moves for part in parts]).tolist() == whole.moves.tolist()
    assert sum(part.points.sum() for part in parts) == whole.points.sum()
    assert not same(whole, play_games(GARDNER, *sides, games=12, seed=6))


def test_colours_alternate_and_openings_are_shared() -> None:
    games = list(play_games(GARDNER, Side(nodes=20), games=6, seed=1, random_plies=3))
    assert [game.first for game in games] == ["white", "black"] * 3
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert one.opening == other.opening
        assert one.opening.ply == 3
        assert one.moves == other.moves  # a player against itself, without noise
    assert len({game.opening for game in games}) == 3


def test_given_openings_are_played_in_turn() -> None:
    openings = [GARDNER.start.play("c2c3"), GARDNER.start.play("a2a3")]
    games = list(play_games(GARDNER, Side("random"), games=6, openings=openings))
    assert [openings.index(game.opening) for game in games] == [0, 0, 1, 1, 0, 0]


def test_the_stronger_player_wins_with_either_colour() -> None:
    games = play_games(GARDNER, Side(nodes=300), Side("random"), games=20, seed=2)
    assert games.score > 0.9
    assert games.points.sum() == sum(game.points for game in games)
    swapped = play_games(GARDNER, Side("random"), Side(nodes=300), games=20, seed=2)
    assert swapped.score < 0.1


def test_without_adjudication_games_are_played_to_their_end() -> None:
    games = play_games(HEXAPAWN, Side(nodes=500), games=4, random_plies=0, adjudicate=False)
    assert all(game.ending in ("goal", "no-moves") for game in games)
    assert all(game.winner == "black" for game in games)  # as it is known to be
    quick = play_games(HEXAPAWN, Side(nodes=500), games=4, random_plies=0)
    assert all((game.ending, game.winner) == ("proven", "black") for game in quick)
    assert quick.lengths.sum() == 0


def test_what_moved_and_what_was_captured() -> None:
    games = play_games(GARDNER, Side("random"), games=4, seed=9)
    end = 0
    for game in games:
        line, begin, end = game.line, end, end + len(game.moves)
        letters = GARDNER.letters
        moved = [chr(letters[code]) for code in games.moved[begin:end]]
        taken = [chr(letters[code]) if code else None for code in games.captured[begin:end]]
        assert moved == [line.moved(number) for number in range(len(line))]
        assert taken == [line.captured(number) for number in range(len(line))]


def test_wrong_arguments() -> None:
    over = HEXAPAWN.start
    while over.outcome is None:
        over = over.play(over.moves[0])
    with pytest.raises(ValueError, match="over already"):
        play_games(HEXAPAWN, Side(), openings=[over])
    with pytest.raises(ValueError, match="another game"):
        play_games(HEXAPAWN, Side(), openings=[GARDNER.start])
    with pytest.raises(ValueError, match="one of alphabeta, mcts, random"):
        play_games(HEXAPAWN, Side("human"))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="budget"):
        play_games(HEXAPAWN, Side(nodes=0))
    for wrong in (-1, 10**30):
        with pytest.raises(ValueError, match="games"):
            play_games(HEXAPAWN, Side(), games=wrong)


def test_sides_by_the_names_of_players() -> None:
    assert Side.of("random:seed=3", GARDNER) == Side("random")
    assert Side.of("mcts:playouts=50,exploration=1", GARDNER) == Side(
        "mcts", 50, hash_megabytes=16, exploration=1.0
    )
    tuned, derived = (
        Side.of(f"alphabeta:nodes=70,hash=2{rest}", GARDNER) for rest in ("", ",weights=none")
    )
    assert tuned == derived == Side(nodes=70, hash_megabytes=2)
    assert tuned is not None
    assert derived is not None
    assert tuned.weights is not None
    assert derived.weights is None
    for other in ("alphabeta:level=3", "alphabeta:nodes=9,time=1", "greedy", "mcts:time=1"):
        assert Side.of(other, GARDNER) is None
