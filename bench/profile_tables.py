"""The tables of `bench/profiles.py`: how often the measure is right about games of which something is known."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any, TypeAlias

from bench.tables import table

Line: TypeAlias = dict[str, Any]
Judge: TypeAlias = Callable[[Line], float]

TOYS = ("hexapawn", "octopawn", "northcott", "fox-and-hounds")
OWN = ("corridor", "leapfrog", "leaping-draughts", "standoff", "steppe", "great-plain")
"""Bundled games that are no historic ones: toys, and those made for the collection."""

CLOSE = 0.05
"""A difference of the fitness that is hardly more than chance: other seeds change that of a game by 0.04."""
CLOSE_MUTANTS = 3
"""Of each game and dose that are measured again if they are close."""
RETESTS = (1, 2)
"""Seeds of the games that they are measured again with."""

JUDGES: dict[str, Judge] = {
    "fitness without legibility": lambda line: line["play"],
    "fitness": lambda line: line["fitness"],
    "depth": lambda line: measure(line, "depth"),
    "balance": lambda line: measure(line, "balance"),
    "legibility": lambda line: measure(line, "legibility"),
    "squares": lambda line: line["squares"],
}


def measure(line: Line, name: str, bound: int = 0) -> float:
    """A measure; 0 if the game was rejected before it was measured."""
    return float(line["measures"][name][bound]) if name in line["measures"] else 0.0


def half(name: str) -> str:
    """The half of the bundled games that one belongs to: `fit` or `test`."""
    return "fit" if hashlib.sha256(name.encode()).digest()[0] % 2 else "test"


def better(one: float, other: float) -> float:
    """1 if the first is larger, ½ if they are equal."""
    return 0.5 if one == other else float(one > other)


def mean(values: Iterable[float]) -> float | None:
    """The mean, None of nothing."""
    found = list(values)
    return sum(found) / len(found) if found else None


def shown(value: float | None) -> str:
    """For a table."""
    return "–" if value is None else f"{value:.2f}"


def tables(lines: Sequence[Line]) -> str:
    """All that the results say."""
    made = [line for line in lines if not line.get("missing")]
    parts = [
        *(retrodiction(made, kind) for kind in ("letters", "families")),
        close(made),
        historic(made),
        retest(made),
        opinions(made),
        flaws(made),
        speed(made),
    ]
    return "\n\n".join(part for part in parts if part)


def retrodiction(lines: Sequence[Line], kind: str) -> str:
    """How often a game beats its own mutants."""
    parents = {
        line["key"][1]: line
        for line in lines
        if line["key"][0] == "bundled" and line["key"][3] == 0
    }
    historic_ones = {name: line for name, line in parents.items() if name not in (*TOYS, *OWN)}
    rows = []
    for name, judge in JUDGES.items():
        for own, title in ((parents, name), (historic_ones, f"{name}, historic games")):
            if own is historic_ones and not name.startswith("fitness"):
                continue
            shares = [
                shown(_beaten(lines, kind, dose, part, own, judge))
                for part in ("fit", "test")
                for dose in (1, 3, 8)
            ]
            rows.append([title, *shares])
    count = sum(line["key"][0] == kind for line in lines)
    if not count:
        return ""
    head = ["judge", *(f"{part} ×{dose}" for part in ("fit", "test") for dose in (1, 3, 8))]
    return f"A bundled game beats its own mutants ({kind}; {count} mutants; ties half)\n\n" + table(
        head, rows
    )


def _beaten(
    lines: Sequence[Line], kind: str, dose: int, part: str, parents: dict[str, Line], judge: Judge
) -> float | None:
    """The mean over games of the share of their mutants that they beat."""
    by_game: dict[str, list[float]] = {}
    for line in lines:
        found, name, changes, _ = line["key"]
        if found == kind and changes == dose and half(name) == part and name in parents:
            by_game.setdefault(name, []).append(better(judge(parents[name]), judge(line)))
    return mean(sum(shares) / len(shares) for shares in by_game.values())


def close_pairs(lines: Sequence[Line]) -> list[tuple[str, str, int, int]]:
    """The keys of the mutants by families of the half `fit` that are about as good as their parents."""
    parents = {line["key"][1]: line for line in lines if _bundled(line, 0)}
    found = []
    for line in lines:
        kind, name, dose, number = line["key"]
        if kind != "families" or half(name) != "fit" or number >= CLOSE_MUTANTS:
            continue
        pair = [one for one in (parents.get(name), line) if one and not one.get("missing")]
        if len(pair) == 2 and not any(one["rejected"] for one in pair):
            gaps = [abs(pair[0][judge] - pair[1][judge]) for judge in ("play", "fitness")]
            if min(gaps) < CLOSE:
                found.append((kind, name, dose, number))
    return found


def _bundled(line: Line, seed: int) -> bool:
    return bool(line["key"][0] == "bundled" and line["key"][3] == seed)


def close(lines: Sequence[Line]) -> str:
    """What new seeds say of parents and mutants that were close: are they the same, or was the measure too coarse?"""
    known = {tuple(line["key"]): line for line in lines}
    rows = []
    for dose in (1, 3, 8):
        gaps = []
        for _, name, changes, number in close_pairs(lines):
            both = [
                (
                    known.get(("bundled", name, 0, seed)),
                    known.get((f"close {seed}", name, dose, number)),
                )
                for seed in RETESTS
            ]
            if changes == dose and all(own and other for own, other in both):
                gaps.append(
                    sum(own["play"] - other["play"] for own, other in both if own and other)
                    / len(both)
                )
        if len(gaps) > 1:
            middle = sum(gaps) / len(gaps)
            error = (sum((gap - middle) ** 2 for gap in gaps) / (len(gaps) - 1) / len(gaps)) ** 0.5
            ahead = sum(better(gap, 0.0) for gap in gaps) / len(gaps)
            rows.append([f"×{dose}", str(len(gaps)), f"{middle:+.4f} ± {error:.4f}", shown(ahead)])
    if not rows:
        return ""
    return "Mutants of `fit` that were as good as their parents, with other seeds\n\n" + table(
        ["families", "pairs", "parent ahead by (without legibility)", "parent better"], rows
    )


def historic(lines: Sequence[Line]) -> str:
    """Historic games against generated ones, on boards of 25 to 64 squares."""
    fitting = [line for line in lines if 25 <= line["squares"] <= 64]
    others = [line for line in fitting if line["key"][0] == "generated"]
    if not others:
        return ""
    rows = []
    for name, judge in JUDGES.items():
        row = [name]
        for part in ("fit", "test"):
            games = [
                line
                for line in fitting
                if line["key"][0] == "bundled"
                and line["key"][3] == 0
                and line["key"][1] not in (*TOYS, *OWN)
                and half(line["key"][1]) == part
            ]
            row.append(shown(mean(better(judge(a), judge(b)) for a in games for b in others)))
        rows.append(row)
    return f"Historic games against {len(others)} generated ones (AUC)\n\n" + table(
        ["judge", "fit", "test"], rows
    )


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value, the mean rank where they are equal."""
    order = sorted(values)
    return [order.index(value) + (order.count(value) - 1) / 2 for value in values]


def correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's rank correlation."""
    a, b = ranks(one), ranks(other)
    middle = (len(a) - 1) / 2
    above = sum((x - middle) * (y - middle) for x, y in zip(a, b, strict=True))
    below = sum((x - middle) ** 2 for x in a) * sum((y - middle) ** 2 for y in b)
    return above / below**0.5 if below else 0.0


def retest(lines: Sequence[Line]) -> str:
    """Do other seeds give the same order?"""
    by_seed: dict[int, dict[str, Line]] = {}
    for line in lines:
        kind, name, _, seed = line["key"]
        if kind == "bundled":
            by_seed.setdefault(seed, {})[name] = line
    rows = []
    for name, judge in JUDGES.items():
        found = []
        for one, other in combinations(sorted(by_seed), 2):
            both = sorted(by_seed[one].keys() & by_seed[other].keys())
            if len(both) > 2:
                first, second = (
                    [judge(by_seed[seed][game]) for game in both] for seed in (one, other)
                )
                found.append(correlation(first, second))
        if found:
            rows.append([name, f"{min(found):.3f}", f"{sum(found) / len(found):.3f}"])
    if not rows:
        return ""
    return "Test and retest with other seeds (rank correlation over the bundled games)\n\n" + table(
        ["judge", "least", "mean"], rows
    )


def opinions(lines: Sequence[Line]) -> str:
    """Do other players see the same games as balanced and deep?"""
    rows = []
    for name in ("balance", "depth"):
        for other, who in (("tuned", "tuned weights"), ("mcts", "Monte Carlo players")):
            both = [
                (measure(line, name), measure(line, f"{name}_{other}"), line["key"][1])
                for line in lines
                if line["key"][0] == "opinions" and f"{name}_{other}" in line["measures"]
            ]
            if len(both) < 3:
                continue
            ours, theirs, games = zip(*both, strict=True)
            _, game = max(zip(map(abs, _differences(ours, theirs)), games, strict=True))
            rows.append([f"{name}, {who}", f"{correlation(ours, theirs):.2f}", game])
    if not rows:
        return ""
    return "Agreement of derived weights with other players (rank correlation)\n\n" + table(
        ["measure", "correlation", "largest difference of ranks"], rows
    )


def _differences(one: Sequence[float], other: Sequence[float]) -> list[float]:
    return [a - b for a, b in zip(ranks(one), ranks(other), strict=True)]


def flaws(lines: Sequence[Line]) -> str:
    """What is found of games with known flaws."""
    rows = []
    for line in lines:
        if line["key"][0] == "flaws":
            proof = line["proof"]
            said = (
                "–"
                if proof is None
                else f"{proof['value']} ({proof['by']}, {proof['nodes']:,} nodes)"
            )
            white = ", ".join(
                f"{nodes:,}: {100 * score:.0f} %" for nodes, score, _ in line["white"]
            )
            rows.append([line["key"][1], said, white, line["rejected"] or "–"])
    if not rows:
        return ""
    return "Known flaws\n\n" + table(["game", "proof", "White scores, by nodes", "verdict"], rows)


def speed(lines: Sequence[Line]) -> str:
    """What a profile costs."""
    quick = [line for line in lines if line["key"][0] not in ("flaws", "opinions")]
    full = [line["seconds"] for line in quick if line["stage"] >= 3 and line["rejected"] is None]
    every = [line["seconds"] for line in quick]
    if not full:
        return ""
    middle = sorted(full)[len(full) // 2]
    return (
        f"Processor time: {sum(full) / len(full):.3f} s mean, {middle:.3f} s median for {len(full)} games through all"
        f" stages ({7200 * len(full) / sum(full):,.0f} an hour on two cores);"
        f" {sum(every) / len(every):.3f} s mean for all {len(every)}, rejected ones included"
        f" ({7200 * len(every) / sum(every):,.0f} an hour)."
    )
