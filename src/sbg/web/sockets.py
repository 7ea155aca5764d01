"""How WebSockets are read: no faster than they are served, and frames of every kind count.

The application counts messages. What never becomes one is counted here: pings and pongs, and parts of messages. Who
sends too many of them is told so and cut off. No more is read than can be answered: what came stays unread while a
message waits to be taken, or while its sender takes no answers.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from sbg.web.quotas import WebLimits
from sbg.web.rate import Bucket

POLICY = 1008
TOO_FAST = "too many messages came too fast"
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
            self._unread = memoryview(b"")
            self._frames = Bucket(limits.messages_per_second, limits.message_burst)
            self._cut_off = False

        def data_received(self, data: bytes) -> None:
            if self._cut_off:
                if data[0] & 15 == Opcode.CLOSE and len(data) <= _MOST_CONTROL:
                    self.transport.close()  # it has read why
                    return
                # It is thrown away, slowly: a connection closed over data that nobody read would lose the reason.
                self.transport.pause_reading()
                self.loop.call_later(0.05, self._resume)
                return
            self._unread = memoryview(bytes(self._unread) + data if self._unread else data)
            self._read_on()

        def _read_on(self) -> None:
            """Take what has come, as far as it can be answered."""
            while self._unread and self._may_read():
                part, self._unread = self._unread[:_PART], self._unread[_PART:]
                super().data_received(bytes(part))
            if self._unread and not self.transport.is_closing():
                self.read_paused = True
                self.transport.pause_reading()

        def _may_read(self) -> bool:
            return (
                self.queue.empty()
                and self.writable.is_set()
                and not self._cut_off
                and not self.transport.is_closing()
            )

        def handle_events(self) -> None:
            # Replies to pings have been prepared with the frames themselves.
            events = self.conn.events_received()
            extra = sum(isinstance(event, Frame) and _is_no_message(event) for event in events)
            if extra and not self._frames.take(extra):
                self.end(POLICY, TOO_FAST)
                return
            self.conn.events = events
            super().handle_events()

        def end(self, code: int, reason: str) -> None:
            """Close the connection, whatever still comes; its client has a moment to read why."""
            self.conn.data_to_send()  # answers to pings that nobody needs
            if not self.close_sent:
                self.close_sent = True
                self.queue.put_nowait(
                    {"type": "websocket.disconnect", "code": code, "reason": reason}
                )
                self.conn.fail(code, reason)
                self.transport.write(b"".join(self.conn.data_to_send()))
            self._listen_no_more()

        def _listen_no_more(self) -> None:
            self._cut_off = True
            self._unread = memoryview(b"")
            self.stop_keepalive()
            if self.close_timer is not None:
                self.close_timer.cancel()
            self.close_timer = self.loop.call_later(_PATIENCE, self.transport.abort)
            self._resume()

        async def send(self, message: Any) -> None:
            await super().send(message)
            if self.close_timer is not None and not self._cut_off:
                self._listen_no_more()  # the application has closed it

        def _resume(self) -> None:
            if not self.transport.is_closing():
                self.read_paused = False
                self.transport.resume_reading()

        async def receive(self) -> Any:
            message = await super().receive()
            self._read_on()
            return message

        def pause_writing(self) -> None:
            super().pause_writing()
            self.transport.pause_reading()

        def resume_writing(self) -> None:
            super().resume_writing()
            if self.queue.empty():
                self._resume()
            self._read_on()

        def keepalive_timeout(self) -> None:
            super().keepalive_timeout()
            self.loop.call_later(_PATIENCE, self.transport.abort)

    return Protocol


def _is_no_message(frame: Frame) -> bool:
    """Whether a frame is no whole message, and so is counted nowhere else."""
    return not frame.fin or frame.opcode not in (Opcode.TEXT, Opcode.BINARY, Opcode.CLOSE)
