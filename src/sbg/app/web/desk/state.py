"""What the page shows of a game and of a position after some moves."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sbg import Game
from sbg.app.web.desk import answers
from sbg.app.web.desk.requests import Refused
from sbg.engine import Line
from sbg.explain.pictures.figures import figure_of, style_of
from sbg.explain.pictures.theme import shades
from sbg.explain.words import describe
from sbg.explain.words.outcome import ended
from sbg.language.model import FenError, PlayError
from sbg.language.model.notation import square_name


def replayed(game: Game, start: str | None, moves: Sequence[str]) -> Line:
    """The line of some moves; Refused if the start or one of the moves is not possible."""
    try:
        line = Line(game.start if start is None else game.position(_start(start)))
    except FenError as problem:
        raise Refused("bad-request", f"`start`: {problem}") from None
    for text in moves:
        play(line, text)
    return line


def _start(line: str) -> str:
    """A position line as ours are. One of another program has up to six fields: what our rules do not know leaves."""
    fields = line.split()
    if len(fields) < 4 or fields[1] not in ("w", "b"):
        return line
    number = fields[5] if len(fields) == 6 and re.fullmatch(r"[1-9][0-9]{0,6}", fields[5]) else "1"
    return f"{fields[0]} {fields[1]} {2 * (int(number) - 1) + (fields[1] == 'b')}"


def play(line: Line, text: str) -> None:
    """Play one more move; Refused if it is not legal."""
    try:
        line.play(text)
    except PlayError as problem:
        raise Refused("illegal-move", f"move {len(line) + 1}: {problem}") from None


def state(line: Line, most: int) -> answers.State:
    """The position that a line leads to, with its legal moves; Refused if there are more of them than `most`."""
    position = line.position
    rows = position.rows
    moves = position.moves
    if len(moves) > most:
        raise Refused("limit", f"this position has {len(moves):,} legal moves, more than {most:,}")
    own = str.isupper if position.turn == "white" else str.islower
    listed: list[answers.LegalMove] = []
    for move in moves:
        origin, target = square_name(move.origin), square_name(move.target)
        there = position.captured(move)
        capture: answers.Capture = None
        if there:
            capture = "own" if own(there) else "opponent"
        listed.append({"move": origin + target, "from": origin, "to": target, "capture": capture})
    last = line.last
    return {
        "fen": position.fen,
        "start": line.start.fen,
        "turn": position.turn,
        "ply": position.ply,
        "rows": list(rows),
        "moves": listed,
        "history": history(line),
        "last": {"from": square_name(last.origin), "to": square_name(last.target)}
        if last
        else None,
        "outcome": _outcome(line),
    }


def history(line: Line) -> list[answers.Played]:
    """The moves of a line, each with the piece that moved and the one that it captured."""
    return [
        {"move": str(move), "piece": line.moved(number), "capture": line.captured(number)}
        for number, move in enumerate(line.moves)
    ]


def game_info(game: Game, most: int) -> answers.GameInfo:
    """A game as the page first hears of it, with its initial position."""
    return {
        "name": game.name,
        "width": game.width,
        "height": game.height,
        "turn_limit": game.turn_limit,
        "pieces": [
            {"letter": piece.letter, "moves": piece.rule is not None} for piece in game.pieces
        ],
        "figures": {letter: figure_of(letter, game.looks) for letter in _letters(game)},
        "drawn": style_of(_letters(game), game.looks),
        "colours": {
            player: shades(game.looks[player])
            for player in ("white", "black")
            if player in game.looks
        },
        "state": state(Line(game.start), most),
    }


def _letters(game: Game) -> list[str]:
    return [piece.letter for piece in game.pieces]


def _outcome(line: Line) -> answers.Outcome | None:
    end = line.position.outcome
    if end is None:
        return None
    words = ended(line.position, line.before, line.last, nouns=describe(line.game).nouns)
    return {"winner": end.winner, "reason": end.reason, "words": words}
