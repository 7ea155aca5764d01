"""`sbg uci`: every command answered, in order and at any time; nothing that comes in ends it."""

from __future__ import annotations

import io
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sbg as library
from sbg.play.players import Info, Limits, Score, SearchOptions
from sbg.play.players.background import BackgroundSearch
from sbg.play.players.interface import OnInfo, Search
from sbg.play.players.score import Analysis
from sbg.play.uci import server
from sbg.play.uci.server import UciServer, info_line, score_words
from tests.cli.helpers import environment, sbg
from tests.patience import SECONDS
from tests.players.helpers import wait_for


class Fake:
    """A searcher that is given its answers, and searches until it is stopped where it has no limit."""

    made: SearchOptions | None = None
    limits: Limits | None = None
    games = 0
    prepared: ClassVar[list[str]] = []

    def __init__(self, options: SearchOptions) -> None:
        if options.weights == "wrong":
            raise ValueError("these weights are for another game")
        self.options = Fake.made = options

    def start(
        self, position: library.Position, limits: Limits, on_info: OnInfo | None = None
    ) -> Search:
        if self.options.weights == "late":
            raise ValueError("these weights are for another game")
        Fake.limits = limits
        stop = threading.Event()

        def run() -> Analysis:
            move = position.moves[0]
            reply = position.play(move).moves[:1]
            info = Info(3, Score(17), 1000, 0.5, (move, *reply), hash_permille=5)
            if on_info is not None:
                on_info(info)
            if limits.infinite or limits.seconds is not None:
                stop.wait(None if limits.infinite else limits.seconds)
            return Analysis((info,))

        return BackgroundSearch(run, stop.set)

    def new_game(self) -> None:
        Fake.games += 1

    def prepare(self, game: library.Game) -> None:
        Fake.prepared.append(game.name)

    def close(self) -> None:
        pass


class Talk:
    """A server and what it has said."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.server = UciServer(library.load, self.lines.append, "hexapawn", "1.0", Fake)

    def __call__(self, *lines: str) -> list[str]:
        """Say lines; what is answered at once."""
        before = len(self.lines)
        for line in lines:
            assert self.server.handle(line)
        return self.lines[before:]

    def best(self) -> str:
        """The move, once it comes."""
        assert wait_for(lambda: any(line.startswith("bestmove") for line in self.lines))
        (line,) = [line for line in self.lines if line.startswith("bestmove")]
        self.lines.clear()
        return line


@pytest.fixture
def talk() -> Iterator[Talk]:
    made = Talk()
    yield made
    made.server.close()


INFO = "info depth 3 multipv 1 score cp 17 nodes 1000 nps 2000 hashfull 5 time 500 pv a1a2 b3a2"


def test_the_greeting(talk: Talk) -> None:
    assert talk("uci") == [
        "id name sbg 1.0",
        "id author the authors of simplified-boardgames",
        "option name Game type string default hexapawn",
        "option name Hash type spin default 64 min 1 max 65536",
        "option name Threads type spin default 1 min 1 max 1024",
        "option name MultiPV type spin default 1 min 1 max 500",
        "option name Weights type string default <empty>",
        "option name Ponder type check default false",
        "uciok",
    ]
    assert talk("isready") == ["readyok"]


def test_a_search_that_ends(talk: Talk) -> None:
    talk("position startpos", "go depth 3")
    assert talk.best() == "bestmove a1a2 ponder b3a2"
    talk("position startpos moves a1a2", "go nodes 10 depth 2")
    assert talk.best().startswith("bestmove b3a2")
    assert (Fake.limits.nodes, Fake.limits.depth) == (10, 2) if Fake.limits else False


def test_lines_of_a_search(talk: Talk) -> None:
    talk("go depth 1")
    assert wait_for(lambda: INFO in talk.lines)


def test_a_search_without_end_goes_on_until_it_is_stopped(talk: Talk) -> None:
    talk("go infinite")
    assert wait_for(lambda: INFO in talk.lines)
    assert talk("isready") == ["readyok"]
    busy = "info string not while a search is under way; stop it first"
    assert talk("go depth 1", "setoption name Hash value 1", "ucinewgame") == [busy] * 3
    assert not any(line.startswith("bestmove") for line in talk.lines)
    talk("stop")
    assert talk.best() == "bestmove a1a2 ponder b3a2"
    assert talk("stop", "ponderhit") == []


def test_go_alone_is_infinite(talk: Talk) -> None:
    talk("go")
    assert Fake.limits is not None
    assert Fake.limits.infinite
    talk("stop")
    talk.best()


def test_clocks_are_those_of_the_player_to_move(talk: Talk) -> None:
    clocks = "go wtime 60000 btime 1000 winc 500 binc 10"
    talk("position startpos moves a1a2", clocks)
    assert Fake.limits == Limits(
        clock=1.0, increment=0.01, opponent_clock=60.0, opponent_increment=0.5
    )
    talk.best()
    talk("position startpos", "go movetime 20")
    assert Fake.limits == Limits(time=0.02)
    talk.best()
    talk("go wtime -50 btime 10")
    assert Fake.limits is not None
    assert Fake.limits.clock == 0.001
    talk.best()


def test_pondering_ends_with_a_hit_and_our_own_time(talk: Talk) -> None:
    talk("go ponder movetime 50")
    assert Fake.limits is not None
    assert Fake.limits.infinite
    assert wait_for(lambda: INFO in talk.lines)
    assert not any(line.startswith("bestmove") for line in talk.lines)
    talk("ponderhit")
    talk.best()
    talk("go ponder depth 3")  # has an end of its own, but the move must wait
    assert wait_for(lambda: INFO in talk.lines)
    assert not any(line.startswith("bestmove") for line in talk.lines)
    talk("stop")
    talk.best()


def test_pondering_with_a_limit_is_not_without_end(talk: Talk) -> None:
    for go, nodes, depth in (("nodes 70", 70, None), ("depth 3", None, 3)):
        talk(f"go ponder {go} movetime 50")
        assert Limits(nodes=nodes, depth=depth, infinite=False) == Fake.limits
        talk("stop")
        talk.best()


def test_a_hit_does_not_end_a_search_that_is_to_go_on(talk: Talk) -> None:
    talk("go ponder infinite")
    talk("ponderhit")
    assert wait_for(lambda: INFO in talk.lines)
    assert not any(line.startswith("bestmove") for line in talk.lines)
    talk("stop")
    talk.best()


def test_perft(talk: Talk) -> None:
    talk("go perft 2")
    assert wait_for(lambda: "Nodes searched: 10" in talk.lines)
    assert talk.lines == ["a1a2: 3", "b1b2: 4", "c1c2: 3", "Nodes searched: 10"]
    talk("position startpos moves a1a2", "go perft 0")
    assert wait_for(lambda: "Nodes searched: 1" in talk.lines)


def test_a_count_is_stopped_at_once_and_its_depth_has_a_limit(talk: Talk) -> None:
    talk("setoption name Game value chess", "go perft 12", "stop")
    assert wait_for(lambda: talk.lines[-1:] == ["info string stopped"])
    assert not any(line.startswith("Nodes searched") for line in talk.lines)
    talk("go perft 1000")
    assert wait_for(lambda: talk.lines[-1].startswith("info string perft: depth is a number"))
    assert talk("isready") == ["readyok"]


def test_lines_that_are_too_long_are_ignored_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "LINE_BYTES", 30)
    text = b"isready\n" + b"position startpos moves" + b" a1a2" * 9 + b" quit\nd" + b"\nquit"
    assert list(server.read_lines(io.BytesIO(text))) == ["isready\n", None, "d\n", "quit"]
    assert list(server.read_lines(io.BytesIO(b"x" * 29 + b"\n" + b"y" * 70))) == [
        "x" * 29 + "\n",
        None,
    ]


def test_a_line_that_was_too_long_is_said(talk: Talk) -> None:
    talk.lines.clear()
    assert talk.server.handle(None)
    assert talk.lines == ["info string a line of more than 4,000,000 bytes is ignored"]


def test_long_lines_of_moves_and_of_nonsense_are_answered(talk: Talk) -> None:
    moves = "position startpos moves" + " a1a2" * 200_000
    assert len(moves) < server.LINE_BYTES
    assert talk(moves)[0].startswith("info string the position stays as it was: ")
    assert talk("x " * 200_000 + "isready")[-1] == "readyok"


def test_a_finished_game_has_no_move(talk: Talk) -> None:
    assert talk("position fen p2/P2/3 w 2", "go depth 3") == [
        "info string the game is over: black wins (no-moves)",
        "bestmove (none)",
    ]


def test_another_game(talk: Talk, tmp_path: Path) -> None:
    text = library.load("hexapawn").text.replace("Hexapawn", "Mine")
    (tmp_path / "my  game.sbg").write_text(text)
    assert talk(f"setoption name Game value {tmp_path}/my  game.sbg", "d")[-1].endswith("w 0")
    talk("setoption name Game value breakthrough5", "d", "go depth 1")
    assert talk.lines[-6:-1] != []
    assert talk.best().startswith("bestmove a2")
    talk("setoption name game value clobber")  # names of options are read without regard to case
    assert "info string " + library.load("clobber").start.fen in talk("d")


def test_options_reach_the_searcher(talk: Talk) -> None:
    talk("setoption name Hash value 7", "setoption name threads value 2", "isready")
    talk("setoption name MultiPV value 3", "setoption name Weights value a b.json", "isready")
    assert Fake.made == SearchOptions(7, 2, 3, "a b.json")
    talk("setoption name Weights value <empty>", "setoption name Ponder value true", "isready")
    assert Fake.made == SearchOptions(7, 2, 3, None)
    assert talk("setoption name Weights value wrong", "isready") == [
        "info string the options are set back: these weights are for another game",
        "readyok",
    ]
    said = "info string the options are set back: these weights are for another game"
    assert talk("setoption name Weights value late", "isready", "go depth 1")[:2] == [
        "readyok",
        said,
    ]
    assert talk.best() == "bestmove a1a2 ponder b3a2"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("castle", "unknown command: castle"),
        ("position", "position is followed by startpos or fen"),
        ("position fen xyz w 0", "the position stays as it was: "),
        ("position startpos moves a1a3", "the position stays as it was: `a1a3` is not legal"),
        ("position startpos moves ?!", "the position stays as it was: `?!` is not a move"),
        ("setoption name Hash value 0", "Hash is a number from 1 to 65536, not 0"),
        ("setoption name Hash value many", "Hash is a whole number, not many"),
        ("setoption name Hash", "Hash is a whole number, not"),
        ("setoption", "there is no option"),
        ("setoption name Style value Risky", "there is no option style"),
        ("setoption name Game value hexapwn", "Game stays hexapawn: there is no bundled game"),
        ("setoption name Game value ./no.sbg", "Game stays hexapawn: "),
        (f"setoption name Game value {__file__}.sbg", "Game stays hexapawn: "),
        ("setoption name Game value", "Game stays hexapawn: "),
        ("go perft x depth 1", "perft is followed by a number, not x"),
        ("go depth", "depth is followed by a number, not nothing"),
        ("go searchmoves a1a2 depth 1", "go does not know searchmoves"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_else_happens(talk: Talk, line: str, answer: str) -> None:
    assert talk(line)[0].startswith(f"info string {answer}")
    talk("stop")
    wait_for(lambda: talk("isready") == ["readyok"])
    assert talk("d")[-1] == "info string ppp/3/PPP w 0"


def test_words_before_a_command_are_passed_over(talk: Talk) -> None:
    assert talk("joho isready") == ["info string unknown command: joho", "readyok"]
    assert talk("", "   ", "debug on") == []


_WORDS = st.sampled_from(
    [
        *("uci", "isready", "setoption", "name", "value", "Game", "Hash", "Weights", "hexapawn"),
        *("position", "startpos", "fen", "moves", "a1a2", "b3a2", "ppp/3/PPP", "w", "0", "d"),
        *("ucinewgame", "stop", "ponderhit", "go", "depth", "1", "-1", "9" * 20, "nodes"),
        *("movetime", "infinite", "ponder", "wtime", "\0", "é", "\ud800"),
    ]
)


@given(st.lists(st.one_of(st.lists(_WORDS, max_size=8).map(" ".join), st.text(max_size=30))))
def test_nothing_ends_it(lines: list[str]) -> None:
    talk = Talk()
    try:
        for line in lines:
            if "quit" not in line and "perft" not in line:
                talk(line, "stop")
        talk("stop")
        assert wait_for(lambda: talk("isready") == ["readyok"])
    finally:
        talk.server.close()


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (Score(-35), "cp -35"),
        (Score(0, 1), "mate 1"),
        (Score(0, 2), "mate 1"),
        (Score(0, 3), "mate 2"),
        (Score(0, -2), "mate -1"),
        (Score(0, -4), "mate -2"),
    ],
)
def test_scores(score: Score, words: str) -> None:
    assert score_words(score) == words


def test_an_info_line_in_full() -> None:
    game = library.load("hexapawn")
    info = Info(5, Score(0, -4), 10, 0.0, (game.start.moves[0],), 2, 9, 1000)
    assert info_line(info) == (
        "info depth 5 seldepth 9 multipv 2 score mate -2 nodes 10 hashfull 1000 time 0 pv a1a2"
    )


# -- the real command


def test_lines_through_a_pipe() -> None:
    script = "position startpos moves a1a2\ngo perft 1\nsetoption name Hash value 2\ngo depth 1\n"
    answer = sbg("uci", "--game", "hexapawn", stdin=script)
    assert answer.code == 0
    assert answer.err == ""
    lines = answer.out.splitlines()
    assert lines[:4] == ["b3a2: 1", "b3b2: 1", "c3c2: 1", "Nodes searched: 3"]
    assert lines[-1].startswith("bestmove ")
    assert sbg("uci", "--game", "hexapwn").code == 2


def test_quit_ends_a_count_without_end() -> None:
    answer = sbg("uci", stdin="go perft 20\nisready\nquit\n")
    assert answer.code == 0
    assert answer.err == ""
    assert "readyok" in answer.out.splitlines()


def test_quit_ends_a_search_without_end() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "sbg", "uci"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(),
    )
    out, _ = process.communicate(b"\xff\xfe\ngo infinite\nisready\nquit\n", timeout=SECONDS)
    assert process.returncode == 0
    lines = out.decode().splitlines()
    assert "readyok" in lines
    assert lines[-1].startswith("bestmove ")


def test_our_client_and_our_server_understand_each_other() -> None:
    player = library.player(f"uci:Hash=1 {sys.executable} -m sbg uci")
    try:
        position = library.load("hexapawn").start
        while not position.outcome:
            position = position.play(player.choose(position, Limits(time=5.0, nodes=10)))
    finally:
        player.close()


def test_the_end_of_a_count_is_waited_for() -> None:
    said: list[str] = []
    running = server._Running(said.append)
    assert running.finish(0.0)  # there is nothing to wait for
    running.count(library.load("gardner").start, 4)
    assert running.finish(SECONDS)
    assert said[-1] == f"Nodes searched: {library.perft(library.load('gardner'), 4)}"


def test_a_game_sent_again_is_played_on(monkeypatch: pytest.MonkeyPatch) -> None:
    talk = Talk()
    played: list[str] = []
    play = library.Position.play

    def counted(position: library.Position, move: str) -> library.Position:
        played.append(move)
        return play(position, move)

    monkeypatch.setattr(library.Position, "play", counted)
    for moves, new in (("a1a2", 1), ("a1a2 b3a2", 1), ("a1a2 b3a2 b1a2", 1), ("b1b2 a3b2", 2)):
        played.clear()
        talk(f"position startpos moves {moves}")
        assert len(played) == new
        expected = library.load("hexapawn").start
        for move in moves.split():
            expected = play(expected, move)
        assert expected.fen in talk("d")[-1]
    assert "stays as it was" in talk("position startpos moves b1b2 a3b2 a1a9")[0]


def test_a_game_is_prepared_before_the_clock_runs() -> None:
    talk = Talk()
    for line in ("isready", "ucinewgame"):
        Fake.prepared.clear()
        talk(line)
        assert Fake.prepared == ["Hexapawn"]
