"""`sbg.verify`: checks a certificate, all of it or a sample, on one core or more."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sbg.base import files
from sbg.base.errors import SbgError, mistyped
from sbg.base.jobs.here import HerePool
from sbg.base.jobs.local import LocalPool
from sbg.base.jobs.work import Done
from sbg.base.numbers import whole
from sbg.exact.verification.checking import Checker
from sbg.exact.verification.reading import MAGIC, Certificate, CertificateError, Claim, read
from sbg.language import games

SUFFIX = ".proof"
_PART = 200
"""Entries of a task."""
_WORTH_A_PROCESS = 2_000
"""Entries for which starting another process pays."""
_MOST_JOBS = 1024
_MOST_BYTES = 256 << 20
"""Of a file; the largest certificate that we know has 15 MB."""

Progress = Callable[[int, int], None]
"""Called with the number of entries checked, and of all that are to be."""

_Task = tuple[int, Sequence[int]]
"""The number of a strategy, and some of its entries."""
_Refusal = tuple[str, str | None]


@dataclass(frozen=True)
class Verification:
    """A certificate that was checked and found right, as far as it was checked."""

    game: str
    """The name of the game."""
    rules: str
    """The SHA-256 of its canonical text, as in `Game.rules_hash`."""
    start: str
    """The FEN of the position that the claim is about."""
    claim: Claim
    kind: str
    entries: int
    """Positions in the certificate."""
    checked: int
    """Those that were checked."""
    made: dict[str, Any]
    """What the certificate says about how it was made; nobody checks that."""

    @property
    def complete(self) -> bool:
        """Whether every entry was checked: only then is the claim proved."""
        return self.checked == self.entries


def verify(
    path: str | os.PathLike[str],
    sample: int | None = None,
    jobs: int = 1,
    seed: int | None = None,
    on_progress: Progress | None = None,
) -> Verification:
    """Check a certificate with the reference alone; CertificateError says where it is wrong.

    `path` is a file or, without a separator and `.proof`, the name of a bundled certificate.
    With `sample`, only so many entries are checked, chosen at random: that finds a file with many wrong entries, and
    proves nothing.
    """
    if not isinstance(path, str | os.PathLike):
        raise mistyped("verify", "the path of a certificate", path)
    for name, number in (("sample", sample), ("seed", seed)):
        if number is not None:
            whole(number, name, 0)
    whole(jobs, "jobs", 1, _MOST_JOBS)
    if on_progress is not None and not callable(on_progress):
        raise TypeError(f"on_progress is a function, not {type(on_progress).__name__}")
    data = _load(path)
    certificate = read(data)
    Checker(certificate).check_claim()
    entries = sum(strategy.entries for strategy in certificate.strategies)
    tasks = list(_tasks(certificate, entries, sample, seed))
    wanted = sum(len(indexes) for _, indexes in tasks)
    _check(certificate, data, tasks, jobs, wanted, on_progress)
    header = certificate.header
    made = header.get("made")
    return Verification(
        certificate.description.name,
        header["rules"],
        certificate.start.fen,
        certificate.claim,
        certificate.kind,
        entries,
        wanted,
        made if isinstance(made, dict) else {},
    )


def _load(path: str | os.PathLike[str]) -> bytes:
    separators = (os.sep, os.altsep or os.sep)
    if (
        isinstance(path, str)
        and not path.endswith(SUFFIX)
        and not any(separator in path for separator in separators)
    ):
        return games.read_certificate(path)
    with files.opened(path) as file:
        data = file.read(len(MAGIC))
        if data != MAGIC:
            return data  # whatever it is, however much there is of it
        data += file.read(_MOST_BYTES + 1 - len(data))
    if len(data) > _MOST_BYTES:
        raise CertificateError(f"a certificate has at most {files.size(_MOST_BYTES)}")
    return data


def _tasks(
    certificate: Certificate, entries: int, sample: int | None, seed: int | None
) -> Iterator[_Task]:
    """The entries to check, in parts: all of them, or so many chosen at random from all strategies together."""
    chosen = None
    if sample is not None and sample < entries:
        chosen = sorted(random.Random(seed).sample(range(entries), sample))
    first = 0
    for number, strategy in enumerate(certificate.strategies):
        last = first + strategy.entries
        inside: Sequence[int] = range(strategy.entries)
        if chosen is not None:
            inside = [index - first for index in chosen if first <= index < last]
        for at in range(0, len(inside), _PART):
            yield number, inside[at : at + _PART]
        first = last


def _check(
    certificate: Certificate,
    data: bytes,
    tasks: Sequence[_Task],
    jobs: int,
    wanted: int,
    on_progress: Progress | None,
) -> None:
    pool: HerePool[_Task, _Refusal | None] | LocalPool[_Task, _Refusal | None]
    jobs = min(jobs, 1 + wanted // _WORTH_A_PROCESS)
    pool = LocalPool(Entries(data), jobs) if jobs > 1 else HerePool(Here(certificate))
    done = 0
    try:
        for answer in pool.run(enumerate(tasks)):
            if not isinstance(answer, Done):
                raise SbgError(f"a part could not be checked: {answer.reason}")
            if answer.result is not None:
                raise CertificateError(*answer.result)
            done += len(tasks[answer.number][1])
            if on_progress is not None:
                on_progress(done, wanted)
    finally:
        pool.close()


class Here:
    """Checks entries of a certificate that is in memory; also the work that makes itself."""

    spent = False

    def __init__(self, certificate: Certificate) -> None:
        self._checker = Checker(certificate)

    def worker(self) -> Here:
        return self

    def do(self, task: _Task, /) -> _Refusal | None:
        try:
            self._checker.check_entries(*task)
        except CertificateError as error:
            return error.reason, error.position
        return None

    def close(self) -> None:
        """Nothing to give back."""


@dataclass(frozen=True)
class Entries:
    """The work of a process: the file, for it to read."""

    data: bytes

    def worker(self) -> Here:
        return Here(read(self.data))
