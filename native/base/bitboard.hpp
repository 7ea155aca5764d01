// A set of squares: N words of 64, square y*width+x at bit (square & 63) of word (square >> 6).
#pragma once

#include "base/bits.hpp"

namespace sbg {

template <int N>
struct Board {
    u64 word[N];
};

// Sizes of boards that people play on. For these, what takes long is compiled into every place that
// needs it; for the others it is compiled once and called, which takes a third of the time to
// build.
template <int N>
inline constexpr bool common_size = N <= 3 || N == 6;

}  // namespace sbg

namespace sbg::SBG_ISA {

template <int N>
SBG_INLINE Board<N> operator&(Board<N> a, const Board<N>& b) {
    for (int i = 0; i < N; ++i) a.word[i] &= b.word[i];
    return a;
}

template <int N>
SBG_INLINE Board<N> operator|(Board<N> a, const Board<N>& b) {
    for (int i = 0; i < N; ++i) a.word[i] |= b.word[i];
    return a;
}

// The squares of a that are not in b.
template <int N>
SBG_INLINE Board<N> without(Board<N> a, const Board<N>& b) {
    for (int i = 0; i < N; ++i) a.word[i] &= ~b.word[i];
    return a;
}

template <int N>
SBG_INLINE bool any(const Board<N>& a) {
    u64 all = a.word[0];
    for (int i = 1; i < N; ++i) all |= a.word[i];
    return all != 0;
}

template <int N>
SBG_INLINE int count(const Board<N>& a) {
    int total = count_bits(a.word[0]);
    for (int i = 1; i < N; ++i) total += count_bits(a.word[i]);
    return total;
}

template <int N>
SBG_INLINE Board<N> none() {
    return Board<N>{};
}

template <int N>
SBG_INLINE Board<N> only(int square) {
    Board<N> board{};
    board.word[N == 1 ? 0 : square >> 6] = 1ull << (square & 63);
    return board;
}

template <int N>
SBG_INLINE bool has(const Board<N>& a, int square) {
    return (a.word[N == 1 ? 0 : square >> 6] >> (square & 63)) & 1;
}

template <int N>
SBG_INLINE void add(Board<N>& a, int square) {
    a.word[N == 1 ? 0 : square >> 6] |= 1ull << (square & 63);
}

template <int N>
SBG_INLINE void remove(Board<N>& a, int square) {
    a.word[N == 1 ? 0 : square >> 6] &= ~(1ull << (square & 63));
}

// Every square moved by `step` places. Only for sets whose squares stay inside the words: the
// callers mask out what would leave the board first. One word is then rotated, which serves both
// directions without a branch.
template <int N>
SBG_INLINE Board<N> shifted(const Board<N>& a, int step) {
    if constexpr (N == 1) {
        return {{rotated(a.word[0], step & 63)}};
    } else {
        // Reading from a copy with empty words on both sides saves all case distinctions.
        u64 padded[3 * N + 1] = {};
        for (int i = 0; i < N; ++i) padded[N + 1 + i] = a.word[i];
        const int words = step >> 6, bits = step & 63;
        Board<N> moved;
        for (int i = 0; i < N; ++i) {
            const u64* from = padded + (N + 1 + i - words);
            moved.word[i] = (from[0] << bits) | ((from[-1] >> 1) >> (63 - bits));
        }
        return moved;
    }
}

// Calls visit(square) for every square of the set in ascending order.
template <int N, class Visit>
SBG_INLINE void for_each(const Board<N>& a, Visit visit) {
    for (int i = 0; i < N; ++i) {
        for (u64 rest = a.word[i]; rest; rest &= rest - 1) visit(64 * i + lowest_bit(rest));
    }
}

// The k-th square of the set, counted from 0; k is below count(a).
template <int N>
SBG_INLINE int select(const Board<N>& a, int k) {
    if constexpr (N > 1) {
        for (int i = 0; i < N - 1; ++i) {
            const int here = count_bits(a.word[i]);
            if (k < here) return 64 * i + lowest_bit(select_bit(a.word[i], k));
            k -= here;
        }
    }
    return 64 * (N - 1) + lowest_bit(select_bit(a.word[N - 1], k));
}

}  // namespace sbg::SBG_ISA
