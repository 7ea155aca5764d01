"""How fast `sbg serve` answers many clients, as a table or JSON.

    python bench/web.py                 200 clients for 20 seconds, and single requests
    python bench/web.py --quick         20 clients for 3 seconds
    python bench/web.py --clients 400 --seconds 60 --json

The server and all clients share this machine: the clients run in a process of their own, whose work is in the load.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import statistics
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from websockets.asyncio.client import ClientConnection, connect  # noqa: E402

import sbg  # noqa: E402
from bench import machine  # noqa: E402
from bench.serving import ServerProcess, slow_text  # noqa: E402
from bench.tables import table  # noqa: E402
from sbg.language import games  # noqa: E402

GAMES = ("gardner", "breakthrough", "chess", "hexapawn")
"""What the clients play, in turn."""

BUDGETS = {"move median": 50.0, "check median": 100.0}
"""Milliseconds that the project wants to stay within."""


class Server(ServerProcess):
    """`sbg serve`, and how long it took to start."""

    def __init__(self) -> None:
        begun = time.perf_counter()
        super().__init__(["-m", "sbg", "serve", "--port", "0"])
        self.ready = time.perf_counter() - begun
        self.get("/api/info")
        self.first_answer = time.perf_counter() - begun

    def get(self, path: str) -> bytes:
        """What an address answers."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}") as answer:
            found: bytes = answer.read()
        return found

    def post(self, name: str, **fields: Any) -> Any:
        """What `/api/NAME` answers."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/{name}",
            json.dumps(fields).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request) as answer:
            return json.loads(answer.read())

    def seconds_to_end(self) -> float:
        """Seconds from Ctrl-C to the end."""
        begun = time.perf_counter()
        self.end()
        return time.perf_counter() - begun


def ten_kilobytes() -> str:
    """A file of 10 KB that is full of rules: 26 pieces of the bundled games on a board of 13x13 squares."""
    rules: list[str] = []
    for name in ("wildebeest", "xiangqi", "grand-chess", "nightrider-chess", "grasshopper-chess"):
        text = sbg.format(games.read(name).decode())
        part = text.partition("<PIECES>")[2].partition("<GOALS>")[0]
        rules += re.findall(r"^[A-Z] +([^&]+)&", re.sub(r"//.*", "", part), re.MULTILINE)
    rules.sort(key=len, reverse=True)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    lines = [f"{letter} {rules[place]}&" for place, letter in enumerate(letters)]
    rows = [letters[:13].lower(), letters[13:].lower(), *["." * 13] * 9, letters[13:], letters[:13]]
    board = "\n".join(f"|{row}|" for row in rows)
    goals = "200 &\n#A 0 &\n#a 0 &\n"
    made = f"<<Ten kilobytes>>\n<BOARD>\n13 13\n{board}\n<PIECES>\n"
    text = made + "\n".join(lines) + f"\n<GOALS>\n{goals}"
    while len(text) < 10_000:
        text += "// A comment, as long as those that people write about their rules, and true.\n"
    return text


def with_comments() -> str:
    """A file of 10 KB as people write them: a game with eleven pieces, and much said about it."""
    text = games.read("wildebeest").decode()
    while len(text.encode()) < 10_000:
        text += "// A comment, as long as those that people write about their rules, and true.\n"
    return text


class Player:
    """A client that plays game after game against the random player, a move every second."""

    def __init__(self, number: int) -> None:
        game = sbg.load(GAMES[number % len(GAMES)])
        self.text = game.text
        self.first: dict[str, Any] = {
            "outcome": None,
            "moves": [{"move": str(move)} for move in game.start.moves],
        }
        self.delays: list[float] = []
        self.failures: list[str] = []
        self._chooser = random.Random(number)

    async def run(self, port: int, seconds: float) -> None:
        """Play for some seconds; the first move comes at any moment of the first one."""
        async with connect(f"ws://127.0.0.1:{port}/ws", open_timeout=60) as socket:
            first = state = self.first
            moves: list[str] = []
            loop = asyncio.get_running_loop()
            due = loop.time() + self._chooser.random()
            end = loop.time() + seconds
            while due < end:
                await asyncio.sleep(max(0.0, due - loop.time()))
                if state["outcome"] is not None or not state["moves"]:
                    moves, state = [], first
                move = self._chooser.choice(state["moves"])["move"]
                begun = time.perf_counter()
                asked = {"text": self.text, "moves": [*moves, move], "player": "random"}
                answer = await self._ask(socket, type="play", **asked)
                self.delays.append(time.perf_counter() - begun)
                if answer["type"] == "played":
                    moves += [move, answer["move"]]
                    state = answer["state"]
                elif answer.get("code") == "illegal-move":  # our move has ended the game
                    moves, state = [], first
                else:
                    self.failures.append(answer.get("message", "?"))
                due += 1.0

    async def _ask(self, socket: ClientConnection, **fields: Any) -> Any:
        await socket.send(json.dumps({"id": 1, **fields}))
        return json.loads(await socket.recv())


def clients(port: int, count: int, seconds: float) -> dict[str, Any]:
    """How long each of many clients waited for its answers, in milliseconds."""

    async def play() -> list[Player]:
        players = [Player(number) for number in range(count)]
        await asyncio.gather(*(player.run(port, seconds) for player in players))
        return players

    players = asyncio.run(play())
    delays = sorted(delay * 1e3 for player in players for delay in player.delays)
    medians = [statistics.median(player.delays) * 1e3 for player in players if player.delays]
    return {
        "clients": count,
        "seconds": seconds,
        "moves": len(delays),
        "failures": sum(len(player.failures) for player in players),
        "median": statistics.median(delays),
        "p99": delays[int(len(delays) * 0.99)],
        "max": delays[-1],
        "slowest client's median": max(medians),
        "fewest moves of a client": min(len(player.delays) for player in players),
    }


def round_trips(server: Server, times: int) -> dict[str, dict[str, float]]:
    """How long single requests take when nobody else asks, in milliseconds."""
    text = ten_kilobytes()
    gardner = games.read("gardner").decode()
    place = gardner.index("\nN ") + 1
    requests: dict[str, tuple[str, dict[str, Any]]] = {
        "check 10 KB of rules": ("check", {"text": text}),
        "check 10 KB, a game with comments": ("check", {"text": with_comments()}),
        "check gardner": ("check", {"text": gardner}),
        "format 10 KB of rules": ("format", {"text": text}),
        "hover gardner": ("hover", {"text": gardner, "offset": place}),
        "describe gardner": ("describe", {"text": gardner}),
        "moves gardner": ("moves", {"text": gardner, "moves": ["a2a3"]}),
    }
    found = {}
    for name, (task, fields) in requests.items():
        took = []
        for number in range(times + 2):
            # A key was pressed: the text is another one each time, and nothing is known of it.
            body = {**fields, "text": f"{fields['text']}\n// {number}\n"}
            begun = time.perf_counter()
            server.post(task, **body)
            took.append((time.perf_counter() - begun) * 1e3)
        took = sorted(took[2:])  # the first ones load what they need
        found[name] = {"min": took[0], "median": statistics.median(took), "max": took[-1]}
    return found


def beside_slow_games(server: Server, seconds: float) -> dict[str, float]:
    """How long a ping takes, in milliseconds, while others have such games read: the server must not stand still."""

    async def ping() -> list[float]:
        loop = asyncio.get_running_loop()
        async with connect(f"ws://127.0.0.1:{server.port}/ws") as socket:
            slow = [loop.run_in_executor(None, _refused, server, number) for number in range(2)]
            took = []
            end = loop.time() + seconds
            while loop.time() < end:
                begun = time.perf_counter()
                await socket.send('{"id": 1, "type": "ping"}')
                await socket.recv()
                took.append((time.perf_counter() - begun) * 1e3)
                await asyncio.sleep(0.02)
            await asyncio.gather(*slow)
        return sorted(took)

    took = asyncio.run(ping())
    return {
        "pings": len(took),
        "min": took[0],
        "median": statistics.median(took),
        "p99": took[int(len(took) * 0.99)],
        "max": took[-1],
    }


def _refused(server: Server, number: int) -> None:
    """Ask for a game that takes too long; anything but a refusal is a mistake in here."""
    try:
        server.post("check", text=slow_text(number))
    except urllib.error.HTTPError as problem:
        problem.close()
        return
    raise AssertionError("the slow game was read in time")


def measure(count: int, seconds: float, times: int) -> dict[str, Any]:
    """All measurements."""
    server = Server()
    try:
        single = round_trips(server, times)
        beside = beside_slow_games(server, min(seconds, 5.0))
        # The clients get a process of their own: they must not wait for each other more than they have to.
        words = [sys.executable, __file__, "--play", str(server.port), str(count), str(seconds)]
        done = subprocess.run(words, stdout=subprocess.PIPE, check=True, text=True)
        many = json.loads(done.stdout)
    finally:
        ended = server.seconds_to_end()
    return {
        "start": {"ready": server.ready * 1e3, "first answer": server.first_answer * 1e3},
        "end": ended * 1e3,
        "single": single,
        "beside slow games": beside,
        "many": many,
    }


def render(found: dict[str, Any]) -> str:
    """What was measured as tables."""
    many = found["many"]
    rows = [
        [name, *(f"{took[which]:.1f} ms" for which in ("min", "median", "max"))]
        for name, took in {
            **found["single"],
            "ping, while slow games are read": found["beside slow games"],
        }.items()
    ]
    waits = [
        [name, f"{many[name]:.1f} ms"]
        for name in ("median", "p99", "max", "slowest client's median")
    ]
    head = f"{many['clients']} clients, a move a second against random, {many['seconds']:g} s"
    counts = [
        ["moves answered", f"{many['moves']:,}"],
        ["moves refused", str(many["failures"])],
        ["fewest moves of a client", str(many["fewest moves of a client"])],
    ]
    times = [
        ["start until it listens", f"{found['start']['ready']:.0f} ms"],
        ["start until the first answer", f"{found['start']['first answer']:.0f} ms"],
        ["Ctrl-C until it has ended", f"{found['end']:.0f} ms"],
    ]
    return "\n\n".join(
        (
            table(["one request", "shortest", "median", "longest"], rows),
            table([head, ""], waits + counts),
            table(["the server", ""], times),
            # On a busy machine the shortest tells more than the median.
            f"Load of the machine: {found['load']} on {found['cores']} cores.",
        )
    )


def main() -> None:
    """Measure and print."""
    if sys.argv[1:2] == ["--play"]:
        print(json.dumps(clients(int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]))))
        return
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="less exact, in a few seconds")
    parser.add_argument("--clients", type=int, help="clients at once (200)")
    parser.add_argument("--seconds", type=float, help="how long they play (20)")
    parser.add_argument("--json", action="store_true", help="write JSON")
    chosen = parser.parse_args()
    count: int = chosen.clients or (20 if chosen.quick else 200)
    seconds: float = chosen.seconds or (3.0 if chosen.quick else 20.0)
    about = machine.describe()
    found = measure(count, seconds, 10 if chosen.quick else 50)
    found |= {"load": machine.describe()["load"], "cores": about["cores"]}
    if chosen.json:
        print(json.dumps({"machine": about, "web": found, "budgets_ms": BUDGETS}, indent=2))
    else:
        print(render(found))


if __name__ == "__main__":
    main()
