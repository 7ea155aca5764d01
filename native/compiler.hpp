// What differs between compilers: integers, inlining, and the few functions on bits that the
// standard library has and a compiler at run time on a GPU (NVRTC, which knows no standard headers)
// does not.
//
// The headers that play include nothing else from outside, so that a GPU takes them as they are:
// bits, bitboard, rules, state, walk, movegen, replies, random, playout.
#pragma once

#if defined(__CUDACC_RTC__)

#define SBG_INLINE __forceinline__
#define SBG_NOINLINE __noinline__

namespace sbg {
using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned int;
using u64 = unsigned long long;
using i8 = signed char;
using i16 = short;
using i32 = int;
using i64 = long long;

SBG_INLINE int trailing_zeros(u64 x) { return x ? __ffsll(static_cast<i64>(x)) - 1 : 64; }
SBG_INLINE int population(u64 x) { return __popcll(x); }
SBG_INLINE u64 rotated(u64 x, int by) { return x << (by & 63) | x >> (-by & 63); }
}  // namespace sbg

#else

#include <bit>
#include <cstdint>

#if defined(_MSC_VER)
#define SBG_INLINE __forceinline
#define SBG_NOINLINE __declspec(noinline)
#define SBG_COLD
#else
#define SBG_INLINE inline __attribute__((always_inline))
#define SBG_NOINLINE __attribute__((noinline))
#define SBG_COLD __attribute__((cold))  // for what a game needs once: compiled quickly
#endif

namespace sbg {
using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i8 = std::int8_t;
using i16 = std::int16_t;
using i32 = std::int32_t;
using i64 = std::int64_t;

SBG_INLINE int trailing_zeros(u64 x) { return std::countr_zero(x); }
SBG_INLINE int population(u64 x) { return std::popcount(x); }
SBG_INLINE u64 rotated(u64 x, int by) { return std::rotl(x, by); }
}  // namespace sbg

#endif
