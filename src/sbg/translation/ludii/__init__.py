"""Translates games to Ludii, a general game system."""
