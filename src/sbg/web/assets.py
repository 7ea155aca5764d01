"""The path of a request in; a file of the built page out. What is not among the files found is not served.

All files are read into memory: no path of a request ever reaches the file system. A page that is built anew while the
server runs is noticed.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).with_name("page")
_INDEX = "index.html"
_HASHED = "assets/"
_MOST_BYTES = 32 << 20
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_SMALL = 1_000
"""Bytes below which compression does not pay."""

MISSING = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>sbg: the page is not built</title>
<h1>The page is not built</h1>
<p>This is the server of <code>sbg serve</code>. It runs, but the page that belongs here has not been built.</p>
<p>In the folder of the sources, with npm installed, build it with <code>make page</code>. If sbg runs from there,
load this page again; if sbg was installed from there, install it again:
<code>pip install --force-reinstall --no-deps .</code></p>
<p>What programs can ask for is there without it:
<a href="/api/info">/api/info</a>, <a href="/api/games">/api/games</a>.</p>
</html>
"""


@dataclass(frozen=True)
class Asset:
    """A file as it is sent."""

    body: bytes
    packed: bytes | None
    headers: dict[str, str]

    def answer(self, accepts: str, known: str | None) -> tuple[int, bytes, dict[str, str]]:
        """Status, body and headers, for what the browser accepts and has already."""
        headers = dict(self.headers)
        if known is not None and headers["ETag"] in known:
            return 304, b"", headers
        if self.packed is not None and "gzip" in accepts:
            return 200, self.packed, headers | {"Content-Encoding": "gzip"}
        return 200, self.body, headers


class Assets:
    """The files of the built page, by path."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._built: tuple[int, ...] | None = None
        self._files: dict[str, Asset] = {}

    def find(self, path: str) -> Asset | None:
        """The file at a path of the server; None if there is none."""
        if path in ("/", f"/{_INDEX}"):
            self._refresh()
            return self._files.get(_INDEX) or _MISSING
        return self._files.get(path.removeprefix("/"))

    @property
    def built(self) -> bool:
        """Whether there is a page."""
        self._refresh()
        return _INDEX in self._files

    def _refresh(self) -> None:
        try:
            # Both: while the page is built, one of them is there before the other.
            built = tuple((self._folder / name).stat().st_mtime_ns for name in (_INDEX, _HASHED))
        except OSError:
            built = None
        if built != self._built:
            self._files = {} if built is None else _read_all(self._folder)
            self._built = built


def _read_all(folder: Path) -> dict[str, Asset]:
    found = {}
    left = _MOST_BYTES
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if hidden or path.is_symlink() or not path.is_file():
            continue
        body = path.read_bytes()
        left -= len(body)
        if left < 0:
            break
        found[name] = _asset(name, body)
    return found


def _asset(name: str, body: bytes) -> Asset:
    kind = _TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0]
    kind = kind or "application/octet-stream"
    is_text = kind.startswith("text/") or kind in ("application/json", "image/svg+xml")
    packed = gzip.compress(body, 9, mtime=0) if is_text and len(body) >= _SMALL else None
    # Names under assets/ hold a hash of the content, so that a new content has a new name.
    hashed = name.startswith(_HASHED)
    return Asset(
        body,
        packed if packed is not None and len(packed) < len(body) else None,
        {
            "Content-Type": kind,
            "Cache-Control": "public, max-age=31536000, immutable" if hashed else "no-cache",
            "ETag": f'"{hashlib.sha256(body).hexdigest()[:32]}"',
            "Vary": "Accept-Encoding",
        },
    )


_MISSING = _asset(_INDEX, MISSING.encode())
