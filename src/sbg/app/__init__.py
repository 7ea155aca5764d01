"""What people use: the command line, the page in the browser, play in the terminal, help in editors.

In come command lines, requests, typed moves and texts that may be broken. Out come answers; no rules of play are
decided here. Read `cli/app.py`, the table of commands, first.
"""
