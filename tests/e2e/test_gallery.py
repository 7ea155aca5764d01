"""The pages of `sbg gallery`, opened from the disk: from the map to a game, and the game move by move."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

import sbg
from sbg.study.gallery import write
from sbg.study.gallery.samples import samples
from tests.e2e.kit import expect, opened_file
from tests.gallery import small


def test_a_gallery_opens_without_a_server(chromium: Browser, tmp_path: Path) -> None:
    index = write(small.results(), small.archive(), tmp_path / "out", "New games")
    page, problems = opened_file(chromium, index)
    find = page.get_by_test_id
    elite = small.archive().best()[0]
    expect(find("cards").locator("li")).to_have_count(len(small.archive()))
    find("cards").get_by_role("link", name=elite.name.strip()).first.click()
    expect(page.get_by_role("heading", name=elite.name.strip(), level=1)).to_be_visible()

    # Every position of the game is the one that the engine has.
    game = sbg.parse(elite.text)
    played = samples(game, seed=elite.id)
    board = find("board").locator("svg")
    rows = played.rows
    expect(board).to_have_attribute("data-rows", "/".join(rows))
    for number, move in enumerate(played.moves, 1):
        find("forward").click()
        expect(find("place")).to_have_text(f"{number} of {len(played.moves)} plies")
        rows = after(rows, sbg.Move.parse(move))
        expect(board).to_have_attribute("data-rows", "/".join(rows))
    expect(find("forward")).to_be_disabled()
    find("run").click()  # from the first position again, by itself
    expect(find("place")).to_have_text(f"2 of {len(played.moves)} plies")
    find("run").click()
    expect(find("run")).to_have_attribute("aria-pressed", "false")
    find("first").click()
    expect(find("back")).to_be_disabled()
    find("back-to-map").click()
    expect(page.get_by_role("heading", name="New games")).to_be_visible()
    assert problems == []
    page.context.close()


def after(rows: tuple[str, ...], move: sbg.Move) -> tuple[str, ...]:
    """The rows after a move, which takes a piece from one square to another."""
    board = [list(row) for row in rows]
    (x, y), (u, v) = move.origin, move.target
    piece = board[len(rows) - 1 - y][x]
    board[len(rows) - 1 - y][x] = "."
    board[len(rows) - 1 - v][u] = piece
    return tuple(map("".join, board))
