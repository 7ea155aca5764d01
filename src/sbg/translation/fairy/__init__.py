"""Games as variants of Fairy-Stockfish, and variants as games."""
