"""Betza's notation for pieces, such as `fmWfcF` for a pawn: reading and writing it."""
