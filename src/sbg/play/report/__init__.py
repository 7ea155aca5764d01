"""Static pages about a contest: standings, cross table, plots, and every game on a board."""

from sbg.play.report.pages import write

__all__ = ["write"]
