// What differs between compilers: inlining; with it integers and functions on bits by short names.
#pragma once

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
