// What a search knows of a game before it begins, derived from the rules once and shared by all
// searchers of that game.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "search/runners.hpp"
#include "search/weights.hpp"

namespace sbg {

class Knowledge {
  public:
    // The game must outlive it. Throws Interruption.
    Knowledge(const Game& game, const Interrupted& interrupted);

    const Game& game;
    const Weights weights;
    const std::vector<i32> danger;
    std::vector<u16> fullness;  // [number of pieces]: against the start, in 1/256
    int royal_code[2], common_code[2];
    bool null_moves, follow_captures;

    // Made when they are first asked for, by any thread. Throws Interruption when the game hears of
    // one.
    const Runners& runners() const;

  private:
    mutable std::mutex mutex_;
    mutable std::unique_ptr<const Runners> runners_;
};

}  // namespace sbg
