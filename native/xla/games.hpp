// Games that compiled programs of XLA step: handlers that find a game by the key that the program
// names, and work on arrays of its records.
#pragma once

#include <condition_variable>
#include <string>

#include "batch/batcher.hpp"
#include "xla/api.hpp"

namespace sbg {

// A game under a key, for as long as this object lives; its end waits for calls that are under way.
// The key says all that decides about results, because programs may be kept on disk.
class XlaGame {
  public:
    // The batcher must outlive this; `starts` are not used.
    XlaGame(std::string key, const Batcher& batcher, const BatchRules& rules, int threads);
    ~XlaGame();
    XlaGame(const XlaGame&) = delete;
    XlaGame& operator=(const XlaGame&) = delete;

    struct Target {
        const char* name;
        xla::Handler* handler;
    };
    // All take records, uint32 of any shape whose last axis is one record, and the attribute
    // `game`. sbg_step also takes an int32 or int64 action for each and gives records; sbg_mask
    // gives a bool for each action, all true where a game is over; sbg_observe gives float32
    // planes.
    static const Target targets[3];

  private:
    friend class XlaCall;
    std::string key_;
    const Batcher& batcher_;
    BatchRules rules_;
    int threads_;
    int running_ = 0;  // under the mutex of all games
    std::condition_variable ended_;
};

}  // namespace sbg
