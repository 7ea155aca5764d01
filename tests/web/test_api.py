"""What the addresses under /api/ answer: the contract that pages are written against."""

from __future__ import annotations

import gzip
import json

import pytest

import sbg
from sbg.explain.pictures.figures import FIGURES
from sbg.language import games
from sbg.play.players import catalogue
from sbg.play.players.catalogue import DEFAULT_LEVEL
from tests.web.helpers import GARDNER, HEXAPAWN, START, Server

WRONG = GARDNER.replace("|.....|", "|....|", 1)


def test_info_tells_what_there_is(server: Server) -> None:
    info = server.get("/api/info")
    assert [level["level"] for level in info["levels"]] == list(range(1, 10))
    assert [level["level"] for level in info["levels"] if level["default"]] == [DEFAULT_LEVEL]
    assert [player["name"] for player in info["players"]] == list(catalogue.offered())
    assert all(player["about"] for player in info["players"])
    assert info["limits"]["seconds"] == 60
    assert len(info["templates"]) >= 4
    for template in info["templates"]:
        assert sbg.parse(template["text"]).start.moves, template["name"]


def test_all_bundled_games_are_there(server: Server) -> None:
    listed = server.get("/api/games")["games"]
    assert [game["name"] for game in listed] == games.names()
    gardner = next(game for game in listed if game["name"] == "gardner")
    assert (gardner["title"], gardner["width"], gardner["height"]) == ("Simplified Gardner", 5, 5)
    assert gardner["about"].startswith("Chess on 5x5 squares")
    assert server.get("/api/games/gardner")["text"] == GARDNER


@pytest.mark.parametrize("name", ["gardner", "great-plain"])
def test_a_bundled_game_has_a_picture(server: Server, name: str) -> None:
    status, headers, body = server.request("GET", f"/api/games/{name}.svg")
    assert status == 200
    assert headers["content-type"].startswith("image/svg+xml")
    assert "sandbox" in headers["content-security-policy"]
    assert body.startswith(b"<svg")


def test_an_unknown_game_is_not_found_and_the_nearest_named(server: Server) -> None:
    status, _, body = server.request("GET", "/api/games/gardnr")
    assert status == 404
    assert "did you mean `gardner`" in json.loads(body)["error"]["message"]
    assert server.request("GET", "/api/games/gardnr.svg")[0] == 404


# -- check and format


def test_check_finds_nothing_wrong_with_a_good_game(server: Server) -> None:
    found = server.post("check", text=GARDNER)
    assert found["diagnostics"] == []
    game = found["game"]
    assert (game["name"], game["width"], game["height"]) == ("Simplified Gardner", 5, 5)
    assert game["turn_limit"] == 100
    assert {"letter": "P", "moves": True} in game["pieces"]
    assert game["state"]["fen"] == START


def test_a_brief_check_makes_no_game(server: Server) -> None:
    for text in (GARDNER, WRONG):
        found = server.post("check", text=text)
        del found["game"]
        assert server.post("check", text=text, brief=True) == found
    status, answer = server.try_post("check", text=GARDNER, brief="yes")
    assert (status, answer["error"]["message"]) == (400, "`brief` is true or false")


def test_check_tells_what_is_wrong_and_where(server: Server) -> None:
    found = server.post("check", text=WRONG)
    assert found["game"] is None
    [row] = [d for d in found["diagnostics"] if d["code"] == "SBG201"]
    assert row["severity"] == "error"
    assert WRONG[row["from"] : row["to"]] == "|....|"
    line = WRONG[: row["from"]].count("\n") + 1
    assert (row["line"], row["column"]) == (line, 1)
    assert row["help"]
    assert row["explain"]
    assert all(set(label) == {"from", "to", "message"} for label in row["labels"])


def test_a_warning_comes_with_the_game(server: Server) -> None:
    text = GARDNER.replace("#K 0 &", "#K 0 & #K 9 &", 1)
    found = server.post("check", text=text)
    assert [d["severity"] for d in found["diagnostics"]] == ["warning"]
    assert found["game"]["name"] == "Simplified Gardner"


def test_a_fix_mends_the_text(server: Server) -> None:
    text = HEXAPAWN.replace("<BOARD>", "<board>", 1)
    found = server.post("check", text=text)
    [first, *_] = [d for d in found["diagnostics"] if d["fix"]]
    edits = sorted(first["fix"]["edits"], key=lambda edit: -edit["from"])
    for edit in edits:
        text = text[: edit["from"]] + edit["insert"] + text[edit["to"] :]
    assert server.post("check", text=text)["diagnostics"] == []


def test_places_are_counted_as_browsers_count(server: Server) -> None:
    # An emoji is one code point and two units of UTF-16; a byte order mark counts for the browser too.
    for before in ("// 😀 a comment\n", "\ufeff// é\n", "\ufeff// 😀😀\n"):
        text = before + WRONG
        [row] = [d for d in server.post("check", text=text)["diagnostics"] if d["code"] == "SBG201"]
        units = text.encode("utf-16-le")
        assert units[2 * row["from"] : 2 * row["to"]].decode("utf-16-le") == "|....|"


def test_a_text_with_thousands_of_mistakes_is_answered_in_short(server: Server) -> None:
    found = server.post("check", text=GARDNER + "@Z 9 9 &\n" * 300)
    assert len(found["diagnostics"]) == 100
    assert found["more"] > 0


def test_the_board_of_a_text_that_has_errors_elsewhere(server: Server) -> None:
    def board(text: str, **more: bool) -> object:
        return server.post("check", text=text, **more).get("board")

    begun = GARDNER[: GARDNER.index("<PIECES>")]
    rows = ["rnbqk", "ppppp", ".....", "PPPPP", "RNBQK"]
    for text in (begun, begun + "<PIECES>\nP (0,1", GARDNER.replace("<GOALS>", "")):
        assert board(text, brief=True) == {"name": "Simplified Gardner", "rows": rows}
    assert board("<BOARD>\n1 2\n|k|\n|K|\n") == {"name": "", "rows": ["k", "K"]}
    for wrong in (GARDNER, "", begun.replace("5 5", "5 6"), begun.replace("|.....|", "|....|")):
        assert board(wrong) is None


def test_format(server: Server) -> None:
    untidy = GARDNER.replace("<BOARD>\n", "<BOARD>   \n\n\n", 1)
    assert server.post("format", text=untidy)["text"] == sbg.format(untidy)
    status, answer = server.try_post("format", text="<<x>> <BOARD> 3")
    assert status == 422
    assert answer["error"]["code"] == "bad-game"
    assert answer["diagnostics"]


# -- the editor's questions, words and pictures


def test_hover_on_a_rule_shows_how_the_piece_moves(server: Server) -> None:
    place = GARDNER.index("\nN ") + 1
    hover = server.post("hover", text=GARDNER, offset=place, theme="dark")["hover"]
    assert hover["from"] <= place < hover["to"]
    assert hover["title"]
    assert hover["text"]
    assert hover["svg"].startswith("<svg")
    assert server.post("hover", text=GARDNER, offset=0)["hover"] is None


def test_hover_counts_as_browsers_do(server: Server) -> None:
    text = "// 😀😀😀\n" + GARDNER
    place = len(text[: text.index("\nN ") + 1].encode("utf-16-le")) // 2
    hover = server.post("hover", text=text, offset=place)["hover"]
    assert hover["from"] <= place < hover["to"]


def test_hover_in_a_text_with_errors_does_without_the_picture(server: Server) -> None:
    place = WRONG.index("\nN ") + 1
    hover = server.post("hover", text=WRONG, offset=place)["hover"]
    assert hover["title"]


def test_complete(server: Server) -> None:
    text = "<<x>>\n<BO"
    found = server.post("complete", text=text, offset=len(text))
    assert found["to"] == len(text)
    labels = [option["label"] for option in found["options"]]
    assert any("BOARD" in label for label in labels)
    assert all(set(o) == {"label", "detail", "insert", "kind"} for o in found["options"])


def test_describe(server: Server) -> None:
    found = server.post("describe", text=GARDNER)
    assert found["name"] == "Simplified Gardner"
    assert "5" in found["board"]
    knight = next(piece for piece in found["pieces"] if piece["letter"] == "N")
    assert knight["name"] == "knight"
    assert knight["sentences"]
    assert knight["svg"].startswith("<svg")
    assert "style" not in knight["svg"]  # the page's policy allows none inside it
    assert found["goals"]
    assert found["ending"]


def test_svg_of_a_position(server: Server) -> None:
    plain = server.post("svg", text=GARDNER)["svg"]
    moved = server.post("svg", text=GARDNER, moves=["a2a3"])["svg"]
    flipped = server.post("svg", text=GARDNER, moves=["a2a3"], flip=True, pieces="figures")["svg"]
    assert plain.startswith("<svg")
    assert len({plain, moved, flipped}) == 3


# -- positions and records


def test_moves_at_the_start(server: Server) -> None:
    state = server.post("moves", text=GARDNER)
    position = sbg.load("gardner").start
    assert state["fen"] == state["start"] == position.fen
    assert state["rows"] == list(position.rows)
    assert [entry["move"] for entry in state["moves"]] == list(map(str, position.moves))
    assert (state["turn"], state["ply"], state["last"], state["outcome"]) == (
        "white",
        0,
        None,
        None,
    )
    assert state["history"] == []


def test_moves_after_captures(server: Server) -> None:
    state = server.post("moves", text=GARDNER, moves=["a2a3", "b4a3"])
    assert state["history"] == [
        {"move": "a2a3", "piece": "P", "capture": None},
        {"move": "b4a3", "piece": "p", "capture": "P"},
    ]
    assert state["last"] == {"from": "b4", "to": "a3"}
    taking = next(entry for entry in state["moves"] if entry["move"] == "b2a3")
    assert taking == {"move": "b2a3", "from": "b2", "to": "a3", "capture": "opponent"}


def test_a_capture_of_an_own_piece_is_told_apart(server: Server) -> None:
    text = games.read("self-capture-chess").decode()
    captures = {entry["capture"] for entry in server.post("moves", text=text)["moves"]}
    assert captures == {None, "own"}


def test_moves_from_a_given_start_to_the_end(server: Server) -> None:
    start = "4k/3P1/5/5/K4 w 10"
    assert server.post("moves", text=GARDNER, start=start)["start"] == start
    ended = server.post("moves", text=GARDNER, start=start, moves=["d4e5"])
    assert ended["outcome"] == {
        "winner": "white",
        "reason": "count",
        "words": "White wins: black has lost their last king.",
    }
    assert ended["moves"] == []


@pytest.mark.parametrize(
    ("start", "moves", "words"),
    [
        ("p2/1P1/3 w 0", ["b2b3"], "White wins: a pawn has reached b3."),
        ("3/1p1/2P b 1", ["b2b1"], "Black wins: a pawn has reached b1."),
        ("p2/P2/3 w 0", [], "Black wins: white has no legal move."),
    ],
)
def test_an_outcome_is_put_into_words(
    server: Server, start: str, moves: list[str], words: str
) -> None:
    ended = server.post("moves", text=HEXAPAWN, start=start, moves=moves)
    assert ended["outcome"]["words"] == words


def test_who_has_written_nothing_is_sent_to_the_templates(server: Server) -> None:
    (found,) = server.post("check", text=" \n")["diagnostics"]
    assert found["help"] == "Games, at the top of the page, has templates to start from"


def test_a_position_line_of_another_program(server: Server) -> None:
    """The squares and who moves are taken; the ply is that of the move's number, or the first that fits."""
    board = "rnbqk/ppppp/5/PPPPP/RNBQK"
    for start, ply in (
        (f"{board} w KQkq - 0 1", "w 0"),
        (f"{board} b - - 3 4", "b 7"),
        (f"{board} b - -", "b 1"),
        (f"{board} w - - 0 x", "w 0"),
    ):
        assert server.post("moves", text=GARDNER, start=start)["start"] == f"{board} {ply}"
    status, answer = server.try_post("moves", text=GARDNER, start="8/8/8/8/8 w KQkq - 0 1")
    assert status == 400
    assert "longer than the row" in answer["error"]["message"]


def test_pieces_are_drawn_alike_everywhere(server: Server) -> None:
    """A game of chess pieces has figures on the board, in its thumbnail, and where the page asks for them."""
    assert server.post("check", text=GARDNER)["game"]["drawn"] == "figures"
    runner = "<<T>><BOARD>1 3\n|z|\n|.|\n|Z|\n<PIECES>Z (0,1,e) &\n<GOALS>9 &"
    assert server.post("check", text=runner)["game"]["drawn"] == "letters"
    pictures = {
        style: server.post("describe", text=GARDNER, pieces=style)["pieces"][1]["svg"]
        for style in ("letters", "figures")
    }
    rook = FIGURES["R"][0]
    assert rook in pictures["figures"]
    assert rook not in pictures["letters"]
    assert rook in server.request("GET", "/api/games/gardner.svg")[2].decode()


def test_what_cannot_be_played_is_said(server: Server) -> None:
    for fields, code in (
        ({"moves": ["a2a3", "a2a3"]}, "illegal-move"),
        ({"moves": ["zz"]}, "illegal-move"),
        ({"start": "nonsense"}, "bad-request"),
    ):
        status, answer = server.try_post("moves", text=GARDNER, **fields)
        assert (status, answer["error"]["code"]) == (422 if code == "illegal-move" else 400, code)
    status, answer = server.try_post("moves", text=GARDNER, moves=["a2a3", "a2a3"])
    assert "move 2" in answer["error"]["message"]
    status, answer = server.try_post("moves", text=WRONG)
    assert (status, answer["error"]["code"]) == (422, "bad-game")
    assert answer["diagnostics"][0]["code"] == "SBG201"


def test_a_record_goes_out_and_comes_back(server: Server) -> None:
    moves = ["a2a3", "b4a3", "b2a3"]
    record = server.post("record", text=GARDNER, moves=moves, white="me", black='the "other"')
    back = server.post("read-record", text=GARDNER, record=record["record"])
    names = {"white": "me", "black": 'the "other"'}
    assert back == {"text": GARDNER, "start": None, "moves": moves, "variations": []} | names
    # With another game on the board, the record brings its own along.
    assert server.post("read-record", text=HEXAPAWN, record=record["record"]) == back


def test_a_record_of_an_unknown_game_holds_its_text(server: Server) -> None:
    text = HEXAPAWN.replace("20 &", "30 &")
    made = server.post("record", text=text, moves=["a1a2"], variations=[["b1b2", "a3b2"]])
    record = made["record"]
    assert f'[Program "sbg {sbg.__version__}"]' in record
    back = server.post("read-record", text=GARDNER, record=record)
    assert sbg.parse(back["text"]) == sbg.parse(text)
    assert back["variations"] == [["b1b2", "a3b2"]]
    bare = "\n".join(line for line in record.splitlines() if not line.startswith("[Text"))
    for broken, why in ((bare, "record of"), (record.replace("<BOARD>", "<BORED>"), "not a game")):
        status, answer = server.try_post("read-record", text=GARDNER, record=broken)
        assert (status, answer["error"]["code"]) == (400, "bad-request")
        assert why in answer["error"]["message"]
    status, answer = server.try_post("record", text=text, moves=[], variations=[["a1a9"]])
    assert (status, answer["error"]["code"]) == (422, "illegal-move")


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("check", {}),
        ("check", {"text": 3}),
        ("moves", {"text": GARDNER, "moves": "a2a3"}),
        ("moves", {"text": GARDNER, "moves": [1]}),
        ("moves", {"text": GARDNER, "start": 7}),
        ("hover", {"text": GARDNER}),
        ("hover", {"text": GARDNER, "offset": -1}),
        ("hover", {"text": GARDNER, "offset": True}),
        ("svg", {"text": GARDNER, "theme": "pink"}),
        ("svg", {"text": GARDNER, "theme": ["light"]}),
        ("svg", {"text": GARDNER, "flip": "yes"}),
        ("read-record", {"text": GARDNER, "record": "nonsense"}),
        ("record", {"text": GARDNER, "variations": ["a2a3"]}),
    ],
)
def test_a_field_of_the_wrong_kind_is_refused(
    server: Server, name: str, fields: dict[str, object]
) -> None:
    status, answer = server.try_post(name, **fields)
    assert (status, answer["error"]["code"]) == (400, "bad-request")


def test_translate(server: Server) -> None:
    targets = {target["name"]: target for target in server.get("/api/info")["targets"]}
    assert {"gdl", "rbg", "fsf"} <= set(targets)
    assert "betza" not in targets  # it writes a piece, not a game
    found = server.post("translate", text=GARDNER, target="gdl")
    assert found["text"] == sbg.translate(sbg.parse(GARDNER), "gdl").text
    assert (found["suffix"], found["exact_until"]) == (".kif", None)
    status, answer = server.try_post("translate", text=GARDNER, target="fsf")
    assert (status, answer["error"]["code"]) == (422, "bad-game")
    assert (
        "turn limit" in answer["error"]["message"] or "drawn at ply" in answer["error"]["message"]
    )
    assert targets["fsf"]["losses"] == ["the game is not drawn at its turn limit"]
    allowed = server.post("translate", text=GARDNER, target="fsf", allow=True)
    assert allowed["exact_until"] == 100
    for wrong in ({}, {"target": "betza"}, {"target": "gdl", "allow": 1}):
        assert server.try_post("translate", text=GARDNER, **wrong)[0] == 400


def test_answers_are_compressed_and_those_that_stay_are_known_again(server: Server) -> None:
    packed = {"Accept-Encoding": "gzip"}
    status, headers, body = server.request("GET", "/api/info", headers=packed)
    assert (status, headers["content-encoding"]) == (200, "gzip")
    assert json.loads(gzip.decompress(body))["version"]
    again = server.request("GET", "/api/info", headers={"If-None-Match": headers["etag"]})
    assert (again[0], again[2]) == (304, b"")
    kind = {"Content-Type": "application/json", **packed}
    asked = json.dumps({"text": GARDNER})
    _, headers, body = server.request("POST", "/api/describe", asked, kind)
    assert (headers["content-encoding"], headers["cache-control"]) == ("gzip", "no-store")
    assert len(body) < len(gzip.decompress(body)) / 2
    assert "content-encoding" not in server.request("GET", "/api/status", headers=packed)[1]
