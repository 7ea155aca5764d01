"""The way to misbehave as an argument in; an engine that speaks UCI until it is asked for a move, and then does so.

It imports nothing of ours, so that it starts fast.
"""

import os
import subprocess
import sys
import time


def say(text: str) -> None:
    """A line, at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def misbehave(way: str) -> None:
    """Answer `go`."""
    if way == "crash":
        sys.stderr.write("out of cheese\n")
        sys.exit(3)
    if way == "killed":
        os.kill(os.getpid(), 9)
    if way in ("hang", "orphan"):
        time.sleep(600)
    if way == "late":
        time.sleep(0.7)
        say("bestmove a1a2")
    if way == "nonsense":
        say("I would rather not")
        say("bestmove my-queen")
    if way == "chatter":
        while True:
            say("blah")
    if way == "endless-line":
        while True:
            sys.stdout.write("x" * 60000)
    if way == "nothing":
        say("bestmove")
    if way == "illegal":
        say("bestmove a1a1")


def main() -> None:
    """Speak UCI."""
    way = sys.argv[1]
    if way == "mute":
        time.sleep(600)
    if way == "stillborn":
        sys.exit("cannot open shared object")
    if way == "orphan":
        # Children that outlive their parent, unless somebody sees to it: one is not even waited for.
        subprocess.Popen(["sleep", "600"])
    for line in sys.stdin:
        command = line.split()[:1]
        if command == ["uci"]:
            say("id name rogue")
            say("uciok")
        elif command == ["isready"]:
            if way == "never-ready":
                time.sleep(600)
            say("readyok")
        elif command == ["go"]:
            misbehave(way)
        elif command == ["quit"]:
            break


if __name__ == "__main__":
    main()
