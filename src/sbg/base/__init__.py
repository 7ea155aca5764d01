"""Nothing of games: what every storey may use, from errors and files to numbers and statistics."""
