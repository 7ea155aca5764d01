"""What commands share: games and files that they are given, options, and what they print."""
