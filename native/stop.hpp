// How another thread ends a long call early.
#pragma once

#include <atomic>

#include "bits.hpp"

namespace sbg {

struct Stop {
    const std::atomic<bool>* flag;
};

}  // namespace sbg

namespace sbg::SBG_ISA {

SBG_INLINE bool stopped(const Stop& stop) { return stop.flag->load(std::memory_order_relaxed); }

}  // namespace sbg::SBG_ISA
