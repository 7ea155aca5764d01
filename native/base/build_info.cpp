#include "base/build_info.hpp"

#if defined(_MSC_VER) && defined(_M_X64)
#include <intrin.h>
#endif

#define SBG_TEXT_(x) #x
#define SBG_TEXT(x) SBG_TEXT_(x)

namespace sbg {

const char* version() noexcept { return SBG_VERSION; }

const char* compiler() noexcept {
#if defined(__clang__)
    // Asked before gcc, because clang also says that it is gcc.
    return "clang " SBG_TEXT(__clang_major__) "." SBG_TEXT(__clang_minor__) "." SBG_TEXT(
        __clang_patchlevel__);
#elif defined(__GNUC__)
    return "gcc " SBG_TEXT(__GNUC__) "." SBG_TEXT(__GNUC_MINOR__) "." SBG_TEXT(__GNUC_PATCHLEVEL__);
#elif defined(_MSC_VER)
    return "msvc " SBG_TEXT(_MSC_VER);
#else
    return "unknown compiler";
#endif
}

bool has_bmi2() noexcept {
#if defined(__GNUC__) && defined(__x86_64__)
    return __builtin_cpu_supports("bmi2") != 0;
#elif defined(_MSC_VER) && defined(_M_X64)
    int registers[4];
    __cpuid(registers, 0);
    if (registers[0] < 7) return false;
    // Microsoft's compiler gives BMI2 with AVX2 alone, so it may use the wide registers too: the
    // system has to save them.
    __cpuid(registers, 1);
    if ((registers[2] & (1 << 27)) == 0 || (_xgetbv(0) & 6) != 6) return false;
    __cpuidex(registers, 7, 0);
    return (registers[1] & (1 << 8)) != 0 &&
           (registers[1] & (1 << 5)) != 0;  // leaf 7, EBX: BMI2, AVX2
#else
    return false;
#endif
}

}  // namespace sbg
