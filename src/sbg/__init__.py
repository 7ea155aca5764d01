"""Simplified Boardgames: read, check, explain, format and play any game of the language.

    game = sbg.load("gardner")              a bundled game, or the path of a file; `sbg.bundled()` lists them
    print(sbg.describe(game))               its rules in English
    position = game.start.play("b1c3")      positions are values: `moves`, `turn`, `outcome`, `play`
    sbg.analyse(position, seconds=1)        the best moves, with their scores
    sbg.match(["mcts", "greedy"], [game])   two players against each other
    sbg.profile(game)                       how good a game it is
    sbg.solve(game)                         who wins, of a small game
    sbg.learn(sightings)                    the rules, from play that was seen
    sbg.translate(game, "ludii")            for another program
    sbg.Batch(game, 1000)                   many games as arrays; `sbg.envs` has environments

The names in `dir(sbg)` are the public ones, and nothing else; see `docs/api.md`. A name is imported when it is first
used. The packages that `help` lists next are storeys of the house, and may change.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sbg import reach as reach
    from sbg import reference as reference
    from sbg import svg as svg
    from sbg.arrays import Batch as Batch
    from sbg.arrays import Puct as Puct
    from sbg.base.errors import SbgError as SbgError
    from sbg.base.jobs.store import StoreError as StoreError
    from sbg.engine import Ended as Ended
    from sbg.engine import Game as Game
    from sbg.engine import Line as Line
    from sbg.engine import Playouts as Playouts
    from sbg.engine import Position as Position
    from sbg.engine import Record as Record
    from sbg.engine import RecordError as RecordError
    from sbg.engine import Stop as Stop
    from sbg.engine import Stopped as Stopped
    from sbg.engine import Variation as Variation
    from sbg.engine import ends as ends
    from sbg.engine import perft as perft
    from sbg.engine import playouts as playouts
    from sbg.engine import read_record as read_record
    from sbg.engine import stopping as stopping
    from sbg.engine.encoding import Actions as Actions
    from sbg.engine.encoding import Encoding as Encoding
    from sbg.engine.encoding import EncodingError as EncodingError
    from sbg.engine.encoding import Observations as Observations
    from sbg.engine.gpu import CudaError as CudaError
    from sbg.exact.auditing import TableVerification as TableVerification
    from sbg.exact.auditing import verify_table as verify_table
    from sbg.exact.solving import Solution as Solution
    from sbg.exact.solving.asking import probe as probe
    from sbg.exact.solving.plan import TooLargeError as TooLargeError
    from sbg.exact.solving.probe import NotInTableError as NotInTableError
    from sbg.exact.solving.probe import Probe as Probe
    from sbg.exact.solving.proof import UndecidedError as UndecidedError
    from sbg.exact.solving.solve import solve as solve
    from sbg.exact.solving.table import ClassCount as ClassCount
    from sbg.exact.solving.table import TableError as TableError
    from sbg.exact.verification import CertificateError as CertificateError
    from sbg.exact.verification import Claim as Claim
    from sbg.exact.verification import Verification as Verification
    from sbg.exact.verification import verify as verify
    from sbg.explain.words import describe as describe
    from sbg.language.games import UnknownGameError as UnknownGameError
    from sbg.language.model import Colour as Colour
    from sbg.language.model import Description as Description
    from sbg.language.model import DescriptionError as DescriptionError
    from sbg.language.model import FenError as FenError
    from sbg.language.model import GameOverError as GameOverError
    from sbg.language.model import IllegalMoveError as IllegalMoveError
    from sbg.language.model import Move as Move
    from sbg.language.model import Outcome as Outcome
    from sbg.language.model import PlayError as PlayError
    from sbg.language.syntax import Diagnostic as Diagnostic
    from sbg.language.syntax import Edit as Edit
    from sbg.language.syntax import Fix as Fix
    from sbg.language.syntax import InvalidGameError as InvalidGameError
    from sbg.moves.reach import Comparison as Comparison
    from sbg.moves.reach import Difference as Difference
    from sbg.moves.reach import canonical as canonical
    from sbg.moves.reach import same as same
    from sbg.pipeline import bundled as bundled
    from sbg.pipeline import check as check
    from sbg.pipeline import format as format
    from sbg.pipeline import load as load
    from sbg.pipeline import parse as parse
    from sbg.pipeline import write as write
    from sbg.play.contests.compete import ContestError as ContestError
    from sbg.play.contests.compete import match as match
    from sbg.play.contests.compete import read_contest as read_contest
    from sbg.play.contests.compete import tournament as tournament
    from sbg.play.contests.control import ControlError as ControlError
    from sbg.play.contests.openings import OpeningError as OpeningError
    from sbg.play.contests.standings import Standings as Standings
    from sbg.play.contests.table import PlayedGame as PlayedGame
    from sbg.play.contests.table import Standing as Standing
    from sbg.play.players import Analyser as Analyser
    from sbg.play.players import Analysis as Analysis
    from sbg.play.players import Info as Info
    from sbg.play.players import Limits as Limits
    from sbg.play.players import OwnPlayerError as OwnPlayerError
    from sbg.play.players import Player as Player
    from sbg.play.players import PlayerFailure as PlayerFailure
    from sbg.play.players import Score as Score
    from sbg.play.players import SpecError as SpecError
    from sbg.play.players import Thought as Thought
    from sbg.play.players import UnknownPlayerError as UnknownPlayerError
    from sbg.play.players import WeightsError as WeightsError
    from sbg.play.players import analyse as analyse
    from sbg.play.players import player as player
    from sbg.study.evolve.evolve import Evolved as Evolved
    from sbg.study.evolve.evolve import evolve as evolve
    from sbg.study.evolve.generate import generate as generate
    from sbg.study.evolve.mutate import mutate as mutate
    from sbg.study.evolve.styles import StyleError as StyleError
    from sbg.study.gallery import GalleryError as GalleryError
    from sbg.study.gallery import write_gallery as write_gallery
    from sbg.study.learn import Agreement as Agreement
    from sbg.study.learn import Answer as Answer
    from sbg.study.learn import Learned as Learned
    from sbg.study.learn import LearnedPiece as LearnedPiece
    from sbg.study.learn import Lesson as Lesson
    from sbg.study.learn import ask as ask
    from sbg.study.learn import learn as learn
    from sbg.study.learn import teach as teach
    from sbg.study.observe import DataError as DataError
    from sbg.study.observe import Sightings as Sightings
    from sbg.study.observe import watch as watch
    from sbg.study.profiling import Contrast as Contrast
    from sbg.study.profiling import Measure as Measure
    from sbg.study.profiling import Profile as Profile
    from sbg.study.profiling import ProfileError as ProfileError
    from sbg.study.profiling import compare as compare
    from sbg.study.profiling import profile as profile
    from sbg.translation import Inexpressible as Inexpressible
    from sbg.translation import Translation as Translation
    from sbg.translation import TranslationError as TranslationError
    from sbg.translation import betza as betza
    from sbg.translation import translate as translate

    __version__: str

_HOMES = {
    "sbg.exact.auditing": "TableVerification verify_table",
    "sbg.arrays": "Batch Puct",
    "sbg.play.contests.compete": "ContestError match read_contest tournament",
    "sbg.play.contests.control": "ControlError",
    "sbg.play.contests.openings": "OpeningError",
    "sbg.play.contests.standings": "Standings",
    "sbg.play.contests.table": "PlayedGame Standing",
    "sbg.engine.gpu": "CudaError",
    "sbg.engine": "Game Line Playouts Position Record RecordError Variation Ended ends perft playouts"
    " read_record Stop Stopped stopping",
    "sbg.engine.encoding": "Actions Encoding EncodingError Observations",
    "sbg.base.errors": "SbgError",
    "sbg.study.evolve.evolve": "Evolved evolve",
    "sbg.study.evolve.generate": "generate",
    "sbg.study.evolve.mutate": "mutate",
    "sbg.study.evolve.styles": "StyleError",
    "sbg.study.gallery": "GalleryError write_gallery",
    "sbg.language.games": "UnknownGameError",
    "sbg.base.jobs.store": "StoreError",
    "sbg.study.learn": "Agreement Answer Learned LearnedPiece Lesson ask learn teach",
    "sbg.language.model": "Colour Description DescriptionError FenError GameOverError IllegalMoveError Move"
    " Outcome PlayError",
    "sbg.study.observe": "DataError Sightings watch",
    "sbg.pipeline": "bundled check format load parse write",
    "sbg.play.players": "Analyser Analysis Info Limits OwnPlayerError Player PlayerFailure Score SpecError"
    " Thought UnknownPlayerError WeightsError analyse player",
    "sbg.study.profiling": "Contrast Measure Profile ProfileError compare profile",
    "sbg.moves.reach": "Comparison Difference canonical same",
    "sbg.exact.solving": "Solution",
    "sbg.exact.solving.asking": "probe",
    "sbg.exact.solving.plan": "TooLargeError",
    "sbg.exact.solving.probe": "NotInTableError Probe",
    "sbg.exact.solving.proof": "UndecidedError",
    "sbg.exact.solving.solve": "solve",
    "sbg.exact.solving.table": "ClassCount TableError",
    "sbg.language.syntax": "Diagnostic Edit Fix InvalidGameError",
    "sbg.translation": "Inexpressible Translation TranslationError betza translate",
    "sbg.exact.verification": "CertificateError Claim Verification verify",
    "sbg.explain.words": "describe",
}
_HOME = {name: module for module, names in _HOMES.items() for name in names.split()}
"""The module of each public name. Nothing else of the package is imported for it than what the module needs."""

_MODULES = ("reach", "reference", "svg")
"""Modules that are public as a whole: doors to packages."""

__all__ = [*sorted((*_HOME, *_MODULES)), "__version__"]


if not TYPE_CHECKING:  # or a type checker would believe in every name

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name in _MODULES:
            return import_module(f"sbg.{name}")
        if name == "__version__":
            from importlib.metadata import version

            value = version("simplified-boardgames")
        elif name in _HOME:
            value = getattr(import_module(_HOME[name]), name)
        else:
            raise AttributeError(f"module 'sbg' has no attribute {name!r}")
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted(__all__)
