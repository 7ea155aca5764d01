"""The web server of `sbg serve`: HTTP and WebSockets in front, worker processes behind.

`run` starts it; `app` has its addresses, `session` is one WebSocket, `pool` has the worker processes, and `worker`
is what one of them does.
"""
