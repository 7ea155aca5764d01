"""A small, slow reader of RG (Regular Games): as much of the language as our writer uses, with its checks.

A state is a node with the values of the variables. A move goes from an assignment to `player` to the next one; its name
is the sequence of tags on the way.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.translation.counting import Counts

Tags = tuple[str, ...]
Values = dict[str, Any]


class Map:
    """A total map: what is not listed has the default. It never changes."""

    def __init__(self, default: object, entries: dict[str, object]) -> None:
        self.default = default
        self.entries = {key: value for key, value in entries.items() if value != default}
        self.hash = hash(frozenset(self.entries.items()))

    def __hash__(self) -> int:
        return self.hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Map) and (self.default, self.entries) == (
            other.default,
            other.entries,
        )

    def at(self, key: str) -> object:
        return self.entries.get(key, self.default)

    def with_entry(self, key: str, value: object) -> Map:
        return Map(self.default, {**self.entries, key: value})


@dataclass(frozen=True)
class State:
    node: str
    values: tuple[tuple[str, Any], ...]
    tags: Tags = ()

    def value(self, name: str) -> Any:
        return dict(self.values)[name]


class Game:
    def __init__(self, text: str) -> None:
        text = re.sub(r"//[^\n]*", "", text)
        self.types: dict[str, object] = {"PlayerOrSystem": ["white", "black", "keeper", "random"]}
        self.kinds: dict[str, str] = {"player": "PlayerOrSystem", "goals": "Goals"}
        self.constants: dict[str, object] = {}
        self.variables: dict[str, object] = {"player": "keeper", "goals": Map("0", {})}
        self.edges: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        self.types["Goals"] = ("Player", "Score")
        for statement in text.split(";"):
            self._statement(" ".join(statement.split()))
        assert {"Player", "Score"} <= set(self.types)
        self.asked: tuple[object, bool] = (None, False)
        self.shapes = {
            node: [self._label(label, node, target) for label, target in out]
            for node, out in self.edges.items()
        }

    def _statement(self, statement: str) -> None:
        if not statement:
            return
        if match := re.fullmatch(r"type (\w+) = \{(.*)\}", statement):
            members = re.findall(r"\w+", match[2])
            assert match[1] not in self.types
            assert len(members) == len(set(members)) > 0, "a type has each of its members once"
            self.types[match[1]] = members
        elif match := re.fullmatch(r"type (\w+) = (\w+) -> (\w+)", statement):
            assert match[1] not in self.types
            self.types[match[1]] = (match[2], match[3])
        elif match := re.fullmatch(r"(const|var) (\w+): (\w+) = (.*)", statement):
            place = self.constants if match[1] == "const" else self.variables
            assert match[2] not in self.kinds, f"{match[2]} is declared twice"
            self.kinds[match[2]] = match[3]
            place[match[2]] = self._constant(match[4], match[3])
        else:
            match = re.fullmatch(r"(\w+), (\w+):(.*)", statement)
            assert match, statement
            assert match[2] not in [target for _, target in self.edges[match[1]]], (
                "two edges between two nodes"
            )
            self.edges[match[1]].append((match[3].strip(), match[2]))

    def _constant(self, text: str, kind: str) -> object:
        shape = self.types[kind]
        if not text.startswith("{"):
            if text in self.constants:
                assert self.kinds[text] == kind
                return self.constants[text]
            assert isinstance(shape, list)
            assert text in shape, f"{text} is no {kind}"
            return text
        assert isinstance(shape, tuple)
        keys, values = shape
        entries: dict[str, object] = {}
        for entry in text.strip("{}").split(","):
            key, value = (part.strip() for part in entry.split(":"))
            assert key not in entries, f"{key} twice"
            members = self.types[keys]
            assert isinstance(members, list)
            assert key in ("", *members), f"{key} is no {keys}"
            entries[key] = self._constant(value, values)
        default = entries.pop("")  # there must be one
        return Map(default, entries)

    # -- expressions: a name, an element of a type, or an access

    def _expression(self, text: str) -> tuple[tuple[object, ...], str]:
        """An expression and its type."""
        text = text.strip()
        if match := re.fullmatch(r"(\w+)\((\w+)\)", text):
            members = self.types[match[1]]
            assert isinstance(members, list)
            assert match[2] in members, f"{match[2]} is no {match[1]}"
            return ("literal", match[2]), match[1]
        if text.endswith("]"):
            depth = 0
            for at in range(len(text) - 1, -1, -1):
                depth += {"]": 1, "[": -1}.get(text[at], 0)
                if depth == 0:
                    break
            left, kind = self._expression(text[:at])
            right, key = self._expression(text[at + 1 : -1])
            shape = self.types[kind]
            assert isinstance(shape, tuple)
            assert shape[0] == key, f"{text}: {shape[0]} and {key}"
            return ("access", left, right), shape[1]
        assert text in self.kinds, f"{text} is unknown"
        return ("constant" if text in self.constants else "variable", text), self.kinds[text]

    def _label(self, label: str, node: str, target: str) -> tuple[Any, ...]:
        if not label:
            return ("skip", target)
        if match := re.fullmatch(r"\$\$ (\w+)", label):
            assert match[1] in self.variables
            assert node != target
            return ("tag", target, match[1])
        if match := re.fullmatch(r"([?!]) (\w+) -> (\w+)", label):
            assert match[2] in self.edges
            assert any(match[3] == end for out in self.edges.values() for _, end in out)
            return ("reach", target, match[1] == "?", match[2], match[3])
        if match := re.fullmatch(r"(\w+) = (\w+)\(\*\)", label):
            assert self.kinds[match[1]] == match[2]
            return ("any", target, match[1], self.types[match[2]])
        match = re.fullmatch(r"(.*?) (==|!=|=) (.*)", label)
        assert match, label
        left, kind = self._expression(match[1])
        right, other = self._expression(match[3])
        assert kind == other, f"{label}: {kind} and {other}"
        if match[2] == "=":
            assert left[0] in ("variable", "access")
            return ("assign", target, left, self._reader(right))
        return ("compare", target, self._reader(left), self._reader(right), match[2] == "==")

    def _reader(self, expression: object) -> Callable[[Values], Any]:
        """A function from the values of the variables to the value of an expression."""
        match expression:
            case ("literal", str(value)):
                return lambda _: value
            case ("constant", str(name)):
                constant = self.constants[name]
                return lambda _: constant
            case ("variable", str(name)):
                return lambda values: values[name]
            case ("access", left, right):
                found, key = self._reader(left), self._reader(right)
                return lambda values: found(values).at(key(values))
        raise AssertionError(expression)

    def _assign(self, values: Values, place: object, value: object) -> None:
        match place:
            case ("variable", str(name)):
                values[name] = value
            case ("access", left, right):
                found, key = self._reader(left)(values), self._reader(right)(values)
                self._assign(values, left, found.with_entry(key, value))
            case _:
                raise AssertionError(place)

    # -- play

    def start(self) -> State:
        return State("begin", tuple(self.variables.items()))

    def moves(self, state: State, goal: str | None = None) -> list[State]:
        """The states after the moves of whoever is to move; with a goal, something if that node can be reached."""
        found: list[State] = []
        seen: set[State] = set()
        todo = [State(state.node, state.values)]
        while todo:
            here = todo.pop()
            if here in seen:
                continue
            seen.add(here)
            if here.node == goal:
                return [here]
            for label in self.shapes.get(here.node, []):
                for after in self._after(here, label):
                    if goal is None and label[0] == "assign" and label[2] == ("variable", "player"):
                        found.append(after)
                    else:
                        todo.append(after)
        names = [(after.node, after.tags) for after in found]
        assert len(names) == len(set(names)), "two moves with one name"
        return found

    def _after(self, state: State, label: tuple[Any, ...]) -> list[State]:
        kind, node, *rest = label
        if kind == "skip":
            return [State(node, state.values, state.tags)]
        values = dict(state.values)
        if kind == "tag":
            return [State(node, state.values, (*state.tags, values[rest[0]]))]
        if kind == "reach":
            wanted, first, last = rest
            asked = State(first, state.values), last
            if self.asked[0] != asked:  # `?` and `!` ask the same one after the other
                self.asked = asked, bool(self.moves(*asked))
            found = self.asked[1]
            return [State(node, state.values, state.tags)] if found == wanted else []
        if kind == "any":
            name, members = rest
            return [
                State(node, tuple({**values, name: member}.items()), state.tags)
                for member in members
            ]
        if kind == "compare":
            left, right, wanted = rest
            equal = left(values) == right(values)
            return [State(node, state.values, state.tags)] if equal == wanted else []
        assert kind == "assign"
        place, right = rest
        self._assign(values, place, right(values))
        return [State(node, tuple(values.items()), state.tags)]

    def settle(self, state: State) -> State:
        """The state when a player is to move, or at the end; the keeper has one move."""
        while state.value("player") == "keeper" and state.node != "end":
            (state,) = self.moves(state)
        return state


def count(text: str, depth: int) -> Counts:
    """Perft and ends of an RG text down to a depth."""
    game = Game(text)
    perft: list[int] = []
    ends: list[Counter[str]] = []
    layer = [game.settle(game.start())]
    for _ in range(depth + 1):
        perft.append(len(layer))
        ends.append(Counter(_winner(state) for state in layer if state.node == "end"))
        layer = [
            game.settle(after)
            for state in layer
            if state.node != "end"
            for after in game.moves(state)
        ]
    return perft, ends


def _winner(state: State) -> str:
    goals = state.value("goals")
    score = goals.at("white"), goals.at("black")
    return {("100", "0"): "white", ("0", "100"): "black", ("50", "50"): "draw"}[score]


def legal(text: str) -> list[str]:
    """The first moves of a game, as their tags."""
    game = Game(text)
    state = game.settle(game.start())
    return [] if state.node == "end" else [" ".join(after.tags) for after in game.moves(state)]
