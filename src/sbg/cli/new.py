"""The name of a game in; a file with a commented template of a game out."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from sbg.cli.inputs import unreadable
from sbg.cli.terminal import Misuse, note

app = App(
    name="new",
    usage="Usage: sbg new NAME",
    help_epilogue="""\
NAME.sbg is a small game that can be played at once; its comments say what to change.
A file that exists is never overwritten.

Examples:
  sbg new my-game
  sbg play my-game.sbg""",
)

_TEMPLATE = """\
// A race of five pawns and a king on each side: the first pawn to cross the board wins.
// Change anything, then see `sbg check {file}` and `sbg play {file}`.

<<{title}>>

// Width and height, then the rows from the top, one character a square: `.` is empty,
// white pieces are capital letters, black pieces small ones. White moves first.
<BOARD>
5 6
|..k..|
|ppppp|
|.....|
|.....|
|PPPPP|
|..K..|

// One rule for each piece: its letter, a regular expression over steps, and `&`.
// A step (dx,dy,on) goes dx columns to the right and dy rows forward (for black forward is
// down), onto a square that is empty (e), holds an opponent's piece (p) or an own one (w).
// Steps one after the other make a longer move; `+` means "or", `^3` three times and
// `^*` any number of times: a rook going up is (0,1,e)^*((0,1,e) + (0,1,p)).
<PIECES>
// A pawn steps straight forward and captures diagonally forward.
P (0,1,e) + (-1,1,p) + (1,1,p) &
// A king goes or captures one square in any direction.
K (0,1,e) + (0,1,p) +
  (1,1,e) + (1,1,p) +
  (1,0,e) + (1,0,p) +
  (1,-1,e) + (1,-1,p) +
  (0,-1,e) + (0,-1,p) +
  (-1,-1,e) + (-1,-1,p) +
  (-1,0,e) + (-1,0,p) +
  (-1,1,e) + (-1,1,p) &

// The game is drawn after this many half-moves, if nobody has won before. Who cannot move loses.
<GOALS>
100 &
// `@X x y, ...`: the owner of X wins by moving an X to one of these squares. Columns are
// counted from 0 on the left, rows from 0 at the bottom.
@P 0 5, 1 5, 2 5, 3 5, 4 5 &
@p 0 0, 1 0, 2 0, 3 0, 4 0 &
// `#X n`: the owner of X loses when a capture leaves him with n of them.
#K 0 &
#k 0 &
"""


@app.default
def new(
    name: Annotated[str, Parameter(name="NAME", help="The name of the game and of its file.")], /
) -> int:
    """Write a template."""
    path = Path(name if name.endswith(".sbg") else f"{name}.sbg")
    title = re.sub(r"[^0-9A-Za-z]+", " ", path.name.removesuffix(".sbg")).strip()
    if not title or not name.isprintable():
        raise Misuse(f"`{name}` cannot be the name of a game", "use letters, digits and -")
    game = shlex.quote(os.fspath(path))
    text = _TEMPLATE.format(title=title[:1].upper() + title[1:], file=game)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise Misuse(f"`{path}` exists, and is left as it is", "choose another name") from None
    except FileNotFoundError:
        raise Misuse(f"there is no folder `{path.parent}`") from None
    except (OSError, ValueError) as error:
        raise unreadable(os.fspath(path), error) from None
    note(f"wrote {path}; try `sbg play {game}`, and `sbg check {game}` after each change")
    return 0
