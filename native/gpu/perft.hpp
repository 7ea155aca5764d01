// Counting move sequences: positions of one depth are expanded to those of the next, and the last
// two plies are counted in one thread each. Positions lie in memory like slots, without the rest.
#pragma once

#include "gpu/slots.hpp"

namespace sbg::gpu {

template <class G>
SBG_INLINE State<G> load_position(const u32* positions, u64 room, u64 i, u32 ply) {
    State<G> state;
    read_sets(state, [&](int f) { return positions[static_cast<u64>(f) * room + i]; });
    state.ply = ply;
    return state;
}

struct Level {
    u64 room;         // of a list of positions
    u64 first, last;  // of the positions to take
    u64 new_room;     // of the list that is written
    u32 ply;
};

template <class G, int side>
SBG_INLINE void expand_side(const State<G>& state, const Level& level, u32* positions, u64* length,
                            u32* scratch) {
    for_each_move<G, side>(state, scratch, [&](int origin, int target) {
        State<G> after = state;
        if (play<G, side>(after, origin, target)) return;
        const u64 place = atomicAdd(length, u64{1});
        if (place >= level.new_room) return;
        write_sets(after, [&](int f, u32 word) {
            positions[static_cast<u64>(f) * level.new_room + place] = word;
        });
    });
}

// The positions after one more ply; where they do not fit, `length` says how many there would be.
template <class G>
SBG_INLINE void expand(const u32* positions, u32* deeper, u64* length, const Level& level,
                       u32* scratch) {
    const u64 threads = static_cast<u64>(blockDim.x) * gridDim.x;
    for (u64 i = level.first + thread_number(); i < level.last; i += threads) {
        const State<G> state = load_position<G>(positions, level.room, i, level.ply);
        if (level.ply & 1)
            expand_side<G, 1>(state, level, deeper, length, scratch_of<G>(scratch));
        else
            expand_side<G, 0>(state, level, deeper, length, scratch_of<G>(scratch));
    }
}

// The same as a call: where moves are found by going through tables, a call costs little, and
// compiling them once is much quicker.
template <class G, int side>
SBG_NOINLINE u32 called_count(const State<G>& state, u32* scratch) {
    return count_moves<G, side>(state, scratch);
}

template <class G, int side>
SBG_INLINE u64 count_two(const State<G>& state, u32* scratch) {
    u64 total = 0;
    for_each_move<G, side>(state, scratch, [&](int origin, int target) {
        State<G> after = state;
        if (play<G, side>(after, origin, target)) return;
        if constexpr (G::op_unroll == 1) {
            total += called_count<G, side ^ 1>(after, scratch);
        } else {
            total += count_moves<G, side ^ 1>(after, scratch);
        }
    });
    return total;
}

// Adds up the sequences of two plies from each position, of the side to move.
template <class G, int side>
SBG_INLINE void leaves(const u32* positions, u64* sum, const Level& level, u32* scratch) {
    const u64 threads = static_cast<u64>(blockDim.x) * gridDim.x;
    u32* const mine = scratch_of<G>(scratch);
    u64 total = 0;
    for (u64 i = level.first + thread_number(); i < level.last; i += threads) {
        const State<G> state = load_position<G>(positions, level.room, i, level.ply);
        total += count_two<G, side>(state, mine);
    }
    if (total) atomicAdd(sum, total);
}

}  // namespace sbg::gpu
