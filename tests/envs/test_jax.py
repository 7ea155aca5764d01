"""Any game for JAX: inside jit, vmap and scan it plays as batches do, through jax.ffi and by callbacks."""

from __future__ import annotations

import copy
import gc
import pickle
import shutil
import subprocess
from pathlib import Path
from typing import Any, Literal
from xml.etree import ElementTree

import numpy as np
import pytest

import sbg

pytestmark = pytest.mark.extras("jax")


@pytest.fixture(scope="module")
def jax() -> Any:
    return pytest.importorskip("jax")


def begun(jax: Any, env: Any, n: int) -> Any:
    return jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), n))


def test_this_jax_takes_our_functions(jax: Any) -> None:
    from sbg.envs.jax import Env

    assert Env("hexapawn").call == "ffi"
    assert Env("hexapawn", call="callback").call == "callback"
    text = str(jax.jit(Env("hexapawn").step).lower(begun(jax, Env("hexapawn"), 2), 0).as_text())
    assert "sbg_step" in text
    assert "callback" not in text


@pytest.mark.parametrize("call", ["ffi", "callback"])
@pytest.mark.parametrize("mapped", [True, False])
def test_games_are_those_of_batches(jax: Any, call: Any, mapped: bool) -> None:
    from sbg.envs.jax import Env

    env = Env("gardner", call=call)
    step = jax.jit(jax.vmap(env.step) if mapped else env.step)
    state = begun(jax, env, 6)
    batch = sbg.Batch("gardner", 6, seed=1)
    white = np.asarray(state.white)
    assert set(white.tolist()) == {0, 1}
    for _ in range(80):
        assert np.array_equal(state.observation, batch.observe())
        assert np.array_equal(state.legal_action_mask, batch.action_mask(ended=True))
        assert np.array_equal(state.terminated, batch.ended)
        assert not np.asarray(state.truncated).any()
        assert np.array_equal(state.current_player, white ^ batch.turn)
        actions = np.maximum(batch.sample(), 0)
        batch.step(actions)
        state = step(state, actions)
        by_player = np.where(white[:, None] == 0, batch.rewards, batch.rewards[:, ::-1])
        assert np.array_equal(state.rewards, by_player)
    assert np.asarray(state.terminated).any()


def test_one_game_and_several_axes(jax: Any) -> None:
    from sbg.envs.jax import Env

    env = Env("breakthrough6", actions="pairs")
    state = begun(jax, env, 6)
    actions = np.asarray(state.legal_action_mask).argmax(axis=1)
    after = env.step(state, actions)
    for i in range(6):
        one = env.step(jax.tree.map(lambda leaf: leaf[i], state), int(actions[i]))  # noqa: B023
        for found, expected in zip(*map(jax.tree.leaves, (one, after)), strict=True):
            assert found.dtype == expected.dtype
            assert np.array_equal(found, expected[i])
    folded = jax.tree.map(lambda leaf: leaf.reshape(2, 3, *leaf.shape[1:]), state)
    twice = jax.jit(jax.vmap(jax.vmap(env.step)))(folded, actions.reshape(2, 3))
    for found, expected in zip(*map(jax.tree.leaves, (twice, after)), strict=True):
        assert np.array_equal(found.reshape(expected.shape), expected)
    # One action for all, and one game with several actions.
    assert np.array_equal(env.step(state, int(actions[0])).record, after.record)
    spread = jax.vmap(env.step, in_axes=(None, 0))(jax.tree.map(lambda x: x[0], state), actions)
    assert np.array_equal(spread.record, after.record)


def test_whole_games_in_one_program(jax: Any) -> None:
    """Random games in a scan, with all processor cores and with one: the same, and replayed by the engine."""
    import jax.numpy as jnp

    from sbg.envs.jax import Env

    def played(env: Any) -> Any:
        def ply(state: Any, key: Any) -> Any:
            logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
            actions = jax.random.categorical(key, logits, axis=-1)
            return env.step(state, actions), (actions, state.terminated)

        keys = jax.random.split(jax.random.PRNGKey(3), 60)
        return jax.jit(lambda state: jax.lax.scan(ply, state, keys))(begun(jax, env, 300))

    env = Env("hexapawn")
    last, (actions, over) = played(env)
    assert np.asarray(last.terminated).all()
    single = played(Env("hexapawn", threads=1))
    everything = (last, (actions, over))
    for found, expected in zip(jax.tree.leaves(single), jax.tree.leaves(everything), strict=True):
        assert np.array_equal(found, expected)
    for game in range(0, 300, 50):
        position = sbg.load("hexapawn").start
        numbers = sbg.Actions(position.game, "planes")
        for action, ended in zip(
            np.asarray(actions)[:, game].tolist(), np.asarray(over)[:, game].tolist(), strict=True
        ):
            assert ended == (position.outcome is not None)
            if not ended:
                position = position.play(numbers.move(action, position.turn))
        assert position.ply == np.asarray(last.record)[game, 0]


@pytest.mark.parametrize("call", ["ffi", "callback"])
def test_an_illegal_action_loses(jax: Any, call: Any) -> None:
    from sbg.envs.jax import Env

    env = Env("hexapawn", call=call)
    state = env.step(env.init(jax.random.PRNGKey(1)), 0)
    assert bool(state.terminated)
    loser = int(state.white)
    assert np.asarray(state.rewards)[loser] == -1
    assert np.asarray(state.legal_action_mask).all()
    again = env.step(state, 0)
    assert not np.asarray(again.rewards).any()
    assert bool(again.terminated)


def test_actions_of_all_whole_types(jax: Any) -> None:
    import jax.numpy as jnp

    from sbg.envs.jax import Env

    env = Env("hexapawn")
    state = env.init(jax.random.PRNGKey(1))
    action = int(np.asarray(state.legal_action_mask).argmax())
    expected = env.step(state, action).record
    for dtype in (jnp.uint8, jnp.int8, jnp.int32, jnp.uint32):
        assert np.array_equal(env.step(state, jnp.asarray(action, dtype)).record, expected)
    with pytest.raises(TypeError, match="actions are whole numbers, not float32"):
        env.step(state, 0.5)


@pytest.mark.parametrize("call", ["ffi", "callback"])
def test_records_of_no_game_are_refused(jax: Any, call: Any) -> None:
    from sbg.envs.jax import Env

    env = Env("hexapawn", call=call)
    state = begun(jax, env, 3)
    hostile = state.replace(record=state.record.at[2, 6].set(0xFFFF_FFFF))
    with pytest.raises(Exception, match="record 2 is not of a position of this game"):
        jax.block_until_ready(env.step(hostile, 4))


def test_a_program_outlives_its_environment(jax: Any) -> None:
    from sbg.envs.jax import Env

    env = Env("hexapawn", threads=7)
    state = begun(jax, env, 3)
    program = jax.jit(env.step).lower(state, 4).compile()
    expected = np.asarray(env.step(state, 4).record)
    del env
    jax.clear_caches()
    gc.collect()
    assert np.array_equal(program(state, 4).record, expected)


def test_where_jax_refuses_callbacks_serve(jax: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from sbg.envs.jax import Env
    from sbg.envs.jax import calls as jax_calls

    monkeypatch.setattr(jax_calls, "refusal", lambda: "too old")
    env = Env("hexapawn")
    assert env.call == "callback"
    assert env.step(env.init(jax.random.PRNGKey(1)), 4).record.shape == (8,)
    with pytest.raises(RuntimeError, match="does not take the functions of sbg: too old"):
        Env("hexapawn", call="ffi").call  # noqa: B018
    with pytest.raises(ValueError, match="call is 'auto', 'ffi' or 'callback', not 'x'"):
        Env("hexapawn", call="x")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["hexapawn", "gardner", "chess"])
def test_games_on_a_gpu_are_those_of_batches(jax: Any, name: str) -> None:
    from sbg.envs.jax import Env
    from sbg.envs.jax import calls as jax_calls

    if jax_calls.gpu_refusal() is not None:
        pytest.skip("there is no GPU, or no JAX for it")
    with jax.default_device(jax.devices("cuda")[0]):
        env = Env(name)
        step = jax.jit(jax.vmap(env.step))
        state = begun(jax, env, 300)
        assert "callback" not in step.lower(state, np.zeros(300, np.int32)).as_text()
        batch = sbg.Batch(name, 300, seed=1, illegal="loss")
        for ply in range(40):
            actions = np.maximum(batch.sample(), 0)
            actions[ply::50] = 0
            batch.step(actions)
            state = step(state, actions)
            assert np.array_equal(state.observation, batch.observe())
            assert np.array_equal(state.legal_action_mask, batch.action_mask(ended=True))
            assert np.array_equal(state.terminated, batch.ended)
        hostile = state.replace(record=state.record.at[:, 6].set(0xFFFF_FFFF))
        assert np.asarray(env.step(hostile, 0).terminated).all()


HEADER = """
#include "xla/ffi/api/c_api.h"
#include "xla/api.hpp"
namespace xla = sbg::xla;
#define SAME(ours, field, theirs, name) \\
    static_assert(offsetof(xla::ours, field) == offsetof(XLA_FFI_##theirs, name))
SAME(Extension, type, Extension_Base, type);
SAME(Extension, next, Extension_Base, next);
SAME(Version, minor, Api_Version, minor_version);
static_assert(sizeof(xla::Version) == sizeof(XLA_FFI_Api_Version));
SAME(Metadata, version, Metadata, api_version);
SAME(Metadata, traits, Metadata, traits);
SAME(MetadataExtension, metadata, Metadata_Extension, metadata);
SAME(Buffer, type, Buffer, dtype);
SAME(Buffer, data, Buffer, data);
SAME(Buffer, rank, Buffer, rank);
SAME(Buffer, dimensions, Buffer, dims);
SAME(Arrays, size, Args, size);
SAME(Arrays, kinds, Args, types);
SAME(Arrays, items, Args, args);
SAME(Arrays, items, Rets, rets);
static_assert(sizeof(xla::Arrays) == sizeof(XLA_FFI_Args));
static_assert(sizeof(xla::Arrays) == sizeof(XLA_FFI_Rets));
SAME(Attributes, kinds, Attrs, types);
SAME(Attributes, names, Attrs, names);
SAME(Attributes, items, Attrs, attrs);
SAME(Text, size, ByteSpan, len);
SAME(ErrorMade, message, Error_Create_Args, message);
SAME(ErrorMade, code, Error_Create_Args, errc);
SAME(StreamAsked, context, Stream_Get_Args, ctx);
SAME(StreamAsked, stream, Stream_Get_Args, stream);
SAME(Api, create_error, Api, XLA_FFI_Error_Create);
SAME(Api, get_stream, Api, XLA_FFI_Stream_Get);
SAME(Call, api, CallFrame, api);
SAME(Call, context, CallFrame, ctx);
SAME(Call, stage, CallFrame, stage);
SAME(Call, arguments, CallFrame, args);
SAME(Call, results, CallFrame, rets);
SAME(Call, attributes, CallFrame, attrs);
static_assert(XLA_FFI_API_MAJOR == xla::major_version && XLA_FFI_API_MINOR >= xla::minor_version);
static_assert(XLA_FFI_Extension_Metadata == xla::metadata_extension);
static_assert(int{XLA_FFI_DataType_PRED} == xla::boolean && int{XLA_FFI_DataType_S32} == xla::int32);
static_assert(int{XLA_FFI_DataType_S64} == xla::int64 && int{XLA_FFI_DataType_U32} == xla::uint32);
static_assert(int{XLA_FFI_DataType_F32} == xla::float32);
static_assert(XLA_FFI_ArgType_BUFFER == xla::buffer_argument);
static_assert(XLA_FFI_RetType_BUFFER == xla::buffer_argument);
static_assert(XLA_FFI_AttrType_STRING == xla::text_attribute);
static_assert(XLA_FFI_Error_Code_INVALID_ARGUMENT == xla::invalid_argument);
static_assert(XLA_FFI_Error_Code_NOT_FOUND == xla::not_found);
static_assert(XLA_FFI_Error_Code_INTERNAL == xla::internal);
"""


@pytest.mark.outside
@pytest.mark.skipif(shutil.which("c++") is None, reason="needs a C++ compiler")
def test_our_declarations_are_those_of_xla(jax: Any, tmp_path: Path) -> None:
    from jax import ffi

    source = tmp_path / "same.cpp"
    source.write_text(HEADER, encoding="utf-8")
    native = Path(__file__).resolve().parents[2] / "native"
    command = ["c++", "-std=c++20", "-fsyntax-only", "-isystem", ffi.include_dir()]
    done = subprocess.run(
        [*command, "-I", str(native), str(source)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


LINES = (["a1a2", "b3b2", "c1b2"], ["c1c2", "a3a2", "b1a2"])
"""Moves of hexapawn after which black has one move that wins and two that lose."""


@pytest.mark.extras("mctx")
@pytest.mark.parametrize("policy", ["gumbel_muzero_policy", "muzero_policy"])
def test_mctx_searches(jax: Any, policy: str) -> None:
    """Where one move wins at once and two others lose, the search finds it, for either player."""
    mctx = pytest.importorskip("mctx")
    import jax.numpy as jnp

    from sbg.envs.jax import Env

    env = Env("hexapawn")
    state = begun(jax, env, 2)
    batch = sbg.Batch("hexapawn", 2)
    for moves in zip(*LINES, strict=True):
        actions = batch.actions_of(moves)
        batch.step(actions)
        state = env.step(state, actions)
    assert set(np.asarray(state.current_player).tolist()) == {0, 1}
    assert np.asarray(state.legal_action_mask).sum(axis=1).min() >= 2

    def recurrent(params: Any, key: Any, action: Any, state: Any) -> Any:
        mover = state.current_player
        after = jax.vmap(env.step)(state, action)
        reward = after.rewards[jnp.arange(2), mover]
        output = mctx.RecurrentFnOutput(
            reward=reward,
            discount=jnp.where(after.terminated, 0.0, -1.0),
            prior_logits=jnp.where(after.legal_action_mask, 0.0, -1e9),
            value=jnp.zeros(2),
        )
        return output, after

    root = mctx.RootFnOutput(
        prior_logits=jnp.where(state.legal_action_mask, 0.0, -1e9),
        value=jnp.zeros(2),
        embedding=state,
    )
    search = jax.jit(
        lambda root, key: getattr(mctx, policy)(
            None, key, root, recurrent, num_simulations=32, invalid_actions=~state.legal_action_mask
        )
    )
    found = search(root, jax.random.PRNGKey(1))
    after = env.step(state, found.action)
    assert np.asarray(after.terminated).all()
    mover = np.asarray(state.current_player)
    assert (np.asarray(after.rewards)[np.arange(2), mover] == 1).all()


# -- as Pgx has it


def test_the_test_of_pgx(jax: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its list of names is closed, so ours is added; and its own random actions fail with newer versions of JAX."""
    api_test = pytest.importorskip("pgx._src.api_test")
    from sbg.envs.jax import Env

    env = Env("hexapawn")
    assert env.id == "sbg/hexapawn"
    monkeypatch.setattr(api_test, "EnvId", Literal["sbg/hexapawn"])

    @jax.jit  # type: ignore[untyped-decorator]
    def randomly(key: Any, mask: Any) -> Any:
        return jax.random.categorical(key, jax.numpy.log(mask.astype("float32")), axis=-1)

    monkeypatch.setattr(api_test, "act_randomly", randomly)
    api_test.api_test(env, 3)


@pytest.mark.parametrize("ours", [True, False])
def test_the_next_game_begins_in_the_same_step(jax: Any, ours: bool) -> None:
    from sbg.envs.jax import Env, auto_reset

    if not ours:
        auto_reset = pytest.importorskip("pgx.experimental").auto_reset
    env = Env("hexapawn")
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    state, ends = begun(jax, env, 30), 0
    for turn in range(20):
        plies = np.asarray(state._step_count)
        actions = np.asarray(state.legal_action_mask).argmax(axis=1)
        plain = env.step(state, actions)
        state = step(state, actions, jax.random.split(jax.random.PRNGKey(turn), 30))
        over = np.asarray(state.terminated)
        assert np.array_equal(over, plain.terminated)
        assert np.array_equal(state.rewards, plain.rewards)
        assert np.asarray(state._step_count).tolist() == np.where(over, 0, plies + 1).tolist()
        assert np.array_equal(state.observation, env.observe(state))
        ends += int(over.sum())
    assert ends >= 60


def test_what_each_player_sees(jax: Any) -> None:
    from sbg.envs.jax import Env

    env = Env("gardner")
    state = begun(jax, env, 8)
    batch = sbg.Batch("gardner", 8)
    state = env.step(state, np.asarray(state.legal_action_mask).argmax(axis=1))
    batch.step(batch.action_mask().argmax(axis=1))
    own = batch.observe()
    other = batch.observations.opposite(own)
    for player in (0, 1):
        moves = np.asarray(state.current_player) == player
        wanted = np.where(moves[:, None, None, None], own, other)
        assert np.array_equal(env.observe(state, player), wanted)


def test_pictures(jax: Any, tmp_path: Path) -> None:
    from sbg.envs.jax import Env
    from sbg.svg import board

    env = Env(sbg.load("hexapawn"))
    one = env.init(jax.random.PRNGKey(1))
    assert one.to_svg() == board(env.game.start)
    begun(jax, env, 9).save_svg(tmp_path / "nine.svg")
    text = (tmp_path / "nine.svg").read_text(encoding="utf-8")
    assert text.count("<svg ") == 10
    assert ElementTree.fromstring(text).get("width") == "1200.0"


def test_environments_and_states_can_be_pickled(jax: Any) -> None:
    from sbg.envs.jax import Env

    env = Env("hexapawn", actions="pairs", threads=1)
    state = begun(jax, env, 3)
    again, other = pickle.loads(pickle.dumps((env, state)))
    assert again.encoding == env.encoding
    action = np.asarray(state.legal_action_mask).argmax(axis=1)
    found = jax.jit(copy.deepcopy(again).step)(other, action)
    assert np.array_equal(found.record, env.step(state, action).record)
    assert found.env_id == again.id == "sbg/hexapawn"
