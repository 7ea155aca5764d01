"""`sbg translate`: write a game in another program's language, or read one from it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import asdict
from typing import Annotated, Any, TypeVar

from cyclopts import App, Parameter

from sbg.app.cli import completion, inputs, options, outputs, pictures, terminal
from sbg.app.cli.terminal import Misuse, bold, note, out
from sbg.translation import (
    SOURCES,
    TARGETS,
    Imported,
    Inexpressible,
    Obstacle,
    Translation,
)
from sbg.translation.targets import unknown

app = App(
    name="translate",
    usage="Usage: sbg translate [OPTIONS] GAME --to TARGET\n       sbg translate [OPTIONS] FILE --from SOURCE",
    help_epilogue="""\
A translation plays exactly as the game does, or it is refused: then every reason is
given, with the shortest word of a rule and a position that the target cannot play, and
the exit code is 1. `sbg explain CODE` tells more about a reason. --allow accepts a loss
by its name; the notes then say what is lost.

Examples:
  sbg translate gardner --to gdl > gardner.kif
  sbg translate ./my-game.sbg --to rbg -o my-game.rbg
  sbg translate breakthrough --to ludii --json
  sbg translate chess --to fsf --allow turn-limit
  sbg translate chess --to betza --piece N
  sbg translate ./variants.ini --from fsf --variant makruk
  sbg translate mRcpR --from betza --board 9x10
  sbg translate --targets""",
)

Entry = TypeVar("Entry")


@app.default
def translate(
    game: options.Game | None = None,
    /,
    *,
    to: Annotated[
        str | None,
        Parameter(metavar="TARGET", help="The language to write.", completer=completion.targets),
    ] = None,
    source: Annotated[
        str | None,
        Parameter(
            name="--from",
            metavar="SOURCE",
            help="The language to read: the game is written as .sbg.",
            completer=completion.sources,
        ),
    ] = None,
    output: Annotated[
        str | None,
        Parameter(name=["--output", "-o"], metavar="FILE", help="Write to FILE, not to stdout."),
    ] = None,
    force: outputs.Force = False,
    allow: Annotated[
        list[str] | None,
        Parameter(metavar="WHAT", help="Accept a loss, as --targets lists them."),
    ] = None,
    piece: Annotated[
        str | None, Parameter(metavar="P", help="The piece, for a target that writes one.")
    ] = None,
    variant: Annotated[
        str | None, Parameter(metavar="NAME", help="Which variant of a file to read.")
    ] = None,
    board: Annotated[
        str | None, Parameter(metavar="WxH", help="The board for a piece that is read.")
    ] = None,
    dialect: Annotated[
        str | None, Parameter(metavar="NAME", help="The dialect of what is read.")
    ] = None,
    targets: Annotated[bool, Parameter(help="List what can be written and read.")] = False,
    json: options.Json = False,
) -> int:
    """Write a game in the language of another program, or read one from there."""
    if targets:
        _list(json)
        return 0
    if game is None:
        raise Misuse("no GAME to translate", "see `sbg translate --help`")
    if (to is None) == (source is None):
        raise Misuse(
            "give either --to or --from", f"`sbg translate {game} --to gdl`, or see `--targets`"
        )
    if to is not None:
        for name, value in (("variant", variant), ("board", board), ("dialect", dialect)):
            if value is not None:
                raise Misuse(f"--{name} is for reading: it goes with --from")
        return _write(game, to, allow or [], piece, output, json, force)
    if allow or piece is not None:
        raise Misuse(f"{'--allow' if allow else '--piece'} is for writing: it goes with --to")
    assert source is not None
    given = {"variant": variant, "board": board, "dialect": dialect}
    return _read(game, source, given, output, json, force)


def _find(name: str, table: dict[str, Entry], missing: str) -> Entry:
    if name in table:
        return table[name]
    near = difflib.get_close_matches(name.lower(), table, n=1)
    suggestion = f"did you mean `{near[0]}`? " if near else ""
    known = ", ".join(table) or "none"
    raise Misuse(missing, f"{suggestion}there is {known}")


def _write(
    name: str,
    to: str,
    allow: list[str],
    piece: str | None,
    output: str | None,
    json: bool,
    force: bool,
) -> int:
    from sbg.translation import translate

    target = _find(to, TARGETS, unknown(to))
    for loss in allow:
        _find(loss, dict(target.losses), f"there is no loss to allow for {to} `{loss}`")
    game = inputs.load_game(name)
    if target.one_piece and piece is None:
        letters = " ".join(each.letter for each in game.pieces)
        raise Misuse(f"{to} writes one piece: say which with `--piece P`", f"there is {letters}")
    if not target.one_piece and piece is not None:
        raise Misuse(f"--piece is for targets that write one piece, and {to} writes games")
    if piece is not None and piece.upper() not in {each.letter for each in game.pieces}:
        letters = " ".join(each.letter for each in game.pieces)
        raise Misuse(f"this game has no piece `{piece}`", f"there is {letters}")
    try:
        found = translate(game, target.name, allow=allow, piece=piece)
    except Inexpressible as refusal:
        _refuse(refusal, game.name, json)
        return 1
    if json:
        terminal.out_json(_data(found, game.name))
        return 0
    _give(found.text, output, name, force)
    _note(found.notes)
    if found.exact_until is not None:
        note(f"note: exact until ply {found.exact_until}")
    return 0


def _read(
    name: str,
    source: str,
    given: dict[str, str | None],
    output: str | None,
    json: bool,
    force: bool,
) -> int:
    chosen = _find(source, SOURCES, f"there is no source `{source}`")
    wanted = {option: value for option, value in given.items() if value is not None}
    for option in wanted:
        if option not in chosen.options:
            takes = " ".join(f"--{each}" for each in chosen.options) or "no options"
            raise Misuse(f"--{option} does not go with --from {source}, which takes {takes}")
    inline = chosen.inline and name != inputs.STDIN
    text = name if inline else inputs.read_source(name).text
    try:
        found = chosen.read(text, name="<text>" if inline else name, **wanted)
    except Inexpressible as refusal:
        _refuse(refusal, None, json)
        return 1
    if json:
        terminal.out_json(_imported(found))
        return 0
    _give(found.text, output, name, force)
    _note(found.notes)
    return 0


def _note(notes: Iterable[str]) -> None:
    for each in notes:
        note(f"note: {each}")


def _give(text: str, output: str | None, read: str, force: bool) -> None:
    """The product, to stdout or into a file, though not over the one that was read."""
    if output is None or output == inputs.STDIN:
        out(text, end="" if text.endswith("\n") else "\n")
        return
    pictures.write_file(output, text, read, force)


def _refuse(refusal: Inexpressible, game: str | None, json: bool) -> None:
    if json:
        reasons = [_obstacle(reason) for reason in refusal.reasons]
        terminal.out_json({"game": game, "target": refusal.target, "reasons": reasons})
        return
    for reason in refusal.reasons:
        terminal.error(reason.message, code=reason.code)
        for what, text in (
            ("limit", reason.limit),
            ("word", _word(reason)),
            ("position", reason.position),
            ("help", f"--allow {reason.allow} accepts this loss" if reason.allow else None),
        ):
            if text:
                note(f"  = {what}: {text}")


def _word(reason: Obstacle) -> str | None:
    return None if reason.word is None else "".join(map(str, reason.word)) or "the empty word"


def _obstacle(reason: Obstacle) -> dict[str, Any]:
    word = None if reason.word is None else [str(letter) for letter in reason.word]
    return {**asdict(reason), "word": word}


def _data(found: Translation, game: str) -> dict[str, Any]:
    return {
        "game": game,
        "target": found.target,
        "text": found.text,
        "exact_until": found.exact_until,
        "notes": list(found.notes),
    }


def _imported(found: Imported) -> dict[str, Any]:
    return {"source": found.source, "text": found.text, "notes": list(found.notes)}


def _list(json: bool) -> None:
    if json:
        terminal.out_json(
            {
                "targets": [
                    {
                        "name": target.name,
                        "title": target.title,
                        "suffix": target.suffix,
                        "expresses": target.expresses,
                        "losses": [{"name": name, "what": what} for name, what in target.losses],
                        "one_piece": target.one_piece,
                    }
                    for target in TARGETS.values()
                ],
                "sources": [
                    {"name": source.name, "title": source.title, "gives": source.gives}
                    for source in SOURCES.values()
                ],
            }
        )
        return
    out(bold("--to"))
    for target in TARGETS.values():
        out(f"  {target.name:<7}{target.title}")
        out(f"         {target.expresses}")
        for name, what in target.losses:
            out(f"         --allow {name}: {what}")
    if SOURCES:
        out(bold("--from"))
        for source in SOURCES.values():
            out(f"  {source.name:<7}{source.title}")
            out(f"         {source.gives}")
