"""A profile in sentences: what a designer should know, most important first."""

from __future__ import annotations

from collections.abc import Iterator

from sbg.explain.words.directions import listed
from sbg.language.games import proved
from sbg.study.profiling.contrast import Contrast
from sbg.study.profiling.measure import Measure
from sbg.study.profiling.result import Profile, Strength
from sbg.study.profiling.stages import DRAWN, RARE


def sentences(profile: Profile) -> list[str]:
    """What the numbers of a profile say."""
    return [*_verdict(profile), *_told(profile)]


def _verdict(profile: Profile) -> Iterator[str]:
    found = proved(profile.rules)
    if found is not None:
        name, value = found
        who = "a draw" if value == "draw" else f"{value.capitalize()} wins"
        yield f"Proved: {who} with best play (`sbg verify {name}` checks it)."
    if profile.rejected is not None:
        yield profile.rejected


def _told(profile: Profile) -> Iterator[str]:
    played = [one for one in profile.strengths if one.nodes]
    if played:
        if profile.proof is None:
            yield balance(played[-1])
            yield from map(balance, filter(_is_biased, played[:-1]))
        yield from _draws(profile, played)
    yield from _depth(profile)
    yield from _opinions(profile)
    yield from _course(profile)
    yield from _pieces(profile)
    yield from _legible(profile)
    yield from profile.notes


def players(nodes: int) -> str:
    """What to call players who look at so many positions for a move."""
    if not nodes:
        return "random players"
    bounds = ((100, "weak"), (1_000, "ordinary"), (50_000, "strong"))
    kind = next((kind for most, kind in bounds if nodes < most), "very strong")
    return f"{kind} players"


def _is_biased(found: Strength) -> bool:
    return not found.white.low <= 0.5 <= found.white.high


def balance(found: Strength) -> str:
    """Who is better off, between players of one strength."""
    who = f"between {players(found.nodes)} ({found.nodes:,} nodes a move)"
    if not found.opening:
        who += " from the initial position"
    if not _is_biased(found):
        return (
            f"Neither side is clearly better off {who}: White scores {percent(found.white)}"
            f" ({span(found.white)})."
        )
    if found.white.value > 0.5:
        return f"White is better off {who}: {percent(found.white)} ({span(found.white)})."
    black = found.white.map(lambda white: 1 - white)
    return f"Black is better off {who}: {percent(black)} ({span(black)})."


def _draws(profile: Profile, played: list[Strength]) -> Iterator[str]:
    last = played[-1]
    if last.draws.value > 0.02 and DRAWN not in (profile.rejected or ""):
        yield f"{percent(last.draws)} of the games of {players(last.nodes)} are drawn."
    ended = profile.measures["completion"]
    if ended.value < 0.005:
        yield "Random games do not end before the turn limit."
    elif ended.value < 0.9:
        yield f"Only {percent(ended)} of random games end before the turn limit."


def _depth(profile: Profile) -> Iterator[str]:
    ladder = profile.ladder
    rungs = [rung for rung in ladder if rung.weak]
    for rung in ladder:
        if not rung.weak and rung.score.high < 0.75 and profile.proof is None:
            yield f"Even random moves score {percent(rung.score.map(lambda s: 1 - s))} against a player."
    if not rungs:
        return
    flat = [rung for rung in rungs if rung.score.low <= 0.5]
    top = rungs[-1]
    times = top.strong // top.weak
    if flat:
        low = flat[0]
        yield (
            f"Thinking {low.strong // low.weak} times as long ({low.strong:,} against {low.weak:,} nodes)"
            f" is no clear advantage: it scores {percent(low.score)} ({span(low.score)})."
        )
    else:
        yield f"Thinking {times} times as long scores {percent(top.score)} ({span(top.score)})."


def _opinions(profile: Profile) -> Iterator[str]:
    """What other players say, in a deep profile."""
    if profile.budget == "deep" and "ladder_length" in profile.measures:
        rungs = profile.measures["ladder_length"].value
        steps = sum(rung.weak > 0 for rung in profile.ladder)
        yield (
            f"Of {steps} steps in strength {rungs:.0f} are clear: there four times the nodes score more than"
            " 60 %."
        )
    for name, who in (("mcts", "Monte Carlo players"), ("tuned", "players with tuned weights")):
        if f"depth_{name}" in profile.measures:
            even, depth = (profile.measures[f"{what}_{name}"] for what in ("balance", "depth"))
            yield (
                f"Between {who} the balance is {even.value:.2f} ({even.low:.2f} to {even.high:.2f}), and four"
                f" times the budget gains {depth.value:.2f} ({depth.low:.2f} to {depth.high:.2f})."
            )


def _course(profile: Profile) -> Iterator[str]:
    measures = profile.measures
    if "length" not in measures:
        return
    yield (
        f"A game takes {measures['length'].value:.0f} plies, with the two random ones that it begins with."
    )
    if profile.endings:
        kinds = sorted(profile.endings.items(), key=lambda item: -item[1])
        yield f"Games end {listed([f'{_ENDS[kind]} ({100 * part:.0f} %)' for kind, part in kinds])}."
    yield (
        f"There are {measures['branching'].value:.0f} legal moves on average, of which"
        f" {measures['choice'].value:.1f} are worth a thought."
    )


_ENDS = {
    "count": "by captures",
    "goal": "by reaching a goal",
    "no-moves": "because a player cannot move",
    "turn-limit": "at the turn limit",
    "proven": "by proof",
}


def _pieces(profile: Profile) -> Iterator[str]:
    for piece in profile.pieces:
        name = f"{piece.letter} ({piece.name})" if piece.name else piece.letter
        if not piece.movable:
            continue
        if not piece.games.value:
            yield f"{name} is never moved."
        elif piece.games.value < RARE:
            yield f"{name} is moved in only {percent(piece.games)} of the games."
        if piece.restricted is None:
            continue
        if piece.restricted.low <= 0.5 <= piece.restricted.high:
            yield (
                f"{name} makes no clear difference: who may not move it scores"
                f" {percent(piece.restricted)} ({span(piece.restricted)})."
            )
        elif piece.restricted.value > 0.5:
            yield (
                f"{name} is better left alone: who may not move it scores {percent(piece.restricted)}."
            )


def _legible(profile: Profile) -> Iterator[str]:
    words, named = profile.measures["words"].value, profile.measures["named"].value
    known = "all pieces move" if named == 1 else f"{100 * named:.0f} % of the pieces move"
    yield f"The rules take {words:.0f} words of English a piece; {known} as one does that has a name."
    if profile.warnings:
        count = len(profile.warnings)
        yield f"`sbg check` has {count} warning{'s' if count > 1 else ''} about them."


_MORE = {
    "balance": "is more balanced",
    "decisiveness": "is decided more often",
    "depth": "is deeper",
    "duration": "has the better duration",
    "least_use": "uses all its pieces more",
    "completion": "ends more often in random play",
    "drama": "has more drama",
    "lead_changes": "has more changes of the lead",
    "killer_moves": "has stronger killer moves",
    "choice": "has more moves worth a thought",
    "length": "takes longer",
    "legibility": "is more legible",
    "words": "needs more words a piece",
}


def difference(name: str, contrast: Contrast) -> str:
    """What a significant difference says of the game that has more of the measure."""
    high, low = sorted((contrast.first.value, contrast.second.value), reverse=True)
    what = _MORE.get(contrast.measure) or f"has the higher score for {label(contrast.measure)}"
    return f"{name} {what}: {high:.2f} against {low:.2f}."


def label(measure: str) -> str:
    """What to call a measure of a comparison."""
    kind, _, rest = measure.partition(" ")
    if kind == "white":
        return f"White, {nodes_a_move(int(rest.split()[-1]))}"
    if kind.isdigit():
        weak = int(rest.split()[-1])
        return f"{int(kind):,} nodes against {f'{weak:,}' if weak else 'random moves'}"
    return measure.replace("_", " ")


def nodes_a_move(nodes: int) -> str:
    """The strength of a player."""
    return f"{nodes:,} nodes a move" if nodes else "random moves"


def percent(measure: Measure) -> str:
    """A share for people."""
    return f"{100 * measure.value:.0f} %"


def span(measure: Measure) -> str:
    """The interval of a share."""
    return f"{100 * measure.low:.0f}–{100 * measure.high:.0f} %"
