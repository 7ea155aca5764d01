"""A game in the terminal: what is typed, what is shown, and the state of play between them."""
