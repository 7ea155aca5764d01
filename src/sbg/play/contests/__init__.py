"""Players and games in; results, ratings and records out, whatever happens on the way."""
