"""Compares what the program does with stored facts, to notice when moved code changes behaviour.

    python scripts/freeze.py compare                     what `make frozen` does: exit 1 where a fact changed or went
    python scripts/freeze.py compare --only svg help     some kinds alone
    python scripts/freeze.py write                       what `make freeze` does: takes new facts into the file

A fact is a text with a name, such as `describe/chess`. Facts that are new pass. One that went or changed fails, unless
`tests/golden/facts.allowed` names it together with words of CHANGELOG.md. `freeze_facts.py` says what the facts are.
"""

from __future__ import annotations

import argparse
import difflib
import fnmatch
import hashlib
import itertools
import json
import lzma
import multiprocessing
import os
import re
import shutil
import sys
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts import freeze_facts  # noqa: E402

STORED = ROOT / "tests" / "golden" / "facts.json.xz"
ALLOWED = ROOT / "tests" / "golden" / "facts.allowed"
CHANGELOG = ROOT / "CHANGELOG.md"

FORMAT = 1
WHOLE = 1500
"""Characters up to which a text is stored; of a longer one the hash, and those of its parts."""
PARTS = 8
MOST_SHOWN = 12
"""Differences shown of each kind."""
MOST_LINES = 14
"""Lines shown of one difference."""

Fact = str | list[Any]
"""A text, or of a long one its hash, the number of its lines and the checks of its parts."""


def stored_form(text: str) -> Fact:
    """What the file keeps of a text."""
    if len(text) <= WHOLE:
        return text
    lines = text.split("\n")
    found = hashlib.sha256(text.encode()).hexdigest()[:20]
    return [found, len(lines), [zlib.crc32("\n".join(part).encode()) for part in parts(lines)]]


def parts(lines: list[str]) -> list[list[str]]:
    """The lines in eight parts of about the same length."""
    bounds = [len(lines) * i // PARTS for i in range(PARTS + 1)]
    return [lines[a:b] for a, b in itertools.pairwise(bounds)]


def difference(old: Fact, text: str) -> list[str]:
    """In a few lines, how a text differs from what was stored."""
    lines = text.split("\n")
    if isinstance(old, str):
        made = difflib.unified_diff(old.split("\n"), lines, lineterm="", n=0)
        return [line[:160] for line in list(made)[2:] if not line.startswith("@@")]
    if old[1] != len(lines):
        return [f"{len(lines)} lines in place of {old[1]}"]
    wrong = [
        i
        for i, part in enumerate(parts(lines))
        if zlib.crc32("\n".join(part).encode()) != old[2][i]
    ]
    if not wrong:
        return ["a long text, in a place that cannot be told"]
    first, last = len(lines) * wrong[0] // PARTS, len(lines) * (wrong[-1] + 1) // PARTS
    return [f"between lines {first + 1} and {last} of {len(lines)}"]


@dataclass(frozen=True)
class Permission:
    """A line of the list: facts that may have gone or changed."""

    verb: str
    pattern: str
    words: str

    def covers(self, verb: str, name: str) -> bool:
        return self.verb == verb and fnmatch.fnmatchcase(name, self.pattern)


def read_permissions(text: str, changelog: str) -> list[Permission]:
    """The list; each line needs words that CHANGELOG.md has."""
    found = []
    said = " ".join(changelog.split())
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        match = re.fullmatch(r"(gone|changed) (\S+) +: (.+)", line)
        if match is None:
            raise SystemExit(f"facts.allowed:{number}: not `gone|changed PATTERN : words`")
        permission = Permission(match[1], match[2], " ".join(match[3].split()))
        if permission.words not in said:
            raise SystemExit(f"facts.allowed:{number}: CHANGELOG.md does not say: {match[3]}")
        found.append(permission)
    return found


def read_facts(path: Path = STORED) -> dict[str, Any]:
    """The file: `corpus` has the texts of the random games, `facts` the facts."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        stored: dict[str, Any] = json.load(file)
    if stored["format"] != FORMAT:
        raise SystemExit(f"{path} has format {stored['format']}, and this script reads {FORMAT}")
    return stored


def write_facts(corpus: Mapping[str, str], facts: Mapping[str, Fact], path: Path = STORED) -> None:
    """Write the file; equal facts give equal bytes."""
    stored = {"format": FORMAT, "corpus": corpus, "facts": dict(sorted(facts.items()))}
    data = json.dumps(stored, ensure_ascii=False, separators=(",", ":")).encode()
    path.write_bytes(lzma.compress(data, preset=9))


def compute(
    corpus: Mapping[str, str], only: set[str], jobs: int
) -> tuple[dict[str, str], list[str], Counter[str]]:
    """All facts of some kinds, what could not be asked here, and processor seconds of each kind."""
    facts: dict[str, str] = {}
    skipped: list[str] = []
    seconds: Counter[str] = Counter()
    tasks = freeze_facts.tasks(corpus, only)
    with multiprocessing.Pool(jobs, _prepare) as pool:
        made = pool.imap_unordered(freeze_facts.carry_out, tasks)
        for number, (found, missing, used) in enumerate(made, 1):
            print(f"\r{number} of {len(tasks)}", end="", file=sys.stderr, flush=True)
            facts.update(found)
            skipped += missing
            seconds.update(used)
    print("\r", end="", file=sys.stderr)
    return facts, sorted(set(skipped)), seconds


def _prepare() -> None:
    os.environ.update(COLUMNS="100", NO_COLOR="1", TERM="dumb", PYTHONIOENCODING="utf-8")
    for name in ("FORCE_COLOR", "SBG_TABLES", "SBG_TRACEBACK"):
        os.environ.pop(name, None)
    os.environ["XDG_STATE_HOME"] = os.environ["XDG_CACHE_HOME"] = tempfile.gettempdir()


def within(name: str, prefixes: Iterable[str]) -> bool:
    """Whether a fact is one of these, or below one of them."""
    return any(name == prefix or name.startswith(prefix + "/") for prefix in prefixes)


class Comparison:
    """The facts of now beside those of the file."""

    def __init__(
        self,
        stored: Mapping[str, Fact],
        now: Mapping[str, str],
        skipped: Iterable[str],
        permissions: list[Permission],
    ) -> None:
        skipped = tuple(skipped)
        gone = [name for name in stored if name not in now and not within(name, skipped)]
        changed = [n for n, text in now.items() if n in stored and stored[n] != stored_form(text)]
        failed = [name for name in now if name.endswith("/failed")]
        self.new = [name for name in now if name not in stored]
        self.used: set[Permission] = set()
        self.wrong = sorted(
            (name, verb)
            for verb, names in (("gone", gone), ("changed", changed), ("failed", failed))
            for name in names
            if not self._allowed(permissions, verb, name)
        )
        self.allowed = len(gone) + len(changed) + len(failed) - len(self.wrong)
        self.stored, self.now = stored, now

    def _allowed(self, permissions: list[Permission], verb: str, name: str) -> bool:
        covering = {one for one in permissions if one.covers(verb, name)}
        self.used |= covering
        return bool(covering)

    def show(self) -> None:
        """Print what is wrong, and leave the new texts where they can be looked at."""
        folder = ROOT / "build" / "frozen"
        shutil.rmtree(folder, ignore_errors=True)
        kinds = Counter(name.split("/")[0] for name, _ in self.wrong)
        shown: Counter[str] = Counter()
        for name, verb in self.wrong:
            kind = name.split("/")[0]
            shown[kind] += 1
            text = self.now.get(name)
            if text is not None:
                path = folder / (re.sub(r"[^\w./=()-]", "_", name) + ".txt")
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            if shown[kind] > MOST_SHOWN:
                continue
            print(f"{verb} {name}" + ("" if text is None else f"   now: {path.relative_to(ROOT)}"))
            if text is not None:
                lines = difference(self.stored.get(name, ""), text)
                print(*(f"    {line}" for line in lines[:MOST_LINES]), sep="\n")
        for kind, count in kinds.items():
            print(
                f"{kind}: {count} facts differ"
                + (" (more than shown)" if count > MOST_SHOWN else "")
            )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("action", choices=["compare", "write"])
    parser.add_argument("--only", nargs="+", default=[], metavar="KIND", choices=freeze_facts.KINDS)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--times", action="store_true", help="processor seconds of each kind")
    options = parser.parse_args()
    only = set(options.only or freeze_facts.KINDS)
    began = time.perf_counter()

    before = read_facts() if STORED.exists() else {"corpus": freeze_facts.new_corpus(), "facts": {}}
    corpus, old = before["corpus"], before["facts"]
    permissions = read_permissions(
        ALLOWED.read_text(encoding="utf-8"), CHANGELOG.read_text(encoding="utf-8")
    )
    now, skipped, seconds = compute(corpus, only, options.jobs)
    asked = {name: fact for name, fact in old.items() if name.split("/")[0] in only}
    found = Comparison(asked, now, skipped, permissions)

    if options.times:
        for kind, used in seconds.most_common():
            print(f"{used:8.1f} s  {kind}")
    for name in skipped:
        print(f"skipped: {name}, for want of a package")
    found.show()
    print(
        f"{len(now)} facts, {len(found.new)} of them new, {found.allowed} gone or changed as allowed,"
        f" {len(found.wrong)} wrong; {time.perf_counter() - began:.0f} s"
    )
    if found.wrong:
        print("What is meant goes into tests/golden/facts.allowed, with words of CHANGELOG.md.")
        return 1
    if options.action == "write":
        kept = {n: f for n, f in old.items() if n not in asked or within(n, skipped)}
        write_facts(corpus, kept | {name: stored_form(text) for name, text in now.items()})
        print(f"{STORED.relative_to(ROOT)}: {STORED.stat().st_size:,} bytes")
        for one in found.used:
            if one.verb == "changed":
                print(f"now in the file, so take out of facts.allowed: changed {one.pattern}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
