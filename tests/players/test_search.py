"""The players that search: what they find, what limits and options do, and how they are stopped."""

from __future__ import annotations

import os
import signal
import threading

import pytest

import sbg
from sbg import _core
from sbg.play import players
from sbg.play.players import Info, Limits, Score, SearchOptions
from sbg.play.players.alphabeta import AlphaBetaPlayer, AlphaBetaSearcher
from sbg.play.players.catalogue import LEVELS
from sbg.play.players.interface import OnInfo
from sbg.play.players.montecarlo import TreeSearcher
from sbg.play.players.native_search import score_of
from tests import heavy
from tests.patience import ends

SEARCHERS: dict[str, type[AlphaBetaSearcher] | type[TreeSearcher]] = {
    "alphabeta": AlphaBetaSearcher,
    "mcts": TreeSearcher,
}
WON = "4k/5/5/P3p/4K w 0"
"""White steps to the last row but one, and then wins; black is one move late."""


@pytest.fixture(scope="module")
def gardner() -> sbg.Game:
    return sbg.load("gardner")


@pytest.mark.parametrize(
    "name",
    ["greedy", "montecarlo:playouts=300", "mcts:playouts=300", "alphabeta:depth=1", "alphabeta"],
)
def test_an_immediate_win_is_taken(gardner: sbg.Game, name: str) -> None:
    position = gardner.position("4k/P4/5/4p/4K w 0")
    assert str(sbg.player(name, 1).choose(position)) == "a4a5"


@pytest.mark.parametrize(
    ("line", "winning"),
    [("5/PPk2/5/4p/4K w 0", {"a4a5", "b4b5"}), ("4k/3QR/5/4p/K4 w 0", {"e4e5", "d4e5"})],
    ids=["goals", "captures"],
)
def test_every_immediate_win_is_one_of_the_lines(
    gardner: sbg.Game, line: str, winning: set[str]
) -> None:
    lines = sbg.analyse(gardner.position(line), depth=3, lines=3).lines
    assert {str(info.variation[0]) for info in lines if info.score.plies == 1} == winning


@pytest.mark.parametrize("name", ["mcts:playouts=4000", "alphabeta:depth=3"])
def test_a_win_is_defended_against(gardner: sbg.Game, name: str) -> None:
    # Black wins with the pawn on a2 unless white's king takes it now.
    position = gardner.position("4k/5/5/p4/1K3 w 0")
    assert str(sbg.player(name, 1).choose(position)) == "b1a2"


@pytest.mark.parametrize("name", ["gardner", "breakthrough6", "los-alamos"])
def test_a_proven_win_is_never_lost(name: str) -> None:
    game = sbg.load(name)
    player, opponent = sbg.player("alphabeta:nodes=1000"), sbg.player("random", 5)
    for number in range(6):
        position = game.start
        player.new_game(position)
        end: int | None = None
        while not position.outcome:
            if position.ply % 2 == number % 2:
                plies = sbg.analyse(position, nodes=1000).score.plies
                move = player.choose(position)
                if end is None and plies is not None and plies > 0:
                    end = position.ply + plies
                position = position.play(move)
            else:
                position = position.play(opponent.choose(position))
        assert position.outcome.winner == ("white", "black")[number % 2]
        assert end is None or position.ply <= end + 20


def test_a_proven_win_is_played_out(gardner: sbg.Game) -> None:
    position = gardner.position(WON)
    player = sbg.player("alphabeta:nodes=20000")
    plies = sbg.analyse(position, nodes=20_000).score.plies
    assert plies is not None
    assert plies > 1
    opponent = sbg.player("random", 1)
    for _ in range(plies):
        mover = player if position.turn == "white" else opponent
        position = position.play(mover.choose(position))
        if position.outcome:
            break
    assert position.outcome is not None
    assert position.outcome.winner == "white"


@pytest.mark.parametrize(
    "name", ["alphabeta:nodes=3000", "mcts:playouts=800", "montecarlo:playouts=800", "greedy"]
)
def test_a_seed_repeats_the_moves(gardner: sbg.Game, name: str) -> None:
    games = []
    for _ in range(2):
        player = sbg.player(name, seed=7)
        position = gardner.start
        moves = []
        for _ in range(6):
            moves.append(player.choose(position))
            position = position.play(moves[-1])
        games.append(moves)
    assert games[0] == games[1]


def test_limits_of_nodes_and_depth_hold(gardner: sbg.Game) -> None:
    found = sbg.analyse(gardner.start, nodes=5000)
    assert 4000 <= found.nodes <= 5001
    assert sbg.analyse(gardner.start, depth=4).depth == 4
    tree = TreeSearcher().search(gardner.start, Limits(nodes=700))
    assert tree.nodes == 700


@pytest.mark.parametrize("kind", SEARCHERS)
def test_time_is_kept(gardner: sbg.Game, kind: str) -> None:
    searcher = SEARCHERS[kind](SearchOptions(hash_megabytes=1))
    with ends():
        searcher.search(gardner.start, Limits(time=0.01))  # what is made at first does not count
        found = searcher.search(gardner.start, Limits(time=0.2))
    assert found.best.seconds > 0.1  # it is used, and it ends the search


@pytest.mark.parametrize("kind", SEARCHERS)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_without_end_can_be_stopped(gardner: sbg.Game, kind: str, threads: int) -> None:
    searcher = SEARCHERS[kind](SearchOptions(hash_megabytes=1, threads=threads))
    told: list[Info] = []
    search = searcher.start(gardner.start, Limits(infinite=True), told.append)
    assert search.wait(0.3) is None
    search.stop()
    found = search.wait(10)
    assert found is not None
    assert found.move in gardner.start.moves
    assert told
    assert found.nodes >= told[-1].nodes > 0
    again = searcher.start(gardner.start, Limits(nodes=100)).wait(10)
    assert again is not None, "a search that was stopped leaves nothing behind"


@pytest.mark.parametrize("kind", SEARCHERS)
def test_a_search_that_is_stopped_before_it_begins(gardner: sbg.Game, kind: str) -> None:
    search = SEARCHERS[kind](SearchOptions(hash_megabytes=1)).start(
        gardner.start, Limits(infinite=True)
    )
    search.stop()
    found = search.wait(10)
    assert found is not None
    assert found.move in gardner.start.moves


@pytest.mark.parametrize("kind", SEARCHERS)
def test_several_lines_are_told_apart(gardner: sbg.Game, kind: str) -> None:
    searcher = SEARCHERS[kind](SearchOptions(hash_megabytes=4, lines=3, seed=1))
    found = searcher.search(gardner.start, Limits(nodes=5000))
    assert [line.rank for line in found.lines] == [1, 2, 3]
    assert len({line.variation[0] for line in found.lines}) == 3
    for line in found.lines:
        position = gardner.start
        for move in line.variation:
            position = position.play(move)  # all of it is legal
    everything = SearchOptions(hash_megabytes=4, lines=100)
    lines = SEARCHERS[kind](everything).search(gardner.start, Limits(nodes=20_000)).lines
    assert len(lines) == len(gardner.start.moves)


def test_what_a_listener_raises_is_raised(gardner: sbg.Game) -> None:
    def listen(info: Info) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        sbg.analyse(gardner.start, depth=3, on_info=listen)


@pytest.mark.parametrize("listener", [None, lambda info: None], ids=["alone", "with a listener"])
@pytest.mark.parametrize("kind", SEARCHERS)
def test_ctrl_c_ends_a_search(gardner: sbg.Game, kind: str, listener: OnInfo | None) -> None:
    searcher = SEARCHERS[kind](SearchOptions(hash_megabytes=1))
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    with ends(), pytest.raises(KeyboardInterrupt):
        searcher.search(gardner.start, Limits(infinite=True), listener)
    assert searcher.search(gardner.start, Limits(nodes=100)).move in gardner.start.moves


def test_a_tree_is_used_again(gardner: sbg.Game) -> None:
    # A proven root needs no more playouts: the second search knows all that the first found out.
    position = sbg.load("hexapawn").start
    searcher = TreeSearcher(SearchOptions(seed=1))
    first = searcher.search(position, Limits(nodes=100_000))
    assert first.nodes > 10
    for move in first.variation[:2]:
        position = position.play(move)
    second = searcher.search(position, Limits(nodes=100_000))
    assert second.nodes == 0
    assert second.score.plies == (first.score.plies or 0) + 2
    searcher.new_game()
    assert searcher.search(position, Limits(nodes=100_000)).nodes > 0


@pytest.mark.parametrize("name", ["gardner", "breakthrough5", "chess"])
def test_an_analyser_keeps_its_table(name: str) -> None:
    """Going on in a game, it has seen much of what comes; what it forgets it finds again."""
    game = sbg.load(name)
    analyser = sbg.Analyser(hash_megabytes=16)
    first = analyser.analyse(game, depth=6)
    assert first.nodes == sbg.analyse(game, depth=6, hash_megabytes=16).nodes
    after = game.start.play(first.move)
    assert (
        analyser.analyse(after, depth=5).nodes
        < sbg.analyse(after, depth=5, hash_megabytes=16).nodes
    )
    analyser.forget()
    assert analyser.analyse(game, depth=6).nodes == first.nodes
    assert analyser.analyse(sbg.load("hexapawn"), depth=8).score.plies == -6  # another game


def test_one_searcher_serves_many_games() -> None:
    searcher = AlphaBetaSearcher(SearchOptions(hash_megabytes=1))
    for name in ("gardner", "breakthrough5", "gardner", "hexapawn"):
        position = sbg.load(name).start
        assert searcher.search(position, Limits(nodes=200)).move in position.moves


@pytest.mark.parametrize("level", [1, 4, 6])
def test_a_level_limits_the_search(gardner: sbg.Game, level: int) -> None:
    nodes, depth = LEVELS[level].nodes, LEVELS[level].depth
    found = sbg.player(f"alphabeta:level={level}", 1).analyse(gardner.start)  # type: ignore[attr-defined]
    assert found.nodes <= nodes
    assert found.depth == depth or (depth is None and found.nodes > nodes // 2)


def test_levels_differ() -> None:
    assert list(LEVELS) == list(range(1, 10))
    game = sbg.load("breakthrough5")
    strong, weak = (sbg.player(f"alphabeta:level={level}", 1) for level in (5, 1))
    wins = 0
    for number in range(4):
        position = game.start
        while not position.outcome:
            mover = strong if position.ply % 2 == number % 2 else weak
            position = position.play(mover.choose(position))
        wins += position.outcome.winner == ("white", "black")[number % 2]
    assert wins == 4


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("alphabetta", "did you mean `alphabeta`"),
        ("alphabeta:dept=3", "did you mean `depth`"),
        ("alphabeta:level=10", "`level` is a whole number from 1 to 9"),
        ("alphabeta:depth=0", "`depth` is a whole number from 1"),
        ("mcts:time=-1", "`time` is a number from"),
    ],
)
def test_what_is_no_player_is_said(text: str, problem: str) -> None:
    with pytest.raises(players.SpecError, match=problem):
        sbg.player(text)


def test_a_finished_game_is_not_analysed(gardner: sbg.Game) -> None:
    over = gardner.position("4k/P4/5/4p/4K w 0").play("a4a5")
    with pytest.raises(sbg.GameOverError):
        sbg.analyse(over)
    with pytest.raises(ValueError, match="depth is a number from 1 to"):
        sbg.analyse(gardner.start, depth=0)


@pytest.mark.parametrize("option", ["lines", "threads", "hash_megabytes"])
def test_an_analyser_refuses_wrong_numbers_before_it_is_used(option: str) -> None:
    with pytest.raises(ValueError, match=f"^{option} is a number from 1 to"):
        sbg.Analyser(**{option: 0})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("native", "proven", "score"),
    [
        (0, True, Score(0, drawn=True)),
        (0, False, Score(0)),
        (25, True, Score(25)),
        (_core.WIN_SCORE - 3, True, Score(plies=3)),
        (-_core.WIN_SCORE + 4, True, Score(plies=-4)),
        (_core.PROVEN_SCORE, False, Score(plies=_core.WIN_SCORE - _core.PROVEN_SCORE)),
        (_core.PROVEN_SCORE - 1, False, Score(_core.PROVEN_SCORE - 1)),
        (1 - _core.PROVEN_SCORE, False, Score(1 - _core.PROVEN_SCORE)),
    ],
)
def test_scores_of_the_core(native: int, proven: bool, score: Score) -> None:
    assert score_of(native, proven) == score


def test_a_proven_win_is_remembered_until_its_end(gardner: sbg.Game) -> None:
    position = gardner.position(WON)
    player = AlphaBetaPlayer(depth=8)
    player.choose(position)
    plies = player.analyse(position).score.plies
    assert plies is not None
    assert plies > 1
    assert player._promise == (position.ply, position.ply + plies)
    player.choose(gardner.start, Limits(depth=1))
    assert player._promise is None


def test_a_player_gets_ready_before_its_clock_runs(
    gardner: sbg.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[sbg.Game] = []
    make = AlphaBetaSearcher._make

    def counted(searcher: AlphaBetaSearcher, game: sbg.Game) -> _core.Searcher:
        made.append(game)
        return make(searcher, game)

    monkeypatch.setattr(AlphaBetaSearcher, "_make", counted)
    for name in ("alphabeta", "greedy"):
        made.clear()
        player = sbg.player(name)
        player.new_game(gardner.start)
        assert made == [gardner]
        player.choose(gardner.start, Limits(time=0.01))
        assert made == [gardner]


def test_what_has_gone_by_is_no_longer_left() -> None:
    assert Limits(time=1.0, nodes=5).after(0.25) == Limits(time=0.75, nodes=5)
    assert Limits(clock=3.0, increment=1.0).after(0.5).clock == 2.5
    assert Limits(time=0.1).after(5.0).seconds == 0.001
    assert Limits(nodes=7).after(5.0) == Limits(nodes=7)


def test_a_crowded_board_is_searched() -> None:
    game = sbg.parse(riders(26))
    assert len(game.start.moves) > 400
    # All captures that can follow each other would be far more.
    found = sbg.analyse(game, nodes=3 * len(game.start.moves))
    assert found.depth >= 1
    # However early it ends, the move is the one that leaves the best pieces.
    queen = max(game.start.moves, key=lambda move: game.start.captured(move) == "q")
    assert (game.start.captured(queen) == "q") == (
        game.start.captured(sbg.analyse(game, nodes=3).move) == "q"
    )


def riders(side: int) -> str:
    """Queens and rooks in the open, on a board of so many columns and rows."""
    back = ("QR" * side)[:side]
    rows = [
        back.lower() if y == side - 4 else back if y == 3 else "." * side
        for y in reversed(range(side))
    ]
    rules = {
        piece: "+".join(f"({x},{y},e)^*(({x},{y},e)+({x},{y},p))" for x, y in steps)
        for piece, steps in (("R", heavy.STRAIGHT), ("Q", heavy.KING))
    }
    return heavy.game(rows, rules)
