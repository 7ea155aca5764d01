"""`sbg.watch`: plays games and records what an observer sees, with all or some legal moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from sbg.base.bounds import MAX_SEED
from sbg.base.errors import mistyped
from sbg.base.named import Name
from sbg.base.numbers import real, whole
from sbg.engine import Game, Position, game_of
from sbg.language.model import Move
from sbg.play import players
from sbg.study.observe.data import Pair, Ply, Seen, Sightings, clean_name

MAX_GAMES = 1_000_000


def watch(
    game: Game | Name,
    games: int = 1,
    *,
    players: Sequence[str] = ("random", "random"),
    legal: float = 1.0,
    noise: float = 0.0,
    opening: int = 0,
    reasons: bool = True,
    seed: int = 0,
) -> Sightings:
    """Have a game played some times, and write down what somebody sees who watches.

    The game is a Game, a bundled name or a path.
    `legal` is the share of the legal moves that are shown beside the one played: 1 gives complete lists, 0 the played
    moves alone. `noise` is the share of moves that are written down with a wrong target. The first `opening` plies are
    random, for players that would always play the same game. Without `reasons` only the results are written down.
    """
    game = game_of(game, "watch")
    for name, share in (("legal", legal), ("noise", noise)):
        real(share, name, 0, 1)
    whole(games, "games", 0, MAX_GAMES)
    whole(opening, "opening", 0, 1000)
    whole(seed, "seed", 0, MAX_SEED)
    if type(reasons) is not bool:
        raise mistyped("watch", "True or False as reasons", reasons)
    if (
        not isinstance(players, Sequence)
        or isinstance(players, str | bytes)
        or not all(isinstance(spec, str) for spec in players)
    ):
        raise mistyped("watch", "two players as texts", players)
    show = Show(legal, noise, reasons)
    seen = tuple(observed(game, games, players, show, opening, seed))
    return Sightings(game.width, game.height, seen, clean_name(game.name))


@dataclass(frozen=True, slots=True)
class Show:
    """What an observer gets to see."""

    legal: float = 1.0
    noise: float = 0.0
    reasons: bool = True


def observed(
    game: Game, games: int, specs: Sequence[str], show: Show, opening: int = 0, seed: int = 0
) -> Iterator[Seen]:
    """The games, one after the other: game number i of a seed is the same however many are played."""
    if len(specs) != 2:
        raise ValueError(f"a game has two players, not {len(specs)}")
    kinds = [players.parse(spec) for spec in specs]
    for number in range(games):
        yield _one(game, kinds, show, opening, Random(f"{seed}/{number}"))


def _one(
    game: Game, kinds: Sequence[players.Spec], show: Show, opening: int, random: Random
) -> Seen:
    # Each game has players of its own, with seeds of their own; the uniform one needs no object.
    both = [
        None if kind.kind.name == "random" else kind.make(random.randrange(1 << 31))
        for kind in kinds
    ]
    plies: list[Ply] = []
    position = game.start
    try:
        for one in both:
            if one is not None:
                one.new_game(position)
        while position.outcome is None:
            one = both[position.ply % 2]
            moves = position.moves
            move = (
                random.choice(moves)
                if one is None or len(plies) < opening
                else one.choose(position)
            )
            plies.append(_ply(position, moves, move, show, random))
            position = position.play(move)
    finally:
        for one in both:
            if one is not None:
                one.close()
    outcome = position.outcome
    assert outcome is not None
    return Seen(tuple(plies), outcome.winner or "draw", outcome.reason if show.reasons else "")


def _ply(position: Position, moves: list[Move], move: Move, show: Show, random: Random) -> Ply:
    played = _pair(move)
    complete = show.legal >= 1
    shown = {_pair(one) for one in moves if complete or random.random() < show.legal} | {played}
    if show.noise:
        wrong = [pair for pair in sorted(shown) if random.random() < show.noise]
        names = {pair: pair for pair in shown} | {
            pair: _mistaken(pair, position, random) for pair in wrong
        }
        played, shown = names[played], set(names.values())
    return Ply(position.rows, position.ply, played, frozenset(shown), complete)


def _mistaken(pair: Pair, position: Position, random: Random) -> Pair:
    """A move with another target, as somebody may write it down by mistake."""
    width, height = position.game.width, position.game.height
    return pair[0], (random.randrange(width), random.randrange(height))


def _pair(move: Move) -> Pair:
    return move.origin, move.target
