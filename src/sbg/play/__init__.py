"""Players and contests: programs that choose moves, the protocol UCI, matches, ratings and reports.

In come games and the names of players; out come moves, results and standings.
Read `players/interface.py` first.
"""
