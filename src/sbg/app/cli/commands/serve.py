"""`sbg serve`: run the web server of the playground, the page for writing and playing games."""

from __future__ import annotations

import ipaddress
import os
import socket
import sys
from typing import Annotated, Any

from cyclopts import App, Parameter

from sbg.app.cli import options
from sbg.app.cli.terminal import Misuse, flush, note, out
from sbg.base.errors import SbgError, extra

DEFAULT_PORT = 8017
_TRIES = 20

app = App(
    name="serve",
    usage="Usage: sbg serve [OPTIONS]",
    help_epilogue="""\
The page runs in a browser on this machine, and nothing leaves it. Where the port is
taken, the next one that is free is used, unless it was chosen with --port. Ctrl-C ends the
server.

With --host others can reach the server: everybody who can connect may let it compute,
within the limits. It has no passwords and does not encrypt; docs/server.md tells more.

Examples:
  sbg serve --open
  sbg serve --port 8080
  sbg serve --port 0                  any free port
  sbg serve --host 0.0.0.0 --name games.example.org --searches 2""",
)


@app.default
def serve(
    *,
    port: Annotated[
        int | None,
        options.whole(0, 65_535),
        Parameter(metavar="N", help=f"Port to listen on; 0: any free one ({DEFAULT_PORT})."),
    ] = None,
    host: Annotated[
        str,
        Parameter(metavar="ADDRESS", help="Address to listen on (127.0.0.1: this machine only)."),
    ] = "127.0.0.1",
    name: Annotated[
        tuple[str, ...],
        Parameter(metavar="NAME", help="A further name by which browsers may call the server."),
    ] = (),
    open: Annotated[bool, Parameter(help="Open the page in the browser.")] = False,
    searches: Annotated[
        int | None,
        options.whole(1, 1_000),
        Parameter(metavar="N", help="Searches at once (twice the cores)."),
    ] = None,
    seconds: Annotated[
        float | None,
        options.number(0.1, 86_400.0),
        Parameter(metavar="S", help="The longest time of a search (60)."),
    ] = None,
    hash: Annotated[
        int | None,
        options.whole(1, 1_024),
        Parameter(metavar="MB", help="Memory of one search (32)."),
    ] = None,
    sockets: Annotated[
        int | None,
        options.whole(1, 10_000),
        Parameter(metavar="N", help="Clients at once (400)."),
    ] = None,
    read_seconds: Annotated[
        float | None,
        options.number(0.1, 3_600.0),
        Parameter(metavar="S", help="The longest time to read a game (5)."),
    ] = None,
    tables: Annotated[
        str | None,
        Parameter(
            metavar="PATH",
            help="A table that `sbg solve` wrote, a folder of them, or none (the folder where the"
            " server starts): exact values for their games.",
        ),
    ] = None,
) -> int:
    """Serve the page."""
    try:
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
        import websockets  # noqa: F401
    except ImportError as missing:
        raise Misuse(
            f"`sbg serve` needs {missing.name}, which is not installed",
            f"install it with {extra('web')}",
        ) from None
    import asyncio

    from sbg.app.web.limits import WebLimits
    from sbg.app.web.server.guard import Names
    from sbg.app.web.server.page import FOLDER
    from sbg.app.web.server.run import serve as serve_until_the_end

    _use_tables(tables)
    chosen: dict[str, Any] = {
        "searches": searches,
        "search_seconds": seconds,
        "hash_megabytes": hash,
        "sockets": sockets,
        "read_seconds": read_seconds,
    }
    limits = WebLimits(**{name: value for name, value in chosen.items() if value is not None})

    listener, loopback = _listen(host, port)
    address = _address(listener, host)
    if port != 0:
        _remember(address)

    def ready() -> None:
        if not loopback:
            note(
                "warning: everybody who can reach this machine can use this server;"
                " it has no passwords and does not encrypt"
            )
        out(f"sbg is served at {address} (Ctrl-C ends it)")
        if not (FOLDER / "index.html").is_file():
            note(
                "warning: this sbg was built without its page; in the folder of the sources run `make page`,"
                " which needs npm, then `pip install --force-reinstall --no-deps .`"
            )
        flush()
        if open:
            import threading
            import webbrowser

            # A browser may not come back before it is closed, and the page waits for us.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    names = (*name, *(() if loopback else (host,)))
    asyncio.run(serve_until_the_end(listener, limits, Names(loopback, names), ready))
    return 0


def _use_tables(given: str | None) -> None:
    """Tell the processes of the server which tables to use: those named, or those in the folder where it starts."""
    from sbg.app.web.desk.searching import TABLES
    from sbg.play.players.beside import NONE, SUFFIX

    os.environ.pop(TABLES, None)
    if given == NONE:
        return
    if given is None:
        if any(name.endswith(SUFFIX) for name in os.listdir()):
            os.environ[TABLES] = os.getcwd()
        return
    from sbg.exact.solving.known import Known

    try:
        Known(given)
    except SbgError as error:
        raise Misuse(f"--tables: {error}") from None
    os.environ[TABLES] = os.path.abspath(given)


def _listen(host: str, port: int | None) -> tuple[socket.socket, bool]:
    """A socket that listens, and whether only this machine can reach it."""
    try:
        found = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise Misuse(f"--host: there is no address `{host}`") from None
    family, _, _, _, where = found[0]
    loopback = ipaddress.ip_address(str(where[0]).partition("%")[0]).is_loopback
    tries = [port] if port is not None else [DEFAULT_PORT + more for more in range(_TRIES)] + [0]
    for number in tries:
        try:
            listener = _bind(family, str(where[0]), number)
        except PermissionError:
            raise Misuse(f"port {number} may not be used by you", "choose one above 1023") from None
        except OSError as problem:
            if port is not None:
                raise Misuse(
                    f"cannot listen on port {port} of {host}: {problem.strerror or problem}",
                    "choose another one, or 0 for any that is free",
                ) from None
            continue
        if port is None and number != DEFAULT_PORT:
            taken = listener.getsockname()[1]
            note(f"port {DEFAULT_PORT} is taken; using {taken}")
        return listener, loopback
    raise Misuse(f"no free port on {host}")


def _bind(family: int, host: str, port: int) -> socket.socket:
    # Only of a socket that says it is TCP does asyncio send small answers at once.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        # On Windows the usual option would let two servers share a port; there it is not needed either.
        if sys.platform == "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(1024)
    except OSError:
        listener.close()
        raise
    listener.setblocking(False)
    return listener


def _remember(address: str) -> None:
    """Say so when the address is another one than last time: browsers keep the games of the page for each address."""
    from sbg.app.cli.state import state_folder
    from sbg.base import files

    kept = state_folder() / "page-address"
    try:
        before = files.read(kept, 1_000).decode()
        if before != address:
            note(
                f"last time the page was at {before}: the games that a browser keeps there are not shown at {address};"
                " save them there to a file, and open it here"
            )
    except (SbgError, UnicodeError):
        pass  # the first time
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        files.write(kept, address, force=True)
    except (SbgError, OSError):
        pass  # a home that cannot be written to is no reason not to play


def _address(listener: socket.socket, host: str) -> str:
    """What to open in a browser."""
    port = listener.getsockname()[1]
    if host in ("0.0.0.0", "::", ""):
        host = "localhost"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
