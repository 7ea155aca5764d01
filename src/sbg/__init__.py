"""Simplified Boardgames: read, check, explain, format and play any game of the language."""
