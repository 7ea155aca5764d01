"""The headers that play compile for a GPU, at every board size. NVRTC needs no GPU for that."""

from __future__ import annotations

import ctypes
import re
import sys
import sysconfig
from pathlib import Path

import pytest

NATIVE = Path(__file__).resolve().parents[2] / "native"
SIZES = re.search(r"using BoardWords = Words<([\d, ]+)>", (NATIVE / "sizes.hpp").read_text())
assert SIZES, "sizes.hpp names the sizes"
WORDS = [int(size) for size in SIZES[1].split(",")]

KERNEL = """
#include "playout.hpp"
#include "replies.hpp"
#include "search/moves.hpp"
#include "solve_sweep.hpp"
#include "zobrist.hpp"

using namespace sbg;
using namespace sbg::portable;

// Random games from one board, one a thread.
extern "C" __global__ void play_out(const Rules<WORDS>* rules, const u8* board, u64 seed, Scratch* scratch,
                                    Group<WORDS>* groups, u32* winners) {
    const u32 game = blockIdx.x * blockDim.x + threadIdx.x;
    State<WORDS> state = set_up(*rules, board, 0);
    Random random(seed, game);
    Outcome outcome;
    do {
        outcome = play_random(*rules, state, random, scratch[game],
                              groups + static_cast<u64>(game) * rules->most_groups);
    } while (!outcome.over());
    winners[game] = static_cast<u32>(outcome.winner);
}

// One given move a thread, whether it wins, and the replies to it.
extern "C" __global__ void step(const Rules<WORDS>* rules, State<WORDS>* states, const Move* moves, Scratch* scratch,
                                Group<WORDS>* groups, Zobrist zobrist, u64* hashes, Played* played, u64* replies) {
    const u32 game = blockIdx.x * blockDim.x + threadIdx.x;
    State<WORDS>& state = states[game];
    const int side = to_move(state), code = state.at[moves[game].origin];
    const Found found = find_moves(*rules, state, side, scratch[game], groups, [](const Group<WORDS>&, i32) {});
    Replies<WORDS> counted(*rules, state, scratch[game]);
    if (Replies<WORDS>::can_count(state, side ^ 1)) {
        counted.prepare(side ^ 1);
        replies[game] = counted.after(moves[game].origin, moves[game].target) + found.wins();
    }
    played[game] = play(*rules, state, side, moves[game], scratch[game]);
    hashes[game] = hash_after(zobrist, rules->squares, hashes[game], code, moves[game], played[game].captured);
}

#if WORDS <= 2
struct OneThread {
    template <class T>
    static u32 load(const T& place) { return place; }
    template <class T>
    static void store(T& place, T value) { place = value; }
    static void mark(u64& word, u64 bits) { atomicOr(&word, bits); }
};

// A table of values, one entry a thread: the first look, marking and looking again.
extern "C" __global__ void sweep(const Rules<WORDS>* rules, const Space<WORDS>* space, Scratch* scratch,
                                 Group<WORDS>* groups, u32 half, u32 level, u32* changes) {
    const u64 index = blockIdx.x * blockDim.x + threadIdx.x;
    Sweeper<WORDS, OneThread> sweeper(*rules, *space, scratch[index], groups + index * rules->most_groups, 1);
    const Where where{half, index};
    if (level == 0) {
        changes[index] = sweeper.first_look(where);
    } else {
        sweeper.mark_before(where, level - 1);
        changes[index] = sweeper.look_again(where, level).after;
    }
}
#endif
"""


@pytest.fixture(scope="module")
def nvrtc() -> ctypes.CDLL:
    folders = {Path(sysconfig.get_path(kind)) / "nvidia" for kind in ("purelib", "platlib")}
    found = sorted(path for folder in folders for path in folder.glob("**/libnvrtc.so.*"))
    if not found:
        assert not (sys.platform == "linux" and sysconfig.get_platform() == "linux-x86_64"), (
            "nvidia-cuda-nvrtc is among the tools of the tests here"
        )
        pytest.skip("NVRTC is not published for this machine")
    return ctypes.CDLL(str(found[-1]))


def compiled(nvrtc: ctypes.CDLL, source: str, *options: str) -> tuple[int, str, str]:
    """The status, what the compiler says, and the PTX."""
    program = ctypes.c_void_p()
    assert (
        nvrtc.nvrtcCreateProgram(
            ctypes.byref(program), source.encode(), b"kernel.cu", 0, None, None
        )
        == 0
    )

    def text(what: str) -> str:
        size = ctypes.c_size_t()
        if getattr(nvrtc, f"nvrtcGet{what}Size")(program, ctypes.byref(size)):
            return ""
        buffer = ctypes.create_string_buffer(size.value)
        return "" if getattr(nvrtc, f"nvrtcGet{what}")(program, buffer) else buffer.value.decode()

    given = (ctypes.c_char_p * len(options))(*(option.encode() for option in options))
    try:
        status = nvrtc.nvrtcCompileProgram(program, len(options), given)
        return status, text("ProgramLog"), text("PTX")
    finally:
        nvrtc.nvrtcDestroyProgram(ctypes.byref(program))


@pytest.mark.parametrize("words", WORDS)
def test_headers_compile_for_a_gpu(nvrtc: ctypes.CDLL, words: int) -> None:
    status, log, ptx = compiled(
        nvrtc,
        KERNEL,
        "--std=c++20",
        "--device-as-default-execution-space",
        "--gpu-architecture=compute_90",
        f"--include-path={NATIVE}",
        f"--define-macro=WORDS={words}",
        # Optimizing for larger boards takes most of a minute, and tells nothing new.
        *(["--device-debug"] if words > 1 else []),
    )
    assert status == 0, log
    assert {"play_out", "step"} <= set(re.findall(r"\.entry (\w+)\(", ptx))


def test_a_standard_header_would_be_noticed(nvrtc: ctypes.CDLL) -> None:
    status, log, _ = compiled(
        nvrtc, "#include <atomic>\n", "--std=c++20", f"--include-path={NATIVE}"
    )
    assert status != 0
    assert "atomic" in log
