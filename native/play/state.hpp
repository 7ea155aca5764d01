// The pieces on the board while a game is played: setting them up, playing a move, taking it back,
// and how games end. Everything that plays moves does it through this header.
#pragma once

#include "rules/rules.hpp"

namespace sbg {

struct Move {
    u16 origin, target;
    friend bool operator==(const Move&, const Move&) = default;
};

enum class Reason : u8 { none, count, goal, no_moves, turn_limit };

struct Outcome {
    Reason reason = Reason::none;  // none: the game goes on
    int winner = -1;               // side, or -1
    SBG_INLINE bool over() const { return reason != Reason::none; }
    friend bool operator==(const Outcome&, const Outcome&) = default;
};

// What a move did.
struct Played {
    int captured;  // code, or 0
    Outcome outcome;
};

// `at` is what the squares hold, the sets are the same seen by side and by code.
template <int N>
struct State {
    Board<N> side[2];
    Board<N> pieces[max_codes];
    u8 at[64 * N];
    u32 ply;  // half-moves made since the start
};

}  // namespace sbg

namespace sbg::SBG_ISA {

template <int N>
SBG_INLINE int to_move(const State<N>& state) {
    return static_cast<int>(state.ply & 1);
}

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
        to.ply = from.ply;
    }
}

// Puts a piece on an empty square.
template <int N>
SBG_INLINE void put(State<N>& state, int code, int square) {
    state.at[square] = static_cast<u8>(code);
    add(state.pieces[code], square);
    add(state.side[side_of(code)], square);
}

// A board given as a code per square. What no game of these rules uses of a state is left as it is.
template <int N>
SBG_INLINE void set_up(const Rules<N>& rules, const u8* board, u32 ply, State<N>& state) {
    state.side[0] = state.side[1] = none<N>();
    for (int code = 0; code < rules.codes; ++code) state.pieces[code] = none<N>();
    for (int square = 0; square < rules.squares; ++square) {
        state.at[square] = 0;
        if (board[square]) put(state, board[square], square);
    }
    state.ply = ply;
}

template <int N>
SBG_INLINE State<N> set_up(const Rules<N>& rules, const u8* board, u32 ply) {
    State<N> state{};
    set_up(rules, board, ply, state);
    return state;
}

// Moves a piece and returns the code that was captured, or 0. A move to its own square changes
// nothing. The ply stays: `play` is the whole move.
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

// Takes back what `make` did when it captured `captured`.
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

// -- how games end
//
// The order of ruling 14: counts and goals by the move that was made, then no moves and the turn
// limit by the position that it led to.

// Plays a legal move of this side; the outcome is that by count or goal. Whether the other side can
// move is not asked here, because most callers are about to find out: `at_rest` then tells the
// rest.
template <int N>
SBG_INLINE Played play(const Rules<N>& rules, State<N>& state, int side, Move move) {
    const int code = state.at[move.origin];
    const int captured = make(state, side, move.origin, move.target);
    ++state.ply;
    const PieceRules<N>& victim = rules.piece[captured];
    if (victim.has_fatal_counts && has(victim.fatal_counts, count(state.pieces[captured])))
        return {captured, {Reason::count, side_of(captured) ^ 1}};
    if (has(rules.piece[code].goal, move.target)) return {captured, {Reason::goal, side}};
    return {captured, {}};
}

// Takes back a move that `play` made.
template <int N>
SBG_INLINE void take_back(State<N>& state, int side, Move move, int captured) {
    unmake(state, side, move.origin, move.target, captured);
    --state.ply;
}

// How a position ends whose last move, if any, ended nothing.
template <int N>
SBG_INLINE Outcome at_rest(const Rules<N>& rules, const State<N>& state, int side, bool can_move) {
    if (!can_move) return {Reason::no_moves, side ^ 1};
    if (state.ply >= rules.limit) return {Reason::turn_limit, -1};
    return {};
}

// The squares where a piece of this side stands whose capture would end the game.
template <int N>
SBG_INLINE Board<N> fatal_squares(const Rules<N>& rules, const State<N>& state, int side) {
    Board<N> squares = none<N>();
    for (int i = 0; i < rules.counted[side]; ++i) {
        const int code = rules.counted_code[side][i];
        const int left = count(state.pieces[code]) - 1;
        if (left >= 0 && has(rules.piece[code].fatal_counts, left))
            squares = squares | state.pieces[code];
    }
    return squares;
}

}  // namespace sbg::SBG_ISA
