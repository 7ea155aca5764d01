// How another thread ends a long call early.
#pragma once

#include <atomic>

#include "play/walk.hpp"

namespace sbg {

struct Stop {
    const std::atomic<bool>* flag;
};

}  // namespace sbg

namespace sbg::SBG_ISA {

SBG_INLINE bool stopped(const Stop& stop) { return stop.flag->load(std::memory_order_relaxed); }

// Makes long walks and long lists listen to a stop.
SBG_INLINE void listen(Pace& pace, const Stop& stop) {
    pace.ask = [](void* flag) {
        return static_cast<const std::atomic<bool>*>(flag)->load(std::memory_order_relaxed);
    };
    pace.data = const_cast<std::atomic<bool>*>(stop.flag);
}

}  // namespace sbg::SBG_ISA
