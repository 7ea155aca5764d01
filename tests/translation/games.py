"""Small games with what the bundled ones do not have, for every target."""

from __future__ import annotations

import sbg


def game(rows: str, rules: str, goals: str) -> sbg.Game:
    """A game from its rows (with spaces between them), its rules and its goals with the turn limit."""
    board = rows.split()
    return sbg.parse(
        f"<<A game>><BOARD>{len(board[0])} {len(board)}{''.join(f'|{row}|' for row in board)}"
        f"<PIECES>{rules}<GOALS>{goals}"
    )


ODD = {
    "empty word": game("a.b ... A.B", "A (0,1,e)^* + (1,1,p) & B (0,1,e)(0,1,e)^* + (1,0,w) &", "6 &"),
    "return to the start": game(
        "a.a ... A.A", "A (0,1,e)(0,-1,w) + (1,0,e)(-1,0,e) + (1,0,e)(-1,0,w)(0,1,e) &", "5 & @A 0 0 &"
    ),
    "own pieces on the way": game(
        "aab ... AAB", "A (1,0,w)(0,1,e) + (0,1,e) + (0,1,p) & B (-1,0,w)^*(0,1,e) + (-1,0,w) &", "6 & #B 0 & #b 0 &"
    ),
    "count met already": game(
        "ab. ... AB.", "A (0,1,e) + (0,1,p) + (1,1,p) & B (0,1,e) + (-1,1,p) &", "9 & #A 1 & #a 0 & #Z 0 & #b 3 &"
    ),
    "count of two": game(
        "aaa ... AAA", "A (0,1,e) + (0,1,p) + (1,1,p) + (1,0,w) &", "9 & #A 1 & #A 0 & #a 2 & #a 1 &"
    ),
    "limit 0": game("a.a ... A.A", "A (0,1,e) &", "0 & @A 0 1 &"),
    "limit 0 without a move": game("aaa AAA", "A (0,1,e) &", "0 &"),
    "limit 1": game("a.a ... A.A", "A (0,1,e) &", "1 & @A 0 1 &"),
    "on a goal already": game(
        "a.a ... A.A", "A (0,1,e) + (1,0,e) + (-1,0,e) + (0,0,w) &", "6 & @A 0 0, 2 1 & @a 0 1 &"
    ),
    "count before goal": game(
        "aba ... ABA", "A (1,0,w) + (-1,0,w) + (0,1,e) & B (0,1,e) &", "6 & #B 0 & @A 1 0 & @a 1 2, 0 0 &"
    ),
    "no piece": game("... ...", "A (0,1,e) &", "3 & @A 0 0 &"),
    "no piece of one colour": game("... .A.", "A (0,1,e) &", "3 & @a 0 0 &"),
    "piece without a rule": game("x.x ... A.X", "A (0,1,e) + (0,1,p) + (1,0,w) &", "6 & #x 1 & #X 0 &"),
    "one square": game("A", "A (0,0,w) &", "3 &"),
    "asymmetric": game(
        "ab. .ba ... .AB BA.", "A (1,1,e)(1,0,p) + (0,1,e) & B ((1,0,e)+(0,1,e))^*(1,1,p) &", "8 & @A 1 4 & @b 2 0 &"
    ),
    "long steps": game(
        "a..b .... A..B", "A (3,2,e) + (3,2,p) + (0,2,p) + (3,0,w) & B (-3,1,e) + (-2,0,e)(1,0,e) &", "6 & #b 0 &"
    ),
}  # fmt: skip
