"""Measurements: `make bench` runs them all, prints tables and writes JSON."""
