// Random games, uniform over moves, as fast as they go.
#pragma once

#include "movegen.hpp"
#include "state.hpp"

namespace sbg {

struct Tally {
    u64 wins[2];  // white, black
    u64 draws;
    u64 plies;
};

}  // namespace sbg

namespace sbg::SBG_ISA {

// A stream of random numbers: a counter hashed by multiplying its two halves (a Weyl sequence,
// folded multiplication).
struct Random {
    u64 state = 0;

    Random() = default;
    // Streams of one seed are far apart: the index is scrambled before it becomes the start of the
    // counter.
    Random(u64 seed, u64 index) : state(scramble(seed ^ scramble(index + 0x9e3779b97f4a7c15ull))) {}

    static u64 scramble(u64 x) {
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
        return x ^ (x >> 31);
    }

    SBG_INLINE u64 next() {
        state += 0xa0761d6478bd642full;
        const u64 other = state ^ 0xe7037ed1a0b428dbull;
        return multiply_high(state, other) ^ (state * other);
    }

    // Uniform below `bound`; the bias is below bound / 2^64.
    SBG_INLINE u64 below(u64 bound) { return multiply_high(next(), bound); }
};

// A random game in progress.
template <int N>
struct Playout {
    State<N> state;
    Random random;
    u32 ply;

    // Plays one move; false when the game has ended, which is entered into the tally.
    SBG_INLINE bool step(const Rules<N>& rules, const Workspace& space, Tally& tally) {
        const int side = static_cast<int>(ply & 1);
        auto* groups = static_cast<Group<N>*>(space.groups);
        const View<N> seen = view(rules, state.side[side], state.side[side ^ 1]);
        const auto [end, total] = collect(rules, state, seen, side, space.scratch, groups);
        if (!total) {
            ++tally.wins[side ^ 1];
            return false;
        }
        if (ply >= rules.limit) {
            ++tally.draws;
            return false;
        }
        // The group that holds move k, without a branch that depends on it.
        const i32 k = static_cast<i32>(random.below(static_cast<u64>(total)));
        const Group<N>* group = groups;
        for (const Group<N>* g = groups; g != end; ++g) group += g->end <= k;
        const int target = select(group->targets, k - (group == groups ? 0 : group[-1].end));
        const int origin = group->base + (target & group->follow);
        const int captured = make(state, side, origin, target);
        ++ply;
        ++tally.plies;
        if (fatal_capture(rules, state, captured)) {
            ++tally.wins[side_of(captured) ^ 1];
            return false;
        }
        if (has(rules.piece[state.at[target]].goal, target)) {
            ++tally.wins[side];
            return false;
        }
        return true;
    }
};

// Plays the games number `first` up to `last` from a position that is not finished.
template <int N>
void play_out(const Rules<N>& rules, const State<N>& start, u32 ply, u64 seed, u64 first, u64 last,
              const Workspace& space, const Stop& stop, Tally& tally) {
    Playout<N> game;
    for (u64 index = first; index < last; ++index) {
        copy(rules, start, game.state);
        game.random = Random(seed, index);
        game.ply = ply;
        do {
            if ((game.ply & 1023) == (ply & 1023) && stopped(stop)) return;
        } while (game.step(rules, space, tally));
    }
}

}  // namespace sbg::SBG_ISA
