"""What the WebSocket answers: play, analysis and hints, one search at a time, and none left behind."""

from __future__ import annotations

import contextlib
import json
import time
from typing import Any

import pytest

import sbg
from sbg.play.players.catalogue import offered
from tests.patience import ends
from tests.web.helpers import (
    GARDNER,
    HEXAPAWN,
    LINUX,
    Client,
    Server,
    frame,
    limited,
    running,
    wait_for,
)


def check_info(info: dict[str, Any]) -> None:
    assert info["pv"]
    assert [played["move"] for played in info["line"]] == info["pv"][:12]
    assert all(played["piece"].isalpha() for played in info["line"])
    assert info["depth"] >= 1
    assert info["nodes"] >= 1
    assert info["seconds"] >= 0
    score = info["score"]
    assert set(score) == {"text", "plies", "drawn", "centipawns", "white"}
    assert -1 <= score["white"] <= 1
    assert score["text"]


def test_a_sign_of_life(client: Client) -> None:
    assert client.ask("ping")["type"] == "pong"


@pytest.mark.parametrize("player", offered())
def test_every_player_plays(client: Client, player: str) -> None:
    number = client.send("play", moves=["a2a3"], player=player, seconds=0.2)
    *infos, answer = client.follow(number)
    position = sbg.load("gardner").start.play("a2a3")
    assert answer["type"] == "played"
    assert answer["state"]["fen"] == position.play(answer["move"]).fen
    assert bool(infos) == (player not in ("greedy", "random"))
    for message in infos:
        check_info(message["info"])


@pytest.mark.parametrize("level", range(1, 10))
def test_every_level_plays(client: Client, level: int) -> None:
    answer = client.ask("play", text=HEXAPAWN, player="alphabeta", level=level)
    assert answer["type"] == "played"


def test_a_whole_game_against_the_computer(server: Server, client: Client) -> None:
    state = server.post("moves", text=HEXAPAWN)
    moves: list[str] = []
    while state["outcome"] is None:
        moves.append(state["moves"][0]["move"])
        state = server.post("moves", text=HEXAPAWN, moves=moves)
        if state["outcome"] is None:
            answer = client.ask("play", text=HEXAPAWN, moves=moves, player="alphabeta", level=9)
            moves.append(answer["move"])
            state = answer["state"]
    assert state["outcome"]["words"].endswith(".")
    assert [entry["move"] for entry in state["history"]] == moves
    answer = client.ask("play", text=HEXAPAWN, moves=moves, player="random")
    assert (answer["type"], answer["code"]) == ("error", "illegal-move")


def test_scores_are_from_whites_side(client: Client) -> None:
    won = "4k/3P1/5/5/K4 w 10"
    white = client.ask("hint", start=won)["info"]["score"]
    assert (white["text"], white["plies"], white["white"]) == ("white wins in 1 ply", 1, 1.0)
    black = client.ask("hint", start="k4/5/5/1p3/K4 b 11")["info"]["score"]
    assert (black["text"], black["plies"], black["white"]) == (
        "black wins in 1 ply",
        -1,
        -1.0,
    )
    for turn in ("w 10", "b 11"):  # white has a rook more, whoever is to move
        *infos, _ = client.follow(
            client.send("analyse", start=f"rnbqk/5/5/R4/RNBQK {turn}", seconds=0.3)
        )
        first = infos[0]["info"]["score"]
        assert first["white"] > 0, (turn, first)


def test_analyse_reports_on_several_lines_and_ends_in_time(client: Client) -> None:
    *infos, answer = client.follow(client.send("analyse", moves=[], seconds=0.5, lines=3))
    assert (answer["type"], answer["stopped"]) == ("done", False)
    assert {message["info"]["rank"] for message in infos} == {1, 2, 3}
    best = [message["info"] for message in infos if message["info"]["rank"] == 1][-1]
    assert answer["move"] == best["pv"][0]


def test_hint(client: Client) -> None:
    *_, answer = client.follow(client.send("hint", moves=[]))
    assert answer["type"] == "hinted"
    check_info(answer["info"])
    assert answer["move"] == answer["info"]["pv"][0]


@pytest.mark.parametrize("kind", ["analyse", "play"])
def test_stop_ends_a_search_at_once(server: Server, client: Client, kind: str) -> None:
    fields = {"player": "mcts"} if kind == "play" else {}
    number = client.send(kind, moves=[], seconds=50, **fields)
    while client.receive()["type"] != "info":
        pass
    client.send("stop")
    answer = client.follow(number)[-1]
    if kind == "play":
        assert answer["type"] == "played"
        assert answer["move"] in [str(move) for move in sbg.load("gardner").start.moves]
    else:
        assert (answer["type"], answer["stopped"]) == ("done", True)
    wait_for(lambda: server.status()["searches"] == 0)


def test_a_new_search_ends_the_one_before(server: Server, client: Client) -> None:
    first = client.send("analyse", moves=[], seconds=50)
    second = client.send("analyse", moves=["a2a3"], seconds=50)
    third = client.send("play", moves=["a2a3"], player="random")
    ends = {}
    while third not in ends:
        message = client.receive()
        if message["type"] != "info":
            ends[message["id"]] = message["type"]
    assert set(ends) == {first, second, third}
    assert ends[third] == "played"
    wait_for(lambda: server.status()["searches"] == 0)


def test_stop_without_a_search_does_nothing(client: Client) -> None:
    client.send("stop")
    assert client.ask("ping")["type"] == "pong"


@LINUX
@pytest.mark.parametrize("way", ["close", "vanish"])
def test_a_search_ends_with_its_client(way: str) -> None:
    with running() as server:
        with server.client() as client:
            client.send("analyse", moves=[], seconds=60)
            while client.receive()["type"] != "info":
                pass
            assert server.status()["searches"] == 1
            before = server.work()
            wait_for(lambda: server.work() - before > 0.05)  # it computes
            if way == "vanish":  # no closing handshake: the connection is cut
                client.connection.socket.shutdown(2)
        wait_for(lambda: server.status()["searches"] == 0, 40)  # long before its time is over
        assert server.status()["sockets"] == 0
        wait_for(lambda: rests(server), 40)  # it computes no more


def rests(server: Server) -> bool:
    """Whether its processes have nothing to do."""
    before = server.work()
    time.sleep(1)
    return server.work() - before < 0.1


def test_a_client_that_hangs_is_dropped_with_its_search() -> None:
    search = {"id": 1, "type": "analyse", "text": GARDNER, "seconds": 50}
    with limited(patience_seconds=2) as server, server.websocket() as connection:
        connection.sendall(frame(json.dumps(search)))
        wait_for(lambda: server.status()["searches"] == 1)
        # It takes nothing from the connection, and so answers no sign of life.
        wait_for(lambda: server.status()["searches"] == 0, 40)
        assert server.status()["sockets"] == 0


def test_searches_have_a_limit_and_then_others_have_their_turn() -> None:
    busy = ("error", "busy", "too many searches are under way")
    with limited(searches=1) as server, server.client() as first, server.client() as second:
        number = first.send("analyse", seconds=50)
        while first.receive()["type"] != "info":
            pass
        *told, refused = second.follow(second.send("analyse", seconds=50))
        assert (told, (refused["type"], refused["code"], refused["message"])) == ([], busy)
        # Whoever needs no search is served all the while.
        assert second.ask("play", player="random")["type"] == "played"
        assert server.status()["searches"] == 1
        first.send("stop")
        assert first.follow(number)[-1]["type"] == "done"
        assert second.ask("analyse", seconds=0.1)["type"] == "done"


def test_one_address_has_some_of_the_searches() -> None:
    with limited(searches=10) as server, contextlib.ExitStack() as stack:
        clients = [stack.enter_context(server.client()) for _ in range(6)]
        for client in clients[:5]:
            client.send("analyse", seconds=50)
        wait_for(lambda: server.status()["searches"] == 5)
        refused = clients[5].ask("analyse", seconds=50)
        assert (refused["code"], refused["message"]) == (
            "busy",
            "too many searches of yours are under way",
        )


def test_many_who_play_at_once_wait_for_each_other() -> None:
    with limited(searches=1) as server, contextlib.ExitStack() as stack:
        clients = [stack.enter_context(server.client()) for _ in range(40)]
        numbers = [client.send("play", player="random") for client in clients]
        for client, number in zip(clients, numbers, strict=True):
            assert client.follow(number)[-1]["type"] == "played"


def test_a_search_is_cut_to_the_time_that_the_server_allows() -> None:
    with running("--seconds", "0.3") as server, server.client() as client:
        with ends():  # long before the thousand seconds
            answer = client.ask("analyse", moves=[], seconds=1000)
        assert answer["type"] == "done"


# -- what is wrong


@pytest.mark.parametrize(
    ("type", "fields", "code"),
    [
        ("hint", {"text": None}, "bad-request"),
        ("hint", {"text": 5}, "bad-request"),
        ("hint", {"text": "<<x>>"}, "bad-game"),
        ("hint", {"moves": ["a2a5"]}, "illegal-move"),
        ("hint", {"moves": ["a2a3"] * 2}, "illegal-move"),
        ("hint", {"moves": ["a2a3" * 10]}, "bad-request"),
        ("hint", {"moves": [["a2a3"]]}, "bad-request"),
        ("hint", {"start": "x"}, "bad-request"),
        ("hint", {"moves": ["a2a3"] * 20_001}, "limit"),
        ("play", {"player": "uci:sh -c true"}, "bad-request"),
        ("play", {"player": "uci"}, "bad-request"),
        ("play", {"player": "alphabeta:weights=/etc/passwd"}, "bad-request"),
        ("play", {"player": None, "level": 10}, "bad-request"),
        ("play", {"player": "alphabeta", "level": 0}, "bad-request"),
        ("play", {"player": "alphabeta", "level": 2.5}, "bad-request"),
        ("play", {"player": "mcts", "seconds": -1}, "bad-request"),
        ("play", {"player": "mcts", "seconds": "long"}, "bad-request"),
        ("play", {"player": "mcts", "moves": ["a2a5"]}, "illegal-move"),
        ("analyse", {"lines": 11}, "bad-request"),
        ("dance", {}, "bad-request"),
        ("moves", {}, "bad-request"),
        ("open", {}, "bad-request"),
        ("", {}, "bad-request"),
    ],
)
def test_a_wrong_request_is_refused_and_the_next_served(
    client: Client, type: str, fields: dict[str, Any], code: str
) -> None:
    answer = client.ask(type, **fields)
    assert (answer["type"], answer["code"]) == ("error", code)
    assert answer["message"]
    assert client.ask("play", moves=[], player="random")["type"] == "played"


def test_options_that_name_files_or_threads_do_not_reach_the_players(client: Client) -> None:
    answer = client.ask(
        "play", moves=[], player="greedy", weights="/etc/passwd", threads=64, hash=60_000
    )
    assert answer["type"] == "played"


def test_a_text_with_errors_is_told_what_is_wrong(client: Client) -> None:
    refused = client.ask("hint", text=GARDNER.replace("|.....|", "|....|", 1))
    assert refused["code"] == "bad-game"
    assert refused["diagnostics"][0]["code"] == "SBG201"


def test_a_profile_with_progress(client: Client) -> None:
    *infos, answer = client.follow(client.send("profile", text=HEXAPAWN))
    shares = [message["info"]["share"] for message in infos]
    assert shares == sorted(shares)
    assert shares
    assert answer["type"] == "profiled"
    assert not answer["stopped"]
    found = sbg.profile(sbg.parse(HEXAPAWN), budget="quick", gates=False)
    assert answer["profile"]["measures"].keys() == found.measures.keys()
    assert answer["profile"]["fitness"] == found.fitness
    assert answer["sentences"][0].startswith("Proved: Black wins")
    assert any(told.startswith("The game is trivial") for told in answer["sentences"])


def test_another_seed_plays_other_games(client: Client) -> None:
    one, other = (
        client.follow(client.send("profile", seed=seed))[-1]["profile"] for seed in (0, 1)
    )
    assert (one["seed"], other["seed"]) == (0, 1)
    assert one["measures"] != other["measures"]
    refused = client.ask("profile", seed=-1)
    assert (refused["code"], refused["type"]) == ("bad-request", "error")


def test_a_profile_can_be_stopped(client: Client) -> None:
    number = client.send("profile", text=sbg.load("xiangqi").text)
    client.send("stop")
    *_, answer = client.follow(number)
    assert answer["type"] == "profiled", answer
    assert (answer["stopped"], answer["profile"]) == (True, None)
    assert client.ask("ping")["type"] == "pong"
