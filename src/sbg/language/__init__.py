"""The language itself: how the text of a game is read, written and played by the letter of the paper.

In comes a text; out come a `Description`, or diagnostics with fixes, and positions that the reference can play.
Read `model/description.py` first, then `reference/position.py`: the paper in 260 lines.
"""
