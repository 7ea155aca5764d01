"""The file that holds the results of a contest, and the contest that such a file belongs to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from sbg.contests.control import Control
from sbg.contests.growth import renumbering
from sbg.contests.plan import Contest
from sbg.contests.referee import GameResult
from sbg.engine import Game
from sbg.jobs.store import Format, Store

_VIEWS = """
CREATE VIEW games AS
WITH list AS (
  SELECT
    (SELECT value FROM contest WHERE key = 'names') AS names,
    (SELECT value FROM contest WHERE key = 'titles') AS titles,
    (SELECT value FROM contest WHERE key = 'pairings') AS pairings
),
seated AS (
  SELECT
    game.*,
    json_extract(titles, '$[' || (id / (2 * json_array_length(pairings)) % json_array_length(titles)) || ']') AS title,
    id / (2 * json_array_length(pairings) * json_array_length(titles)) + 1 AS opening,
    json_extract(names, '$[' || json_extract(pairings, '$[' || (id / 2 % json_array_length(pairings))
      || '][' || (id % 2) || ']') || ']') AS white,
    json_extract(names, '$[' || json_extract(pairings, '$[' || (id / 2 % json_array_length(pairings))
      || '][' || (1 - id % 2) || ']') || ']') AS black
  FROM game, list
)
SELECT
  id + 1 AS number, title AS game, white, black, opening, result,
  CASE result WHEN 'white' THEN white WHEN 'black' THEN black END AS winner,
  CASE result WHEN 'white' THEN black WHEN 'black' THEN white END AS loser,
  reason, detail, plies, round(white_seconds + black_seconds, 3) AS seconds,
  white_seconds, black_seconds, date, moves, thoughts
FROM seated;
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
    views=_VIEWS,
)

Results: TypeAlias = Store[GameResult]


def open_results(path: Path, contest: Contest) -> Results:
    """The file of a contest, made if there is none; StoreError if it is another's or not usable.

    The file of a smaller contest becomes one of this: its games are kept.
    """

    def grow(there: Mapping[str, Any]) -> Callable[[int], int] | str:
        try:
            return renumbering(there, contest)
        except ValueError as reason:
            return str(reason)

    return Store.open(
        path,
        FORMAT,
        contest.settings,
        {
            "texts": [game.text for game in contest.games],
            "titles": [game.name.strip() for game in contest.games],
            "names": list(contest.names),
            "pairings": contest.pairings,
        },
        grow,
    )


def read_results(path: Path) -> Results:
    """A file of results to look at; StoreError if it is none."""
    return Store.read(path, FORMAT)


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
        )
