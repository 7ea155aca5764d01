"""The desk of the page: requests are bytes of JSON, and so are their answers.

The name of a request and its body come in, the body of the answer comes out, or `Refused`; no thread, process or socket
is started. Read `desk.py` first.
"""
