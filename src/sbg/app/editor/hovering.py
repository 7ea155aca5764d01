"""Hovers: explains in words what stands at a place in a game's text."""

from __future__ import annotations

from dataclasses import dataclass

from sbg.app.editor import wording
from sbg.app.editor.scan import Placed, Scan, scan
from sbg.language.model import owner
from sbg.language.model.names import entries
from sbg.language.model.notation import square_name
from sbg.language.syntax import Span


@dataclass(frozen=True, slots=True)
class Hover:
    """What to show about a stretch of text: a title, plain sentences, and a piece whose moves may be drawn."""

    span: Span
    title: str
    text: str
    piece: str | None = None


def hover(text: str, offset: int) -> Hover | None:
    """What stands at an offset; None where there is nothing to say."""
    found = scan(text)
    number = found.at(offset)
    if number is None or found.in_comment(offset):
        return None
    return _Hovering(found, number, offset).result()


class _Hovering:
    """What one token means."""

    def __init__(self, found: Scan, number: int, offset: int) -> None:
        self.found = found
        self.number = number
        self.offset = offset
        self.placed = found.tokens[number]
        self.token = self.placed.token

    def result(self) -> Hover | None:
        token = self.token
        match self.placed.role:
            case "name":
                return self._say("Name of the game", f"This game is called {token.text.strip()}.")
            case "tag":
                return self._say(f"<{token.text}>", wording.TAGS[token.text])
            case "width":
                return self._say("Width", f"The board has {wording.many(token.text, 'column')}.")
            case "height":
                return self._say("Height", f"The board has {wording.many(token.text, 'row')}.")
            case "row":
                return self._row()
            case "piece":
                return self._piece(token.text.upper(), "")
            case "step" | "open" | "part" | "close":
                return self._step()
            case "power":
                return self._power()
            case "or":
                return self._say(
                    "+", "Or: the piece may use what stands on either side.", self._rule()
                )
            case "end":
                return self._say("&", "Ends a rule, the turn limit or a goal.")
            case "limit":
                return self._say("Turn limit", wording.limit(token.text))
            case "mark" | "goal-piece" | "count" | "x" | "y":
                return self._goal()
            case _:
                return None

    def _say(self, title: str, text: str, piece: str | None = None) -> Hover:
        return Hover(self.token.span, title, text, piece)

    def _rule(self) -> str | None:
        """The piece of the rule in which the token stands."""
        placed = self.placed
        if placed.section != "PIECES" or placed.owner < 0:
            return None
        return self.found.rules[placed.owner].piece

    def _piece(self, letter: str, first: str, span: Span | None = None) -> Hover:
        """A piece, after a sentence about this very place."""
        found = self.found
        rule = None
        if self.placed.role == "piece":
            rule = found.rules[self.placed.owner]
        words = wording.piece(found, letter, rule)
        name = self._given_name(letter.upper()) or words.name
        title = f"{letter}: {name}" if name else f"Piece {letter}"
        if self.placed.section != "PIECES":
            title += f" ({owner(letter)})"
        sentences = ([first] if first else []) + list(words.sentences)
        return Hover(span or self.token.span, title, " ".join(sentences), letter)

    def _given_name(self, letter: str) -> str | None:
        """What the author calls a piece, in a comment."""
        for comment in self.found.comments:
            for named, name in entries(comment.text) or ():
                if named == letter:
                    return name
        return None

    def _row(self) -> Hover | None:
        """The square of a row at the offset."""
        token, found = self.token, self.found
        at = self.offset
        if not token.start < at < token.end - 1:
            return None
        letter = found.text[at]
        if not (letter == "." or (letter.isascii() and letter.isalpha())):
            return None
        inside = [
            comment.span
            for comment in found.comments
            if token.start <= comment.span.start and comment.span.end <= at
        ]
        column = at - token.start - 1 - sum(span.end - span.start for span in inside)
        row = sum(other.start > token.start for other in found.rows)
        name = square_name((column, row)) if column < 1_000 else f"column {column}"
        span = Span(at, at + 1)
        if letter == ".":
            return Hover(span, f"Square {name}", "An empty square.")
        whose = owner(letter).capitalize()
        return self._piece(letter, f"{whose}'s, on {name}.", span)

    def _step(self) -> Hover | None:
        """A letter (dx,dy,on), even if the lexer gave it in parts because of a comment."""
        tokens = self.found.tokens
        if self.placed.role == "step":
            first = last = self.number
        else:
            first = self._back_to_parenthesis()
            last = first
            while last < min(first + 9, len(tokens)) and tokens[last].token.kind != ")":
                last += 1
            if last >= len(tokens):
                return None
        text = "".join(placed.token.text for placed in tokens[first : last + 1])
        values = wording.numbers(text)
        if values is None:
            return None
        dx, dy, on = values
        span = Span(tokens[first].token.start, tokens[last].token.end)
        return Hover(span, f"({dx},{dy},{on})", wording.step(dx, dy, on), self._rule())

    def _back_to_parenthesis(self) -> int:
        number = self.number
        while number > max(0, self.number - 8) and self.found.tokens[number].token.kind != "(":
            number -= 1
        return number

    def _power(self) -> Hover | None:
        """`^*` or `^3`, from either of its tokens."""
        tokens = self.found.tokens
        first = self.number
        if self.token.kind != "^":
            first -= 1
        if first < 0 or first + 1 >= len(tokens) or tokens[first].token.kind != "^":
            return None
        exponent = tokens[first + 1].token
        if exponent.kind not in ("*", "number") or len(exponent.text) > 10:
            return None
        span = Span(tokens[first].token.start, exponent.end)
        return Hover(span, f"^{exponent.text}", wording.power(exponent.text), self._rule())

    def _goal(self) -> Hover | None:
        found = self.found
        goal = found.goals[self.placed.owner]
        if not goal.piece:
            return self._say(self.token.text, wording.TAGS["GOALS"])
        sentence = wording.goal(found, goal.mark, goal.piece, goal.numbers)
        match self.placed.role:
            case "goal-piece":
                return self._piece(goal.piece, sentence)
            case "mark" | "count":
                return self._say(f"{goal.mark}{goal.piece}", sentence, goal.piece)
            case _:
                return self._square(sentence)

    def _square(self, sentence: str) -> Hover:
        """A square of a goal, from either of its numbers."""
        tokens, found = self.found.tokens, self.found
        first = self.number if self.placed.role == "x" else self.number - 1
        pair = tokens[first : first + 2]
        if [placed.role for placed in pair] != ["x", "y"]:
            return self._say("Goal square", sentence)
        x, y = (_value(placed) for placed in pair)
        span = Span(pair[0].token.start, pair[1].token.end)
        words = wording.square(x, y, found.width, found.height)
        return Hover(
            span, "Goal square", f"{words} {sentence}", found.goals[self.placed.owner].piece
        )


def _value(placed: Placed) -> int:
    digits = placed.token.text.lstrip("0")
    return int(digits or "0") if len(digits) <= 10 else 10**10
