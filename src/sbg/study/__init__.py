"""What can be found out from many games: their quality, rules learned from watching, and new games.

In come games or records of them. Out come profiles, learned rules, generated and evolved games, and pages about them.
Read `profiling/stages.py` first, then `observe/data.py` and `evolve/genome.py`.
"""
