"""Links, files and records: a game leaves the page and comes back as it was. Broken links do no harm."""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import sbg
from sbg.language import games
from tests.e2e.kit import Screen, Visit, expect
from tests.e2e.test_games import drop
from tests.web.helpers import GARDNER, HEXAPAWN

LINE = ["b1c3", "b4b3", "c3b5"]


def fragment(value: Any) -> str:
    """A link as the page makes them, around anything."""
    text = value if isinstance(value, bytes) else json.dumps(value).encode()
    squeezed = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = squeezed.compress(text) + squeezed.flush()
    return "#g=" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def unpacked(link: str) -> Any:
    """What a link holds."""
    packed = link.partition("#g=")[2]
    data = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
    return json.loads(zlib.decompress(data, -15))


def shared(screen: Screen) -> str:
    """The link that the page offers."""
    screen["share-open"].click()
    expect(screen["share-link"]).to_have_value(re.compile("#g=."))
    return screen["share-link"].input_value()


def test_a_link_holds_game_and_moves(screen: Screen, visit: Visit) -> None:
    screen.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for move in LINE:
        screen.play(move)
    screen["undo"].click()
    expect(screen["board"]).to_have_attribute("data-ply", "2")
    link = shared(screen)
    screen.picture("share")
    screen["share-copy"].click()
    expect(screen["notice"]).to_contain_text("copied")
    assert screen.page.evaluate("navigator.clipboard.readText()") == link
    assert unpacked(link)["t"] == GARDNER
    assert unpacked(link)["m"].split() == LINE

    other = visit(go=False)
    other.page.goto(link)
    other.expect_fen(screen.fen)
    assert other.moves() == LINE
    other.expect_problems(0)
    other["last"].click()
    expect(other["board"]).to_have_attribute("data-ply", "3")
    # A reload goes on with the game, not with the link.
    other.page.reload()
    expect(other["board"]).to_have_attribute("data-ply", "3")
    # The text never went to the server in an address.
    assert not any("g=" in address for address in other.asked)


def test_lines_that_were_left_travel_along(screen: Screen, visit: Visit) -> None:
    for move in ("a2a3", "b4b3"):
        screen.play(move)
    screen["undo"].click()
    expect(screen["board"]).to_have_attribute("data-ply", "1")
    screen.play("c4c3")
    expect(screen["aside"]).to_have_attribute("data-line", "a2a3 b4b3")
    link = shared(screen)
    with screen.page.expect_download() as coming:
        screen["export-record"].click()
    record = Path(coming.value.path()).read_text(encoding="utf-8")
    assert record.endswith("a2a3 c4c3 (b4b3)\n")

    other = visit(go=False)
    other.page.goto(link)
    expect(other["aside"]).to_have_attribute("data-line", "a2a3 b4b3")
    other.page.reload()
    expect(other["aside"]).to_have_attribute("data-line", "a2a3 b4b3")

    # A record opens on the page of somebody who has another game there.
    stranger = visit(go=False)
    stranger.go("#game=hexapawn")
    drop(stranger, "game.record.txt", record.encode())
    stranger.expect_fen(screen.fen)
    expect(stranger["aside"]).to_have_attribute("data-line", "a2a3 b4b3")


def test_a_link_to_this_machine_says_so(screen: Screen) -> None:
    shared(screen)
    expect(screen["share-here"]).to_contain_text("this computer only")
    with screen.page.expect_download() as coming:
        screen["share-file"].click()
    assert coming.value.suggested_filename == "simplified-gardner.sbg"
    assert Path(coming.value.path()).read_text(encoding="utf-8") == GARDNER


def test_a_link_is_opened_in_a_page_that_stands(screen: Screen) -> None:
    screen.play("a2a3")
    screen.page.evaluate("(link) => { location.hash = link }", fragment({"v": 1, "t": HEXAPAWN}))
    screen.expect_fen(sbg.load("hexapawn").start.fen)
    assert screen.moves() == []


def test_a_link_with_a_position(visit: Visit) -> None:
    start = "4k/5/2P2/5/K4 b 7"
    screen = visit(go=False)
    screen.go(fragment({"v": 1, "t": GARDNER, "s": start, "m": "e5d5"}))
    expect(screen["board"]).to_have_attribute("data-ply", "8")
    screen["undo"].click()
    screen.expect_fen(start)
    assert unpacked(shared(screen))["s"] == start


HOSTILE = {
    "nothing": "#g=",
    "nonsense": "#g=%%%<script>alert(1)</script>",
    "not packed": "#g=" + base64.urlsafe_b64encode(b"hello there").decode(),
    "no JSON": fragment(b"\xff\xfe{"),
    "a list": fragment([1, 2, 3]),
    "null": fragment(None),
    "another version": fragment({"v": 99, "t": HEXAPAWN}),
    "a number": fragment({"v": 1, "t": 12}),
    "a prototype": fragment({"__proto__": {"v": 1, "t": HEXAPAWN}}),
    "deep": fragment(b"[" * 100_000),
    "a bomb": fragment(b'{"v":1,"t":"' + b" " * 60_000_000 + b'"}'),
}


@pytest.mark.parametrize("name", ["nonsense", "null", "a bomb"])
def test_a_page_is_opened_with_a_broken_link(visit: Visit, name: str) -> None:
    screen = visit(go=False).go(HOSTILE[name])
    expect(screen["notice"]).to_contain_text(re.compile("link", re.IGNORECASE))
    expect(screen["title"]).to_have_text("Simplified Gardner")
    screen.play("a2a3")
    assert "#" not in screen.page.url


def test_broken_links_do_nothing_to_a_game(screen: Screen) -> None:
    screen.play("a2a3")
    for name, link in HOSTILE.items():
        screen.page.evaluate("(link) => { location.hash = link }", link)
        expect(screen["notice"], name).to_contain_text(re.compile("link", re.IGNORECASE))
        screen["notice-close"].click()
        expect(screen["notice"]).to_have_count(0)
    assert screen.moves() == ["a2a3"]
    screen.play("b4a3")


def test_a_link_that_is_too_long(screen: Screen) -> None:
    screen.page.evaluate("() => { location.hash = 'g=' + 'A'.repeat(2_000_001) }")
    expect(screen["notice"]).to_contain_text("too long")


EVIL = "<img src=x onerror=window.hurt=1><svg onload=window.hurt=1><script>window.hurt=1</script>"


@pytest.mark.parametrize(
    "value",
    [
        {"t": f"<<{EVIL}>>\n" + HEXAPAWN.partition(">>")[2]},
        {"t": HEXAPAWN, "m": f"a1a2 {EVIL}"},
        {"t": HEXAPAWN, "s": EVIL},
        {"t": HEXAPAWN, "m": "a1a2 " * 30_000},
        {"t": HEXAPAWN, "m": "a1a2", "a": -5},
        {"t": EVIL},
        {"t": ""},
        {"t": "A" * 1_000_000},
    ],
    ids=["name", "move", "position", "many moves", "place", "text", "empty", "long"],
)
def test_a_link_with_malice(visit: Visit, value: dict[str, Any]) -> None:
    screen = visit(go=False)
    screen.allow(r"status of 4\d\d .*/api/(moves|check)")
    screen.page.goto(screen.address + fragment({"v": 1} | value))
    # Either there is a board, or words say why there is none.
    told = (
        screen["board"]
        .or_(screen["notice"])
        .or_(screen["board-waiting"].filter(has_text="no game"))
    )
    expect(told.first).to_be_visible()
    assert screen.page.evaluate("window.hurt") is None
    assert screen.page.locator("img[src=x]").count() == 0
    # And there is a way on.
    screen.open_game("breakthrough5")
    screen.expect_fen(sbg.load("breakthrough5").start.fen)
    screen.play("a2a3")


def test_the_game_is_saved(screen: Screen) -> None:
    screen["share-open"].click()
    with screen.page.expect_download() as coming:
        screen["export-sbg"].click()
    assert coming.value.suggested_filename == "simplified-gardner.sbg"
    assert Path(coming.value.path()).read_text(encoding="utf-8") == games.read("gardner").decode()


def test_a_picture_is_saved(screen: Screen) -> None:
    screen.play("b1c3")
    screen["share-open"].click()
    with screen.page.expect_download() as coming:
        screen["export-svg"].click()
    assert coming.value.suggested_filename == "simplified-gardner.svg"
    picture = ElementTree.fromstring(Path(coming.value.path()).read_text(encoding="utf-8"))
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    assert picture.get("viewBox")


def test_a_game_leaves_in_the_language_of_another_program(screen: Screen) -> None:
    screen["share-open"].click()
    with screen.page.expect_download() as coming:
        screen["translate"].click()
    assert coming.value.suggested_filename == "simplified-gardner.kif"
    assert "(role white)" in Path(coming.value.path()).read_text(encoding="utf-8")
    screen["translate-to"].select_option("fsf")
    screen["translate-allow"].check()
    with screen.page.expect_download() as coming:
        screen["translate"].click()
    assert coming.value.suggested_filename == "simplified-gardner.ini"


def test_a_record_leaves_and_comes_back(screen: Screen, visit: Visit, tmp_path: Path) -> None:
    for move in LINE:
        screen.play(move)
    screen["share-open"].click()
    with screen.page.expect_download() as coming:
        screen["export-record"].click()
    record = Path(coming.value.path()).read_text(encoding="utf-8")
    assert "Simplified Gardner" in record

    other = visit()
    other["share-open"].click()
    other["record-text"].fill(record)
    other["record-import"].click()
    other.expect_fen(screen.fen)
    assert other.moves() == LINE
    other["restart"].click()
    expect(other["board"]).to_have_attribute("data-ply", "0")
    drop(other, "game.record.txt", record.encode())
    other.expect_fen(screen.fen)
    other["restart"].click()
    expect(other["board"]).to_have_attribute("data-ply", "0")
    path = tmp_path / "game.record.txt"
    path.write_text(record, encoding="utf-8")
    other["share-open"].click()
    other["record-file"].set_input_files(path)
    other.expect_fen(screen.fen)


def test_nonsense_as_a_record(screen: Screen) -> None:
    screen.allow(r"status of 4\d\d .*/api/read-record")
    screen.play("a2a3")
    screen["share-open"].click()
    for nonsense in ("nonsense", "1. a9a9", '[Game "Chess"]\n\n1. e2e4'):
        screen["record-text"].fill(nonsense)
        screen["record-import"].click()
        expect(screen["notice"]).to_be_visible()
        screen["notice-close"].click()
        expect(screen["notice"]).to_have_count(0)
    assert screen.moves() == ["a2a3"]
