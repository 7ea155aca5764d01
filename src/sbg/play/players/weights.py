"""Reads and writes files of tuned weights, which say what pieces are worth on each square.

A weights file is JSON: the game's name, the hash of its rules (as in records), the command that made it, and for each
piece its worth as a victim and on every square, rows from the top, in hundredths of a plain piece, positive for its
owner; `TERMS` says what the other numbers mean. A file beside a bundled game is used without being asked for.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from typing import Any

from sbg import _core
from sbg._core import Weights as Weights
from sbg.base import files
from sbg.base.errors import SbgError, mistyped, shown
from sbg.base.numbers import whole
from sbg.base.version import made_by
from sbg.engine import Game
from sbg.engine.native import piece_codes

NONE = "none"
"""What stands for no weights file: the evaluation that is derived from the rules alone."""
TERMS = _core.terms()
"""The terms of the evaluation, as the core lays them out."""
_KEYS = {"square": "squares", "ordering": "worth"}
"""What a term is called in a file, where that is another word."""
_MOST = 20_000
_MAX_BYTES = 10_000_000
_MOST_BUNDLED = 256


class WeightsError(SbgError, ValueError):
    """A file that holds no weights for this game; the message says why."""


def _terms(per: str) -> dict[str, _core.TermShape]:
    """The terms that have numbers for each `square`, `code`, `side` or the whole `game`, by their names in a file."""
    return {_KEYS.get(term.name, term.name): term for term in TERMS if term.per == per}


def write(game: Game, weights: Weights, command: str, **notes: object) -> str:
    """The text of a weights file."""
    head = {
        "game": game.name,
        "rules": game.rules_hash,
        "command": command,
        "made_by": made_by(),
        **notes,
        **{
            key: getattr(weights, term.name)
            for per in ("game", "side")
            for key, term in _terms(per).items()
        },
    }
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    pieces = []
    numbers: dict[str, Any] = weights.numbers()
    width, squares = game.width, game.width * game.height
    for letter, code in piece_codes(game.description).items():
        sign = -1 if letter.islower() else 1
        own = [f'"{key}": {numbers[term.name][code]}' for key, term in _terms("code").items()]
        for name, term in _terms("square").items():
            of_piece = numbers[term.name][code * squares : (code + 1) * squares]
            table = [sign * worth for worth in of_piece]
            rows = [json.dumps(table[at - width : at]) for at in range(squares, 0, -width)]
            own.append(f'"{name}": [\n      ' + ",\n      ".join(rows) + "]")
        pieces.append(f'    "{letter}": {{' + ", ".join(own) + "}")
    lines.append('  "pieces": {\n' + ",\n".join(pieces) + "\n  }")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def worths(game: Game, weights: Weights) -> dict[str, tuple[float, float]]:
    """What each piece is worth to its owner, early and late in the game: the mean over all squares, in plain pieces."""
    numbers: dict[str, Any] = weights.numbers()
    squares = game.width * game.height
    found = {}
    for letter, code in piece_codes(game.description).items():
        of_piece = slice(code * squares, (code + 1) * squares)
        scale = (-1 if letter.islower() else 1) * 100 * squares
        found[letter] = (
            sum(numbers["square"][of_piece]) / scale,
            sum(numbers["late"][of_piece]) / scale,
        )
    return found


def read(text: str, game: Game, name: str) -> Weights:
    """The weights in a text; WeightsError if they are not for this game. `name` is for messages."""
    try:
        data = json.loads(text)
    except RecursionError:
        raise WeightsError(f"`{name}` is no weights file: it is nested too deeply") from None
    except ValueError as error:
        raise WeightsError(f"`{name}` is no weights file: {error}") from None
    if not isinstance(data, dict) or "rules" not in data or "pieces" not in data:
        raise WeightsError(f"`{name}` is no weights file: `sbg tune` writes one")
    if data["rules"] != game.rules_hash:
        if data.get("game") != game.name:
            raise WeightsError(
                f"`{name}` holds weights for `{data.get('game')}`, not for `{game.name}`"
            )
        raise WeightsError(
            f"`{name}` was made for other rules of `{game.name}`; `sbg tune` makes new ones"
        )
    try:
        return _from_data(data, game)
    except (KeyError, TypeError, ValueError) as error:
        raise WeightsError(f"`{name}` is damaged: {error}") from None


def _from_data(data: dict[str, Any], game: Game) -> Weights:
    codes = piece_codes(game.description)
    squares = game.width * game.height
    count = 1 + len(codes)
    tables = {name: [0] * (squares * count) for name in _terms("square")}
    by_code = {name: [0] * count for name in _terms("code")}
    for letter, code in codes.items():
        piece = data["pieces"][letter]
        for name, numbers in by_code.items():
            numbers[code] = _number(piece[name])
        for name, numbers in tables.items():
            rows = piece[name]
            table = [_number(worth) for row in reversed(rows) for worth in row]
            if len(rows) != game.height or len(table) != squares:
                raise ValueError(f"`{letter}` has a table of another size than the board")
            sign = -1 if letter.islower() else 1
            numbers[code * squares : (code + 1) * squares] = [sign * worth for worth in table]
    by_side = {name: [_number(value) for value in data[name]] for name in _terms("side")}
    of_game = {name: _number(data[name]) for name in _terms("game")}
    found: dict[str, Any] = {**tables, **by_code, **by_side, **of_game}
    return Weights(
        count, squares, **{term.name: found[_KEYS.get(term.name, term.name)] for term in TERMS}
    )


def _number(value: object) -> int:
    return whole(value, "a weight", -_MOST, _MOST)


def load(file: str, game: Game) -> Weights:
    """The weights of a file; WeightsError if it cannot be read or is not for this game."""
    if not isinstance(file, str | os.PathLike):
        raise mistyped("weights", "a path, or `none`", file)
    try:
        with files.opened(file) as stream:
            data = stream.read(_MAX_BYTES + 1)
        if len(data) > _MAX_BYTES:
            raise WeightsError(f"`{file}` is no weights file: it is too large")
        text = data.decode()
    except UnicodeEncodeError:
        raise WeightsError(f"{shown(file)} is not the path of a file") from None
    except UnicodeDecodeError:
        raise WeightsError(f"`{file}` is no weights file: it is not UTF-8 text") from None
    except (OSError, ValueError) as error:
        if isinstance(error, WeightsError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise WeightsError(f"`{file}`: {reason[:1].lower()}{reason[1:]}") from None
    return read(text, game, file)


_BUNDLED: dict[str, Weights | None] = {}
"""Those of the package by the hash of the rules, once they were asked for."""


def bundled(game: Game) -> Weights | None:
    """The weights that come with the package for these very rules, if any."""
    rules = game.rules_hash
    if rules not in _BUNDLED:
        from sbg.language import games  # takes a while to import, and not every command needs it

        text = games.read_weights(game.name)
        found: Weights | None = None
        if text is not None:
            with contextlib.suppress(WeightsError):
                found = read(text, game, file_name(game))
        if len(_BUNDLED) >= _MOST_BUNDLED:
            _BUNDLED.clear()
        _BUNDLED[rules] = found
        return found
    return _BUNDLED.get(rules)


def file_name(game: Game) -> str:
    """What a game's weights file is called where nobody says otherwise."""
    return re.sub(r"[^a-z0-9]+", "-", game.name.lower()).strip("-") + ".json"


def chosen(choice: str | None, game: Game) -> Weights | None:
    """The weights of a choice: a file, `none`, or those of the package. None: those that follow from the rules."""
    if choice == NONE:
        return None
    return bundled(game) if choice is None else load(choice, game)


def apply(choice: str | None, game: Game, searcher: _core.Searcher) -> None:
    """Give a searcher the weights that were chosen."""
    weights = chosen(choice, game)
    if weights is not None:
        searcher.set_weights(weights)
