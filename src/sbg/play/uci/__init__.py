"""The UCI protocol in both directions: other engines as players, and our players as an engine."""
