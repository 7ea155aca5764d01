"""What a rule does on a board: automata, families of moves, and what a piece can ever reach.

In come a rule and the size of a board. Out come an automaton, its families of moves, the squares that a piece can
reach, and whether two games are the same. Read `automata/__init__.py` first, then `shapes/family.py` and
`reach/possible.py`.
"""
