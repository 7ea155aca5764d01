"""Groups the tokens and comments of a text into the lines that the formatter writes.

A logical line is what the formatter lays out by itself: the name, a tag, the size of the board, a row, a rule, the turn
limit, or a goal. A comment goes with the token beside it:

- before a token on the same line, it stays in front of that token;
- else after a token on the same line, it stays behind that token, and the line ends;
- else it has a line of its own before the next token.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from sbg.language.model.writing import Item, step
from sbg.language.syntax.collector import Collector
from sbg.language.syntax.lexer import Lexer, Token
from sbg.language.syntax.source import Source
from sbg.language.syntax.tree import Comment

_ALONE = ("name", "tag", "row", "end")  # tokens that are logical lines by themselves


def logical_lines(source: Source, comments: bool) -> list[list[Item]]:
    """The logical lines of a source that has no syntax errors; the last may be comments alone, before `end`."""
    lines: list[list[Item]] = [[]]
    for item in _whole_letters(_items(source, comments)):
        ended = lines[-1] and lines[-1][-1].kind in (*_ALONE, "&")
        if ended or (lines[-1] and item.kind in _ALONE):
            lines.append([])
        lines[-1].append(item)
    return lines


def _items(source: Source, comments: bool) -> list[Item]:
    """The tokens of a source with their comments."""
    lexer = Lexer(source, Collector(source))
    items: list[Item] = []
    end_of_last = 0
    taken = 0
    while True:
        token = lexer.next()
        # Comments inside a name or a row are part of its text.
        between = [c for c in lexer.comments[taken:] if c.span.end <= token.start]
        taken = len(lexer.comments)
        item = _item(token, source, comments)
        if between and comments:
            _attach(between, item, items[-1] if items else None, token, end_of_last, source)
        elif comments and "\n\n" in _unix(
            source.text[end_of_last : token.start].replace(" ", "").replace("\t", "")
        ):
            item.blank = (end_of_last > 0,)
        items.append(item)
        end_of_last = token.end
        if token.kind == "end":
            return items


def _whole_letters(items: list[Item]) -> list[Item]:
    """The same items, with the parts of each letter (dx,dy,on) in one, unless a comment stands between them."""
    joined: list[Item] = []
    start = 0
    while start < len(items):
        end = start + 1
        if items[start].kind == "(" and items[end].kind in ("number", "-"):
            while items[end - 1].kind != ")":
                end += 1
        parts = items[start:end]
        commented = any(part.own or part.front for part in parts[1:])
        commented = commented or any(part.behind for part in parts[:-1])
        joined += parts if commented or len(parts) == 1 else [_joined(parts)]
        start = end
    return joined


def _joined(parts: list[Item]) -> Item:
    """A whole letter from its parts, with the comments around them."""
    first, last = parts[0], parts[-1]
    whole = _step("".join(part.text for part in parts))
    return replace(whole, own=first.own, front=first.front, behind=last.behind, blank=first.blank)


def _step(text: str) -> Item:
    return step(*_parts(text))


@lru_cache(maxsize=4096)
def _parts(text: str) -> tuple[int, int, str]:
    dx, dy, on = text[1:-1].split(",")
    return int("".join(dx.split())), int("".join(dy.split())), on.strip()


def _item(token: Token, source: Source, comments: bool) -> Item:
    match token.kind:
        case "step":
            return _step(token.text)
        case "number":
            return Item("number", token.text.lstrip("0") or "0")
        case "tag":
            return Item("tag", f"<{token.text}>")
        case "name" | "row":
            left, right = ("<<", ">>") if token.kind == "name" else ("|", "|")
            if comments:
                return Item(token.kind, _unix(source.text[token.start : token.end]))
            return Item(token.kind, f"{left}{token.text}{right}")
        case _:
            return Item(token.kind, token.text)


def _attach(
    comments: list[Comment],
    item: Item,
    before: Item | None,
    token: Token,
    end_of_last: int,
    source: Source,
) -> None:
    """Give comments between two tokens to the token that each belongs to."""
    last_line = source.line_column(end_of_last)[0]
    next_line = source.line_column(token.start)[0] if token.kind != "end" else 0
    end = end_of_last
    own: list[str] = []
    front: list[str] = []
    blank: list[bool] = []
    for comment in comments:
        text = _unix(comment.text)
        if source.line_column(comment.span.end)[0] == next_line and text.startswith("/*"):
            if not front:
                blank.append(_blank(source, end, comment.span.start))
            front.append(text)
        elif before is not None and source.line_column(comment.span.start)[0] == last_line:
            before.behind += (text,)
        else:
            blank.append(_blank(source, end, comment.span.start))
            own.append(text)
        end = comment.span.end
    if not front:
        blank.append(_blank(source, end, token.start))
    item.own, item.front, item.blank = tuple(own), tuple(front), tuple(blank)


def _blank(source: Source, start: int, end: int) -> bool:
    """Whether a blank line stands between two places."""
    return start > 0 and source.line_column(end)[0] - source.line_column(start)[0] > 1


def _unix(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
