"""What people touch: the command line, the page in the browser, the terminal's game, and helpers for editors.

In come words, clicks and keys; out come answers. No rules of play are decided here.
Read `cli/app.py` first: the table of commands.
"""
