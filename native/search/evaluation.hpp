// What a position is worth before looking ahead: weights in, a score out.
#pragma once

#include "movegen.hpp"
#include "search/score.hpp"
#include "state.hpp"

namespace sbg {

// Plain data; search.hpp's Weights owns the arrays. All numbers are hundredths of a plain piece, as
// seen by white.
struct Evaluation {
    const i32* square;    // [code * squares + square]: a piece standing there
    const i32* ordering;  // [code]: its worth as a victim, always positive
    const i32* danger;    // [code * (squares + 1) + count]: so many of a counted piece are left
    i32 tempo;            // for the player to move
    i32 mobility;         // for each move more than the opponent has, in 1/16
    i32 noise;            // at most this is added or taken away, by the position's hash
    u64 seed;             // of the noise
};

}  // namespace sbg

namespace sbg::SBG_ISA {

// Everything but mobility, for white, made from nothing; a search keeps the first part up to date.
template <int N>
Score standing(const Rules<N>& rules, const Evaluation& weights, const State<N>& state) {
    Score total = 0;
    for (int square = 0; square < rules.squares; ++square) {
        if (state.at[square]) total += weights.square[state.at[square] * rules.squares + square];
    }
    return total;
}

// How near the counted pieces of both sides are to a fatal number, for white.
template <int N>
SBG_INLINE Score danger(const Rules<N>& rules, const Evaluation& weights, const State<N>& state) {
    Score total = 0;
    for (int side = 0; side < 2; ++side) {
        for (int i = 0; i < rules.counted[side]; ++i) {
            const int code = rules.counted_code[side][i];
            total += weights.danger[code * (rules.squares + 1) + count(state.pieces[code])];
        }
    }
    return total;
}

SBG_INLINE Score noise(const Evaluation& weights, u64 hash) {
    if (!weights.noise) return 0;
    u64 x = (hash ^ weights.seed) * 0x9e3779b97f4a7c15ull;
    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93ull;
    return static_cast<Score>(multiply_high(x, 2 * static_cast<u64>(weights.noise) + 1)) -
           weights.noise;
}

SBG_INLINE Score clamped(Score score) {
    return score > most_estimate ? most_estimate : score < -most_estimate ? -most_estimate : score;
}

}  // namespace sbg::SBG_ISA
