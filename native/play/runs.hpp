// Work spread over threads, while the calling thread watches for an interruption.
#pragma once

#include <functional>

#include "base/work.hpp"
#include "play/stop.hpp"

namespace sbg {

// Runs work(stop) in `threads` threads until all return or `interrupted` says so.
void run(int threads, const Interrupted& interrupted, const std::function<void(Stop)>& work);

}  // namespace sbg
