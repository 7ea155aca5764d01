"""Runs many independent tasks on processes or a cluster, and keeps results if some of them die.

`work` says what a piece of work and a pool of workers are; `local` is a pool of processes on this machine, `cluster`
one of a Ray cluster; `store` keeps results in a file from which the same command goes on. Nothing here knows a game.
"""
