"""Whatever Python passes to a public function or to the native core is taken, or refused with a sentence.

Every argument of every function is replaced by every value of a list of odd ones. Nothing may end the interpreter, and
no message may be one that only a reader of the source understands.
"""

from __future__ import annotations

import copy
import inspect
import math
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, NoReturn

import numpy as np
import pytest

import sbg
from sbg import _core, reference, svg
from sbg.base import bounds
from sbg.engine import game as engine_game
from tests import core_calls as core
from tests.batch import calls as batches
from tests.cli.helpers import environment
from tests.core_calls import elsewhere


class OwnError(Exception):
    """What an object raises by itself is its own affair."""


class Hostile:
    """Raises at everything that can be asked of it."""

    def __getattribute__(self, name: str) -> NoReturn:
        raise OwnError

    def _refuse(self, *_: object) -> NoReturn:
        raise OwnError

    __bool__ = __call__ = __eq__ = __float__ = __fspath__ = __getitem__ = _refuse
    __hash__ = __index__ = __int__ = __iter__ = __len__ = __lt__ = __repr__ = __str__ = _refuse


GAME = sbg.load("hexapawn")
START = GAME.start
MOVE = START.moves[0]
PROFILE = sbg.profile(GAME, budget="quick")

ODD: dict[str, Any] = {
    "None": None,
    "True": True,
    "-1": -1,
    "0": 0,
    "10**30": 10**30,
    "-10**30": -(10**30),
    "a number of 5001 digits": 10**5000,
    "nan": math.nan,
    "inf": math.inf,
    "-inf": -math.inf,
    "1.5": 1.5,
    "numpy's nan": np.float64("nan"),
    "no text": "",
    "text": "x",
    "a lone surrogate": "\ud800",
    "text with a zero": "a\0b",
    "bytes": b"c2c3",
    "()": (),
    "(1, 2)": (1, 2),
    "[1]": [1],
    "{}": {},
    "{1}": {1},
    "an object": object(),
    "a hostile object": Hostile(),
    "a class": int,
    "a path": Path("no-such-file.sbg"),
    "a move of nothing": sbg.Move(5, None),  # type: ignore[arg-type]
    "another game": sbg.load("gardner"),
    "another position": sbg.load("gardner").start,
}

OBSCURE = (
    "has no attribute",
    "incompatible function arguments",
    "std::",
    "nanobind",
    "unsupported operand",
    "not supported between",
    "not subscriptable",
    "not iterable",
    "unpack",
    "unhashable",
    "object is not",
    "expected string or bytes",
    "cannot be interpreted",
    "Exceeds the limit",
    "surrogates not allowed",
    "out of range",
)
READABLE = (TypeError, ValueError, OSError, MemoryError, sbg.SbgError)
OBSCURE_TYPES = (UnicodeError, OverflowError, RecursionError)


@cache
def calls() -> dict[str, tuple[Callable[..., object], dict[str, Any]]]:
    """Every public function and method, with arguments that it takes."""
    found: dict[str, tuple[Callable[..., object], dict[str, Any]]] = {
        "sbg.perft": (
            sbg.perft,
            {
                "position": START,
                "depth": 2,
                "threads": 1,
                "hash_megabytes": 0,
                "stop": None,
                "device": "cpu",
                "hash_mb": None,
            },
        ),
        "sbg.playouts": (
            sbg.playouts,
            {"position": START, "n": 3, "seed": 1, "threads": 1, "device": "cpu"},
        ),
        "sbg.profile": (
            sbg.profile,
            {
                "game": GAME,
                "seed": 0,
                "budget": "quick",
                "gates": True,
                "threads": 1,
                "on_progress": None,
            },
        ),
        "sbg.compare": (sbg.compare, {"first": PROFILE, "second": PROFILE}),
        "Profile.from_json": (sbg.Profile.from_json, {"text": PROFILE.to_json()}),
        "sbg.solve": (
            elsewhere(sbg.solve),
            {
                "game": START,
                "method": "auto",
                "seconds": None,
                "men": None,
                "memory": 1 << 20,
                "threads": 1,
                "output": None,
                "strong": False,
                "force": False,
                "on_progress": None,
                "on_note": None,
                "device": "cpu",
            },
        ),
        "sbg.analyse": (
            sbg.analyse,
            {
                "position": START,
                "seconds": None,
                "depth": 2,
                "nodes": 50,
                "lines": 1,
                "threads": 1,
                "hash_megabytes": 1,
                "weights": None,
                "on_info": None,
            },
        ),
        "sbg.Analyser": (
            sbg.Analyser,
            {"lines": 1, "threads": 1, "hash_megabytes": 1, "weights": None},
        ),
        "Analyser.analyse": (
            sbg.Analyser(hash_megabytes=1).analyse,
            {"position": START, "seconds": None, "depth": 2, "nodes": 50, "on_info": None},
        ),
        "sbg.check": (sbg.check, {"text": GAME.text}),
        "sbg.format": (sbg.format, {"text": GAME.text}),
        "sbg.parse": (sbg.parse, {"text": GAME.text}),
        "sbg.load": (sbg.load, {"game": "hexapawn"}),
        "sbg.betza": (sbg.betza, {"text": "N", "board": (8, 8), "dialect": "classic"}),
        "sbg.describe": (sbg.describe, {"game": GAME}),
        "sbg.write": (sbg.write, {"game": GAME}),
        "sbg.translate": (
            sbg.translate,
            {"game": GAME, "target": "gdl", "allow": (), "piece": None},
        ),
        "sbg.canonical": (sbg.canonical, {"game": GAME}),
        "sbg.same": (
            sbg.same,
            {
                "a": GAME,
                "b": GAME,
                "piece": None,
                "seconds": 5.0,
                "rules_only": False,
                "reachable": False,
                "every": False,
            },
        ),
        "sbg.generate": (sbg.generate, {"style": "hunt", "seed": 1, "board": (5, 5)}),
        "sbg.evolve": (sbg.evolve, {"run": "/nowhere/run.sqlite", "games": 2, "jobs": 1}),
        "sbg.write_gallery": (
            sbg.write_gallery,
            {"run": "/nowhere/run.sqlite", "folder": "/nowhere", "best": 2, "title": "x"},
        ),
        "sbg.mutate": (sbg.mutate, {"game": GAME, "seed": 1, "operator": "mode"}),
        "sbg.learn": (
            sbg.learn,
            {
                "data": sbg.watch(GAME, 2),
                "seconds": 5.0,
                "mistakes": True,
                "turn_limit": None,
                "game": (),
            },
        ),
        "sbg.ask": (
            lambda **arguments: list(sbg.ask(**arguments)),
            {
                "teacher": GAME,
                "seen": None,
                "questions": 1,
                "reachable": False,
                "seconds": 5.0,
                "seed": 0,
            },
        ),
        "sbg.teach": (
            sbg.teach,
            {"game": GAME, "most": 1, "seconds": 5.0, "seed": 0, "progress": lambda _: None},
        ),
        "sbg.watch": (
            sbg.watch,
            {
                "game": GAME,
                "games": 1,
                "players": ("random", "random"),
                "legal": 1.0,
                "noise": 0.0,
                "opening": 0,
                "reasons": True,
                "seed": 0,
            },
        ),
        "sbg.player": (
            sbg.player,
            {"text": "mcts", "seed": 1, "evaluate": lambda batch: None, "actions": "pairs"},
        ),
        "sbg.read_record": (sbg.read_record, {"text": ""}),
        "sbg.match": (elsewhere(sbg.match), {**_contest_arguments(), "sprt": None}),
        "sbg.tournament": (
            elsewhere(sbg.tournament),
            {**_contest_arguments(), "gauntlet": False},
        ),
        "sbg.read_contest": (sbg.read_contest, {"path": _contest_file()}),
        "sbg.verify": (
            sbg.verify,
            {"path": "hexapawn", "sample": 3, "jobs": 1, "seed": 1, "on_progress": None},
        ),
        "sbg.verify_table": (
            sbg.verify_table,
            {"path": _table_file(), "sample": 3, "threads": 1, "seed": 1, "on_progress": None},
        ),
        "sbg.probe": (sbg.probe, {"table": _table_file(), "position": START}),
        "sbg.Probe": (sbg.Probe, {"value": "draw", "plies": None, "moves": {}}),
        "sbg.ClassCount": (
            sbg.ClassCount,
            {
                "men": "",
                "turn": "white",
                "positions": 0,
                "wins": 0,
                "draws": 0,
                "losses": 0,
                "longest": None,
                "position": None,
                "zugzwangs": 0,
            },
        ),
        "sbg.Game": (
            sbg.Game,
            {"description": GAME.description, "automata": None, "source": None},
        ),
        "sbg.Position": (sbg.Position, {"game": GAME, "fen": None}),
        "sbg.Line": (sbg.Line, {"start": START, "moves": ()}),
        "sbg.Limits": (
            sbg.Limits,
            {
                "time": None,
                "clock": None,
                "increment": 0.0,
                "opponent_clock": None,
                "opponent_increment": 0.0,
                "nodes": None,
                "depth": None,
                "margin": 0.1,
                "infinite": False,
            },
        ),
        "sbg.Move": (lambda origin, target: str(sbg.Move(origin, target)), _squares()),
        "sbg.svg.board": (
            svg.board,
            {
                "position": START,
                "size": None,
                "coordinates": True,
                "last": None,
                "arrows": (),
                "marks": (),
                "theme": "light",
                "flip": False,
                "pieces": "letters",
                "title": None,
            },
        ),
        "sbg.svg.movement": (
            svg.movement,
            {
                "game": GAME,
                "piece": "P",
                "square": None,
                "theme": "light",
                "size": None,
                "legend": True,
            },
        ),
        "sbg.svg.automaton": (
            svg.automaton,
            {"game": GAME, "piece": "P", "theme": "light"},
        ),
        "sbg.svg.thumbnail": (svg.thumbnail, {"game": GAME, "theme": "auto"}),
        "sbg.reference.Position": (reference.Position, {"game": GAME, "fen": None}),
        "sbg.reference.perft": (
            reference.perft,
            {"position": reference.Position(GAME), "depth": 1},
        ),
        "sbg.reference.ends": (
            reference.ends,
            {"position": reference.Position(GAME), "depth": 1},
        ),
        "Game.position": (GAME.position, {"fen": START.fen}),
    }
    for name in ("at", "captured", "is_capture", "play", "__getitem__", "__eq__"):
        found[f"Position.{name}"] = _of_one(getattr(START, name), MOVE)
        if hasattr(reference.Position, name):
            found[f"reference.{name}"] = _of_one(getattr(reference.Position(GAME), name), MOVE)
    for name in ("read", "parse"):
        found[f"Move.{name}"] = _of_one(getattr(sbg.Move, name), "a1a2")
    for name in ("play", "undo", "back_to", "moved", "captured"):
        found[f"Line.{name}"] = _of_one(_on_a_line(name), MOVE)
    for spec in ("random", "greedy", "alphabeta", "mcts", "montecarlo"):
        player = sbg.player(spec)
        found[f"{spec}.choose"] = (
            lambda position, limits, player=player: player.choose(position, limits),
            {"position": START, "limits": sbg.Limits(nodes=20)},
        )
        found[f"{spec}.new_game"] = (
            lambda start, moves, player=player: player.new_game(start, moves),
            {"start": START, "moves": ()},
        )
    found |= core.calls(GAME) | batches.calls(GAME)
    for name, function in _public().items():
        if name not in found:
            found[name] = (function, _guessed(function))
    return found


def _public() -> dict[str, Callable[..., object]]:
    """All public functions, by name."""
    functions = {f"sbg.{name}": getattr(sbg, name) for name in sbg.__all__}
    functions |= {f"sbg.svg.{name}": getattr(svg, name) for name in svg.__all__}
    return {name: value for name, value in functions.items() if isinstance(value, FunctionType)}


def _guessed(function: Callable[..., object]) -> dict[str, Any]:
    """Arguments for a function that has no entry above: what parameters of these names take, and the defaults."""
    known = {
        "game": GAME,
        "position": START,
        "text": GAME.text,
        "depth": 2,
        "a": GAME,
        "b": GAME,
        "stop": sbg.Stop(),
    }
    found = {}
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.default is not parameter.empty:
            found[name] = parameter.default
        else:
            assert name in known, f"an entry for {function.__name__} is missing in calls()"
            found[name] = known[name]
    return found


def _contest_arguments() -> dict[str, Any]:
    return {
        "players": ["random", "random"],
        "games": "hexapawn",
        "rounds": 1,
        "move_time": None,
        "clock": None,
        "nodes": 5,
        "depth": None,
        "margin": 60.0,
        "opening": 2,
        "seed": 1,
        "file": None,
        "on_game": None,
    }


def _contest_file() -> Path:
    path = Path(tempfile.mkdtemp()) / "contest.sqlite"
    sbg.match(["random", "random"], "hexapawn", rounds=1, file=path)
    return path


def _table_file() -> Path:
    from sbg.exact.solving.plan import make_plan
    from sbg.exact.solving.solve import fill_table, save_table

    path = Path(tempfile.mkdtemp()) / "hexapawn.table"
    save_table(fill_table(make_plan(sbg.load("hexapawn").start, 1 << 20)), path)
    return path


def _squares() -> dict[str, Any]:
    return {"origin": (0, 0), "target": (0, 1)}


def _of_one(function: Callable[..., object], good: object) -> tuple[Any, dict[str, Any]]:
    return (lambda value: function(value), {"value": good})


def _on_a_line(name: str) -> Callable[[object], object]:
    return lambda value: getattr(sbg.Line(START, [MOVE]), name)(value)


def problem(function: Callable[..., object], arguments: dict[str, Any]) -> str | None:
    """What is wrong with the answer to a call, if anything is."""
    try:
        function(**arguments)
    except OwnError:
        return None
    except READABLE as error:
        message = str(error)
        if isinstance(error, OBSCURE_TYPES) or not message:
            return f"{type(error).__name__}: {message}"
        obscure = any(words in message for words in OBSCURE)
        return f"{type(error).__name__}: {message}" if obscure else None
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


def report() -> None:
    """Print the call that comes next, so that the last line names the one that ended the process, and all problems."""
    for name, (function, good) in calls().items():
        assert problem(function, good) is None or name == "sbg.read_record", name
        for parameter in good:
            for odd, value in ODD.items():
                if parameter in ("on_info", "on_line", "on_game") and odd == "a class":
                    continue  # it can be called, and what it then raises is its own affair
                print(f"CALL {name}({parameter}={odd})", flush=True)
                found = problem(function, {**good, parameter: value})
                if found is not None:
                    print(f"PROBLEM {name}({parameter}={odd}): {found}", flush=True)


@pytest.mark.process
def test_every_argument_is_taken_or_refused_with_a_sentence(tmp_path: Path) -> None:
    # Some functions write files: into a folder of the test.
    program = (
        "import os, sys; sys.path[0] = os.getcwd(); from tests.test_wrong_arguments import report;"
        f" os.chdir({str(tmp_path)!r}); report()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env=environment(),
        cwd=Path(__file__).parent.parent,
        timeout=600,
        check=False,
    )
    lines = done.stdout.splitlines()
    assert done.returncode == 0, f"{lines[-1:]}\n{done.stderr[-2000:]}"
    assert [line for line in lines if line.startswith("PROBLEM")] == []
    assert len(lines) > 2000


def test_nothing_public_is_left_out() -> None:
    assert set(_public()) <= set(calls())
    assert {f"sbg.reference.{name}" for name in reference.__all__} <= set(calls())
    no_constructor = {
        "CheckedEntries",
        "EndCount",
        "Judgements",
        "Line",
        "MatchGames",
        "Position",
        "ProofResult",
        "Settled",
        "Sweep",
        "TableCount",
        "Tally",
        "TermShape",
    }
    no_arguments = {
        "Stop",
        "code_features",
        "compiler",
        "has_bmi2",
        "has_portable",
        "side_features",
        "terms",
        "version",
        "xla_gpu_target",
        "xla_targets",
    }
    functions = {name for name, value in vars(_core).items() if callable(value) and name[0] != "_"}
    unlisted = functions - {name.removeprefix("_core.") for name in calls()}
    assert unlisted == no_constructor | no_arguments
    methods = {
        f"_core.{kind.__name__}.{name}"
        for kind in vars(_core).values()
        if isinstance(kind, type)
        for name, method in vars(kind).items()
        if not name.startswith("_") and callable(method)
    }
    without_arguments = {
        *("_core.Position.moves", "_core.Searcher.clear", "_core.TreeSearcher.clear"),
        *("_core.ProofSearcher.use", "_core.Tables.keys"),
        *("_core.Searcher.weights", "_core.Weights.numbers", "_core.Stop.set", "_core.Stop.is_set"),
    }
    assert methods - set(calls()) == without_arguments


# -- what the messages say


@pytest.mark.parametrize("value", [5, ((2, 1), (2, 2)), b"c2c3", object(), None, ["c2c3"]])
def test_play_says_what_it_takes(value: Any) -> None:
    expected = f"play takes a Move or text such as 'a2a3', not {type(value).__name__}"
    for position in (START, reference.Position(GAME)):
        with pytest.raises(TypeError) as caught:
            position.play(value)
        assert str(caught.value) == expected


def test_a_move_of_nothing_is_not_legal() -> None:
    with pytest.raises(sbg.IllegalMoveError, match=r"`Move\(5, None\)` is not legal in"):
        START.play(sbg.Move(5, None))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: sbg.perft(3, 3),  # type: ignore[arg-type]
            "perft takes a Position, a Game, a bundled name or a path, not int",
        ),
        (lambda: sbg.perft(START, "3"), "depth is a whole number, not str"),  # type: ignore[arg-type]
        (lambda: sbg.perft(START, 10**30), f"depth is a number from 0 to 255, not {10**30}"),
        (lambda: sbg.playouts(START, -1), "n is a number from 0 to 1000000000000000, not -1"),
        (lambda: sbg.playouts(START, 1, threads=0), "threads is a number from 1 to 1024, not 0"),
        (lambda: sbg.analyse(START, math.nan), "seconds is a number from 0 up, not nan"),
        (lambda: sbg.analyse(START, hash_megabytes=10**7), "hash_megabytes is a number from 1 to"),
        (lambda: sbg.Limits(time=math.nan), "time is a number from 0 up, not nan"),
        (lambda: sbg.check(Path("x")), "check takes the text of a game, not "),  # type: ignore[arg-type]
        (lambda: _core.Weights(3, 4, square=[1]), "`square` is a list of 12 numbers, not of 1"),
        (lambda: _core.Weights(3, 4, worth=[1]), "no term `worth`"),
    ],
)
def test_messages_name_the_argument(call: Callable[[], object], message: str) -> None:
    with pytest.raises((TypeError, ValueError)) as caught:
        call()
    assert message in str(caught.value)


def test_bounds_are_those_of_the_core() -> None:
    assert bounds.MAX_THREADS == _core.MOST_THREADS
    assert bounds.MAX_DEPTH <= _core.MOST_DEPTH


@pytest.mark.parametrize(
    ("winner", "reason"),
    [("white", "no-reason"), (None, "goal"), ("white", "turn-limit"), (0, 0), ("x", "goal")],
)
def test_a_tampered_pickle_is_refused(winner: Any, reason: Any) -> None:
    restore, (game, board, ply, _) = START.__reduce__()
    assert restore is engine_game._restore
    with pytest.raises(ValueError, match="a game does not end with the winner"):
        engine_game._restore(game, board, ply, sbg.Outcome(winner, reason))
    with pytest.raises(TypeError, match="an Outcome, not tuple"):
        engine_game._restore(game, board, ply, (0, 0))  # type: ignore[arg-type]


def test_outcomes_survive_pickling_and_copying() -> None:
    over = sbg.load("hexapawn").position("1p1/P2/2P w 4").play("a2b3")
    assert over.outcome is not None
    again = pickle.loads(pickle.dumps(over))
    assert again == over
    assert again.outcome == over.outcome
    assert copy.deepcopy(over) == over
    weights = _core.Searcher(GAME.rules, 1 << 20).weights()
    assert pickle.loads(pickle.dumps(weights)) == weights
