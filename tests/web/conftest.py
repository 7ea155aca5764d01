"""One server for the tests that leave it as it is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.helpers import Client, Server, running


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A server as `sbg serve` starts it. Whatever is done to it, in the end it must still answer."""
    with running() as server:
        yield server
        assert server.get("/api/games/gardner")["title"] == "Simplified Gardner"
        code, errors = server.end()
        assert (code, errors) == (0, "")  # what clients do wrong is no news for the terminal


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    """A WebSocket."""
    with server.client() as client:
        yield client
