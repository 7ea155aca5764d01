"""The table of players. A player joins by an entry here; whoever takes a player's name as an option then has it."""

from __future__ import annotations

from sbg import bounds
from sbg.players.spec import Kind, Option

SEED = Option(
    "seed", int, None, "the same seed plays the same; without one never twice", 0, bounds.MAX_SEED
)

TIME = Option("time", float, None, "seconds for a move", bounds.MIN_SECONDS, bounds.MAX_SECONDS)
PLAYOUTS = Option("playouts", int, None, "random games for a move", 1, bounds.MAX_NODES)
THREADS = Option("threads", int, 1, "processor cores to use", 1, bounds.MAX_THREADS)
WEIGHTS = Option(
    "weights",
    str,
    None,
    "a file that `sbg tune` wrote, or none; else those of the package, if it has some for the game",
)

KINDS: tuple[Kind, ...] = (
    Kind(
        "random",
        "any legal move, each as likely as the others",
        "sbg.players.random:RandomPlayer",
        (SEED,),
    ),
    Kind(
        "greedy",
        "the move after which the board looks best; it does not look further",
        "sbg.players.greedy:GreedyPlayer",
        (WEIGHTS, SEED),
    ),
    Kind(
        "montecarlo",
        "plays the same number of random games after each move",
        "sbg.players.montecarlo:MonteCarloPlayer",
        (PLAYOUTS, TIME, THREADS, SEED),
    ),
    Kind(
        "mcts",
        "random games from a tree that grows where they go well, with proofs of wins and losses",
        "sbg.players.montecarlo:MctsPlayer",
        (
            PLAYOUTS,
            TIME,
            THREADS,
            Option("hash", int, 128, "megabytes for the tree", 1, bounds.MAX_HASH_MEGABYTES),
            Option("exploration", float, 0.7, "how much to try what was tried little", 0, 100),
            SEED,
        ),
        searcher="sbg.players.montecarlo:TreeSearcher",
    ),
    Kind(
        "alphabeta",
        "looks ahead move by move and remembers what it has seen: the strongest in most games",
        "sbg.players.alphabeta:AlphaBetaPlayer",
        (
            Option("depth", int, None, "half-moves to look ahead", 1, bounds.MAX_DEPTH),
            Option("nodes", int, None, "positions to visit for a move", 1, bounds.MAX_NODES),
            TIME,
            Option("level", int, None, "1 (weak) to 9 (strong)", 1, 9),
            THREADS,
            Option(
                "hash", int, 32, "megabytes to remember positions in", 1, bounds.MAX_HASH_MEGABYTES
            ),
            WEIGHTS,
            SEED,
        ),
        searcher="sbg.players.alphabeta:AlphaBetaSearcher",
    ),
    Kind(
        "uci",
        "an engine in a process of its own that speaks UCI",
        "sbg.uci.client:UciPlayer",
        rest="command",
        lasting=True,
    ),
)

STRONGEST = ("alphabeta", "mcts", "montecarlo", "greedy", "random")
"""Who stands behind `sbg uci`: the first of these that is in the table."""
