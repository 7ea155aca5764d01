"""The format of messages between the server and its worker processes: a word and some bytes."""

from __future__ import annotations

import struct
from asyncio import StreamReader
from typing import BinaryIO

READY, BEGUN, LIGHT, SEARCHING = "ready", "begun", "light", "searching"
NEWS, END, STOP = "news", "end", "stop"
"""Words of frames. Any other is the name of a request or, from a worker process, why it is refused."""

_SIZES = struct.Struct(">BI")


def pack(word: str, body: bytes = b"") -> bytes:
    """A frame."""
    return _SIZES.pack(len(word), len(body)) + word.encode() + body


def read(stream: BinaryIO) -> tuple[str, bytes] | None:
    """The next frame of a pipe; None at its end."""
    sizes = stream.read(_SIZES.size)
    if len(sizes) < _SIZES.size:
        return None
    word, body = _SIZES.unpack(sizes)
    return stream.read(word).decode(), stream.read(body)


async def receive(stream: StreamReader) -> tuple[str, bytes]:
    """The next frame of a pipe; IncompleteReadError at its end."""
    word, body = _SIZES.unpack(await stream.readexactly(_SIZES.size))
    return (await stream.readexactly(word)).decode(), await stream.readexactly(body)
