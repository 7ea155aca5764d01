// A game as the kernels see it. On a GPU it is a struct of constants, written by sbg.engine.gpu in
// front of the kernels, and everything here is decided while they are compiled. In the tests it is
// read from memory. A game G has
//
//     words                        N, the words of a set
//     width, squares, limit        of the board; the turn limit in plies
//     kinds, planes                kinds of pieces; bits that tell them apart
//     board(), columns(dx)         all squares; those where a step by dx columns may arrive
//     groups(side), back(side, i)  moves of many pieces at once, and how their origins are found
//     bunches(side), bunch(…)      the same, by as many groups as fit into registers
//     singles(side), single(…)     kinds whose moves are found origin by origin
//     walks(side), walk(…)         kinds whose automaton is walked
//     op(i)                        what bunches and singles consist of
//     word(i), element(i)          words that are traced back
//     first(i), transition(i)      what walks consist of
//     goals(side), goal(side, i)   squares where a kind wins
//     counts(side), count(side, i) numbers of a kind at which its owner loses
//     captures_own                 whether any move may capture an own piece
#pragma once

#include "gpu/set.hpp"

namespace sbg::gpu {

inline constexpr int most_depth = 8;   // elements of a word
inline constexpr int most_stages = 6;  // boards have at most 64 rows and columns

enum Content : u32 { empty_square = 1, opponent = 2, own = 4, occupied = 6, anything = 7 };

// A step by `step` places (dx columns) onto a square of this content; with stages > 0 any number of
// such steps, found by doubling: so many stages reach the whole length of the board.
struct Element {
    i32 step;
    i32 dx;
    u32 content;
    u32 stages;
};

// Elements one after the other.
struct Word {
    u32 first, elements;
};

// An instruction. There is a set for each depth of a tree of words. At depth 0 it becomes that of
// the origins, pieces of some kinds; at depth d, where the element leads from the set of depth d-1.
// The squares are then targets of a group, unless it is -1.
struct Op {
    u32 depth;
    u32 kinds;
    Element element;
    i32 group;  // counted within the bunch
};

struct Bunch {
    u32 first, last;  // ops
    u32 group;        // the first of its groups
    u32 groups;
};

// A kind whose words are followed from one origin at a time.
struct Single {
    u32 kind;
    u32 first, last;  // ops
};

struct Walk {
    u32 kind;
    u32 first;  // transitions of state s: first(first + s) .. first(first + s + 1)
    u32 states;
    u32 accepts_empty;
};

struct Transition {
    i32 step;
    i32 dx;
    u32 content;
    u32 target;
    u32 accepting;
    u32 goes_on;
};

template <int N>
struct Goal {
    u32 kind;
    Set<N> squares;
};

// The owner of this kind loses when a capture leaves exactly `left`.
struct Count {
    u32 kind;
    u32 left;
};

// -- loops over parts of a game: written out where the game is a constant

template <int I>
struct Index {
    constexpr operator int() const { return I; }
};

#if defined(__CUDACC_RTC__)

#define SBG_CONST constexpr

template <int... I>
struct Indices {};
template <int Count, int... I>
struct MakeIndices : MakeIndices<Count - 1, Count - 1, I...> {};
template <int... I>
struct MakeIndices<0, I...> {
    using Type = Indices<I...>;
};

template <int Count>
struct Each {
    template <class Visit>
    SBG_INLINE void operator()(Visit visit) const {
        go(visit, typename MakeIndices<Count>::Type{});
    }

  private:
    template <class Visit, int... I>
    SBG_INLINE static void go(Visit& visit, Indices<I...>) {
        (visit(Index<I>{}), ...);
    }
};

#define SBG_EACH(count) \
    ::sbg::gpu::Each<static_cast<int>(count)> {}
#define SBG_UNROLL _Pragma("unroll")
// For loops over ops and groups: written out, unless that would be too much to compile.
#define SBG_OPS _Pragma("unroll (G::op_unroll)")

#else

#define SBG_CONST const

struct Each {
    int count;
    template <class Visit>
    SBG_INLINE void operator()(Visit visit) const {
        for (int i = 0; i < count; ++i) visit(i);
    }
};

#define SBG_EACH(count) (::sbg::gpu::Each{static_cast<int>(count)})
#define SBG_UNROLL
#define SBG_OPS

#endif

}  // namespace sbg::gpu
