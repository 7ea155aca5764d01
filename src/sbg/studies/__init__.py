"""Commands that compute something about games: one module each with an `app`."""
