// Runners: pieces that nobody can keep from a goal any more, as far as an empty board tells.
//
// A runner takes one of its shortest ways to a goal. An opponent's piece stops it if it gets onto
// the way before the runner, or takes the runner on the way. For every kind of piece and square the
// runners that it stops from there are computed once; a runner that no piece on the board stops,
// and that has no own piece in the way, is free.
#pragma once

#include <vector>

#include "play/position.hpp"
#include "search/weights.hpp"

namespace sbg {

// Owns what a RunnerTable points to.
class Runners {
  public:
    // Without any runners where it would take too long to find them. Throws Interruption.
    Runners(const Game& game, const Interrupted& interrupted);
    RunnerTable table() const;

  private:
    class Nearness;
    void stop(u64 slot, int square, u64 stopper, const Nearness&, int passed, int step, int far);

    void find(const Game& game, Work& work);

    int words_, squares_;
    std::vector<u8> runner_[2], stopper_[2];
    std::vector<u8> distance_;  // [slot][square]
    std::vector<u64> way_;      // [slot][square][word]
    std::vector<u64> stops_;    // [slot][who is to move][stopper][its square][word]
    u64 stoppers_ = 0;          // room for stoppers of a side
};

}  // namespace sbg
