"""`sbg replay`: replay and check a recorded game move by move, as text or pictures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

import sbg
from sbg.app.cli import completion, inputs, options, pictures, terminal
from sbg.app.cli.pictures import PictureOptions
from sbg.app.cli.terminal import Misuse, out
from sbg.app.terminal.screen import Screen
from sbg.base import files, limits
from sbg.engine import Line, Record
from sbg.engine.record import UNFINISHED

app = App(
    name="replay",
    usage="Usage: sbg replay [OPTIONS] RECORD [NUMBER]",
    help_epilogue="""\
RECORD is a file that `sbg play` or a contest has written, - for stdin, or the file of a
contest's results together with the NUMBER of a game, from 1. Its game is that of a *.sbg
file beside the record, or that whose text is in the record, or a bundled one.

--svg draws the last position, or the one after PLY plies. --gif draws them all; it
needs `pip install '.[gif]'` in the folder of the sources.

Examples:
  sbg replay my.record
  sbg replay my.record --boards          a board after every move
  sbg replay my.record --game ../my.sbg  a game in another folder
  sbg replay results.sqlite 17 --json
  sbg replay results.sqlite --all > games.txt
  sbg replay my.record --svg end.svg --theme dark
  sbg replay my.record --svg --ply 10 > ten.svg
  sbg replay my.record --gif game.gif --pause 0.5""",
)

_MAGIC = b"SQLite format 3\0"
_FILM = 480
"""Pixels of a moving picture."""


@app.default
def replay(
    file: Annotated[
        str | None, Parameter(name="RECORD", help="A record, or results of a contest.")
    ] = None,
    number: Annotated[
        int | None,
        options.whole(1, limits.MAX_NUMBER),
        Parameter(name="NUMBER", help="Which game of a contest."),
    ] = None,
    /,
    *,
    game: Annotated[
        str | None,
        Parameter(
            help="What was played, if it is not found by itself.", completer=completion.games
        ),
    ] = None,
    boards: Annotated[bool, Parameter(help="Show the board after every move.")] = False,
    look: PictureOptions | None = None,
    ply: Annotated[
        int | None,
        options.whole(0, limits.MAX_NUMBER),
        Parameter(metavar="N", help="Which position --svg draws."),
    ] = None,
    gif: Annotated[
        str | None, Parameter(metavar="FILE", help="Draw the game as a moving picture.")
    ] = None,
    pause: Annotated[
        float | None,
        options.number(0.02, 60.0),
        Parameter(metavar="S", help="How long --gif shows a position (0.8)."),
    ] = None,
    all: Annotated[
        bool, Parameter(help="Write the records of all games of a contest, one after the other.")
    ] = False,
    json: options.Json = False,
) -> int:
    """Replay a game."""
    look = look or PictureOptions()
    svg = look.svg
    if file is None:
        raise pictures.missing("replay", "record", svg)
    _check(svg, ply, gif, pause, json or boards)
    look.check(svg is not None or gif is not None)
    if all:
        if number is not None or json or boards or svg is not None or gif is not None:
            raise Misuse("--all writes records; it goes with no NUMBER and no other output")
        return _write_all(file)
    if _is_contest(file):
        played, line, detail = _from_contest(file, number)
    else:
        played, line = inputs.replayed(file, game, "sbg replay RECORD --game GAME")
        detail = ""
        if number is not None:
            raise Misuse(f"`{file}` holds one game; a NUMBER is for the results of a contest")
    if svg is not None or gif is not None:
        if svg is not None:
            pictures.write(_picture(line, _index(line, ply), look), svg, file, look.force)
        if gif is not None:
            film = _film(line, look, 0.8 if pause is None else pause)
            pictures.write_file(gif, film, file, look.force)
    elif json:
        terminal.out_json(_json(played, line, detail))
    else:
        _show(played, line, detail, boards)
    return 0


def _check(
    svg: list[str] | None, ply: int | None, gif: str | None, pause: float | None, text: bool
) -> None:
    if text and (svg is not None or gif is not None):
        raise Misuse("--json and --boards write text; --svg and --gif draw pictures")
    if ply is not None and svg is None:
        raise Misuse("--ply is for pictures: add --svg")
    if pause is not None and gif is None:
        raise Misuse("--pause is for a moving picture: add `--gif FILE`")
    if gif == inputs.STDIN:
        raise Misuse("--gif needs the name of a file")


def _index(line: Line, ply: int | None) -> int:
    """The number of a position in the record; a game may begin at any ply."""
    first, last = line.positions[0].ply, line.positions[-1].ply
    if ply is None:
        return len(line.positions) - 1
    if not first <= ply <= last:
        raise Misuse(f"--ply: this game has positions from ply {first} to {last}, not {ply}")
    return ply - first


def _picture(line: Line, index: int, look: PictureOptions) -> str:
    return look.board(line.positions[index], line.moves[index - 1] if index else None)


def _film(line: Line, look: PictureOptions, pause: float) -> bytes:
    from sbg.explain.pictures import gif

    if len(line.positions) > gif.MOST_FRAMES:
        raise Misuse(f"a GIF shows {gif.MOST_FRAMES:,} positions at most; --svg --ply N draws one")
    # A GIF has one look for every reader, and its pixels do not grow.
    look = replace(look, size=look.size or _FILM)
    if look.theme == "auto":
        look = replace(look, theme="light")
    try:
        return gif.gif([_picture(line, at, look) for at in range(len(line.positions))], pause)
    except gif.MissingExtraError as problem:
        raise Misuse(str(problem)) from None
    except gif.TooLargeError as problem:
        raise Misuse(str(problem), "choose a smaller --size") from None


def _is_contest(file: str) -> bool:
    try:
        with files.opened(file) as opened:
            return opened.read(len(_MAGIC)) == _MAGIC
    except (OSError, ValueError):
        return False  # reading it as a record says what is wrong


def _from_contest(file: str, number: int | None) -> tuple[Record, Line, str]:
    from sbg.base.jobs.store import StoreError
    from sbg.play.contests.run import record_of
    from sbg.play.contests.store import stored

    try:
        contest, played = stored(Path(file), sbg.parse)
    except StoreError as problem:
        raise Misuse(str(problem)) from None
    results = {result.id + 1: result for result in played}
    if number is None or number not in results:
        what = "which game?" if number is None else f"there is no game {number}."
        there = f"it has {len(results)} games" if results else "it has no games yet"
        raise Misuse(
            f"`{file}` holds the results of a contest: {what}",
            f"{there}, from 1 up; `sbg standings {file} --games` lists them",
        )
    record = record_of(contest, results[number])
    game = contest.games[contest.seats(number - 1)[0]]
    return record, record.replay(game), results[number].detail


def _write_all(file: str) -> int:
    """Write all records of a contest to stdout, with an empty line between them."""
    from sbg.base.jobs.store import StoreError
    from sbg.play.contests.run import record_text
    from sbg.play.contests.store import stored

    try:
        contest, results = stored(Path(file), sbg.parse)
    except StoreError as problem:
        raise Misuse(str(problem)) from None
    for at, result in enumerate(results):
        out(("\n" if at else "") + record_text(contest, result), end="")
    return 0


def _show(played: Record, line: Line, detail: str, boards: bool) -> None:
    screen = Screen()
    out(f"{played.game.strip()}: {played.white} (white) against {played.black} (black)")
    if not line.moves or boards:
        screen.board(line.positions[0])
    width = len(str(len(line.moves)))
    for ply, move in enumerate(line.moves):
        before = line.positions[ply]
        captured = line.captured(ply)
        takes = f" takes {captured}" if captured else ""
        out(f"{before.ply + 1:{width}}  {before.turn}  {line.moved(ply)} {move}{takes}")
        if boards:
            screen.board(line.positions[ply + 1], move)
    if line.moves and not boards:
        screen.board(line.positions[-1], line.moves[-1])
    for after, moves in played.variations:
        out(f"instead of ply {line.start.ply + after + 1}: {' '.join(moves)}")
    screen.announce(_end(played, line, detail))


def _end(played: Record, line: Line, detail: str) -> str:
    last = line.position
    if last.outcome is not None:
        from sbg.explain.words.outcome import ended

        return ended(last, line.before, line.last)
    if played.result == UNFINISHED:
        return f"The game is not finished; {last.turn} is to move."
    from sbg.app.cli.parts.contest_view import sentence

    who = "Draw" if played.result == "draw" else f"{played.result.capitalize()} wins"
    return f"{who} ({played.reason})." + (f" {sentence(detail)}" if detail else "")


def _json(played: Record, line: Line, detail: str) -> dict[str, object]:
    return {
        "game": played.game,
        "rules": played.rules,
        "start": line.positions[0].fen,
        "white": played.white,
        "black": played.black,
        "date": played.date,
        "result": played.result,
        "reason": played.reason,
        "detail": detail,
        "moves": list(map(str, line.moves)),
        "variations": [
            {"after": after, "moves": list(moves)} for after, moves in played.variations
        ],
        "positions": [position.fen for position in line.positions],
    }
