"""Exact values of small games: tables, proofs and certificates, and the programs that check them.

In comes a game. Out comes who wins it, with a file that others can check: `verification` shares nothing with `solving`.
Read `solving/solve.py` first, then `verification/checking.py`.
"""
