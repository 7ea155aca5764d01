"""The profile of a game on the page: asked for by a button, with progress, about the game on the board."""

from __future__ import annotations

from tests.e2e.kit import Screen, expect


def test_a_profile_is_made_and_belongs_to_its_game(screen: Screen) -> None:
    screen.open_game("hexapawn")
    screen["tab-rules"].click()
    screen["profile-run"].click()
    expect(screen["profile-sentences"]).to_contain_text(
        "The game is trivial: Black wins in 6 plies"
    )
    expect(screen["profile-depth"]).to_have_text("0.00")
    expect(screen["profile-run"]).to_have_text("Profile with other games")
    screen["profile-run"].click()
    expect(screen["profile-seed"]).to_contain_text("seed 1")
    screen.open_game("octopawn")
    screen["tab-rules"].click()
    expect(screen["profile-run"]).to_have_text("Profile")
    expect(screen["profile-sentences"]).to_have_count(0)


def test_a_profile_shows_how_far_it_is_and_can_be_stopped(screen: Screen) -> None:
    screen.open_game("xiangqi")
    screen["tab-rules"].click()
    screen["profile-run"].click()
    expect(screen["profile-progress"]).to_be_visible()
    screen["profile-stop"].click()
    expect(screen["profile-run"]).to_be_visible()
    expect(screen["profile-sentences"]).to_have_count(0)
    # The board's own connection was not disturbed.
    expect(screen["offline"]).to_have_count(0)
