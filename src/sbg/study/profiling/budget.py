"""How many games and nodes a profile may spend."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

BudgetName: TypeAlias = Literal["quick", "standard", "deep"]


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is played at each stage."""

    name: str
    random_games: int
    random_moves: int
    """Legal moves that random play may look at: what bounds it on large boards and in long games."""
    proof_nodes: int
    """Nodes for a proof of who wins."""
    strengths: tuple[tuple[int, int], ...]
    """Self-play: nodes for a move, and games; the measures of self-play come from `main`."""
    main: int
    """The nodes of the self-play that drama, duration and use of pieces are measured in."""
    rungs: tuple[tuple[int, int], ...]
    """The ladder: nodes of the stronger and of the weaker player; 0 is the random player."""
    rung_games: int
    part_nodes: int
    """Nodes for one strength or one rung: long games are played less often."""
    choices: int
    """Positions in which the choice of moves is looked at."""
    racing: bool = False
    """Whether a rung ends as soon as it is clear that it is one, or none."""
    deep: Deep | None = None


@dataclass(frozen=True, slots=True)
class Deep:
    """What a deep profile looks at beside the rest."""

    proof_nodes: int
    """Positions of proof-number search."""
    playouts: tuple[int, int]
    """Playouts a move of the stronger and the weaker Monte Carlo player."""
    games: int
    """Of each match of the second opinion, of tuned players, and of restricted play."""
    nodes: int
    """Nodes a move of restricted and of tuned play; tuned players also meet one with a quarter of them."""
    tune_games: int
    tune_nodes: int
    start_games: int
    """Games between very strong players from the initial position itself, without random moves."""
    start_nodes: int
    """Nodes of their moves at most; long games get fewer."""
    start_budget: int
    """Nodes of these games together."""


BUDGETS = {
    budget.name: budget
    for budget in (
        Budget(
            name="quick",
            random_games=1_000,
            random_moves=2_000_000,
            proof_nodes=10_000,
            strengths=((20, 40), (100, 60)),
            main=100,
            rungs=((25, 0), (200, 25), (800, 100)),
            rung_games=40,
            part_nodes=700_000,
            choices=8,
        ),
        Budget(
            name="standard",
            random_games=5_000,
            random_moves=10_000_000,
            proof_nodes=50_000,
            strengths=((20, 100), (200, 100), (1_600, 20)),
            main=200,
            rungs=((25, 0), (200, 25), (1_600, 200)),
            rung_games=40,
            part_nodes=2_000_000,
            choices=16,
        ),
        Budget(
            name="deep",
            random_games=20_000,
            random_moves=40_000_000,
            proof_nodes=500_000,
            strengths=((20, 100), (200, 200), (2_000, 100), (16_000, 40)),
            main=200,
            rungs=(
                (32, 0),
                (128, 32),
                (512, 128),
                (2_048, 512),
                (8_192, 2_048),
                (32_768, 8_192),
            ),
            rung_games=100,
            part_nodes=50_000_000,
            choices=60,
            racing=True,
            deep=Deep(
                proof_nodes=5_000_000,
                playouts=(800, 200),
                games=60,
                nodes=400,
                tune_games=1_000,
                tune_nodes=200,
                start_games=12,
                start_nodes=1_000_000,
                start_budget=300_000_000,
            ),
        ),
    )
}
