// Random games, uniform over moves, as fast as they go.
#pragma once

#include "movegen.hpp"
#include "perft.hpp"
#include "state.hpp"

namespace sbg {

struct Tally {
    u64 wins[2];  // white, black
    u64 draws;
    u64 plies;
};

// A group of moves with the number of moves up to its end.
template <int N>
struct Group {
    Board<N> targets;
    i32 base, follow;
};

}  // namespace sbg

namespace sbg::SBG_ISA {

// A stream of random numbers: a counter hashed by multiplying its two halves (a Weyl sequence,
// folded multiplication).
struct Random {
    u64 state;

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

// Plays one game to its end from a position that is not finished. `ends` and `groups` have room for
// most_groups.
template <int N>
void playout(const Rules<N>& rules, State<N>& state, int side, u32 ply, Random random,
             const Scratch& scratch, const Stop& stop, Group<N>* groups, i32* ends, Tally& tally) {
    const u32 first = ply;
    for (;; side ^= 1) {
        const View<N> seen = view(rules, state.side[side], state.side[side ^ 1]);
        int used = 0;
        i32 total = 0;
        for_each_group(rules, state.pieces, rules.board, seen, side, scratch,
                       [&](int, const Board<N>& targets, int base, int follow) {
                           const int moves = count(targets);
                           groups[used] = {targets, base, follow};
                           total += moves;
                           ends[used] = total;
                           used += moves != 0;
                       });
        if (!total) {
            ++tally.wins[side ^ 1];
            break;
        }
        if (ply >= rules.limit) {
            ++tally.draws;
            break;
        }
        if ((ply & 1023) == 1023 && stopped(stop)) break;
        const i32 k = static_cast<i32>(random.below(static_cast<u64>(total)));
        int chosen = 0;
        for (int i = 0; i < used; ++i) chosen += ends[i] <= k;
        const Group<N>& group = groups[chosen];
        const int target = select(group.targets, chosen ? k - ends[chosen - 1] : k);
        const int origin = group.base + (target & group.follow);
        const int captured = make(state, side, origin, target);
        ++ply;
        if (captured && fatal_capture(rules, state, captured)) {
            ++tally.wins[side_of(captured) ^ 1];
            break;
        }
        if (has(rules.piece[state.at[target]].goal, target)) {
            ++tally.wins[side];
            break;
        }
    }
    tally.plies += ply - first;
}

}  // namespace sbg::SBG_ISA
