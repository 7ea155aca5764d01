"""Pieces in Betza's notation: read, and written."""
