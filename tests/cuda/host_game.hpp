// A game of which only the size of the board is known while compiling: the kernels of the tests.
#pragma once

#include <vector>

#include "gpu/space.hpp"

namespace sbg::gpu {

// What sbg.engine.gpu has planned, as one list of numbers; Tables::read says in which order.
struct Tables {
    u32 width, squares, limit, kinds, planes, captures_own, rides, traces, scratch_words, words;
    std::vector<u32> board, columns;  // sets of `words` words
    std::vector<u32> backs[2];
    std::vector<Bunch> bunches[2];
    std::vector<Single> singles[2];
    std::vector<Walk> walks[2];
    std::vector<u32> goals[2];  // a kind and a set each
    std::vector<Count> counts[2];
    std::vector<Op> op;
    std::vector<Word> word;
    std::vector<Element> element;
    std::vector<u32> first;
    std::vector<Transition> transition;
    u32 swaps, mirrors;
    std::vector<u32> places;  // side, kind, most, before and anchored of two words each, a set

    // Throws std::invalid_argument when the numbers do not make a game.
    static Tables read(const std::vector<u32>& numbers);
};

template <int N>
struct HostGame {
    static constexpr int words = N;
    static constexpr int most_planes = 5;
    static constexpr int most_groups = N <= 12 ? 1500 : 300;
    static constexpr int bunch_size = 64;
    static constexpr int op_unroll = 1;

    static inline thread_local const Tables* tables = nullptr;
    static inline thread_local int planes, kinds, squares, width;
    static inline thread_local u32 limit, scratch_words;
    static inline thread_local bool captures_own, rides, traces;

    static void use(const Tables& given) {
        tables = &given;
        planes = static_cast<int>(given.planes);
        kinds = static_cast<int>(given.kinds);
        squares = static_cast<int>(given.squares);
        width = static_cast<int>(given.width);
        limit = given.limit;
        scratch_words = given.scratch_words;
        captures_own = given.captures_own;
        rides = given.rides;
        traces = given.traces;
    }

    static Set<N> set(const std::vector<u32>& from, std::size_t first) {
        Set<N> found;
        for (int i = 0; i < N; ++i) found.word[i] = from[first + static_cast<std::size_t>(i)];
        return found;
    }
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }

    static Set<N> board() { return set(tables->board, 0); }
    static Set<N> columns(int dx) { return set(tables->columns, at(N) * at(dx + width - 1)); }
    static int groups(int side) { return static_cast<int>(tables->backs[side].size()); }
    static u32 back(int side, int i) { return tables->backs[side][at(i)]; }
    static int bunches(int side) { return static_cast<int>(tables->bunches[side].size()); }
    static Bunch bunch(int side, int i) { return tables->bunches[side][at(i)]; }
    static int singles(int side) { return static_cast<int>(tables->singles[side].size()); }
    static Single single(int side, int i) { return tables->singles[side][at(i)]; }
    static int walks(int side) { return static_cast<int>(tables->walks[side].size()); }
    static Walk walk(int side, int i) { return tables->walks[side][at(i)]; }
    static int goals(int side) { return static_cast<int>(tables->goals[side].size()) / (1 + N); }
    static Goal<N> goal(int side, int i) {
        const std::vector<u32>& from = tables->goals[side];
        return {from[at(i * (1 + N))], set(from, at(i * (1 + N) + 1))};
    }
    static int counts(int side) { return static_cast<int>(tables->counts[side].size()); }
    static Count count(int side, int i) { return tables->counts[side][at(i)]; }
    static Op op(int i) { return tables->op[at(i)]; }
    static Word word(int i) { return tables->word[at(i)]; }
    static Element element(int i) { return tables->element[at(i)]; }
    static u32 first(u32 i) { return tables->first[i]; }
    static Transition transition(u32 i) { return tables->transition[i]; }
};

template <int N>
struct HostSpace {
    static constexpr int most_places = 64;

    static inline thread_local int places, swaps;
    static inline thread_local bool mirrors;

    static void use(const Tables& given) {
        places = static_cast<int>(given.places.size()) / (7 + N);
        swaps = static_cast<int>(given.swaps);
        mirrors = given.mirrors;
    }

    static Place<N> place(int i) {
        const std::vector<u32>& from = HostGame<N>::tables->places;
        const auto first = static_cast<std::size_t>(i * (7 + N));
        const auto wide = [&](std::size_t at) {
            return from[first + at] | u64{from[first + at + 1]} << 32;
        };
        return {from[first], from[first + 1], from[first + 2],
                wide(3),     wide(5),         HostGame<N>::set(from, first + 7)};
    }
};

}  // namespace sbg::gpu
