// Kernels: many games at once, one a thread.
//
// A turn of the main loop plays a ply of white and then one of black. Each half is compiled for its
// side, and a thread whose game is at the other one waits: that happens once a game at most.
#pragma once

#include "gpu/slots.hpp"

namespace sbg::gpu {

// Games first, first + stride, … below `games` are played in a slot.
struct Run {
    u64 seed, games, stride;
    u32 slots, turns;
};

struct Tally {
    u64 white, black, draws, plies, running;
};

// Puts games 0, 1, 2, … of a seed into the slots.
template <class G>
SBG_INLINE void begin(u32* memory, const Start<G>& start, const Run& run) {
    const u64 i = thread_number();
    if (i >= run.slots) return;
    Slot<G> slot;
    slot.begin(start, run.seed, i);
    slot.store(memory, run.slots, i);
}

// -- random games to their ends, as fast as they go

struct Counts {
    u32 white, black, draws, plies;
};

template <class G, int side>
SBG_INLINE void random_half(Slot<G>& slot, const Start<G>& start, const Run& run, Counts& counts,
                            u32* scratch) {
    if ((slot.state.ply & 1) != side || slot.game >= run.games) return;
    const Choice choice = choose<G, side>(slot.state, slot.random, scratch);
    u32 result = at_rest<G>(slot.state, side, choice.moves);
    if (!result) result = play<G, side>(slot.state, choice.origin, choice.target);
    if (!result) return;
    const u32 winner = result >> 4;
    counts.white += winner == 1;
    counts.black += winner == 2;
    counts.draws += winner == 0;
    counts.plies += slot.state.ply - start.ply;
    slot.begin(start, run.seed, slot.game + run.stride);
}

template <class G>
SBG_INLINE void play_out(u32* memory, const Start<G>& start, const Run& run, Tally* tally,
                         u32* scratch) {
    const u64 i = thread_number();
    if (i >= run.slots) return;
    u32* const mine = scratch_of<G>(scratch);
    Slot<G> slot;
    slot.load(memory, run.slots, i);
    Counts counts{};
    for (u32 turn = 0; turn < run.turns; ++turn) {
        random_half<G, 0>(slot, start, run, counts, mine);
        random_half<G, 1>(slot, start, run, counts, mine);
        if (slot.game >= run.games) break;
    }
    slot.store(memory, run.slots, i);
    if (counts.plies | counts.white | counts.black | counts.draws) {
        atomicAdd(&tally->white, static_cast<u64>(counts.white));
        atomicAdd(&tally->black, static_cast<u64>(counts.black));
        atomicAdd(&tally->draws, static_cast<u64>(counts.draws));
        atomicAdd(&tally->plies, static_cast<u64>(counts.plies));
    }
    if (slot.game < run.games) atomicAdd(&tally->running, u64{1});
}

// -- games ply by ply

template <class G, int side>
SBG_INLINE u32 can_move(const State<G>& state, u32* scratch) {
    return any(all_targets<G, side>(state, state.side[side], scratch));
}

// What is to be said of a position after a move that ended nothing.
template <class G>
SBG_INLINE u32 rest(const State<G>& state, u32* scratch) {
    return state.ply & 1 ? at_rest<G>(state, 1, can_move<G, 1>(state, scratch))
                         : at_rest<G>(state, 0, can_move<G, 0>(state, scratch));
}

}  // namespace sbg::gpu
