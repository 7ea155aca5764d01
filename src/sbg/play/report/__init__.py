"""Writes a contest as static web pages: standings, cross table, plots, and every game."""

from sbg.play.report.pages import write

__all__ = ["write"]
