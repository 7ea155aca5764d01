"""What a piece can ever do on a board: automata walked together with the squares."""
