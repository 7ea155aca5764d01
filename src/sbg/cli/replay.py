"""A record, or a game of a contest, in; the game move by move out, every move checked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

import sbg
from sbg.cli import completion, terminal, words
from sbg.cli.recorded import read_record
from sbg.cli.screen import Screen
from sbg.cli.terminal import Misuse, out
from sbg.engine import record

app = App(
    name="replay",
    usage="Usage: sbg replay [OPTIONS] RECORD [NUMBER]",
    help_epilogue="""\
RECORD is a file that `sbg play` or a contest has written, - for stdin, or the file of a
contest's results together with the NUMBER of a game, from 1.

Examples:
  sbg replay my.record
  sbg replay my.record --boards          a board after every move
  sbg replay my.record --game ./my.sbg   a game that is not bundled
  sbg replay contest-0123456789ab.sqlite 17 --json""",
)

_MAGIC = b"SQLite format 3\0"


@app.default
def replay(
    file: Annotated[str, Parameter(name="RECORD", help="A record, or results of a contest.")],
    number: Annotated[int | None, Parameter(name="NUMBER", help="Which game of a contest.")] = None,
    /,
    *,
    game: Annotated[
        str | None,
        Parameter(help="What was played, if it is not a bundled game.", completer=completion.games),
    ] = None,
    boards: Annotated[bool, Parameter(help="Show the board after every move.")] = False,
    json: Annotated[bool, Parameter(help="Write JSON.")] = False,
) -> int:
    """Replay a game."""
    if _is_contest(file):
        played, detail = _from_contest(file, number)
    elif number is not None:
        raise Misuse(f"`{file}` holds one game; a NUMBER is for the results of a contest")
    else:
        played = read_record(file, game, "sbg replay RECORD --game GAME")
        detail = ""
    if json:
        terminal.out_json(_json(played, detail))
    else:
        _show(played, detail, boards)
    return 0


def _is_contest(file: str) -> bool:
    try:
        with Path(file).open("rb") as opened:
            return opened.read(len(_MAGIC)) == _MAGIC
    except (OSError, ValueError):
        return False  # reading it as a record says what is wrong


def _from_contest(file: str, number: int | None) -> tuple[record.Record, str]:
    from sbg.players.contest.run import contest_of, record_of
    from sbg.players.contest.store import Store, StoreError

    try:
        with Store.read(Path(file)) as store:
            results = {result.id + 1: result for result in store.results()}
            contest = contest_of(store, sbg.parse)
    except StoreError as problem:
        raise Misuse(str(problem)) from None
    if number is None or number not in results:
        what = "which game?" if number is None else f"there is no game {number}."
        there = f"it has {len(results)} games" if results else "it has no games yet"
        raise Misuse(f"`{file}` holds the results of a contest: {what}", f"{there}, from 1 up")
    return record_of(contest, results[number]), results[number].detail


def _show(played: record.Record, detail: str, boards: bool) -> None:
    screen = Screen()
    out(f"{played.game.name.strip()}: {played.white} (white) against {played.black} (black)")
    if not played.moves or boards:
        screen.board(played.positions[0])
    width = len(str(len(played.moves)))
    for ply, move in enumerate(played.moves):
        before = played.positions[ply]
        taken = words.at(before, move.target)
        takes = f" takes {taken}" if taken != "." and move.target != move.origin else ""
        piece = words.at(before, move.origin)
        out(f"{before.ply + 1:{width}}  {before.turn}  {piece} {move}{takes}")
        if boards:
            screen.board(played.positions[ply + 1], move)
    if played.moves and not boards:
        screen.board(played.positions[-1], played.moves[-1])
    screen.announce(_end(played, detail))


def _end(played: record.Record, detail: str) -> str:
    last = played.positions[-1]
    if last.outcome is not None:
        before = played.positions[-2] if played.moves else None
        return words.outcome(last, before, played.moves[-1] if played.moves else None)
    if played.result == record.UNFINISHED:
        return f"The game is not finished; {last.turn} is to move."
    who = "Draw" if played.result == "draw" else f"{played.result.capitalize()} wins"
    return f"{who} ({played.reason})." + (f" {detail[:1].upper()}{detail[1:]}." if detail else "")


def _json(played: record.Record, detail: str) -> dict[str, object]:
    return {
        "game": played.game.name,
        "rules": record.rules_hash(played.game),
        "start": played.positions[0].fen,
        "white": played.white,
        "black": played.black,
        "date": played.date,
        "result": played.result,
        "reason": played.reason,
        "detail": detail,
        "moves": list(map(str, played.moves)),
        "positions": [position.fen for position in played.positions],
    }
