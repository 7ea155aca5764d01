"""AlphaZero in PyTorch, in one file: any game, any device, checkpoints from which training goes on.

    python examples/alphazero.py train breakthrough6 run.pt --minutes 6
    python examples/alphazero.py match breakthrough6 run.pt mcts:playouts=1000 --games 200
    sbg match "python:examples/alphazero.py:player run.pt" mcts:playouts=1000 --game breakthrough6

Workers play many games at once with `sbg.Puct`: while the network judges the leaves of one worker, the processor walks
down the trees of another. Most moves are searched briefly and only played; the others are searched longer, with noise,
and learned from: the network is to foresee the visits of the search and the result of the game. In between it plays
against a fixed opponent, and RUN.json, beside the checkpoint, keeps that learning curve.
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import numpy as np

import sbg

TRAINING = {
    "minutes": (5.0, "of a run, all its parts together"),
    "steps": (10**9, "of the optimizer, after which it ends too"),
    "blocks": (4, "of the network"),
    "channels": (64, "of the network"),
    "workers": (2, "that play; while one waits for the network another can search"),
    "games": (128, "that each worker plays at once"),
    "simulations": (96, "of a search to learn from"),
    "fast": (24, "simulations of any other search, also of the learning curve"),
    "share": (0.25, "of searches to learn from"),
    "drawn": (10, "plies at the beginning that are drawn by visits"),
    "alpha": (0.5, "of the Dirichlet noise in a search to learn from"),
    "mix": (0.25, "share of the search's value in what values learn; the rest is the result"),
    "rows": (256, "of positions of all games to keep and to learn from"),
    "batch": (512, "positions of a step of the optimizer"),
    "reuse": (6.0, "how often each position is learned from"),
    "rate": (0.003, "learning rate at the beginning; it falls to a twentieth"),
    "every": (30.0, "seconds between two points of the learning curve"),
    "curve-games": (64, "games of a point of the learning curve"),
    "opponent": ("mcts:playouts=1000,hash=16", "player of the learning curve"),
    "seed": (1, "of random numbers"),
}


def arguments() -> argparse.ArgumentParser:
    """What the program can be told."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    how: dict[str, Any] = {"formatter_class": argparse.ArgumentDefaultsHelpFormatter}
    learn = commands.add_parser("train", help="train a network, or go on with it", **how)
    fight = commands.add_parser("match", help="play against any player of sbg", **how)
    for command in (learn, fight):
        command.add_argument("game", help="a bundled game or a file")
        command.add_argument("checkpoint", help="a file such as run.pt")
        command.add_argument("--device", help="such as cpu or cuda; the GPU where there is one")
    for name, (default, about) in TRAINING.items():
        learn.add_argument(f"--{name}", type=type(default), default=default, help=about)
    fight.add_argument("opponent", help="a player such as mcts:playouts=1000")
    for name, number in (("games", 200), ("simulations", 200), ("seed", 1)):
        fight.add_argument(f"--{name}", type=int, default=number)
    return parser


try:
    import torch
    from torch import Tensor, nn
    from torch.nn.functional import mse_loss
except ImportError:
    if __name__ != "__main__":
        raise
    arguments().parse_args()  # `--help` needs no PyTorch
    sys.exit("error: PyTorch is not installed; `pip install torch` brings it")

ACTIONS: Final = "pairs"  # the shortest list of moves
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


def layer(planes: int, channels: int) -> nn.Sequential:
    convolution = nn.Conv2d(planes, channels, 3, padding=1, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(channels))


class Block(nn.Module):
    """Two convolutions beside a shortcut."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first, self.second = layer(channels, channels), layer(channels, channels)

    def forward(self, x: Tensor) -> Tensor:
        return (x + self.second(self.first(x).relu())).relu()


class Net(nn.Module):
    """From observations to a logit for every action, and a value from -1 to 1 for the player to move."""

    def __init__(self, game: sbg.Game, blocks: int, channels: int) -> None:
        super().__init__()
        self.size = {"blocks": blocks, "channels": channels}
        observations, actions = sbg.Observations(game), sbg.Actions(game, ACTIONS)
        self.encoding, self.shape, self.actions = actions.encoding, observations.shape, len(actions)
        height, width, planes = observations.shape
        # Where both players have the same goals their colour does not matter, and is not shown.
        used = [name != "colour" or not observations.flips for name in observations.planes]
        self.register_buffer("used", torch.tensor(used, dtype=torch.float32), persistent=False)
        # A plane of logits for each displacement; of these the moves that exist.
        steps = sbg.Actions(game, "planes")
        places = torch.from_numpy(steps.encode(actions.origins, actions.targets, 0))
        self.register_buffer("places", places.long().clamp(min=0), persistent=False)
        self.stem = layer(planes, channels)
        self.body = nn.Sequential(*(Block(channels) for _ in range(blocks)))
        self.mixed = nn.Conv2d(channels, channels, 1)
        self.moves = nn.Conv2d(channels, len(steps) // (height * width), 1)
        self.weigh = nn.Conv2d(channels, 8, 1)
        self.sum, self.value = nn.Linear(8 * height * width, 128), nn.Linear(128, 1)

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        x = self.body(self.stem((seen * self.used).permute(0, 3, 1, 2)).relu())
        logits = self.moves(self.mixed(x).relu()).permute(0, 2, 3, 1).flatten(1)
        value = self.value(self.sum(self.weigh(x).relu().flatten(1)).relu())
        return logits.index_select(1, self.places), value.squeeze(1).tanh()


class Evaluator:
    """A network as the function that `sbg.Puct` asks, for so many positions at a time; on CUDA as a captured graph."""

    def __init__(self, net: Net, rows: int) -> None:
        self.net, self.asked, self.cuda = net, 0, net.used.device.type == "cuda"
        self.seen = torch.zeros((rows, *net.shape), dtype=torch.float16, pin_memory=self.cuda)
        if self.cuda:
            shapes = ((rows, net.actions), (rows,))
            self.policies, self.values = (torch.zeros(one, pin_memory=True) for one in shapes)
            self.stream = torch.cuda.Stream(net.used.device, priority=-1)  # before what learns
            self.graph = torch.cuda.CUDAGraph()
            self.input = torch.zeros_like(self.seen, device=net.used.device)
            self.stream.wait_stream(torch.cuda.current_stream(net.used.device))
            with torch.cuda.stream(self.stream):
                for _ in range(3):  # lets libraries choose their kernels before the capture
                    self.judge(self.input)
            self.stream.synchronize()
            with torch.cuda.graph(self.graph, stream=self.stream):
                self.output = self.judge(self.input)

    @torch.no_grad()
    def judge(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        logits, values = self.net(seen.to(self.net.used.dtype))
        return logits.float().softmax(1), values.float()

    def __call__(self, leaves: sbg.Batch) -> tuple[np.ndarray, np.ndarray]:
        self.net.encoding.check(leaves.encoding)
        rows = len(leaves)
        leaves.observe(self.seen[:rows].numpy(), dtype=np.float16)
        self.asked += rows
        if not self.cuda:
            policies, values = self.judge(self.seen[:rows].to(self.net.used.device))
            return policies.cpu().numpy(), values.cpu().numpy()
        with torch.cuda.stream(self.stream):
            self.input[:rows].copy_(self.seen[:rows], non_blocking=True)
            self.graph.replay()
            self.policies[:rows].copy_(self.output[0][:rows], non_blocking=True)
            self.values[:rows].copy_(self.output[1][:rows], non_blocking=True)
        self.stream.synchronize()
        return self.policies[:rows].numpy(), self.values[:rows].numpy()


def served(net: Net) -> Net:
    """A copy of a network to play with; on CUDA with half the precision."""
    new = copy.deepcopy(net).eval().requires_grad_(False)
    return new.half() if net.used.device.type == "cuda" else new


@torch.no_grad()
def refresh(old: Net, new: Net) -> None:
    """Gives a copy the weights that were learned since."""
    for to, weights in zip(old.state_dict().values(), new.state_dict().values(), strict=True):
        to.copy_(weights)
    if new.used.device.type == "cuda":
        torch.cuda.synchronize()


class Worker:
    """Many games of the network against itself, played on for ever."""

    def __init__(self, game: sbg.Game, net: Net, given: argparse.Namespace, number: int) -> None:
        self.given = given
        seed, cores = given.seed + 1000 * number, max(1, (os.cpu_count() or 1) // given.workers)
        how: dict[str, Any] = {"actions": ACTIONS, "seed": seed, "threads": cores}
        self.batch = sbg.Batch(game, given.games, auto_reset=True, **how)
        self.judge = Evaluator(net, given.games)
        self.search = sbg.Puct(self.judge)
        self.numbers = np.random.default_rng(seed)

    def play(self, full: bool) -> dict[str, np.ndarray]:
        """A ply in each game; what was seen and found there if it is to be learned from, and which games ended."""
        given, batch, seed = self.given, self.batch, int(self.numbers.integers(1 << 60))
        record = {"seen": batch.observe(dtype=np.float16), "turns": batch.turn} if full else {}
        count, noise = (given.simulations, 0.25) if full else (given.fast, 0.0)
        found = self.search.search(batch, count, noise=noise, alpha=given.alpha, seed=seed)
        if full:
            record |= {"policies": found.policies().astype(np.float16), "values": found.values}
        batch.step(np.where(batch.ply < given.drawn, found.sample(seed=seed), found.actions))
        asked, self.judge.asked = self.judge.asked, 0
        return record | {"ended": batch.ended, "winners": batch.winners, "asked": np.array([asked])}


class Replay:
    """The last positions that were searched fully: a row for each ply, a column for each game that is played."""

    def __init__(self, net: Net, rows: int, columns: int) -> None:
        shape, device = (rows, columns), net.used.device
        self.seen = torch.zeros((*shape, *net.shape), dtype=torch.float16, device=device)
        self.policies = torch.zeros((*shape, net.actions), dtype=torch.float16, device=device)
        self.turns, self.values = np.zeros(shape, np.uint8), np.zeros(shape, np.float32)
        self.targets = np.full(shape, np.nan, np.float32)  # unknown until a game has ended
        self.begun = np.zeros(columns, np.int64)  # the row with which the game of a column began
        self.known, self.count = np.zeros(0, np.int64), 0

    def add(self, record: dict[str, np.ndarray], mix: float) -> int:
        """Keeps a ply, if it was searched fully; the number of positions whose results became known."""
        rows, row = len(self.targets), self.count % len(self.targets)
        if "seen" in record:
            for kept, name in ((self.seen, "seen"), (self.policies, "policies")):
                kept[row] = torch.from_numpy(record[name]).to(kept.device)
            self.turns[row], self.values[row] = record["turns"], record["values"]
            self.targets[row], self.count = np.nan, self.count + 1
        learned = 0
        for column in np.flatnonzero(record["ended"]):
            past = np.arange(max(self.begun[column], self.count - rows), self.count) % rows
            winner = record["winners"][column]
            won = np.where(self.turns[past, column] == winner, 1.0, -1.0) * (winner >= 0)
            self.targets[past, column] = (1 - mix) * won + mix * self.values[past, column]
            self.begun[column] = self.count
            learned += len(past)
        self.known = np.flatnonzero(~np.isnan(self.targets))
        return learned

    def sample(self, numbers: np.random.Generator, size: int) -> tuple[Tensor, Tensor, Tensor]:
        """Some positions, drawn evenly: what was seen, the visits as probabilities, and the results."""
        drawn = numbers.choice(self.known, size)
        at, targets = torch.from_numpy(drawn), torch.from_numpy(self.targets.reshape(-1)[drawn])
        at, targets = at.to(self.seen.device), targets.to(self.seen.device)
        return self.seen.flatten(0, 1)[at].float(), self.policies.flatten(0, 1)[at].float(), targets


class Run:
    """A network in training, with its optimizer and how far it has come: what a checkpoint holds."""

    def __init__(self, game: sbg.Game, device: str, blocks: int, channels: int) -> None:
        self.game = game
        self.net = Net(game, blocks, channels).to(device, memory_format=torch.channels_last)
        self.optimizer = torch.optim.AdamW(self.net.parameters(), lr=1e-3, weight_decay=1e-4)
        self.spent = {"seconds": 0.0, "steps": 0, "games": 0, "evaluations": 0}
        self.curve: list[dict[str, Any]] = []
        self.mirror = None
        if sbg.Observations(game).mirrors:
            self.mirror = torch.from_numpy(sbg.Actions(game, ACTIONS).mirror).long().to(device)

    @classmethod
    def load(cls, game: sbg.Game, path: Path, device: str) -> Run:
        """The run of a checkpoint; sbg.EncodingError if it belongs to another game or another numbering."""
        data = torch.load(path, map_location="cpu", weights_only=True)
        sbg.Encoding.read(data["encoding"]).check(sbg.Actions(game, ACTIONS).encoding)
        run = cls(game, device, **data["size"])
        run.net.load_state_dict(data["weights"])
        run.optimizer.load_state_dict(data["optimizer"])
        run.spent, run.curve = data["spent"], data["curve"]
        return run

    def save(self, path: Path) -> None:
        """Writes the checkpoint and, beside it, the learning curve."""
        data = {"encoding": self.net.encoding.as_dict(), "size": self.net.size}
        data |= {"weights": self.net.state_dict(), "optimizer": self.optimizer.state_dict()}
        data |= {"spent": self.spent, "curve": self.curve}
        torch.save(data, path.with_suffix(".new"))
        path.with_suffix(".new").replace(path)
        curve = {"game": self.game.name, **self.net.size, "curve": self.curve}
        path.with_suffix(".json").write_text(json.dumps(curve, indent=1) + "\n", encoding="utf-8")

    def step(self, seen: Tensor, policies: Tensor, targets: Tensor) -> tuple[Tensor, Tensor]:
        """One step down the gradient; the losses of policies and values."""
        if self.mirror is not None:  # every other position with left and right exchanged
            half = len(seen) // 2
            seen = torch.cat((seen[:half].flip(2), seen[half:]))
            policies = torch.cat((policies[:half, self.mirror], policies[half:]))
        with torch.autocast(seen.device.type, dtype=torch.bfloat16, enabled=seen.is_cuda):
            logits, values = self.net(seen)
        policy = -(policies * logits.float().log_softmax(1)).sum(1).mean()
        value = mse_loss(values.float(), targets)
        self.optimizer.zero_grad()
        (policy + value).backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 4.0)
        self.optimizer.step()
        self.spent["steps"] += 1
        return policy.detach(), value.detach()


def train(given: argparse.Namespace) -> None:
    """Trains until the run has had its minutes or steps; a run that was stopped goes on from its checkpoint."""
    game, path, done = sbg.load(given.game), Path(given.checkpoint), 0.0
    torch.manual_seed(given.seed)
    size = given.blocks, given.channels
    run = Run.load(game, path, given.device) if path.exists() else Run(game, given.device, *size)
    playing, numbers = served(run.net), np.random.default_rng(given.seed)
    workers = [Worker(game, playing, given, number) for number in range(given.workers)]
    judge = Evaluator(playing, given.curve_games)
    replay = Replay(run.net, given.rows, given.workers * given.games)
    now, reported, owed, losses = time.monotonic(), run.spent["seconds"], 0.0, (math.nan, math.nan)
    sys.setswitchinterval(0.0005)  # workers wait for Python's lock thousands of times a second
    with ThreadPoolExecutor(given.workers) as pool:
        jobs = [pool.submit(worker.play, True) for worker in workers]
        try:
            while done < 1:
                records = [job.result() for job in jobs]
                refresh(playing, run.net)
                run.spent["seconds"] += time.monotonic() - now
                now, spent = time.monotonic(), run.spent
                done = max(spent["seconds"] / 60 / given.minutes, spent["steps"] / given.steps)
                if done >= 1 or spent["seconds"] >= reported + given.every:
                    found = versus(judge, game, given.opponent, given.curve_games, given.fast)
                    found |= {"losses": [round(float(loss), 4) for loss in losses]}
                    run.curve.append({key: round(n) for key, n in spent.items()} | found)
                    print(json.dumps(run.curve[-1]), flush=True)
                    run.save(path)
                    now, reported = time.monotonic(), spent["seconds"]
                full = bool(numbers.random() < given.share)
                jobs = [pool.submit(worker.play, full) for worker in workers]
                # While they play: keep what they found, and learn.
                record = {key: np.concatenate([one[key] for one in records]) for key in records[0]}
                spent["games"] += int(record["ended"].sum())
                spent["evaluations"] += int(record["asked"].sum())
                owed += given.reuse * replay.add(record, given.mix)
                rate = given.rate * (1.05 + math.cos(math.pi * min(done, 1))) / 2
                run.optimizer.param_groups[0]["lr"] = rate
                while owed >= given.batch and len(replay.known) >= 4 * given.batch:
                    losses = run.step(*replay.sample(numbers, given.batch))
                    owed -= given.batch
        except KeyboardInterrupt:
            run.save(path)
            sys.exit("stopped; the same command goes on")


def versus(
    judge: Evaluator, game: sbg.Game, opponent: str, games: int, simulations: int, seed: int = 0
) -> dict[str, Any]:
    """Games against a player, all at once: each two begin after the same two random plies, with colours exchanged."""
    starts = sbg.Batch(game, games // 2, opening=2, seed=seed).to_positions()
    batch = sbg.Batch(game, games, actions=ACTIONS, starts=[p for p in starts for _ in range(2)])
    ours, search, played = np.arange(games) % 2, sbg.Puct(judge), []
    players = [sbg.player(opponent, seed=seed + slot) for slot in range(games)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        while not batch.ended.all():
            actions = np.full(games, -1, np.int32)
            mine = np.flatnonzero((batch.turn == ours) & ~batch.ended)
            theirs = np.flatnonzero((batch.turn != ours) & ~batch.ended)
            positions = batch.to_positions(theirs.tolist())
            moves = pool.map(lambda slot, at: players[slot].choose(at), theirs, positions)
            actions[mine] = search.search(batch.take(mine), simulations).actions
            actions[theirs] = batch.take(theirs).actions_of(moves)
            batch.step(actions)
            played.append(actions)
    won, lost = int((batch.winners == ours).sum()), int((batch.winners == 1 - ours).sum())
    score, z = (games + won - lost) / (2 * games), 1.96**2 / games  # Wilson's interval, 95 %
    middle, width = score + z / 2, math.sqrt(z * score * (1 - score) + z * z / 4)
    return {
        "opponent": opponent,
        "simulations": simulations,
        "won_drawn_lost": [won, games - won - lost, lost],
        "score": round(score, 4),
        "interval": [round((middle + side) / (1 + z), 4) for side in (-width, width)],
        "different_games": np.unique(np.stack(played), axis=1).shape[1],
    }


def player(checkpoint: str, simulations: str = "200", device: str = DEVICE) -> sbg.Player:
    """The player of a checkpoint, for `sbg match`: `python:examples/alphazero.py:player FILE`."""
    made: dict[sbg.Game, Evaluator] = {}

    def evaluate(leaves: sbg.Batch) -> tuple[np.ndarray, np.ndarray]:
        if leaves.game not in made:
            net = served(Run.load(leaves.game, Path(checkpoint), device).net)
            made[leaves.game] = Evaluator(net, 1)
        return made[leaves.game](leaves)

    return sbg.player(f"mcts:playouts={simulations}", evaluate=evaluate, actions=ACTIONS)


def main(words: list[str] | None = None) -> None:
    """Train, or play a match and print its result as JSON."""
    given = arguments().parse_args(words)
    given.device = given.device or DEVICE
    torch.backends.cudnn.benchmark = True
    try:
        if given.command == "train":
            return train(given)
        game = sbg.load(given.game)
        net = served(Run.load(game, Path(given.checkpoint), given.device).net)
        plan = given.opponent, given.games, given.simulations, given.seed
        print(json.dumps(versus(Evaluator(net, given.games), game, *plan)))
    except (sbg.SbgError, OSError) as problem:
        sys.exit(f"error: {problem}")


if __name__ == "__main__":
    main()
