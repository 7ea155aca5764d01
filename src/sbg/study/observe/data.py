"""Observations of play as values and JSON lines: positions, moves, and how games ended.

    {"sbg": "observations", "width": 5, "height": 5, "name": "Gardner"}
    {"fen": "rnbqk/ppppp/5/PPPPP/RNBQK w 0", "played": "a2a3", "legal": ["a2a3", "b1a3"], "complete": false}
    {"result": "white", "reason": "goal"}

The first line is the header. Each further line is a ply, or the end of a game: its result (`white`, `black`, `draw`, or
`*` for a game that goes on) and the reason if it is known. `legal` are legal moves that the observer was shown; with
`complete` there are no others. `played` is null in a position that was only set up and not played on.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from string import ascii_uppercase
from typing import Any, TypeAlias, get_args

from sbg.base.errors import SbgError, mistyped
from sbg.base.limits import MAX_BOARD_SIDE
from sbg.language.model import Coordinates, Description, Piece, Reason
from sbg.language.model.notation import parse_move, read_fen, square_name, write_fen

MAX_DATA_BYTES = 256_000_000
"""Size of a file of observations."""

MAX_LINE_BYTES = 1_000_000
"""Size of a line of it."""

MAX_PLIES = 1_000_000
"""Plies of all files that are learned from together."""

KIND = "observations"
RESULTS = ("white", "black", "draw", "*")

Pair: TypeAlias = tuple[Coordinates, Coordinates]
"""A move as (origin, target)."""


class Moves(Set[Pair]):
    """A set of moves in four bytes each: there are many of them where all legal moves of many positions are known."""

    __slots__ = ("codes",)

    def __init__(self, pairs: Iterable[Pair] = ()) -> None:
        self.codes = b"".join(sorted({bytes((*origin, *target)) for origin, target in pairs}))

    @classmethod
    def packed(cls, codes: Iterable[bytes]) -> Moves:
        """The moves of some codes: the column and row of the origin, then those of the target."""
        made = cls()
        made.codes = b"".join(sorted(set(codes)))
        return made

    def __len__(self) -> int:
        return len(self.codes) // 4

    def __iter__(self) -> Iterator[Pair]:
        codes = iter(self.codes)
        return (((x, y), (tx, ty)) for x, y, tx, ty in zip(codes, codes, codes, codes, strict=True))

    def __contains__(self, pair: object) -> bool:
        return any(pair == one for one in self)

    __hash__ = Set._hash

    def __repr__(self) -> str:
        return f"Moves({', '.join(map(move_name, self))})"


def codes_of(moves: Set[Pair]) -> bytes:
    """The codes of some moves, in order."""
    return (moves if isinstance(moves, Moves) else Moves(moves)).codes


class DataError(SbgError, ValueError):
    """Sightings that cannot be read, or that contradict themselves; the message begins with file and line.

    The line is 0 where a file has no lines.
    """

    def __init__(self, name: str, line: int, message: str) -> None:
        super().__init__(f"{name}:{line}: {message}" if line else f"{name}: {message}")
        self.name, self.line, self.message = name, line, message

    def __reduce__(self) -> tuple[type[DataError], tuple[str, int, str]]:
        return DataError, (self.name, self.line, self.message)


@dataclass(frozen=True, slots=True)
class Ply:
    """A position, and the moves that were seen in it."""

    rows: tuple[str, ...]
    ply: int
    played: Pair | None
    legal: Set[Pair]
    """Legal moves that are known, the one that was played among them."""
    complete: bool
    line: int = field(default=0, compare=False)

    @property
    def fen(self) -> str:
        """The position as one line."""
        return write_fen(self.rows, self.ply)

    def after(self) -> tuple[str, ...]:
        """The rows after the move that was played."""
        assert self.played is not None
        (x, y), (tx, ty) = self.played
        height = len(self.rows)
        board = [list(row) for row in self.rows]
        letter = board[height - 1 - y][x]
        board[height - 1 - y][x] = "."
        board[height - 1 - ty][tx] = letter
        return tuple("".join(row) for row in board)


@dataclass(frozen=True, slots=True)
class Seen:
    """One game that was observed, or some positions that were set up."""

    plies: tuple[Ply, ...]
    result: str = "*"
    reason: str = ""
    line: int = field(default=0, compare=False)
    """Where its end is written, or its last ply."""


@dataclass(frozen=True, slots=True, repr=False)
class Sightings:
    """Games that were observed on a board of one size."""

    width: int
    height: int
    games: tuple[Seen, ...]
    name: str = "learned"
    source: str = "<data>"

    @classmethod
    def of(
        cls, entries: Iterable[Mapping[str, Any]], *, width: int, height: int, name: str = "learned"
    ) -> Sightings:
        """Observations from dictionaries, which hold what a line of a file does; the header is left out.

        `{"fen": …, "played": "a2a3", "legal": ["a2a3", "b1a3"], "complete": True}` is a ply, and
        `{"result": "white", "reason": "goal"}` ends a game. DataError gives the number of the entry that is wrong.
        """
        reader = _Reader("<data>")
        reader.see({"sbg": KIND, "width": width, "height": height, "name": name}, 0)
        for number, entry in enumerate(entries, start=1):
            if not isinstance(entry, Mapping) or "sbg" in entry:
                raise mistyped("Sightings.of", "plies and ends of games as dictionaries", entry)
            reader.see(entry, number)
        (found,) = reader.finish()
        return found

    def __repr__(self) -> str:
        plies = sum(len(game.plies) for game in self.games)
        return (
            f"<Sightings of {self.name} on {self.width}×{self.height}: "
            f"{len(self.games)} games, {plies} plies>"
        )

    @property
    def plies(self) -> Iterator[Ply]:
        """All plies of all games."""
        return (ply for game in self.games for ply in game.plies)


@cache
def any_board(width: int, height: int) -> Description:
    """A description with every letter as a piece, for reading positions whose rules are not known."""
    pieces = tuple(Piece(letter, None) for letter in ascii_uppercase)
    return Description("any", width, height, ("." * width,) * height, pieces, (), 0)


# --- writing


def header_line(width: int, height: int, name: str, **more: str) -> str:
    """The first line of a file. Reading takes no notice of what `more` says."""
    return json.dumps({"sbg": KIND, "width": width, "height": height, "name": name, **more})


def game_lines(game: Seen) -> Iterator[str]:
    """The lines of one game."""
    for ply in game.plies:
        yield json.dumps(
            {
                "fen": ply.fen,
                "played": None if ply.played is None else move_name(ply.played),
                "legal": [move_name(pair) for pair in sorted(ply.legal, key=_order)],
                "complete": ply.complete,
            }
        )
    if game.plies and game.plies[-1].played is not None:
        end = {"result": game.result}
        yield json.dumps(end | ({"reason": game.reason} if game.reason else {}))


def write(observed: Sightings) -> str:
    """The text of some observations."""
    lines = [header_line(observed.width, observed.height, observed.name)]
    lines += [line for game in observed.games for line in game_lines(game)]
    return "\n".join(lines) + "\n"


def move_name(pair: Pair) -> str:
    """A move as text: `a2a3`."""
    return square_name(pair[0]) + square_name(pair[1])


def _order(pair: Pair) -> tuple[int, int, int, int]:
    (x, y), (tx, ty) = pair
    return y, x, ty, tx


# --- reading


def is_observations(text: str) -> bool:
    """Whether a text looks like observations, though perhaps broken ones."""
    return text.lstrip("\ufeff \t\r\n").startswith("{")


def read(lines: Iterable[bytes], name: str = "<data>") -> list[Sightings]:
    """The observations that some lines hold, those of each game together; DataError where they hold none.

    A header with another name or size than the one before begins another game.
    """
    reader = _Reader(name)
    total = 0
    for number, line in enumerate(lines, start=1):
        total += len(line)
        if len(line) > MAX_LINE_BYTES:
            raise DataError(name, number, f"a line has at most {MAX_LINE_BYTES:,} bytes")
        if total > MAX_DATA_BYTES:
            raise DataError(name, number, f"a file has at most {MAX_DATA_BYTES:,} bytes")
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        if line.strip():
            reader.take(line, number)
    return reader.finish()


_MOST_KNOWN = 50_000
"""Moves whose names are remembered while a file is read."""


class _Reader:
    """Lines of a file, one after the other."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.size: tuple[int, int] | None = None
        self.title = "learned"
        self.games: dict[tuple[int, int, str], list[Seen]] = {}
        self.plies: list[Ply] = []
        self.count = 0
        self.line = 0
        self._known: dict[str, tuple[Pair, bytes]] = {}
        self._rows: dict[str, str] = {}

    def fail(self, message: str) -> DataError:
        """An error on the present line."""
        return DataError(self.name, self.line, message)

    def take(self, line: bytes, number: int) -> None:
        """Read one line."""
        self.line = number
        self.see(self._object(line), number)

    def see(self, value: Mapping[str, Any], number: int) -> None:
        """Take what a line holds."""
        self.line = number
        if "sbg" in value:
            self._header(value)
        elif self.size is None:
            example = header_line(8, 8, "a name")
            raise self.fail(f"the first line is a header such as `{example}`")
        elif "fen" in value:
            self._ply(value)
        elif "result" in value:
            self._end(value)
        else:
            raise self.fail("a line has a `fen`, or a `result` where a game ends")

    def finish(self) -> list[Sightings]:
        """All that was read."""
        if self.size is None:
            raise DataError(self.name, max(self.line, 1), "there are no observations")
        self._close("*", "")
        return [
            Sightings(width, height, tuple(games), title, self.name)
            for (width, height, title), games in self.games.items()
            if games or len(self.games) == 1
        ]

    def _object(self, line: bytes) -> dict[str, Any]:
        try:
            value = json.loads(line.decode("utf-8"))
        except UnicodeDecodeError:
            raise self.fail("the text is not UTF-8") from None
        except RecursionError:
            raise self.fail("the line is nested too deeply") from None
        except json.JSONDecodeError as problem:
            raise self.fail(f"the line is not JSON: {problem.msg.lower()}") from None
        except ValueError:  # a number of thousands of digits
            raise self.fail("the line has a number that is too large") from None
        if not isinstance(value, dict):
            raise self.fail('a line is an object such as `{"fen": …}`')
        return value

    def _header(self, value: Mapping[str, Any]) -> None:
        if value["sbg"] != KIND:
            raise self.fail(f'the header has `"sbg": "{KIND}"`')
        sides = []
        for key in ("width", "height"):
            side = value.get(key)
            if type(side) is not int or not 1 <= side <= MAX_BOARD_SIDE:
                raise self.fail(f"`{key}` is a whole number from 1 to {MAX_BOARD_SIDE}")
            sides.append(side)
        title = value.get("name", self.title)
        if not isinstance(title, str):
            raise self.fail("`name` is a text")
        self._close("*", "")
        self.size = sides[0], sides[1]
        self._known.clear()
        self.title = clean_name(title)
        self.games.setdefault((*self.size, self.title), [])

    def _ply(self, value: Mapping[str, Any]) -> None:
        assert self.size is not None
        self.count += 1
        if self.count > MAX_PLIES:
            raise self.fail(f"there are more than {MAX_PLIES:,} plies")
        fen = value["fen"]
        if not isinstance(fen, str):
            raise self.fail("`fen` is a text")
        try:
            rows, ply = read_fen(any_board(*self.size), fen)
        except ValueError as problem:
            raise self.fail(str(problem)) from None
        rows = tuple(self._rows.setdefault(row, row) for row in rows)
        played, code = None, b""
        if value.get("played"):
            played, code = self._coded(value["played"], rows, ply)
        listed = value.get("legal", [])
        if not isinstance(listed, list):
            raise self.fail("`legal` is a list of moves")
        codes = [self._coded(move, rows, ply)[1] for move in listed]
        complete = value.get("complete", False)
        if type(complete) is not bool:
            raise self.fail("`complete` is true or false")
        if played is not None and code not in codes:
            if complete:
                raise self.fail(
                    f"`{move_name(played)}` was played, but the list of legal moves is complete without it"
                )
            codes.append(code)
        found = Ply(rows, ply, played, Moves.packed(codes), complete, self.line)
        last = self.plies[-1] if self.plies else None
        if last is not None and not _follows(last, found):
            self._close("*", "")
        self.plies.append(found)

    def _coded(self, text: object, rows: tuple[str, ...], ply: int) -> tuple[Pair, bytes]:
        """A move, and its code."""
        assert self.size is not None
        width, height = self.size
        known = self._known.get(text) if isinstance(text, str) else None
        if known is None:
            pair = parse_move(text) if isinstance(text, str) else None
            if pair is None:
                raise self.fail(f"a move is two squares, as `a2a3`, not {json.dumps(text)[:40]}")
            if any(x >= width or y >= height for x, y in pair):
                raise self.fail(f"`{move_name(pair)}` leads off the board")
            assert isinstance(text, str)
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            known = self._known[text] = pair, bytes((*pair[0], *pair[1]))
        pair = known[0]
        x, y = pair[0]
        letter = rows[height - 1 - y][x]
        if letter == "." or letter.isupper() == bool(ply % 2):
            who = "black" if ply % 2 else "white"
            raise self.fail(f"`{move_name(pair)}`: no piece of {who} is there to be moved")
        return known

    def _end(self, value: Mapping[str, Any]) -> None:
        result, reason = value["result"], value.get("reason") or ""
        if result not in RESULTS:
            raise self.fail(f"`result` is one of {', '.join(RESULTS)}")
        if not isinstance(reason, str):
            raise self.fail("`reason` is a text")
        if not self.plies or self.plies[-1].played is None:
            raise self.fail("a game ends here, but no move was played")
        if reason in get_args(Reason) and (result == "draw") != (reason == "turn-limit"):
            raise self.fail(f"a game that ends by `{reason}` has another result than `{result}`")
        self._close(result, reason)

    def _close(self, result: str, reason: str) -> None:
        if self.plies:
            known = reason if reason in get_args(Reason) else ""
            # A game that a player lost by a failure or on time says nothing about the goals.
            unusual = reason and not known
            seen = Seen(tuple(self.plies), "*" if unusual else result, known, self.line)
            assert self.size is not None
            self.games[*self.size, self.title].append(seen)
            self.plies = []


def _follows(last: Ply, ply: Ply) -> bool:
    """Whether a position belongs to the same game as the last one. (A move may be written down wrong.)"""
    return last.played is not None and ply.ply == last.ply + 1


def clean_name(name: str) -> str:
    """A name that a game may have: letters, digits and spaces."""
    kept = "".join(c if c.isascii() and c.isalnum() else " " for c in name)
    return " ".join(kept.split())[:80] or "learned"


def joined(parts: Iterable[Sightings], game: Collection[str] = ()) -> Sightings:
    """Observations of one game as one; of several games, those with some names.

    DataError says which games there are, if it is not clear which one is meant.
    """
    found = list(parts)
    if not found:
        raise ValueError("there is nothing to learn from")
    if game:
        wanted = {_plain(name) for name in game}
        some = [one for one in found if _plain(one.name) in wanted]
        if not some:
            raise DataError(
                found[0].source, 0, f"there is no game {' or '.join(game)}{_named(found)}"
            )
        found = some
    first = next((one for one in found if one.name != _UNNAMED), found[0])
    for one in found:
        other = not game and one.name != _UNNAMED and _plain(one.name) != _plain(first.name)
        if other or (one.width, one.height) != (first.width, first.height):
            raise DataError(one.source, 0, f"there are several games here{_named(found)}")
    if sum(len(game.plies) for one in found for game in one.games) > MAX_PLIES:
        raise ValueError(f"there are more than {MAX_PLIES:,} plies")
    games = tuple(game for one in found for game in one.games)
    return Sightings(first.width, first.height, games, first.name, first.source)


_UNNAMED = "learned"
"""The name of games that have none."""


def _plain(name: str) -> str:
    return clean_name(name).casefold()


_MOST_NAMES = 5


def _named(found: Iterable[Sightings]) -> str:
    """The games of some observations, and what to do."""
    names = list(dict.fromkeys(f"{one.name} ({one.width}×{one.height})" for one in found))
    more = ", …" if len(names) > _MOST_NAMES else ""
    listed = ", ".join(names[:_MOST_NAMES])
    return f": {listed}{more}; choose by name which to learn"


# --- what is of several games


_FEW, _MINORITY = 3, 0.2
"""So many lists of a position, and such a share, are no mistakes: those are hardly ever the same."""


def mixed(observed: Sightings) -> str:
    """Where one game is contradicted by another, as if their rules were different; "" if nowhere.

    Played games begin differently, or complete lists of one and the same position do differ, and again and again alike.
    """
    played = [game.plies[0] for game in observed.games if game.plies and game.plies[0].played]
    begin = [ply for ply in played if ply.ply == 0]
    for ply in begin:
        if ply.rows != begin[0].rows:
            than = f" than in line {begin[0].line}" if ply.line else ""
            return f"{_place(observed, ply)}a game begins with another position{than}"
    lists: dict[tuple[tuple[str, ...], int], dict[bytes, list[Ply]]] = {}
    for game in observed.games:
        # A position that comes again in one game tells no more of it.
        for ply in {(ply.rows, ply.ply % 2): ply for ply in game.plies if ply.complete}.values():
            known = lists.setdefault((ply.rows, ply.ply % 2), {})
            known.setdefault(codes_of(ply.legal), []).append(ply)
    for known in lists.values():
        most, *others = sorted(known.values(), key=len, reverse=True)
        for other in others[:1]:
            if len(other) >= max(_FEW, _MINORITY * sum(map(len, known.values()))):
                first, ply = sorted((most[0], other[0]), key=lambda one: one.line)
                pair = min(first.legal ^ ply.legal)
                here, there = ("", " not") if pair in ply.legal else (" not", "")
                where = f"in line {first.line}" if ply.line else "in another game"
                move = f"`{move_name(pair)}` in `{ply.fen}`"
                return f"{_place(observed, ply)}{move} is{here} legal here, and{there} {where}"
    return ""


def _place(observed: Sightings, ply: Ply) -> str:
    return f"{observed.source}:{ply.line}: " if ply.line else ""


# --- what no rule can do


def beyond(observed: Sightings) -> str:
    """What moves did that no rule can: a piece that changes its letter, other squares that change; "" if nothing.

    Where a position belongs to the same game as the one before, it is what the move there must have led to. A move
    that is merely written down wrong leads to a position where it was not played at all.
    """
    first, changed, others = "", 0, 0
    for game in observed.games:
        for before, now in pairwise(game.plies):
            if before.played is None or not _follows(before, now) or before.after() == now.rows:
                continue
            (x, y), (tx, ty) = before.played
            height = len(before.rows)
            there = now.rows[height - 1 - ty][tx]
            moved = before.rows[height - 1 - y][x]
            differing = sum(
                one != other
                for row, after in zip(now.rows, before.after(), strict=True)
                for one, other in zip(row, after, strict=True)
            )
            left = now.rows[height - 1 - y][x] == "." or before.played[0] == before.played[1]
            promoted = left and there not in (".", moved) and there.isupper() == moved.isupper()
            if promoted and differing == 1:
                changed += 1
                what = f"the `{moved}` on {square_name((tx, ty))} is `{there}`: no piece changes"
            elif left and there == moved:
                others += 1
                what = "other squares have changed too: a move changes no more than two"
            else:
                continue
            if not first:
                first = f"{_place(observed, before)}after `{move_name(before.played)}` {what} in this language"
    if not first:
        return ""
    kinds = (("piece that changes", changed), ("change of other squares", others))
    return f"{first} ({', '.join(f'{count} × {kind}' for kind, count in kinds if count)})"
