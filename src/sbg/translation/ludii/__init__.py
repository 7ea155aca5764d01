"""Games for Ludii."""
