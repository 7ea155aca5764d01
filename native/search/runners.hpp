// Runners: pieces that nobody can keep from a goal any more, as far as an empty board tells.
//
// A runner takes one of its shortest ways to a goal. An opponent's piece stops it if it gets onto
// the way before the runner, or takes the runner on the way. For every runner and square the zone
// is where an opponent's piece of each kind is near enough to do so; if all zones are empty, and no
// own piece is in the way, the runner is free. The squares of each of these sets are computed once.
#pragma once

#include <vector>

#include "position.hpp"
#include "search/weights.hpp"

namespace sbg {

// Owns what a RunnerTable points to.
class Runners {
  public:
    // Boards of more words than this have no runners.
    static constexpr int most_words = 2;

    explicit Runners(const Game& game);
    RunnerTable table() const;

  private:
    class Nearness;
    void widen(u64 place, u64 stopper, const Nearness&, int passed, int step, int far);

    int words_, squares_;
    std::vector<u8> runner_[2], stopper_[2];
    std::vector<u8> distance_;  // [slot][square]
    std::vector<u64> way_;      // [slot][square][word]
    std::vector<u64> zone_;     // [slot][square][who is to move][stopper][word]
    u64 stoppers_ = 0;          // room for stoppers of a side
};

}  // namespace sbg
