// A set of squares in words of 32 bits, which is what a GPU computes with: a shift of the whole set
// by a constant is one instruction a word.
#pragma once

#if defined(__CUDACC_RTC__)
#include "gpu/nvrtc.hpp"
#else
#include "gpu/host.hpp"
#endif

namespace sbg::gpu {

template <int N>
struct Set {
    u32 word[N];
};

// Words are kept in registers on boards that people play on. On larger ones they stay in memory,
// and loops go through them.
template <int N>
inline constexpr bool in_registers = N <= 12;

#if defined(__CUDACC_RTC__)
// A loop to be unrolled once would be kept as one.
template <int N>
inline constexpr int unrolled = !in_registers<N> ? 1
                                : N == 1         ? 2
                                                 : N;
#define SBG_WORDS _Pragma("unroll (::sbg::gpu::unrolled<N>)")
#else
#define SBG_WORDS
#endif

template <int N>
SBG_INLINE Set<N> operator&(Set<N> a, const Set<N>& b) {
    SBG_WORDS for (int i = 0; i < N; ++i) a.word[i] &= b.word[i];
    return a;
}

template <int N>
SBG_INLINE Set<N> operator|(Set<N> a, const Set<N>& b) {
    SBG_WORDS for (int i = 0; i < N; ++i) a.word[i] |= b.word[i];
    return a;
}

template <int N>
SBG_INLINE Set<N> without(Set<N> a, const Set<N>& b) {
    SBG_WORDS for (int i = 0; i < N; ++i) a.word[i] &= ~b.word[i];
    return a;
}

template <int N>
SBG_INLINE bool any(const Set<N>& a) {
    u32 all = 0;
    SBG_WORDS for (int i = 0; i < N; ++i) all |= a.word[i];
    return all != 0;
}

template <int N>
SBG_INLINE u32 count(const Set<N>& a) {
    u32 total = 0;
    SBG_WORDS for (int i = 0; i < N; ++i) total += static_cast<u32>(__popc(a.word[i]));
    return total;
}

template <int N>
SBG_INLINE Set<N> only(int square) {
    Set<N> set;
    SBG_WORDS for (int i = 0; i < N; ++i) {
        set.word[i] = N == 1 || (square >> 5) == i ? 1u << (square & 31) : 0u;
    }
    return set;
}

// Without an index that the compiler does not know: that would move the set out of registers.
template <int N>
SBG_INLINE bool has(const Set<N>& a, int square) {
    if constexpr (in_registers<N>) {
        u32 word = a.word[0];
        SBG_WORDS for (int i = 1; i < N; ++i) {
            if ((square >> 5) == i) word = a.word[i];
        }
        return (word >> (square & 31)) & 1;
    } else {
        return (a.word[square >> 5] >> (square & 31)) & 1;
    }
}

template <int N>
SBG_INLINE Set<N> chosen(bool first, const Set<N>& a, const Set<N>& b) {
    Set<N> set;
    SBG_WORDS for (int i = 0; i < N; ++i) set.word[i] = first ? a.word[i] : b.word[i];
    return set;
}

// Every square moved by `step` places; what leaves the words is lost.
template <int N>
SBG_INLINE Set<N> shifted(const Set<N>& a, int step) {
    const int words = step >> 5;
    const u32 bits = static_cast<u32>(step) & 31;
    Set<N> moved;
    SBG_WORDS for (int i = 0; i < N; ++i) {
        const int from = i - words;
        const u32 high = from >= 0 && from < N ? a.word[from] : 0;
        const u32 low = from >= 1 && from <= N ? a.word[from - 1] : 0;
        moved.word[i] = bits ? __funnelshift_l(low, high, bits) : high;
    }
    return moved;
}

// -- what the threads of a warp do together; here each is a warp of its own

#if defined(__CUDACC_RTC__)
inline constexpr u64 warp_size = 32;
SBG_INLINE u32 warp_sum(u32 number) {
    for (int by = 16; by; by >>= 1) number += __shfl_xor_sync(~0u, number, by);
    return number;
}
SBG_INLINE bool warp_leader() { return threadIdx.x % 32 == 0; }
#else
inline constexpr u64 warp_size = 1;
SBG_INLINE u32 warp_sum(u32 number) { return number; }
SBG_INLINE bool warp_leader() { return true; }
#endif

SBG_INLINE int select_bit(u32 word, u32 k) {
    u32 place = 0;
    const auto halve = [&](u32 mask, u32 width) {
        const u32 below = static_cast<u32>(__popc(word & mask));
        if (k >= below) {
            k -= below;
            word >>= width;
            place += width;
        }
    };
    halve(0xffff, 16);
    halve(0xff, 8);
    halve(0xf, 4);
    halve(0x3, 2);
    return static_cast<int>(place + (k >= (word & 1)));
}

// The k-th square of the set, counted from 0; k is below count(a).
template <int N>
SBG_INLINE int select(const Set<N>& a, u32 k) {
    if constexpr (in_registers<N>) {
        u32 word = a.word[0];
        int base = 0;
        u32 before = 0, counted = 0;
        SBG_WORDS for (int i = 0; i < N - 1; ++i) {
            counted += static_cast<u32>(__popc(a.word[i]));
            if (k >= counted) {
                word = a.word[i + 1];
                base = 32 * (i + 1);
                before = counted;
            }
        }
        return base + select_bit(word, k - before);
    } else {
        for (int i = 0;; ++i) {
            const u32 here = static_cast<u32>(__popc(a.word[i]));
            if (k < here) return 32 * i + select_bit(a.word[i], k);
            k -= here;
        }
    }
}

// Takes the lowest square out of a set that is not empty.
template <int N>
SBG_INLINE int take_lowest(Set<N>& a) {
    int square = -1;
    SBG_WORDS for (int i = 0; i < N; ++i) {
        if (square < 0 && a.word[i]) {
            square = 32 * i + __ffs(static_cast<int>(a.word[i])) - 1;
            a.word[i] &= a.word[i] - 1;
        }
    }
    return square;
}

}  // namespace sbg::gpu
