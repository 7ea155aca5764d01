// Games that lie in memory between kernels: word f of game i is memory[f * slots + i], so that the
// threads of a warp read neighbouring words. The words are those of the sets, then ply, result, two
// of the random numbers, two of the number of the game.
#pragma once

#include "gpu/moves.hpp"

namespace sbg::gpu {

template <class G>
SBG_INLINE int set_words() {
    return (2 + G::planes) * G::words;
}

// A position without what belongs to one game; small enough to be given to a kernel.
template <class G>
struct Start {
    u32 ply;
    u32 word[(2 + G::most_planes) * G::words];
};

template <class G, class Read>
SBG_INLINE void read_sets(State<G>& state, Read read) {
    SBG_UNROLL for (int i = 0; i < G::words; ++i) {
        state.side[0].word[i] = read(i);
        state.side[1].word[i] = read(G::words + i);
    }
    SBG_UNROLL for (int p = 0; p < G::planes; ++p) {
        for (int i = 0; i < G::words; ++i) state.plane[p].word[i] = read((2 + p) * G::words + i);
    }
}

template <class G, class Write>
SBG_INLINE void write_sets(const State<G>& state, Write write) {
    SBG_UNROLL for (int i = 0; i < G::words; ++i) {
        write(i, state.side[0].word[i]);
        write(G::words + i, state.side[1].word[i]);
    }
    SBG_UNROLL for (int p = 0; p < G::planes; ++p) {
        for (int i = 0; i < G::words; ++i) write((2 + p) * G::words + i, state.plane[p].word[i]);
    }
}

template <class G>
struct Slot {
    State<G> state;
    u32 result;
    Random random;
    u64 game;

    SBG_INLINE void load(const u32* memory, u64 slots, u64 i) {
        read_sets(state, [&](int f) { return memory[static_cast<u64>(f) * slots + i]; });
        const u32* rest = memory + static_cast<u64>(set_words<G>()) * slots + i;
        state.ply = rest[0];
        result = rest[slots];
        random = {rest[2 * slots], rest[3 * slots]};
        game = rest[4 * slots] | static_cast<u64>(rest[5 * slots]) << 32;
    }

    SBG_INLINE void store(u32* memory, u64 slots, u64 i) const {
        write_sets(state, [&](int f, u32 word) { memory[static_cast<u64>(f) * slots + i] = word; });
        u32* rest = memory + static_cast<u64>(set_words<G>()) * slots + i;
        rest[0] = state.ply;
        rest[slots] = result;
        rest[2 * slots] = random.a;
        rest[3 * slots] = random.b;
        rest[4 * slots] = static_cast<u32>(game);
        rest[5 * slots] = static_cast<u32>(game >> 32);
    }

    SBG_INLINE void begin(const Start<G>& start, u64 seed, u64 number) {
        read_sets(state, [&](int f) { return start.word[f]; });
        state.ply = start.ply;
        result = going_on;
        random = Random::of(seed, number);
        game = number;
    }
};

SBG_INLINE u64 thread_number() { return static_cast<u64>(blockIdx.x) * blockDim.x + threadIdx.x; }

template <class G>
SBG_INLINE u32* scratch_of(u32* scratch) {
    return G::scratch_words ? scratch + thread_number() * G::scratch_words : nullptr;
}

}  // namespace sbg::gpu
