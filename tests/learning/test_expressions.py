"""The bottom-up search: what it finds explains the move, and nothing that is illegal."""

from __future__ import annotations

import pytest

import sbg
from sbg.moves.shapes.paths import Path, Repeat, Step, Vector, regexp
from sbg.study.learn import walks
from sbg.study.learn.cubes import Words
from sbg.study.learn.evidence import Evidence, Views, lowest
from sbg.study.learn.expressions import Expressions
from sbg.study.learn.terms import Pool
from tests.learning.test_learn import board, set_up


def made(rule: str, side: int = 5, count: int = 120) -> Expressions:
    game = board(rule, side)
    views = Views.of(list(set_up(game, count).plies), side, side)
    pool = Pool(Evidence(views, views.places("A")))
    return Expressions(pool, Words(pool), end=1e9)


@pytest.mark.parametrize(
    ("rule", "target"),
    [
        ("(0,1,e)(1,0,p)", (1, 1)),
        ("(1,1,w)^3", (3, 3)),
        ("(0,1,e)^*(1,0,w)", (1, 2)),
        ("(1,0,w)(0,1,p)^2", (1, 2)),
    ],
)
def test_the_shortest_expressions_explain_a_move(rule: str, target: Vector) -> None:
    """One of those that are found for one move alone is the rule."""
    found = made(rule)
    game = board(rule, 5)
    seed = lowest(found.evidence.legal[target])
    paths = list(found.explaining(target, seed))
    for path in paths:
        moves = walks.path(found.evidence, path)
        assert moves[target] >> seed & 1
        assert all(not bits & ~found.evidence.legal.get(there, 0) for there, bits in moves.items())
    same = [sbg.same(board(str(regexp(path)), 5), game, piece="A") for path in paths]
    assert any(same), paths


def grown(found: Expressions, *paths: Path) -> list[Path]:
    start = [one for path in paths for one in found.words.symmetric(path)]
    return [path for one in found.grown(start, found.pool.known) for path in one.term.paths]


def test_loops_choices_and_any_order_are_found() -> None:
    a, b = Step(0, 1, "e"), Step(1, 0, "p")
    found = made("(0,1,e)(1,0,p)^*")
    assert (a, b._replace(low=0, high=None)) in grown(found, (a, b))
    found = made("((0,1,e) + (2,0,w))(1,0,p)")
    assert (Repeat(((a,), (Step(2, 0, "w"),)), 1, choice=True), b) in grown(found, (a, b))
    found = made("((0,1,e)(1,1,e) + (1,0,p))^*")
    pair = (a, Step(1, 1, "e"))
    assert (Repeat(tuple(sorted((pair, (b,)), key=repr)), 1),) in grown(found, pair, (b,))


def test_longer_walks_grow_step_by_step() -> None:
    steps = [Step(1, 0, "e"), Step(0, 1, "e"), Step(-1, 0, "e")]
    found = made("(1,0,e) + (1,0,e)(0,1,e) + (1,0,e)(0,1,e)(-1,0,e)")
    assert tuple(steps) in grown(found, (steps[0],))


def test_what_is_refuted_is_not_found() -> None:
    a, b = Step(0, 1, "e"), Step(1, 0, "p")
    found = made("(0,1,e)(1,0,p)")
    assert not found.sound((a, b._replace(low=0, high=None)))
    assert all(found.sound(path) for path in grown(found, (a, b)))
