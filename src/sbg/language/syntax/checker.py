"""Turns a parsed file into its `Description`, and reports every error of meaning.

Errors of syntax are the parser's; warnings are `sbg.explain.lint`'s.
"""

from __future__ import annotations

from dataclasses import dataclass

from sbg.base.limits import MAX_BOARD_SIDE, MAX_MISTAKES, MAX_NUMBER, MAX_POWER, MAX_STATES
from sbg.language.model import description as model
from sbg.language.model import regexp as rx
from sbg.language.syntax import fixes, tree
from sbg.language.syntax.collector import Collector
from sbg.language.syntax.diagnostic import Diagnostic, Edit, Fix, Label
from sbg.language.syntax.parser import Draft, Parsed
from sbg.language.syntax.source import Span


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of checking: a description where there are no errors, and all errors, of syntax too."""

    description: model.Description | None
    diagnostics: list[Diagnostic]
    count: int = 0
    """All errors, those too that are only counted."""


def check(parsed: Parsed) -> Checked:
    """Check what a file means."""
    collector = parsed.collector.copy()
    draft = parsed.draft
    size = None
    if draft.board is not None:
        _check_board(draft.board, draft.rows_whole, collector)
        size = _size(draft.board)
    if size is not None:
        _check_goals(draft.goals, size, collector)
    regexps = _check_rules(draft, size, collector)
    if collector.count or parsed.tree is None:
        return Checked(None, collector.finish(), collector.count)
    return Checked(_describe(parsed.tree, regexps), [])


def sound_board(parsed: Parsed) -> list[str] | None:
    """The rows of the board, where they are as many and as long as they say; the rest of the file may have mistakes."""
    board = parsed.draft.board
    if board is None:
        return None
    collector = Collector(parsed.source)
    _check_board(board, True, collector)
    return None if collector.count else [row.squares for row in board.rows]


def _check_board(board: tree.Board, rows_whole: bool, collector: Collector) -> None:
    width, height = board.width, board.height
    sizes_fit = True
    for number, what in ((width, "width"), (height, "height")):
        if number.value == 0:
            collector.add("SBG203", f"the {what} of the board is 0", number.span)
            sizes_fit = False
        elif number.value > MAX_BOARD_SIDE:
            sizes_fit = False
            if number.value <= MAX_NUMBER:  # past that it has been reported
                collector.add(
                    "SBG302",
                    f"the {what} of the board is larger than the limit of {MAX_BOARD_SIDE}",
                    number.span,
                )
    if not sizes_fit:
        return
    swapped = _check_row_lengths(board, rows_whole, collector)
    count = len(board.rows)
    if count != height.value and rows_whole and not swapped:
        last = board.rows[-1].span if board.rows else height.span
        collector.add(
            "SBG202",
            f"board has {_rows(count)}, expected {height.value}",
            last,
            f"{_rows(count)} in all" if count else "",
            secondary=(Label(height.span, "height declared here"),) if count else (),
            help=_row_count_help(count, height.value),
            fix=_row_count_fix(board),
        )


@dataclass(frozen=True, slots=True)
class _Size:
    """The size that squares and steps are held against."""

    board: tree.Board
    width: int
    height: int


def _size(board: tree.Board) -> _Size | None:
    """The size of the board, None if it makes no sense.

    Where the rows do not fit the numbers the larger counts: that has been reported, and the squares of a goal that fit
    the rows are no second mistake.
    """
    width, height = board.width.value, board.height.value
    if not (0 < width <= MAX_BOARD_SIDE and 0 < height <= MAX_BOARD_SIDE):
        return None
    shortest = min((len(row.squares) for row in board.rows), default=0)
    return _Size(board, max(width, shortest), max(height, len(board.rows)))


def _row_count_help(count: int, height: int) -> str:
    if count < height:
        missing = height - count
        add = "one row" if missing == 1 else f"{missing} rows"
    else:
        extra = count - height
        add = "one row" if extra == 1 else f"{extra} rows"
    verb = "add" if count < height else "remove"
    return f"{verb} {add}" + (f", or declare height {count}" if count else "")


def _row_count_fix(board: tree.Board) -> Fix | None:
    """Empty rows beside an empty one, or the height of the rows that are there.

    A smaller height would put squares of the goals off the board.
    """
    rows = board.rows
    missing = board.height.value - len(rows)
    if not rows or len(rows) > MAX_BOARD_SIDE:
        return None
    if missing < 0:
        title = _declare("height", len(rows))
        return fixes.replace(board.height.span, str(len(rows)), title, safe=False)
    empty = [row for row in rows if not row.squares.strip(".")]
    after = (empty or rows)[-1].span.end
    row = f"\n|{'.' * board.width.value}|"
    title = "Add an empty row" if missing == 1 else f"Add {missing} empty rows"
    return fixes.insert(after, row * missing, title, safe=False)


def _declare(what: str, value: int) -> str:
    return f"Declare {what} {value}"


def _rows(count: int) -> str:
    return f"{count} row{'' if count == 1 else 's'}"


def _squares(count: int) -> str:
    return f"{count} square{'' if count == 1 else 's'}"


def _check_row_lengths(board: tree.Board, rows_whole: bool, collector: Collector) -> bool:
    """Compare rows with the width; returns whether width and height are just swapped."""
    width = board.width.value
    lengths = {len(row.squares) for row in board.rows}
    if len(board.rows) > 1 and rows_whole and len(lengths) == 1 and width not in lengths:
        # All rows agree with each other: the number is wrong, and one diagnostic tells it.
        (length,) = lengths
        swapped = len(board.rows) == width and length == board.height.value
        collector.add(
            "SBG201",
            f"board rows have {_squares(length)}, expected {width}",
            board.width.span,
            "width declared here",
            secondary=(Label(board.rows[0].span, _squares(length)),),
            help=f"the width comes first: declare `{length} {width}`"
            if swapped
            else f"declare width {length}",
            fix=_swap(board)
            if swapped
            else fixes.replace(board.width.span, str(length), _declare("width", length))
            if 0 < length <= MAX_BOARD_SIDE
            else None,
        )
        return swapped
    for row in board.rows:
        length = len(row.squares)
        if length == width:
            continue
        if collector.count >= MAX_MISTAKES:
            break
        missing = abs(width - length)
        verb = "add" if length < width else "remove"
        squares = "one square" if missing == 1 else f"{missing} squares"
        collector.add(
            "SBG201",
            f"board row has {_squares(length)}, expected {width}",
            row.span,
            _squares(length),
            secondary=(Label(board.width.span, "width declared here"),),
            help=f"{verb} {squares}" + (f", or declare width {length}" if length else ""),
            # Where no row fits the width, that may be what is wrong.
            fix=_row_fix(row, width, collector.source.text)
            if width in lengths or length < width
            else None,
        )
    return False


def _swap(board: tree.Board) -> Fix:
    width, height = str(board.width.value), str(board.height.value)
    edits = (Edit(board.width.span, height), Edit(board.height.span, width))
    return Fix(f"Declare `{height} {width}`", edits)


def _row_fix(row: tree.Row, width: int, text: str) -> Fix | None:
    """Empty squares added at the end of a row, or removed from there if there are enough."""
    missing = width - len(row.squares)
    end = row.span.end - 1
    count = "an empty square" if abs(missing) == 1 else f"{abs(missing)} empty squares"
    if missing > 0:
        return fixes.insert(end, "." * missing, f"Add {count}", safe=False)
    start = end + missing
    if text[start:end].strip("."):
        return None
    return fixes.replace(Span(start, end), "", f"Remove {count}", safe=False)


def _check_goals(goals: list[tree.Goal], size: _Size, collector: Collector) -> None:
    for goal in goals:
        if isinstance(goal, tree.CountGoal):
            continue
        for square in goal.squares:
            x, y = square.x.value, square.y.value
            if max(x, y) > MAX_NUMBER or (x < size.width and y < size.height):
                continue
            if x >= size.width:
                what, value, most = "column", x, size.width
                declared = Label(size.board.width.span, "width declared here")
            else:
                what, value, most = "row", y, size.height
                declared = Label(size.board.height.span, "height declared here")
            collector.add(
                "SBG206",
                f"goal square `{x} {y}` is off the board",
                square.span,
                f"{what} {value}",
                secondary=(declared,),
                help=f"{what}s are counted from 0 to {most - 1}",
            )


def _check_rules(draft: Draft, size: _Size | None, collector: Collector) -> list[rx.Regexp]:
    """The regular expressions of the rules, checked against the alphabet of the board and the limits."""
    first: dict[str, tree.Rule] = {}
    regexps = []
    for rule in draft.rules:
        other = first.setdefault(rule.piece, rule)
        if other is not rule:
            collector.add(
                "SBG204",
                f"piece `{rule.piece}` has a second rule",
                rule.piece_span,
                "second rule",
                secondary=(Label(other.piece_span, "first rule"),),
                help="join the two rules with `+`",
                fix=None if collector.full else _join(other, rule, collector.source.text),
            )
        if collector.count >= MAX_MISTAKES:
            break
        converter = _Converter(size)
        regexp = converter.convert(rule.regexp)
        regexps.append(regexp)
        if converter.outside and size is not None:
            _outside(rule, converter.outside, size, collector)
        if not converter.errors and rx.written_out(regexp) > MAX_STATES:
            collector.add(
                "SBG307",
                f"the rule of piece `{rule.piece}` is too large: its powers written out, it has "
                f"more than {MAX_STATES:,} letters",
                rule.regexp.span,
                secondary=(Label(rule.piece_span, "rule of this piece"),),
                help="nested powers multiply; `^*` stands for any number of times at no cost",
            )
    return regexps


def _join(first: tree.Rule, second: tree.Rule, text: str) -> Fix | None:
    """The second rule as more alternatives of the first, if both were read to their end."""
    for rule in (first, second):
        if rule.regexp.span.start < rule.piece_span.end or text[rule.span.end - 1] != "&":
            return None
    more = text[second.regexp.span.start : second.regexp.span.end]
    (removal,) = fixes.remove(text, second.span).edits
    at = first.regexp.span.end
    if removal.span.start < first.span.end:
        removal = Edit(second.span, "")  # both on one line
    edits = (Edit(Span(at, at), f" +\n  {more}"), removal)
    return Fix("Join the two rules", edits, safe=False)


class _Converter:
    """Turns the regular expression of a rule into its value; letters outside the alphabet are kept aside."""

    def __init__(self, size: _Size | None) -> None:
        self.size = size
        self.errors = 0
        self.outside: list[tree.Letter] = []

    def convert(self, node: tree.Regexp) -> rx.Regexp:
        while isinstance(node, tree.Group):
            node = node.body
        if isinstance(node, tree.Letter):
            if self.size is not None:
                self._in_alphabet(node, self.size)
            return rx.Letter(node.dx, node.dy, node.on)
        if isinstance(node, tree.Power):
            count = None if node.exponent is None else node.exponent.value
            if count is not None and count > MAX_POWER:  # has been reported
                self.errors += 1
            return rx.Power(self.convert(node.base), count)
        parts = list(
            map(self.convert, node.parts)
        )  # a comprehension would take its share of the stack
        return rx.concat(parts) if isinstance(node, tree.Concat) else rx.sum_of(parts)

    def _in_alphabet(self, letter: tree.Letter, size: _Size) -> None:
        if abs(letter.dx) < size.width and abs(letter.dy) < size.height:
            return
        if max(abs(letter.dx), abs(letter.dy)) > MAX_NUMBER:  # has been reported
            return
        self.errors += 1
        self.outside.append(letter)


def _outside(
    rule: tree.Rule, letters: list[tree.Letter], size: _Size, collector: Collector
) -> None:
    """Report the letters of a rule that are longer than the board, once."""
    first = letters[0]
    if abs(first.dx) >= size.width:
        what, value, most = "column", abs(first.dx), size.width
        declared = size.board.width.span
    else:
        what, value, most = "row", abs(first.dy), size.height
        declared = size.board.height.span
    others = [Label(one.span, "nor has this one room") for one in letters[1:3]]
    more = len(letters) - 1
    collector.add(
        "SBG205",
        f"letter steps {_count(value, what)}, but the board has {most}"
        + (
            f"; so do {more} more of this rule"
            if more > 1
            else "; so does one more"
            if more
            else ""
        ),
        first.span,
        secondary=(Label(declared, f"{what}s of the board"), *others),
        help=f"no step can be longer than {_count(most - 1, what)} here"
        if most > 1
        else f"the board has one {what}: the number must be 0",
        fix=None if collector.full else _without(rule, {*map(id, letters)}, collector.source.text),
    )


def _without(rule: tree.Rule, letters: set[int], text: str) -> Fix | None:
    """A rule without the alternatives that have one of some letters; None if nothing would be left, or it is unsure."""
    cuts: list[Span] = []
    if _cut(rule.regexp, letters, cuts) is not False:
        return None
    if any("/" in text[slice(*span)] for span in cuts):
        return None  # a comment would go too
    title = "Remove the alternative" if len(cuts) == 1 else "Remove these alternatives"
    return Fix(title, tuple(Edit(span, "") for span in cuts), safe=False)


def _cut(node: tree.Regexp, letters: set[int], cuts: list[Span]) -> bool | None:
    """Whether no word is left of a part without some letters, None if that is unsure; what to cut from its sums."""
    while isinstance(node, tree.Group):
        node = node.body
    if isinstance(node, tree.Letter):
        return id(node) in letters
    if isinstance(node, tree.Power):
        gone = _cut(node.base, letters, cuts)
        return None if gone and (node.exponent is None or not node.exponent.value) else gone
    if isinstance(node, tree.Concat):
        lost: list[Span] = []
        found = [_cut(part, letters, lost) for part in node.parts]
        if None in found:
            return None
        if not any(found):
            cuts += lost
        return any(found)
    several = [list[Span]() for _ in node.parts]
    gone_parts = [_cut(part, letters, own) for part, own in zip(node.parts, several, strict=True)]
    if None in gone_parts:
        return None
    if all(gone_parts):
        return True
    kept_before = False
    for at, (part, gone) in enumerate(zip(node.parts, gone_parts, strict=True)):
        if not gone:
            cuts += several[at]
        elif kept_before:
            cuts.append(Span(node.parts[at - 1].span.end, part.span.end))
        else:
            cuts.append(Span(part.span.start, node.parts[at + 1].span.start))
        kept_before = kept_before or not gone
    return False


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _describe(file: tree.File, regexps: list[rx.Regexp]) -> model.Description:
    """The description of a file without errors."""
    rows = tuple(row.squares for row in file.board.rows)
    pieces = [
        model.Piece(rule.piece, regexp) for rule, regexp in zip(file.rules, regexps, strict=True)
    ]
    ruled = {piece.letter for piece in pieces}
    standing = {square.upper() for row in rows for square in row if square != "."}
    pieces += [model.Piece(letter, None) for letter in sorted(standing - ruled)]
    return model.Description(
        file.name.text,
        file.board.width.value,
        file.board.height.value,
        rows,
        tuple(pieces),
        tuple(map(_goal, file.goals)),
        file.turn_limit.value,
    )


def _goal(goal: tree.Goal) -> model.Goal:
    if isinstance(goal, tree.CountGoal):
        return model.CountGoal(goal.piece, goal.count.value)
    squares = tuple((square.x.value, square.y.value) for square in goal.squares)
    return model.SquareGoal(goal.piece, squares)
