"""Runs tests against mutants, for `mutants.py`, in a copy of the tree."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from scripts.asking import Known
from scripts.covering import BEGUN, CHOSEN, arguments, environment, file_of
from scripts.mutation import Mutant
from scripts.warm import Warm

START = 120.0
"""Seconds until the first test begins: a run that takes longer hangs."""

PATIENCE = 45.0
"""Seconds that a test may take beyond eight times what it needs: then it hangs, and so it fails."""


class Tree:
    """A copy of the tree, and a process that runs tests in it."""

    def __init__(self, root: Path) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="mutants-"))
        self.place = self.folder / "sbg"
        left_out = shutil.ignore_patterns(".git", ".venv", "build", "node_modules", "__pycache__")
        shutil.copytree(root, self.place, ignore=left_out, symlinks=True)
        self._warm: Warm | None = None

    def begin(self, places: list[str]) -> set[str]:
        """Start the process, and say which tests there are."""
        self._warm = Warm(self.place, environment(self.place))
        self._warm.learn([*arguments(), "--collect-only", *places], self._said)
        return {line for line in self.said() if "::" in line}

    def close(self) -> None:
        """End the process, and remove the copy."""
        if self._warm:
            self._warm.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def caught(self, mutant: Mutant, tests: list[str], known: Known) -> tuple[bool, str]:
        """Whether one of some tests notices a mutant, and which one.

        It must fail, pass without the mutant, and fail again: a busy machine can fail any test once.
        """
        while tests := [name for name in tests if name not in known.failed]:
            with self._changed(mutant):
                failed = self._first_failure(tests, known)
            if failed is None:
                return False, ""
            again = [failed] if failed in tests else tests
            if self._first_failure(again, known) is None:
                with self._changed(mutant):
                    if self._first_failure(again, known) is not None:
                        return True, failed
            elif failed in tests:
                known.failed.append(failed)  # it is not asked again
            if failed not in tests:
                return False, f"not clear: {failed}"
            print(f"          does not count: {failed}", flush=True)
            tests = tests[tests.index(failed) + 1 :]
        return False, ""

    @contextlib.contextmanager
    def _changed(self, mutant: Mutant) -> Iterator[None]:
        place = self.place / "src" / "sbg" / mutant.file
        compiled = Path(importlib.util.cache_from_source(str(place)))
        before = place.read_text(encoding="utf-8")
        place.write_text(mutant.text, encoding="utf-8")
        compiled.unlink(missing_ok=True)  # whether it is old is seen by time and size alone
        try:
            yield
        finally:
            place.write_text(before, encoding="utf-8")
            compiled.unlink(missing_ok=True)

    def _first_failure(self, tests: list[str], known: Known) -> str | None:
        """The first test that fails, or a word for what else is wrong; None if all is well."""
        assert self._warm is not None
        chosen, begun = self.folder / "chosen.json", self.folder / "begun"
        chosen.write_text(json.dumps(tests), encoding="utf-8")
        begun.write_text("", encoding="utf-8")

        def current() -> str:
            return begun.read_text(encoding="utf-8")

        def hangs() -> bool:
            name = current()
            allowed = PATIENCE + 8 * known.seconds.get(name, 0.0) if name else START
            return time.time() - begun.stat().st_mtime > allowed

        files = list(dict.fromkeys(file_of(name) for name in tests))
        more = {CHOSEN: str(chosen), BEGUN: str(begun)}
        code = self._warm.run([*arguments(), "-x", *files], self._said, more, hangs)
        if code in (0, 5):  # 5: there is no test for it
            return None
        if code is None:
            return current() or "time"
        lines = self.said()
        blamed = [line.split(" ", 1)[1] for line in lines if line.startswith(("FAILED ", "ERROR "))]
        for name in tests:
            if any(line == name or line.startswith(f"{name} - ") for line in blamed):
                return name
        return next(iter(blamed or lines[-1:]), "") or current() or "?"

    def said(self) -> list[str]:
        """What the last run printed."""
        return self._said.read_text(encoding="utf-8", errors="replace").splitlines()

    @property
    def _said(self) -> Path:
        return self.folder / "said"
