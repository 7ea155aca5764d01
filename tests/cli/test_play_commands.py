"""`sbg play`: what can be typed besides moves, who plays which side, and records that know their game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sbg as library
from sbg.app.cli.state import state_folder
from sbg.app.cli.terminal import Misuse
from sbg.app.terminal import answers, seats
from sbg.app.terminal.answers import hint
from sbg.app.terminal.screen import plain_board, wrapped
from sbg.language.model import Colour, Description, Letter, Piece, Power
from sbg.play import players
from sbg.play.players import Info, Score
from tests.cli.conftest import Command
from tests.cli.helpers import THREE_PAWNS, Answer

CANNIBAL = THREE_PAWNS.replace("(1,1,p)", "(1,1,p) + (1,0,w)", 1)
"""Three pawns that may also take their own neighbour."""


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def replies(answer: Answer) -> list[str]:
    """What was answered to each line."""
    assert (answer.code, answer.err) == (0, "")
    parts = re.split(r"^(?:white|black|game over)> .*\n", answer.out, flags=re.MULTILINE)
    return parts


def humans(command: Command, *lines: str, game: str = "hexapawn") -> list[str]:
    return replies(command("play", game, "--black", "human", stdin=typed(*lines)))


def test_the_game_begins_with_how_to_win(command: Command) -> None:
    first = humans(command, "rules", "")
    assert first[0].startswith("A player wins by moving a pawn to the far row.\n")
    assert "Captures one square diagonally forward." in first[1]
    assert "such as a1a2, ?" in first[2]  # a legal move


def test_help_shows_a_legal_move(command: Command) -> None:
    assert "  a1a2        move from a1 to a2\n" in humans(command, "help")[1]


def test_moves_lists_what_was_played(command: Command) -> None:
    said = humans(command, "moves", "a1a2", "b3a2", "moves")
    assert said[1] == "No move has been played yet; ? lists the legal moves.\n"
    assert said[3].startswith("Black plays pawn b3a2 and takes a pawn.\n")
    assert said[4] == "  1  white  pawn a1a2\n  2  black  pawn b3a2 and takes a pawn\n"


def test_own_captures_are_told_apart(command: Command) -> None:
    Path("own.sbg").write_text(CANNIBAL)
    said = humans(command, "? a1", "a1b1", "moves", game="own.sbg")
    assert said[1] == "  P a1: xb1(own) a2\n"
    assert said[2].startswith("White plays P a1b1 and takes their own P.\n")
    assert said[3] == "  1  white  P a1b1 and takes their own P\n"


def test_redo_plays_again_what_undo_took_back(command: Command) -> None:
    lines = ("redo", "a1a2", "b3a2", "undo", "undo", "redo", "redo", "fen", "undo", "c3c2", "redo")
    said = humans(command, *lines)
    assert said[1] == "Nothing was taken back.\n"
    assert said[8] == "p1p/p2/1PP w 2\n"
    assert said[11] == "Nothing was taken back.\n"  # another move was played since


def test_redo_against_a_machine_plays_both_moves(command: Command) -> None:
    words = ("play", "gardner", "--black", "random", "--seed", "4")
    said = replies(command(*words, stdin=typed("a2a3", "fen", "undo", "redo", "fen", "quit")))
    assert said[2] == said[5]
    assert " w 2\n" in said[2]


def test_resigning_ends_the_game_and_can_be_taken_back(command: Command) -> None:
    lines = ("a1a2", "resign", "resign", "b3b2", "save r.record", "undo", "save s.record", "quit")
    said = humans(command, *lines)
    assert "White wins: black has resigned.\n" in said[2]
    assert said[3] == "The game is over.\n"
    assert "The game is over." in said[4]
    assert "Black to move" in said[6]
    record = library.read_record(Path("r.record").read_text())
    assert (record.result, record.reason) == ("white", "resignation")
    record.replay(library.load("hexapawn"))
    assert library.read_record(Path("s.record").read_text()).result == "*"
    again = command("play", "--from", "r.record", stdin=typed("undo", "quit"))
    assert "White wins: black has resigned.\n" in replies(again)[0]
    assert "Black to move" in replies(again)[1]
    assert "White wins (resignation)." in command("replay", "r.record").out


def test_the_board_is_seen_from_the_side_of_the_human(command: Command) -> None:
    words = ("play", "hexapawn", "--as", "black", "--level", "1", "--seed", "1")
    said = replies(command(*words, stdin=typed("flip", "quit")))
    assert said[0].index("\n1 │") < said[0].index("\n3 │")
    assert said[1].index("\n3 │") < said[1].index("\n1 │")


def test_a_turned_board_is_the_board_turned() -> None:
    rows = ("abc", "...", "ABD")
    plain = [line[3:] for line in plain_board(rows, {(0, 0)}).split("\n")[:3]]
    turned = [line[3:] for line in plain_board(rows, {(0, 0)}, turned=True).split("\n")[:3]]
    letters = re.compile("[^a-zA-Z.]")
    assert [letters.sub("", line) for line in plain] == list(rows)
    assert [letters.sub("", line)[::-1] for line in turned[::-1]] == list(rows)
    assert plain[2].startswith("[A]")
    assert turned[0].endswith("[A]")


def test_the_level_can_be_changed(command: Command) -> None:
    words = ("play", "hexapawn", "--level", "2", "--seed", "1")
    lines = ("level", "level 7", "level 10", "save g.record", "quit")
    said = replies(command(*words, stdin=typed(*lines)))
    assert said[1].startswith("You are White; the computer, level 2, is Black.")
    assert said[2] == "Black is now the computer, level 7.\n"
    assert said[3] == "A level is a number from 1 (weak) to 9.\n"
    assert '[Black "alphabeta:level=7"]' in Path("g.record").read_text()
    assert "Both players are human" in humans(command, "level 3")[1]
    random = command("play", "hexapawn", "--black", "random", stdin=typed("level 3", "quit"))
    assert replies(random)[1] == "random has no levels; alphabeta has.\n"


NOBODY: dict[Colour, str] = {"white": "", "black": ""}


@pytest.mark.parametrize(
    ("white", "black", "side", "level", "expected"),
    [
        (None, None, None, None, ("human", "alphabeta:level=5")),
        (None, None, None, 3, ("human", "alphabeta:level=3")),
        (None, None, "black", 3, ("alphabeta:level=3", "human")),
        (None, "human", None, None, ("human", "human")),
        (None, "human", None, 3, ("alphabeta:level=3", "human")),
        ("alphabeta", "human", None, 1, ("alphabeta:level=1", "human")),
        ("alphabeta:threads=2", None, "black", 1, ("alphabeta:threads=2,level=1", "human")),
        ("alphabeta:depth=3", None, None, 2, ("alphabeta:depth=3", "alphabeta:level=2")),
        ("mcts", None, "black", None, ("mcts", "human")),
        ("alphabeta:name=Ann", None, "black", 2, ("alphabeta:name=Ann,level=2", "human")),
    ],
)
def test_who_plays(
    white: str | None,
    black: str | None,
    side: Colour | None,
    level: int | None,
    expected: tuple[str, str],
) -> None:
    names = seats.seated({"white": white, "black": black}, side, level, NOBODY)
    assert (names["white"], names["black"]) == expected


def test_who_goes_on_with_a_record() -> None:
    nobody: dict[Colour, str | None] = {"white": None, "black": None}
    recorded: dict[Colour, str] = {"white": "greedy", "black": "human"}
    assert seats.seated(nobody, None, None, recorded) == recorded
    at_level = seats.seated(nobody, None, 2, recorded)
    assert at_level == {"white": "alphabeta:level=2", "black": "human"}
    two: dict[Colour, str] = {"white": "human", "black": "human"}
    assert seats.seated(nobody, "black", None, two)["white"] == "alphabeta:level=5"
    assert seats.known("uci:rm") == seats.known("?") == ""


def test_a_level_that_nobody_takes_is_refused(command: Command) -> None:
    for words in (("--black", "mcts"), ("--white", "human", "--black", "human")):
        answer = command("play", *words, "--level", "3")
        assert answer.code == 2
        assert "--level is for an alphabeta player" in answer.err
    with pytest.raises(Misuse, match="cannot be given together"):
        seats.seated({"white": None, "black": "mcts"}, "black", None, NOBODY)


def test_two_machines_are_saved(command: Command) -> None:
    words = ("play", "hexapawn", "--white", "random", "--black", "random", "--seed", "1")
    answer = command(*words, "--save", "game.record")
    assert answer.out.endswith(
        "Saved to game.record; `sbg play --from game.record` goes on with it.\n"
    )
    record = library.read_record(Path("game.record").read_text())
    assert record.replay(library.load("hexapawn")).outcome is not None
    again = command(*words, "--save", "game.record")
    assert (again.code, again.out) == (2, "")
    assert "`game.record` exists" in again.err
    assert command(*words, "--save", "no/such/folder").code == 2


def test_a_saved_game_can_be_saved_to_the_same_file(command: Command) -> None:
    command("play", "hexapawn", "--save", "g.record", stdin=typed("a1a2"))
    first = library.read_record(Path("g.record").read_text())
    command("play", "--from", "g.record", "--save", "g.record", stdin=typed("undo", "quit"))
    second = library.read_record(Path("g.record").read_text())
    assert len(first.moves) == 2
    assert second.moves == ()


def line(score: Score) -> Info:
    return Info(6, score, 1, 0.1, (library.Move.parse("b1b2"),))


def test_hints_say_what_they_count() -> None:
    lost = "All moves lose against best play; b1b2 holds out longest (loses in 6 plies)."
    assert hint(line(Score(plies=-6))) == lost
    assert hint(line(Score(plies=1))) == "b1b2 is best (wins in 1 ply)."
    assert hint(line(Score(drawn=True))) == "b1b2 is best (draw)."
    for hundredths, words in (
        (0, "the game is about even"),
        (-59, "the game is about even"),
        (60, "you are a little ahead"),
        (-299, "you are a little behind"),
        (300, "you are far ahead"),
    ):
        assert hint(line(Score(hundredths))) == f"b1b2 looks best; {words}."


@pytest.mark.parametrize(
    ("white", "black", "said"),
    [
        ("human", "alphabeta:level=1", "You are White; the computer, level 1, is Black."),
        ("mcts:time=1", "human", "You are Black; the computer (mcts:time=1) is White."),
        ("human", "human", "White and Black are both played here."),
        ("random", "greedy:name=Bob", "White is the computer (random); Black is Bob."),
    ],
)
def test_players_are_you_and_the_computer(white: str, black: str, said: str) -> None:
    assert seats.introduced({"white": white, "black": black}) == said


@pytest.mark.parametrize("end", [["quit"], ["exit"], []])
def test_a_game_that_is_left_goes_on(command: Command, end: list[str]) -> None:
    kept = "The game is kept; `sbg play --continue` goes on with it.\n"
    words = ["hexapawn", "--black", "human"]
    assert command("play", "--continue").err.startswith("error: no game was left")
    first = command("play", *words, stdin=typed("a1a2", *end))
    assert first.out.endswith(kept)
    assert kept not in command("play", *words, stdin=typed("quit")).out  # nothing was played
    again = command("play", "--continue", stdin=typed("moves", *end))
    assert "1  white  pawn a1a2" in again.out
    assert kept not in again.out  # it is there already
    assert command("play", "--continue", stdin=typed("b3b2", "save x.record", *end)).code == 0
    games = list((state_folder() / "games").iterdir())
    assert len(games) == 1
    assert "a1a2 b3b2" not in games[0].read_text()  # the user has it in a file
    assert command("play", "--continue", stdin=typed("c3c2", *end)).out.endswith(kept)
    assert "a1a2 c3c2" in games[0].read_text()
    assert list((state_folder() / "games").iterdir()) == games
    for wrong in (["hexapawn"], ["--from", "x.record"]):
        assert "was left last" in command("play", "--continue", *wrong).err


def test_a_game_begins_anew_and_comes_back(command: Command) -> None:
    said = humans(command, "new", "a1a2", "restart", "moves", "redo", "moves", "quit")
    assert said[1] == "No move has been played yet.\n"
    assert said[3].startswith("The game is kept;")
    assert "White to move (ply 1 of" in said[3]
    assert said[4].startswith("No move has been played yet")
    assert said[6] == "  1  white  pawn a1a2\n"


def test_a_saved_game_is_not_played_on_by_machines(command: Command) -> None:
    command("play", "hexapawn", "--black", "human", stdin=typed("a1a2", "save a.record", "quit"))
    before = Path("a.record").read_bytes()
    answer = command("play", "--from", "a.record", "--save", "a.record")
    assert answer.code == 0
    assert "no move to read, so the game stays as it is" in answer.out
    assert Path("a.record").read_bytes() == before


def test_a_bundled_game_is_not_called_like_a_file(command: Command) -> None:
    answer = command("play", "gardner.sbg")
    assert "for the bundled game of that name write `gardner`" in answer.err


def test_lines_break_between_words() -> None:
    assert wrapped("near to that: b1a3 b2a3 c3c4", 20) == "near to that: b1a3\nb2a3 c3c4"
    assert wrapped("  pawn a1: a2 b2 c2 d2 e2", 20) == "  pawn a1: a2 b2 c2\n    d2 e2"
    assert wrapped("one\n\ntwo", 20) == "one\n\ntwo"


# -- records that know their game


def recorded(command: Command, head: str = "") -> str:
    """The text of a record of a game that is not bundled."""
    Path("pawns.sbg").write_text(head + THREE_PAWNS)
    command("play", "pawns.sbg", "--black", "human", stdin=typed("b1b2", "save g.record"))
    return Path("g.record").read_text()


def test_a_record_holds_the_text_of_a_game_of_ones_own(command: Command) -> None:
    text = recorded(command)
    Path("pawns.sbg").unlink()
    record = library.read_record(text)
    assert record.text is not None
    assert library.parse(record.text) == library.parse(THREE_PAWNS)
    assert library.read_record(record.write()) == record
    assert "P b1b2" in command("replay", "g.record").out
    assert "ply 2 of 20" in command("play", "--from", "g.record", stdin="quit\n").out


def test_a_text_of_other_rules_is_not_believed(command: Command) -> None:
    text = recorded(command)
    Path("pawns.sbg").unlink()
    Path("g.record").write_text(text.replace("20 &", "30 &"))
    answer = command("replay", "g.record")
    assert answer.code == 2
    assert "give the game too" in answer.err


def test_the_game_is_found_beside_the_record(command: Command) -> None:
    text = re.sub(r'\[Text "[^"]*"\]\n', "", recorded(command))
    Path("games").mkdir()
    Path("games/g.record").write_text(text)
    assert command("replay", "games/g.record").code == 2
    Path("games/broken.sbg").write_text("<<")
    Path("pawns.sbg").rename("games/other-name.sbg")
    assert "P b1b2" in command("replay", "games/g.record").out


def test_names_and_comments_come_back_from_a_record(command: Command) -> None:
    text = recorded(command, "//! P = runner\n")
    Path("pawns.sbg").unlink()
    assert "//! P = runner" in text
    Path("g.record").write_text(text)
    assert "runner" in command("play", "--from", "g.record", stdin=typed("rules")).out
    Path("beside.sbg").write_text("//! P = walker\n" + THREE_PAWNS)  # what is beside it is better
    assert "walker" in command("play", "--from", "g.record", stdin=typed("rules")).out


def test_a_saved_record_names_the_version_that_wrote_it(command: Command) -> None:
    record = library.read_record(recorded(command))
    assert record.others["Program"] == f"sbg {library.__version__}"
    line = library.Line(library.parse(THREE_PAWNS).start, ["b1b2"])
    assert "Program" not in library.Record.of(line).write()


def test_a_record_of_a_bundled_game_holds_no_text(command: Command) -> None:
    command("play", "hexapawn", "--black", "human", stdin=typed("save g.record"))
    assert library.read_record(Path("g.record").read_text()).text is None


def test_only_the_own_game_goes_into_a_record() -> None:
    line = library.Line(library.load("hexapawn").start)
    with pytest.raises(library.RecordError):
        library.Record.of(line).with_game(library.load("gardner"))


def test_a_replay_counts_plies_from_where_the_record_starts(command: Command) -> None:
    line = library.Line(library.load("hexapawn").start.play("a1a2"))
    line.play("b3a2")
    line.play("b1a2")
    Path("later.record").write_text(library.Record.of(line).write())
    shown = command("replay", "later.record").out.splitlines()
    assert [row for row in shown if "takes" in row] == [
        "2  black  p b3a2 takes P",
        "3  white  P b1a2 takes p",
    ]


def test_a_seed_is_a_seed_for_each_player(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same number gives the same game, today and tomorrow."""
    given = []

    def player(name: str, seed: int | None) -> players.Player:
        given.append((name, seed))
        return make(name, seed)

    make = players.player
    monkeypatch.setattr(players, "player", player)
    words = ("play", "hexapawn", "--white", "random", "--black", "greedy", "--seed")
    for seed in (0, 5):
        assert command(*words, str(seed)).code == 0
    assert given == [("random", 0), ("greedy", 1), ("random", 10), ("greedy", 11)]


@pytest.mark.parametrize(
    ("width", "height", "said"),
    [
        (1, 2, "this board has the file a and ranks 1 to 2"),
        (2, 1, "this board has files a to b and rank 1"),
        (3, 3, "this board has files a to c and ranks 1 to 3"),
    ],
)
def test_squares_that_are_not_there(width: int, height: int, said: str) -> None:
    rows = tuple("P" * width for _ in range(height))
    pieces = (Piece("P", Power(Letter(0, 0, "w"), 1)),)
    game = library.Game(Description("small", width, height, rows, pieces, (), 9))
    assert said in str(answers._off_board(game.start, (7, 7)))
    assert answers._off_board(game.start, (0, 0)) is None


def test_moves_that_look_like_what_was_typed_are_offered() -> None:
    position = library.load("hexapawn").start
    assert "; near to that: a1a2" in answers._not_understood(position, "a1a")
    assert "; for example a1a2" in answers._not_understood(position, "xyz")
