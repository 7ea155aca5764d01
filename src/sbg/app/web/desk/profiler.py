"""Profiles a game for the page, with progress, until it is done or no longer wanted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sbg import Game


class _Stopped(Exception):  # noqa: N818 - no error: somebody wanted it to end
    """Nobody waits for the profile any more."""


def profiled(
    game: Game, seed: int, tell: Callable[[dict[str, Any]], None], stopped: Callable[[], bool]
) -> dict[str, Any]:
    """A quick profile; `stopped` is asked after each part that was played."""
    from sbg.study.profiling import Progress, profile
    from sbg.study.profiling.sentences import sentences

    def progress(done: Progress) -> None:
        if stopped():
            raise _Stopped
        tell({"stage": done.stage, "share": round(done.share, 3)})

    try:
        found = profile(game, seed=seed, budget="quick", gates=False, on_progress=progress)
    except _Stopped:
        return {"profile": None, "sentences": [], "stopped": True}
    return {"profile": found.data(), "sentences": sentences(found), "stopped": False}
