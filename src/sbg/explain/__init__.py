"""A game explained to people: in English, in pictures, and by warnings about what its author may not have meant.

In comes a description or a position; out come sentences, SVG and diagnostics.
Read `words/__init__.py` first.
"""
