"""Players as they are written: what each text stands for, and what is said about the others."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import sbg
from sbg.play.players import (
    PLAYERS,
    Kind,
    Option,
    SearchOptions,
    SpecError,
    UnknownPlayerError,
    catalogue,
    parse,
)
from sbg.play.players.budget import Limits
from sbg.play.players.catalogue import Level

THINKER = Kind(
    "thinker",
    "for these tests",
    "builtins:dict",
    (
        Option("depth", int, None, "", 1, 100),
        Option("time", float, 1.5, "", 0.001, 3600),
        Option("weights", str),
        Option("seed", int, None, "", 0),
    ),
)
REST = Kind("other", "takes a command", "builtins:dict", rest="command")


def make(text: str, seed: int | None = None) -> dict[str, object]:
    made = catalogue.parse(text, {kind.name: kind for kind in (THINKER, REST)}).make(seed)
    assert isinstance(made, dict)
    return made


def test_a_name_alone_has_the_defaults() -> None:
    assert make("thinker") == {
        "depth": None,
        "time": 1.5,
        "weights": None,
        "seed": None,
    }


def test_options_are_read_by_their_types() -> None:
    made = make("thinker:depth=6, time = 0.5,weights=a=b:c")
    assert made == {
        "depth": 6,
        "time": 0.5,
        "weights": "a=b:c",
        "seed": None,
    }
    assert [type(made[name]) for name in ("depth", "time")] == [int, float]


def test_the_seed_is_for_those_who_were_not_given_one() -> None:
    assert make("thinker", seed=7)["seed"] == 7
    assert make("thinker:seed=1", seed=7)["seed"] == 1


def test_the_rest_is_one_value() -> None:
    assert make("other: run --a=1,b=2 'x y' ") == {"command": "run --a=1,b=2 'x y'"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("thinkr", "there is no player `thinkr`; did you mean `thinker`?"),
        ("", "there is no player ``"),
        ("thinker:dept=1", "player `thinker` has no option `dept`; did you mean `depth`?"),
        ("thinker:=1", "player `thinker` has no option ``; it has depth, time, weights, seed"),
        ("thinker:", "`thinker:` ends where an option should be, as in `thinker:key=value`"),
        ("thinker:depth", "`depth` has no value; write `thinker:depth=…`"),
        ("thinker:depth=1,depth=2", "`depth` is given twice in `thinker:depth=1,depth=2`"),
        ("thinker:depth=0", "`depth` is a whole number from 1 to 100, not `0`"),
        ("thinker:depth=101", "`depth` is a whole number from 1 to 100, not `101`"),
        ("thinker:depth=1.5", "`depth` is a whole number from 1 to 100, not `1.5`"),
        ("thinker:time=soon", "`time` is a number from 0.001 to 3600, not `soon`"),
        ("thinker:time=nan", "`time` is a number from 0.001 to 3600, not `nan`"),
        ("thinker:time=inf", "`time` is a number from 0.001 to 3600, not `inf`"),
        ("thinker:weights=", "`weights` has no value"),
        ("thinker:seed=-1", "`seed` is a whole number from 0 up, not `-1`"),
        ("other", "`other` needs more: `other:COMMAND`"),
        ("other: ", "`other` needs more: `other:COMMAND`"),
    ],
)
def test_what_is_wrong_is_said(text: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        make(text)
    assert str(caught.value).startswith(message)


def test_an_unknown_name_is_an_error_of_its_own() -> None:
    with pytest.raises(UnknownPlayerError, match="did you mean `random`"):
        sbg.player("randm")


def test_every_player_of_the_table_can_be_found() -> None:
    for name, kind in PLAYERS.items():
        text = name if kind.rest is None else f"{name}:{sys.executable}"
        assert parse(text).kind is kind
        assert callable(catalogue.resolve(kind.make))
        if kind.searcher is not None:
            assert callable(catalogue.resolve(kind.searcher))


def test_a_player_with_a_strength_has_the_option_and_a_searcher() -> None:
    options = {"level": "level", "seconds": "time"}
    for kind in PLAYERS.values():
        assert kind.strength is None or kind.option(options[kind.strength])
        assert (kind.strength is None) == (kind.searcher is None)


def test_only_players_that_start_no_program_are_offered() -> None:
    assert set(catalogue.offered()) == {n for n, kind in PLAYERS.items() if kind.rest is None}
    assert all(PLAYERS[name].title for name in catalogue.offered())
    assert catalogue.offered()[0] == "alphabeta"


def test_every_kind_can_be_asked_to_search() -> None:
    position = sbg.load("hexapawn").start
    for name in catalogue.offered():
        searcher = PLAYERS[name].make_searcher(SearchOptions(1, seed=1, level=1))
        found = searcher.start(position, Limits(nodes=50)).wait(60)
        assert found is not None
        assert found.move in position.moves
        searcher.close()


def test_the_random_player_repeats_itself_with_a_seed() -> None:
    position = sbg.load("gardner").start
    first, second = sbg.player("random:seed=5"), sbg.player("random", seed=5)
    assert [first.choose(position) for _ in range(5)] == [second.choose(position) for _ in range(5)]


def test_a_command_that_does_not_exist_is_no_player() -> None:
    with pytest.raises(SpecError, match="there is no command `no-such-engine`"):
        sbg.player("uci:no-such-engine --fast")
    with pytest.raises(SpecError, match="is not a command line: no closing quotation"):
        sbg.player("uci:'engine")
    with pytest.raises(SpecError, match="has no command"):
        sbg.player("uci:Hash=16")


# -- limits


def test_the_tightest_limit_holds() -> None:
    limits = Limits(time=2.0, nodes=100).tightened(time=1.0, nodes=500, depth=3)
    assert (limits.time, limits.nodes, limits.depth) == (1.0, 100, 3)


def test_a_clock_lasts() -> None:
    """Whoever plans by `seconds` never oversteps, and keeps thinking."""
    clock, increment = 10.0, 0.1
    for _ in range(500):
        seconds = Limits(clock=clock, increment=increment).seconds
        assert seconds is not None
        assert 0 < seconds < clock
        clock += increment - seconds
    assert Limits(clock=10.0, time=0.01).seconds == 0.01
    assert Limits(clock=0.0).seconds == pytest.approx(0.001)
    assert Limits(time=5.0, infinite=True).seconds is None
    assert Limits().unlimited
    assert not Limits(depth=1).unlimited


def test_nodes_are_playouts_for_players_of_random_games() -> None:
    for name in ("mcts", "montecarlo"):
        assert parse(f"{name}:nodes=200").given == {"playouts": 200}
        with pytest.raises(SpecError, match="given twice"):
            parse(f"{name}:nodes=200,playouts=100")
        with pytest.raises(SpecError, match="no option"):
            parse("random:nodes=3")


def test_levels_are_as_documented() -> None:
    """Games of a level can be played again: what it is may not change unnoticed."""
    page = (Path(__file__).parents[2] / "docs" / "players.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d) \| ([\d,]+) \| (\d+|any) \| (\d+) \|$", page, re.MULTILINE)
    assert {
        int(level): Level(
            int(nodes.replace(",", "")), None if depth == "any" else int(depth), int(noise)
        )
        for level, nodes, depth, noise in rows
    } == catalogue.LEVELS


def test_levels_are_those_of_the_docs() -> None:
    text = (Path(__file__).parents[2] / "docs" / "players.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d) \| ([\d,]+) \| (\d+|any) \| (\d+) \|$", text, re.MULTILINE)
    told = {
        int(number): catalogue.Level(
            int(nodes.replace(",", "")), None if depth == "any" else int(depth), int(noise)
        )
        for number, nodes, depth, noise in rows
    }
    assert told == catalogue.LEVELS
