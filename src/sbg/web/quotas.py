"""Every limit of the server, by name: what one client may ask for, and what all of them may use together."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

MEGABYTE = 1 << 20


def _cores() -> int:
    return os.cpu_count() or 1


@dataclass(frozen=True)
class WebLimits:
    """The limits that a server runs with. `docs/server.md` lists them; some are options of `sbg serve`."""

    # What one request may bring.
    text_bytes: int = field(default=256_000, metadata={"about": "Size of a game's text"})
    body_bytes: int = field(
        default=600_000, metadata={"about": "Body of a request; a message over the WebSocket"}
    )
    moves: int = field(default=20_000, metadata={"about": "Moves in one request"})
    depth: int = field(default=20, metadata={"about": "Nesting of the JSON of a request"})

    # What one request may cost.
    read_seconds: float = field(
        default=5.0, metadata={"about": "Seconds to read a game; what takes longer is ended"}
    )
    answer_bytes: int = field(default=8_000_000, metadata={"about": "Size of an answer"})
    search_seconds: float = field(default=60.0, metadata={"about": "Seconds of one search"})
    hash_megabytes: int = field(
        default=32, metadata={"about": "Megabytes of the table or the tree of one search"}
    )
    lines: int = field(default=10, metadata={"about": "Best moves that an analysis reports on"})

    # What a client may do at once and in a second.
    messages_per_second: float = field(
        default=50.0, metadata={"about": "Messages a second over one WebSocket, on average"}
    )
    message_burst: int = field(
        default=100, metadata={"about": "Messages that may come at once over one WebSocket"}
    )
    bytes_per_second: int = field(
        default=500_000, metadata={"about": "Bytes a second over one WebSocket, on average"}
    )
    refusals: int = field(
        default=200,
        metadata={"about": "Messages a minute that may come too fast before a WebSocket is closed"},
    )
    pending: int = field(default=64, metadata={"about": "Unanswered messages of one WebSocket"})
    client_searches: int = field(
        default=4, metadata={"about": "Searches at once from one address (one for each WebSocket)"}
    )
    client_reads: int = field(
        default=48, metadata={"about": "Texts of one address that wait to be read"}
    )

    # What all clients may use together.
    searches: int = field(
        default_factory=lambda: max(4, 2 * _cores()), metadata={"about": "Searches at once"}
    )
    search_wait_seconds: float = field(
        default=10.0, metadata={"about": "Seconds that a search waits for its turn"}
    )
    reads: int = field(default=64, metadata={"about": "Texts that wait to be read"})
    sockets: int = field(default=400, metadata={"about": "WebSockets at once"})
    connections: int = field(
        default=800, metadata={"about": "Network connections at once, WebSockets among them"}
    )
    readers: int = field(default=3, metadata={"about": "Processes that read texts"})
    players: int = field(
        default=2,
        metadata={"about": "Processes that play; games that are slow to read have one more"},
    )
    slow_seconds: float = field(
        default=0.5, metadata={"about": "Seconds of reading from which a game counts as slow"}
    )
    heavy_steps: int = field(
        default=5_000_000,
        metadata={
            "about": "Squares × squares × states of the rules from which a game counts as slow"
        },
    )
    worker_megabytes: int = field(
        default=1_500, metadata={"about": "Memory of each process, where the system can limit it"}
    )
    games: int = field(default=64, metadata={"about": "Games that a process keeps"})
    games_megabytes: int = field(
        default=128, metadata={"about": "Memory of the games that a process keeps"}
    )

    # How long to be patient.
    header_seconds: float = field(
        default=10.0, metadata={"about": "Seconds for the head of a request to arrive"}
    )
    body_seconds: float = field(
        default=20.0, metadata={"about": "Seconds for the body of a request to arrive"}
    )
    idle_seconds: int = field(
        default=30, metadata={"about": "Seconds that a connection stays open between requests"}
    )
    send_seconds: float = field(
        default=10.0, metadata={"about": "Seconds for a client to take an answer"}
    )
    ping_seconds: float = field(
        default=20.0,
        metadata={
            "about": "Seconds between signs of life of a WebSocket, and for an answer to one"
        },
    )
