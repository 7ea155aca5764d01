// Tables of exact values: one for each class of men and side to move, or one for a whole game.
// What is asked of them; how it is done is in solve_kernels.hpp.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "play/position.hpp"
#include "solve/sweep.hpp"

namespace sbg {

// How positions are numbered, as its planner says it.
struct SpaceData {
    struct Kind {
        int code;
        std::vector<int> squares;
    };
    bool by_squares = false;
    bool hashed = false;   // by squares: only positions that were met have an entry
    bool flips = false;    // positions with black to move are kept with the colours swapped
    bool turns = false;    // the board is turned around then, else only put upside down
    bool mirrors = false;  // one of two mirror images is kept
    std::vector<Kind> kinds;
    // Men of each kind; by squares the least and the most of each, and the least of its code.
    std::vector<std::vector<int>> classes;
    struct Pair {
        int code, origin, target;
    };
    std::vector<Pair> pairs;  // moves that some position may allow
    // By squares, with the colours swapped: boards with such a man, white to move, have no entry.
    struct Place {
        int code, square;
    };
    std::vector<Place> loud;
    int depth = 1;  // where play cannot go in circles: how many plies at most
};

// What is known of a table, counted over its boards.
struct TableCount {
    std::vector<u64> losses, wins;  // by plies
    u64 draws = 0, none = 0;        // entries without a board
    u64 zugzwangs = 0;              // boards on which both would rather not move
};

struct Sweep {
    u32 level = 0;  // the next one
    bool done = false;
    bool overflow = false;  // distances do not fit into the table
};

struct Settled {
    u64 next = 0;     // all entries before are settled
    u64 entries = 0;  // how many were settled, here and elsewhere
    bool overflow = false;
};

class Tables {
  public:
    virtual ~Tables() = default;

    // How many entries a half has. By classes a half is 2 * class + side, by squares a side.
    virtual u64 size(u32 half) const = 0;
    // Lends memory for a half's values, which is zero where nothing is known; null takes it back.
    virtual void attach(u32 half, void* memory, bool wide) = 0;
    // The position of an entry: a code per square.
    virtual std::optional<std::vector<u8>> board(u32 half, u64 index, int& side) const = 0;
    virtual Where find(const std::vector<u8>& board, int side) const = 0;

    // Hashed: meets every position that can be reached from one; false when there are more than
    // `most`.
    virtual bool meet(const std::vector<u8>& board, int side, u64 most, const Interrupted&) = 0;
    virtual u64 met() const = 0;
    virtual const std::vector<u64>& keys() const = 0;
    // Takes keys that were met before, in slots.
    virtual void recall(std::vector<u64> slots) = 0;

    // Settles entries from `first` on, for about as many seconds. Only where play cannot go in
    // circles.
    virtual Settled settle(u32 half, u64 first, double seconds, int threads,
                           const Interrupted&) = 0;
    // Goes on with halves that depend on each other from a level, for about as many seconds.
    virtual Sweep sweep(const std::vector<u32>& halves, u32 level, double seconds, int threads,
                        const Interrupted&) = 0;
    virtual TableCount count(u32 half, int threads, const Interrupted&) const = 0;
    // How many of these entries do not follow from their successors.
    virtual u64 inconsistent(u32 half, u64 first, u64 last, int threads,
                             const Interrupted&) const = 0;
};

// Throws std::invalid_argument when the data make no sense.
std::unique_ptr<Tables> make_tables(const Game& game, const SpaceData& data);

namespace portable {
std::unique_ptr<Tables> make_tables(const Game& game, const SpaceData& data);
}
namespace bmi2 {
std::unique_ptr<Tables> make_tables(const Game& game, const SpaceData& data);
}

}  // namespace sbg
