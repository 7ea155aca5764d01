"""The UCI protocol, in both directions: engines as players, and our players as an engine."""
