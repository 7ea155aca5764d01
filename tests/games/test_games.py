"""The bundled games: found by listing, formatted, free of warnings, explained, and playable."""

from __future__ import annotations

import pickle
import random
import re

import pytest

import sbg
from sbg import reference
from sbg.language import games

NAMES = games.names()


def text(name: str) -> str:
    """The file of a bundled game."""
    return games.read(name).decode("utf-8")


# --- the listing


def test_names_come_from_the_files_in_order() -> None:
    assert sorted(NAMES) == NAMES
    assert len(NAMES) >= 24
    assert {"gardner", "breakthrough", "chess"} <= set(NAMES)
    for name in NAMES:
        assert games.path(name).is_file()


@pytest.mark.parametrize(
    ("typed", "nearest"),
    [
        ("gardener", "gardner"),
        ("Los Alamos", "los-alamos"),
        ("breakthru", "breakthrough"),
        ("knight_mate", "knightmate"),
        ("courier", "courier-chess"),
        ("zzz", None),
        ("", None),
    ],
)
def test_an_unknown_name_suggests_the_nearest(typed: str, nearest: str | None) -> None:
    with pytest.raises(games.UnknownGameError) as caught:
        games.read(typed)
    assert caught.value.nearest == nearest
    assert f"`{typed}`" in str(caught.value)
    assert (f"did you mean `{nearest}`?" in str(caught.value)) == (nearest is not None)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize("name", ["../games/gardner", "./gardner", "gardner.sbg", "GARDNER"])
def test_only_a_listed_name_is_read(name: str) -> None:
    with pytest.raises(games.UnknownGameError):
        games.read(name)


# --- each file


@pytest.mark.parametrize("name", NAMES)
def test_a_bundled_game_has_neither_errors_nor_warnings(name: str) -> None:
    assert [found for found in sbg.check(text(name)) if found.severity != "hint"] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_bundled_game_is_formatted(name: str) -> None:
    assert sbg.format(text(name)) == text(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_bundled_game_says_what_it_is(name: str) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)
    comment, _, _ = text(name).partition("<<")
    assert all(line.startswith("//") and len(line) <= 100 for line in comment.splitlines())
    assert len(comment) > 150


def test_a_bundled_game_has_a_kind_to_look_for() -> None:
    kinds = {name: games.about(name)["kinds"] for name in ("chess", "hexapawn", "clobber")}
    assert kinds == {"chess": ["capture"], "hexapawn": ["race"], "clobber": ["blockade"]}
    assert games.about("fox-and-hounds")["kinds"] == ["race", "hunt"]
    assert games.about("maharajah")["kinds"] == ["capture", "hunt"]


def test_titles_are_different() -> None:
    assert len({sbg.load(name).name for name in NAMES}) == len(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_bundled_game_can_be_played(name: str) -> None:
    """A random game goes on for a while: nothing ends it in the first two plies."""
    game = sbg.load(name)
    choice = random.Random(name)
    position = reference.Position(game)
    for _ in range(20):
        if position.outcome:
            break
        position = position.play(choice.choice(position.moves))
        assert position.fen == reference.Position(game, position.fen).fen
    assert 2 < position.ply <= game.turn_limit
    assert position.moves or position.outcome


# --- what the collection is to show


def fen_after(name: str, line: str, fen: str | None = None) -> reference.Position:
    """The position after the moves of a line, from the start or from a position line."""
    position = reference.Position(sbg.load(name), fen)
    for move in line.split():
        position = position.play(move)
    return position


def targets(name: str, fen: str, origin: str) -> set[str]:
    """The squares that the piece on a square can move to."""
    moves = [str(move) for move in fen_after(name, "", fen).moves]
    return {move.removeprefix(origin) for move in moves if move.startswith(origin)}


def test_the_queen_of_gardner_moves_along_all_eight_lines() -> None:
    queen = targets("gardner", "4k/5/2Q2/5/K4 w 0", "c3")
    assert len(queen) == 16 - 1  # her own king stands on one of the squares
    assert {"b4", "a5"} <= queen  # the direction that the paper's figure lacks


def test_a_pawn_of_chess_steps_twice_from_its_first_square_only() -> None:
    assert targets("chess", "4k3/8/8/8/8/8/P7/4K3 w 0", "a2") == {"a3", "a4"}
    assert targets("chess", "4k3/8/8/8/8/P7/8/4K3 w 0", "a3") == {"a4"}
    assert targets("chess", "4k3/8/8/8/p7/8/P7/4K3 w 0", "a2") == {"a3"}
    assert targets("chess", "4k3/p7/8/8/8/8/8/4K3 b 1", "a7") == {"a6", "a5"}


def test_a_cannon_captures_over_one_piece_and_moves_over_none() -> None:
    fen = "3k5/9/9/9/4p4/4P4/9/4C1p1r/9/3K5 w 0"
    cannon = targets("xiangqi", fen, "e3")
    assert cannon & {"e4", "e5", "e6"} == {"e4", "e6"}  # over its own soldier
    assert cannon & {"f3", "g3", "h3", "i3"} == {"f3", "i3"}  # over the enemy's


def test_the_general_stays_in_the_palace_and_the_elephant_on_its_side() -> None:
    assert targets("xiangqi", "3k5/9/9/9/9/9/9/5K3/9/9 w 0", "f3") == {"e3", "f2"}
    assert targets("xiangqi", "9/9/3k5/9/9/9/9/5K3/9/9 b 1", "d8") == {"e8", "d9"}
    assert targets("xiangqi", "3k5/9/9/9/9/2E6/9/9/9/3K5 w 0", "c5") == {"a3", "e3"}


def test_a_nightrider_leaps_on_until_something_stands_in_its_way() -> None:
    rider = targets("nightrider-chess", "4k3/8/8/3p4/8/8/8/1N2K3 w 0", "b1")
    assert rider == {"a3", "c3", "d5", "d2", "f3", "h4"}


def test_a_man_jumps_several_times_in_one_move_and_removes_nothing() -> None:
    after = fen_after("leaping-draughts", "a1e5", "8/8/8/8/3m4/8/1M6/M7 w 0")
    assert after.fen == "8/8/8/4M3/3m4/8/1M6/8 b 1"


def test_own_pieces_may_be_captured_and_the_own_king_not_without_losing() -> None:
    after = fen_after("self-capture-chess", "a1a2")
    assert after.fen == "rnbqkbnr/pppppppp/8/8/8/8/RPPPPPPP/1NBQKBNR b 1"
    outcome = fen_after("self-capture-chess", "d1e1").outcome
    assert outcome == sbg.Outcome("black", "count")


def test_the_captain_may_stand_still() -> None:
    after = fen_after("standoff", "c1c1")
    assert (after.rows, after.turn) == (fen_after("standoff", "").rows, "black")


def test_a_blockade_has_no_goals_and_is_won_by_the_last_move() -> None:
    for name in ("clobber", "northcott"):
        game = sbg.load(name)
        assert game.goals == ()
        choice = random.Random(name)
        position = reference.Position(game)
        while position.outcome is None:
            last = position.turn
            position = position.play(choice.choice(position.moves))
        assert position.outcome == sbg.Outcome(last, "no-moves")


def test_armies_and_boards_of_many_kinds() -> None:
    sizes = {name: (game.width, game.height) for name in NAMES for game in [sbg.load(name)]}
    assert sizes["grand-chess"] == (10, 10)
    assert sizes["courier-chess"] == (12, 8)
    assert sizes["steppe"] == (12, 12)
    assert sizes["corridor"][1] == 3
    fox = fen_after("fox-and-hounds", "").rows
    assert ("".join(fox).count("F"), "".join(fox).count("h")) == (1, 4)
