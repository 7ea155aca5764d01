"""Matches and tournaments: plays the games, keeps their results, and computes ratings."""
