"""The table of requests that the page may send, and the function that answers each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from sbg import Game, InvalidGameError, Line, pipeline
from sbg.app.web.desk.answers import (
    Completions,
    GameInfo,
    Option,
    PieceRules,
    RecordRead,
    Rules,
    ServerInfo,
    Sketch,
    State,
    Template,
)
from sbg.app.web.desk.cache import Cache
from sbg.app.web.desk.requests import Fields, Refused, decode, encode
from sbg.app.web.desk.state import game_info, replayed, state
from sbg.app.web.desk.texts import Text
from sbg.app.web.limits import MEGABYTE, WebLimits
from sbg.base.limits import MAX_DIAGNOSTICS

if TYPE_CHECKING:
    from sbg import Record
    from sbg.app.web.desk.searching import Search
    from sbg.translation import Target

THEMES = ("light", "dark", "auto")
PIECES = ("letters", "figures")
_LIGHT = 5_000_000
"""Squares × squares × states of the rules of a game in which no position takes long."""


Tell = Callable[[bytes], None]
"""Given what is known before the answer."""


class Desk:
    """Answers requests: bytes of JSON in, bytes of JSON out, or `Refused`. It keeps the games that it has read.

    It starts no thread and opens no socket. What takes long, or ends badly, is ended from outside.
    """

    def __init__(self, limits: WebLimits) -> None:
        self.limits = limits
        self._games: Cache[Game] = Cache(limits.games, 2 * limits.games * MEGABYTE)
        self.light = False
        """No position of the game asked about last could take long, not even with a piece on every square."""

    def answer(self, name: str, body: bytes, tell: Tell = lambda found: None) -> bytes:
        """The answer to a request by its name, one of `REQUESTS`. `tell` is given what is wrong with a text that is
        checked, before its game is made.
        """
        fields = Fields(decode(body), self.limits)
        if name == "check":
            return encode(self._check(fields, tell))
        return encode(REQUESTS[name](self, fields))

    def search(self, kind: str, body: bytes) -> Search:
        """What a search of some kind, one of `SEARCHES`, is asked for; who has the processor runs it."""
        from sbg.app.web.desk.searching import Search

        fields = Fields(decode(body), self.limits)
        return Search(kind, self.line(fields), fields, self.limits)

    def profile(self, body: bytes, tell: Tell, stopped: Callable[[], bool]) -> bytes:
        """The profile of a game. `tell` is given how far it is; once `stopped` says so, there is none."""
        from sbg.app.web.desk.profiler import profiled

        fields = Fields(decode(body), self.limits)
        seed = fields.whole("seed", 0, 0, 2**31) or 0
        game = self.game(fields.text())
        return encode(profiled(game, seed, lambda progress: tell(encode(progress)), stopped))

    # -- games

    def game(self, text: str) -> Game:
        """The game of a text, read if it is not known; Refused if the text has errors."""
        game = self._games.get(text) or self._read(text)
        states = sum(dfa.state_count for dfa in game.automata.values())
        self.light = (game.width * game.height) ** 2 * states <= _LIGHT
        return game

    def _read(self, text: str) -> Game:
        shown = Text(text)
        try:
            game = pipeline.make(shown.source)
        except InvalidGameError as problem:
            raise Refused(
                "bad-game",
                f"this text is not a game: {_first(problem)}",
                diagnostics=shown.diagnostics(problem.diagnostics),
            ) from None
        self._games.put(text, game, game.rules.table_bytes + 4 * len(text))
        return game

    def line(self, fields: Fields) -> Line:
        """The line of play of a request that brings its game along."""
        return replayed(self.game(fields.text()), fields.line("start"), fields.moves())

    def open(self, fields: Fields) -> GameInfo:
        """A game as the page first hears of it."""
        return game_info(self.game(fields.text()), self.limits.moves)

    def moves(self, fields: Fields) -> State:
        """The position after some moves."""
        return state(self.line(fields), self.limits.moves)

    # -- the editor

    def _check(self, fields: Fields, tell: Tell) -> dict[str, Any]:
        """What is wrong with a text and, unless somebody is typing, its game."""
        found = self.diagnose(fields)
        if fields.flag("brief"):
            return found
        tell(encode(found))
        try:
            return found | {"game": self.open(fields)}
        except Refused as refused:
            if refused.code != "bad-game":
                refused.extra |= found
                raise
            return found | {"game": None}

    def diagnose(self, fields: Fields) -> dict[str, Any]:
        """All that is wrong with a text."""
        text = Text(fields.text())
        found = pipeline.diagnose(text.source)
        more = max(0, len(found) - MAX_DIAGNOSTICS)
        # While the rest is being written, the board can be seen.
        wrong = any(one.severity == "error" for one in found)
        sketch = pipeline.sketch(text.source) if wrong else None
        board = sketch and Sketch(name=sketch[0].strip(), rows=sketch[1])
        return {"diagnostics": text.diagnostics(found), "more": more, "board": board}

    def format(self, fields: Fields) -> dict[str, Any]:
        """A text in canonical layout."""
        text = Text(fields.text())
        try:
            return {"text": pipeline.format(text.source.text)}
        except InvalidGameError as problem:
            raise Refused(
                "bad-game",
                f"a text with syntax errors cannot be formatted: {_first(problem)}",
                diagnostics=text.diagnostics(problem.diagnostics),
            ) from None

    def hover(self, fields: Fields) -> dict[str, Any]:
        """What stands at a place of a text."""
        from sbg.app import editor

        text = Text(fields.text())
        theme, style = fields.choice("theme", THEMES), fields.choice("pieces", PIECES)
        place = fields.whole("offset", None, 0, 2 * self.limits.text_bytes)
        if place is None:
            raise Refused("bad-request", "`offset` is a place in the text, and must be there")
        found = editor.hover(text.source.text, text.offset(place))
        if found is None:
            return {"hover": None}
        picture = None
        if found.piece is not None:
            picture = self._movement(text.source.text, found.piece, theme, style)
        about = {"title": found.title, "text": found.text, "svg": picture}
        return {"hover": text.span(found.span) | about}

    def _movement(self, text: str, piece: str, theme: str, style: str) -> str | None:
        """How a piece moves, as a picture; none while the text has errors elsewhere."""
        from sbg.explain import pictures as svg

        try:
            return svg.movement(self.game(text), piece, theme=theme, pieces=style)
        except Refused:
            return None

    def complete(self, fields: Fields) -> Completions:
        """What may stand at a place of a text."""
        from sbg.app import editor

        text = Text(fields.text())
        place = fields.whole("offset", None, 0, 2 * self.limits.text_bytes)
        if place is None:
            raise Refused("bad-request", "`offset` is a place in the text, and must be there")
        found = editor.complete(text.source.text, text.offset(place))
        options: list[Option] = [
            {"label": item.label, "detail": item.detail, "insert": item.insert, "kind": item.kind}
            for item in found.items
        ]
        return {**text.span(found.span), "options": options}

    # -- words and pictures

    def describe(self, fields: Fields) -> Rules:
        """The rules of a game in words, with a picture of each piece."""
        from sbg.explain import pictures as svg
        from sbg.explain import words

        game = self.game(fields.text())
        theme, style = fields.choice("theme", THEMES), fields.choice("pieces", PIECES)
        rules = words.describe(game)
        pieces: list[PieceRules] = [
            {
                "letter": piece.letter,
                "name": piece.name,
                "sentences": piece.sentences,
                "svg": svg.movement(game, piece.letter, theme=theme, pieces=style),
            }
            for piece in rules.pieces
        ]
        return {
            "name": rules.name,
            "board": rules.board,
            "pieces": pieces,
            "goals": rules.goals,
            "ending": rules.ending,
        }

    def svg(self, fields: Fields) -> dict[str, Any]:
        """A position as a picture."""
        from sbg.explain import pictures as svg

        line = self.line(fields)
        picture = svg.board(
            line.position,
            last=line.last,
            flip=fields.flag("flip"),
            theme=fields.choice("theme", THEMES),
            pieces=fields.choice("pieces", PIECES),
        )
        return {"svg": picture}

    # -- records

    def record(self, fields: Fields) -> dict[str, Any]:
        """A game that was played, as the text of a record."""
        from datetime import date

        from sbg.engine import Record
        from sbg.engine.record import signed

        line = self.line(fields)
        names = {name: fields.line(name, "?", most=200) or "?" for name in ("white", "black")}
        played = signed(Record.of(line, **names, date=date.today().isoformat())).with_game(
            line.game
        )
        return {"record": played.with_variations(self._variations(line, fields)).write()}

    def _variations(self, line: Line, fields: Fields) -> list[list[str]]:
        """Other lines from the same start, each of them legal."""
        found = fields.lines("variations")
        for moves in found:
            replayed(line.game, line.start.fen, moves)
        return found

    def read_record(self, fields: Fields) -> RecordRead:
        """The game that a record tells of, every move checked: the one of `text`, or that of the record itself."""
        from sbg.engine import RecordError, read_record

        text = fields.text()
        try:
            found = read_record(fields.text("record"))
            if self.game(text).rules_hash != found.rules.lower():
                text = self._recorded(found) or text
            line = found.replay(self.game(text))
        except RecordError as problem:
            raise Refused("bad-request", f"`record`: {problem}") from None
        moves = list(found.moves)
        return {
            "text": text,
            "start": None if line.start == line.game.start else line.start.fen,
            "moves": moves,
            "variations": [moves[:after] + list(others) for after, others in found.variations],
            "white": found.white,
            "black": found.black,
        }

    def _recorded(self, record: Record) -> str | None:
        """The text of the game of a record: the one that it holds, as it was written, or that of a bundled game."""
        from sbg.language import games

        bundled = pipeline.find_bundled(record.game, record.rules.lower())
        if bundled is not None and "\n" not in (record.text or ""):
            return games.read(bundled).decode()
        if record.text is None:
            return None
        try:
            # An old record has its text on one line.
            plain = "\n" not in record.text
            return (
                pipeline.format(record.text) if plain else pipeline.parse(record.text).text + "\n"
            )
        except InvalidGameError as problem:
            raise Refused(
                "bad-request", f"`record`: its text is not a game: {_first(problem)}"
            ) from None

    # -- other languages

    def translate(self, fields: Fields) -> dict[str, Any]:
        """A game in the language of another program; Refused with every reason if it cannot be expressed."""
        from sbg import translation

        targets = tuple(_targets())
        if not isinstance(fields.line("target"), str):
            raise Refused("bad-request", f"`target` is one of {', '.join(targets)}")
        target = translation.TARGETS[fields.choice("target", targets)]
        allow = [name for name, _ in target.losses] if fields.flag("allow") else []
        try:
            found = translation.translate(self.game(fields.text()), target.name, allow=allow)
        except translation.Inexpressible as problem:
            reasons = [reason.message for reason in problem.reasons]
            raise Refused(
                "bad-game",
                f"{target.title} cannot express this game: {'; '.join(reasons[:3])}",
                reasons=reasons,
            ) from None
        return {"text": found.text, "suffix": target.suffix, "exact_until": found.exact_until}

    # -- what comes with the package

    def games(self, fields: Fields) -> dict[str, Any]:
        """The bundled games."""
        from sbg.language import games

        return {"games": [games.about(name) for name in games.names()]}

    def bundled(self, fields: Fields) -> dict[str, Any]:
        """The text of a bundled game."""
        from sbg.language import games

        name = fields.line("name") or ""
        try:
            text = games.read(name).decode()
        except games.UnknownGameError as problem:
            raise Refused("not-found", str(problem)) from None
        return {"name": name, "title": games.about(name)["title"], "text": text}

    def thumbnail(self, fields: Fields) -> dict[str, Any]:
        """A bundled game as a small picture."""
        from sbg.explain import pictures as svg

        text = self.bundled(fields)["text"]
        return {"svg": svg.thumbnail(self.game(text), theme="auto")}

    def info(self, fields: Fields) -> ServerInfo:
        """What there is to choose from."""
        from importlib.metadata import version

        from sbg.app import editor
        from sbg.app.web.desk import searching

        templates: list[Template] = [
            {"name": made.name, "title": made.title, "about": made.about, "text": made.text}
            for made in editor.templates()
        ]
        return {
            "version": version("simplified-boardgames"),
            "levels": searching.levels(),
            "players": searching.players(),
            "templates": templates,
            "targets": [
                {
                    "name": target.name,
                    "title": target.title,
                    "losses": [about for _, about in target.losses],
                }
                for target in _targets().values()
            ],
            "limits": {"seconds": self.limits.search_seconds} | asdict(self.limits),
        }


REQUESTS: dict[str, Callable[[Desk, Fields], Mapping[str, Any]]] = {
    "moves": Desk.moves,
    "format": Desk.format,
    "hover": Desk.hover,
    "complete": Desk.complete,
    "describe": Desk.describe,
    "svg": Desk.svg,
    "record": Desk.record,
    "read-record": Desk.read_record,
    "translate": Desk.translate,
    "games": Desk.games,
    "bundled": Desk.bundled,
    "thumbnail": Desk.thumbnail,
    "info": Desk.info,
}
"""By name; `check` is one more, whose answer comes in two steps."""


def _targets() -> dict[str, Target]:
    """The languages that whole games are written in."""
    from sbg.translation import TARGETS

    return {name: target for name, target in TARGETS.items() if not target.one_piece}


def _first(problem: InvalidGameError) -> str:
    """The first error, with its line."""
    errors = [found for found in problem.diagnostics if found.severity == "error"]
    return f"line {errors[0].line}: {errors[0].message}" if errors else str(problem)
