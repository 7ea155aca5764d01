// What the driver asks of the code that searches: one worker per thread, made by the kernel for a
// board size and an instruction set.
#pragma once

#include "play/kernel.hpp"
#include "search/climber.hpp"
#include "search/evaluation.hpp"
#include "search/table.hpp"

namespace sbg {

struct Line {
    int length = 0;
    Move moves[longest_line];
};

// What all threads of one search have in common.
struct SearchContext {
    const void* rules;
    Zobrist zobrist;
    Evaluation evaluation;
    RunnerTable runners;
    Table table;
    bool null_moves;       // whether passing is a fair test in this game
    bool follow_captures;  // whether a position with captures is unsettled
    const std::atomic<bool>* stop;
};

// A thread's own part of a search.
class Worker {
  public:
    virtual ~Worker();

    // Called every thousand nodes or so by the worker that has it; true ends the search.
    struct Poll {
        bool (*call)(void*) = nullptr;
        void* data = nullptr;
    };

    virtual void set_up(const u8* at, u32 ply, u64 hash, const SearchContext&, const Workspace&,
                        Poll) = 0;
    // Searches the position; the best line is in `line`. `exact`: the depth reaches the end of
    // every game, and nothing is to be reduced or guessed. Moves in `excluded` are left out at the
    // root.
    virtual Score search(int depth, Score alpha, Score beta, bool exact, const Move* excluded,
                         int exclusions) = 0;
    // Forgets what it has learned about good moves.
    virtual void clear() = 0;
    // The static value of a position for the player to move.
    virtual Score evaluate() = 0;
    // As many numbers as layout.hpp's feature_count.
    virtual void features(u16* out) = 0;

    Line line;
    u64 node_limit = ~0ull;
    u64 visited = 0;            // this worker's own count
    std::atomic<u64> nodes{0};  // the same, for other threads to read now and then
    int deepest = 0;
    bool aborted = false;  // the last search was cut short: its score means nothing
};

// Where a piece may go, for measuring pieces: `at` holds 0 for empty squares, 1 for own pieces and
// 2 for the opponent's. Returns the number of squares and writes as many as there is room for.
using Reach = u64 (*)(const void* rules, const u8* at, int code, int origin, const Workspace&,
                      u16* out, u64 room);

struct SearchKernel {
    Worker* (*make_worker)(const SearchContext&);
    Climber* (*make_climber)(const void* rules);
    Reach reach;
};

namespace portable {
const SearchKernel* search_kernel(int words);
}
namespace bmi2 {
const SearchKernel* search_kernel(int words);  // null in a build without BMI2
}

}  // namespace sbg
