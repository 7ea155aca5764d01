"""The table of players. A player joins by an entry here; whoever takes a player's name as an option then has it."""

from __future__ import annotations

from sbg.players.spec import Kind, Option

SEED = Option("seed", int, None, "the same seed plays the same; without one never twice", 0)

KINDS: tuple[Kind, ...] = (
    Kind(
        "random",
        "any legal move, each as likely as the others",
        "sbg.players.random:RandomPlayer",
        (SEED,),
    ),
    Kind(
        "uci",
        "an engine in a process of its own that speaks UCI",
        "sbg.players.uci:UciPlayer",
        rest="command",
    ),
)

STRONGEST = ("alphabeta", "mcts", "montecarlo", "greedy", "random")
"""Who stands behind `sbg uci`: the first of these that is in the table."""
