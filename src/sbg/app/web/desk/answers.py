"""The types of all answers to the page; `web/src/lib/types.ts` is generated from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, TypedDict

from sbg.language.model import Colour

Side: TypeAlias = Colour
Theme: TypeAlias = Literal["light", "dark"]
Capture: TypeAlias = Literal["opponent", "own"] | None


Figures: TypeAlias = dict[str, str | None]
"""As which chess figures pieces are drawn, by their capital letters."""

Span = TypedDict("Span", {"from": int, "to": int})
"""A stretch of a text. Offsets are UTF-16 code units."""


class Edit(Span):
    """A change of a text."""

    insert: str


class Label(Span):
    """A remark on a place of a text."""

    message: str


class Fix(TypedDict):
    """How a text can be mended."""

    title: str
    edits: list[Edit]


class Diagnostic(Span):
    """What is wrong with a text."""

    code: str
    severity: Literal["error", "warning", "hint"]
    message: str
    line: int
    column: int
    labels: list[Label]
    help: str | None
    fix: Fix | None
    explain: str


class Sketch(TypedDict):
    """The board of a text that has errors elsewhere; its name is empty where there is none yet."""

    name: str
    rows: list[str]


Step = TypedDict("Step", {"from": str, "to": str})
"""Where a move begins and ends."""


class LegalMove(Step):
    """A move that can be played."""

    move: str
    capture: Capture


class Played(TypedDict):
    """A move that was played, the piece that moved and the one that it captured."""

    move: str
    piece: str
    capture: str | None


class Outcome(TypedDict):
    """How a game ended."""

    winner: Side | None
    reason: str
    words: str


class State(TypedDict):
    """A position, and how it came about."""

    fen: str
    start: str
    turn: Side
    ply: int
    rows: list[str]
    moves: list[LegalMove]
    history: list[Played]
    last: Step | None
    outcome: Outcome | None


class Letter(TypedDict):
    """A piece of a game, and whether it has a rule."""

    letter: str
    moves: bool


class GameInfo(TypedDict):
    """A game as the page first hears of it."""

    name: str
    width: int
    height: int
    turn_limit: int
    pieces: list[Letter]
    figures: Figures
    drawn: Literal["letters", "figures"]
    """How the pieces are drawn unless the reader has chosen."""
    colours: dict[Side, dict[str, str]]
    """Colours that the author chose, by side: of the piece, its edge and its ink, by the ends of their names."""
    state: State


class Score(TypedDict):
    """How good a position is, from white's side."""

    text: str
    plies: int | None
    drawn: bool
    centipawns: int | None
    white: float


class Exact(TypedDict):
    """A move with its exact value."""

    played: Played
    text: str
    score: Score


class Info(TypedDict):
    """A line that a search has found."""

    rank: int
    """1 for the best line."""
    depth: int
    nodes: int
    seconds: float
    pv: list[str]
    line: list[Played]
    """The first moves of the variation, with their pieces."""
    score: Score
    exact: list[Exact]
    """Every move with its exact value, the best first, where a table has them."""


class Offered(TypedDict):
    """A player that the server offers; one without a strength moves at once."""

    name: str
    title: str
    about: str
    strength: Literal["level", "seconds"] | None
    written: str
    """How records write the player, up to its strength."""


class LevelInfo(TypedDict):
    """A level of a player."""

    level: int
    about: str
    default: bool


class Template(TypedDict):
    """A text to start a game from."""

    name: str
    title: str
    about: str
    text: str


class TargetInfo(TypedDict):
    """A language of another program; a loss is what a translation may give up if asked to."""

    name: str
    title: str
    losses: list[str]


class ServerInfo(TypedDict):
    """What there is to choose from."""

    version: str
    levels: list[LevelInfo]
    players: list[Offered]
    """The strongest first."""
    templates: list[Template]
    targets: list[TargetInfo]
    limits: dict[str, float]


class Listed(TypedDict):
    """A bundled game."""

    name: str
    title: str
    width: int
    height: int
    about: str
    kinds: list[str]


class PieceRules(TypedDict):
    """How a piece moves."""

    letter: str
    name: str | None
    sentences: Sequence[str]
    svg: str | None


class Rules(TypedDict):
    """The rules of a game in words."""

    name: str
    board: str
    pieces: list[PieceRules]
    goals: Sequence[str]
    ending: Sequence[str]


class Hover(Span):
    """What stands at a place of a text."""

    title: str
    text: str
    svg: str | None


class Option(TypedDict):
    """Something that may stand at a place of a text."""

    label: str
    detail: str
    insert: str
    kind: str


class Completions(Span):
    """What may stand at a place of a text."""

    options: list[Option]


class RecordRead(TypedDict):
    """A record that was read, with its game: that on the board, or that of the record where it is of another one."""

    text: str
    start: str | None
    moves: list[str]
    variations: list[list[str]]
    """Lines that were left, each from the start."""
    white: str | None
    black: str | None


class Progress(TypedDict):
    """How far a profile is."""

    stage: str
    share: float
    """From 0 to 1."""


class Measure(TypedDict):
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float


class Profile(TypedDict):
    """The parts of a profile that are shown."""

    measures: dict[str, Measure]
    fitness: float
