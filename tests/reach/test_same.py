"""Whether pieces and games are the same, against all boards of small sizes."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sbg
from sbg.language.model.description import (
    Coordinates,
    CountGoal,
    Description,
    Goal,
    Piece,
    SquareGoal,
)
from sbg.language.model.regexp import Concat, Letter, Power, Regexp, concat, sum_of
from sbg.language.reference.meaning import targets
from sbg.moves.reach import difference
from tests.strategies import descriptions, regexps

GAMES = {name: sbg.load(name) for name in sbg.bundled()}
SIZES = [(1, 1), (1, 4), (2, 2), (3, 2), (5, 1), (2, 3)]


@pytest.fixture(autouse=True, scope="module")
def patience() -> Iterator[None]:
    """A busy machine must not make a position larger."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(difference, "_FOR_SMALLEST", 60.0)
        yield


def game(rule: Regexp, width: int, height: int, letter: str = "A") -> Description:
    rows = ("." * width,) * height
    return Description("x", width, height, rows, (Piece(letter, rule),), (), 10)


def parsed(rule: str, size: int = 5) -> sbg.Game:
    rows = [f"|A{'.' * (size - 1)}|"] * size
    return sbg.parse(
        "\n".join(["<<x>><BOARD>", f"{size} {size}", *rows, f"<PIECES> A {rule} & <GOALS> 9 &"])
    )


# -- pieces


def changed(regexp: Regexp, choose: st.DataObject) -> Regexp:
    """The rule written in another way, which may mean something else."""
    if isinstance(regexp, Letter):
        stays = Letter(0, 0, regexp.on)
        return choose.draw(
            st.sampled_from(
                [
                    regexp,
                    regexp,
                    concat([regexp, stays]),
                    concat([regexp, Power(stays, None)]),
                    sum_of([regexp, concat([regexp, stays])]),
                    Letter(regexp.dx, regexp.dy, "e"),
                ]
            )
        )
    if isinstance(regexp, Power):
        body = changed(regexp.body, choose)
        if regexp.count is None and choose.draw(st.booleans()):
            return sum_of(
                [
                    Power(concat([body, body]), None),
                    concat([Power(concat([body, body]), None), body]),
                ]
            )
        return Power(body, regexp.count)
    parts = [changed(part, choose) for part in regexp.parts]
    if isinstance(regexp, Concat):
        return concat(parts)
    if choose.draw(st.integers(0, 3)) == 0:
        parts.pop()
    return sum_of(parts)


def odd_boards(one: Regexp, other: Regexp, width: int, height: int) -> list[int]:
    """For each board on which the rules allow different moves, the pieces on it beside the moving one."""
    squares = [(x, y) for y in range(height) for x in range(width)]
    odd = []
    for contents in product("epw", repeat=len(squares) - 1):
        for number, origin in enumerate(squares):
            held = (*contents[:number], "w", *contents[number:])
            content = dict(zip(squares, held, strict=True)).get
            start = frozenset([origin])
            if targets(one, start, content, 1) != targets(other, start, content, 1):
                odd.append(len(squares) - 1 - contents.count("e"))
    return odd


def check_difference(a: Description, b: Description, found: sbg.Comparison) -> None:
    """The move is legal in the one and not in the other, by the paper's definition."""
    difference = found.difference
    assert difference is not None
    first = difference.move in possible(a, difference.fen)
    second = difference.other_move in possible(b, difference.other_fen)
    assert (first, second) == ((True, False) if difference.allowed_by == "first" else (False, True))


def possible(description: Description, fen: str) -> tuple[sbg.Move, ...]:
    return sbg.reference.Position(replace(description, turn_limit=10**9), fen)._possible


@pytest.mark.long
@settings(max_examples=60)
@given(st.data())
def test_pieces_are_the_same_when_they_are_on_every_board(data: st.DataObject) -> None:
    width, height = data.draw(st.sampled_from(SIZES))
    one = data.draw(regexps(width, height))
    other = data.draw(
        st.one_of(st.just(one).map(lambda rule: changed(rule, data)), regexps(width, height))
    )
    a, b = game(one, width, height), game(other, width, height, "B")
    found = sbg.same(a, b, piece="A=B", seconds=60)
    odd = odd_boards(one, other, width, height)
    assert found.verdict == ("different" if odd else "same")
    assert bool(found) == (not odd)
    if odd:
        check_difference(a, b, found)
        assert found.difference is not None
        assert found.difference.smallest
        pieces = sum(letter.isalpha() for letter in found.difference.fen.split()[0]) - 1
        assert pieces == min(odd)


EAST = "(1,0,e)^*((1,0,e)+(1,0,p))"
WALK = "((1,0,e)+(-1,0,e)+(0,1,e)+(0,-1,e))^*"
WALK_WITH_DETOURS = "((1,0,e)(0,0,e)+(-1,0,e)+(0,1,e)+(0,-1,e)(0,0,e)^*+(1,0,e)(0,1,e))^*"
KING_WALK = f"({WALK}+(1,1,e))^*"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("(0,1,e)", "(0,1,e)(0,0,e)"),
        ("(0,1,e)+(0,1,p)", "(0,1,p)+(0,1,e)+(0,1,e)"),
        (EAST, "(1,0,e)^*(1,0,p)+(1,0,e)(1,0,e)^*"),
        (EAST, "((1,0,e)(0,0,e))^*((1,0,e)+(1,0,p))"),
        ("(1,0,e)(-1,0,w)", "(1,0,e)(-1,0,w)+(1,0,e)(1,0,w)(-2,0,w)"),
        ("(2,0,e)", "(1,0,e)(1,0,e)+(1,0,p)(1,0,e)+(1,0,w)(1,0,e)"),  # whatever is on the way
        ("(1,0,p)(-1,0,e)", "(1,0,e)(-1,0,p)"),  # neither has a move: the start holds the piece
        (WALK, WALK_WITH_DETOURS),
        (f"{WALK}(1,0,p)", f"{WALK_WITH_DETOURS}(1,0,p)"),
    ],
)
def test_rules_written_differently_that_mean_the_same(one: str, other: str) -> None:
    assert sbg.same(parsed(one), parsed(other), piece="A", seconds=60).verdict == "same"
    assert sbg.same(parsed(one), parsed(other), seconds=60).verdict == "same"


@pytest.mark.parametrize(
    ("one", "other", "pieces"),
    [
        ("(0,1,e)", "(0,1,e)+(0,1,p)", 1),
        ("(2,0,e)", "(1,0,e)(1,0,e)", 1),
        ("(2,0,e)", "(1,0,e)(1,0,e)+(1,0,p)(1,0,e)", 1),
        ("(1,0,e)^*", "(1,0,e)^*(1,0,e)", 0),  # standing still
        ("(1,0,e)(1,1,e)", "(1,1,e)(1,0,e)", 1),
        ("(1,0,p)(1,0,p)(0,1,e)", "(1,0,p)(1,0,p)(0,1,e)(0,0,e)(0,1,p)(0,-1,e)", 2),
        (WALK, KING_WALK, 2),
    ],
)
def test_a_smallest_position_in_which_rules_differ(one: str, other: str, pieces: int) -> None:
    a, b = parsed(one, 3), parsed(other, 3)
    found = sbg.same(a, b, piece="A", seconds=60)
    assert found.verdict == "different"
    check_difference(a.description, b.description, found)
    assert found.difference is not None
    assert found.difference.smallest
    assert sum(letter.isalpha() for letter in found.difference.fen.split()[0]) - 1 == pieces


def test_running_out_of_time_is_undecided() -> None:
    one, other = parsed(WALK), parsed(WALK_WITH_DETOURS)
    for found in (
        sbg.same(one, other, piece="A", seconds=1e-9),
        sbg.same(one, other, seconds=1e-9),
    ):
        assert found.verdict == "undecided"
        assert not found
        assert found.difference is None
    # Equal automata need no time.
    assert sbg.same(one, one, seconds=1e-9)
    assert sbg.same(one, one, piece="A", seconds=1e-9)


def test_pieces_of_both_colours() -> None:
    gardner = GAMES["gardner"]
    assert sbg.same(gardner, gardner, piece="p")
    assert sbg.same(gardner, gardner, piece="N=n")  # a knight goes up as it goes down
    pawns = sbg.same(gardner, gardner, piece=("P", "p"))
    assert pawns.difference is not None
    assert (pawns.difference.fen, pawns.difference.other_fen) == (
        "5/5/2P2/5/5 w 0",
        "5/5/2p2/5/5 b 1",
    )
    assert pawns.difference.move == pawns.difference.other_move
    check_difference(gardner.description, gardner.description, pawns)
    rooks = sbg.same(gardner, gardner, piece="b=R")
    check_difference(gardner.description, gardner.description, rooks)


def test_pieces_of_boards_of_different_sizes() -> None:
    assert sbg.same(GAMES["chess"], GAMES["gardner"], piece="N")
    pawns = sbg.same(GAMES["gardner"], GAMES["chess"], piece="P")
    assert pawns.difference is not None
    assert pawns.difference.other_fen == "8/8/8/8/8/8/3P4/8 w 0"
    assert str(pawns.difference.other_move) == "d2d4"


@pytest.mark.parametrize(
    ("piece", "message"),
    [
        ("X", "`Simplified Gardner` has no piece `X`"),
        ("K=Ä", "has no piece `Ä`"),
        ("KQ", "a piece is a letter as `K`, or two as `K=A`, not `KQ`"),
        ("=K", "a piece is a letter"),
        ("", "a piece is a letter"),
    ],
)
def test_what_is_no_piece_is_refused(piece: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        sbg.same(GAMES["gardner"], GAMES["gardner"], piece=piece)


@pytest.mark.parametrize("piece", [5, ("K",), ("K", 5), ("K", "Q", "R"), b"K"])
def test_what_cannot_be_a_piece_is_refused(piece: Any) -> None:
    with pytest.raises(ValueError, match="a piece is a letter"):
        sbg.same(GAMES["gardner"], GAMES["gardner"], piece=piece)


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), 10**400])
def test_seconds_are_positive(seconds: Any) -> None:
    with pytest.raises(ValueError, match="seconds is a positive number"):
        sbg.same(GAMES["gardner"], GAMES["gardner"], seconds=seconds)


@pytest.mark.parametrize(
    "call", [sbg.canonical, lambda it: sbg.same(it, it), lambda it: sbg.same(GAMES["gardner"], it)]
)
def test_what_is_not_a_game_is_refused(call: Callable[[Any], object]) -> None:
    with pytest.raises(TypeError, match="a game, its name or a description is needed, not int"):
        call(5)


# -- games


def flipped(regexp: Regexp) -> Regexp:
    """A rule with left and right exchanged."""
    if isinstance(regexp, Letter):
        return Letter(-regexp.dx, regexp.dy, regexp.on)
    if isinstance(regexp, Power):
        return Power(flipped(regexp.body), regexp.count)
    return replace(regexp, parts=tuple(map(flipped, regexp.parts)))


def mirrored(description: Description) -> Description:
    def square(at: Coordinates) -> Coordinates:
        return description.width - 1 - at[0], at[1]

    return replace(
        description,
        rows=tuple(row[::-1] for row in description.rows),
        pieces=tuple(Piece(p.letter, p.rule and flipped(p.rule)) for p in description.pieces),
        goals=tuple(moved(goal, square, str) for goal in description.goals),
    )


def exchanged(description: Description) -> Description:
    def square(at: Coordinates) -> Coordinates:
        return at[0], description.height - 1 - at[1]

    return replace(
        description,
        rows=tuple(row.swapcase() for row in reversed(description.rows)),
        goals=tuple(moved(goal, square, str.swapcase) for goal in description.goals),
    )


def renamed(description: Description, letters: str) -> Description:
    """The game with other letters: the first piece gets the first of them, and so on, whatever the goals name too."""
    old = {piece.letter for piece in description.pieces} | {
        g.piece.upper() for g in description.goals
    }
    table = dict(zip(sorted(old), letters, strict=False))
    names = str.maketrans(table | {a.lower(): b.lower() for a, b in table.items()})
    return replace(
        description,
        name="another name",
        rows=tuple(row.translate(names) for row in description.rows),
        pieces=tuple(Piece(p.letter.translate(names), p.rule) for p in description.pieces[::-1]),
        goals=tuple(
            moved(g, lambda at: at, lambda x: x.translate(names)) for g in description.goals[::-1]
        ),
    )


def moved(
    goal: Goal, square: Callable[[Coordinates], Coordinates], letter: Callable[[str], str]
) -> Goal:
    if isinstance(goal, CountGoal):
        return CountGoal(letter(goal.piece), goal.count)
    return SquareGoal(letter(goal.piece), tuple(map(square, goal.squares)))


def test_every_pair_of_bundled_games() -> None:
    differences = 0
    for (first, a), (second, b) in itertools.combinations(GAMES.items(), 2):
        found = sbg.same(a, b)
        assert found.verdict == "different", f"{first} {second}"
        if found.difference:
            differences += 1
            check_difference(a.description, b.description, found)
    assert differences > 20
    assert len({sbg.canonical(game).hash for game in GAMES.values()}) == len(GAMES)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_game_with_other_letters_mirrored_and_exchanged(name: str) -> None:
    original = GAMES[name].description
    form = sbg.canonical(original)
    for change, how in (
        (original, (False, False)),
        (mirrored(original), (True, False)),
        (exchanged(original), (False, True)),
        (mirrored(exchanged(original)), (True, True)),
    ):
        other = renamed(change, "ZYXWVUTSRQPONMLKJIHGFEDCBA")
        found = sbg.same(original, other)
        assert found.verdict == "same"
        if (found.mirrored, found.exchanged) != how:  # then the game is its own mirror image
            assert sbg.same(original, change if how[1] else mirrored(original))
        assert sbg.canonical(other) == form
        assert sbg.canonical(other).hash == form.hash


@pytest.mark.long
@settings(max_examples=60)
@given(
    descriptions(most=4),
    st.booleans(),
    st.booleans(),
    st.permutations("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
)
def test_changes_that_keep_a_game(
    description: Description, mirror: bool, exchange: bool, letters: list[str]
) -> None:
    other = renamed(description, "".join(letters))
    other = mirrored(other) if mirror else other
    other = exchanged(other) if exchange else other
    found = sbg.same(description, other, seconds=60)
    assert found.verdict == "same"
    assert sbg.canonical(other) == sbg.canonical(description)
    if not found.exchanged:
        assert ends(description) == ends(other)


@pytest.mark.long
@settings(max_examples=60)
@given(descriptions(most=3), st.data())
def test_games_that_are_the_same_are_played_the_same(
    description: Description, data: st.DataObject
) -> None:
    pieces = tuple(
        Piece(piece.letter, piece.rule and changed(piece.rule, data))
        for piece in description.pieces
    )
    other = replace(description, pieces=pieces)
    found = sbg.same(description, other, seconds=60)
    assert found.verdict != "undecided"
    if found and not found.exchanged:
        assert ends(description) == ends(other)
    if found.difference:
        check_difference(description, other, found)


def ends(description: Description, depth: int = 3) -> list[tuple[int, str]]:
    """How games of a few moves end, by length."""
    found = []

    def play(position: sbg.reference.Position, left: int) -> None:
        if position.outcome or not left:
            found.append((left, str(position.outcome)))
        else:
            for move in position.moves:
                play(position.play(move), left - 1)

    play(sbg.reference.Position(description), depth)
    return sorted(found)


TEXT = """\
<<x>><BOARD> 3 3 |aab| |...| |AAB|
<PIECES> A (0,1,e)+(1,1,p) & B (0,1,e)+(1,1,p) & <GOALS> 9 & #A 0 & @b 0 0 &"""


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        ("#A 0 &", "#A 0 & #A 2 &", "same"),  # there are two of them at first
        ("#A 0 &", "#A 1 &", "different"),
        ("#A 0 &", "#A 1 & #A 0 &", "different"),
        ("@b 0 0 &", "@b 0 0 & @b 0 0, 0 0 &", "same"),
        ("@b 0 0 &", "@b 1 0 &", "different"),
        ("@b 0 0 &", "", "different"),
        ("@b 0 0 &", "@b 0 0 & @C 1 1 & #c 0 &", "same"),  # there is no C
        ("<GOALS>", "C (1,0,e) & <GOALS>", "same"),
        ("|AAB|", "|ABA|", "different"),
        ("|aab|", "|aaa|", "different"),
        ("<GOALS> 9", "<GOALS> 8", "different"),
        ("A (0,1,e)", "A (0,1,p)", "different"),
        ("B (0,1,e)", "B (0,1,e)(0,0,e)", "same"),
    ],
)
def test_what_makes_a_game(old: str, new: str, verdict: str) -> None:
    changed = sbg.parse(TEXT.replace(old, new))
    assert changed != sbg.parse(TEXT)
    found = sbg.same(sbg.parse(TEXT), changed)
    assert found.verdict == verdict


def test_letters_with_one_rule_might_be_one() -> None:
    merged = sbg.parse(
        TEXT.replace("@b 0 0 &", "")
        .replace("#A 0 &", "")
        .replace("aab", "aaa")
        .replace("AAB", "AAA")
    )
    apart = sbg.parse(TEXT.replace("@b 0 0 &", "").replace("#A 0 &", ""))
    assert sbg.same(merged, apart)
    assert sbg.same(merged, apart).letters == (("A", "A"), ("A", "B"), ("a", "a"), ("a", "b"))
    assert sbg.canonical(merged) == sbg.canonical(apart)
    # But not when one of them has to be kept.
    assert not sbg.same(
        sbg.parse(TEXT), sbg.parse(TEXT.replace("aab", "aaa").replace("AAB", "AAA"))
    )


def test_reasons() -> None:
    assert sbg.same(GAMES["chess"], GAMES["gardner"]).reason == "the boards are 8×8 and 5×5"
    found = sbg.same(GAMES["chess"], GAMES["chess-single-step"])
    assert found.reason == (
        "`P` of the first game and `P` of the second differ: "
        "only the first can play `d2d4` in `8/8/8/8/8/8/3P4/8 w 0`"
    )


def test_a_stable_hash() -> None:
    """The hash is kept in files: it changes only when what it is made of does."""
    assert sbg.canonical(GAMES["hexapawn"]).hash == (
        "e098f85c25dd377e3148e8cc40e476e4fd974724f6a17cee2efd8ddb84ccaaba"
    )
    assert sbg.canonical(GAMES["hexapawn"]).text.startswith('{"width":3,"height":3,"turn_limit":')


def hexapawn(limit: int, rule: str = "", goal: str = "") -> sbg.Game:
    text = sbg.load("hexapawn").text
    (own,) = sbg.load("hexapawn").pieces
    text = text.replace(str(own.rule), f"{own.rule}{rule}").replace("\n20 &", f"\n{limit} &")
    return sbg.parse(text.replace("@P 0 2, 1 2, 2 2 &", f"@P 0 2, 1 2, 2 2{goal} &"))


def test_all_differences_are_found() -> None:
    found = sbg.same(hexapawn(20), hexapawn(9, " + (1,0,p)", ", 1 1"), every=True)
    assert found.reason == "the turn limits are 20 and 9"
    assert [one.reason.partition(":")[0] for one in found.differences] == [
        "the turn limits are 20 and 9",
        "`P` of the first game and `P` of the second win on other squares",
        "`P` of the first game and `P` of the second differ",
    ]
    assert [one.difference is not None for one in found.differences] == [False, False, True]
    assert sbg.same(hexapawn(20), hexapawn(9)).differences == ()


def test_rules_without_turn_limits() -> None:
    assert not sbg.same(hexapawn(20), hexapawn(9))
    assert sbg.same(hexapawn(20), hexapawn(9), rules_only=True)


def test_only_where_pieces_can_be() -> None:
    """An enemy behind a pawn has won, so no pawn ever captures backward."""
    plain, backward, sideways = (hexapawn(20, rule) for rule in ("", "+(1,-1,p)", "+(1,0,p)"))
    assert not sbg.same(plain, backward)
    found = sbg.same(plain, backward, reachable=True)
    assert found.reason == "the games are the same wherever their pieces can be"
    assert sbg.same(plain, backward, piece="p", reachable=True)
    assert not sbg.same(plain, sideways, reachable=True)
    assert not sbg.same(plain, sideways, piece="P", reachable=True)
    with pytest.raises(ValueError, match="boards of one size"):
        sbg.same(plain, sbg.load("chess"), piece="P", reachable=True)
