"""Checks certificates, which prove by a strategy who wins a game, independently of the solver.

This package shares nothing with the solvers but the parser, the model and the reference: what it accepts is true if
these are right, whatever the solver did. `reading` takes a file apart, `checking` tests one entry after the other
against the reference, `run` does so for all of them, on all cores if wanted.
"""

from sbg.exact.verification.reading import CertificateError, Claim
from sbg.exact.verification.run import Verification, verify

__all__ = ["CertificateError", "Claim", "Verification", "verify"]
