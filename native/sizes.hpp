// The board sizes, in words, that the code which plays is compiled for, and the one way to choose
// among them.
#pragma once

namespace sbg {

template <int... N>
struct Words {};

using BoardWords = Words<1, 2, 3, 4, 6, 16, 64>;

// Calls `call` with the size as its template argument; the result of an unknown size is empty.
template <class Call, int... N>
auto dispatch(int words, Words<N...>, Call call) {
    using Result = decltype(call.template operator()<1>());
    Result result{};
    (void)((words == N && (result = call.template operator()<N>(), true)) || ...);
    return result;
}

template <class Call>
auto dispatch(int words, Call call) {
    return dispatch(words, BoardWords{}, call);
}

// The number of words of the smallest size that holds a board, or 0.
template <int... N>
constexpr int words_for(int squares, Words<N...>) {
    int words = 0;
    (void)((squares <= 64 * N && (words = N, true)) || ...);
    return words;
}

constexpr int words_for(int squares) { return words_for(squares, BoardWords{}); }

}  // namespace sbg
