"""Reads a variant of Fairy-Stockfish as a game, or says why that is not possible."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from sbg.base.limits import MAX_NUMBER
from sbg.language.model import (
    Colour,
    Coordinates,
    CountGoal,
    Description,
    Goal,
    Piece,
    Regexp,
    SquareGoal,
    write,
)
from sbg.language.model.regexp import Letter, sum_of
from sbg.language.syntax import InvalidGameError, Source, Span
from sbg.language.syntax.collector import Collector
from sbg.moves import automata
from sbg.translation.fairy.effects import MOST_FILES, MOST_RANKS
from sbg.translation.fairy.file import Entry, Section, inherited, region, sections
from sbg.translation.fairy.imported import BUILT_IN, CUSTOM, REFUSED, Places, basics, rule
from sbg.translation.fairy.items import Items
from sbg.translation.fitting.result import Imported

_COLOURS: tuple[Colour, Colour] = ("white", "black")


def read(text: str, *, name: str = "<text>", variant: str | None = None) -> Imported:
    """The game of a variant, the last one of the file if no name is given, as an .sbg text.

    A note says which one was taken where there are several. InvalidGameError holds a diagnostic for every item that
    cannot be expressed.
    """
    source = Source(name, text)
    description = describe(text, variant, name=name)
    notes = [
        f"Fairy-Stockfish has no turn limit: the game is drawn at ply {description.turn_limit:,}"
    ]
    every = list(sections(source, Collector(source)))
    if variant is None and len(every) > 1:
        notes.insert(0, _taken(every))
    return Imported("fsf", write(description), tuple(notes))


def _taken(every: list[str]) -> str:
    """Which variant of several was read."""
    others = ", ".join(every[:-1][:9]) + (", ..." if len(every) > 10 else "")
    return f"`{every[-1]}` was read, the last variant of the file, which also has {others}: `--variant NAME` chooses"


def describe(text: str, variant: str | None = None, *, name: str = "<text>") -> Description:
    """The description of the game of a variant."""
    source = Source(name, text)
    collector = Collector(source)
    description = _describe(source, variant, collector)
    if collector.count or description is None:
        raise InvalidGameError(collector.finish())
    return description


def _describe(source: Source, variant: str | None, collector: Collector) -> Description | None:
    every = sections(source, collector)
    whole = Span(0, len(source.text))
    if not every:
        collector.add("SBG640", "there is no variant in this file", whole)
        return None
    if variant is not None and variant not in every:
        collector.add(
            "SBG643",
            f"there is no variant `{variant}` in this file",
            whole,
            help=f"there is {', '.join(list(every)[:9])}",
        )
        return None
    section = every[variant] if variant is not None else list(every.values())[-1]
    return _Reader(source, section, inherited(section, every, collector), collector).game()


class _Reader:
    """One variant while it is read."""

    def __init__(
        self, source: Source, section: Section, entries: Mapping[str, Entry], collector: Collector
    ) -> None:
        self.source, self.section, self.entries, self.collector = (
            source,
            section,
            entries,
            collector,
        )
        self.items = Items(entries, section.span, collector)
        self.size = (
            self.items.number("maxFile", 8, 1, MOST_FILES, letters=True),
            self.items.number("maxRank", 8, 1, MOST_RANKS),
        )

    def game(self) -> Description | None:
        names = self._names()
        pawn = next((letter for letter, name in names.items() if name == "pawn"), None)
        rows, hand = self._board(set(names))
        self.items.refuse_others({*BUILT_IN, *REFUSED, *CUSTOM}, pawn, bool(names))
        if rows is None:
            return None
        rules = self._rules(names)
        goals = [*self._counts(names, rows, hand), *self._flags(names, rows, rules)]
        if self.collector.count:
            return None
        self._passes(rules, rows, goals)
        return None if self.collector.count else self._join(rows, rules, goals)

    def _names(self) -> dict[str, str]:
        """The pieces of the variant: names by letter."""
        found: dict[str, str] = {}
        for name in (*BUILT_IN, *REFUSED, *CUSTOM):
            entry = self.entries.get(name)
            if entry is None or entry.value.startswith("-") or not entry.value:
                continue
            letter = entry.value[0].lower()
            if not ("a" <= letter <= "z"):
                self.collector.add("SBG641", f"`{letter}` is no letter of a piece", entry.span)
            elif name in REFUSED:
                self.collector.add(
                    "SBG642", f"`{name}` cannot be expressed", entry.key_span, help=REFUSED[name]
                )
            elif name in CUSTOM and entry.value[1:2] != ":":
                self.collector.add(
                    "SBG641", "a custom piece is a letter, `:` and its notation", entry.span
                )
            elif letter in found:
                self.collector.add("SBG641", f"two pieces have the letter `{letter}`", entry.span)
            else:
                found[letter] = name
        return found

    def _board(self, letters: set[str]) -> tuple[tuple[str, ...] | None, str]:
        """The rows of the initial position, from the top, and the pieces in hand."""
        entry = self.entries.get("startFen")
        if entry is None:
            self.collector.add("SBG644", "there is no `startFen`", self.section.span)
            return None, ""
        fields = entry.value.split()
        board, _, hand = (fields[0] if fields else "").partition("[")
        player = fields[1] if len(fields) > 1 else "w"
        rows = []
        for line in board.split("/"):
            runs = re.findall(r"[0-9]+|.", line)
            row = ""
            for run in runs:
                row += "." * min(int(run), 99) if run.isdigit() else run
            rows.append(row)
        wrong = next(
            (c for row in rows for c in row if c != "." and c.lower() not in letters), None
        )
        if wrong is not None:
            self.collector.add(
                "SBG644", f"the initial position has `{wrong}`, which is no piece", entry.span
            )
        elif len(rows) != self.size[1] or any(len(row) != self.size[0] for row in rows):
            self.collector.add(
                "SBG644",
                f"the initial position does not fit a board of {self.size[0]} files and {self.size[1]} ranks",
                entry.span,
            )
        elif player != "w":
            self.collector.add(
                "SBG642", "black moves first", entry.span, help="white moves first in every game"
            )
        else:
            return tuple(rows), hand.rstrip("]")
        return None, ""

    def _region(self, key: str, default: Iterable[Coordinates]) -> frozenset[Coordinates]:
        entry = self.entries.get(key)
        return frozenset(default) if entry is None else region(entry, self.size, self.collector)

    def _rules(self, names: Mapping[str, str]) -> dict[str, Regexp | None]:
        """Rules by letter, in lower case for black."""
        places = self._places()
        found: dict[str, Regexp | None] = {}
        for letter, name in names.items():
            moves = basics(self.entries[name], name, self.source, self.collector)
            for colour in _COLOURS:
                key = f"mobilityRegion{colour.capitalize()}{name[0].upper()}{name[1:]}"
                within = self._region(key, ())
                made = rule(name, moves, colour, within or None, places)
                found[letter.upper() if colour == "white" else letter] = made
        return found

    def _places(self) -> Places:
        width, height = self.size
        steps = self.items.flag("doubleStep", True)
        double: dict[Colour, frozenset[Coordinates]] = {}
        triple: dict[Colour, frozenset[Coordinates]] = {}
        for colour in _COLOURS:
            y = 1 if colour == "white" else 6
            usual = [(x, y) for x in range(width)] if 0 <= y < height else []
            name = colour.capitalize()
            double[colour] = (
                self._region(f"doubleStepRegion{name}", usual) if steps else frozenset()
            )
            triple[colour] = self._region(f"tripleStepRegion{name}", ())
        return Places(
            self.size, double, triple, self.items.number("soldierPromotionRank", 1, 1, 99)
        )

    def _counts(self, names: Mapping[str, str], rows: tuple[str, ...], hand: str) -> list[Goal]:
        """Extinction as `#` goals; pieces in hand, which are never dropped, lower the count."""
        if not self.items.is_set("extinctionValue", "loss", "none"):
            return []
        count = self.items.number("extinctionPieceCount", 0, 0, 999)
        goals: list[Goal] = []
        for letter in self.items.letters("extinctionPieceTypes", names):
            for piece in (letter.upper(), letter):
                number = count - hand.count(piece)
                if number < 0:
                    continue
                if sum(row.count(piece) for row in rows) <= number:
                    self.collector.add(
                        "SBG642",
                        f"`{piece}` is extinct from the start",
                        self.entries["extinctionPieceTypes"].span,
                        help="a count that is met before the first move ends no game here",
                    )
                goals.append(CountGoal(piece, number))
        return goals

    def _flags(
        self, names: Mapping[str, str], rows: tuple[str, ...], rules: Mapping[str, Regexp | None]
    ) -> list[Goal]:
        goals: list[Goal] = []
        shared = self._region("flagRegion", ())
        for colour in _COLOURS:
            name = colour.capitalize()
            squares = self._region(f"flagRegion{name}", shared)
            if not squares:
                continue
            key = f"flagPiece{name}" if f"flagPiece{name}" in self.entries else "flagPiece"
            entry = self.entries.get(key)
            every = entry is None or entry.value.strip() == "*"
            letters = list(names) if every else self.items.letters(key, names)[-1:]
            for letter in letters:
                piece = letter.upper() if colour == "white" else letter
                if rules.get(piece) is None or not any(piece in row for row in rows):
                    continue
                start = [(x, y) for x, y in squares if rows[self.size[1] - 1 - y][x] == piece]
                if start:
                    self.collector.add(
                        "SBG642",
                        f"`{piece}` stands on its flag region from the start",
                        self.section.span if entry is None else entry.span,
                        help="a goal is reached by a move only",
                    )
                goals.append(SquareGoal(piece, tuple(sorted(squares, key=lambda s: (s[1], s[0])))))
        return goals

    def _passes(
        self, rules: dict[str, Regexp | None], rows: tuple[str, ...], goals: Iterable[Goal]
    ) -> None:
        """A pass becomes a move that stays, of a piece with which the game ends."""
        both = self.items.flag("pass", False)
        either = self.items.flag("wallOrMove", False)
        passing = {
            colour: either or self.items.flag(f"pass{colour.capitalize()}", both)
            for colour in _COLOURS
        }
        if all(passing.values()) and not either:
            self.items.refuse("pass", "two passes in a row end the game")
            return
        for colour, may in passing.items():
            if not may:
                continue
            single = [
                goal.piece
                for goal in goals
                if isinstance(goal, CountGoal)
                and goal.count == 0
                and goal.piece.isupper() == (colour == "white")
                and sum(row.count(goal.piece) for row in rows) == 1
            ]
            if not single:
                self.items.refuse(
                    "pass", "only a piece can stand still, and no piece is always there"
                )
                return
            old = rules[single[0]]
            stay = Letter(0, 0, "w")
            rules[single[0]] = stay if old is None else sum_of([old, stay])

    def _join(
        self, rows: tuple[str, ...], rules: Mapping[str, Regexp | None], goals: list[Goal]
    ) -> Description | None:
        """One rule for both colours where they are the same, else a letter of its own for black's piece."""
        pieces: list[Piece] = []
        renamed: dict[str, str] = {}
        free = [c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if c not in rules]
        standing = {square for row in rows for square in row}
        for letter in (letter for letter in rules if letter.isupper()):
            white, black = rules[letter], rules[letter.lower()]
            if letter not in standing and letter.lower() not in standing:
                continue
            if letter not in standing or letter.lower() not in standing or self._same(white, black):
                pieces.append(Piece(letter, white if letter in standing else black))
                continue
            if not free:
                self.collector.add(
                    "SBG642", "the game needs more than 26 letters", self.section.span
                )
                return None
            other = free.pop(0)
            renamed[letter.lower()] = other.lower()
            pieces += [Piece(letter, white), Piece(other, black)]
        board = tuple("".join(renamed.get(square, square) for square in row) for row in rows)
        kept: list[Goal] = []
        for goal in goals:
            if goal.piece in standing:
                name = renamed.get(goal.piece, goal.piece)
                kept.append(
                    CountGoal(name, goal.count)
                    if isinstance(goal, CountGoal)
                    else SquareGoal(name, goal.squares)
                )
        ruled = [piece for piece in pieces if piece.rule is not None]
        still = sorted(
            (piece for piece in pieces if piece.rule is None), key=lambda piece: piece.letter
        )
        title = re.sub(r"[^A-Za-z0-9]+", " ", self.section.name).strip().title() or "Variant"
        width, height = self.size
        return Description(title, width, height, board, (*ruled, *still), tuple(kept), MAX_NUMBER)

    def _same(self, one: Regexp | None, two: Regexp | None) -> bool:
        """Whether two rules have the same automaton on this board."""
        if one is None or two is None:
            return one is two
        width, height = self.size
        rows = ("." * width,) * height
        both = Description("x", width, height, rows, (Piece("A", one), Piece("B", two)), (), 0)
        try:
            made = automata.compile(both)
        except automata.TooLarge:
            self.collector.add("SBG642", "the rule of a piece is too large", self.section.span)
            return True
        return made["A"] == made["B"]
