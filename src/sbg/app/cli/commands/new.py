"""`sbg new`: write a commented template from which to start a new game."""

from __future__ import annotations

import os
import re
import shlex
import unicodedata
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from sbg.app import editor
from sbg.app.cli import completion
from sbg.app.cli.inputs import STDIN, unreadable
from sbg.app.cli.terminal import Misuse, note, out, out_json

app = App(
    name="new",
    usage="Usage: sbg new [OPTIONS] NAME",
    help_epilogue="""\
NAME.sbg is a small game that can be played at once; its comments say what to change.
A file that exists is never overwritten.

Examples:
  sbg new my-game
  sbg new my-game --template chess-like
  sbg new --list                           the templates
  sbg play my-game.sbg""",
)

_USUAL = "race"


@app.default
def new(
    name: Annotated[
        str | None, Parameter(name="NAME", help="The name of the game and of its file.")
    ] = None,
    /,
    *,
    template: Annotated[
        str,
        Parameter(
            metavar="TEMPLATE",
            help=f"The game to start from ({_USUAL}).",
            completer=completion.templates,
        ),
    ] = _USUAL,
    list: Annotated[bool, Parameter(help="List the templates, and write nothing.")] = False,
    json: Annotated[bool, Parameter(help="With --list: write JSON.")] = False,
) -> int:
    """Write a template."""
    if list:
        return _list(json)
    if json:
        raise Misuse("--json is for --list")
    if name is None:
        raise Misuse("no name for the game", "`sbg new NAME`")
    chosen = editor.template(template)
    if chosen is None:
        names = ", ".join(f"`{one.name}`" for one in editor.templates())
        raise Misuse(f"there is no template `{template}`", f"the templates are {names}")
    path = Path(name if name.endswith(".sbg") else f"{name}.sbg")
    stem = path.name.removesuffix(".sbg")
    plain = "".join(c for c in unicodedata.normalize("NFKD", stem) if not unicodedata.combining(c))
    title = re.sub(r"[^0-9A-Za-z]+", " ", plain).strip()
    if not title or not name.isprintable() or name == STDIN:
        raise Misuse(f"`{name}` cannot be the name of a game", "use letters, digits and -")
    game = shlex.quote(os.fspath(path))
    text = chosen.named(
        title[:1].upper() + title[1:],
        f"Change anything, then see `sbg check {game}` and `sbg play {game}`.",
    )
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise Misuse(f"`{path}` exists, and is left as it is", "choose another name") from None
    except FileNotFoundError:
        raise Misuse(f"there is no folder `{path.parent}`") from None
    except (OSError, ValueError) as error:
        raise unreadable(os.fspath(path), error) from None
    if not stem.isascii():
        note(f"the game is called {title}: names have letters a-z, A-Z, digits and spaces")
    note(f"wrote {path}; try `sbg play {game}`, and `sbg check {game}` after each change")
    return 0


def _list(json: bool) -> int:
    templates = editor.templates()
    if json:
        out_json([{"name": one.name, "title": one.title, "about": one.about} for one in templates])
        return 0
    width = max(len(one.name) for one in templates)
    for one in templates:
        out(f"{one.name:{width}}  {one.about}")
    return 0
