// Clocks: how much time has passed since a moment.
#pragma once

#include <chrono>

namespace sbg {

using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point begun) {
    return std::chrono::duration<double>(Clock::now() - begun).count();
}

}  // namespace sbg
