"""Players and contests: programs that choose moves, the UCI protocol, matches, ratings and reports.

In come games and the names of players. Out come moves, analyses, results, standings and tuned weights.
Read `players/interface.py` first, then `players/catalogue.py` and `contests/referee.py`.
"""
