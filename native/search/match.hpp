// Many games between two players with budgets of nodes: who won, how, and what happened on the way.
#pragma once

#include "search/tree_search.hpp"

namespace sbg {

struct MatchSide {
    enum class Kind : u8 { alphabeta, mcts, random };
    Kind kind = Kind::alphabeta;
    u64 nodes = 200;  // for each move; for mcts playouts
    int depth = 0;    // 0: no limit
    i32 noise = 0;
    u64 hash_bytes = 1 << 20;
    double exploration = TreeSearcher::Options{}.exploration;
    const Weights* weights = nullptr;  // null: those that follow from the rules
};

struct MatchOptions {
    u64 first_game = 0;
    u64 games = 2;
    u64 seed = 0;
    // Games 2i and 2i + 1 begin at the same place, with colours exchanged: at opening i, in turn,
    // or after so many random plies where there are none.
    std::vector<Position> openings;
    int random_plies = 4;
    bool adjudicate = true;  // end a game where its winner is proven
    int threads = 1;
};

struct MatchPly {
    Move move;
    i32 score;      // for white, as the player who moved sees it; 0 if it does not say
    u32 branching;  // legal moves
    u8 moved;       // code
    u8 captured;    // code, or 0
};

struct MatchGame {
    Position opening;
    Outcome outcome;  // Reason::none with a winner: proven, but not played out
    std::vector<MatchPly> plies;
};

// Games of a number are the same on one thread and on many. Game number 2i gives white to the first
// player. When interrupted, games that were not finished are left out at the end.
std::vector<MatchGame> play_match(const std::shared_ptr<const Knowledge>& knowledge,
                                  const MatchSide& first, const MatchSide& second,
                                  const MatchOptions& options, const Interrupted& interrupted);

}  // namespace sbg
