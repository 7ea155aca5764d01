"""Nothing in; the names of the players that the web may ask for out. They are those that need nothing but a position.

Whoever names a file, a command or a number of threads is not among them, and no option but level and seconds is passed.
"""

OFFERED = ("alphabeta", "mcts", "montecarlo", "greedy", "random")
AT_ONCE = ("greedy", "random")
"""Those who choose without a search: they wait for no place among the searches."""
