// Self-play: games of a searcher against itself, with the positions that it judged, for learning.
#pragma once

#include "search/search.hpp"

namespace sbg {

struct SelfPlayOptions {
    u64 games = 1;
    u64 nodes = 100;  // for each move
    u64 seed = 0;
    int most_opening = 10;  // a game begins with up to so many random plies, but at least one
    i32 noise = 15;         // added to estimates or taken away, so that games differ
};

// One entry for each move. What was judged is the position at the end of the best line, for that is
// where the evaluation was asked.
struct Judgements {
    std::vector<u8> boards;     // a code per square
    std::vector<u16> features;  // as layout.hpp has them
    std::vector<u8> movers;     // who is to move there
    std::vector<i32> scores;    // for white
    std::vector<u8> telling;    // whether the estimate of that position is the score
    std::vector<u32> games;     // which game it belongs to
    std::vector<i32> results;   // by game: 1 white won, 0 drawn, -1
    u64 plies = 0;              // of all games
};

// A game ends where its end is proven. The searcher's noise is gone afterwards.
Judgements self_play(const Game& game, Searcher& searcher, const SelfPlayOptions& options,
                     const std::atomic<bool>& stop, const Interrupted& interrupted);

}  // namespace sbg
