"""Calls of the native core with arguments that it takes, for tests that exchange these."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable
from typing import Any

import sbg
from sbg import _core
from sbg.exact.solving.plan import make_plan


def elsewhere(function: Callable[..., object]) -> Callable[..., object]:
    """A function that may write a file, called where nobody misses the room."""

    def call(**arguments: object) -> object:
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            return function(**arguments)

    return call


def calls(game: sbg.Game) -> dict[str, tuple[Callable[..., object], dict[str, Any]]]:
    """Every function of the native core that takes arguments, with good ones."""
    start = game.start
    native = start._native
    searcher, tree = _core.Searcher(game.rules, 1 << 20), _core.TreeSearcher(game.rules, 1 << 20)
    proofs = _core.ProofSearcher(game.rules, 0, 1 << 16)
    stop, weights = _core.Stop(), _core.Weights(3, 4)
    tables = make_plan(start, 1 << 20).tables
    met = _core.Tables(
        game.rules,
        [(1, range(9)), (2, range(9))],
        [bytes(2), bytes([3, 3]), bytes(2)],
        b"",
        by_squares=True,
        hashed=True,
        flips=False,
        mirrors=False,
        depth=9,
    )
    checked = _core.TableCheck(
        game.rules,
        "classes",
        [(1, [0, 1, 2])],
        [[1]],
        [(0, 3, 1, bytes(3)), (1, 3, 1, bytes(3))],
        flips=False,
        turns=False,
        mirrors=False,
    )
    search = {"position": native, "stop": stop, "seconds": 0.0, "threads": 1, "lines": 1}
    return {
        "_core.stop_calls": (_core.stop_calls, {"stop": None}),
        "_core.Game": (
            _core.Game,
            {
                "width": 2,
                "height": 1,
                "start": b"\1\0",
                "dfas": [(1, b"\1", b"")],
                "count_goals": [(1, 0)],
                "square_goals": [(1, [0])],
                "limit": 10,
                "move_type": tuple,
                "outcome_type": tuple,
                "bmi2": True,
                "part_bits": 1,
                "merged_bits": 1,
                "set_wise": True,
            },
        ),
        "_core.Game.position": (game.rules.position, {"board": None, "ply": 0}),
        "_core.Game.finished": (
            game.rules.finished,
            {"board": native.board, "ply": 0, "winner": "white", "reason": "goal"},
        ),
        "_core.Position.play": (native.play, {"move": start.moves[0]}),
        "_core.Position.perft": (
            native.perft,
            {"depth": 2, "threads": 1, "hash_bytes": 0, "stop": None},
        ),
        "_core.Position.playouts": (native.playouts, {"games": 2, "seed": 1, "threads": 1}),
        "_core.Position.__eq__": (lambda value: native == value, {"value": native}),
        "_core.Position.ends": (native.ends, {"depth": 2, "threads": 1}),
        "_core.MatchSide": (
            _core.MatchSide,
            {
                "kind": 0,
                "nodes": 20,
                "depth": 1,
                "noise": 0,
                "hash_bytes": 1 << 16,
                "exploration": 0.7,
                "weights": None,
            },
        ),
        "_core.match": (
            _core.match,
            {
                "game": game.rules,
                "first": _core.MatchSide(nodes=5),
                "second": _core.MatchSide(nodes=5),
                "games": 1,
                "seed": 1,
                "first_game": 0,
                "openings": [native],
                "random_plies": 1,
                "adjudicate": True,
                "threads": 1,
            },
        ),
        "_core.Tables": (
            _core.Tables,
            {
                "game": game.rules,
                "kinds": [(1, [0, 1, 2])],
                "classes": [b"\x01"],
                "pairs": b"",
                "by_squares": False,
                "hashed": False,
                "flips": False,
                "mirrors": False,
                "depth": 3,
                "turns": False,
            },
        ),
        "_core.Tables.size": (tables.size, {"half": 0}),
        "_core.Tables.attach": (
            tables.attach,
            {"half": 0, "memory": bytearray(2000), "wide": False},
        ),
        "_core.Tables.find": (tables.find, {"board": bytes(9), "side": 0}),
        "_core.Tables.board": (tables.board, {"half": 0, "index": 0}),
        "_core.Tables.meet": (met.meet, {"board": bytes(9), "side": 0, "most": 100}),
        "_core.Tables.recall": (met.recall, {"keys": met.keys()}),
        "_core.Tables.settle": (
            tables.settle,
            {"half": 0, "first": 0, "seconds": 0.1, "threads": 1},
        ),
        "_core.Tables.sweep": (
            tables.sweep,
            {"halves": [0], "level": 0, "seconds": 0.1, "threads": 1},
        ),
        "_core.Tables.count": (tables.count, {"half": 0, "threads": 1}),
        "_core.Tables.inconsistent": (
            tables.inconsistent,
            {"half": 0, "first": 0, "last": 9, "threads": 1},
        ),
        "_core.TableCheck": (
            _core.TableCheck,
            {
                "game": game.rules,
                "scheme": "classes",
                "kinds": [(1, [0, 1, 2])],
                "classes": [[1]],
                "halves": [(0, 3, 1, bytes(3)), (1, 3, 1, bytes(3))],
                "flips": False,
                "turns": False,
                "mirrors": False,
                "loud": (),
                "slots": b"",
            },
        ),
        "_core.TableCheck.check": (
            checked.check,
            {"half": 0, "first": 0, "last": 3, "threads": 1},
        ),
        "_core.TableCheck.find": (checked.find, {"board": bytes(9), "side": 0}),
        "_core.Searcher": (_core.Searcher, {"game": game.rules, "hash_bytes": 1 << 20}),
        "_core.Searcher.search": (
            searcher.search,
            {**search, "depth": 1, "nodes": 10, "enough": 0.0, "on_line": None},
        ),
        "_core.Searcher.evaluate": (searcher.evaluate, {"position": native}),
        "_core.Searcher.features": (searcher.features, {"position": native}),
        "_core.Searcher.set_weights": (
            searcher.set_weights,
            {"weights": searcher.weights()},
        ),
        "_core.Searcher.set_noise": (searcher.set_noise, {"noise": 1, "seed": 1}),
        "_core.Searcher.self_play": (
            searcher.self_play,
            {"stop": stop, "games": 1, "nodes": 10, "seed": 1, "most_opening": 1, "noise": 1},
        ),
        "_core.TreeSearcher": (
            _core.TreeSearcher,
            {
                "game": game.rules,
                "bytes": 1 << 20,
                "flat": False,
                "exploration": 0.7,
                "seed": 1,
            },
        ),
        "_core.TreeSearcher.search": (tree.search, {**search, "playouts": 10, "on_line": None}),
        "_core.ProofSearcher": (
            _core.ProofSearcher,
            {"game": game.rules, "attacker": 0, "bytes": 1 << 16},
        ),
        "_core.ProofSearcher.search": (
            proofs.search,
            {
                "position": native,
                "stop": stop,
                "plies": 3,
                "nodes": 10,
                "seconds": 0.0,
                "threads": 1,
            },
        ),
        "_core.ProofSearcher.probe": (proofs.probe, {"position": native}),
        "_core.ProofSearcher.save": (
            elsewhere(proofs.save),
            {"path": "x", "mark": 1},
        ),
        "_core.ProofSearcher.grow": (proofs.grow, {"bytes": 1 << 16}),
        "_core.ProofSearcher.load": (
            elsewhere(proofs.load),
            {"path": "x", "mark": 1},
        ),
        "_core.Weights": (
            _core.Weights,
            {"codes": 3, "squares": 4, "square": [0] * 12, "tempo": 1},
        ),
        "_core.Weights.replace": (weights.replace, {"square": [0] * 12, "tempo": 3}),
        "_core.Weights.__eq__": (lambda value: weights == value, {"value": weights}),
        "_core.TermShape.size": (_core.terms()[0].size, {"codes": 3, "squares": 4}),
    }
