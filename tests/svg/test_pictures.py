"""Pictures of any game: well formed, complete, free of styles and scripts, and of a reasonable size."""

from __future__ import annotations

import string
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sbg
from sbg import reference, svg
from sbg.explain.pictures import strokes
from sbg.explain.pictures.diagrams import movement_reach
from sbg.explain.pictures.figures import FIGURES
from sbg.explain.pictures.legend import symbol
from sbg.explain.pictures.theme import DARK, LIGHT, THEMES
from sbg.explain.pictures.theme import theme as find_theme
from sbg.explain.pictures.window import window_of
from sbg.language import games
from sbg.language.model import Description, Letter, Move, Piece
from sbg.language.model.notation import file_name
from sbg.language.model.regexp import sum_of
from tests.strategies import descriptions
from tests.svg.helpers import SVG, box, circles, read

GAME = sbg.load("gardner")
THEME = st.sampled_from(THEMES)


# --- any game


@pytest.mark.long
@settings(max_examples=60)
@given(descriptions(), THEME, st.booleans(), st.booleans())
def test_board_of_any_game(game: Description, theme: str, flip: bool, figures: bool) -> None:
    pieces = "figures" if figures else "letters"
    root = read(svg.board(game, theme=theme, flip=flip, pieces=pieces), theme)
    standing = [letter for row in game.rows for letter in row if letter != "."]
    drawn = [letter for letter in standing if figures and letter.upper() in FIGURES]
    assert len(circles(root, "15.5")) == len(standing) - len(drawn)
    assert len([g for g in root.iter(f"{SVG}g") if "transform" in g.attrib]) == len(drawn)


@pytest.mark.long
@settings(max_examples=60)
@given(descriptions(), THEME, st.booleans())
def test_movement_of_any_piece(game: Description, theme: str, legend: bool) -> None:
    for piece in game.pieces:
        for letter in (piece.letter, piece.letter.lower()):
            root = read(svg.movement(game, letter, theme=theme, legend=legend), theme)
            width, height = box(root)
            places = [
                (float(c.attrib["cx"]), float(c.attrib["cy"])) for c in root.iter(f"{SVG}circle")
            ]
            assert all(0 < x < width and 0 < y < height for x, y in places)
            assert legend == bool(list(root.iter(f"{SVG}text")))


@pytest.mark.long
@settings(max_examples=30)
@given(descriptions(6), THEME)
def test_automaton_and_thumbnail_of_any_game(game: Description, theme: str) -> None:
    read(svg.thumbnail(game, theme=theme), theme)
    for piece in game.pieces:
        if piece.rule is not None:
            read(svg.automaton(game, piece.letter, theme=theme), theme)


@pytest.mark.parametrize("name", games.names())
def test_bundled_games(name: str) -> None:
    game = sbg.load(name)
    read(svg.thumbnail(game), "auto")
    for piece in game.pieces:
        for theme in THEMES:
            picture = svg.movement(game, piece.letter, theme=theme)
            read(picture, theme)
            assert len(picture) < 40_000


def test_hostile_names_are_only_text() -> None:
    name = '</title><script>alert("1")</script>&<!--'
    game = replace(GAME.description, name=name)
    for picture in (svg.board(game), svg.movement(game, "N"), svg.automaton(game, "N")):
        root = read(picture)
        assert name in root.findtext(f"{SVG}title", "")
    assert read(svg.board(game, title=name)).findtext(f"{SVG}title") == name
    from sbg.explain.pictures.notebook import html

    page = html(sbg.Game(game, GAME.automata))
    assert "<script" not in page
    assert "&lt;script" in page


# --- boards


def test_everything_that_has_rows_is_drawn_alike() -> None:
    title = "x"
    drawn = {
        svg.board(thing, title=title)
        for thing in (GAME, GAME.description, GAME.start, reference.Position(GAME))
    }
    assert len(drawn) == 1
    with pytest.raises(TypeError, match="not int"):
        svg.board(5)  # type: ignore[arg-type]


def test_title_says_what_is_shown() -> None:
    def title(position: sbg.Position) -> str | None:
        return read(svg.board(position)).findtext(f"{SVG}title")

    assert title(GAME.start) == "Simplified Gardner, 5×5, white to move"
    over = GAME.position("4k/P4/5/5/4K w 20").play("a4a5")
    assert title(over) == "Simplified Gardner, 5×5, white wins (goal)"


def test_flip_turns_the_board_around() -> None:
    position = GAME.position("5/5/5/5/K4 w 0")
    plain, turned = (svg.board(position, coordinates=False, flip=flip) for flip in (False, True))
    assert circles(read(plain), "15.5") == [(28, 188)]
    assert circles(read(turned), "15.5") == [(188, 28)]


def test_moves_and_squares_have_names_or_values() -> None:
    by_name = svg.board(GAME, last="a2a3", arrows=["b1c3"], marks=["c3", "a1"])
    by_value = svg.board(
        GAME, last=Move((0, 1), (0, 2)), arrows=[((1, 0), (2, 2))], marks=[(2, 2), (0, 0)]
    )
    assert by_name == by_value
    root = read(by_name)
    assert len(circles(root, "6")) == 1  # c3 is empty
    assert len(circles(root, "17.6")) == 1  # on a1 there is a rook


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"theme": "blue"}, "there is no theme 'blue'; themes are light, dark, auto"),
        ({"pieces": "emoji"}, "letters or figures, not as 'emoji'"),
        ({"size": 0}, "above 0, not 0"),
        ({"last": "a2"}, "'a2' is not a move"),
        ({"last": "a2z9"}, "z9 is not on the board, which ends at e5"),
        ({"arrows": ["hello"]}, "'hello' is not a move"),
        ({"marks": ["11"]}, "'11' is not a square"),
        ({"marks": [(5, 0)]}, "is not on the board"),
        ({"marks": [(-1, 0)]}, "is not on the board"),
    ],
)
def test_what_cannot_be_drawn(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message.replace("(", r"\(")):
        svg.board(GAME, **options)  # type: ignore[arg-type]


def test_size_is_the_longer_side() -> None:
    for size in (50, 333, 2000):
        root = read(svg.board(sbg.load("xiangqi"), size=size))
        assert max(float(root.attrib["width"]), float(root.attrib["height"])) == size


def test_largest_board_is_legible_and_not_huge() -> None:
    letters = string.ascii_letters
    rows = tuple("".join(letters[(x * y + x) % 52] for x in range(64)) for y in range(64))
    game = replace(GAME.description, width=64, height=64, rows=rows)
    picture = svg.board(game)
    root = read(picture)
    assert len(circles(root, "15.5")) == 64 * 64
    assert len(picture) < 600_000
    assert 900 <= float(root.attrib["width"]) <= 1400  # some 15 pixels for a square


def test_board_of_one_square() -> None:
    read(svg.board(replace(GAME.description, width=1, height=1, rows=("K",))))


def test_every_letter_and_coordinate_has_strokes() -> None:
    used = {*string.ascii_uppercase, *string.digits, *(c for x in range(64) for c in file_name(x))}
    assert used <= set(strokes.GLYPHS)
    assert len({strokes.word(char, 0, 0, 14) for char in strokes.GLYPHS}) == len(strokes.GLYPHS)
    assert strokes.word("?", 0, 0, 14) == ""


# --- themes


def luminance(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("colors", [LIGHT, DARK], ids=["light", "dark"])
def test_what_must_be_seen_stands_out(colors: dict[str, str]) -> None:
    """The thresholds are those of the WCAG: 4.5 for text, 3 for shapes."""
    assert contrast(colors["white"], colors["white-ink"]) >= 4.5
    assert contrast(colors["black"], colors["black-ink"]) >= 4.5
    assert contrast(colors["paper"], colors["label"]) >= 4.5
    assert contrast(colors["white"], colors["black"]) >= 7  # the two players
    for square in (colors["light"], colors["dark"]):
        for mark in ("empty", "enemy", "own"):
            assert contrast(square, colors[mark]) >= 3
        for player in ("white", "black"):
            edge, fill = colors[f"{player}-edge"], colors[player]
            assert max(contrast(square, edge), contrast(square, fill)) >= 3


def test_both_themes_know_the_same_colours() -> None:
    assert set(LIGHT) == set(DARK)


def test_auto_is_light_with_dark_on_demand() -> None:
    auto, light = (read(svg.board(GAME, theme=theme), theme) for theme in ("auto", "light"))
    fills = [
        [e.attrib.get("fill") for e in root.iter() if "fill" in e.attrib] for root in (auto, light)
    ]
    assert fills[0] == fills[1]
    style = auto.findtext(f"{SVG}style", "")
    for element in auto.iter():
        for name in element.attrib.get("class", "").split():
            assert f".{name}{{" in style


# --- diagrams


def test_diagram_shows_the_marks_of_its_reach() -> None:
    game = sbg.load("self-capture-chess")
    found = movement_reach(game, "N")
    root = read(svg.movement(game, "N", legend=False))
    kinds = "".join(found.targets.values())
    assert len(circles(root, "6")) == kinds.count("e") == 8
    assert len(circles(root, "11")) == kinds.count("p") == 8
    assert kinds.count("w") == 8


@pytest.mark.long
@settings(max_examples=40)
@given(descriptions(20))
def test_window_holds_the_piece_and_what_is_near(game: Description) -> None:
    for piece in game.pieces:
        found = movement_reach(game, piece.letter)
        window = window_of(found, game.width, game.height)
        for axis, first, count, side in (
            (0, window.left, window.width, game.width),
            (1, window.bottom, window.height, game.height),
        ):
            assert 0 <= first <= found.start[axis] < first + count <= side
            assert count <= 13
            low, high = found.near[0][axis], found.near[1][axis]
            if high - low < 13:
                assert first <= low <= high < first + count
            else:  # the piece is in the middle, or the board ends
                assert found.start[axis] - first == 6 or first == 0 or first + count == side


def test_line_that_leaves_the_picture_has_a_head() -> None:
    def heads(name: str, piece: str) -> int:
        root = read(svg.movement(sbg.load(name), piece, legend=False))
        way = LIGHT["way"]
        paths = [e.attrib["d"] for e in root.iter(f"{SVG}path") if e.attrib["fill"] == way]
        return sum(path.count("M") for path in paths)

    assert heads("steppe", "G") == 8
    assert heads("gardner", "Q") == 0
    assert heads("chess", "N") == 0


def test_legend_explains_what_is_shown_and_nothing_else() -> None:
    def texts(name: str, piece: str) -> list[str | None]:
        return [text.text for text in read(svg.movement(sbg.load(name), piece)).iter(f"{SVG}text")]

    move, capture = "moves here if it is empty", "captures an opponent here"
    assert texts("chess", "K") == [move, capture]
    assert texts("chess", "N") == [move, capture, "leaps"]
    assert texts("chess", "R") == [move, capture, "goes on while squares are empty"]
    assert texts("steppe", "N") == [move, capture, "leaps on while squares are empty"]
    assert texts("xiangqi", "H") == [move, capture, "on the way, must be empty"]
    assert "passes over an own piece here" in texts("grasshopper-chess", "G")
    assert "jumped, whatever stands here" in texts("xiangqi", "K")


def test_piece_without_a_rule_or_with_a_rule_for_nothing() -> None:
    game = sbg.parse("<<S>><BOARD>2 1|AB|<PIECES>A (1,0,e)^0&<GOALS>9&")
    assert "may stand still" in svg.movement(game, "A")
    assert "cannot move" in svg.movement(game, "B")
    with pytest.raises(ValueError, match="B has no rule"):
        svg.automaton(game, "B")


@pytest.mark.parametrize("piece", ["X", "", "NN", "é", "1"])
def test_unknown_piece(piece: str) -> None:
    for draw in (svg.movement, svg.automaton):
        with pytest.raises(ValueError, match="its pieces are P, R, N, B, Q, K"):
            draw(GAME, piece)


@pytest.mark.parametrize("square", ["z9", "a6", "", (5, 5), (-1, 0)])
def test_unknown_square(square: str | tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="is not a square of this board, which ends at e5"):
        svg.movement(GAME, "N", square=square)


def test_diagram_of_a_crowd_of_leaps_stays_small() -> None:
    every = [Letter(x, y, on) for x in range(-31, 32) for y in range(-31, 32) for on in "epw"]
    piece = Piece("A", sum_of(every[:9999]))
    game = Description("Crowd", 64, 64, ("." * 64,) * 64, (piece,), (), 9)
    picture = svg.movement(game, "A")
    read(picture)
    assert len(picture) < 150_000


def test_unknown_mark() -> None:
    with pytest.raises(ValueError, match="'star'"):
        symbol("star", 0, 0, 1, find_theme("light"))


# --- notebooks


def test_notebooks_show_games_and_positions() -> None:
    assert GAME.start._repr_svg_() == svg.board(GAME.start, theme="auto")
    page = GAME._repr_html_()
    assert page.count("<img ") == 1 + len(GAME.pieces)
    assert 'alt="Where the knight can go"' in page


def test_pictures_are_imported_only_when_they_are_drawn() -> None:
    code = "import sbg, sys; sbg.load('gardner').start.moves; print('sbg.svg' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_what_is_no_game_is_refused_in_words() -> None:
    position: object = sbg.load("chess").start
    for wrong in (5, None, position):
        told = f"a game, its name or a description is needed, not {type(wrong).__name__}"
        with pytest.raises(TypeError, match=told):
            svg.movement(wrong, "N")  # type: ignore[arg-type]
        with pytest.raises(TypeError, match=told):
            sbg.describe(wrong)  # type: ignore[arg-type]


def test_a_title_of_any_characters_leaves_a_picture_that_can_be_read() -> None:
    drawn = svg.board(sbg.load("chess").start, title="<b>\0\x1b\ud800\uffff & \U0001f600")
    assert read(drawn).findtext(f"{SVG}title") == "<b>\ufffd\ufffd\ufffd\ufffd & \U0001f600"


@pytest.mark.parametrize("size", [float("nan"), float("inf")])
def test_a_size_that_is_no_size(size: float) -> None:
    with pytest.raises(ValueError, match="a number of pixels above 0, not"):
        svg.board(sbg.load("chess").start, size=size)  # type: ignore[arg-type]
