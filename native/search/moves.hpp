// The moves of a node: generated once, with the ones that win at once found on the way.
#pragma once

#include "play/movegen.hpp"

namespace sbg::SBG_ISA {

struct Found {
    int moves = 0;
    int origin = -1, target = -1;  // of a move that wins at once, if there is one
    bool wins() const { return origin >= 0; }
};

// Calls visit(group, moves) for the groups of a side that have moves, and finds a winning move: one
// that captures down to the opponent's fatal count, or reaches a goal without capturing down to an
// own one.
template <int N, class Visit>
SBG_INLINE Found find_moves(const Rules<N>& rules, const State<N>& state, int side,
                            const Scratch& scratch, Group<N>* groups, Visit visit) {
    const View<N> seen = view(rules, state.side[side], state.side[side ^ 1]);
    const auto [end, total] = collect_apart(rules, state, seen, side, scratch, groups);
    const Endings<N> endings(rules, state, side);
    Found found;
    found.moves = static_cast<int>(total);
    i32 before = 0;
    for (const Group<N>* group = groups; group != end; ++group) {
        if (!any(group->targets)) continue;
        const Board<N> winning = endings.winning(rules, *group);
        if (any(winning)) {
            found.target = select(winning, 0);
            found.origin = group->origin(found.target);
        }
        visit(*group, static_cast<i32>(group->end) - before);
        before = group->end;
    }
    return found;
}

}  // namespace sbg::SBG_ISA
