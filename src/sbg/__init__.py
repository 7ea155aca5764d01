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
used. The modules that `help` lists next are rooms of the house, and may change.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sbg import reach as reach
    from sbg import reference as reference
    from sbg import svg as svg
    from sbg.auditing import TableVerification as TableVerification
    from sbg.auditing import verify_table as verify_table
    from sbg.batch import Batch as Batch
    from sbg.batch import Puct as Puct
    from sbg.compete import ContestError as ContestError
    from sbg.compete import match as match
    from sbg.compete import read_contest as read_contest
    from sbg.compete import tournament as tournament
    from sbg.contests.control import ControlError as ControlError
    from sbg.contests.openings import OpeningError as OpeningError
    from sbg.contests.standings import Standings as Standings
    from sbg.contests.table import PlayedGame as PlayedGame
    from sbg.contests.table import Standing as Standing
    from sbg.cuda import CudaError as CudaError
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
    from sbg.errors import SbgError as SbgError
    from sbg.evolution.evolve import Evolved as Evolved
    from sbg.evolution.evolve import evolve as evolve
    from sbg.evolution.generate import generate as generate
    from sbg.evolution.mutate import mutate as mutate
    from sbg.evolution.styles import StyleError as StyleError
    from sbg.gallery import GalleryError as GalleryError
    from sbg.gallery import write_gallery as write_gallery
    from sbg.games import UnknownGameError as UnknownGameError
    from sbg.jobs.store import StoreError as StoreError
    from sbg.learning import Agreement as Agreement
    from sbg.learning import Answer as Answer
    from sbg.learning import Learned as Learned
    from sbg.learning import LearnedPiece as LearnedPiece
    from sbg.learning import Lesson as Lesson
    from sbg.learning import ask as ask
    from sbg.learning import learn as learn
    from sbg.learning import teach as teach
    from sbg.model import Colour as Colour
    from sbg.model import Description as Description
    from sbg.model import DescriptionError as DescriptionError
    from sbg.model import FenError as FenError
    from sbg.model import GameOverError as GameOverError
    from sbg.model import IllegalMoveError as IllegalMoveError
    from sbg.model import Move as Move
    from sbg.model import Outcome as Outcome
    from sbg.model import PlayError as PlayError
    from sbg.observations import DataError as DataError
    from sbg.observations import Sightings as Sightings
    from sbg.observations import watch as watch
    from sbg.pipeline import bundled as bundled
    from sbg.pipeline import check as check
    from sbg.pipeline import format as format
    from sbg.pipeline import load as load
    from sbg.pipeline import parse as parse
    from sbg.pipeline import write as write
    from sbg.players import Analyser as Analyser
    from sbg.players import Analysis as Analysis
    from sbg.players import Info as Info
    from sbg.players import Limits as Limits
    from sbg.players import OwnPlayerError as OwnPlayerError
    from sbg.players import Player as Player
    from sbg.players import PlayerFailure as PlayerFailure
    from sbg.players import Score as Score
    from sbg.players import SpecError as SpecError
    from sbg.players import Thought as Thought
    from sbg.players import UnknownPlayerError as UnknownPlayerError
    from sbg.players import WeightsError as WeightsError
    from sbg.players import analyse as analyse
    from sbg.players import player as player
    from sbg.profiling import Contrast as Contrast
    from sbg.profiling import Measure as Measure
    from sbg.profiling import Profile as Profile
    from sbg.profiling import ProfileError as ProfileError
    from sbg.profiling import compare as compare
    from sbg.profiling import profile as profile
    from sbg.reach import Comparison as Comparison
    from sbg.reach import Difference as Difference
    from sbg.reach import canonical as canonical
    from sbg.reach import same as same
    from sbg.solving import Solution as Solution
    from sbg.solving.asking import probe as probe
    from sbg.solving.plan import TooLargeError as TooLargeError
    from sbg.solving.probe import NotInTableError as NotInTableError
    from sbg.solving.probe import Probe as Probe
    from sbg.solving.proof import UndecidedError as UndecidedError
    from sbg.solving.solve import solve as solve
    from sbg.solving.table import ClassCount as ClassCount
    from sbg.solving.table import TableError as TableError
    from sbg.syntax import Diagnostic as Diagnostic
    from sbg.syntax import Edit as Edit
    from sbg.syntax import Fix as Fix
    from sbg.syntax import InvalidGameError as InvalidGameError
    from sbg.translation import Inexpressible as Inexpressible
    from sbg.translation import Translation as Translation
    from sbg.translation import TranslationError as TranslationError
    from sbg.translation import betza as betza
    from sbg.translation import translate as translate
    from sbg.verification import CertificateError as CertificateError
    from sbg.verification import Claim as Claim
    from sbg.verification import Verification as Verification
    from sbg.verification import verify as verify
    from sbg.words import describe as describe

    __version__: str

_HOMES = {
    "sbg.auditing": "TableVerification verify_table",
    "sbg.batch": "Batch Puct",
    "sbg.compete": "ContestError match read_contest tournament",
    "sbg.contests.control": "ControlError",
    "sbg.contests.openings": "OpeningError",
    "sbg.contests.standings": "Standings",
    "sbg.contests.table": "PlayedGame Standing",
    "sbg.cuda": "CudaError",
    "sbg.engine": "Game Line Playouts Position Record RecordError Variation Ended ends perft playouts"
    " read_record Stop Stopped stopping",
    "sbg.engine.encoding": "Actions Encoding EncodingError Observations",
    "sbg.errors": "SbgError",
    "sbg.evolution.evolve": "Evolved evolve",
    "sbg.evolution.generate": "generate",
    "sbg.evolution.mutate": "mutate",
    "sbg.evolution.styles": "StyleError",
    "sbg.gallery": "GalleryError write_gallery",
    "sbg.games": "UnknownGameError",
    "sbg.jobs.store": "StoreError",
    "sbg.learning": "Agreement Answer Learned LearnedPiece Lesson ask learn teach",
    "sbg.model": "Colour Description DescriptionError FenError GameOverError IllegalMoveError Move"
    " Outcome PlayError",
    "sbg.observations": "DataError Sightings watch",
    "sbg.pipeline": "bundled check format load parse write",
    "sbg.players": "Analyser Analysis Info Limits OwnPlayerError Player PlayerFailure Score SpecError"
    " Thought UnknownPlayerError WeightsError analyse player",
    "sbg.profiling": "Contrast Measure Profile ProfileError compare profile",
    "sbg.reach": "Comparison Difference canonical same",
    "sbg.solving": "Solution",
    "sbg.solving.asking": "probe",
    "sbg.solving.plan": "TooLargeError",
    "sbg.solving.probe": "NotInTableError Probe",
    "sbg.solving.proof": "UndecidedError",
    "sbg.solving.solve": "solve",
    "sbg.solving.table": "ClassCount TableError",
    "sbg.syntax": "Diagnostic Edit Fix InvalidGameError",
    "sbg.translation": "Inexpressible Translation TranslationError betza translate",
    "sbg.verification": "CertificateError Claim Verification verify",
    "sbg.words": "describe",
}
_HOME = {name: module for module, names in _HOMES.items() for name in names.split()}
"""The module of each public name. Nothing else of the package is imported for it than what the module needs."""

_MODULES = ("reach", "reference", "svg")
"""Rooms that are public as a whole."""

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
