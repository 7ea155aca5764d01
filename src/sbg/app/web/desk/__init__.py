"""Answers every request of the playground page; requests and answers are bytes of JSON.

The name of a request and its body come in, the body of the answer comes out, or `Refused`; no thread, process or socket
is started. Read `desk.py` first.
"""
