"""An engine that plays legal moves and gets one point of the protocol wrong, the one that its argument names."""

import sys
import time

import sbg


def say(text: str) -> None:
    """A line, at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main(way: str) -> None:
    """Speak UCI."""
    game = sbg.load("hexapawn")
    position = game.start
    for line in sys.stdin:
        command, *words = line.split() or [""]
        if command == "uci":
            if way != "nameless":
                say("id name careless")
            if way != "gameless":
                say("option Game string" if way == "bad-option" else "option name Game type string")
            say("uciok")
        elif command == "isready":
            say("readyok")
        elif command == "setoption":
            game = sbg.load(" ".join(words[3:]))
        elif command == "position":
            split = words.index("moves") if "moves" in words else len(words)
            fen = " ".join(words[1:split])
            position = game.position(fen) if fen and way != "no-fen" else game.start
            for move in () if way == "no-moves" else words[split + 1 :]:
                position = position.play(move)
        elif command == "go":
            if way == "bad-score":
                say("info depth 1 score 0.5")
            if way == "bad-line":
                say("info depth 1 score cp 5 pv z9z9")
            if way == "airy":
                say("")
            if way == "chatty":
                say("thinking hard")
            if way == "no-nodes" and "nodes" in words:
                sys.exit("nodes?")
            if way == "deaf" and words[:2] == ["movetime", "5000"]:
                time.sleep(600)
            if way != "waits" or words[:2] != ["movetime", "5000"]:
                say(f"bestmove {position.moves[0]}")
        elif command == "stop" and way in ("twice", "waits"):
            say(f"bestmove {position.moves[0]}")
        elif command == "quit" and way != "stays":
            break
        elif command == "xyzzy" and way == "touchy":
            sys.exit("what?")


if __name__ == "__main__":
    main(sys.argv[1])
