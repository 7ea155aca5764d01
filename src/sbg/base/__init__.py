"""What every storey needs and that knows nothing of games: errors, limits, files, nested values, and work in processes.

In come numbers, paths and functions; out come checked numbers, files written whole or not at all, and results of jobs.
Read `errors.py` first.
"""
