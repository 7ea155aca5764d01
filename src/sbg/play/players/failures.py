"""`PlayerFailure`: how a player can lose other than by the rules, such as by a crash."""

from __future__ import annotations

from sbg.base.errors import SbgError


class PlayerFailure(SbgError):  # noqa: N818 - what a player did, not a mistake of the program
    """A player that failed to give a legal move, and so loses the game.

    `reason` is one of `FAILURES`; `detail` says what the player did, beginning with a verb: "took 2 s of 1 s".
    """

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail

    def __reduce__(self) -> tuple[type[PlayerFailure], tuple[str, str]]:
        return type(self), (self.reason, self.detail)


FAILURES = {
    "crash": "crashed, or could not be started",
    "hang": "gave no answer in time",
    "nonsense": "answered something that is not in the protocol",
    "illegal": "played a move that is not legal",
    "time": "overstepped its time",
}
"""Why a player can lose a game other than by the rules, and what each reason means."""
