"""The playground in the browser: `desk` answers its requests, `server` brings them over the network.

    browser ─► server: one process that never computes ─► worker processes: a desk in each, one request at a time

`limits` names every limit. Nothing here is imported before `sbg serve` asks for it.
"""
