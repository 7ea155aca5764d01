"""The facts that `freeze.py` compares: about games, commands, servers and environments.

Only public names are used, so that modules can move; the one exception is `_plan_of`. A function makes the facts of one
kind, as pairs of a name below the kind and a text. Expensive kinds look at some of the random games.
"""

from __future__ import annotations

import contextlib
import hashlib
import http.client
import importlib
import inspect
import io
import json
import os
import re
import runpy
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

import sbg

ROOT = Path(__file__).resolve().parent.parent
Facts = Iterator[tuple[str, str]]

RANDOM_GAMES = 400
CHUNK = 10
"""Games of one task."""
TARGETS = ("gdl", "rbg", "rg", "ludii", "fsf")
FULL_TABLES = ("hexapawn", "octopawn")
DOORS = ("svg", "reach", "reference", "shapes", "highlight", "limits")
ENVIRONMENTS = ("gymnasium", "pettingzoo", "jax", "open_spiel")
LESSONS = (
    "breakthrough5",
    "clobber",
    "corridor",
    "gardner",
    "hexapawn",
    "knightthrough",
    "los-alamos",
    "microchess",
    "mini-xiangqi",
    "octopawn",
)


def _plan_of(game: sbg.Game) -> object:
    """The plan for the kernels of a GPU, which no public name gives."""
    return importlib.import_module("sbg.engine.gpu.plan").make_plan(game.description, game.automata)


def new_corpus() -> dict[str, str]:
    """The random games of a first file; afterwards the file has them, whatever becomes of the generator."""
    from tests import ordinary

    return {f"random-{seed:03}": ordinary.text(seed) for seed in range(RANDOM_GAMES)}


# -- facts of one game


def text(name: str, game: sbg.Game) -> Facts:
    yield "", sbg.format(game.text)
    yield "canonical", sbg.write(game.description)


def form(name: str, game: sbg.Game) -> Facts:
    yield "", f"{game.rules_hash} {sbg.canonical(game).hash}"


def describe(name: str, game: sbg.Game) -> Facts:
    yield "", str(sbg.describe(game))


def lint(name: str, game: sbg.Game) -> Facts:
    """What is found in a text, and in one that lost some letters."""
    source = game.text
    place = int(hashlib.sha256(source.encode()).hexdigest(), 16) % len(source)
    for part, checked in ("", source), ("broken", source[:place] + source[place + 3 :]):
        yield part, "\n".join(map(repr, sbg.check(checked)))


def pairs(name: str, game: sbg.Game) -> Facts:
    found = sbg.reach.pairs(game)
    rows = [f"{a} {rows.tolist()}" for a, rows in sorted(found.by_letter.items())]
    yield "", "\n".join([*rows, f"bounds {sorted(found.bounds)}"])


def pictures(name: str, game: sbg.Game) -> Facts:
    yield "board", _sha(sbg.svg.board(game.start, pieces="figures", coordinates=True))
    for move in game.start.moves[:1]:
        drawn = sbg.svg.board(game.start, last=move, arrows=[move], marks=["a1"], flip=True)
        yield "marked", _sha(drawn)
    yield "thumbnail", _sha(sbg.svg.thumbnail(game))
    for piece in game.pieces:
        yield f"movement-{piece.letter}", _sha(sbg.svg.movement(game, piece.letter))
        yield f"automaton-{piece.letter}", _sha(sbg.svg.automaton(game, piece.letter))


def translations(name: str, game: sbg.Game) -> Facts:
    for target in TARGETS:
        if target == "ludii" and _number(name) % 16:
            continue  # takes ten times as long as the others
        allow = ["turn-limit"] if target == "fsf" else []
        yield target, _translated(game, target, allow=allow)
    for piece in game.pieces:
        if _number(name) and len(repr(piece.rule)) > 300:
            continue  # some take minutes
        yield f"betza-{piece.letter}", _translated(game, "betza", piece=piece.letter)


def _translated(game: sbg.Game, target: Any, **options: Any) -> str:
    return _or_refusal(lambda: sbg.translate(game, target, **options).text)


def plans(name: str, game: sbg.Game) -> Facts:
    yield "", _or_refusal(lambda: repr(_plan_of(game)).replace("(", "\n("))


def counts(name: str, game: sbg.Game) -> Facts:
    """Perft and ends, as deep as is quick."""
    found = [sbg.perft(game, 1)]
    while len(found) < 4 and found[-1] * found[0] < 50_000:
        found.append(sbg.perft(game, len(found) + 1))
    ends = [f"{e.plies}: {e.white} {e.black} {e.draws}" for e in sbg.ends(game, len(found))]
    yield "", "\n".join([f"perft {found}", *ends])


def playouts(name: str, game: sbg.Game) -> Facts:
    yield "", repr(sbg.playouts(game, 20, seed=1))


def best(name: str, game: sbg.Game) -> Facts:
    """What `alphabeta:nodes=2000` thinks of the initial position, and the move that a player takes."""
    if not game.start.moves:
        return
    found = sbg.analyse(game, nodes=2000)
    yield "", f"{found.move} {found.score} depth {found.depth}"


def tables(name: str, game: sbg.Game) -> Facts:
    """Tables of two men, or three on small boards; of small games all values and certificates."""
    small = game.width * game.height <= 36 and not _number(name)
    parts: list[tuple[str, dict[str, Any]]] = [("men.table", {"men": 3 if small else 2})]
    if name in FULL_TABLES:
        parts += [("all.table", {}), ("value.proof", {}), ("strong.proof", {"strong": True})]
    for file, options in parts:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / file

            def solve(path: Path = path, options: dict[str, Any] = options) -> str:
                value = sbg.solve(game, memory=1 << 27, output=path, **options)
                # There is no table where the game is over at once.
                return f"{value}\n{_made(path.read_bytes()) if path.exists() else 'no file'}"

            yield file, _or_refusal(solve)


def _made(data: bytes) -> str:
    """A table or certificate without how it was made, and without the checksum that depends on it."""
    magic, line, rest = data.split(b"\n", 2)
    head = json.loads(line)
    del head["made"]
    checksum = 40 * head["blocks"] + 8 if "blocks" in head else len(rest) - 32
    return f"{magic.decode()} {_json(head)} {_sha((rest[:checksum] + rest[checksum + 32 :]).hex())}"


GAME_KINDS: dict[Callable[[str, sbg.Game], Facts], int] = {
    text: 1,
    form: 1,
    describe: 2,
    lint: 1,
    pairs: 2,
    pictures: 8,
    translations: 4,
    plans: 1,
    counts: 2,
    playouts: 1,
    best: 2,
    tables: 8,
}
"""Each kind, and of how many random games it looks at one."""


# -- facts of the whole


def names() -> Facts:
    """Public names, parameters and members; a name may come, and none may go."""
    paths = ["sbg", *(f"sbg.{door}" for door in DOORS)]
    paths += [f"sbg.envs.{name}" for name in ENVIRONMENTS]
    for path in paths:
        if not _has(path, f"names/{path}"):
            continue
        module = importlib.import_module(path)
        for name in getattr(module, "__all__", None) or _defined(module):
            yield from _name(f"{path}/{name}", getattr(module, name))


def _defined(module: Any) -> list[str]:
    return [
        n for n in dir(module) if not n.startswith("_") and not inspect.ismodule(getattr(module, n))
    ]


def _name(path: str, value: Any) -> Facts:
    yield path, "class" if inspect.isclass(value) else "callable" if callable(value) else "value"
    if isinstance(value, int | tuple):
        yield f"{path}=", repr(value)
    if inspect.isclass(value) and value.__module__.startswith("sbg"):
        for member in dir(value):
            if not member.startswith("_"):
                yield f"{path}/.{member}", ""
        if issubclass(value, Exception):
            yield f"{path}/bases", " ".join(k.__name__ for k in value.__mro__[1:])
    with contextlib.suppress(TypeError, ValueError):
        for parameter in inspect.signature(value).parameters.values():
            default = parameter.default
            shown = repr(default) if isinstance(default, int | float | str | tuple | None) else ""
            yield f"{path}({parameter.name})", f"{parameter.kind.name} {shown}"


def help() -> Facts:
    """What `--help` says: each option by itself, so that others may come."""
    listed = _help("")
    for part, said in listed.items():
        yield f"sbg{part}", said
    for part in listed:
        if command := re.fullmatch(r"/([a-z][a-z-]*)", part):
            for option, said in _help(command[1]).items():
                yield f"{command[1]}{option}", said


def _help(command: str) -> dict[str, str]:
    found = {"": ""}
    entry = ""
    for line in _sbg(*command.split(), "--help").splitlines():
        if line.startswith("│"):
            inner = line.strip("│")
            if begun := re.match(r" (?:\*|) {0,2}(-?[\w-]\S*)", inner):
                entry = f"/{begun[1]}"
            found[entry] = " ".join(f"{found.get(entry, '')} {inner}".split())
        elif not line.startswith(("╭", "╰")):
            entry = ""
            found[""] += line + "\n"
    return found


def games() -> Facts:
    for name in sbg.bundled():
        yield name, sbg.load(name).text


def errors() -> Facts:
    """What is found in files with mistakes."""
    for file in sorted((ROOT / "tests" / "golden" / "errors").glob("*.sbg")):
        found = sbg.check(file.read_text(encoding="utf-8", errors="replace"))
        yield file.stem, "\n".join(map(repr, found))


def evolve() -> Facts:
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "run.sqlite")
        made = json.loads(_sbg("evolve", path, "--games", "40", "--seed", "5", "--json"))
        yield "digest", _sbg("evolve", path, "--digest")
    for place, one in enumerate(made.pop("best")):
        yield from _leaves(f"best/{place}", one)
    yield from _leaves("", made)


def learn(name: str) -> Facts:
    seen = sbg.watch(name, 3, seed=1)
    found = sbg.learn(seen)
    yield f"{name}/text", found.text
    yield f"{name}/verdict", repr(found)
    yield from _leaves(name, found.to_dict(), 1)


def contest() -> Facts:
    """Standings of a contest whose players count positions, not seconds."""
    players = ["random", "greedy", "mcts:playouts=30", "alphabeta:depth=2"]
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "contest.sqlite")
        short = Path(folder) / "short.sbg"  # with draws
        short.write_text(sbg.load("gardner").text.replace("\n100 &", "\n14 &"), encoding="utf-8")
        given = ["--game", "hexapawn", "--game", str(short), "--games", "4", "--seed", "3"]
        yield "played", _timeless(_sbg("tournament", *players, *given, "--results", file))
        for option in "", "--pairings", "--games":
            shown = _timeless(_sbg("standings", file, *option.split()))
            yield f"console{option}", re.sub(r" +\d+\.\d{3}$", "", shown, flags=re.MULTILINE)
        for option in "", "--games":
            made = json.loads(_sbg("standings", file, *option.split(), "--json"))
            for game in made.get("games", ()):
                for key in ("date", "seconds", "white_seconds", "black_seconds", "thoughts"):
                    del game[key]
            yield from _leaves(f"json{option}", made, 2)
        yield "html", _timeless(sbg.read_contest(file)._repr_html_())
        _sbg("report", file, str(Path(folder) / "report"), "--title", "Frozen")
        for page in sorted((Path(folder) / "report").rglob("*.html")):
            yield f"report/{page.name}", _timeless(page.read_text(encoding="utf-8"))


def uci() -> Facts:
    """A conversation with `sbg uci`; each command is asked when the one before it was answered."""
    said = [
        "uci", "setoption name Game value hexapawn", "ucinewgame", "position startpos", "go nodes 500",
        "position startpos moves a1a2", "go depth 3", "go perft 3", "setoption name Game value gardner",
        "setoption name MultiPV value 3", "position startpos moves a2a3 b4a3", "go nodes 2000",
        "position fen rnbqk/ppppp/P4/1PPPP/RNBQK b 1", "go depth 2", "setoption name Game value nowhere",
        "position startpos moves z9z9", "nonsense", "setoption name Hash value -3", "d",
    ]  # fmt: skip
    with _process("uci") as process:
        for number, line in enumerate(said):
            process.stdin.write(f"{line}\n".encode())
            ends = (
                ("bestmove", "Nodes", "nodes searched") if line.startswith("go") else ("readyok",)
            )
            if not line.startswith("go"):
                process.stdin.write(b"isready\n")
            process.stdin.flush()
            heard: list[str] = []
            while not heard or not heard[-1].lower().startswith(tuple(e.lower() for e in ends)):
                read = process.stdout.readline().decode()
                if not read:
                    break
                heard.append(_timeless(read.rstrip()))
            heard = [re.sub(r" (time|nps|hashfull) \d+", "", line) for line in heard]
            yield f"{number:02} {line}", "\n".join(heard)


def lsp() -> Facts:
    """What the language server answers to an editor."""
    good = sbg.load("hexapawn").text
    uri = "file:///game.sbg"
    document = {"uri": uri}
    with _process("lsp") as process:
        inbox: list[dict[str, Any]] = []

        def send(message: dict[str, Any]) -> None:
            body = json.dumps({"jsonrpc": "2.0", **message}).encode()
            process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
            process.stdin.flush()

        def wait(fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
            while True:
                for message in inbox:
                    if fits(message):
                        inbox.remove(message)
                        return message
                header = process.stdout.readline()
                while process.stdout.readline().strip():
                    pass
                inbox.append(json.loads(process.stdout.read(int(header.split(b":")[1]))))

        def ask(method: str, params: dict[str, Any]) -> Any:
            send({"id": method, "method": method, "params": params})
            answer = wait(lambda message: message.get("id") == method and "method" not in message)
            return answer.get("result", answer.get("error"))

        def published(version: int) -> Any:
            found = wait(lambda message: message.get("params", {}).get("version") == version)
            return found["params"]["diagnostics"]

        made = ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
        yield from _leaves("initialize", made, 3)
        send({"method": "initialized", "params": {}})
        opened = {"uri": uri, "languageId": "sbg", "version": 1, "text": good}
        send({"method": "textDocument/didOpen", "params": {"textDocument": opened}})
        yield "diagnostics/good", _json(published(1))
        whole = {"textDocument": document}
        for line in range(len(good.splitlines())):
            asked = {**whole, "position": {"line": line, "character": 3}}
            yield f"hover/{line}", _json(ask("textDocument/hover", asked))
            yield f"completion/{line}", _json(ask("textDocument/completion", asked))
        yield "symbols", _json(ask("textDocument/documentSymbol", whole))
        layout = {**whole, "options": {"tabSize": 4, "insertSpaces": True}}
        yield "formatting", _json(ask("textDocument/formatting", layout))
        broken = [
            good.replace("|...|", "|..|", 1),
            good.replace("&", "", 1),
            good[: len(good) // 2],
        ]
        for version, wrong in enumerate(broken, 2):
            versioned = {"uri": uri, "version": version}
            changed = {"textDocument": versioned, "contentChanges": [{"text": wrong}]}
            send({"method": "textDocument/didChange", "params": changed})
            diagnostics = published(version)
            yield f"diagnostics/{version}", _json(diagnostics)
            far = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
            context = {**whole, "range": far, "context": {"diagnostics": diagnostics}}
            yield f"actions/{version}", _json(ask("textDocument/codeAction", context))


def server() -> Facts:
    """Thirty requests over HTTP to `sbg serve`."""
    gardner = sbg.load("gardner").text
    wrong = gardner.replace("|", "", 1)
    moves = ["a2a3", "b4a3"]
    end = {"start": "4k/5/5/5/KQ3 w 0"}
    kept = sbg.Record.of(sbg.Line("gardner", moves)).text
    bodies: list[tuple[str, dict[str, Any]]] = [
        ("check", {"text": gardner}), ("check", {"text": wrong}), ("check", {"text": wrong, "brief": True}),
        ("check", {"text": gardner, "brief": "yes"}), ("check", {"text": ""}), ("check", {}),
        ("format", {"text": gardner.replace(" ", "   ")}), ("format", {"text": wrong}),
        ("hover", {"text": gardner, "offset": gardner.index("<PIECES>") + 10}),
        ("hover", {"text": gardner, "offset": 0}),
        ("complete", {"text": gardner, "offset": len(gardner)}), ("complete", {"text": "<", "offset": 1}),
        ("describe", {"text": gardner}), ("describe", {"text": wrong}),
        ("svg", {"text": gardner, "moves": moves}), ("svg", {"text": gardner, "flip": True, "pieces": "figures"}),
        ("moves", {"text": gardner}), ("moves", {"text": gardner, "moves": moves}),
        ("moves", {"text": gardner, **end}), ("moves", {"text": gardner, "moves": ["a2a9"]}),
        ("record", {"text": gardner, "moves": moves, "white": "Ann", "black": "Bob"}),
        ("read-record", {"text": gardner, "record": kept}), ("read-record", {"text": gardner, "record": "?"}),
        ("translate", {"text": gardner, "target": "gdl"}), ("translate", {"text": gardner, "target": "fsf"}),
        ("translate", {"text": gardner, "target": "fsf", "allow": True}), ("nowhere", {"text": gardner}),
    ]  # fmt: skip
    with _process("serve", "--port", "0") as process:
        said = process.stdout.readline().decode()
        found = re.search(r"//127\.0\.0\.1:(\d+)/", said)
        assert found is not None, said
        asked: list[tuple[str, str, bytes | None]] = [
            ("GET", f"/api/{path}", None)
            for path in ("info", "games", "games/gardner", "games/gardner.svg")
        ]
        asked += [("POST", f"/api/{name}", json.dumps(body).encode()) for name, body in bodies]
        for number, (method, path, body) in enumerate(asked):
            connection = http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=60)
            connection.request(
                method, path, body, {"Content-Type": "application/json"} if body else {}
            )
            answer = connection.getresponse()
            data = answer.read()
            connection.close()
            name = f"{number:02} {path.removeprefix('/api/')}"
            yield f"{name}/status", f"{answer.status} {answer.getheader('content-type')}"
            if "json" in (answer.getheader("content-type") or ""):
                made = json.loads(data)
                if path == "/api/info":
                    del made["limits"]  # they depend on the machine
                yield from _leaves(name, made, 3)
            else:
                yield f"{name}/body", data.decode()


def episodes() -> Facts:
    """Some games in each environment, by actions that depend on nothing but the number of the step."""
    for name in "hexapawn", "gardner", "xiangqi":
        batch = sbg.Batch(name, 4, seed=3)
        lines = []
        for step in range(300):
            lines.append(
                _arrays(
                    batch.observe(), batch.action_mask(), batch.turn, batch.ended, batch.rewards
                )
            )
            if batch.ended.all():
                break
            batch.step(_choice(batch.action_mask(), step))
        yield f"batch/{name}", "\n".join(lines)
        batch.reset()
        batch.step_random(50)
        yield f"batch/{name}/random", _arrays(batch.boards, batch.ply, batch.winners, batch.reasons)
    yield from _gymnasium()
    yield from _pettingzoo()
    yield from _jax()
    yield from _open_spiel()


def _gymnasium() -> Facts:
    if not _has("sbg.envs.gymnasium", "episodes/gymnasium"):
        return
    import gymnasium

    for name in "hexapawn", "gardner":
        env = gymnasium.make(f"sbg/{name}-v0")
        seen, info = env.reset(seed=4)
        lines, over, step = [f"{env.observation_space} {env.action_space}"], False, 0
        while not over:
            seen, reward, over, cut, info = env.step(
                int(_choice(info["action_mask"][None], step)[0])
            )
            lines.append(
                f"{_arrays(seen, info['action_mask'])} {reward} {over} {cut} {info['ply']}"
            )
            step += 1
        yield f"gymnasium/{name}", "\n".join(lines)
        vector = gymnasium.make_vec(f"sbg/{name}-v0", num_envs=3)
        seen, info = vector.reset(seed=4)
        lines = []
        for step in range(60):
            seen, *others, info = vector.step(_choice(info["action_mask"], step))
            lines.append(_arrays(seen, *others, info["action_mask"]))
        yield f"gymnasium/{name}/vector", "\n".join(lines)


def _pettingzoo() -> Facts:
    if not _has("sbg.envs.pettingzoo", "episodes/pettingzoo"):
        return
    import sbg.envs.pettingzoo as envs

    for name in "hexapawn", "gardner":
        env = envs.env(game=name)
        env.reset(seed=4)
        lines = []
        for step, agent in enumerate(env.agent_iter(400)):
            seen, reward, over, cut, _ = env.last()
            lines.append(
                f"{agent} {_arrays(seen['observation'], seen['action_mask'])} {reward} {over} {cut}"
            )
            env.step(None if over or cut else int(_choice(seen["action_mask"][None], step)[0]))
        yield f"pettingzoo/{name}", "\n".join(lines)


def _jax() -> Facts:
    if not _has("sbg.envs.jax", "episodes/jax"):
        return
    import jax

    import sbg.envs.jax as envs

    env = envs.make("hexapawn") if hasattr(envs, "make") else envs.Env("hexapawn")
    state = env.init(jax.random.PRNGKey(0))
    lines = []
    for step in range(20):
        lines.append(
            _arrays(state.observation, state.legal_action_mask, state.rewards, state.terminated)
        )
        state = env.step(state, _choice(np.asarray(state.legal_action_mask)[None], step)[0])
    yield "jax/hexapawn", "\n".join(lines)


def _open_spiel() -> Facts:
    if not _has("sbg.envs.open_spiel", "episodes/open_spiel"):
        return
    import pyspiel

    game = pyspiel.load_game("sbg", {"game": "hexapawn"})
    state = game.new_initial_state()
    lines, step = [], 0
    while not state.is_terminal():
        lines.append(f"{state} {state.legal_actions()} {_arrays(state.observation_tensor(0))}")
        state.apply_action(state.legal_actions()[step * 7919 % len(state.legal_actions())])
        step += 1
    yield "open_spiel/hexapawn", "\n".join([*lines, str(state.returns())])


WHOLE_KINDS: tuple[Callable[..., Facts], ...] = (
    evolve, contest, server, lsp, uci, help, learn, episodes, names, errors, games,
)  # fmt: skip
KINDS = [kind.__name__ for kind in (*WHOLE_KINDS, *GAME_KINDS)]


# -- tasks

Task = tuple[list[str], list[tuple[str, str | None]]]
"""Kinds, and for those of games their names and texts (None: bundled); a lesson is a game too."""


def tasks(corpus: Mapping[str, str], only: set[str]) -> list[Task]:
    """All that is to be done, the longest first."""
    found: list[Task] = [([k.__name__], []) for k in WHOLE_KINDS if k is not learn]
    found += [(["learn"], [(name, None)]) for name in LESSONS]
    known: list[tuple[str, str | None]] = [(name, None) for name in sbg.bundled()]
    known += list(corpus.items())
    kinds = [kind.__name__ for kind in GAME_KINDS if kind.__name__ in only]
    found += [(kinds, known[i : i + CHUNK]) for i in range(0, len(known), CHUNK) if kinds]
    return [task for task in found if set(task[0]) & only]


_missing: list[str] = []


def _has(module: str, prefix: str) -> bool:
    """Whether a module can be imported; where it cannot, the facts below the prefix are left out."""
    try:
        importlib.import_module(module)
    except ImportError:
        _missing.append(prefix)
        return False
    return True


def carry_out(task: Task) -> tuple[dict[str, str], list[str], dict[str, float]]:
    """The facts of a task, what is missing for want of a package, and processor seconds of each kind."""
    kinds, known = task
    found: dict[str, str] = {}
    seconds: dict[str, float] = {}
    _missing.clear()

    def take(kind: Callable[..., Facts], prefix: str, *given: Any) -> None:
        began = _processor_seconds()
        try:
            for part, said in kind(*given):
                found["/".join(filter(None, (prefix, part)))] = said.replace(
                    sbg.__version__, "VERSION"
                )
        except Exception:  # the other facts are still worth having
            found[f"{prefix}/failed"] = traceback.format_exc()
        seconds[kind.__name__] = seconds.get(kind.__name__, 0) + _processor_seconds() - began

    for whole in WHOLE_KINDS:
        if whole.__name__ in kinds:
            take(whole, whole.__name__, *(name for name, _ in known))
    for name, source in known if kinds != ["learn"] else []:
        game = sbg.load(name) if source is None else sbg.parse(source)
        for kind, every in GAME_KINDS.items():
            if kind.__name__ in kinds and _number(name) % every == 0:
                take(kind, f"{kind.__name__}/{name}", name, game)
    return found, list(_missing), seconds


# -- small things


def _processor_seconds() -> float:
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def _number(name: str) -> int:
    """The number of a random game; 0 for one that is bundled."""
    return int(name.removeprefix("random-")) if name.startswith("random-") else 0


def _sha(said: str) -> str:
    return hashlib.sha256(said.encode()).hexdigest()[:20]


def _json(value: Any) -> str:
    return json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False)


def _or_refusal(make: Callable[[], str]) -> str:
    try:
        return make()
    except (sbg.SbgError, ValueError) as problem:
        return f"refused: {problem}"


def _arrays(*arrays: Any) -> str:
    """Small arrays themselves, of large ones the hash."""
    shown = []
    for one in map(np.asarray, arrays):
        small = one.size <= 8
        shown.append(
            str(one.tolist())
            if small
            else f"{one.dtype}{one.shape} {_sha(one.tobytes().hex())[:10]}"
        )
    return " ".join(shown)


def _choice(masks: Any, step: int) -> Any:
    """A legal action for each row: which one depends on the step alone."""
    rows = (np.flatnonzero(mask) for mask in np.asarray(masks))
    return np.array([row[step * 7919 % len(row)] if len(row) else 0 for row in rows], np.int64)


def _leaves(path: str, value: Any, depth: int = 2) -> Facts:
    """The parts of a JSON value by their names, so that others may come."""
    if (
        isinstance(value, list)
        and value
        and all(isinstance(v, dict) and "name" in v for v in value)
    ):
        by_name = {str(v["name"]): v for v in value}
        value = by_name if len(by_name) == len(value) else value
    if isinstance(value, dict) and depth:
        for key, part in value.items():
            yield from _leaves(f"{path}/{key}".lstrip("/"), part, depth - 1)
    else:
        yield path, _timeless(_json(value))


def _timeless(said: str) -> str:
    """A text without what differs from run to run: dates, durations, ports, temporary folders."""
    said = re.sub(
        r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d)?)?(\.\d+)?(Z|[+-]\d\d:\d\d)?", "DATE", said
    )
    said = re.sub(r'("[\w ]*(seconds|time|date|hour)[\w ]*": )[\d.e-]+', r"\1TIME", said)
    said = re.sub(rf"{re.escape(tempfile.gettempdir())}/[\w./-]+", "PATH", said)
    said = re.sub(r" *\b\d+\.\d{3}(?=[/\s]|$)", " TIME", said)
    return re.sub(r"127\.0\.0\.1:\d+", "HOST", said)


def _sbg(*words: str) -> str:
    """What a command prints, in this process; what it complains of follows."""
    out, errors = io.StringIO(), io.StringIO()
    before, sys.argv = sys.argv, ["sbg", *words]
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
            runpy.run_module("sbg", run_name="__main__")
    except SystemExit as done:
        if done.code:
            return f"{out.getvalue()}{errors.getvalue()}exit code {done.code}"
    finally:
        sys.argv = before
    return out.getvalue()


@contextlib.contextmanager
def _process(*words: str) -> Iterator[Any]:
    """A command that is spoken with."""
    pipe = subprocess.PIPE
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "sbg", *words]
        process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, cwd=folder
        )
        try:
            yield process
        finally:
            process.terminate()
            process.communicate(timeout=60)
