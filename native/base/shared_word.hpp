// Words that threads share without locks, and without an order between them.
#pragma once

#include <atomic>

#include "base/bits.hpp"

namespace sbg::SBG_ISA {

SBG_INLINE u64 load(u64& place) { return std::atomic_ref(place).load(std::memory_order_relaxed); }
SBG_INLINE void store(u64& place, u64 value) {
    std::atomic_ref(place).store(value, std::memory_order_relaxed);
}

}  // namespace sbg::SBG_ISA
