"""Serves the files of the built page, and nothing outside their folder."""

from __future__ import annotations

import os
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).parent.with_name("page")
_HASHED = "assets"
"""The folder of files whose names hold a hash of their content, so that a new content has a new name."""

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


class Page(StaticFiles):
    """Files that are not hidden; at the root `index.html`, or how to build it."""

    def __init__(self, folder: Path = FOLDER) -> None:
        super().__init__(directory=folder, html=True, check_dir=False)
        self.config_checked = True  # the page may be built while the server runs

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """A file by its path; none if any part of it is hidden."""
        hidden = any(part.startswith(".") and part != "." for part in Path(path).parts)
        return ("", None) if hidden else super().lookup_path(path)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file of a path, with how long a browser may keep it."""
        try:
            found = await super().get_response(path, scope)
        except HTTPException as problem:
            if problem.status_code != 404:
                raise
            if path not in (".", "index.html"):
                raise HTTPException(404, "there is nothing at this address") from None
            found = HTMLResponse(MISSING)
        hashed = Path(path).parts[:1] == (_HASHED,)
        found.headers["Cache-Control"] = (
            "public, max-age=31536000, immutable" if hashed else "no-cache"
        )
        return found
