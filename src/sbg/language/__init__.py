"""The language itself: how the text of a game is read, written, and played by the letter of the paper.

In comes the text of a game. Out come its `Description`, which the reference can play, or diagnostics with fixes.
Read `model/description.py` first, then `reference/meaning.py` and `reference/position.py`: the paper in 260 lines.
"""
