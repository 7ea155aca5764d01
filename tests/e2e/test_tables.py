"""A server with tables: the page shows exact values, of the position and of every move."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

import sbg
from sbg.exact.solving.plan import make_plan
from sbg.exact.solving.solve import fill_table, save_table
from tests.e2e.kit import Visit
from tests.web.helpers import running


def test_exact_values(chromium: Browser, pictures: Path, tmp_path: Path) -> None:
    table = fill_table(make_plan(sbg.load("octopawn").start, 1 << 30))
    save_table(table, tmp_path / "octopawn.table")
    with running("--tables", str(tmp_path)) as server:
        visit = Visit(chromium, server.address, pictures)
        screen = visit()
        screen.open_game("octopawn")
        screen["analyse"].click()
        expect(screen["exact"]).to_contain_text("solved: won in 11")
        expect(screen["score"]).to_have_text("white wins in 11 plies")
        moves = screen["exact-move"]
        expect(moves).to_have_count(4)
        expect(moves.first).to_contain_text("won in 11")
        expect(moves.last).to_contain_text("lost in")
        screen.picture("exact-values")
        worst = moves.last.get_attribute("data-move")
        assert worst is not None
        moves.last.click()
        expect(screen["exact"]).to_contain_text("solved: won in")  # now for Black
        assert screen.unexpected() == []
        # A game that no table has is searched as always.
        screen.open_game("gardner")
        expect(screen["score"]).to_be_visible()
        expect(screen["exact"]).to_have_count(0)
        screen.context.close()
