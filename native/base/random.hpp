// Random numbers that are counted: number i of a stream follows from its seed and index alone.
#pragma once

#include "base/bits.hpp"

namespace sbg::SBG_ISA {

// A stream of random numbers: a counter hashed by multiplying its two halves (a Weyl sequence,
// folded multiplication).
struct Random {
    u64 state = 0;

    Random() = default;
    // Streams of one seed are far apart: the index is scrambled before it becomes the start of the
    // counter.
    SBG_INLINE Random(u64 seed, u64 index)
        : state(scramble(seed ^ scramble(index + 0x9e3779b97f4a7c15ull))) {}

    SBG_INLINE static u64 scramble(u64 x) {
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
        return x ^ (x >> 31);
    }

    // Leaves out one number.
    SBG_INLINE void skip() { state += 0xa0761d6478bd642full; }

    SBG_INLINE u64 next() {
        skip();
        const u64 other = state ^ 0xe7037ed1a0b428dbull;
        return multiply_high(state, other) ^ (state * other);
    }

    // Uniform below `bound`; the bias is below bound / 2^64.
    SBG_INLINE u64 below(u64 bound) { return multiply_high(next(), bound); }
};

}  // namespace sbg::SBG_ISA
