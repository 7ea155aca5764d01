"""Names of pieces that the author of a game gives in comments: read, written, used in words, outside equality."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import sbg
from sbg.app.editor import hover, templates
from sbg.explain.pictures.figures import FIGURES
from sbg.explain.words.nouns import Nouns, article, plural
from sbg.language import games
from sbg.language.model.names import entries
from sbg.svg import movement
from tests.cli.conftest import Command
from tests.cli.helpers import THREE_PAWNS

NAMED = "//! P = foot soldier\n" + THREE_PAWNS


@pytest.mark.parametrize(
    ("comment", "found"),
    [
        ("//! P = pawn", [("P", "pawn")]),
        ("//!P=pawn,K=king", [("P", "pawn"), ("K", "king")]),
        ("//! K = King's Höfling-2 ", [("K", "King's Höfling-2")]),
        ("// P = pawn", None),
        ("/*! P = pawn */", None),
        ("//! p = pawn", None),
        ("//! P pawn", None),
        ("//! P =", None),
        ("//! P = 2nd", None),
        ("//! P = <b>", None),
        ("//! P = " + "a" * 41, None),
        ("//! P = " + "a" * 40, [("P", "a" * 40)]),
        ("//!", None),
    ],
)
def test_the_form(comment: str, found: list[tuple[str, str]] | None) -> None:
    assert entries(comment) == found


def test_names_stand_beside_the_game() -> None:
    plain, named = sbg.parse(THREE_PAWNS), sbg.parse(NAMED)
    assert plain.names == {}
    assert named.names == {"P": "foot soldier"}
    assert named == plain
    assert hash(named) == hash(plain)
    assert named.rules_hash == plain.rules_hash
    with pytest.raises(TypeError):
        named.names["P"] = "other"  # type: ignore[index]


def test_the_first_name_holds_and_others_are_ignored() -> None:
    text = NAMED.replace("<PIECES>", "<PIECES> //! P = second, Q = queen")
    assert sbg.parse(text).names == {"P": "foot soldier"}
    assert [found.code for found in sbg.check(text)] == ["SBG417", "SBG417"]
    assert sbg.check(NAMED) == []
    (odd,) = sbg.check("//! pawns\n" + THREE_PAWNS)
    assert odd.message == "this comment names no piece"


def test_names_are_kept_where_a_game_is_written_read_and_pickled() -> None:
    named = sbg.parse(NAMED)
    assert sbg.write(named) == NAMED
    assert sbg.format(NAMED) == NAMED
    assert sbg.parse(sbg.write(named)).names == named.names
    assert sbg.write(named.description) == THREE_PAWNS
    assert sbg.Game(named.description, names={"P": "foot soldier"}).text == NAMED
    plain = sbg.parse(THREE_PAWNS)
    assert pickle.loads(pickle.dumps(plain)).names == {}
    assert pickle.loads(pickle.dumps(named)).names == named.names


@pytest.mark.parametrize(
    "names", [{"Q": "queen"}, {"p": "pawn"}, {"P": "a\nb"}, {"P": ""}, {"P": 5}]
)
def test_names_that_no_file_could_have_are_refused(names: dict[str, str]) -> None:
    with pytest.raises(sbg.DescriptionError):
        sbg.Game(sbg.parse(THREE_PAWNS).description, names=names)


def test_words_and_pictures_use_them(command: Command) -> None:
    named = sbg.parse(NAMED)
    told = sbg.describe(named)
    assert told.pieces[0].name == "foot soldier"
    assert told.pieces[0].sentences[0] == "Moves as a pawn."
    assert told.goals == ("A player wins by moving a foot soldier to the far row.",)
    assert "Each player has three foot soldiers." in told.board
    assert "<title>P (foot soldier) of Three pawns:" in movement(named, "P")
    found = hover(NAMED, NAMED.index("P (0,1,e)"))
    assert found is not None
    assert found.title == "P: foot soldier"
    Path("named.sbg").write_text(NAMED)
    assert "P, foot soldier" in command("describe", "named.sbg").out
    assert "P  foot soldier; 3 white, 3 black" in command("show", "named.sbg").out


def test_a_known_name_is_not_told_twice() -> None:
    told = sbg.describe(sbg.parse("//! P = Pawn\n" + THREE_PAWNS))
    assert told.pieces[0].name == "Pawn"
    assert "Moves as" not in told.pieces[0].sentences[0]


def test_articles_and_plurals_of_names() -> None:
    nouns = Nouns({"O": "Ogre", "W": "witch"})
    assert nouns.their("O", alone=False) == "an Ogre"
    assert nouns.some("W", 2) == "two witches"
    assert (
        nouns.their("x", alone=False) == "an X"
    )  # as a letter is spoken, and capital for both players
    for noun in (
        "a unicorn",
        "an hourglass",
        "a user",
        "an usher",
        "a ewe",
        "an éclaireur",
        "an X-man",
        "an ox",
    ):
        assert article(noun.split(" ", 1)[1]) == noun
    for one, many in (
        *(
            ("wolf", "wolves"),
            ("lady", "ladies"),
            ("foot soldier", "foot soldiers"),
            ("Swordsman", "Swordsmen"),
        ),
        *(
            ("man-at-arms", "men-at-arms"),
            ("shaman", "shamans"),
            ("monarch", "monarchs"),
            ("ox", "oxen"),
        ),
    ):
        assert plural(one) == many


def test_a_king_has_one_name_for_figure_and_word() -> None:
    """What is drawn as a king is called one, however it moves; unless its author says otherwise."""
    head = "<<T>>"
    text = (
        f"{head}<BOARD>2 2|k.||.K|<PIECES>K (0,1,e) + (0,1,p) + (1,0,e) + (1,0,p) + (0,-1,e) + (0,-1,p)"
        " + (-1,0,e) + (-1,0,p)&<GOALS>9 &#K 0&#k 0&"
    )
    told = sbg.describe(sbg.parse(text))
    assert (told.pieces[0].name, told.pieces[0].sentences[0]) == ("king", "Moves as a wazir.")
    assert "their last king is captured" in told.goals[0]
    letter = sbg.describe(sbg.parse(f"//! figure K = letter\n{text}"))
    assert letter.pieces[0].name == "wazir"


def test_every_bundled_game_and_template_names_its_pieces() -> None:
    for text in (
        *(sbg.load(name).text for name in games.names()),
        *(one.text for one in templates()),
    ):
        game = sbg.parse(text)
        assert set(game.names) == {piece.letter for piece in game.description.pieces}
        assert len(set(game.names.values())) == len(game.names)


def test_mutations_keep_the_names_of_pieces() -> None:
    child = sbg.mutate(sbg.load("leapfrog"), seed=1)
    assert child.names == {"F": "frog"}
    knightless = sbg.mutate(sbg.load("octopawn"), seed=2, operator="family")
    assert "pawn" not in knightless.names.values()  # what is no pawn any longer is not called one


LOOKS = "//! figure P = rook, colour black = #7a1f1f\n//! color white = #F0D890\n" + THREE_PAWNS


def test_figures_and_colours_are_kept_beside_the_game() -> None:
    game = sbg.parse(LOOKS)
    assert game.looks == {"P": "rook", "black": "#7a1f1f", "white": "#f0d890"}
    assert game.names == {}
    assert game == sbg.parse(THREE_PAWNS)
    assert sbg.check(LOOKS) == []
    assert sbg.parse(sbg.write(game)).looks == game.looks
    assert pickle.loads(pickle.dumps(game)).looks == game.looks
    made = sbg.Game(game.description, looks={"P": "knight"})
    assert sbg.parse(made.text).looks == {"P": "knight"}
    assert entries("//! P = pawn, figure P = rook") == [("P", "pawn")]


@pytest.mark.parametrize(
    "wrong",
    [
        "//! figure P = tower",
        "//! figure p = rook",
        "//! colour red = #000000",
        "//! colour white = red",
        "//! figure Q = queen",
        "//! figure P = rook, figure P = king",
    ],
)
def test_a_look_that_is_not_used_is_reported(wrong: str) -> None:
    assert [found.code for found in sbg.check(f"{wrong}\n{THREE_PAWNS}")] == ["SBG417"]


@pytest.mark.parametrize("looks", [{"Q": "king"}, {"P": "tower"}, {"white": "red"}, {"P": None}])
def test_looks_that_no_file_has_are_refused(looks: dict[str, str]) -> None:
    with pytest.raises(sbg.DescriptionError):
        sbg.Game(sbg.parse(THREE_PAWNS).description, looks=looks)


def test_pictures_show_figures_and_colours() -> None:
    plain, looks = sbg.parse(THREE_PAWNS), sbg.parse(LOOKS)
    drawn = sbg.svg.board(looks.start, pieces="figures")
    for figure in ("R", "P"):
        assert (FIGURES[figure][0] in drawn) == (figure == "R")
        assert (FIGURES[figure][0] in sbg.svg.board(plain.start, pieces="figures")) == (
            figure == "P"
        )
    for theme in ("light", "dark", "auto"):
        assert "#7a1f1f" in sbg.svg.board(looks, theme=theme)
        assert "#7a1f1f" not in sbg.svg.board(plain, theme=theme)
    letter = sbg.Game(plain.description, looks={"P": "letter"})
    assert FIGURES["P"][0] not in sbg.svg.board(letter, pieces="figures")
