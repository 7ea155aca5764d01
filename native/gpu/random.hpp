// Random numbers of a game: they follow from the seed and the number of the game alone.
#pragma once

#include "gpu/set.hpp"

namespace sbg::gpu {

// xoroshiro64*: two words of state, a handful of 32-bit instructions a number.
struct Random {
    u32 a, b;

    SBG_INLINE static u32 scrambled(u32 x) {
        x = (x ^ (x >> 16)) * 0x7feb352du;
        x = (x ^ (x >> 15)) * 0x846ca68bu;
        return x ^ (x >> 16);
    }

    SBG_INLINE static Random of(u64 seed, u64 game) {
        const u32 low = static_cast<u32>(game), high = static_cast<u32>(game >> 32);
        const u32 a = scrambled(low ^ static_cast<u32>(seed)) + high * 0x9e3779b9u;
        const u32 b = scrambled(low * 0x85ebca6bu + static_cast<u32>(seed >> 32) + a);
        return {a, b | (a == 0)};  // the state is never zero
    }

    SBG_INLINE u32 next() {
        const u32 number = a * 0x9e3779bbu;
        b ^= a;
        a = __funnelshift_l(a, a, 26) ^ b ^ (b << 9);
        b = __funnelshift_l(b, b, 13);
        return number;
    }

    // Uniform below `bound`, but for a bias of at most bound / 2^32.
    SBG_INLINE u32 below(u32 bound) { return __umulhi(next(), bound); }
};

}  // namespace sbg::gpu
