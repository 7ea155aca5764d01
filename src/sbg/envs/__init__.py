"""Games as environments for machine learning: Gymnasium, PettingZoo, OpenSpiel and JAX.

In comes a game, by its bundled name or the path of a file. Out comes an environment as the library expects it;
each module needs the package after which it is named, and says so where that is missing.
Read `gymnasium.py` first, then `seats.py`.
"""
