"""The structured form has the same words as the automaton, and the views made from it allow the same moves."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sbg
from sbg.explain.words import describe, tell
from sbg.explain.words.sentences import views_of
from sbg.language import games
from sbg.language.model import Description, Letter, Piece, Power, Regexp
from sbg.language.model.regexp import concat, sum_of
from sbg.language.reference.meaning import targets
from sbg.moves import automata
from sbg.moves.automata import Dfa, minimal
from sbg.moves.shapes.decompose import decompose
from sbg.moves.shapes.paths import TURNS, Path, Repeat, Step, regexp, straight, turned, unite
from sbg.moves.shapes.structure import Structure
from tests.strategies import descriptions, fens
from tests.words.looking import Scene, reached


def same_words(structure: Structure, dfa: Dfa) -> None:
    assert structure.to_dfa() == dfa
    try:
        rule = structure.to_regexp()
    except ValueError:
        assert structure.rest is not None
        return
    assert (minimal(rule) if rule else Dfa(1, frozenset(), ())) == dfa


@pytest.mark.parametrize("name", games.names())
def test_bundled_games_have_the_same_words(name: str) -> None:
    game = sbg.load(name)
    for piece in describe(game).pieces:
        same_words(piece.structure, game.automata[piece.letter])
        assert piece.structure.rest is None  # every bundled piece is recognised as a whole


@given(descriptions())
def test_generated_games_have_the_same_words(game: Description) -> None:
    for letter, dfa in automata.compile(game).items():
        structure = decompose(dfa, game.width, game.height)
        same_words(structure, dfa)
        assert structure == decompose(structure.to_dfa(), game.width, game.height), letter


@given(descriptions(6))
def test_words_are_made_from_the_structure_alone(game: Description) -> None:
    rules = describe(game)
    for piece in rules.pieces:
        if game.rule(piece.letter) is not None:
            assert tell(piece.structure) == (piece.name, piece.sentences)
            assert all(sentence[0].isupper() for sentence in piece.sentences)
            assert all(sentence.endswith(".") for sentence in piece.sentences)


@given(st.data())
def test_equal_languages_get_equal_words(data: st.DataObject) -> None:
    game = data.draw(descriptions(5).filter(lambda game: any(p.rule for p in game.pieces)))
    rewritten = tuple(
        Piece(piece.letter, data.draw(other_ways(piece.rule)) if piece.rule else None)
        for piece in game.pieces
    )
    assert str(describe(dataclasses.replace(game, pieces=rewritten))) == str(describe(game))


def other_ways(rule: Regexp) -> st.SearchStrategy[Regexp]:
    """Rules with the same words, written otherwise."""
    empty = Power(Letter(0, 0, "w"), 0)
    return st.sampled_from(
        [
            rule,
            sum_of([rule, rule]),
            concat([empty, rule]),
            Power(rule, 1),
            sum_of([rule, concat([rule, empty])]),
        ]
    )


@given(st.data())
def test_views_lead_where_the_reference_does(data: st.DataObject) -> None:
    game = data.draw(descriptions(7))
    views = {
        piece.letter: views_of(piece.structure)
        for piece in describe(game).pieces
        if piece.structure.rest is None
    }
    scene = Scene(game, data.draw(fens(game)))
    for origin, letter in scene.board.items():
        rule = game.rule(letter)
        if scene.own(letter) and letter.upper() in views:
            start = frozenset({origin})
            expected = targets(rule, start, scene.content, scene.forward) if rule else frozenset()
            assert reached(views[letter.upper()], origin, scene) == expected


@pytest.mark.parametrize("name", games.names())
@settings(max_examples=15)
@given(data=st.data())
def test_views_of_bundled_games_lead_where_their_moves_do(name: str, data: st.DataObject) -> None:
    game = sbg.load(name)
    views = {piece.letter: views_of(piece.structure) for piece in describe(game).pieces}
    fen = data.draw(fens(game.description))
    scene = Scene(game.description, fen)
    found = {
        (origin, target)
        for origin, letter in scene.board.items()
        if scene.own(letter)
        for target in reached(views[letter.upper()], origin, scene)
    }
    position = sbg.reference.Position(game, fen)
    if position.outcome is None:
        assert found == {(move.origin, move.target) for move in position.moves}


# --- the algebra of paths

ELEMENTS = st.builds(
    lambda vector, on, low, more: Step(
        vector[0], vector[1], on, low, None if more is None else low + more
    ),
    st.sampled_from([(0, 1), (1, 0), (1, 1)]),
    st.sampled_from(["e", "p", "ep", "pw", "epw"]),
    st.integers(0, 2),
    st.none() | st.integers(0, 2),
)
PATHS = st.builds(
    lambda way, end: (*way, end),
    st.lists(ELEMENTS.filter(lambda step: step.high != 0), max_size=2),
    ELEMENTS.map(lambda step: Step(step.dx, step.dy, step.on)),
)


@given(st.lists(PATHS, min_size=1, max_size=5))
def test_uniting_changes_no_words(paths: list[Path]) -> None:
    def language(some: list[Path]) -> Dfa:
        return minimal(sum_of([regexp(path) for path in some]))

    united = unite(paths)
    assert language(united) == language(paths)
    assert len(united) <= len(set(paths))


def test_counts_and_contents_are_united() -> None:
    empty, opponent = Step(0, 1, "e"), Step(0, 1, "p")
    assert unite([(empty,), (empty, empty)]) == [(Step(0, 1, "e", 0, 1), empty)]
    assert unite([(empty,), (opponent,)]) == [(Step(0, 1, "ep"),)]
    ride = Step(0, 1, "e", 1, None)
    end = Step(0, 1, "ep")
    assert unite([(ride, end), (empty,), (opponent,)]) == [(Step(0, 1, "e", 0, None), end)]


def test_rounds_are_united() -> None:
    jump = (Step(0, 1, "pw"), Step(0, 1, "e"))
    aside = (Step(1, 0, "pw"), Step(1, 0, "e"))
    again = Repeat((jump, aside))
    assert unite([(*jump, again), (*aside, again)]) == [(Repeat((jump, aside), 1),)]
    assert unite([(*jump, again)]) == [(*jump, again)]


@given(PATHS)
def test_turning_keeps_what_happens_on_the_way(path: Path) -> None:
    for turn in TURNS.values():
        other = turned(path, turn)
        assert [(e.on, e.low, e.high) for e in other if isinstance(e, Step)] == [
            (e.on, e.low, e.high) for e in path if isinstance(e, Step)
        ]
        assert (straight(other) is None) == (straight(path) is None)
