// The evaluation: what a position is worth before looking ahead, computed from weights.
#pragma once

#include "play/state.hpp"
#include "search/layout.hpp"
#include "search/score.hpp"

namespace sbg {

// Boards of more words than this have no runners.
inline constexpr int most_runner_words = 2;

// Two numbers that are added and subtracted as one: what something is worth while the board is as
// full as at the start, and what when it is empty.
using Phased = i64;

constexpr Phased phased(i32 early, i32 late) {
    return static_cast<i64>(static_cast<u64>(static_cast<i64>(late)) << 32) + early;
}
constexpr i32 early_part(Phased value) { return static_cast<i32>(static_cast<u32>(value)); }
constexpr i32 late_part(Phased value) {
    return static_cast<i32>(static_cast<u32>((value + 0x8000'0000ll) >> 32));
}

// What runners.hpp computes. Slots count white's kinds of runners, then black's.
struct RunnerTable {
    int runners[2], stoppers[2];       // by side; stoppers are all its kinds of pieces
    const u8 *runner[2], *stopper[2];  // their codes
    int room;                          // for stoppers of a slot
    const u8* distance;                // [slot][square]: moves to a goal, 0 if there is no way
    const u64* way;    // [slot][square][word]: squares that it may pass, and its goals
    const u64* stops;  // [slot][whether the stopper is to move][stopper][its square][word]: where
                       // runners are that it stops
};

// Plain data; a Searcher owns the arrays. All numbers are hundredths of a plain piece.
struct Evaluation {
    const Phased* square;  // [code * squares + square]: a piece standing there, for white
    const i32* ordering;   // [code]: its worth as a victim, always positive
    const i32* danger;     // [code * (squares + 1) + count]: so many of a counted piece are left
    const i32* mobility;   // [code]: for each of its moves, in 1/16, for its owner
    const i32* hanging;    // [code]: for each that the player to move could take, for its owner
    const i32* attacked;   // [code]: the same of the other player
    const i32* royal;      // [side][escapes, pressure][most_royal]: for the owner
    const i32* formation;  // [side][beside, behind, across]: for each pair, for the owner
    const i32* runner;     // [side][to move, not to move][moves to the goal - 1]: for the owner
    int royal_code[2];     // the piece whose capture ends the game, 0 if there is none
    int common_code[2];    // the piece of which there are most, 0 if there are not several
    const u16* fullness;   // [number of pieces]: against the start, in 1/256
    bool threats, royals, formations, runners;  // whether any of their numbers is not 0
    i32 tempo;                                  // for the player to move
    i32 noise;  // at most this is added or taken away, by the position's hash
    u64 seed;   // of the noise
};

}  // namespace sbg

namespace sbg::SBG_ISA {

// What stands where, for white, made from nothing; a search keeps it up to date.
template <int N>
Phased standing(const Rules<N>& rules, const Evaluation& weights, const State<N>& state) {
    Phased total = 0;
    for (int square = 0; square < rules.squares; ++square) {
        if (state.at[square]) total += weights.square[state.at[square] * rules.squares + square];
    }
    return total;
}

// The same as one number, by how full the board still is.
template <int N>
SBG_INLINE Score blended(const Evaluation& weights, const State<N>& state, Phased standing) {
    const i32 early = early_part(standing), late = late_part(standing);
    if (early == late) return early;
    const i32 fullness = weights.fullness[count(state.side[0] | state.side[1])];
    return late + (early - late) * fullness / 256;
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

// The pieces of a side that the other reaches, weighed.
template <int N>
SBG_INLINE Score reached(const Rules<N>& rules, const i32* weights, const State<N>& state, int side,
                         const Board<N>& targets) {
    Score total = 0;
    for (int code = 1 + side; code < rules.codes; code += 2) {
        if (weights[code]) total += weights[code] * count(state.pieces[code] & targets);
    }
    return total;
}

// How many pairs of these pieces stand beside, behind and across each other.
template <int N>
struct Formation {
    Board<N> last, first, top;  // two columns and a row

    explicit Formation(const Rules<N>& rules) : last(none<N>()), first(none<N>()), top(none<N>()) {
        for (int square = 0; square < rules.squares; square += rules.width) {
            add(first, square);
            add(last, square + rules.width - 1);
        }
        for (int square = rules.squares - rules.width; square < rules.squares; ++square)
            add(top, square);
    }

    SBG_INLINE void operator()(const Board<N>& pieces, int width, int* out) const {
        const Board<N> below = without(pieces, top);
        out[0] = count(shifted(without(pieces, last), 1) & pieces);
        out[1] = count(shifted(below, width) & pieces);
        out[2] = count(shifted(without(below, last), width + 1) & pieces) +
                 count(shifted(without(below, first), width - 1) & pieces);
    }
};

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
