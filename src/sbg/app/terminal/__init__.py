"""Playing a game in the terminal: reading moves, showing the board, and the state of play."""
