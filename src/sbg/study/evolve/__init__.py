"""Generates, mutates and evolves games, held as genomes of exchangeable parts.

A genome holds a game as parts (`genome`), styles say how to draw them (`styles`, `armies`, `hunt`, `metagame`), and
what is drawn is repaired (`repair`) and written with its name and its rules in English (`birth`). `mutate` changes
games by `operators`. A search is a `run` in a file: its `schedule` decides what each `individual` is to be, its
`archive` holds the best of each of the `cells`.
"""
