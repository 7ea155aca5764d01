// Operations on one 64-bit word, written once and compiled twice: with BMI2 instructions and
// without.
//
// Everything that plays lives in namespace sbg::SBG_ISA, so that the two compilations of the same
// headers never meet in the linker. The kernels for BMI2 are compiled with SBG_ISA=bmi2, everything
// else with the default.
#pragma once

#include "base/compiler.hpp"

#ifndef SBG_ISA
#define SBG_ISA portable
#endif

#if defined(SBG_BMI2)
#include <immintrin.h>
#endif

// For functions that are short with BMI2 and long without: there a copy in every place would take
// as long to compile as all the rest.
#if defined(SBG_BMI2)
#define SBG_INLINE_IF_SHORT SBG_INLINE
#else
#define SBG_INLINE_IF_SHORT SBG_NOINLINE
#endif

namespace sbg::SBG_ISA {

SBG_INLINE int lowest_bit(u64 x) { return trailing_zeros(x); }

#if defined(SBG_BMI2)
SBG_INLINE int count_bits(u64 x) { return population(x); }
#else
// Adds neighbouring bits, pairs, nibbles; the multiplication sums the bytes.
SBG_INLINE int count_bits(u64 x) {
    x -= (x >> 1) & 0x5555555555555555ull;
    x = (x & 0x3333333333333333ull) + ((x >> 2) & 0x3333333333333333ull);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0full;
    return static_cast<int>((x * 0x0101010101010101ull) >> 56);
}
#endif

#if defined(SBG_BMI2)

// The bits of x at the places of mask, packed to the low end.
SBG_INLINE u64 extract_bits(u64 x, u64 mask) { return _pext_u64(x, mask); }
// The low bits of x, spread to the places of mask: the inverse of extract_bits.
SBG_INLINE u64 deposit_bits(u64 x, u64 mask) { return _pdep_u64(x, mask); }
// The k-th lowest set bit of x, alone.
SBG_INLINE u64 select_bit(u64 x, int k) { return _pdep_u64(1ull << k, x); }

#else

SBG_INLINE u64 extract_bits(u64 x, u64 mask) {
    u64 packed = 0;
    for (int place = 0; mask; mask &= mask - 1, ++place) {
        packed |= ((x >> lowest_bit(mask)) & 1) << place;
    }
    return packed;
}

SBG_INLINE u64 deposit_bits(u64 x, u64 mask) {
    u64 spread = 0;
    for (; mask && x; mask &= mask - 1, x >>= 1) {
        spread |= (mask & (0 - mask)) & (0 - (x & 1));
    }
    return spread;
}

SBG_INLINE u64 select_bit(u64 x, int k) {
    for (; k; --k) x &= x - 1;
    return x & (0 - x);
}

#endif

// The upper half of the 128-bit product: also maps a uniform 64-bit x to a uniform number below y.
SBG_INLINE u64 multiply_high(u64 x, u64 y) {
#if defined(__SIZEOF_INT128__)
    __extension__ using u128 = unsigned __int128;
    return static_cast<u64>((static_cast<u128>(x) * y) >> 64);
#else
    const u64 low = (x & 0xffffffff) * (y & 0xffffffff),
              cross = (x >> 32) * (y & 0xffffffff) + (low >> 32);
    const u64 other = (x & 0xffffffff) * (y >> 32) + (cross & 0xffffffff);
    return (x >> 32) * (y >> 32) + (cross >> 32) + (other >> 32);
#endif
}

}  // namespace sbg::SBG_ISA
