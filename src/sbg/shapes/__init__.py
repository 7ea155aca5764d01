"""The shapes of a piece's moves: an automaton as families of paths, and the names of well-known pieces."""
