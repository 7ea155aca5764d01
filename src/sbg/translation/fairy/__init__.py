"""Translates games to and from variants of Fairy-Stockfish."""
