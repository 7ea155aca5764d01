"""Many independent pieces of work in; their results out, whatever happens to the processes that do them.

`work` says what a piece of work and a pool of workers are; `local` is a pool of processes on this machine, `cluster`
one of a Ray cluster; `store` keeps results in a file from which the same command goes on. Nothing here knows a game.
"""
