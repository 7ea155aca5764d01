"""Batches: beginning, stepping, copying, arrays of the caller, and what is refused."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

import sbg
from sbg import reference
from sbg.arrays import REASONS
from sbg.language.model import Description
from tests.cli.helpers import environment
from tests.strategies import descriptions

HEXAPAWN = sbg.load("hexapawn")


def run(batch: sbg.Batch, plies: int) -> list[bytes]:
    """The states of so many steps of random actions."""
    found = []
    for _ in range(plies):
        batch.step(batch.sample())
        found.append(batch.state.tobytes())
    return found


# -- random steps


@pytest.mark.parametrize("auto_reset", [True, False])
@pytest.mark.parametrize("name", ["gardner", "breakthrough6", "steppe"])
def test_a_random_step_is_a_sampled_action(name: str, auto_reset: bool) -> None:
    one = sbg.Batch(name, 40, seed=3, auto_reset=auto_reset, threads=1)
    other, third = one.copy(), one.copy()
    played = 0
    for _ in range(45):
        actions = one.sample()
        assert (actions < 0).tolist() == (one.ended & (not auto_reset)).tolist()
        one.step(actions)
        played += other.step_random().plies
        assert np.array_equal(one.state, other.state)
        assert np.array_equal(one.rewards, other.rewards)
    assert third.step_random(45).plies == played
    # What the last step ended is all that may differ.
    state = third.state
    state[:, 1] = one.state[:, 1]
    assert np.array_equal(state, one.state)


@given(descriptions(most=5))
@settings(max_examples=20)
def test_steps_of_any_game_pass(description: Description) -> None:
    """Also where nobody can move, and where games are over when they begin."""
    batch = sbg.Batch(sbg.Game(description), 4, auto_reset=True, threads=1)
    tally = batch.step_random(20)
    assert tally.plies <= 80
    assert tally.plies + tally.games >= 20
    batch.step(batch.sample())


def test_threads_change_nothing() -> None:
    states = []
    for threads in (1, 2, 5):
        batch = sbg.Batch("gardner", 3000, seed=5, threads=threads, auto_reset=True, opening=3)
        tally = batch.step_random(50)
        run(batch, 2)
        states.append((tally, batch.state.tobytes(), batch.observe().tobytes()))
    assert states[0] == states[1] == states[2]


def test_seeds_change_the_games() -> None:
    assert run(sbg.Batch("gardner", 10, seed=1), 3) != run(sbg.Batch("gardner", 10, seed=2), 3)


def test_slots_play_every_nth_game() -> None:
    batch = sbg.Batch(HEXAPAWN, 3, seed=9, auto_reset=True, threads=1)
    results: dict[int, int] = {}
    for _ in range(60):
        before = batch.number
        batch.step_random()
        for slot in np.flatnonzero(batch.ended):
            assert batch.number[slot] == before[slot] + 3
            results[int(before[slot])] = int(batch.winners[slot])
    assert set(range(9)) <= set(results)
    for game in range(9):
        # Game 9 of a seed is the same wherever it is played.
        single = sbg.Batch(HEXAPAWN, game + 1, seed=9)
        single.playout()
        assert single.winners[game] == results[game]


def test_an_end_is_seen_in_the_step_that_brings_it() -> None:
    position = HEXAPAWN.position("1p1/P2/2P w 4")
    for auto_reset in (False, True):
        batch = sbg.Batch(HEXAPAWN, 1, starts=[position], auto_reset=auto_reset)
        assert not batch.ended.any()
        batch.step(batch.actions_of(["a2b3"]))
        assert batch.ended.all()
        assert batch.rewards.tolist() == [[1, -1]]
        assert REASONS[batch.reasons[0]] == "goal"
        if auto_reset:
            assert batch.to_positions() == [position]
            assert batch.number.tolist() == [1]
        else:
            assert batch.to_positions()[0].outcome == sbg.Outcome("white", "goal")
            batch.step([0])
            assert batch.rewards.tolist() == [[0, 0]]
            assert batch.ended.all()


# -- beginnings


def test_reset() -> None:
    batch = sbg.Batch(HEXAPAWN, 4, seed=1)
    first = batch.state
    batch.playout()
    mask = np.array([True, False, True, False])
    batch.reset(mask)
    assert batch.number.tolist() == [4, 1, 6, 3]
    assert batch.ended.tolist() == [False, True, False, True]
    batch.reset()
    assert np.array_equal(batch.state, first)


def test_starts_are_taken_in_turn() -> None:
    lines = ["ppp/3/PPP w 0", "1pp/p2/PPP w 2", "1pp/p2/1PP b 3"]
    starts = [HEXAPAWN.position(line) for line in lines]
    batch = sbg.Batch(HEXAPAWN, 5, starts=starts)
    assert [position.fen for position in batch.to_positions()] == [*lines, *lines[:2]]


def test_openings_are_random_and_never_over() -> None:
    batch = sbg.Batch(HEXAPAWN, 200, opening=3, seed=4)
    assert not batch.ended.any()
    assert (batch.ply == 3).all()
    assert len({position.fen for position in batch.to_positions()}) > 5


def test_no_game_begins_before_its_opening() -> None:
    """One random game of 130 in Gardner's chess goes on after 95 plies."""
    assert (sbg.Batch("gardner", 60, opening=95).ply == 95).all()
    for how in ({}, {"auto_reset": True, "threads": 2}):
        message = "opening is 8 plies, but of 10000 random games none .* ended after 7: choose"
        with pytest.raises(ValueError, match=message):
            sbg.Batch(HEXAPAWN, 300, opening=8, **how)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"opening is 40 plies, .* ends games after 20: choose"):
        sbg.Batch(HEXAPAWN, 3, opening=40)
    late = HEXAPAWN.position("ppp/3/PPP w 18")
    with pytest.raises(ValueError, match=r"opening is 2 plies, .* ends games after 2:"):
        sbg.Batch(HEXAPAWN, 3, opening=2, starts=[HEXAPAWN.start, late])
    over = HEXAPAWN.position("1P1/3/2p b 5")
    assert sbg.Batch(HEXAPAWN, 1, opening=2, starts=[over]).ended.all()


# -- copies and states


def test_copies_are_independent() -> None:
    batch = sbg.Batch("gardner", 6, seed=2)
    batch.step_random(4)
    other = batch.copy()
    assert run(batch, 3) == run(other, 3)
    batch.step_random(5)
    assert not np.array_equal(batch.state, other.state)


@pytest.mark.parametrize("again", [copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_batches_go_on_alike_after_pickling(again: Any) -> None:
    starts = [sbg.load("gardner").position(f"r1b1k/1pppp/5/PPPPP/RNBQK w {ply}") for ply in (2, 4)]
    how: dict[str, Any] = {"auto_reset": True, "opening": 1, "starts": starts, "actions": "pairs"}
    batch = sbg.Batch("gardner", 6, seed=2, threads=2, **how)
    batch.step_random(30)
    other = again(batch)
    assert other.game == batch.game
    assert np.array_equal(other.rewards, batch.rewards)
    assert run(batch, 40) == run(other, 40)
    batch.reset()
    other.reset()
    assert run(batch, 3) == run(other, 3)


def test_pickles_are_small() -> None:
    """The rules once, and no tables."""
    rules = sbg.load("gardner")
    batches = [sbg.Batch(rules, 10) for _ in range(3)]
    game = len(pickle.dumps(rules))
    for batch in batches:
        batch.step(batch.sample())
    assert len(pickle.dumps(batches)) < game + 3 * (10 * 40 + 500)
    numbers = pickle.loads(pickle.dumps(batches[0].actions))
    assert len(pickle.dumps(batches[0].actions)) < game + 100
    assert np.array_equal(numbers.targets, batches[0].actions.targets)


def test_moves_are_numbered_when_numbers_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(game: object) -> None:
        raise AssertionError("numbered")

    with monkeypatch.context() as patched:
        patched.setattr("sbg.moves.reach.pairs", never)
        batch = sbg.Batch("gardner", 6, auto_reset=True)
        batch.step_random(9)
        assert batch.boards.shape == (6, 5, 5)
        assert batch.observe().shape == (6, 5, 5, 15)
        assert batch.take([1, 2]).legal.shape == (2, 25, 1)
    batch.step(batch.sample())


def test_boards_cannot_be_written() -> None:
    batch = sbg.Batch(HEXAPAWN, 2)
    with pytest.raises(ValueError, match="read-only"):
        batch.boards[0, 0, 0] = 0


def test_the_last_position_of_a_game_is_seen() -> None:
    """With auto-reset too: as without it."""
    batch = sbg.Batch(HEXAPAWN, 40, seed=3, auto_reset=True)
    seen = np.zeros((40, *batch.observations.shape), np.float16)
    ends = 0
    for _ in range(20):
        actions = batch.sample()
        plain = sbg.Batch(HEXAPAWN, 40)
        plain.set_state(
            batch.state & np.array([-1, 0xFF, -1, -1, -1, -1, -1, -1], np.int64).astype(np.uint32)
        )
        plain.step(actions)
        batch.step(actions, final=seen)
        assert np.array_equal(seen, plain.observe(dtype=np.float16))
        assert np.array_equal(seen[~batch.ended], batch.observe(dtype=np.float16)[~batch.ended])
        ends += int(batch.ended.sum())
    assert ends


def test_take() -> None:
    batch = sbg.Batch("gardner", 6, seed=2)
    batch.step_random(7)
    some = batch.take([4, 1, 4])
    assert len(some) == 3
    positions = batch.to_positions()
    assert some.to_positions() == [positions[4], positions[1], positions[4]]
    assert batch.to_positions([5]) == positions[5:]
    some.step(some.sample())
    assert len(batch.take([])) == 0
    mask = np.array([False, True, False, False, True, False])
    assert batch.take(mask).to_positions() == [positions[1], positions[4]]


def test_states_are_plain_arrays() -> None:
    batch = sbg.Batch("gardner", 6, seed=2)
    assert batch.state.nbytes / len(batch) <= 64
    batch.step_random(7)
    state, actions = batch.state, batch.sample()
    after = batch.after(state, actions)
    assert np.array_equal(batch.state, state)
    batch.step(actions)
    assert np.array_equal(batch.state, after)
    other = sbg.Batch("gardner", 6)
    other.set_state(after)
    assert other.to_positions() == batch.to_positions()


def test_outcomes_of_all_reasons_come_through() -> None:
    game = sbg.load("gardner")
    batch = sbg.Batch(game, 300, seed=1)
    batch.playout()
    positions = batch.to_positions()
    assert {p.outcome.reason for p in positions if p.outcome} >= {"count", "goal", "turn-limit"}
    again = sbg.Batch(game, 300, starts=positions)
    assert again.to_positions() == positions
    assert np.array_equal(again.reasons, batch.reasons)


# -- illegal actions


def test_an_illegal_action_is_an_error_and_nothing_moves() -> None:
    batch = sbg.Batch(HEXAPAWN, 3)
    before = batch.state
    legal = int(batch.sample()[0])
    message = r"action 2 \(`a1b2`\) is not legal in slot 1, in `ppp/3/PPP w 0`"
    with pytest.raises(sbg.IllegalMoveError, match=message):
        batch.step([legal, 2, legal])
    with pytest.raises(sbg.IllegalMoveError, match="action 0 is not legal in slot 2"):
        batch.step([legal, legal, 0])
    with pytest.raises(sbg.IllegalMoveError, match="action 99 is not legal in slot 0"):
        batch.step([99, 99, 0])
    with pytest.raises(sbg.IllegalMoveError, match="action -1 is not legal in slot 0"):
        batch.after(before, np.array([-1, 0, 0]))
    assert np.array_equal(batch.state, before)


def test_an_illegal_action_loses_if_asked_for() -> None:
    batch = sbg.Batch(HEXAPAWN, 2, illegal="loss")
    legal = int(batch.sample()[1])
    batch.step([-5, legal])
    assert batch.ended.tolist() == [True, False]
    assert batch.rewards.tolist() == [[-1, 1], [0, 0]]
    assert REASONS[batch.reasons[0]] == "illegal"
    assert batch.winners.tolist() == [1, -1]
    assert batch.to_positions()[0] == HEXAPAWN.start
    assert not batch.action_mask()[0].any()


# -- threads


@pytest.mark.process
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_has_threads_of_its_own() -> None:
    program = """
import os, warnings
import sbg
warnings.simplefilter("ignore")
batch = sbg.Batch("gardner", 5000, threads=2, auto_reset=True)
batch.step_random(3)
child = os.fork()
played = batch.step_random(3).plies
if child == 0:
    os._exit(7 if played == 15000 else 1)
print(played, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    command = [sys.executable, "-c", program]
    done = subprocess.run(
        command, stdout=subprocess.PIPE, text=True, timeout=60, check=True, env=environment()
    )
    assert done.stdout.split() == ["15000", "7"]


@pytest.mark.process
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_forks_while_another_thread_is_in_a_call() -> None:
    """The memory for calls is handed out under a lock, which a fork must not take along."""
    program = """
import os, threading, warnings
import sbg
from sbg.play.players.arena import Side, play_games
warnings.simplefilter("ignore")
game, side = sbg.load("hexapawn"), Side("random")
position = game.start
how = {"random_plies": 0, "adjudicate": False, "threads": 4}
other = threading.Thread(target=play_games, args=(game, side, side, 200_000), kwargs=how)
other.start()
for _ in range(20):
    child = os.fork()
    if child == 0:
        position.moves
        os._exit(0)
    os.waitpid(child, 0)
print("done", flush=True)
os._exit(0)
"""
    command = [sys.executable, "-c", program]
    done = subprocess.run(
        command, stdout=subprocess.PIPE, text=True, timeout=60, check=True, env=environment()
    )
    assert done.stdout == "done\n"


# -- arrays of the caller


def test_arrays_of_the_caller_are_filled() -> None:
    batch = sbg.Batch("gardner", 4, seed=1)
    batch.step_random(9)
    mask = np.ones((4, len(batch.actions)), np.int8)
    assert batch.action_mask(out=mask) is mask
    assert np.array_equal(mask, batch.action_mask())
    for dtype in (np.float32, np.float16, np.uint8, np.int8, np.bool_):
        seen = np.ones((4, *batch.observations.shape), dtype)
        assert batch.observe(out=seen) is seen
        assert seen.dtype == dtype
        exact = batch.observe()
        expected = exact.astype(dtype)
        if np.dtype(dtype).kind != "f":
            expected[..., -2] = 0  # the part of the turn limit
        assert np.array_equal(seen, expected)
    actions = np.zeros(4, np.int32)
    assert batch.sample(out=actions) is actions
    batch.step(actions.astype(np.int64))
    batch.step(batch.sample().tolist())


class Foreign:
    """An array of another library: it speaks DLPack alone."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array

    def __dlpack__(self, **_: Any) -> object:
        return self.array.__dlpack__()

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.array.__dlpack_device__()


def test_arrays_of_other_libraries_are_used_in_place() -> None:
    batch = sbg.Batch("gardner", 4, seed=1)
    mask = Foreign(np.zeros((4, len(batch.actions)), np.uint8))
    batch.action_mask(out=mask)
    assert np.array_equal(mask.array, batch.action_mask())
    before = batch.state
    actions = batch.sample()
    batch.step(Foreign(actions))
    assert np.array_equal(batch.after(before, actions), batch.state)


def unaligned(shape: tuple[int, ...], dtype: Any) -> np.ndarray:
    """Zeros one byte beside where they should be."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    found: np.ndarray = np.zeros(size + 1, np.uint8)[1:].view(dtype).reshape(shape)
    return found


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda b: b.observe(out=np.zeros(3)),
            "out is an array of float32 or float16 or .* not of",
        ),
        (lambda b: b.observe(out=np.zeros(3, np.float32)), r"shape \(2, 3, 3, 5\), not \(3,\)"),
        (lambda b: b.observe(dtype=np.int64), "dtype is float32, .* or bool, not int64"),
        (lambda b: b.action_mask(dtype=np.float32), "dtype is bool, int8 or uint8, not float32"),
        (lambda b: b.observe(out=unaligned((2, 3, 3, 5), np.float32)), "out is .*: copy it"),
        (lambda b: b.step(unaligned((2,), np.int64)), "actions is .* of whole items: copy it"),
        (lambda b: b.action_mask(out="x"), "in the memory of the processor, not str"),
        (lambda b: b.action_mask(out=np.zeros((27, 2), bool).T), "one after the other"),
        (lambda b: b.step([1, 2, 3]), r"actions is an array of .* with shape \(2,\), not \(3,\)"),
        (lambda b: b.step([0.5, 1]), "actions are whole numbers, not float64"),
        (lambda b: b.step(None), "actions are whole numbers, not object"),
        (lambda b: b.step([1, 2], legal=np.zeros(2)), "legal is an array of uint32"),
        (lambda b: b.step_random(-1), "k is a number from 0"),
        (lambda b: b.reset([1, 0]), "mask is an array of bool, not int64"),
        (lambda b: b.reset(np.array([True])), r"shape \(2,\), not \(1,\)"),
        (lambda b: b.take([2]), "slots are numbers from 0 to 1"),
        (lambda b: b.take("x"), "take takes a list of slots, or 2 bools"),
        (lambda b: b.take(np.array([True])), "take takes a list of slots, or 2 bools"),
        (lambda b: b.set_state(np.zeros((2, 3), np.uint32)), "state is an array of uint32"),
        (lambda b: b.set_state(b.state + 1), "record 0 is not of a position of this game"),
        (lambda b: b.actions_of(["a1a2"]), "one move for each of the 2 games"),
        (lambda b: b.actions_of(3), "actions_of takes a move for each game, not int"),
        (lambda b: b.moves([0, 0]), "the action of slot 0 leads off the board"),
        (lambda b: sbg.Batch(3, 1), "Batch takes a Game, a bundled name or a path, not int"),  # type: ignore[arg-type]
        (lambda b: sbg.Batch(HEXAPAWN, -1), "n is a number from 0"),
        (lambda b: sbg.Batch(HEXAPAWN, 1, threads=0), "threads is a number from 1 to 1024"),
        (lambda b: sbg.Batch(HEXAPAWN, 1, device="tpu"), "device is 'cpu' or 'cuda'"),  # type: ignore[arg-type]
        (lambda b: sbg.Batch(HEXAPAWN, 1, illegal="pass"), "illegal is 'error' or 'loss'"),  # type: ignore[arg-type]
        (lambda b: sbg.Batch(HEXAPAWN, 1, starts=[]), "at least one position"),
        (lambda b: sbg.Batch(HEXAPAWN, 1, starts=[sbg.load("chess").start]), "of the game of"),
        (lambda b: sbg.Batch(HEXAPAWN, 1, auto_reset=True).playout(), "use step_random"),
    ],
)
def test_wrong_arguments(call: Any, message: str) -> None:
    batch = sbg.Batch(HEXAPAWN, 2)
    with pytest.raises((TypeError, ValueError), match=message):
        call(batch)


def test_what_cannot_be_written_is_refused() -> None:
    batch = sbg.Batch(HEXAPAWN, 2)
    mask = np.zeros((2, 27), np.bool_)
    mask.flags.writeable = False
    with pytest.raises((TypeError, ValueError), match="out is an array that can be written"):
        batch.action_mask(out=mask)


def test_hostile_records_are_refused() -> None:
    batch = sbg.Batch("gardner", 1)
    for word in range(batch.state.shape[1]):
        for value in (0xFFFF_FFFF, 1 << 31):
            state = batch.state
            state[0, word] = value
            if (word in (0, 2, 3, 4, 5) and value != 0xFFFF_FFFF) or 2 <= word <= 5:
                batch.set_state(state)
            else:
                with pytest.raises(ValueError, match="record 0"):
                    batch.set_state(state)


def test_no_games_at_all() -> None:
    batch = sbg.Batch(HEXAPAWN, 0)
    assert batch.to_positions() == []
    batch.step(np.zeros(0, np.int32))
    assert batch.step_random(5).plies == 0
    assert batch.observe().shape == (0, 3, 3, 5)


def test_rules_that_are_walked() -> None:
    """A rule whose moves no table holds."""
    text = (
        "<<Walk>>\n<BOARD>\n8 8\n|........|\n|...a....|\n|.a..a...|\n|........|\n|........|\n|..A.A...|\n"
        "|....A...|\n|........|\n<PIECES>\nA ((1,0,e) + (-1,0,e) + (0,1,e) + (0,-1,e))^*"
        " ((1,1,e) + (-1,-1,p)) &\n<GOALS>\n30 &\n"
    )
    game = sbg.parse(text)
    batch = sbg.Batch(game, 6, seed=1, threads=2)
    for _ in range(5):
        batch.step(batch.sample())
    for position in batch.to_positions():
        judge = reference.Position(game, position.fen)
        assert list(position.moves) == list(judge.moves)
