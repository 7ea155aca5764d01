// The pieces on the board while a game is played: few sets, so that they fit into registers. Two
// say whose a square is, the others are the bits of the number of the kind that stands there.
#pragma once

#include "gpu/game.hpp"

namespace sbg::gpu {

template <class G>
using SetOf = Set<G::words>;

enum Reason : u32 { going_on, by_count, by_goal, no_moves, turn_limit };

// How a game ended: the reason, and 16 times 1 for white, 2 for black, 0 for a draw.
SBG_INLINE u32 won(u32 reason, int winner) { return reason | static_cast<u32>(winner + 1) << 4; }

template <class G>
struct State {
    SetOf<G> side[2];
    SetOf<G> plane[G::most_planes];
    u32 ply;
};

template <class G>
SBG_INLINE SetOf<G> of_kind(const State<G>& state, SetOf<G> pieces, u32 kind) {
    SBG_UNROLL for (int p = 0; p < G::planes; ++p) {
        pieces = (kind >> p) & 1 ? pieces & state.plane[p] : without(pieces, state.plane[p]);
    }
    return pieces;
}

// Those of the pieces that are of one of these kinds.
template <class G>
SBG_INLINE SetOf<G> of_kinds(const State<G>& state, const SetOf<G>& pieces, u32 kinds) {
    if (kinds == (1u << G::kinds) - 1) return pieces;
    SetOf<G> found{};
    SBG_UNROLL for (u32 kind = 0; kind < static_cast<u32>(G::kinds); ++kind) {
        if ((kinds >> kind) & 1) found = found | of_kind(state, pieces, kind);
    }
    return found;
}

// Plays a move of a side and says how it ended the game by a count or a goal, or 0. Whether the
// other side can move is left to the callers, most of which are about to find out.
template <class G, int side>
SBG_INLINE u32 play(State<G>& state, int origin, int target) {
    const SetOf<G> from = only<G::words>(origin), to = only<G::words>(target);
    u32 result = going_on;
    SBG_UNROLL for (int i = 0; i < G::counts(side ^ 1); ++i) {
        const Count fatal = G::count(side ^ 1, i);
        const SetOf<G> theirs = of_kind(state, state.side[side ^ 1], fatal.kind);
        if (any(theirs & to) && count(theirs) == fatal.left + 1) result = won(by_count, side);
    }
    if (G::captures_own) {
        SBG_UNROLL for (int i = 0; i < G::counts(side); ++i) {
            const Count fatal = G::count(side, i);
            const SetOf<G> ours = of_kind(state, state.side[side], fatal.kind);
            if (origin != target && any(ours & to) && count(ours) == fatal.left + 1)
                result = won(by_count, side ^ 1);
        }
    }
    SBG_UNROLL for (int p = 0; p < G::planes; ++p) {
        const bool set = any(state.plane[p] & from);
        state.plane[p] = without(state.plane[p], from | to);
        if (set) state.plane[p] = state.plane[p] | to;
    }
    state.side[side] = without(state.side[side], from) | to;
    state.side[side ^ 1] = without(state.side[side ^ 1], to);
    ++state.ply;
    SBG_UNROLL for (int i = 0; i < G::goals(side); ++i) {
        const Goal<G::words> goal = G::goal(side, i);
        const SetOf<G> there = of_kind(state, to & goal.squares, goal.kind);
        if (any(there) && !result) result = won(by_goal, side);
    }
    return result;
}

// How a position ends whose last move ended nothing.
template <class G>
SBG_INLINE u32 at_rest(const State<G>& state, int side, bool can_move) {
    if (!can_move) return won(no_moves, side ^ 1);
    return state.ply >= G::limit ? won(turn_limit, -1) : u32{going_on};
}

}  // namespace sbg::gpu
