"""What a rule does on a board: automata, the paths and families that they hold, and what a piece can ever reach.

In come a rule and the size of a board; out come an automaton, its families of moves, and answers such as `same`.
Read `automata/__init__.py` first, then `shapes/paths.py`, then `reach/possible.py`.
"""
