"""The parts of a game's page as HTML: rules, diagrams, measures, pictures, lineage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from sbg.engine import Game
from sbg.explain.pictures import board, charts, movement
from sbg.explain.words import describe
from sbg.study.evolve.individual import Individual
from sbg.study.evolve.nearest import Nearest
from sbg.study.gallery.fan import fan
from sbg.study.gallery.samples import Samples
from sbg.study.profiling import FITNESS, Profile
from sbg.study.profiling.measure import Measure
from sbg.study.profiling.sentences import label, nodes_a_move, sentences

MEASURES = (*FITNESS, "legibility")
"""Those that make up the fitness."""


def rules(game: Game) -> str:
    """The rules in English, with a diagram for each piece."""
    told = describe(game)
    pieces = "".join(_piece(game, piece.letter, str(piece)) for piece in told.pieces)
    goals = "".join(f"<li>{escape(one)}</li>" for one in (*told.goals, *told.ending))
    picture = board(game, theme="auto", size=420)
    return (
        f'<div class="rules"><div class="picture">{picture}</div><div>'
        f"<p>{escape(told.board)}</p><ul>{goals}</ul></div></div>"
        f'<div class="pieces" data-testid="pieces">{pieces}</div>'
    )


def _piece(game: Game, letter: str, told: str) -> str:
    picture = ""
    if game.description.rule(letter) is not None:
        picture = movement(game, letter, theme="auto", size=240, legend=False)
    return f"<figure>{picture}<figcaption>{escape(told)}</figcaption></figure>"


def measures(profile: Profile, scores: Sequence[float]) -> str:
    """What the profile says, in sentences and as a table with intervals."""
    told = "".join(f"<li>{escape(_unbroken(one))}</li>" for one in sentences(profile))
    rows = "".join(
        f'<tr><th scope="row">{escape(label(name))}</th><td>{found.value:.2f}</td>'
        f"<td>{_interval(found)}</td></tr>"
        for name, found in ((name, profile.measures[name]) for name in MEASURES)
    )
    fitness = ", ".join(f"{score:.3f}" for score in scores)
    return (
        f"<ul>{told}</ul>"
        '<div class="wide"><table data-testid="measures"><thead><tr><th scope="col">Measure</th>'
        '<th scope="col">Value</th><th scope="col">95 % interval</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
        f'<p class="soft">Fitness, each time it was measured: {fitness}.</p>'
    )


def _interval(measure: Measure) -> str:
    """The bounds of a measure; nothing for one that is computed and not estimated."""
    return "" if measure.low == measure.high else f"{measure.low:.2f} to {measure.high:.2f}"


def _unbroken(sentence: str) -> str:
    """A sentence in which no line ends between a number and its per cent sign."""
    return sentence.replace(" %", "\N{NO-BREAK SPACE}%")


def ladder(profile: Profile) -> str:
    """Whether thinking longer helps, as intervals."""
    rows = [
        charts.Interval(
            f"{rung.strong:,} against {rung.weak:,}"
            if rung.weak
            else f"{rung.strong:,} against random",
            100 * rung.score.value,
            100 * rung.score.low,
            100 * rung.score.high,
        )
        for rung in profile.ladder
    ]
    if not rows:
        return ""
    title = "Score of the player who thinks longer, with 95 % intervals"
    picture = charts.intervals(rows, title, "per cent of the points", signed=False)
    longest = nodes_a_move(max(rung.strong for rung in profile.ladder))
    return _figure(f"{title}; players with up to {longest}", picture, "ladder")


def chances(found: Samples) -> str:
    """How open games are, as a fan."""
    title = "White's chances in games between machines; half of the games are within the band"
    return _figure(title, fan(found.chances, found.winners, title), "fan")


def use(profile: Profile) -> str:
    """How each piece is used."""
    rows = "".join(
        f'<tr><th scope="row">{escape(piece.name or piece.letter)}</th>'
        f"<td>{piece.moves:.0%}</td><td>{piece.captures:.0%}</td><td>{piece.finishes:.0%}</td>"
        f"<td>{piece.games.value:.0%}</td></tr>"
        for piece in profile.pieces
    )
    heads = ("Piece", "of moves", "of captures", "of last moves", "of games it moved in")
    head = "".join(f'<th scope="col">{text}</th>' for text in heads)
    return (
        '<div class="wide"><table data-testid="use"><thead>'
        f"<tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def lineage(game: Individual, known: Mapping[int, Individual]) -> str:
    """How the game came to be, from its oldest ancestor on, in changed sentences."""
    chain: list[Individual] = [game]
    while chain[-1].parent_ids and chain[-1].parent_ids[0] in known:
        chain.append(known[chain[-1].parent_ids[0]])
    items = []
    for one in reversed(chain):
        how = {"seed": "A game that the search began with.", "new": f"Generated: {one.change}."}
        what = how.get(one.kind, f"{one.operator}: {one.change}")
        items.append(
            f"<li><strong>{escape(one.name.strip())}</strong> <small>no. {one.id}</small>"
            f" {escape(what)}</li>"
        )
    return f'<ol class="lineage" data-testid="lineage">{"".join(items)}</ol>'


def alike(found: Nearest) -> str:
    """The bundled game that is nearest."""
    return (
        f"<p>Of the games that come with sbg, {escape(found.title)} is the nearest"
        f" (distance {found.distance:.2f} on a scale from 0 to 1).</p>"
    )


def _figure(caption: str, picture: str, name: str) -> str:
    return (
        f'<figure data-testid="{name}"><figcaption>{escape(caption)}</figcaption>{picture}</figure>'
    )
