// Many games as plain arrays: a record (packed.hpp) for each, stepped together on threads.
#pragma once

#include <functional>
#include <vector>

#include "batch/kernel.hpp"
#include "play/position.hpp"

namespace sbg {

// A game's batches: the table of its actions, and how they are run on threads.
class Batcher {
  public:
    struct Actions {
        ActionTable::Kind kind;
        int size;
        std::vector<i32> plane_of, steps, index, origins, targets;
    };
    Batcher(const Game& game, Actions actions);
    Batcher(const Batcher&) = delete;
    Batcher& operator=(const Batcher&) = delete;

    const Packing& packing() const { return packing_; }
    const ActionTable& actions() const { return table_; }
    const BatchKernel& kernel() const { return *kernel_; }
    // Planes of an observation.
    int views() const { return game_.data().codes() + 2; }
    // The parts that are the same for all batches.
    BatchRules rules() const;

    // Calls work(first, last, workspace, stop) for portions of `slots`, on threads if it is worth
    // it; `plies` is about how many plies each slot takes.
    using Work = std::function<void(u64, u64, const Workspace&, Stop)>;
    void run(u64 slots, u64 plies, int threads, const Interrupted&, const Work& work) const;

  private:
    const Game& game_;
    Actions given_;
    Packing packing_;
    ActionTable table_;
    std::vector<u16> seen_[2];
    std::vector<i32> place_[2];
    std::vector<u8> column_, row_;
    std::vector<Move> listed_;
    const BatchKernel* kernel_;
};

}  // namespace sbg
