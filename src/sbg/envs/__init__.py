"""Games as environments for learners, one module for each library: Gymnasium, PettingZoo, OpenSpiel, JAX.

`sbg.envs.gymnasium` needs the package whose name it bears, and says so where that is missing; so do the others.
"""
