"""`sbg show --automaton`: prints the sizes of a piece's automaton, or draws it to a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sbg import Game
from sbg.app.cli import inputs, outputs, terminal
from sbg.app.cli.terminal import Misuse, bold, note, out
from sbg.explain.pictures.graph import TooLargeToDraw, svg
from sbg.language.model.regexp import letters, written_out
from sbg.moves import automata
from sbg.moves.automata import Dfa
from sbg.moves.automata.dot import dot

_DRAWINGS = {".svg": svg, ".dot": dot, ".gv": dot}


def show(game: Game, letter: str, file: str | None, json: bool, force: bool = False) -> int:
    """Write the sizes, or the drawing if the file is standard output."""
    letter = letter.upper()  # both colours move by one rule
    rule = next((piece.rule for piece in game.pieces if piece.letter == letter), None)
    if rule is None:
        known = ", ".join(f"`{known}`" for known in game.automata) or "none"
        raise Misuse(f"`{letter}` has no rule in this game", f"pieces with a rule: {known}")
    fit = game.automata[letter]
    if file is not None:
        drawn = _draw(fit, f"{letter} of {game.name.strip()}", file, force)
        if file == inputs.STDIN:
            out(drawn, end="")
            return 0
    sizes = {
        "rule": {"letters": sum(1 for _ in letters(rule)), "positions": written_out(rule)},
        "minimal": _size(automata.minimal(rule)),
        "board": _size(fit),
    }
    if json:
        terminal.out_json({"game": game.name, "piece": letter, **sizes})
        return 0
    out(bold(f"{letter} of {game.name.strip()}"))
    out(f"  {rule}")
    out()
    out(f"  {'':<32}{'states':>8}{'transitions':>13}{'accepting':>11}")
    # A start besides the positions: Glushkov's construction.
    out(f"  {'one state per letter':<32}{sizes['rule']['positions'] + 1:>8,}")
    _row("smallest deterministic", sizes["minimal"])
    _row(f"what a board of {game.width}×{game.height} can use", sizes["board"])
    return 0


def _size(dfa: Dfa) -> dict[str, int]:
    return {
        "states": dfa.state_count,
        "transitions": len(dfa.transitions),
        "accepting": len(dfa.accepting),
    }


def _row(name: str, size: dict[str, int]) -> None:
    out(f"  {name:<32}{size['states']:>8,}{size['transitions']:>13,}{size['accepting']:>11,}")


def _draw(dfa: Dfa, title: str, file: str, force: bool) -> str:
    """The drawing, written to its file unless that is standard output."""
    suffix = ".dot" if file == inputs.STDIN else Path(file).suffix.lower()
    if suffix not in _DRAWINGS:
        raise Misuse(f"`{file}` names no kind of drawing", "a drawing ends in .svg or .dot")
    draw: Any = _DRAWINGS[suffix]
    try:
        drawn: str = draw(dfa, title)
    except TooLargeToDraw as error:
        raise Misuse(
            f"the automaton is too large for a picture: {error}", "--out FILE.dot"
        ) from None
    if file != inputs.STDIN:
        outputs.write_file(file, drawn, force)
        note(f"{file}: written")
    return drawn
