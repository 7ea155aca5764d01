"""Records: what is written is read again, and every contradiction in a record is found, with its line."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sbg
from sbg import Line, Record
from sbg.engine.record import RecordError, read_record
from sbg.language.syntax.codes import GAME as THREE_PAWNS
from sbg.play.players import player

TEXT = THREE_PAWNS
GAME = sbg.parse(TEXT)
HASH = hashlib.sha256(TEXT.encode()).hexdigest()
"""The text is formatted and has no comments."""


BLOCKED = "b1b2 a3b2 a1b2 c3b2 c1b2"
"""White wins: black has no legal move."""
REACHED = "a1a2 b3a2 b1b2 a2a1"
"""Black wins: a pawn has reached a1."""


def played(moves: str, start: sbg.Position = GAME.start) -> Record:
    """The record of moves."""
    return Record.of(Line(start, moves.split()), white="Ann", black="random", date="2025-01-31")


def read(text: str, game: sbg.Game = GAME) -> Record:
    """The record that a text holds, replayed."""
    record = read_record(text)
    line = record.replay(game)
    assert tuple(map(str, line.moves)) == record.moves
    return record


def text_of(
    body: str = "", result: str = "*", reason: str = "", start: str = "", rules: str = HASH
) -> str:
    """The text of a record, right or wrong."""
    lines = ['[Game "Three pawns"]', f'[Rules "{rules}"]']
    lines += [f'[Start "{start}"]'] if start else []
    lines += [f'[Result "{result}"]']
    lines += [f'[Reason "{reason}"]'] if reason else []
    return "\n".join([*lines, "", body, ""])


def test_the_text_of_a_record() -> None:
    assert played(BLOCKED).write() == (
        '[Game "Three pawns"]\n'
        f'[Rules "{HASH}"]\n'
        '[White "Ann"]\n'
        '[Black "random"]\n'
        '[Date "2025-01-31"]\n'
        '[Result "white"]\n'
        '[Reason "no-moves"]\n'
        "\n"
        "b1b2 a3b2 a1b2 c3b2 c1b2\n"
    )
    assert '[Result "*"]\n\nb1b2\n' in played("b1b2").write()
    assert '[Result "black"]\n[Reason "goal"]\n' in played(REACHED).write()


def test_a_start_that_is_not_the_initial_position_is_written() -> None:
    start = GAME.position("ppp/1P1/P1P b 1")
    text = played("a3b2", start).write()
    assert '[Start "ppp/1P1/P1P b 1"]\n' in text
    assert read_record(text).replay(GAME).start == start


def test_another_board_at_ply_0_is_a_start_too() -> None:
    start = GAME.position("p1p/3/PPP w 0")
    text = played("a1a2", start).write()
    assert '[Start "p1p/3/PPP w 0"]\n' in text
    assert read_record(text).replay(GAME).start == start


def test_rules_are_the_hash_of_the_formatted_text_without_comments() -> None:
    assert GAME.rules_hash == HASH
    untidy = "// a comment\n" + TEXT.replace(" + ", "+/* or */ ").replace("20 &", "020&")
    assert sbg.parse(untidy).rules_hash == HASH
    assert sbg.parse(TEXT.replace("20 &", "21 &")).rules_hash != HASH


@pytest.mark.parametrize("name", ["gardner", "hexapawn", "northcott"])
@given(seed=st.integers(0, 1 << 32), length=st.integers(0, 40))
def test_what_is_written_is_read(name: str, seed: int, length: int) -> None:
    game = sbg.load(name)
    chooser, position = player("random", seed), game.start
    made: list[sbg.Move] = []
    while len(made) < length and not position.outcome:
        made.append(chooser.choose(position))
        position = position.play(made[-1])
    record = Record.of(Line(game.start, made), "random", "random", "2025-01-31")
    again = read(record.write(), game)
    assert again == record
    assert again.replay(game).position == position


@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"])))
def test_any_name_of_a_player_is_kept(name: str) -> None:
    record = Record.of(Line(GAME.start), white=name or "?")
    expected = "".join(c if c.isprintable() else " " for c in name) or "?"
    assert read(record.write(), GAME).white == expected


def test_line_breaks_in_a_name_cannot_forge_a_header() -> None:
    text = Record.of(Line(GAME.start), white='x"]\n[Result "white').write()
    assert read_record(text).result == "*"
    assert read(text, GAME).white == 'x"] [Result "white'


def test_the_text_of_a_game_stands_in_its_record_as_it_was_written() -> None:
    head = """// It's "mine" \\n\\\n//! P = runner, figure P = rook\n\n"""
    own = head + sbg.load("hexapawn").text.replace("//! P", "// P")
    game = sbg.parse(own.replace("\n", "\r\n"))
    record = sbg.Record.of(sbg.Line(game.start)).with_game(game)
    assert record.text == own.strip()
    written = record.write()
    assert "//! P = runner, figure P = rook" in written
    read = sbg.read_record(written)
    assert read == record
    again = sbg.parse(read.text or "")
    assert (again.names, again.looks, again) == ({"P": "runner"}, {"P": "rook"}, game)


def test_a_text_that_is_too_long_leaves_its_comments_behind() -> None:
    game = sbg.parse(sbg.load("hexapawn").text + "// long" * 20_000)
    text = sbg.Record.of(sbg.Line(game.start)).with_game(game).text
    assert text is not None
    assert text.startswith("//! P = pawn\n<<Hexapawn>>")


def test_long_games_are_broken_into_lines() -> None:
    game = sbg.parse(TEXT.replace("P (0,1,e)", "P (0,0,w) + (0,1,e)").replace("20 &", "200 &"))
    position = game.start
    made: list[sbg.Move] = []
    while len(made) < 100:
        made.append(next(move for move in position.moves if move.origin == move.target))
        position = position.play(made[-1])
    text = Record.of(Line(game.start, made)).write()
    assert max(map(len, text.splitlines())) <= 80
    assert read(text, game).moves == tuple(map(str, made))


def test_comments_and_any_white_space_stand_between_moves() -> None:
    text = text_of("{first\nof all} b1b2\r\n\t{ } a3b2{no space}a1b2")
    assert list(map(str, read(text, GAME).moves)) == ["b1b2", "a3b2", "a1b2"]
    assert read(text.replace("\n", "\r\n"), GAME).moves == read(text, GAME).moves
    assert read("\ufeff" + text, GAME).moves == read(text, GAME).moves


def test_unknown_headers_are_passed_over() -> None:
    text = text_of("b1b2").replace("[Result", '[Event "a match"]\n[Result')
    assert read(text, GAME).white == "?"
    assert read_record(text).others["Event"] == "a match"


def test_a_game_may_end_outside_its_rules() -> None:
    record = read(text_of("b1b2", result="black", reason="resigned"), GAME)
    assert (record.result, record.reason) == ("black", "resigned")
    assert read(record.write(), GAME) == record


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (text_of("b1b2 a3b2\na1b2 c3b3"), 6, "move 4: `c3b3` is not legal in"),
        (text_of("b1b2 {one}\n{two\nthree} a3a9"), 7, "move 2: `a3a9` is not legal"),
        (text_of("b1b2 1. a3b2"), 5, "move 2: `1.` is not a move"),
        (text_of(BLOCKED + " b2b3", "white"), 5, "move 6: the game is over"),
        (text_of("b1b2 {never closed\n"), 5, "a comment is never closed"),
        (text_of("b1b2 } a3b2"), 5, "`}` without its `{`"),
        (text_of("b1b2 (a1a2\n(c1c2)"), 5, "a variation is never closed"),
        (text_of("b1b2\n(a1a2)) a3b2"), 6, "`)` without its `(`"),
        (text_of("b1b2 a3b2 (c3b2 c3b2)"), 5, "variation, move 3: `c3b2` is not legal in"),
        (text_of("b1b2 (b1b9)"), 5, "variation, move 1: `b1b9` is not legal in"),
        (text_of("b1b2", result="white"), 3, "the moves do not end the game"),
        (text_of("b1b2", result="draw", reason="turn-limit"), 3, "the moves do not end the game"),
        (text_of(BLOCKED), 3, "the result is `white`, not `*`"),
        (text_of(BLOCKED, "black"), 3, "the result is `white`, not `black`"),
        (text_of(BLOCKED, "white", "goal"), 4, "the reason is `no-moves`, not `goal`"),
        (text_of("", "1-0"), 3, "a result is one of white, black, draw, *, not `1-0`"),
        (text_of("", start="ppp/3/PPP b 0"), 3, "white moves at even ply"),
        (text_of("", rules="0" * 64), 2, "other rules than `Three pawns` has now"),
        (text_of().replace("Three pawns", "Four pawns"), 1, "a record of `Four pawns`"),
        ("", 1, "no line `[Game"),
        ("b1b2\n", 1, 'a header line is `[Name "value"]`'),
        ('[Game "Three pawns"]\n\n', 2, "no line `[Rules"),
        ('[Game "Three pawns"\n', 1, "a header line"),
        ('[Game "Three pawns"]\n[Game "Three pawns"]\n', 2, "a second time"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, line: int, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        read(text, GAME)
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"line {line}: ")
    assert caught.value.line == line


def test_variations_are_lines_that_leave_the_game() -> None:
    record = read_record(text_of("b1b2 (a1a2 a3b2?) (c1c2 (a1a2) {x} b3c2 (a3a2 b1a2)) a3b2 a1b2"))
    assert record.variations == (
        (0, ("a1a2", "a3b2?")),
        (0, ("c1c2", "b3c2")),
        (0, ("a1a2",)),
        (0, ("c1c2", "a3a2", "b1a2")),
    )


@pytest.mark.parametrize("name", ["gardner", "hexapawn"])
@given(seed=st.integers(0, 2**31), cuts=st.lists(st.integers(0, 12), max_size=4))
def test_variations_are_written_and_read(name: str, seed: int, cuts: list[int]) -> None:
    game = sbg.load(name)

    def go(line: Line, seed: int, length: int) -> Line:
        machine = player(f"random:seed={seed}")
        while line.outcome is None and len(line) < length:
            line.play(machine.choose(line.position))
        return line

    line = go(Line(game.start), seed, cuts[0] if cuts else 0)
    others = [
        go(Line(game.start, line.moves[:cut]), seed + 1 + number, cut + 3)
        for number, cut in enumerate(cuts)
    ]
    record = Record.of(line).with_variations([other.moves for other in others])
    for after, moves in record.variations:
        assert moves[:1] != record.moves[after : after + 1]
    wholes = {record.moves[:after] + moves for after, moves in record.variations}
    mine = tuple(record.moves)
    assert wholes == {
        whole
        for whole in (tuple(map(str, other.moves)) for other in others)
        if whole != mine[: len(whole)]
    }
    again = read_record(record.write(["a comment"] * len(record.moves)))
    assert set(again.variations) == set(record.variations)
    assert again.replay(game) == line


def test_variations_cannot_fill_the_memory() -> None:
    with pytest.raises(RecordError, match="too long"):
        read_record(text_of("(" + "b1b2 " * 3000 + "(x" * 3000))


@pytest.mark.long
@given(st.text() | st.text(st.sampled_from('[](){}"\\ \nGameRulesa1b2*')))
def test_any_other_text_is_refused_in_words(text: str) -> None:
    with pytest.raises(RecordError):
        read(text, GAME)
