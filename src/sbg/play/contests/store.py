"""The file in which a contest keeps its settings and results."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import astuple, replace
from pathlib import Path
from typing import Any, TypeAlias

from sbg.base.jobs.store import Format, Store
from sbg.base.version import made_by
from sbg.engine import Game
from sbg.play.contests.control import Control
from sbg.play.contests.growth import grown
from sbg.play.contests.plan import Contest, Size
from sbg.play.contests.referee import GameResult
from sbg.play.players.failures import FAILURES

_VIEWS = """
CREATE VIEW games AS
WITH list AS (
  SELECT
    (SELECT value FROM contest WHERE key = 'names') AS names,
    (SELECT value FROM contest WHERE key = 'titles') AS titles,
    (SELECT value FROM contest WHERE key = 'without') AS without
),
segment AS (
  SELECT json_extract(value, '$[0]') AS begin, json_extract(value, '$[1]') AS end, json_extract(value, '$[2]') AS round,
    json_extract(value, '$[3]') AS slots, json_array_length(value, '$[3]') AS width
  FROM json_each((SELECT value FROM contest WHERE key = 'segments'))
),
placed AS (
  SELECT
    game.*, (id / 2 - begin) / width + round + 1 AS opening,
    json_extract(slots, '$[' || ((id / 2 - begin) % width) || ']') AS slot
  FROM game JOIN segment ON id / 2 >= begin AND id / 2 < end
),
seated AS (
  SELECT
    placed.*, json_extract(titles, '$[' || json_extract(slot, '$[0]') || ']') AS title,
    json_extract(slot, '$[' || (1 + id % 2) || ']') AS white_number,
    json_extract(slot, '$[' || (2 - id % 2) || ']') AS black_number
  FROM placed, list
),
named AS (
  SELECT
    seated.*, json_extract(names, '$[' || white_number || ']') AS white,
    json_extract(names, '$[' || black_number || ']') AS black
  FROM seated, list
  WHERE white_number NOT IN (SELECT value FROM json_each(without))
    AND black_number NOT IN (SELECT value FROM json_each(without))
)
SELECT
  id + 1 AS number, title AS game, white, black, opening, result,
  CASE result WHEN 'white' THEN white WHEN 'black' THEN black END AS winner,
  CASE result WHEN 'white' THEN black WHEN 'black' THEN white END AS loser,
  reason, detail, plies, round(white_seconds + black_seconds, 3) AS seconds,
  white_seconds, black_seconds, date, moves, thoughts
FROM named;
CREATE VIEW scores AS
WITH sides AS (
  SELECT white AS player, black AS opponent, result = 'white' AS won, result = 'black' AS lost FROM games
  UNION ALL
  SELECT black, white, result = 'black', result = 'white' FROM games
)
SELECT
  player, opponent, count(*) AS games, sum(won) AS wins, count(*) - sum(won) - sum(lost) AS draws,
  sum(lost) AS losses, sum(won) + (count(*) - sum(won) - sum(lost)) / 2.0 AS points
FROM sides GROUP BY player, opponent;
"""
"""What `Contest.seats` says, for SQL: a row for each game with names, and one for each player and opponent."""

FORMAT = Format(
    0x53424743,  # "SBGC"
    GameResult,
    settings="contest",
    results="game",
    version=2,
    views=_VIEWS,
)

Results: TypeAlias = Store[GameResult]


def open_results(path: Path, contest: Contest, without: Collection[str] = ()) -> Results:
    """The file of a contest, made if there is none; StoreError if it is another's or not usable.

    The file of a smaller contest becomes one of this: its games are kept. Players in `without` are taken out of it.
    """

    def grow(there: Callable[[str], Any]) -> Mapping[str, Any] | str:
        sizes = [Size(*one) for one in there("sizes") or ()]
        try:
            gone = there("without") or ()
            made = grown(there("settings"), there("names"), gone, sizes, contest, without)
            return _values(made)
        except ValueError as reason:
            return str(reason)

    return Store.open(path, FORMAT, contest.settings, _values(contest), grow)


def _values(contest: Contest) -> dict[str, Any]:
    """What is kept of a contest beside its results."""
    return {
        "settings": contest.settings,
        "made_by": made_by(),
        "texts": [game.text for game in contest.games],
        "titles": [game.name.strip() for game in contest.games],
        "names": list(contest.names),
        "segments": [astuple(segment) for segment in contest.segments],
        "sizes": [astuple(size) for size in contest.sizes],
        "without": sorted(contest.without),
    }


def forget_failures(results: Results, contest: Contest, names: Collection[str]) -> int:
    """Take out the games that players lost by failing, so that they are played again; how many."""
    for name in names:
        if name not in contest.names:
            there = ", ".join(contest.names)
            raise ValueError(f"there is no player `{name}` to play again; there are {there}")
    lost = []
    for result in results.results():
        _, white, black = contest.seats(result.id)
        loser = contest.names[black if result.result == "white" else white]
        if result.reason in FAILURES and loser in names:
            lost.append(result.id)
    results.remove(lost)
    return len(lost)


def contest_in(results: Results, contest: Contest) -> Contest:
    """The contest of a file that was opened for one: it may have players whom the other has not, in another order."""
    games = {game.text: game for game in contest.games}
    found = contest_of(results, games.__getitem__)
    own = dict(zip(contest.names, range(len(contest.names)), strict=True))
    players = {
        number: contest.own[own[name]]
        for number, name in enumerate(found.names)
        if own.get(name) in contest.own
    }
    return replace(found, own=players)


def read_results(path: Path) -> Results:
    """A file of results to look at; StoreError if it is none."""
    return Store.read(path, FORMAT)


def stored(path: Path, parse: Callable[[str], Game]) -> tuple[Contest, list[GameResult]]:
    """The contest in a file and its games so far, also while they are played; StoreError if it is none."""
    with read_results(path) as results:
        return contest_of(results, parse), results.results()


def contest_of(results: Results, parse: Callable[[str], Game]) -> Contest:
    """The contest that a file holds the results of."""
    with results.sound():
        settings = results.settings
        sprt = settings["sprt"]
        return Contest(
            tuple(map(str, settings["players"])),
            tuple(map(parse, results.value("texts"))),
            int(settings["pairs"]),
            settings["format"],
            Control(**settings["control"]),
            int(settings["plies"]),
            int(settings["seed"]),
            None if sprt is None else (float(sprt[0]), float(sprt[1])),
            tuple(map(str, results.value("names") or ())),
            controls=tuple(
                None if one is None else Control(**one) for one in settings.get("controls", ())
            ),
            lines=tuple(tuple(map(str, lines)) for lines in settings.get("lines", ())),
            sizes=tuple(Size(*map(int, one)) for one in results.value("sizes") or ()),
            without=frozenset(map(int, results.value("without") or ())),
        )
