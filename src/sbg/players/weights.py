"""A file of tuned weights in, checked against the rules of a game, the numbers of its evaluation out; and back.

A weights file is JSON: the game's name, the hash of its rules (as in records), the command that made it, and for each
piece its worth as a victim and on every square, rows from the top, in hundredths of a plain piece, positive for its
owner; what else the numbers mean is told at the class Weights. A file in the folder `tuned`, named after its game, is
used without being asked for.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from sbg import _core
from sbg.engine import Game
from sbg.engine.native import piece_codes
from sbg.errors import SbgError

NONE = "none"
"""What stands for no weights file: the evaluation that is derived from the rules alone."""
_BY_CODE = ("mobility", "hanging", "attacked")
_BY_SIDE = {"royal": 48, "formation": 6, "runner": 32}
_MOST = 20_000
_MAX_BYTES = 10_000_000


class WeightsError(SbgError, ValueError):
    """A file that holds no weights for this game; the message says why."""


@dataclass(frozen=True)
class Weights:
    """The numbers of an evaluation, as the native core has them."""

    square: tuple[int, ...]
    """By code and square, negative for black's pieces, on a board as full as at the start."""
    late: tuple[int, ...]
    """The same on an empty board; between the two what counts is how many pieces are left."""
    ordering: tuple[int, ...]
    """By code: the worth as a victim."""
    mobility: tuple[int, ...]
    """By code: for each of its moves, in 1/16."""
    hanging: tuple[int, ...]
    """By code: for each piece that the player to move could take, for its owner."""
    attacked: tuple[int, ...]
    """By code: for each piece of the player to move that could be taken."""
    royal: tuple[int, ...]
    """By side: for each number of safe squares that the royal piece can go to, then of unsafe ones."""
    formation: tuple[int, ...]
    """By side: for pairs of the commonest piece beside, behind and across each other."""
    runner: tuple[int, ...]
    """By side: for the moves that its nearest free runner needs, if it is to move, then if it is not."""
    tempo: int

    @classmethod
    def of(cls, searcher: _core.Searcher) -> Weights:
        """Those that a searcher uses; a new one derives them from the rules."""
        square, late, ordering, mobility, hanging, attacked, royal, formation, runner, tempo = (
            searcher.weights()
        )
        return cls(
            tuple(square),
            tuple(late),
            tuple(ordering),
            tuple(mobility),
            tuple(hanging),
            tuple(attacked),
            tuple(royal),
            tuple(formation),
            tuple(runner),
            tempo,
        )

    def apply(self, searcher: _core.Searcher) -> None:
        """Have a searcher use them."""
        searcher.set_weights(
            (
                self.square,
                self.late,
                self.ordering,
                self.mobility,
                self.hanging,
                self.attacked,
                self.royal,
                self.formation,
                self.runner,
                self.tempo,
            )
        )


def write(game: Game, weights: Weights, command: str, **notes: object) -> str:
    """The text of a weights file."""
    head = {
        "game": game.name,
        "rules": game.rules_hash,
        "command": command,
        **notes,
        "tempo": weights.tempo,
        "royal": weights.royal,
        "formation": weights.formation,
        "runner": weights.runner,
    }
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    pieces = []
    width, squares = game.width, game.width * game.height
    for letter, code in piece_codes(game.description).items():
        sign = -1 if letter.islower() else 1
        own = [f'"worth": {weights.ordering[code]}']
        own += [f'"{name}": {getattr(weights, name)[code]}' for name in _BY_CODE]
        for name, numbers in (("squares", weights.square), ("late", weights.late)):
            table = [sign * worth for worth in numbers[code * squares : (code + 1) * squares]]
            rows = [json.dumps(table[at - width : at]) for at in range(squares, 0, -width)]
            own.append(f'"{name}": [\n      ' + ",\n      ".join(rows) + "]")
        pieces.append(f'    "{letter}": {{' + ", ".join(own) + "}")
    lines.append('  "pieces": {\n' + ",\n".join(pieces) + "\n  }")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read(text: str, game: Game, name: str) -> Weights:
    """The weights in a text; WeightsError if they are not for this game. `name` is for messages."""
    try:
        data = json.loads(text)
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
    tables = {name: [0] * (squares * (1 + len(codes))) for name in ("squares", "late")}
    by_code = {name: [0] * (1 + len(codes)) for name in ("worth", *_BY_CODE)}
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
    by_side = {}
    for name, length in _BY_SIDE.items():
        by_side[name] = tuple(_number(value) for value in data[name])
        if len(by_side[name]) != length:
            raise ValueError(f"`{name}` is a list of {length} numbers")
    return Weights(
        tuple(tables["squares"]),
        tuple(tables["late"]),
        tuple(by_code["worth"]),
        tuple(by_code["mobility"]),
        tuple(by_code["hanging"]),
        tuple(by_code["attacked"]),
        by_side["royal"],
        by_side["formation"],
        by_side["runner"],
        _number(data["tempo"]),
    )


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > _MOST:
        raise ValueError(f"{value!r} is not a whole number up to {_MOST}")
    return value


def load(file: str, game: Game) -> Weights:
    """The weights of a file; WeightsError if it cannot be read or is not for this game."""
    try:
        with Path(file).open("rb") as stream:
            data = stream.read(_MAX_BYTES + 1)
        if len(data) > _MAX_BYTES:
            raise WeightsError(f"`{file}` is no weights file: it is too large")
        text = data.decode()
    except UnicodeDecodeError:
        raise WeightsError(f"`{file}` is no weights file: it is not UTF-8 text") from None
    except (OSError, ValueError) as error:
        if isinstance(error, WeightsError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise WeightsError(f"`{file}`: {reason[:1].lower()}{reason[1:]}") from None
    return read(text, game, file)


@lru_cache(maxsize=64)
def bundled(game: Game) -> Weights | None:
    """The weights that come with the package for these very rules, if any."""
    from importlib import resources  # takes a while to import, and not every command needs it

    file = resources.files(__package__).joinpath("tuned", file_name(game))
    try:
        return read(file.read_text(encoding="utf-8"), game, file_name(game))
    except (FileNotFoundError, WeightsError):
        return None


def file_name(game: Game) -> str:
    """What a game's weights file is called."""
    return re.sub(r"[^a-z0-9]+", "-", game.name.lower()).strip("-") + ".json"


def apply(choice: str | None, game: Game, searcher: _core.Searcher) -> None:
    """Give a searcher the weights that were chosen: a file, `none`, or those of the package."""
    if choice == NONE:
        return
    weights = bundled(game) if choice is None else load(choice, game)
    if weights is not None:
        weights.apply(searcher)
