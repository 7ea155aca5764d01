"""Checks every entry of a table of exact values, without any code of the solver.

This package shares nothing with the solver: the file is read by `verification`, positions are numbered by
`native/solve/check_numbering.cpp`, and what is left is the move generator of the engine, which the tests compare with
the reference.
"""

from sbg.exact.auditing.tables import TableVerification, verify_table

__all__ = ["TableVerification", "verify_table"]
