// Kernels: many games at once, one a thread.
//
// A turn of the main loop plays a ply of white and then one of black. Each half is compiled for its
// side, and a thread whose game is at the other one waits: that happens once a game at most.
#pragma once

#include "cuda/slots.hpp"

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

// Plays so many random plies of every game that is not over; games that end stay as they are. The
// moves made go to `moves`, if it is there: origin, and target in the upper half.
template <class G, int side>
SBG_INLINE void random_ply(Slot<G>& slot, u32* scratch, u32& move) {
    const Choice choice = choose<G, side>(slot.state, slot.random, scratch);
    slot.result = at_rest<G>(slot.state, side, choice.moves);
    if (slot.result) return;
    move = static_cast<u32>(choice.origin) | static_cast<u32>(choice.target) << 16;
    slot.result = play<G, side>(slot.state, choice.origin, choice.target);
}

template <class G>
SBG_INLINE void step_random(u32* memory, u32 slots, u32 plies, u32* moves, u32* scratch) {
    const u64 i = thread_number();
    if (i >= slots) return;
    u32* const mine = scratch_of<G>(scratch);
    Slot<G> slot;
    slot.load(memory, slots, i);
    if (slot.result) return;
    const u32 until = slot.state.ply + plies;
    while (!slot.result && slot.state.ply < until) {
        u32 move = ~0u;
        if (!(slot.state.ply & 1)) random_ply<G, 0>(slot, mine, move);
        if (!slot.result && slot.state.ply & 1 && slot.state.ply < until)
            random_ply<G, 1>(slot, mine, move);
        if (moves) moves[i] = move;
    }
    if (!slot.result) slot.result = rest(slot.state, mine);
    slot.store(memory, slots, i);
}

enum Refusal : u32 { accepted, illegal };

// Plays a given move in every game that is not over; `refused` says which were illegal, and those
// games are left as they are.
template <class G, int side>
SBG_INLINE u32 given_ply(State<G>& state, int origin, int target, u32* scratch, u32& result) {
    if (origin >= G::squares || target >= G::squares || !has(state.side[side], origin))
        return illegal;
    if (!has(all_targets<G, side>(state, only<G::words>(origin), scratch), target)) return illegal;
    result = play<G, side>(state, origin, target);
    return accepted;
}

template <class G>
SBG_INLINE void step(u32* memory, u32 slots, const u32* moves, u32* refused, u32* scratch) {
    const u64 i = thread_number();
    if (i >= slots) return;
    u32* const mine = scratch_of<G>(scratch);
    Slot<G> slot;
    slot.load(memory, slots, i);
    refused[i] = accepted;
    if (slot.result) return;
    const int origin = static_cast<int>(moves[i] & 0xffff),
              target = static_cast<int>(moves[i] >> 16);
    refused[i] = slot.state.ply & 1
                     ? given_ply<G, 1>(slot.state, origin, target, mine, slot.result)
                     : given_ply<G, 0>(slot.state, origin, target, mine, slot.result);
    if (refused[i]) return;
    if (!slot.result) slot.result = rest(slot.state, mine);
    slot.store(memory, slots, i);
}

// The boards as a code a square, 0 for none, 1 + 2 * kind for white's, 2 + 2 * kind for black's.
template <class G>
SBG_INLINE void boards(const u32* memory, u32 slots, u8* out) {
    const u64 i = thread_number();
    if (i >= slots) return;
    Slot<G> slot;
    slot.load(memory, slots, i);
    for (int square = 0; square < G::squares; ++square) {
        u32 kind = 0;
        SBG_UNROLL for (int p = 0; p < G::planes; ++p) {
            kind |= static_cast<u32>(has(slot.state.plane[p], square)) << p;
        }
        const bool white = has(slot.state.side[0], square), black = has(slot.state.side[1], square);
        out[i * G::squares + square] = static_cast<u8>(white   ? 1 + 2 * kind
                                                       : black ? 2 + 2 * kind
                                                               : 0);
    }
}

}  // namespace sbg::gpu
