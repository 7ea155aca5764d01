"""Static pages about a contest: standings, cross table, plots, and every game on a board."""

from sbg.report.pages import write

__all__ = ["write"]
