"""Who reads the sentences, and nothing else, makes exactly the moves of the rules."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import sbg
from sbg.explain.words import MOST_WORDS, describe
from sbg.language import games
from sbg.language.model import Coordinates, Description, Piece
from sbg.language.reference.meaning import targets
from sbg.moves import automata
from sbg.shapes import Family, Leg, Shape, to_rule
from tests.shapes.strategies import families
from tests.strategies import descriptions, fens
from tests.words.looking import Scene
from tests.words.reader import Reading, read
from tests.words.vocabulary import UnreadableError


def readings(sentences: Sequence[str]) -> list[Reading]:
    found = [read(sentence) for sentence in sentences]
    return [reading for reading in found if reading is not None]


def reached(known: list[Reading], origin: Coordinates, scene: Scene) -> set[Coordinates]:
    return set().union(*(reading(origin, scene) for reading in known))


@pytest.mark.parametrize("name", games.names())
@settings(max_examples=15)
@given(data=st.data())
def test_sentences_of_bundled_games_say_their_moves(name: str, data: st.DataObject) -> None:
    game = sbg.load(name)
    known = {piece.letter: readings(piece.sentences) for piece in describe(game).pieces}
    scene = Scene(game.description, data.draw(fens(game.description)))
    for origin, letter in scene.board.items():
        if scene.own(letter):
            rule = game.description.rule(letter)
            assert rule is not None
            expected = targets(rule, frozenset({origin}), scene.content, scene.forward)
            assert reached(known[letter.upper()], origin, scene) == expected


@pytest.mark.long
@settings(max_examples=200)
@given(st.data())
def test_sentences_of_generated_games_say_their_moves(data: st.DataObject) -> None:
    game: Description = data.draw(descriptions(7))
    say_their_moves(game, data.draw(fens(game)))


@pytest.mark.long
@settings(max_examples=60)
@given(st.lists(families(4, 4), min_size=1, max_size=3), st.data())
def test_sentences_of_families_say_their_moves(some: list[Family], data: st.DataObject) -> None:
    """Moves as games have them, bound to regions among others."""
    rule = to_rule(some)
    game = Description("T", 7, 7, ("." * 7,) * 7, (Piece("P", rule),), (), 9)
    assume(not too_large(game))
    say_their_moves(game, data.draw(fens(game)))


def too_large(game: Description) -> bool:
    """Whether the rules are beyond what may be compiled."""
    try:
        automata.compile(game)
    except automata.TooLarge:
        return True
    return False


def test_a_piece_whose_families_are_larger_than_its_automaton() -> None:
    """Written out as families its rule would be beyond the limits; the automaton is there already."""
    on, to, off = Leg("e", 0, 1), Leg("ep", 0, 1), Leg("p", 1, 2)
    shape = Shape((on, to, off), "", "turning")
    rule = to_rule([Family(((-1, -1), (-1, 0)), shape, "p")])
    game = Description("T", 7, 7, ("." * 7,) * 7, (Piece("P", rule),), (), 9)
    (piece,) = describe(game).pieces
    assert 0 < sum(len(sentence.split()) for sentence in piece.sentences) <= 2 * MOST_WORDS


def say_their_moves(game: Description, fen: str) -> None:
    scene = Scene(game, fen)
    for piece in describe(game).pieces:
        rule = game.rule(piece.letter)
        known = None
        counted = any(
            "more kinds of moves" in sentence or "moves are walks" in sentence
            for sentence in piece.sentences
        )
        if piece.structure.rest is None and not counted:
            known = readings(piece.sentences)
        for origin, letter in scene.board.items():
            if letter.upper() == piece.letter and scene.own(letter):
                start = frozenset({origin})
                moves = targets(rule, start, scene.content, scene.forward) if rule else frozenset()
                if known is not None:
                    assert reached(known, origin, scene) == moves, piece.sentences
                held = {scene.content(target) for target in moves - start}
                if "It cannot capture." in piece.sentences:
                    assert held <= {"e"}
                if "It moves only by capturing." in piece.sentences:
                    assert held <= {"p", "w"}
                    assert origin not in moves


@pytest.mark.parametrize(
    ("sentence", "targets"),
    [
        ("Captures one square diagonally forward.", {(2, 5), (4, 5)}),
        ("Captures one square diagonally.", {(2, 5), (4, 5), (2, 3), (4, 3)}),
        ("Leaps two by one forward to an empty square.", {(2, 6), (4, 6), (1, 5), (5, 5)}),
        ("From its first four rows: captures one square diagonally forward.", set()),
        ("Captures two squares forward, if the next square to the right is occupied.", set()),
        ("May stand still: no piece moves, and the turn passes.", {(3, 4)}),
    ],
)
def test_the_reader_is_no_yes_man(sentence: str, targets: set[Coordinates]) -> None:
    scene = Scene(sbg.load("chess").description, "8/3p4/2p1p3/3P4/2p1p3/8/8/8 w 0")
    assert reached(readings([sentence]), (3, 4), scene) == targets
    with pytest.raises(UnreadableError):
        read(sentence.replace("square", "sqare").replace("stand still", "rest"))
