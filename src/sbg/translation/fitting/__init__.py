"""What translators share: one form of a game, and matching its rules with other languages' moves.

Rules are unrolled into walks and compared with basis moves; what does not fit is told with an example.
"""
