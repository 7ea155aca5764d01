"""What a worker process is told and answers, as bytes of a pipe: a small head of JSON, and a body as it is.

The body of an answer is JSON that is ready for the browser: the server hands it on without looking inside.
"""

from __future__ import annotations

import json
import struct
from asyncio import StreamReader
from typing import Any, BinaryIO

Head = dict[str, Any]

_SIZES = struct.Struct(">II")


def pack(head: Head, body: bytes = b"") -> bytes:
    """A frame."""
    text = json.dumps(head, separators=(",", ":")).encode()
    return _SIZES.pack(len(text), len(body)) + text + body


def read(stream: BinaryIO) -> tuple[Head, bytes] | None:
    """The next frame of a pipe; None at its end."""
    sizes = stream.read(_SIZES.size)
    if len(sizes) < _SIZES.size:
        return None
    head, body = _SIZES.unpack(sizes)
    text = stream.read(head)
    return json.loads(text), stream.read(body)


async def receive(stream: StreamReader) -> tuple[Head, bytes]:
    """The next frame of a pipe; IncompleteReadError at its end."""
    head, body = _SIZES.unpack(await stream.readexactly(_SIZES.size))
    text = await stream.readexactly(head)
    return json.loads(text), await stream.readexactly(body)
