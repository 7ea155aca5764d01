// Random games, uniform over moves, as fast as they go.
#pragma once

#include "base/random.hpp"
#include "play/movegen.hpp"

namespace sbg {

struct Tally {
    u64 wins[2];  // white, black
    u64 draws;
    u64 plies;

    SBG_INLINE void operator+=(const Tally& more) {
        wins[0] += more.wins[0];
        wins[1] += more.wins[1];
        draws += more.draws;
        plies += more.plies;
    }
};

}  // namespace sbg

namespace sbg::SBG_ISA {

// A move from groups that have some, each as likely.
template <int N>
SBG_INLINE Move choose(const Group<N>* groups, const Cursor<N>& cursor, Random& random) {
    // The group that holds move k, without a branch that depends on it.
    const i32 k = static_cast<i32>(random.below(static_cast<u64>(cursor.total)));
    const Group<N>* group = groups;
    for (const Group<N>* g = groups; g != cursor.next; ++g) group += g->end <= k;
    return group->move(select(group->targets, k - (group == groups ? 0 : group[-1].end)));
}

// Plays one random move and says whether the game ended, by it or before it. `groups` has room for
// most_groups.
template <int N>
SBG_INLINE Outcome play_random(const Rules<N>& rules, State<N>& state, Random& random,
                               const Scratch& scratch, Group<N>* groups) {
    const int side = to_move(state);
    const View<N> seen = view(rules, state.side[side], state.side[side ^ 1]);
    const Cursor<N> cursor = collect(rules, state, seen, side, scratch, groups);
    const Outcome ended = at_rest(rules, state, side, cursor.total != 0);
    if (ended.over()) return ended;
    return play(rules, state, side, choose(groups, cursor, random)).outcome;
}

}  // namespace sbg::SBG_ISA
