"""Static pages about a contest: standings, cross table, plots, and every game on a board."""

from sbg.report.pages import ReportError, write

__all__ = ["ReportError", "write"]
