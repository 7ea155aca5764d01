"""Learns from self-play what the pieces of a game are worth: weights for the search."""
