"""Reads WebSocket frames, and closes connections that send too many."""

from __future__ import annotations

import time
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from sbg.app.web.limits import WebLimits

POLICY = 1008
TOO_FAST = "too many messages came too fast"
_LARGE = 10_000
"""Bytes that count as a frame."""
_PART = 1024
"""Bytes that are looked at before it is asked again whether there may be more: some 170 frames at most."""
_MOST_CONTROL = 131
"""Bytes of a control frame of a client, at most."""
_PATIENCE = 1.0
"""Seconds for a client that was cut off to read why."""


def socket_for(limits: WebLimits) -> type[WebSocketsSansIOProtocol]:
    """How WebSockets are spoken with."""

    class Protocol(WebSocketsSansIOProtocol):
        def __init__(self, *words: Any, **more: Any) -> None:
            super().__init__(*words, **more)
            self._left = self._most = 2 * limits.messages_per_second
            self._counted = time.monotonic()
            self._cut_off = False

        def data_received(self, data: bytes) -> None:
            for start in range(0, len(data), _PART):
                if self._cut_off:
                    self._throw_away(data[start:])
                    return
                super().data_received(data[start : start + _PART])
            self._count(len(data) / _LARGE)

        def handle_events(self) -> None:
            # Replies to pings have been prepared with the frames themselves.
            events = self.conn.events_received()
            if self._count(sum(isinstance(event, Frame) for event in events)):
                self.conn.events = events
                super().handle_events()

        def _count(self, frames: float) -> bool:
            """Count frames, and cut the client off when there were more in the last time than may be."""
            now = time.monotonic()
            self._left += (now - self._counted) * limits.messages_per_second
            self._left = min(self._most, self._left) - frames
            self._counted = now
            if self._left < 0 and not self._cut_off:
                self._end()
            return not self._cut_off

        def _end(self) -> None:
            """Close the connection, whatever still comes."""
            self.conn.data_to_send()  # answers to pings that nobody needs
            if not self.close_sent:
                self.close_sent = True
                self.queue.put_nowait(
                    {"type": "websocket.disconnect", "code": POLICY, "reason": TOO_FAST}
                )
                self.conn.fail(POLICY, TOO_FAST)
                self.transport.write(b"".join(self.conn.data_to_send()))
            self._listen_no_more()

        def _listen_no_more(self) -> None:
            """Give the client a moment to read why."""
            self._cut_off = True
            self.stop_keepalive()
            if self.close_timer is not None:
                self.close_timer.cancel()
            self.close_timer = self.loop.call_later(_PATIENCE, self.transport.abort)
            self._resume()

        def _throw_away(self, data: bytes) -> None:
            if data[0] & 15 == Opcode.CLOSE and len(data) <= _MOST_CONTROL:
                self.transport.close()  # it has read why
                return
            # Slowly; and a connection closed over data that nobody read would lose the reason.
            self.transport.pause_reading()
            self.loop.call_later(0.05, self._resume)

        def _resume(self) -> None:
            if not self.transport.is_closing():
                self.read_paused = False
                self.transport.resume_reading()

        async def send(self, message: Any) -> None:
            await super().send(message)
            if self.close_timer is not None and not self._cut_off:
                self._listen_no_more()  # the application has closed it

        def keepalive_timeout(self) -> None:
            super().keepalive_timeout()
            self.loop.call_later(_PATIENCE, self.transport.abort)

    return Protocol
