"""`sbg.describe`: the rules of a game in English, made from the automata of its pieces.

Automaton → structure (families of paths, the same language) → views (what matters on this board) → sentences.
Equal languages get equal words, however their rules are written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from sbg.base.named import loaded
from sbg.explain.words import goals as game_words
from sbg.explain.words import known as names
from sbg.explain.words import walks
from sbg.explain.words.directions import listed
from sbg.explain.words.nouns import Nouns, article
from sbg.explain.words.sentences import ends, passes, sentences, stays, views_of
from sbg.explain.words.views import STANDING_STILL, Spot, Walk
from sbg.language.model import AnyGame, Description, description_of
from sbg.moves import automata
from sbg.moves.automata import Dfa
from sbg.moves.shapes.decompose import decompose
from sbg.moves.shapes.structure import Structure

__all__ = ["Nouns", "PieceWords", "Rules", "Structure", "describe"]


@dataclass(frozen=True, slots=True)
class PieceWords:
    """How a piece moves, in sentences; `name` is its author's, or what chess players call exactly this piece."""

    letter: str
    name: str | None
    sentences: tuple[str, ...]
    structure: Structure

    def __str__(self) -> str:
        title = f"{self.letter} ({self.name})" if self.name else self.letter
        return f"{title}: {' '.join(self.sentences)}"


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game in words; `str` is the whole text."""

    name: str
    board: str
    pieces: tuple[PieceWords, ...]
    goals: tuple[str, ...]
    ending: tuple[str, ...]

    def __repr__(self) -> str:
        return f"<Rules of {self.name!r}: {len(self.pieces)} pieces>"

    @property
    def nouns(self) -> Nouns:
        """What the pieces are called where goals speak of them."""
        return Nouns({piece.letter: piece.name for piece in self.pieces})

    def __str__(self) -> str:
        parts = [self.name.strip() or self.name, "", self.board, ""]
        parts += [*map(str, self.pieces), "", *self.goals, *self.ending]
        return "\n".join(parts)


def describe(game: AnyGame) -> Rules:
    """The rules of a game in words.

    `sbg.moves.automata.TooLarge` if it is a description whose automata are beyond the limits.
    """
    game = loaded(game)
    description = description_of(game)
    dfas: dict[str, Dfa] = dict(getattr(game, "automata", None) or automata.compile(description))
    given = dict(getattr(game, "names", {}))
    if getattr(game, "looks", {}).get("K", "king") == "king":
        given.setdefault("K", "king")  # so is it drawn
    pieces = tuple(
        _renamed(
            _piece(piece.letter, dfas.get(piece.letter), description, len(dfas)),
            given.get(piece.letter),
        )
        for piece in description.pieces
    )
    nouns = Nouns({piece.letter: piece.name for piece in pieces})
    views = {piece.letter: views_of(piece.structure) for piece in pieces}
    staying = [one.letter for one in pieces if stays(one.structure, views[one.letter])]
    own = any("w" in ends(piece.structure, views[piece.letter]) for piece in pieces)
    goals = tuple(game_words.goals(description, nouns, staying, own))
    text = " ".join([*(sentence for piece in pieces for sentence in piece.sentences), *goals])
    return Rules(
        description.name,
        " ".join(
            [
                *game_words.board(description),
                *(remark for words, remark in _SEEN_FROM if words.search(text)),
                *game_words.armies(description, nouns),
            ]
        ),
        pieces,
        goals,
        tuple(game_words.ending(description)),
    )


_SEEN_FROM = (
    (
        re.compile(r"\b(forward|backward|first .*rows?|own side|far row)\b"),
        "Forward is up the board for White and down for Black.",
    ),
    (re.compile(r"\b(left|right)\b"), "Left and right are as White sees them, for both players."),
)
"""What must be explained where it is spoken of."""


def _piece(letter: str, dfa: Dfa | None, game: Description, pieces: int) -> PieceWords:
    if dfa is None:
        nothing = Structure(game.width, game.height, (), None)
        return PieceWords(letter, None, ("Cannot move.",), nothing)
    structure = decompose(dfa, game.width, game.height, pieces)
    return PieceWords(letter, *tell(structure, dfa), structure)


def _renamed(piece: PieceWords, name: str | None) -> PieceWords:
    """A piece by the name that its author gave to it; a known name for such a piece is told as well."""
    if name is None:
        return piece
    known, first = piece.name, piece.sentences[0]
    same = known is None or known.lower() == name.lower() or first.startswith("Moves as ")
    like = () if same else (f"Moves as {article(known or '')}.",)
    return replace(piece, name=name, sentences=(*like, *piece.sentences))


def tell(structure: Structure, dfa: Dfa | None = None) -> tuple[str | None, tuple[str, ...]]:
    """The name and the sentences of a structure; with its automaton, where that is known."""
    found = views_of(structure)
    views = frozenset(found)
    told = sentences(structure, found)
    if not told:
        return None, ("Has a rule, but no move of it fits on this board: it cannot move.",)
    name = None
    if structure.rest is None:
        name = names.name(views)
        lead = _lead(views)
        told = ([lead] if lead else []) + told
    told = _shortened(structure, dfa, told)
    last = ends(structure, found)
    # A walk that ends on an own piece may have come back to where it began, and capture nothing.
    winding = structure.rest is not None or any(isinstance(view, Walk) for view in views)
    if passes(structure, found):
        told.append("What it jumps over stays.")
    if "p" not in last and "w" not in last:
        told.append("It cannot capture.")
    elif "e" not in last and not _stands_still(views) and (last == {"p"} or not winding):
        told.append("It moves only by capturing.")
    return name, tuple(told)


MOST_WORDS = 400
"""Words about one piece: a screen or two."""
_STATES, _STEPS = 40, 120
"""A larger automaton takes more."""


def _shortened(structure: Structure, dfa: Dfa | None, told: list[str]) -> list[str]:
    """Sentences that somebody reads: state by state where they are too long otherwise, else in short."""
    if _words(told) <= MOST_WORDS:
        return told
    dfa = dfa or structure.to_dfa()  # making it again may be beyond the limits of a rule
    by_state = walks.automaton(dfa, False, _STATES, _STEPS)
    return by_state if _words(by_state) <= MOST_WORDS else walks.automaton(dfa, False, 0)


def _words(told: list[str]) -> int:
    return sum(len(sentence.split()) for sentence in told)


def _stands_still(views: names.Views) -> bool:
    """Whether there is a move to its own square, be it only from somewhere or under some condition."""
    return any(isinstance(view, Spot) and view.target == (0, 0) for view in views)


def _lead(views: names.Views) -> str | None:
    """Which known pieces this one is made of, if that says more than the name."""
    moving = views - {STANDING_STILL}
    still = ", or stands still" if STANDING_STILL in views else ""
    made_of = names.parts(moving)
    if made_of and (len(made_of) > 1 or still):
        return f"Moves as {listed([article(part) for part in made_of])}{still}."
    plain = names.without_own_captures(moving)
    pawn = names.pawn(plain) if plain else None
    made_of = [pawn] if pawn else names.parts(plain) if plain else None
    if made_of:
        known = listed([article(part) for part in made_of])
        return f"Moves as {known}{still}, but captures own pieces too."
    return None
