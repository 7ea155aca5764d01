// Where a single piece can go on a board that is given square by square, with the cost counted.
#pragma once

#include <span>
#include <vector>

#include "base/work.hpp"
#include "play/position.hpp"
#include "search/worker.hpp"

namespace sbg {

const SearchKernel& search_kernel(const Game& game);

class Prober {
  public:
    // Both must outlive it.
    Prober(const Game& game, Work& work);
    Prober(const Prober&) = delete;
    Prober& operator=(const Prober&) = delete;

    // The squares that a piece reaches from a square; valid until the next call. `at` holds 0 for
    // empty squares, 1 for the piece's own side and 2 for the opponent's. Not all of them when the
    // work is gone. Throws Interruption.
    std::span<const u16> operator()(const std::vector<u8>& at, int code, int square);

  private:
    static bool ask(void* self);

    const Game& game_;
    Work& work_;
    const SearchKernel& kernel_;
    Workspaces::Lease space_;
    Pace& pace_;
    i64 begun_ = 0;  // the pace when the call began
    bool interrupted_ = false;
    std::vector<u16> out_;
};

}  // namespace sbg
