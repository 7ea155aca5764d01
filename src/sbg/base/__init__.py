"""Helpers for every other storey that know nothing of play: errors, limits, files, statistics, jobs.

In come numbers, paths, and functions to run many times. Out come checked numbers, files that are written whole or not
at all, intervals, and results that survive a crash. Read `errors.py` first, then `jobs/work.py`.
"""
