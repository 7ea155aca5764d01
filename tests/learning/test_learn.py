"""Learning: games and pieces whose rules are known, learned from what is seen of them, and judged by `sbg.same`."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

import sbg
from sbg.language.model import CountGoal, Move, Piece
from sbg.language.model.notation import write_fen
from sbg.study.learn import learned as learned_module
from sbg.study.learn.certificate import Witness
from sbg.study.learn.evidence import Evidence, Views
from sbg.study.learn.goals import learn_endings
from sbg.study.learn.walks import rule as walk
from sbg.study.observe.data import Ply, Seen, Sightings


def board(rule: str, side: int = 6) -> sbg.Game:
    middle = ("|" + "." * side + "|") * (side - 2)
    rows = f"|a{'.' * (side - 1)}|{middle}|A{'.' * (side - 1)}|"
    return sbg.parse(f"<<x>> <BOARD> {side} {side} {rows} <PIECES> A {rule} & <GOALS> 9 &")


def set_up(game: sbg.Game, count: int, seed: int = 0) -> Sightings:
    """Random positions with all their legal moves."""
    draw = random.Random(seed)
    plies = []
    for number in range(count):
        share = draw.choice([0.1, 0.2, 0.35, 0.5, 0.65])
        rows = tuple(
            "".join(draw.choice("Aa") if draw.random() < share else "." for _ in range(game.width))
            for _ in range(game.height)
        )
        moves = game.position(write_fen(rows, number % 2)).moves
        legal = frozenset((move.origin, move.target) for move in moves)
        plies.append(Ply(rows, number % 2, None, legal, True))
    return Sightings(game.width, game.height, tuple(Seen((ply,)) for ply in plies), "x")


@pytest.mark.parametrize(
    "name", ["gardner", "knightthrough", "los-alamos", "leaping-draughts", "clobber"]
)
def test_a_few_games_with_complete_lists_teach_the_rules(name: str) -> None:
    game = sbg.load(name)
    found = sbg.learn(sbg.watch(game, 6, seed=1))
    for piece in game.pieces:
        assert sbg.same(found.game, game, piece=piece.letter).verdict == "same", piece.letter
    assert found.description.rows == game.description.rows
    assert found.noise == 0
    assert all(piece.movement.unexplained == 0 for piece in found.pieces)


@pytest.mark.parametrize(
    "rule",
    [
        "(2,1,e) + (2,1,p) + (-1,2,w)",
        "(0,1,e)^*((0,1,p) + (0,1,w))(0,1,e)",
        "(1,0,e)(1,1,e)",
        "((0,1,e) + (1,0,e))^*((0,1,e) + (1,0,e))",
        "(0,0,w)",
        "(0,1,p)(1,0,w)(1,1,e) + (-1,0,e)",
        "((0,4,e) + (0,4,p) + (0,4,w))(0,-3,e)",
        "(1,0,e)^*(0,1,w)(1,0,e)",
        "((1,1,e)(1,-1,e))^*(1,1,e)",
        "(0,1,w)^3",
        "((1,-1,p)(-2,2,p) + (0,-2,e)(2,1,w))^*",
        "(-2,1,e)(2,2,e)(-1,-3,p)^*",
        "(1,-2,e)((-1,0,p) + (-3,0,e))(0,1,e)",
        "(((0,1,e) + (1,0,p))(1,1,w)^*)^*",
    ],
)
def test_set_up_positions_teach_any_kind_of_rule(rule: str) -> None:
    game = board(rule)
    found = sbg.learn(set_up(game, 250))
    answer = sbg.same(found.game, game, piece="A")
    assert answer.verdict == "same", (found.text, answer.reason)


def test_the_shortest_rule_is_taken() -> None:
    found = sbg.learn(sbg.watch(sbg.load("gardner"), 5))
    terms = {piece.letter: [term.name for term in piece.movement.terms] for piece in found.pieces}
    assert terms["Q"] == ["ride (0,1)+(1,1) ep all"]
    assert terms["N"] == ["leap (1,2) ep all"]
    assert len(terms["P"]) == 2


def test_a_piece_that_never_moved_is_unknown() -> None:
    text = sbg.load("hexapawn").text.replace("|ppp|", "|pzp|").replace("P (", "Z (0,0,e) &\nP (")
    found = sbg.learn(sbg.watch(sbg.parse(text), 2))
    status = {piece.letter: piece.status for piece in found.pieces}
    assert status["Z"] == "unknown"
    assert found.description.rule("Z") is None


def test_goals_and_limit() -> None:
    for name in ("breakthrough5", "mini-shogi", "fox-and-hounds"):
        game = sbg.load(name)
        for reasons in (True, False):
            found = sbg.learn(sbg.watch(game, 12, seed=2, reasons=reasons))
            assert set(found.endings.goals) == set(game.goals), (name, reasons)
            assert found.endings.unexplained == 0
            assert found.endings.limit_seen == (found.endings.turn_limit == game.turn_limit)


def test_a_limit_that_was_never_reached_is_a_lower_bound() -> None:
    found = sbg.learn(sbg.watch(sbg.load("hexapawn"), 3))
    longest = max(len(game.plies) for game in sbg.watch(sbg.load("hexapawn"), 3).games)
    assert (found.endings.limit_seen, found.endings.turn_limit) == (False, longest)


def test_moves_after_which_the_game_went_on_refute_goals() -> None:
    rows = ("k.", "KQ")
    going = Ply(rows, 0, ((0, 0), (0, 1)), frozenset(), False)
    ended = replace(going, played=((1, 0), (0, 1)))
    stuck = lambda _: False  # noqa: E731
    found = learn_endings([Seen((ended,), "white")], 2, 2, stuck)
    assert found.goals == (CountGoal("K", 0), CountGoal("k", 0))
    found = learn_endings([Seen((going,), "*"), Seen((ended,), "white")], 2, 2, stuck)
    assert CountGoal("k", 0) not in found.goals
    assert found.unexplained == 0


def test_what_no_play_can_tell_is_named() -> None:
    """A pawn behind an opponent's pawn has won, so nobody can see whether pawns capture backward.

    The simplest rule allows it, so it is assumed; that a pawn does not capture straight backward is not to be seen.
    """
    found = sbg.learn(sbg.watch(sbg.load("hexapawn"), 40))
    (pawn,) = found.pieces
    captures = [
        {case.displacement for case in cases if case.on == "p"}
        for cases in (pawn.assumed, pawn.open, pawn.hidden)
    ]
    assert captures[0] == {(1, -1), (-1, -1)}
    assert not captures[0] & (captures[1] | captures[2])
    assert (0, -1) in captures[2]
    assert pawn.status == "consistent"


SNAKES = """<<Snakes>> <BOARD> 5 6
|s.s.s| |.s.s.| |.....| |.....| |.S.S.| |S.S.S| <PIECES>
S ((1,1,e)(1,-1,e) + (-1,1,e)(-1,-1,e))^2 + (0,1,e)((1,0,e) + (-1,0,e)) +
  ((1,1,p)(1,1,e))^*(1,1,e) + ((-1,1,p)(-1,1,e))^*(-1,1,e) + (0,1,p) &
<GOALS> 40 & #S 2 & #s 2 & @S 2 5 & @s 2 0 &"""


@pytest.mark.parametrize("games", [3, 10])
def test_a_power_of_a_sum_is_learned_from_few_games(games: int) -> None:
    game = sbg.parse(SNAKES)
    found = sbg.learn(sbg.watch(game, games, seed=3))
    assert sbg.same(found.game, game, piece="S")
    assert found.noise == 0


def test_what_the_search_cannot_explain_in_its_time_is_no_mistake() -> None:
    """Without time for words there is no rule for the rare moves, which are always the same ones."""
    for seen in (sbg.watch(sbg.parse(SNAKES), games, seed=3) for games in (3, 10)):
        for mistakes in (True, False):
            found = sbg.learn(seen, seconds=1e-6, mistakes=mistakes)
            (piece,) = found.pieces
            assert piece.status == "unexplained"
            assert piece.movement.unexplained > 0
            assert piece.movement.wrong == 0
            assert found.noise == 0


def test_mistakes_are_found_unless_they_are_excluded() -> None:
    seen = sbg.watch(sbg.load("clobber"), 4, noise=0.02, seed=2)
    found = sbg.learn(seen, seconds=5)
    assert 0.01 < found.noise < 0.04
    assert {piece.status for piece in found.pieces} == {"likely"}
    sure = sbg.learn(seen, seconds=0.01, mistakes=False)
    assert sure.noise == 0
    assert "unexplained" in {piece.status for piece in sure.pieces}


def test_lists_that_differ_for_one_position_have_mistakes() -> None:
    rows = ("a.", "A.")
    lists = [frozenset({((0, 0), (1, 0))}), frozenset({((0, 0), (0, 1))})]
    plies = [Ply(rows, 0, None, legal, True) for legal in lists]
    assert learned_module._contradict(plies)
    assert not learned_module._contradict(plies[:1] * 2)


def test_a_move_that_was_never_seen_is_assumed_though_no_play_can_tell() -> None:
    """Backward moves belong to the simplest rule, and a piece that only comes forward never makes them."""
    text = """<<x>> <BOARD> 3 6 |aaa||...||...||...||...||AAA| <PIECES>
    A (0,1,e) + (0,1,p) & <GOALS> 20 & @A 0 5, 1 5, 2 5 & @a 0 0, 1 0, 2 0 &"""
    found = sbg.learn(sbg.watch(sbg.parse(text), 20, seed=1))
    (piece,) = found.pieces
    said = {(there, on) for there, on in Witness(3, 6, "A", piece.movement.rule).displacements()}
    seen = {((0, 1), "e"), ((0, 1), "p")}
    assert said - seen == {(case.displacement, case.on) for case in piece.assumed}


@pytest.mark.parametrize(("seed", "games"), [(7176, 40), (7111, 40), (7005, 8)])
def test_moves_that_a_rule_allows_were_seen_or_are_assumed(seed: int, games: int) -> None:
    game = sbg.generate("wild", seed=seed, board=(6, 6))
    observed = sbg.watch(game, games, seed=1)
    views = Views.of(list(observed.plies), 6, 6)
    found = sbg.learn(observed, seconds=5)
    for piece in found.pieces:
        seen = {
            (there, on)
            for part in views.parts(piece.letter)
            for there, bits in part.legal.items()
            for on in "epw"
            if bits & part.at(there, on)
        }
        said = Witness(6, 6, piece.letter, piece.movement.rule).displacements()
        assert said - seen <= {(case.displacement, case.on) for case in piece.assumed}
        if piece.status == "exact":
            for one in (piece.letter, piece.letter.lower()):
                assert sbg.same(game, found.game, piece=one, reachable=True)


def test_far_moves_that_no_ride_of_the_rule_leads_to_are_settled_by_any_position() -> None:
    (piece,) = sbg.learn(set_up(board("(0,1,e) + (1,2,p) + (-1,2,p)"), 300)).pieces
    assert piece.status == "exact"


def test_a_ride_that_may_be_longer_is_open() -> None:
    """The leap was seen, and its double only where something stood in its way."""
    game = board("(0,2,e)")
    plies = []
    for fen in ("6/a5/6/6/6/A5 w 0", "6/6/6/a5/6/A5 w 0"):
        position = game.position(fen)
        legal = frozenset((move.origin, move.target) for move in position.moves)
        plies.append(Ply(position.rows, 0, None, legal, True))
    (piece,) = sbg.learn(Sightings(6, 6, tuple(Seen((ply,)) for ply in plies), "x")).pieces
    assert ((0, 4), "e") in {(case.displacement, case.on) for case in piece.open}


def test_a_word_with_many_conditions_has_a_witness() -> None:
    steps = "(1,0,p)(0,1,w)(1,0,p)(0,1,w)(-1,0,p)(0,1,e)"
    rule = board(steps).description.rule("A")
    assert rule is not None
    assert Witness(6, 6, "A", rule).displacements() == {((1, 3), "e")}


def test_the_limit_of_a_game_that_was_not_drawn_is_marked_and_can_be_set() -> None:
    seen = sbg.watch("hexapawn", 3)
    found = sbg.learn(seen)
    longest = max(len(game.plies) for game in seen.games)
    lines = found.commented.splitlines()
    at = lines.index(f"{longest} &")
    assert (
        lines[at - 1] == f"// The turn limit is at least {longest}: no game was seen to be drawn."
    )
    assert "at least" not in found.text
    known = sbg.learn(seen, turn_limit=20)
    assert (known.description.turn_limit, known.endings.limit_seen) == (20, True)
    assert "at least" not in known.commented
    with pytest.raises(ValueError, match=f"a game of {longest} plies was seen"):
        sbg.learn(seen, turn_limit=longest - 1)


def test_positions_that_were_set_up_are_no_games() -> None:
    found = sbg.learn(set_up(board("(0,1,e)"), 20))
    assert (found.games, found.plies) == (0, 20)
    assert "No game was seen: a turn limit of 100 is a guess." in found.commented
    assert found.description.turn_limit == 100


def test_what_was_learned_is_measured_against_the_true_game() -> None:
    game = sbg.load("gardner")
    found = sbg.learn(sbg.watch(game, 6, seed=1))
    right = found.against(game, positions=50)
    assert (right.positions, right.precision, right.recall) == (50, 1.0, 1.0)
    rough = sbg.learn(sbg.watch(game, 1, seed=1, legal=0.0))
    measured = rough.against(game, positions=50)
    assert measured.precision < 1 or measured.recall < 1
    said = true = both = 0
    for letter, (right_ones, wrong, missed) in measured.pieces.items():
        assert letter in "PRNBQK"
        both, said, true = both + right_ones, said + right_ones + wrong, true + right_ones + missed
    assert (measured.precision, measured.recall) == (both / said, both / true)
    with pytest.raises(ValueError, match="another size"):
        found.against(sbg.load("chess"))


def test_no_repr_is_longer_than_a_screen() -> None:
    seen = sbg.watch("gardner", 5)
    found = sbg.learn(seen)
    for one in (seen, found, *found.pieces, *sbg.ask("hexapawn", questions=1)):
        assert len(repr(one)) < 500, one


def test_witnesses_tell_two_rules_apart() -> None:
    game = board("(1,2,e) + (1,2,p)")
    found = sbg.learn(set_up(game, 4, seed=5))
    (piece,) = found.pieces
    assert piece.assumed or piece.open
    for cases, legal in ((piece.assumed, True), (piece.open, False)):
        for case in cases:
            move = Move.parse(case.move)
            assert (move in found.game.position(case.fen).moves) == legal, case


def test_rules_and_positions_agree_with_the_engine() -> None:
    """What the sets of bits say about a rule is what the engine plays."""
    for rule in ("(0,1,e)^*(1,1,p) + (2,0,w)^2", "((0,1,e)(1,0,e))^* + (1,1,w)^0"):
        game = board(rule, 4)
        sightings = set_up(game, 60, seed=3)
        views = Views.of(list(sightings.plies), 4, 4)
        evidence = Evidence(views, views.places("A"))
        moves = {there: bits for there, bits in walk(evidence, game.pieces[0].rule).items() if bits}
        assert moves == evidence.legal


def test_witness_positions_begin_with_few_pieces() -> None:
    found = Witness(4, 4, "A", None).find((1, 1), "p", False)
    assert found is not None
    assert sum(char.isalpha() for char in found.fen.split()[0]) == 2


def test_files_are_learned_from(tmp_path: Path) -> None:
    from sbg.app import cli

    paths = []
    for seed in (1, 2):
        paths.append(str(tmp_path / f"{seed}.jsonl"))
        cli.run(["record", "gardner", "--games", "3", "--seed", str(seed), "-o", paths[-1]])
    found = sbg.learn(paths)
    assert found.games == 6
    assert sbg.same(found.game, sbg.load("gardner"), piece="Q").verdict == "same"
    out = tmp_path / "learned.sbg"
    assert cli.run(["learn", *paths, "-o", str(out)]) == 0
    assert sbg.load(out) == found.game
    assert cli.run(["learn", str(tmp_path / "none.jsonl")]) == 2
    (tmp_path / "bad.jsonl").write_text("{", encoding="utf-8")
    assert cli.run(["learn", str(tmp_path / "bad.jsonl")]) == 1


def test_learned_pieces_can_be_put_into_a_description() -> None:
    game = sbg.load("gardner")
    found = sbg.learn(sbg.watch(game, 5))
    rules = {piece.letter: piece.movement.rule for piece in found.pieces}
    pieces = tuple(Piece(piece.letter, rules[piece.letter]) for piece in game.pieces)
    again = sbg.Game(replace(game.description, pieces=pieces))
    assert sbg.same(again, game)


def test_partial_lists_and_played_moves_teach_too() -> None:
    for name, games, legal in (("breakthrough5", 15, 0.3), ("breakthrough5", 120, 0.0)):
        game = sbg.load(name)
        found = sbg.learn(sbg.watch(game, games, legal=legal, seed=1))
        assert sbg.same(found.game, game, piece="P").verdict == "same", (name, legal)
        assert [piece.status for piece in found.pieces] == ["likely"]
        assert 0 < found.share < 0.6


def test_mistakes_in_the_data_are_estimated() -> None:
    game = sbg.load("breakthrough5")
    found = sbg.learn(sbg.watch(game, 8, noise=0.03, seed=1), seconds=1)
    assert sbg.same(found.game, game, piece="P").verdict == "same"
    assert 0.01 < found.noise < 0.12
    assert set(found.endings.goals) == set(game.goals)


def test_a_mistaken_move_to_its_own_square_is_no_problem() -> None:
    seen = sbg.watch(sbg.load("hexapawn"), 12, noise=0.15, seed=1)
    assert any(origin == target for ply in seen.plies for origin, target in ply.legal)
    assert sbg.learn(seen, seconds=1).plies == len(list(seen.plies))


def test_a_double_step_is_learned_from_partial_lists() -> None:
    """A pawn that may always go two squares would explain all that was seen: that it did so seldom tells."""
    game = sbg.load("chess")
    found = sbg.learn(sbg.watch(game, 3, legal=0.3, seed=0))
    assert sbg.same(found.game, game, piece="P")


def test_chains_in_some_directions_are_learned_from_played_moves() -> None:
    game = sbg.load("leaping-draughts")
    found = sbg.learn(sbg.watch(game, 40, legal=0.0, seed=1))
    assert sbg.same(found.game, game, piece="M")


def test_a_goal_about_a_piece_that_one_player_has_is_not_given_to_both() -> None:
    found = sbg.learn(sbg.watch(sbg.load("maharajah"), 12, seed=1))
    assert CountGoal("k", 0) in found.endings.goals
    assert CountGoal("K", 0) not in found.endings.goals


def test_an_end_in_which_nobody_can_move_refutes_no_goal() -> None:
    """Without reasons it may have been both, as here, where the last piece of a player is taken."""
    taken = Ply(("a.", "A."), 0, ((0, 0), (0, 1)), frozenset(), False)
    other = Ply(("aa", "A."), 0, ((0, 0), (0, 1)), frozenset(), False)
    games = [Seen((taken,), "white"), Seen((other,), "white", "goal")]
    found = learn_endings(games, 2, 2, lambda ply: ply is taken)
    assert (found.ends, found.unexplained, found.contradicted) == (1, 0, 0)


def test_a_move_written_down_wrong_is_counted_once() -> None:
    seen = sbg.watch(sbg.load("gardner"), 12, noise=0.05, seed=2)
    assert 0.03 < sbg.learn(seen).noise < 0.07


def test_a_file_without_positions_is_named() -> None:
    with pytest.raises(sbg.DataError, match=r"seen\.jsonl:1: there is nothing to learn from"):
        sbg.learn(Sightings(3, 3, (), "x", "seen.jsonl"))


def test_a_rule_has_no_steps_that_lead_off_the_board() -> None:
    # Leaps of (4,6) fit the eight rows of leapfrog, but not its six columns.
    game = sbg.load("leapfrog")
    strong = ("alphabeta:level=2", "alphabeta:level=2")
    seen = sbg.watch(game, 100, players=strong, legal=0.0, opening=2, seed=11)
    assert sbg.learn(seen, seconds=5).game.width == 6


def test_the_habits_of_players_are_not_taken_for_rules() -> None:
    # Good players hardly ever move a rook far along the first row; it may all the same.
    strong = ("alphabeta:level=2", "alphabeta:level=2")
    game = sbg.load("silverman")
    seen = sbg.watch(game, 300, players=strong, legal=0.0, opening=2, seed=11)
    learned = sbg.learn(seen, seconds=5).game
    assert all(sbg.same(learned, game, piece=one.letter).verdict == "same" for one in game.pieces)


def test_the_same_position_again_tells_nothing_new() -> None:
    # Players without chance repeat their games; that no pawn steps diagonally there is the same evidence each time.
    strong = ("alphabeta:level=2", "alphabeta:level=2")
    game = sbg.load("octopawn")
    seen = sbg.watch(game, 400, players=strong, legal=0.0, opening=2, seed=11)
    learned = sbg.learn(seen, seconds=5).game
    assert sbg.same(learned, game, piece="P").verdict == "same"


@pytest.mark.parametrize(("name", "letter"), [("leaping-draughts", "M"), ("mini-xiangqi", "K")])
def test_narrow_rules_are_learned_from_played_moves(name: str, letter: str) -> None:
    # Chains that turn, and a palace: simpler rules allow more, but it is seldom possible.
    game = sbg.load(name)
    learned = sbg.learn(sbg.watch(game, 100, legal=0.0, seed=11), seconds=5).game
    assert sbg.same(learned, game, piece=letter).verdict == "same"


def test_every_kind_of_piece_is_a_simpler_goal_than_most_of_them() -> None:
    # No random game of extinction chess ends by the loss of the last pawn.
    game = sbg.load("extinction-chess")
    described, endings = learned_module.with_endings(
        game.description, sbg.watch(game, 100, legal=0.0, seed=11)
    )
    assert set(described.goals) == set(game.description.goals)
    assert {"#P 0", "#p 0"} <= {str(goal) for goal in endings.assumed}


def test_too_little_memory_is_a_diagnostic_with_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(learned_module, "_learned", full)
    with pytest.raises(sbg.DataError, match="<data>:1: there is not enough memory"):
        sbg.learn(sbg.watch(sbg.load("hexapawn"), 1))


def test_large_boards_are_looked_at_where_pieces_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not at every displacement, but at those with squares between: that grows with the third power of the side."""
    looked = 0
    look = Evidence._look

    def counted(self: Evidence, displacement: tuple[int, int]) -> tuple[int, int, int]:
        nonlocal looked
        looked += 1
        return look(self, displacement)

    monkeypatch.setattr(Evidence, "_look", counted)
    found = sbg.learn(set_up(board("(1,2,e) + (1,2,p) + (0,1,e)^*(0,1,e)", 24), 4))
    assert found.pieces[0].movement.unexplained == 0
    assert looked < 1500


def test_what_is_around_a_piece_is_what_its_displacements_hold() -> None:
    seen = set_up(board("(1,2,e)"), 6)
    evidence = Views.of(list(seen.plies), 6, 6).parts("A")[0]
    for dx in range(-5, 6):
        for dy in range(-5, 6):
            held = [bool(evidence.at((dx, dy), on)) for on in "epw"]
            bits = int(evidence.around[dy + 6, dx + 6])
            assert held == [bool(bits >> bit & 1) for bit in range(3)], (dx, dy)
