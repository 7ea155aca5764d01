"""Any game for OpenSpiel: `pyspiel.load_game("sbg(game=gardner)")`, or with the path of a file.

White is player 0. Use OpenSpiel's searches that are written in Python: its `pyspiel.MCTSBot` ends the process with
games that are written in Python, its own included.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from sbg.engine import Game, Position
from sbg.engine.encoding import ActionNames, Actions, Observations
from sbg.envs.common import missing
from sbg.pipeline import load

try:
    import pyspiel
except ImportError:
    raise missing("open_spiel", "openspiel") from None

__all__ = ["SbgGame", "SbgState"]

_TYPE = pyspiel.GameType(
    short_name="sbg",
    long_name="Simplified Boardgames",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": "gardner", "actions": "planes"},
)

MOST_PLIES = 10**6
"""OpenSpiel wants to know how long a game can be; where the turn limit is further away it is told this."""


@cache
def _tables(name: str, actions: ActionNames) -> tuple[Game, Actions, Observations]:
    game = load(name)
    return game, Actions(game, actions), Observations(game)


class SbgGame(pyspiel.Game):  # type: ignore[misc]
    """A game of this package, by its bundled name or its path."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.sbg, self.actions, self.planes = _tables(
            str(params.get("game", "gardner")), str(params.get("actions", "planes"))
        )
        about = pyspiel.GameInfo(
            num_distinct_actions=len(self.actions),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=max(min(self.sbg.turn_limit, MOST_PLIES), 1),
        )
        super().__init__(_TYPE, about, params)

    def __reduce__(self) -> tuple[object, tuple[str, Any]]:
        return pyspiel.load_game, (_TYPE.short_name, self.get_parameters())

    def new_initial_state(self, state: Any = None) -> SbgState:
        """A game at its beginning."""
        return SbgState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What players see."""
        return Observer(self, params)


class SbgState(pyspiel.State):  # type: ignore[misc]
    """A position, with the moves that led to it."""

    # OpenSpiel copies and writes `__dict__` and its own history; what is in slots is found again from these.
    __slots__ = ("__dict__", "_actions", "_path", "_start")

    def __init__(self, game: SbgGame) -> None:
        super().__init__(game)
        self._actions, self._start = game.actions, game.sbg.start

    @property
    def path(self) -> list[tuple[int, Position]]:
        """The actions that were played, and the position after each."""
        found: list[tuple[int, Position]] | None = getattr(self, "_path", None)
        if found is None:
            found = self._path = self.__dict__.get("undone", [])
            for action in () if self._was_undone else super().history():
                self._apply_action(action)
        return found

    @property
    def position(self) -> Position:
        """The position now."""
        path = self.path
        return path[-1][1] if path else self._start

    def clone(self) -> SbgState:
        """A copy to be played on independently."""
        copied: SbgState = super().clone()
        if not self._was_undone:
            copied._path = self.path.copy()
        return copied

    def __deepcopy__(self, memo: Any) -> SbgState:
        return self.clone()

    def __reduce__(self) -> tuple[object, tuple[Any, list[int]]]:
        return _replayed, (self.get_game(), self.history())

    # OpenSpiel's own history only grows: once a move was undone, a state that was played anew answers for this one.

    def undo_action(self, player: int, action: int) -> None:
        """Takes the last action back, which is this one of this player."""
        path = self.path
        if not path or (path[-1][0], (len(path) - 1) % 2) != (action, player):
            raise ValueError(f"action {action} of player {player} was not the last one")
        path.pop()
        self.undone = path

    @property
    def _was_undone(self) -> bool:
        return "undone" in self.__dict__

    def _anew(self) -> Any:
        return _replayed(self.get_game(), self.history())

    def history(self) -> list[int]:
        """The actions that were played."""
        return [action for action, _ in self.path]

    def history_str(self) -> str:
        """The same as text."""
        return ", ".join(map(str, self.history()))

    def full_history(self) -> Any:
        """The same with the players."""
        return self._anew().full_history() if self._was_undone else super().full_history()

    def move_number(self) -> int:
        """How many actions were played."""
        return len(self.path)

    def is_initial_state(self) -> bool:
        """Whether none was."""
        return not self.path

    def serialize(self) -> str:
        """The state as text."""
        found: str = self._anew().serialize() if self._was_undone else super().serialize()
        return found

    def current_player(self) -> int:
        """0 for white, 1 for black."""
        if self.position.outcome:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.position.ply % 2

    def _legal_actions(self, player: int) -> list[int]:
        turn = self.position.turn
        return sorted(self._actions.action(move, turn) for move in self.position.moves)

    def _apply_action(self, action: int) -> None:
        position = self.position
        after = position.play(self._actions.move(action, position.turn))
        self.path.append((action, after))

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self._actions.move(action, "black" if player else "white"))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.outcome is not None

    def returns(self) -> list[float]:
        """What white and black have from it."""
        outcome = self.position.outcome
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner == "white" else [-1.0, 1.0]

    def __str__(self) -> str:
        outcome = self.position.outcome
        return self.position.fen + (f" {outcome.winner} {outcome.reason}" if outcome else "")


def _replayed(game: SbgGame, actions: list[int]) -> SbgState:
    """A state after these actions; pickles are made of this."""
    state = game.new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


class Observer:
    """Planes of a position, seen from the side of the player who is asked for."""

    def __init__(self, game: SbgGame, params: Any) -> None:
        if params:
            raise ValueError(f"observations have no parameters, not {params}")
        self._planes, self._letters = game.planes, [piece.letter for piece in game.sbg.pieces]
        self._limit = max(game.sbg.turn_limit, 1)
        self.tensor = np.zeros(int(np.prod(game.planes.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(game.planes.shape)}

    def set_from(self, state: SbgState, player: int) -> None:
        """Fills the tensor."""
        image = self.dict["observation"]
        image.fill(0)
        position = state.position
        rows = position.rows if player else position.rows[::-1]
        for y, row in enumerate(rows):
            for x, letter in enumerate(row):
                if letter != ".":
                    own = letter.islower() == bool(player)
                    kind = self._letters.index(letter.upper())
                    image[y, x, kind + (0 if own else len(self._letters))] = 1
        image[..., -3] = player
        image[..., -2] = min(position.ply / self._limit, 1)
        image[..., -1] = 1

    def string_from(self, state: SbgState, player: int) -> str:
        """The position as a line."""
        return str(state)


if _TYPE.short_name not in pyspiel.registered_names():
    pyspiel.register_game(_TYPE, SbgGame)
