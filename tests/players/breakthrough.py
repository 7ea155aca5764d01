"""Breakthrough on any board, as a text, and solved by itself: plain search through sets of squares as integers."""

from __future__ import annotations


def text(width: int, height: int) -> str:
    """A file of breakthrough on a board of this size."""
    rows = [c * width for c in ("p", "p", *["."] * (height - 4), "P", "P")]
    far = ", ".join(f"{x} {height - 1}" for x in range(width))
    near = ", ".join(f"{x} 0" for x in range(width))
    board = "\n".join(f"|{row}|" for row in rows)
    return f"""<<Breakthrough {width}x{height}>>
<BOARD>
{width} {height}
{board}
<PIECES>
P (0,1,e) + (-1,1,e) + (-1,1,p) + (1,1,e) + (1,1,p) &
<GOALS>
{4 * width * height} &
@P {far} &
@p {near} &
"""


class Solver:
    """Whether the player to move wins. The board is turned after each move, so that the mover always goes up."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.size = width * height
        self.last_row = (height - 1) * width
        self.known: dict[tuple[int, int], bool] = {}
        self.targets = [self._targets(square) for square in range(self.size)]

    def _targets(self, square: int) -> list[tuple[int, bool]]:
        x, y = square % self.width, square // self.width
        if y + 1 == self.height:
            return []
        return [
            ((y + 1) * self.width + x + dx, dx != 0)
            for dx in (-1, 1, 0)
            if 0 <= x + dx < self.width
        ]

    def turned(self, squares: int) -> int:
        """The same men seen from the other side."""
        return int(f"{squares:0{self.size}b}"[::-1], 2)

    def first_player_wins(self) -> bool:
        men = (1 << 2 * self.width) - 1
        return self.wins(men, men << (self.size - 2 * self.width))

    def wins(self, mine: int, theirs: int) -> bool:
        if mine >> (self.last_row - self.width):
            return True  # a man on the row before the last: nobody can stop it
        key = (mine, theirs)
        if key in self.known:
            return self.known[key]
        self.known[key] = result = self._tries(mine, theirs)
        return result

    def _tries(self, mine: int, theirs: int) -> bool:
        quiet = []
        for square in range(self.last_row - 1, -1, -1):
            if not mine >> square & 1:
                continue
            for target, diagonal in self.targets[square]:
                bit = 1 << target
                after = mine & ~(1 << square) | bit
                if theirs & bit:
                    if diagonal and self._defeats(after, theirs & ~bit):
                        return True
                elif not mine & bit:
                    quiet.append(after)
        return any(self._defeats(after, theirs) for after in quiet)

    def _defeats(self, after: int, theirs: int) -> bool:
        return not self.wins(self.turned(theirs), self.turned(after))
