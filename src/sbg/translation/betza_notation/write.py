"""Writes leaps, rides and hops in letters that all dialects of Betza's notation agree on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from sbg.translation.fitting.basis import Basic, Kind
from sbg.translation.fitting.conditions import Vector

ATOMS = {
    (0, 1): "W",
    (1, 1): "F",
    (0, 2): "D",
    (1, 2): "N",
    (2, 2): "A",
    (0, 3): "H",
    (1, 3): "C",
    (2, 3): "Z",
    (3, 3): "G",
}
"""The letters of leapers, by how far they go to the sides in rising order."""

_KINDS: dict[Kind, str] = {"leap": "", "slide": "", "lame": "n", "hop": "p", "grasshop": "g"}
_ORDER: tuple[Kind, ...] = ("leap", "lame", "slide", "hop", "grasshop")
_MODES = {"e": "m", "p": "c", "w": "d"}

_OBLIQUE: dict[str, Callable[[int, int], bool]] = {
    "fh": lambda x, y: y > 0,
    "bh": lambda x, y: y < 0,
    "rh": lambda x, y: x > 0,
    "lh": lambda x, y: x < 0,
    "vv": lambda x, y: abs(y) > abs(x),
    "ss": lambda x, y: abs(x) > abs(y),
    "ff": lambda x, y: y > abs(x),
    "bb": lambda x, y: -y > abs(x),
    "rr": lambda x, y: x > abs(y),
    "ll": lambda x, y: -x > abs(y),
    "fs": lambda x, y: abs(x) > y > 0,
    "bs": lambda x, y: abs(x) > -y > 0,
    "rv": lambda x, y: abs(y) > x > 0,
    "lv": lambda x, y: abs(y) > -x > 0,
    "rf": lambda x, y: y > x > 0,
    "lf": lambda x, y: y > -x > 0,
    "rb": lambda x, y: -y > x > 0,
    "lb": lambda x, y: -y > -x > 0,
    "fr": lambda x, y: x > y > 0,
    "fl": lambda x, y: -x > y > 0,
    "br": lambda x, y: x > -y > 0,
    "bl": lambda x, y: -x > -y > 0,
}
"""Which directions of a move like the knight's two letters mean, the larger sets first."""

_HALVES: dict[str, Callable[[int, int], bool]] = {
    "f": lambda x, y: y > 0,
    "b": lambda x, y: y < 0,
    "r": lambda x, y: x > 0,
    "l": lambda x, y: x < 0,
}


def orbit(unit: Vector) -> list[Vector]:
    """A vector and all that it becomes by turning and mirroring."""
    (a, b) = unit
    return sorted({(x * i, y * j) for x, y in ((a, b), (b, a)) for i in (1, -1) for j in (1, -1)})


def atom(unit: Vector) -> str:
    """The letter of a leaper."""
    return ATOMS[min(map(abs, unit)), max(map(abs, unit))]


def directions(units: Collection[Vector]) -> str:
    """The letters in front of an atom that choose some of its directions."""
    left = set(units)
    every = orbit(next(iter(left)))
    if left == set(every):
        return ""
    (a, b) = every[-1]
    if len(every) == 8:
        return _oblique(left)
    if 0 in (a, b):
        names = {"f": (0, 1), "b": (0, -1), "l": (-1, 0), "r": (1, 0)}
        far = max(abs(a), abs(b))
        found = "".join(k for k, (x, y) in names.items() if (x * far, y * far) in left)
        return found.replace("fb", "v").replace("lr", "s")
    return _diagonal(left)


def _diagonal(units: set[Vector]) -> str:
    letters = ""
    left = set(units)
    for name, inside in _HALVES.items():
        pair = {unit for unit in orbit(next(iter(units))) if inside(*unit)}
        # Sideways pairs only alone: before another letter they would be read with it.
        if pair <= left and (name in "fb" or pair == units):
            letters += name
            left -= pair
    single = [("f" if y > 0 else "b") + ("r" if x > 0 else "l") for x, y in left]
    return letters + "".join(sorted(single, reverse=True))


def _oblique(units: set[Vector]) -> str:
    every = orbit(next(iter(units)))
    letters = ""
    left = set(units)
    for name, inside in _OBLIQUE.items():
        part = {unit for unit in every if inside(*unit)}
        if part <= units and part & left == part:
            letters += name
            left -= part
    return letters


def write_betza(moves: Sequence[Basic]) -> str:
    """Basis moves in Betza's notation; the empty text for a piece without moves."""
    groups: dict[tuple[bool, int, Vector, int, Kind], dict[str, set[Vector]]] = {}
    for move in moves:
        size = min(map(abs, move.unit)), max(map(abs, move.unit))
        place = move.initial, _ORDER.index(move.kind), size, move.limit, move.kind
        groups.setdefault(place, {}).setdefault(move.on, set()).add(move.unit)
    parts = []
    for (initial, _, _, limit, kind), by_content in sorted(groups.items()):
        for modes, units in _by_mode(by_content):
            parts.append(_Part("i" if initial else "", modes, kind, limit, frozenset(units)))
    return "".join(map(str, _compounds(parts)))


class _Part:
    """Moves of one kind with one atom."""

    def __init__(
        self, initial: str, modes: str, kind: Kind, limit: int, units: frozenset[Vector]
    ) -> None:
        self.initial, self.modes, self.kind, self.limit = initial, modes, kind, limit
        self.atom, self.directions = atom(next(iter(units))), directions(units)

    @property
    def twin(self) -> tuple[object, ...]:
        return self.initial, self.modes, self.kind, self.limit, self.directions

    def __str__(self) -> str:
        name = self.atom
        if self.kind in ("slide", "hop", "grasshop"):
            endless = {"W": "R", "F": "B", "WF": "Q"}
            if self.limit == 0 and name in endless:
                name = endless[name]
            elif self.kind != "grasshop":
                name = f"{name}{self.limit}"
        elif name == "WF":
            name = "K"
        return f"{self.initial}{self.directions}{self.modes}{_KINDS[self.kind]}{name}"


def _compounds(parts: list[_Part]) -> Iterable[_Part]:
    """Parts with those for rows and columns and for diagonals made one where a letter exists for both."""
    done: set[int] = set()
    for i, part in enumerate(parts):
        if i in done:
            continue
        if part.atom == "W" and not part.directions:
            endless = part.limit == 0 or part.kind == "leap"
            for j in range(i + 1, len(parts)):
                if parts[j].atom == "F" and parts[j].twin == part.twin and endless:
                    part.atom = "WF"
                    done.add(j)
        yield part


def _by_mode(by_content: dict[str, set[Vector]]) -> list[tuple[str, set[Vector]]]:
    """The units for each set of contents, as letters: none for moving and capturing."""
    modes: dict[str, set[Vector]] = {}
    for unit in sorted(set().union(*by_content.values())):
        here = "".join(_MODES[on] for on in "epw" if unit in by_content.get(on, ()))
        modes.setdefault("" if here == "mc" else here, set()).add(unit)
    return sorted(modes.items())
