// Making moves on a State, and what a move can end. Hashes, plies and outcomes are the business of
// position.hpp.
#pragma once

#include "rules.hpp"

namespace sbg::SBG_ISA {

SBG_INLINE int side_of(int code) { return (code - 1) & 1; }

// Small states are copied whole, which takes a few instructions, large ones as far as they are
// used.
template <int N>
SBG_INLINE void copy(const Rules<N>& rules, const State<N>& from, State<N>& to) {
    if constexpr (N <= 2) {
        to = from;
    } else {
        to.side[0] = from.side[0];
        to.side[1] = from.side[1];
        for (int code = 0; code < rules.codes; ++code) to.pieces[code] = from.pieces[code];
        for (int square = 0; square < rules.squares; ++square) to.at[square] = from.at[square];
    }
}

// Puts a piece on an empty square.
template <int N>
SBG_INLINE void put(State<N>& state, int code, int square) {
    state.at[square] = static_cast<u8>(code);
    add(state.pieces[code], square);
    add(state.side[side_of(code)], square);
}

// Moves a piece and returns the code that was captured, or 0. A move to its own square changes
// nothing.
template <int N>
SBG_INLINE int make(State<N>& state, int side, int origin, int target) {
    const int code = state.at[origin];
    state.at[origin] = 0;
    const int captured = state.at[target];
    state.at[target] = static_cast<u8>(code);
    // Without branches: pieces[0] is a dummy set, and removing before adding serves captures of
    // both colours.
    remove(state.pieces[captured], target);
    remove(state.pieces[code], origin);
    add(state.pieces[code], target);
    remove(state.side[side ^ 1], target);
    remove(state.side[side], origin);
    add(state.side[side], target);
    return captured;
}

// Takes back a move that captured `captured`.
template <int N>
SBG_INLINE void unmake(State<N>& state, int side, int origin, int target, int captured) {
    const int code = state.at[target];
    state.at[target] = static_cast<u8>(captured);
    remove(state.pieces[code], target);
    remove(state.side[side], target);
    if (captured) {
        add(state.pieces[captured], target);
        add(state.side[side_of(captured)], target);
    }
    state.at[origin] = static_cast<u8>(code);
    add(state.pieces[code], origin);
    add(state.side[side], origin);
}

// Whether the capture of a piece with this code, just made, ends the game.
template <int N>
SBG_INLINE bool fatal_capture(const Rules<N>& rules, const State<N>& state, int captured) {
    const PieceRules<N>& piece = rules.piece[captured];
    return piece.has_fatal_counts && has(piece.fatal_counts, count(state.pieces[captured]));
}

// The squares where a capture would end the game now.
template <int N>
SBG_INLINE Board<N> fatal_squares(const Rules<N>& rules, const State<N>& state) {
    Board<N> squares = none<N>();
    for (int side = 0; side < 2; ++side) {
        for (int i = 0; i < rules.counted[side]; ++i) {
            const int code = rules.counted_code[side][i];
            const int left = count(state.pieces[code]) - 1;
            if (left >= 0 && has(rules.piece[code].fatal_counts, left))
                squares = squares | state.pieces[code];
        }
    }
    return squares;
}

}  // namespace sbg::SBG_ISA
