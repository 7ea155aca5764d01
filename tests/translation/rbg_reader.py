"""A small, slow reader of RBG: as much of the language as our writer uses, played from its definition.

A description becomes a graph whose edges are actions. A move is the sequence of modifiers, with their squares, on a
path from the present node to the next switch.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.translation.counting import Counts

Cell = tuple[int, int]
Action = tuple[object, ...]
Move = tuple[tuple[int, Cell], ...]
_TOKEN = re.compile(r"->>|->|\{\?|\{!|\{\$|\[\$|==|!=|<=|>=|[A-Za-z][A-Za-z0-9]*|\d+|\S")
_WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


@dataclass
class Graph:
    """Nodes are numbers; `edges[n]` are pairs of an action (None for nothing) and the next node."""

    edges: list[list[tuple[Action | None, int]]] = field(default_factory=list)

    def node(self) -> int:
        self.edges.append([])
        return len(self.edges) - 1

    def add(self, source: int, action: Action | None) -> int:
        target = self.node()
        self.edges[source].append((action, target))
        return target


@dataclass(frozen=True)
class State:
    node: int
    cell: Cell
    board: tuple[tuple[str, ...], ...]
    values: tuple[tuple[str, int], ...]
    player: str | None = None

    def value(self, name: str) -> int:
        if name.isdigit():
            return int(name)
        variables = dict(self.values)
        return variables[name] if name in variables else sum(row.count(name) for row in self.board)


class Game:
    def __init__(self, text: str) -> None:
        text = re.sub(r"//[^\n]*", "", text)
        self.sections: dict[str, list[str]] = {}
        for part in text.split("#")[1:]:
            name, _, body = part.partition("=")
            name = name.strip()
            assert re.fullmatch(r"[A-Za-z][A-Za-z0-9]*", name), name
            assert name not in self.sections, f"{name} is defined twice"
            self.sections[name] = self._expanded(_TOKEN.findall(body))
        self.pieces = set(self.sections["pieces"]) - {","}
        self.players = {"white", "black"}
        bounds = " ".join(self.sections["players"] + [","] + self.sections["variables"])
        self.bounds = {name: int(most) for name, most in re.findall(r"(\w+) \( (\d+) \)", bounds)}
        rows = " ".join(self.sections["board"]).split("[")[1:]
        self.board = tuple(tuple(re.findall(r"\w+", row)) for row in rows)
        assert {piece for row in self.board for piece in row} <= self.pieces
        assert len({len(row) for row in self.board}) == 1
        self.graph = Graph()
        self.tokens, self.at = self.sections["rules"], 0
        start = self.graph.node()
        self.end = self._sum(start)
        assert self.at == len(self.tokens), self.tokens[self.at :]
        self.start = State(start, (0, 0), self.board, tuple((name, 0) for name in self.bounds))

    def _expanded(self, tokens: list[str]) -> list[str]:
        """Macros replaced by their bodies; only what came before is known."""
        known = {"players", "pieces", "variables", "board", "rules"}
        return [
            inner
            for token in tokens
            for inner in (
                self.sections[token] if token in self.sections and token not in known else [token]
            )
        ]

    # -- from tokens to a graph

    def _take(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1]

    def _next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def _expect(self, token: str) -> None:
        found = self._take()
        assert found == token, f"{found} where {token} was expected"

    def _sum(self, source: int) -> int:
        end = self.graph.node()
        while True:
            last = self._concatenation(source)
            self.graph.edges[last].append((None, end))
            if self._next() != "+":
                return end
            self._take()

    def _concatenation(self, source: int) -> int:
        assert self._next() not in ("", ")", "}", "+"), "an empty expression"
        while self._next() not in ("", ")", "}", "+"):
            source = self._power(source)
        return source

    def _power(self, source: int) -> int:
        start_at = self.at
        first = self.graph.add(source, None)
        last = self._element(first)
        if self._next() == "*":
            self._take()
            end = self.graph.add(first, None)
            self.graph.edges[last].append((None, first))
            return end
        if self._next() == "^":
            self._take()
            count = int(self._take())
            after = self.at
            assert count > 0
            for _ in range(count - 1):
                self.at = start_at
                last = self._element(last)
            self.at = after
        return last

    def _element(self, source: int) -> int:
        token = self._take()
        if token == "(":
            end = self._sum(source)
            self._expect(")")
            return end
        if token in _WAYS:
            return self.graph.add(source, ("shift", *_WAYS[token]))
        if token == "{":
            return self.graph.add(source, ("on", frozenset(self._names("}"))))
        if token == "[":
            (piece,) = self._names("]")
            return self.graph.add(source, ("off", piece))
        if token == "[$":
            changes = "".join(self._until("]")).split(",")
            return self.graph.add(source, ("assign", tuple(changes)))
        if token == "{$":
            left, sign, right = self._until("}")
            assert {left, right} - self.pieces - set(self.bounds) <= {left, right} & set(
                re.findall(r"\d+", f"{left} {right}")
            )
            return self.graph.add(source, ("compare", left, sign, right))
        if token in ("{?", "{!"):
            first = self.graph.node()
            last = self._sum(first)
            self._expect("}")
            return self.graph.add(source, ("pattern", token == "{?", first, last))
        if token == "->>":
            return self.graph.add(source, ("switch", None))
        assert token == "->", f"{token} is unknown"
        player = self._take()
        assert player in self.players
        return self.graph.add(source, ("switch", player))

    def _until(self, closing: str) -> list[str]:
        found = []
        while self._next() != closing:
            found.append(self._take())
        self._take()
        return found

    def _names(self, closing: str) -> list[str]:
        names = [name for name in self._until(closing) if name != ","]
        assert set(names) <= self.pieces, names
        return names

    # -- play

    def _act(self, state: State, action: Action | None, node: int) -> State | None:
        """The state after an action, or None if it cannot be done."""
        cell, board, values, player = state.cell, state.board, state.values, state.player
        x, y = cell
        match action:
            case None:
                pass
            case ("shift", int(dx), int(dy)):
                cell = x + dx, y + dy
                if not (0 <= cell[0] < len(board[0]) and 0 <= cell[1] < len(board)):
                    return None
            case ("on", frozenset() as pieces):
                if board[y][x] not in pieces:
                    return None
            case ("off", str(piece)):
                row = (*board[y][:x], piece, *board[y][x + 1 :])
                board = (*board[:y], row, *board[y + 1 :])
            case ("assign", tuple(changes)):
                found = dict(values)
                for change in changes:
                    name, _, right = change.partition("=")
                    found[name] = sum(state.value(part) for part in right.split("+"))
                    if found[name] > self.bounds[name]:
                        return None
                values = tuple(found.items())
            case ("compare", str(left), str(sign), str(right)):
                a, b = state.value(left), state.value(right)
                if not {"==": a == b, "!=": a != b, "<": a < b}[sign]:
                    return None
            case ("pattern", bool(wanted), int(first), int(last)):
                if self._matches(State(first, cell, board, values), last) != wanted:
                    return None
            case ("switch", turn):
                player = turn if isinstance(turn, str) else None
            case _:
                raise AssertionError(action)
        return State(node, cell, board, values, player)

    def _matches(self, state: State, last: int) -> bool:
        seen = {state}
        todo = [state]
        while todo:
            here = todo.pop()
            if here.node == last:
                return True
            for action, node in self.graph.edges[here.node]:
                assert action is None or action[0] not in ("off", "assign", "switch")
                after = self._act(here, action, node)
                if after is not None and after not in seen:
                    seen.add(after)
                    todo.append(after)
        return False

    def moves(self, state: State) -> dict[Move, State]:
        """The moves of whoever is to move, as sequences of modifiers, each with the state after it."""
        found: dict[Move, State] = {}
        todo: list[tuple[State, Move]] = [(state, ())]
        seen = set(todo)
        while todo:
            here, done = todo.pop()
            for action, node in self.graph.edges[here.node]:
                after = self._act(here, action, node)
                if after is None:
                    continue
                mods = done
                if action is not None and action[0] in ("off", "assign", "switch"):
                    mods = (*done, (node, after.cell))
                if action is not None and action[0] == "switch":
                    assert found.setdefault(mods, after) == after
                elif (after, mods) not in seen:
                    seen.add((after, mods))
                    todo.append((after, mods))
        return found

    def settle(self, state: State) -> tuple[State, bool]:
        """The state when a player is to move, or when the game is over; the keeper never has a choice."""
        while state.player is None:
            moves = self.moves(state)
            if not moves:
                return state, True
            (state,) = moves.values()
        return state, False


def squares(move: Move) -> str:
    """A move as our translation writes it: where the piece was lifted, and where it was put down."""
    return " ".join(f"rx{x}y{y}" for _, (x, y) in move[:2])


def count(text: str, depth: int) -> Counts:
    """Perft and ends of an RBG text down to a depth."""
    game = Game(text)
    perft: list[int] = []
    ends: list[Counter[str]] = []
    layer = [game.settle(game.start)]
    for _ in range(depth + 1):
        over: Counter[str] = Counter()
        following = []
        for state, finished in layer:
            moves = {} if finished else game.moves(state)
            if not moves:
                left = {piece for row in state.board for piece in row if piece.endswith("from")}
                assert not left, "a marker stays on the final board"
                over[_winner(state)] += 1
            following += [game.settle(after) for after in moves.values()]
        perft.append(len(layer))
        ends.append(over)
        layer = following
    return perft, ends


def _winner(state: State) -> str:
    score = state.value("white"), state.value("black")
    return {(100, 0): "white", (0, 100): "black", (50, 50): "draw"}[score]


def legal(text: str) -> Iterator[str]:
    """The first moves of a game, as our translation writes them."""
    game = Game(text)
    state, finished = game.settle(game.start)
    if not finished:
        yield from (squares(move) for move in game.moves(state))
