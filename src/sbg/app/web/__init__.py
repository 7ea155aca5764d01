"""What the page in a browser asks, answered by a `desk`, and the `server` that brings both together.

    browser ─► server: one process that never computes ─► worker processes: a desk in each, one request at a time

`limits` names every limit. Nothing here is imported before `sbg serve` asks for it.
"""
