"""The evolved games in examples/evolved: they are clean, playable and short, and their profiles are theirs."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import sbg
from sbg.language.syntax import Source
from sbg.pipeline import diagnose
from sbg.study.evolve.birth import identity
from sbg.study.evolve.cells import goal_kind, movement
from sbg.study.evolve.genome import Genome
from sbg.study.profiling import rules

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "evolved"
FILES = sorted(FOLDER.glob("*.sbg"))
each = pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])


def profile_of(path: Path) -> sbg.Profile:
    return sbg.Profile.from_json(path.with_suffix(".json").read_text(encoding="utf-8"))


def test_there_are_twenty_and_nothing_else() -> None:
    assert len(FILES) == 20
    named = {path.with_suffix(end) for path in FILES for end in (".sbg", ".json")}
    assert set(FOLDER.iterdir()) == named


@each
def test_a_game_has_no_warnings_and_is_named_after_its_file(path: Path) -> None:
    game = sbg.load(path)
    assert list(diagnose(Source(path.name, game.text))) == []
    assert game.name.lower().replace(" ", "-") == path.stem


@each
def test_a_game_is_played_to_its_end(path: Path) -> None:
    game = sbg.load(path)
    ended = sbg.playouts(game, 20, seed=1)
    assert ended.games == 20
    assert ended.white + ended.black > 0


@each
def test_a_profile_belongs_to_its_game(path: Path) -> None:
    game, profile = sbg.load(path), profile_of(path)
    assert profile.rules == game.rules_hash
    assert (profile.budget, profile.stage, profile.rejected) == ("standard", 3, None)
    assert profile.fitness > 0.4
    read = rules.read(game).measures
    assert {name: profile.measures[name] for name in read} == read
    assert profile.measures["words"].value <= 20


@pytest.mark.long
def test_a_profile_can_be_made_again() -> None:
    path = min(FILES, key=lambda path: profile_of(path).measures["length"].value)
    profile = profile_of(path)
    assert sbg.profile(sbg.load(path), seed=profile.seed) == profile


def test_games_are_new_and_of_different_kinds() -> None:
    games = [sbg.load(path) for path in FILES]
    found = {identity(game) for game in games}
    assert len(found) == len(games)
    assert not found & {identity(sbg.load(name)) for name in sbg.bundled()}
    genomes = [Genome.of(game) for game in games]
    kinds = Counter((goal_kind(genome), movement(genome)) for genome in genomes)
    assert max(kinds.values()) <= 3
