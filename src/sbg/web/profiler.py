"""A game in; its profile out, with progress on the way. Runs in a worker process, in a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from sbg import Game


class _Stopped(Exception):  # noqa: N818 - no error: somebody wanted it to end
    """Nobody waits for the profile any more."""


class Profiling:
    """A profile under way. `tell` is given how far it is, `finish` the end of it; both in its thread."""

    def __init__(
        self,
        game: Game,
        seed: int,
        tell: Callable[[dict[str, Any]], None],
        finish: Callable[[dict[str, Any] | Exception], None],
    ) -> None:
        self._game, self._seed = game, seed
        self._tell, self._finish = tell, finish
        self._stop = threading.Event()
        threading.Thread(target=self._run, name="sbg-profile", daemon=True).start()

    def stop(self) -> None:
        """Have it end after the part that is being played."""
        self._stop.set()

    def _run(self) -> None:
        from sbg.profiling import Progress, profile
        from sbg.profiling.sentences import sentences

        def progress(done: Progress) -> None:
            if self._stop.is_set():
                raise _Stopped
            self._tell({"stage": done.stage, "share": round(done.share, 3)})

        try:
            found = profile(
                self._game, seed=self._seed, budget="quick", gates=False, on_progress=progress
            )
            self._finish({"profile": found.data(), "sentences": sentences(found), "stopped": False})
        except _Stopped:
            self._finish({"profile": None, "sentences": [], "stopped": True})
        except Exception as problem:
            self._finish(problem)
