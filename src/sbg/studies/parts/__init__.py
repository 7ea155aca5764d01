"""What some of these commands share: how new games are written, and how results are shown."""
