"""Commands to write, show and play games, alone and in contests: one module each with an `app`."""
