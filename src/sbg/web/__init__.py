"""A request of a browser in; checked texts, positions, moves and analyses out: the server behind `sbg serve`.

One process talks to the browsers and never computes; others read games and play them, so that no game can stop it:

    browser ─► server ─► app ─► reads ─► worker processes, one text at a time, ended when they take too long
                              ─► plays ─► worker processes that keep games and search in threads

`limits` names every limit. Nothing here is imported before `sbg serve` asks for it.
"""
