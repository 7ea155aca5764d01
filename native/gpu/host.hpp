// What the kernels use of CUDA, for compilers of ordinary processors: so the same source runs in
// the tests, one thread after the other.
#pragma once

#include "base/compiler.hpp"

#define __global__
#define __restrict__

namespace sbg::gpu {

struct Dimension {
    u32 x = 1;
};
inline thread_local Dimension blockIdx, blockDim, threadIdx, gridDim;

SBG_INLINE int __popc(u32 x) { return std::popcount(x); }
SBG_INLINE int __ffs(int x) { return x ? std::countr_zero(static_cast<u32>(x)) + 1 : 0; }
SBG_INLINE u32 __brev(u32 x) {
    u32 turned = 0;
    for (int i = 0; i < 32; ++i) turned |= (x >> i & 1) << (31 - i);
    return turned;
}
SBG_INLINE u32 __umulhi(u32 x, u32 y) { return static_cast<u32>((u64{x} * y) >> 32); }
SBG_INLINE u64 __umul64hi(u64 x, u64 y) {
    const u64 a = x >> 32, b = x & 0xffffffff, c = y >> 32, d = y & 0xffffffff;
    const u64 middle = (b * d >> 32) + (a * d & 0xffffffff) + b * c;
    return a * c + (a * d >> 32) + (middle >> 32);
}
SBG_INLINE u32 __funnelshift_l(u32 low, u32 high, u32 bits) {
    return static_cast<u32>(((u64{high} << 32 | low) << bits) >> 32);
}
template <class T>
SBG_INLINE T atomicAdd(T* where, T by) {
    const T before = *where;
    *where = static_cast<T>(before + by);
    return before;
}
template <class T>
SBG_INLINE T atomicOr(T* where, T bits) {
    const T before = *where;
    *where = before | bits;
    return before;
}
template <class T>
SBG_INLINE T atomicMin(T* where, T other) {
    const T before = *where;
    if (other < before) *where = other;
    return before;
}

}  // namespace sbg::gpu
