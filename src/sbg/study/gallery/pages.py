"""Writes the folder of pages about a run, to be opened from disk or put on a web server."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from html import escape
from pathlib import Path

from sbg import pipeline
from sbg.base.errors import SbgError
from sbg.explain.pictures import thumbnail
from sbg.explain.pictures.figures import FIGURES
from sbg.play.report.shared import asset, board_data, document, folder_for, script_json
from sbg.study.evolve.archive import Archive, Elite
from sbg.study.evolve.cells import BRANCHING, CELLS, GOALS, LENGTH, STYLES, Cell, between
from sbg.study.evolve.genome import Genome
from sbg.study.evolve.individual import RETEST, Individual
from sbg.study.evolve.nearest import nearest
from sbg.study.gallery import cards
from sbg.study.gallery.samples import samples
from sbg.study.profiling import Profile

_MARK = '<meta name="generator" content="sbg gallery">'
"""What tells a page of ours from others, which are never written over."""
_ROOM = "sbg.study.gallery"
_TITLES = {
    "royal": "A single piece must be kept",
    "reach": "A piece must arrive",
    "extinction": "Several pieces must be kept",
    "stalemate": "Who cannot move loses",
    "asymmetric": "The players have different aims",
}


class GalleryError(SbgError):
    """A run without games; the message says why."""


def write(
    results: Sequence[Individual],
    archive: Archive,
    folder: Path,
    title: str,
    most: int | None = None,
    on_page: Callable[[int, int], None] = lambda _done, _all: None,
    force: bool = False,
) -> Path:
    """Write the pages of the best games; where the first one is. FileError if the folder holds other pages."""
    best = archive.best(most)
    if not best:
        raise GalleryError("the archive of this run holds no game yet")
    pages = folder_for(folder, _MARK, "sbg gallery", force)
    known = {result.id: result for result in results if result.kind != RETEST}
    for number, elite in enumerate(best):
        pages.write(f"games/{slug(elite)}.sbg", elite.text)
        pages.write(f"games/{slug(elite)}.html", game_page(elite, known))
        on_page(number + 1, len(best))
    return pages.write("index.html", first_page(archive, best, title))


def slug(elite: Elite) -> str:
    """What the files of a game are called."""
    return f"{'-'.join(elite.name.lower().split())}-{elite.id}"


def first_page(archive: Archive, best: Sequence[Elite], title: str) -> str:
    """The map of the archive, and the best games in small."""
    held = {elite.cell: elite for elite in archive.best()}
    shown = {elite.cell for elite in best}
    values = {
        "mark": _MARK,
        "title": escape(title),
        "summary": f"{archive.applied:,} games were made; {len(archive)} of {CELLS} cells hold one"
        + (f"; the best {len(best)} of these can be opened." if len(best) < len(archive) else "."),
        "map": "".join(_map(goal, held, shown) for goal in GOALS),
        "cards": "".join(map(_card, best)),
        "style": asset("report.css") + asset("gallery.css", _ROOM),
    }
    return document(asset("index.html", _ROOM), values)


def _map(goal: str, held: dict[str, Elite], shown: Collection[str]) -> str:
    """The cells of one kind of goal: lengths as rows, numbers of moves as columns; those that are shown are links."""
    if not any(Cell.read(cell).goal == goal for cell in held):
        return ""
    heads = "".join(
        f'<th scope="col">{between(number, BRANCHING)}</th>' for number in range(len(BRANCHING) + 1)
    )
    rows = []
    for length in range(len(LENGTH) + 1):
        cells = []
        for branching in range(len(BRANCHING) + 1):
            found = [held.get(str(Cell(branching, length, goal, style))) for style in STYLES]
            links = "".join(
                _link(one, style, one.cell in shown)
                for one, style in zip(found, STYLES, strict=True)
                if one
            )
            cells.append(f"<td>{links}</td>")
        rows.append(f'<tr><th scope="row">{between(length, LENGTH)}</th>{"".join(cells)}</tr>')
    return (
        f'<h3 id="map-{goal}">{_TITLES[goal]}</h3>'
        f'<div class="wide"><table class="map" data-testid="map-{goal}" aria-labelledby="map-{goal}">'
        f"<thead><tr><td>plies a game ↓ moves to choose from →</td>{heads}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _link(elite: Elite, style: str, linked: bool) -> str:
    strong = min(9, int(10 * elite.fitness))
    words = f"{elite.name}, {style}, fitness {elite.fitness:.2f}"
    told = (
        f'<span class="style">{style[0].upper()}</span> {elite.fitness:.2f}'
        f'<span class="hidden"> {escape(elite.name)}, {style}</span>'
    )
    named = f'class="cell f{strong}" title="{escape(words)}"'
    if not linked:
        return f"<span {named}>{told}</span>"
    return f'<a {named} href="games/{slug(elite)}.html">{told}</a>'


def _card(elite: Elite) -> str:
    game = pipeline.parse(elite.text)
    name = escape(elite.name.strip())
    return (
        f'<li class="card"><a href="games/{slug(elite)}.html">{thumbnail(game)}<h3>{name}</h3></a>'
        f'<p class="soft">fitness {elite.fitness:.3f} · {Cell.read(elite.cell).words}</p></li>'
    )


def game_page(elite: Elite, known: dict[int, Individual]) -> str:
    """The page of one game."""
    game = pipeline.parse(elite.text)
    own = known[elite.id]
    profile = Profile.from_json(own.profile)
    played = samples(game, seed=elite.id)
    data = board_data(game) | {"rows": list(played.rows), "moves": list(played.moves)}
    values = {
        "mark": _MARK,
        "title": escape(elite.name.strip()),
        "summary": f"No. {elite.id} · fitness {elite.fitness:.3f} · {Cell.read(elite.cell).words}",
        "rules": cards.rules(game),
        "measures": cards.measures(profile, elite.scores),
        "ladder": cards.ladder(profile),
        "chances": cards.chances(played),
        "use": cards.use(profile),
        "result": escape(played.result),
        "alike": cards.alike(nearest(Genome.of(game))),
        "lineage": cards.lineage(own, known),
        "file": f"{slug(elite)}.sbg",
        "text": escape(elite.text),
        "data": script_json(data | {"shapes": FIGURES}),
        "style": asset("report.css") + asset("gallery.css", _ROOM),
        "script": asset("board.js") + asset("gallery.js", _ROOM),
    }
    return document(asset("game.html", _ROOM), values)
