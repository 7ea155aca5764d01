"""The documented limits of the language: every size that a file may have, as constants.

Each limit is generous for a game that anybody would play, and is met with an error that names it, so that no text
can make the program crash, hang or fill the memory.
"""

MAX_FILE_BYTES = 4_000_000
"""Size of a file in bytes."""

MAX_BOARD_SIDE = 64
"""Width and height of the board in squares."""

MAX_NAME = 1_000
"""Characters of the name of the game."""

MAX_NUMBER = 1_000_000_000
"""The largest number that may stand anywhere in a file."""

MAX_LETTERS = 10_000
"""Letters (dx,dy,on) written in one rule."""

MAX_NESTING = 200
"""Depth of nested parentheses in a rule, not counting those of a letter."""

MAX_POWER = 1_000
"""The largest exponent of a power."""

MAX_STATES = 10_000
"""States of a rule's automaton; before determinisation, the letters of the rule with all powers written out."""

MAX_DIAGNOSTICS = 100
"""Diagnostics shown for one file; the rest is counted."""

MAX_TOKENS = 500_000
"""Tokens of a file, comments counted too; a letter (dx,dy,on) is one token."""

MAX_MISTAKES = 10_000
"""Mistakes of a file after which the rest of it is not read."""

MAX_TRANSITIONS = 250_000
"""Transitions of the automata of a game, all rules together, before they are made minimal."""

MAX_STEPS = 1_000_000
"""Work of making the automata of a game deterministic: the sizes of all sets of positions met."""
