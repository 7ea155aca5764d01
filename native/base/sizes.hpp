// The board sizes, in words, that the code which plays is compiled for, and the one way to choose
// among them.
#pragma once

#include "base/bitboard.hpp"

namespace sbg {

template <int... N>
struct Words {};

using BoardWords = Words<1, 2, 3, 4, 6, 16, 64>;
// The same, as common_size has them apart: each kind has a source file of its own.
using CommonWords = Words<1, 2, 3, 6>;
using RareWords = Words<4, 16, 64>;

// Calls `call` with the size as its template argument; the result of an unknown size is empty.
template <class Call, int First, int... Rest>
auto dispatch(int words, Words<First, Rest...>, Call call) {
    if (words == First) return call.template operator()<First>();
    if constexpr (sizeof...(Rest) > 0)
        return dispatch(words, Words<Rest...>{}, call);
    else
        return decltype(call.template operator()<First>()) {};
}

// The number of words of the smallest size that holds a board, or 0.
template <int... N>
constexpr int words_for(int squares, Words<N...>) {
    int words = 0;
    (void)((squares <= 64 * N && (words = N, true)) || ...);
    return words;
}

constexpr int words_for(int squares) { return words_for(squares, BoardWords{}); }

template <int... Common, int... Rare>
constexpr bool apart(Words<Common...>, Words<Rare...>) {
    return (common_size<Common> && ...) && !(common_size<Rare> || ...);
}
static_assert(apart(CommonWords{}, RareWords{}));

}  // namespace sbg
