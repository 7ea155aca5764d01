"""What translators share: a game in one form, and its rules fitted by the moves that other languages have.

Rules are unrolled into walks and compared with basis moves; what does not fit is told with an example.
"""
