"""A small reader of the part of Ludii's language that translations use, written from the language's reference.

A site is a number, row by row from the lower left. A position is (sites, mover, number of moves, over, winner); a site
holds 0 or the number of a component.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from sbg import Colour, Move, Outcome
from sbg.language.model.notation import parse_square

Term: TypeAlias = "str | list[Term]"

DIRECTIONS = {
    "Forward": (0, 1), "FR": (1, 1), "Rightward": (1, 0), "BL": (1, -1), "Backward": (0, -1), "BR": (-1, -1),
    "Leftward": (-1, 0), "FL": (-1, 1),
}  # fmt: skip
"""As the first player names them, who faces north."""
SEVERAL = {
    "Forward": ["Forward"],
    "Orthogonal": ["Forward", "Rightward", "Backward", "Leftward"],
    "Diagonal": ["FR", "BL", "BR", "FL"],
    "Adjacent": list(DIRECTIONS),
}
MACROS = {
    '"StepForwardToEmpty"': "(move Step Forward (to if:(is Empty (to))))",
    '("NoMoves" Loss)': "(if (no Moves Next) (result Next Loss))",
    '("ReachWin" (sites Mover) Mover)': "(if (is In (last To) (sites Mover)) (result Mover Win))",
    '("TwoPlayersNorthSouth")': "(players {(player N) (player S)})",
}
"""What Ludii's own definitions stand for."""


def parse(text: str) -> Term:
    """The term of a text: parentheses and braces are lists, the latter beginning with `{`; `name:` is a token."""
    text = re.sub(r"//[^\n]*", "", text)
    for macro, meaning in MACROS.items():
        text = text.replace(macro, meaning)
    tokens: list[str] = re.findall(r'"[^"]*"|[(){}]|[A-Za-z]+:|[^\s(){}:]+', text)
    at = 0

    def term() -> Term:
        nonlocal at
        token = tokens[at]
        at += 1
        if token not in "({":
            assert token not in ")}", "a closing bracket without an opening one"
            return token
        parts: list[Term] = ["{"] if token == "{" else []
        while tokens[at] not in ")}":
            parts.append(term())
        assert (token, tokens[at]) in (("(", ")"), ("{", "}")), "brackets of different kinds"
        at += 1
        return parts

    found = term()
    if at < len(tokens):
        metadata = term()
        assert isinstance(metadata, list)
        assert metadata[0] == "metadata"
    assert at == len(tokens), "more after the end"
    return found


def named(term: list[Term], name: str) -> Term:
    """The argument behind `name:`, and nothing else."""
    at = term.index(f"{name}:")
    return term[at + 1]


def part(term: list[Term], head: str) -> list[Term]:
    """The one part of a term with this head."""
    (found,) = [each for each in term if isinstance(each, list) and each[:1] == [head]]
    return found


@dataclass(frozen=True)
class Game:
    """A game: its size, its components as (name, player, moves), its initial sites, its ends."""

    width: int
    height: int
    components: list[tuple[str, int, Term | None]]
    ends: list[Term]
    regions: dict[int, Term]

    def number(self, name: str) -> int:
        """The number of a component, given as its name followed by its player."""
        return [f"{base}{player}" for base, player, _ in self.components].index(name) + 1

    def sites(self, region: Term, mover: int = 0) -> list[int]:
        """The sites of a region of the board, or of the player who moved."""
        match region:
            case ["sites", "Mover"]:
                return self.sites(self.regions[mover])
            case ["expand", inner]:
                rows = {site // self.width for site in self.sites(inner)}
                every = range(self.width * self.height)
                return [
                    site for site in every if any(abs(site // self.width - y) <= 1 for y in rows)
                ]
            case ["sites", ["{", *names]]:
                squares = [parse_square(str(name).strip('"').lower()) for name in names]
                return [y * self.width + x for x, y in filter(None, squares)]
            case ["sites", "Row", number]:
                row = int(str(number))
            case ["sites", edge]:
                row = {"Bottom": 0, "Top": self.height - 1}[str(edge)]
            case _:
                raise AssertionError(f"an unknown region {region}")
        return [row * self.width + x for x in range(self.width)]


def load(text: str) -> Position:
    """The initial position of a game."""
    game = parse(text)
    assert isinstance(game, list)
    assert game[0] == "game"
    assert game[2] == ["players", ["{", ["player", "N"], ["player", "S"]]]
    (items,) = part(game, "equipment")[1:]
    assert isinstance(items, list)
    (shape,) = part(items, "board")[1:]
    assert isinstance(shape, list)
    assert shape[0] in ("rectangle", "square")
    height, width = (int(str(shape[at])) for at in (1, -1))
    components: list[tuple[str, int, Term | None]] = []
    regions: dict[int, Term] = {}
    for item in items:
        if isinstance(item, list) and item[0] == "piece":
            name = str(item[1]).strip('"')
            assert name.isalpha()
            assert len(item) <= 4
            players = (1, 2) if item[2] == "Each" else (int(str(item[2])[1]),)
            moves = item[3] if len(item) > 3 else None
            components += [(name, player, moves) for player in players]
        if isinstance(item, list) and item[0] == "regions":
            regions[int(str(item[1])[1])] = item[2]
    assert len({(name.lower(), player) for name, player, _ in components}) == len(components)
    rules = part(game, "rules")
    assert part(rules, "play") == ["play", ["forEach", "Piece"]]
    (ends,) = part(rules, "end")[1:]
    (places,) = part(rules, "start")[1:]
    assert isinstance(ends, list)
    assert isinstance(places, list)
    made = Game(width, height, components, list(ends[1:]), regions)
    sites = [0] * (width * height)
    for place in places[1:]:
        assert isinstance(place, list)
        for site in made.sites(place[2]):
            assert not sites[site]
            sites[site] = made.number(str(place[1]).strip('"'))
    return Position(made, tuple(sites))


class Position:
    """A position; how the game ended is judged after each move."""

    def __init__(
        self,
        game: Game,
        sites: tuple[int, ...],
        made: int = 0,
        last: int = -1,
        over: int | None = None,
    ) -> None:
        self.game, self.sites, self.made, self.last, self.over = game, sites, made, last, over

    @property
    def mover(self) -> int:
        """The player to move."""
        return self.made % 2 + 1

    def who(self, site: int) -> int:
        """The owner of what a site holds; 0 for nothing."""
        assert 0 <= site < len(self.sites), "a site off the board"
        held = self.sites[site]
        return self.game.components[held - 1][1] if held else 0

    @property
    def outcome(self) -> Outcome | None:
        """Who won, if the game is over; the reason is not known."""
        if self.over is None:
            return None
        winners: tuple[Colour | None, ...] = (None, "white", "black")
        return Outcome(winners[self.over], "goal")

    @cached_property
    def _pairs(self) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        for site, held in enumerate(self.sites):
            if held and self.who(site) == self.mover:
                moves = self.game.components[held - 1][2]
                if moves is not None:
                    found += [(site, to) for to in Walker(self, site).targets(moves)]
        assert len(set(found)) == len(found), "a move is listed twice"
        return found

    @property
    def moves(self) -> list[Move]:
        """The legal moves, in our order."""
        if self.over is not None:
            return []
        pairs = sorted((self._square(a), self._square(b)) for a, b in self._pairs)
        moves = [Move(origin, target) for origin, target in pairs]
        return sorted(moves, key=lambda move: (move.origin[::-1], move.target[::-1]))

    def _square(self, site: int) -> tuple[int, int]:
        return site % self.game.width, site // self.game.width

    def play(self, move: Move) -> Position:
        """The position after a move: every effect used here removes what was on the target."""
        start, end = (y * self.game.width + x for x, y in (move.origin, move.target))
        assert (start, end) in self._pairs
        sites = list(self.sites)
        sites[start], sites[end] = 0, sites[start]
        after = Position(self.game, tuple(sites), self.made + 1, end)
        after.over = self._judge(after)
        return after

    def _judge(self, after: Position) -> int | None:
        """The winner, 0 for a draw, None if the game goes on. `Mover` is still the player who moved."""
        for end in self.game.ends:
            assert isinstance(end, list)
            assert end[0] == "if"
            if not self._holds(end[1], after):
                continue
            result = end[2]
            assert result[0] == "result"
            who, what = str(result[1]), str(result[2])
            player = {"P1": 1, "P2": 2, "Mover": self.mover, "Next": 3 - self.mover}[who]
            return {"Win": player, "Loss": 3 - player, "Draw": 0}[what]
        return None

    def _holds(self, test: Term, after: Position) -> bool:
        match test:
            case ["and", ["{", *tests]]:
                return all(self._holds(each, after) for each in tests)
            case ["=", ["count", "Pieces", player, name], number]:
                wanted = self.game.number(str(name).strip('"') + str(player)[1])
                return after.sites.count(wanted) == int(str(number))
            case ["is", "Mover", player]:
                return self.mover == int(str(player)[1])
            case ["=", ["what", "at:", ["last", "To"]], ["id", name, player]]:
                return after.sites[after.last] == self.game.number(
                    str(name).strip('"') + str(player)[1]
                )
            case ["is", "In", ["last", "To"], sites]:
                return after.last in self.game.sites(sites, self.mover)
            case ["no", "Moves", "Next"]:
                return not after._pairs
            case [">=", ["count", "Moves"], number]:
                return after.made >= int(str(number))
        raise AssertionError(f"an unknown test {test}")


class Walker:
    """The moves of one piece from one site."""

    def __init__(self, position: Position, start: int) -> None:
        self.position, self.start = position, start
        self.width, self.height = position.game.width, position.game.height

    def targets(self, moves: Term) -> Iterator[int]:
        match moves:
            case ["or", ["{", *parts]]:
                for each in parts:
                    yield from self.targets(each)
            case ["move", "Step", ways, to]:
                for step in self._steps(ways):
                    site = self._beside(self.start, step)
                    if site is not None and self._may(to, site):
                        yield site
            case ["move", "Slide", ways, *to]:
                for step in self._steps(ways):
                    yield from self._slide(step, to[0] if to else None)
            case ["move", "Leap", ["{", *walks], to]:
                reached = {site for walk in walks for site in self._leap(walk)}
                yield from (site for site in sorted(reached) if self._may(to, site))
            case ["move", ["from", ["from"]], ["to", region, apply]]:
                assert apply == parse(
                    "(apply if:(and (is Occupied (to)) (!= (from) (to))) (remove (to)))"
                )
                yield from sorted(self.region(region))
            case _:
                raise AssertionError(f"unknown moves {moves}")

    def _steps(self, ways: Term) -> Iterator[tuple[int, int]]:
        """Directions as the player to move sees them, who faces north or south."""
        names = ways[1][1:] if isinstance(ways, list) else SEVERAL[ways]
        ahead = 1 if self.position.mover == 1 else -1
        for name in names:
            dx, dy = DIRECTIONS[str(name)]
            yield ahead * dx, ahead * dy

    def _beside(self, site: int, step: tuple[int, int]) -> int | None:
        x, y = site % self.width + step[0], site // self.width + step[1]
        return y * self.width + x if 0 <= x < self.width and 0 <= y < self.height else None

    def _may(self, to: Term, site: int) -> bool:
        """Whether the condition of a `to` holds, and its effect removes what is there."""
        assert isinstance(to, list)
        assert to[0] == "to"
        allowed = self.test(named(to, "if"), site)
        if allowed and self.position.sites[site]:
            assert any(isinstance(each, list) and each[0] == "apply" for each in to)
        return allowed

    def _slide(self, step: tuple[int, int], to: Term | None) -> Iterator[int]:
        site = self._beside(self.start, step)
        while site is not None:
            if to is not None and self._may(to, site):
                yield site
                return
            if self.position.sites[site]:
                return
            yield site
            site = self._beside(site, step)

    def _leap(self, walk: Term) -> Iterator[int]:
        """Where a walk ends, in its four rotations."""
        assert isinstance(walk, list)
        for first in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            (dx, dy), site = first, self.start
            for step in walk[1:]:
                if step == "F":
                    beside = self._beside(site, (dx, dy))
                    if beside is None:
                        break
                    site = beside
                else:
                    dx, dy = (dy, -dx) if step == "R" else (-dy, dx)
            else:
                yield site

    def region(self, region: Term) -> set[int]:
        match region:
            case ["union", ["{", *parts]]:
                return {site for each in parts for site in self.region(each)}
            case ["if", test, inner]:
                return self.region(inner) if self.test(test, None) else set()
            case ["sites", ["{", *sites]]:
                return {self.number(each, None) for each in sites}
        raise AssertionError(f"an unknown region {region}")

    def test(self, test: Term, to: int | None) -> bool:
        match test:
            case "True":
                return True
            case ["and", ["{", *tests]]:
                return all(self.test(each, to) for each in tests)
            case ["not", inner]:
                return not self.test(inner, to)
            case ["is", "Empty", site]:
                return not self.position.who(self.number(site, to))
            case ["is", "Occupied", site]:
                return bool(self.position.who(self.number(site, to)))
            case ["is", "Enemy", ["who", "at:", site]]:
                return self.position.who(self.number(site, to)) == 3 - self.position.mover
            case ["is", "Friend", ["who", "at:", site]]:
                return self.position.who(self.number(site, to)) == self.position.mover
            case [">=", one, two]:
                return self.number(one, to) >= self.number(two, to)
            case ["<", one, two]:
                return self.number(one, to) < self.number(two, to)
        raise AssertionError(f"an unknown test {test}")

    def number(self, term: Term, to: int | None) -> int:
        match term:
            case str():
                return int(term)
            case ["from"]:
                return self.start
            case ["to"]:
                assert to is not None
                return to
            case ["column", "of:", ["from"]]:
                return self.start % self.width
            case ["row", "of:", ["from"]]:
                return self.start // self.width
            case ["+", one, two]:
                return self.number(one, to) + self.number(two, to)
            case ["-", one, two]:
                return self.number(one, to) - self.number(two, to)
        raise AssertionError(f"an unknown number {term}")
