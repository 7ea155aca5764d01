// Integers and inlining for NVRTC, the compiler at run time on a GPU, which
// knows no standard headers. What other compilers get is in `compiler.hpp` and `host.hpp`.
#pragma once

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
}  // namespace sbg
