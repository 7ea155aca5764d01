"""The server behind `sbg serve`: HTTP and WebSockets in front, worker processes with a desk each behind.

`run` starts it; `app` has its addresses, `session` is one WebSocket, `pool` has the worker processes, and `worker`
is what one of them does.
"""
