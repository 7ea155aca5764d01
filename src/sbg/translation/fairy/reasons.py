"""Collects why Fairy-Stockfish cannot play a game, each reason with a smallest example."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sbg.language.model import Coordinates
from sbg.language.model.notation import square_name, write_fen
from sbg.translation.fairy.effects import MOST_CUSTOM, MOST_FILES, MOST_RANKS
from sbg.translation.fairy.pieces import Side
from sbg.translation.fitting import witness
from sbg.translation.fitting.conditions import BITS, OWN, Vector
from sbg.translation.fitting.fit import Conflict, Misfit
from sbg.translation.fitting.form import ColouredPiece, Form
from sbg.translation.fitting.result import Obstacle
from sbg.translation.fitting.tree import Walk


class Reasons:
    """Collects reasons; `unknown` says that some piece could not be looked at."""

    def __init__(self, form: Form) -> None:
        self.form = form
        self.found: list[Obstacle] = []
        self.unknown = False

    def _add(self, code: str, message: str, limit: str, **more: object) -> None:
        obstacle = Obstacle(code, message, limit=limit, **more)  # type: ignore[arg-type]
        if not any(
            (other.code, (other.piece or "").upper()) == (code, (obstacle.piece or "").upper())
            for other in self.found
        ):
            self.found.append(obstacle)

    def board(self) -> None:
        """The board is too large."""
        self._add(
            "SBG620",
            f"the board has {self.form.width} files and {self.form.height} ranks",
            f"Fairy-Stockfish has boards of up to {MOST_FILES} files and {MOST_RANKS} ranks",
        )

    def complex(self, piece: ColouredPiece) -> None:
        """A rule has too many walks."""
        self.unknown = True
        self._add(
            "SBG629",
            f"the rule of `{piece.letter}` has too many walks to compare them with basis moves",
            "a piece is a union of leaps, slides and hops",
            piece=piece.letter,
        )

    def side(self, one: Side) -> None:
        """A piece that is no union of basis moves, or not from everywhere."""
        letter = one.piece.letter
        if one.own is not None:
            contents = {**dict(one.own.contents), one.own.target: OWN}
            self._add(
                "SBG622",
                f"`{letter}` captures its own pieces",
                "Fairy-Stockfish has no move that captures an own piece",
                piece=letter,
                **self._case(one, self._start(one, one.own), contents, one.own.target),
            )
        elif isinstance(one.trouble, Misfit):
            misfit = one.trouble
            self._add(
                "SBG621",
                f"a move of `{letter}` is no leap, slide or hop",
                "a piece is a union of leaps of up to 3 squares, slides, hops and lame leaps",
                piece=letter,
                **self._case(one, misfit.start, misfit.case, misfit.walk.target),
            )
        elif isinstance(one.trouble, Conflict):
            self._conflict(one, one.trouble)

    def _conflict(self, one: Side, conflict: Conflict) -> None:
        (on, offset), start = conflict.place, conflict.more
        walk = next(
            walk
            for walk in sorted(one.walks, key=lambda walk: len(walk.word))
            if walk.target == offset
            and walk.on & BITS[on]
            and walk.fits(start, self.form.width, self.form.height)
        )
        self._add(
            "SBG623",
            f"`{one.piece.letter}` has a move from {square_name(start)} that it has not from "
            f"{square_name(conflict.less)}",
            "moves depend on the square only by one region of targets a piece, and quiet moves by one region of "
            "first moves",
            piece=one.piece.letter,
            **self._case(one, start, {**dict(walk.contents), offset: BITS[on]}, offset),
        )

    def place(self, one: Side) -> None:
        """First moves of several pieces from different squares, or two kinds of soldiers or pawns."""
        walk = max(one.walks, key=lambda walk: len(walk.word))
        self._add(
            "SBG623",
            f"`{one.piece.letter}` has first moves from other squares than another piece",
            "first moves of all pieces of a colour are made from one region",
            piece=one.piece.letter,
            **self._walk(one, walk),
        )

    def kinds(self, one: Side) -> None:
        """No Betza text has the right effect."""
        walk = max(one.walks, key=lambda walk: len(walk.word))
        self._add(
            "SBG624",
            f"`{one.piece.letter}` slides or hops in some directions only, or not equally far",
            "in Fairy-Stockfish the kinds of slides and hops belong to a piece as a whole, not to a direction",
            piece=one.piece.letter,
            **self._walk(one, walk),
        )

    def stays(self, one: Side) -> None:
        """A piece may stand still, and passing does not do."""
        walk = next(walk for walk in one.walks if walk.target == (0, 0))
        self._add(
            "SBG625",
            f"`{one.piece.letter}` may stand still",
            "only the player may pass: that is the same where a single piece, with which the game ends, always may",
            piece=one.piece.letter,
            **self._case(one, one.found.stays[0], dict(walk.contents), (0, 0)),
        )

    def starts_on_goal(self, one: Side, squares: Collection[Coordinates]) -> None:
        """A piece stands on its goal already."""
        names = " ".join(map(square_name, sorted(squares)))
        self._add(
            "SBG626",
            f"`{one.piece.letter}` stands on a goal square ({names}) from the start",
            "a flag piece on its region wins, whether or not it has moved there",
            piece=one.piece.letter,
            position=self._line(0),
        )

    def several_flags(self, watched: Collection[Side]) -> None:
        """More than one kind of piece has a goal."""
        letters = [one.piece.letter for one in watched]
        self._add(
            "SBG626",
            f"{', '.join(f'`{letter}`' for letter in letters)} have goal squares",
            "a player has one kind of flag piece, or all pieces are flag pieces",
            piece=letters[1],
            **self._arriving(list(watched)[1]),
        )

    def too_many(self) -> None:
        """More types than the program has, or more letters than the alphabet."""
        self._add(
            "SBG627",
            "the game needs too many types of pieces",
            f"Fairy-Stockfish has {MOST_CUSTOM} custom pieces and 26 letters",
        )

    def turn_limit(self) -> None:
        """The turn limit is lost."""
        self._add(
            "SBG628",
            f"the game is drawn at ply {self.form.turn_limit}",
            "Fairy-Stockfish has no turn limit",
            position=self._line(self.form.turn_limit),
            allow="turn-limit",
        )

    def _start(self, one: Side, walk: Walk) -> Coordinates:
        size = self.form.width, self.form.height
        return min(square for square in one.squares if walk.fits(square, *size))

    def _line(self, ply: int) -> str:
        """The initial position after so many plies."""
        return write_fen(self.form.description.rows, ply)

    def _arriving(self, one: Side) -> witness.Case:
        """A move to a goal square."""
        size = self.form.width, self.form.height
        walk, start = next(
            (walk, (x, y))
            for walk in sorted(one.walks, key=lambda walk: len(walk.word))
            for x, y in sorted(one.squares)
            if walk.fits((x, y), *size)
            and (x + walk.target[0], y + walk.target[1]) in one.piece.goal_squares
        )
        return self._case(one, start, dict(walk.contents), walk.target)

    def _walk(self, one: Side, walk: Walk) -> witness.Case:
        return self._case(one, self._start(one, walk), dict(walk.contents), walk.target)

    def _case(
        self, one: Side, start: Coordinates, contents: Mapping[Vector, int], target: Vector
    ) -> witness.Case:
        return witness.show(self.form, one.piece, start, contents, target)
