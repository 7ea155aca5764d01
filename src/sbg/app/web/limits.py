"""Every limit of the web server: what one client may ask for, and what all together may use."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

MEGABYTE = 1 << 20


@dataclass(frozen=True)
class WebLimits:
    """The limits that a server runs with. `docs/server.md` lists them; some are options of `sbg serve`."""

    body_bytes: int = field(
        default=600_000,
        metadata={"about": "A request; all that wait have 64 times as much, from one address 48"},
    )
    text_bytes: int = field(default=256_000, metadata={"about": "The text of a game"})
    moves: int = field(
        default=20_000, metadata={"about": "Moves in a request, and legal moves in an answer"}
    )
    read_seconds: float = field(
        default=5.0, metadata={"about": "Seconds for a request; what takes longer is ended"}
    )
    search_seconds: float = field(default=60.0, metadata={"about": "Seconds of a search"})
    searches: int = field(
        default_factory=lambda: max(4, 2 * (os.cpu_count() or 1)),
        metadata={"about": "Searches at once, from one address half of them but at least 4"},
    )
    hash_megabytes: int = field(
        default=32, metadata={"about": "Megabytes of the table or the tree of a search"}
    )
    worker_megabytes: int = field(
        default=1_500,
        metadata={"about": "Megabytes of a process beside its search, where the system has limits"},
    )
    games: int = field(
        default=64, metadata={"about": "Games that a process keeps, of 2 megabytes on average"}
    )
    sockets: int = field(
        default=400,
        metadata={"about": "WebSockets at once; connections of any kind: twice as many, and 100"},
    )
    messages_per_second: float = field(
        default=50.0,
        metadata={
            "about": "Frames a second over a WebSocket, and twice as many at once; 10 kB count as one"
        },
    )
    patience_seconds: float = field(
        default=20.0,
        metadata={
            "about": "Seconds for a client to send a request, take an answer, or answer a ping"
        },
    )

    @property
    def connections(self) -> int:
        """Connections of any kind."""
        return 2 * self.sockets + 100

    @property
    def processes(self) -> int:
        """Worker processes, at most: neither searches nor texts that are read can have the last one."""
        return self.searches + self.readers + 1

    @property
    def readers(self) -> int:
        """Those of them that read texts of which nobody knows how long it takes; one address has one less."""
        return 3

    @property
    def client_processes(self) -> int:
        """Those of them that work for one address at once."""
        return self.processes - 2

    @property
    def client_searches(self) -> int:
        """Searches of one address at once."""
        return max(4, self.searches // 2)

    @property
    def waiting_bytes(self) -> int:
        """Requests that wait for a process, all together."""
        return 64 * self.body_bytes
