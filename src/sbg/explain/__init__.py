"""Explains a game to people: its rules in English, pictures, and warnings about likely mistakes.

In come a game, a position, or a file that has no errors. Out come sentences, SVG pictures, and diagnostics.
Read `words/__init__.py` first, then `pictures/boards.py` and `lint/__init__.py`.
"""
