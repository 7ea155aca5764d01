"""Nothing in; the few lines that `sbg` alone prints out."""

from __future__ import annotations

from sbg.cli.terminal import bold, out

_COMMANDS = [
    ("sbg play gardner", "play chess on a 5×5 board, against the machine"),
    ("sbg show gardner", "see its board, its pieces and its goals"),
    ("sbg new my-game", "write a game of your own, then `sbg play my-game.sbg`"),
]


def guide() -> int:
    """What to try first."""
    out("sbg reads, checks and plays Simplified Boardgames: board games of two players")
    out("whose pieces move by regular expressions.")
    out()
    out("Try:")
    width = max(len(command) for command, _ in _COMMANDS)
    for command, what in _COMMANDS:
        out(f"  {bold(command)}{' ' * (width - len(command))}   {what}")
    out()
    out("`sbg games` lists the bundled games, `sbg --help` all commands.")
    return 0
