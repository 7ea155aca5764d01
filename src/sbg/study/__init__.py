"""What is found out from many games: profiles of quality, rules learned from watching, games generated and evolved.

In come games or records of them; out come measures, learned rules, new games and pages about them.
Read `profiling/__init__.py` first, then `observe/data.py`.
"""
