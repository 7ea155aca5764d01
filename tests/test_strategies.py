"""The random games of the other tests are games: text and description of each agree."""

from hypothesis import given

from sbg.language import syntax
from sbg.language.model import Description
from sbg.language.syntax import Source
from sbg.reference import Position
from tests.strategies import descriptions, fens, text_of


@given(descriptions())
def test_text_describes_the_game(description: Description) -> None:
    parsed = syntax.parse(Source("random.sbg", text_of(description)))
    assert syntax.check(parsed).description == description


@given(descriptions().flatmap(lambda game: fens(game).map(lambda fen: (game, fen))))
def test_positions_are_read(case: tuple[Description, str]) -> None:
    description, fen = case
    assert Position(description, fen).fen == fen
